extension AssumptionDefinition {
  /// Which model, and what the models of equity take: free cash flow to equity, dividends, residual income.
  static let equity: [AssumptionDefinition] = [
    AssumptionDefinition(
      .model, unit: .word, words: ValuationMethod.allCases.map(\.rawValue), isFilled: false,
      meaning: "What is discounted: cash flow to the firm, cash flow to equity, dividends, or residual income"),
    firm(
      .dividend, .perShare, nil, nil, .notNegative, swing: 0.05, swingIsRelative: true,
      meaning: "Dividend of one ordinary share in the base year"),
    AssumptionDefinition(
      .method, unit: .word, words: ["yearly", "h"], isFilled: false,
      meaning: "Whether dividends are forecast year by year or by the H-model, as growth fades in a straight line"),
    firm(
      .roe, .rate, nil, Bounds(0, 0.25), Bounds(-2, 5), swing: 0.01, isPath: true,
      meaning: "Return on equity: net income over the book value at the start of the year"),
    firm(
      .payout, .rate, nil, Bounds(0, 1), Bounds(0, 5), swing: 0.01, isPath: true,
      meaning: "Share of net income that is paid out; else what growth of book value leaves"),
    firm(
      .terminalROE, .rate, nil, Bounds(0.01, 0.25), Bounds(0, 10, excludesLower: true), swing: 0.01,
      meaning: "Return on equity for ever after the forecast; payout is then 1 - terminal / terminal_roe"),
    firm(
      .persistence, .rate, nil, Bounds(0, 0.9), Bounds(0, 1), swing: 0.01,
      meaning: "Share of residual income that is left of the year before, after the forecast"),
    firm(
      .debtFinancing, .rate, 0, Bounds(0, 0.60), Bounds(0, 1), swing: 0.05,
      meaning: "Share of what is reinvested that is borrowed"),
    firm(
      .operatingCash, .money, 0, nil, .notNegative,
      meaning: "Cash that operations need, which is not added to the value of equity"),
  ]
}
