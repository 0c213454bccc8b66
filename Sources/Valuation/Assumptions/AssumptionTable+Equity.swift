extension AssumptionDefinition {
  /// The choice of model, and the inputs of the models of equity: free cash flow to equity, dividends, residual income.
  static let equity: [AssumptionDefinition] = [
    AssumptionDefinition(
      .model, unit: .word, words: ValuationMethod.allCases.map(\.rawValue), isFilled: false,
      meaning: "The discounted flow: cash flow to the firm, cash flow to equity, dividends, or residual income"),
    firm(
      .dividend, .perShare, nil, nil, .notNegative, swing: 0.05, swingIsRelative: true,
      meaning: "Dividend of one ordinary share in the base year"),
    AssumptionDefinition(
      .method, unit: .word, words: ["yearly", "h"], isFilled: false,
      meaning: "Whether dividends are forecast year by year or by the H-model, as growth fades in a straight line"),
    firm(
      .goodwill, .money, nil, nil, .notNegative, swing: 0.05, swingIsRelative: true,
      meaning: "Goodwill and other intangible assets, excluded from tangible book"),
    firm(
      .tangibleBook, .money, nil, nil, .positive, swing: 0.05, swingIsRelative: true,
      meaning: "Tangible book value of the common equity; else book - preferred - goodwill"),
    firm(
      .excessCapital, .money, 0, nil, nil, swing: 0.10, swingIsRelative: true,
      meaning: "Common equity beyond the needs of the business, paid out at once and earning nothing; below 0 paid in"),
    firm(
      .roe, .rate, nil, Bounds(0, 0.25), Bounds(-2, 5), swing: 0.01, isPath: true,
      meaning: "Return on equity: net income over common book value, less excess_capital, at the start of the year"),
    firm(
      .rote, aliases: ["rotce", "return_on_tangible_equity"], .rate, nil, Bounds(0, 0.35), Bounds(-2, 10), swing: 0.01,
      isPath: true,
      meaning: "Return on tangible equity: net income over tangible book at the start of the year; instead of roe"),
    firm(
      .payout, .rate, nil, Bounds(0, 1), Bounds(0, 5), swing: 0.01, isPath: true,
      meaning: "Share of net income paid as dividends; else the part that growth of book value does not need"),
    firm(
      .buybacks, aliases: ["net_buybacks"], .rate, 0, Bounds(-0.5, 1), Bounds(-5, 5), swing: 0.01, isPath: true,
      meaning: "Buybacks less issues as a share of net income, paid beside payout; at fair value, so shares stay"),
    firm(
      .terminalROE, .rate, nil, Bounds(0.01, 0.25), Bounds(0, 10, excludesLower: true), swing: 0.01,
      meaning:
        "Perpetual return on equity (on tangible equity with rote); payout is then 1 - terminal / terminal_roe"),
    firm(
      .persistence, .rate, nil, Bounds(0, 0.9), Bounds(0, 1), swing: 0.01,
      meaning: "Share of the previous year's residual income that persists after the forecast: 0 is none, 1 refused"),
    firm(
      .debtFinancing, .rate, 0, Bounds(0, 0.60), Bounds(0, 1), swing: 0.05,
      meaning: "Share of reinvestment that is borrowed"),
    firm(
      .operatingCash, .money, 0, nil, .notNegative,
      meaning: "Cash that operations need, which is not added to the value of equity"),
  ]
}
