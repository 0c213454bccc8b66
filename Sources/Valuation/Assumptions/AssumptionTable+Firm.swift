extension AssumptionDefinition {
  /// The assumptions that the full model of free cash flow to the firm adds to the plain one: operations and reinvestment.
  static let operations: [AssumptionDefinition] = [
    firm(
      .grossMargin, .rate, nil, Bounds(0.05, 0.95), Bounds(0, 1), meaning: "Gross margin: margin cannot be above it"),
    firm(
      .nol, .money, 0, nil, .notNegative,
      meaning: "Losses carried forward into the first year; they shelter later profits"),
    firm(
      .nolLimit, .rate, 1, Bounds(0.5, 1), Bounds(0, 1),
      meaning: "Share of a year's profit that carried losses may shelter"),
    firm(
      .salesToCapital, .number, nil, Bounds(0.5, 5), Bounds(0, 100, excludesLower: true), swing: 0.25, isPath: true,
      meaning: "Revenue added for each unit of capital added; replaces capex, depreciation and working_capital"),
    firm(
      .reinvestmentLag, .years, 0, nil, Bounds(0, 3),
      meaning: "Years by which capital precedes the revenue it brings"),
    firm(
      .investedCapital, .money, nil, nil, .positive,
      meaning: "Capital at the start, for the return on it; else book + debt - cash"),
    firm(
      .book, .money, nil, nil, nil,
      meaning: "Shareholders' equity at the balance date, without minority; preferred is taken off in equity models"),
    firm(
      .stockCompensation, .rate, nil, Bounds(0, 0.25), Bounds(0, 3),
      meaning: "Stock compensation as a share of revenue; shown and never added back"),
    firm(
      .research, .money, nil, nil, .notNegative, isList: true,
      meaning: "Research spending, this year's first, then that of the years before: capitalised over research_life"),
    firm(.researchLife, .years, 5, Bounds(2, 12), Bounds(1, 20), meaning: "Years over which research is written off"),
  ]

  /// The stable phase, the dates, and failure.
  static let stages: [AssumptionDefinition] = [
    firm(
      .terminalTax, .rate, nil, Bounds(0.15, 0.35), Bounds(0, 0.60), swing: 0.02,
      meaning: "Tax after the forecast; else the last year's"),
    firm(
      .terminalMargin, .rate, nil, Bounds(-0.50, 0.45), Bounds(-5, 1), swing: 0.02,
      meaning: "Operating margin after the forecast; else the last year's"),
    firm(
      .terminalCapex, .rate, nil, Bounds(0, 0.25), Bounds(0, 3), swing: 0.01,
      meaning: "Capital expenditure after the forecast as a share of revenue; else the last year's"),
    firm(
      .terminalDepreciation, .rate, nil, Bounds(0, 0.20), Bounds(0, 1), swing: 0.01,
      meaning: "Depreciation after the forecast as a share of revenue; else the last year's"),
    firm(
      .terminalWorkingCapital, .rate, nil, Bounds(-0.05, 0.10), Bounds(-1, 1), swing: 0.005,
      meaning: "Increase in working capital after the forecast as a share of revenue; else the last year's"),
    firm(
      .terminalDiscount, .rate, nil, Bounds(0.05, 0.12), Bounds(0, 0.60), swing: 0.01,
      meaning: "Cost of capital after the forecast; else the last year's"),
    firm(
      .terminalROIC, .rate, nil, Bounds(0.05, 0.30), Bounds(0, 10, excludesLower: true), swing: 0.02,
      meaning: "Return on reinvestment after the forecast: reinvestment is terminal / terminal_roic of NOPAT"),
    firm(
      .failure, .rate, 0, Bounds(0, 0.60), Bounds(0, 1), swing: 0.05, meaning: "Probability that the company fails"),
    firm(
      .failureProceeds, .rate, 0.5, Bounds(0, 1), Bounds(0, 2),
      meaning: "Proceeds of a failure, as a share of the value of operations or of the capital in them"),
    firm(.baseEnd, .date, nil, nil, nil, meaning: "Last day of the base year"),
    firm(.date, .date, nil, nil, nil, meaning: "Valuation day; else base_end"),
    firm(
      .balanceDate, .date, nil, nil, nil,
      meaning: "Day of the balance sheet that cash and debt come from; else base_end"),
  ]

  /// The inputs of the cost of capital.
  static let costOfCapital: [AssumptionDefinition] = [
    firm(
      .riskFree, .rate, nil, Bounds(0, 0.08), Bounds(-0.02, 0.40), swing: 0.005,
      meaning: "Government yield in the currency of the flows"),
    firm(
      .beta, .number, nil, Bounds(0.4, 2.5), Bounds(-1, 5), swing: 0.1, meaning: "Beta of the equity, with its debt"),
    firm(
      .unleveredBeta, .number, nil, Bounds(0.4, 2.5), Bounds(-1, 5), swing: 0.1,
      meaning: "Beta of the business: levered by 1 + (1 - marginal_tax) * debt / equity"),
    firm(
      .equityPremium, aliases: ["erp"], .rate, nil, Bounds(0.03, 0.08), Bounds(0, 0.20), swing: 0.005,
      meaning: "Excess return of equity in a mature market over risk_free"),
    firm(
      .countryPremium, .rate, 0, Bounds(0, 0.15), Bounds(-0.02, 0.30),
      meaning: "Added to the cost of equity for the country"),
    firm(
      .sizePremium, .rate, 0, Bounds(0, 0.04), Bounds(-0.02, 0.30),
      meaning: "Added to the cost of equity for the size"),
    firm(
      .costOfEquity, .rate, nil, Bounds(0.05, 0.20), Bounds(0, 0.60), swing: 0.01, isPath: true,
      meaning: "Else risk_free + beta * equity_premium + country_premium + size_premium"),
    firm(
      .costOfDebt, .rate, nil, Bounds(0.02, 0.12), Bounds(0, 0.40), swing: 0.005,
      meaning: "Before tax, of today and not the coupon; else risk_free + default_spread"),
    firm(
      .defaultSpread, .rate, nil, Bounds(0.004, 0.12), Bounds(0, 0.40),
      meaning: "Spread of the company's debt over risk_free"),
    AssumptionDefinition(
      .rating, unit: .word, words: CreditRating.all.map(\.name), isFilled: false,
      meaning: "Rating of the debt, which gives default_spread by a table"),
    firm(
      .coverage, .number, nil, nil, nil, meaning: "Operating income over interest, which gives the rating by a table"),
    firm(
      .debtWeight, .rate, nil, Bounds(0, 0.60), Bounds(0, 0.95), swing: 0.05,
      meaning: "Share of debt in the capital at market; else debt / (debt + price * shares)"),
    firm(
      .marginalTax, .rate, nil, Bounds(0.15, 0.35), Bounds(0, 0.60),
      meaning: "Tax that interest saves; else terminal_tax, else the last year's tax"),
  ]

  /// From the value of operations to that of one share.
  static let claims: [AssumptionDefinition] = [
    firm(
      .leases, .money, 0, nil, .notNegative, meaning: "Lease liabilities that are not in debt, taken from the value"),
    firm(
      .leaseRate, .rate, nil, Bounds(0.02, 0.12), Bounds(0, 0.40),
      meaning: "Interest rate of leases, which is not operating"),
    firm(.investments, .money, 0, nil, .notNegative, meaning: "Associates and cross holdings, added to the value"),
    firm(
      .nonoperating, .money, 0, nil, .notNegative, meaning: "Land and other idle assets after tax, added to the value"),
    firm(
      .preferred, .money, 0, nil, .notNegative,
      meaning: "Preferred equity, taken from the value, and from book in models of residual income"),
    firm(
      .minority, aliases: ["non_controlling_interest"], .money, 0, nil, .notNegative,
      meaning: "Interests of others in subsidiaries, at fair value"),
    firm(.pension, .money, 0, nil, .notNegative, meaning: "Pension deficit after tax, taken from the value"),
    firm(.rsu, .count, 0, nil, .notNegative, meaning: "Restricted shares that will be issued"),
    AssumptionDefinition(
      .options, unit: .options, isFilled: false,
      meaning: "Options: how many at which strike; with life and volatility valued by Black and Scholes"),
    AssumptionDefinition(
      .treasuryAt, unit: .word, words: ["value", "price"], isFilled: false,
      meaning: "Whether options are exercised at the value or at the price"),
    AssumptionDefinition(.currency, unit: .text, isFilled: false, meaning: "Currency of the accounts"),
    AssumptionDefinition(
      .priceCurrency, unit: .text, isFilled: false, meaning: "Currency of the price; else currency"),
    firm(
      .fx, .number, 1, nil, Bounds(0, 1e6, excludesLower: true), meaning: "Units of currency for one of price_currency"
    ),
    firm(
      .adrRatio, .number, 1, nil, Bounds(0, 1e5, excludesLower: true),
      meaning: "Ordinary shares represented by one priced share"),
    firm(
      .split, .number, 1, nil, Bounds(0, 1e5, excludesLower: true),
      meaning: "New shares for each one of `shares`, if the price is after a split"),
    AssumptionDefinition(
      .sector, unit: .word, words: ["general", "financial"], isFilled: false,
      meaning: "Whether the company is a bank or an insurer, which this model does not fit"),
    AssumptionDefinition(
      .allow, unit: .text, isFilled: false, meaning: "Refusals of judgement that are turned into warnings"),
  ]

  static func firm(
    _ name: AssumptionName, aliases: [String] = [], _ unit: Unit, _ defaultValue: Double?, _ plausible: Bounds?,
    _ hard: Bounds?, swing: Double? = nil, swingIsRelative: Bool = false, isPath: Bool = false, isList: Bool = false,
    meaning: String
  ) -> AssumptionDefinition {
    AssumptionDefinition(
      name, aliases: aliases, unit: unit, isPath: isPath, isList: isList, defaultValue: defaultValue,
      plausible: plausible, hard: hard, swing: swing, swingIsRelative: swingIsRelative, isFilled: false,
      meaning: meaning)
  }
}
