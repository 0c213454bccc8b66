extension AssumptionDefinition {
  /// What the full model of free cash flow to the firm adds to the plain one: operations and reinvestment.
  static let operations: [AssumptionDefinition] = [
    firm(
      "gross_margin", .rate, nil, Bounds(0.05, 0.95), Bounds(0, 1), meaning: "Gross margin: margin cannot be above it"),
    firm(
      "nol", .money, 0, nil, .notNegative,
      meaning: "Losses carried forward into the first year; they shelter later profits"),
    firm(
      "nol_limit", .rate, 1, Bounds(0.5, 1), Bounds(0, 1),
      meaning: "Share of a year's profit that carried losses may shelter"),
    firm(
      "sales_to_capital", .number, nil, Bounds(0.5, 5), Bounds(0, 100, excludesLower: true), swing: 0.25, isPath: true,
      meaning: "Revenue added for each unit of capital added; stands for capex, depreciation and working_capital"),
    firm(
      "reinvestment_lag", .years, 0, nil, Bounds(0, 3),
      meaning: "Years by which capital goes before the revenue that it brings"),
    firm(
      "invested_capital", .money, nil, nil, .positive,
      meaning: "Capital at the start, for the return on it; else book + debt - cash"),
    firm("book", .money, nil, nil, nil, meaning: "Book value of the common equity at the balance date"),
    firm(
      "stock_compensation", .rate, nil, Bounds(0, 0.25), Bounds(0, 3),
      meaning: "Stock compensation as a share of revenue; shown and never added back"),
    firm(
      "research", .money, nil, nil, .notNegative, isList: true,
      meaning: "Research spending, this year's first, then that of the years before: capitalised over research_life"),
    firm("research_life", .years, 5, Bounds(2, 12), Bounds(1, 20), meaning: "Years over which research is written off"),
  ]

  /// The stable phase, the dates, and what can go wrong.
  static let stages: [AssumptionDefinition] = [
    firm(
      "terminal_tax", .rate, nil, Bounds(0.15, 0.35), Bounds(0, 0.60), swing: 0.02,
      meaning: "Tax after the forecast; else the last year's"),
    firm(
      "terminal_margin", .rate, nil, Bounds(-0.50, 0.45), Bounds(-5, 1), swing: 0.02,
      meaning: "Operating margin after the forecast; else the last year's"),
    firm(
      "terminal_discount", .rate, nil, Bounds(0.05, 0.12), Bounds(0, 0.60), swing: 0.01,
      meaning: "Cost of capital after the forecast; else the last year's"),
    firm(
      "terminal_roic", .rate, nil, Bounds(0.05, 0.30), Bounds(0, 10, excludesLower: true), swing: 0.02,
      meaning: "Return on what is reinvested after the forecast: reinvestment is terminal / terminal_roic of NOPAT"),
    firm(
      "failure", .rate, 0, Bounds(0, 0.60), Bounds(0, 1), swing: 0.05, meaning: "Probability that the company fails"),
    firm(
      "failure_proceeds", .rate, 0.5, Bounds(0, 1), Bounds(0, 2),
      meaning: "What a failure brings, as a share of the value of operations or of the capital in them"),
    firm("base_end", .date, nil, nil, nil, meaning: "Last day of the base year"),
    firm("date", .date, nil, nil, nil, meaning: "Day for which the value is meant; else base_end"),
    firm(
      "balance_date", .date, nil, nil, nil,
      meaning: "Day of the balance sheet that cash and debt come from; else base_end"),
  ]

  /// What the cost of capital is built from.
  static let costOfCapital: [AssumptionDefinition] = [
    firm(
      "risk_free", .rate, nil, Bounds(0, 0.08), Bounds(-0.02, 0.40), swing: 0.005,
      meaning: "Government yield in the currency of the flows"),
    firm(
      "beta", .number, nil, Bounds(0.4, 2.5), Bounds(-1, 5), swing: 0.1, meaning: "Beta of the equity, with its debt"),
    firm(
      "unlevered_beta", .number, nil, Bounds(0.4, 2.5), Bounds(-1, 5), swing: 0.1,
      meaning: "Beta of the business: levered by 1 + (1 - marginal_tax) * debt / equity"),
    firm(
      "equity_premium", aliases: ["erp"], .rate, nil, Bounds(0.03, 0.08), Bounds(0, 0.20), swing: 0.005,
      meaning: "What equity of a mature market earns above risk_free"),
    firm(
      "country_premium", .rate, 0, Bounds(0, 0.15), Bounds(-0.02, 0.30),
      meaning: "Added to the cost of equity for the country"),
    firm(
      "size_premium", .rate, 0, Bounds(0, 0.04), Bounds(-0.02, 0.30),
      meaning: "Added to the cost of equity for the size"),
    firm(
      "cost_of_equity", .rate, nil, Bounds(0.05, 0.20), Bounds(0, 0.60), swing: 0.01, isPath: true,
      meaning: "Else risk_free + beta * equity_premium + country_premium + size_premium"),
    firm(
      "cost_of_debt", .rate, nil, Bounds(0.02, 0.12), Bounds(0, 0.40), swing: 0.005,
      meaning: "Before tax, of today and not the coupon; else risk_free + default_spread"),
    firm(
      "default_spread", .rate, nil, Bounds(0.004, 0.12), Bounds(0, 0.40),
      meaning: "What the company's debt pays above risk_free"),
    AssumptionDefinition(
      "rating", unit: .word, words: CreditRating.all.map(\.name), isFilled: false,
      meaning: "Rating of the debt, which gives default_spread by a table"),
    firm(
      "coverage", .number, nil, nil, nil, meaning: "Operating income over interest, which gives the rating by a table"),
    firm(
      "debt_weight", .rate, nil, Bounds(0, 0.60), Bounds(0, 0.95), swing: 0.05,
      meaning: "Share of debt in the capital at market; else debt / (debt + price * shares)"),
    firm(
      "marginal_tax", .rate, nil, Bounds(0.15, 0.35), Bounds(0, 0.60),
      meaning: "Tax that interest saves; else terminal_tax, else the last year's tax"),
  ]

  /// From the value of operations to that of one share.
  static let claims: [AssumptionDefinition] = [
    firm(
      "leases", .money, 0, nil, .notNegative, meaning: "Lease liabilities that are not in debt, taken from the value"),
    firm(
      "lease_rate", .rate, nil, Bounds(0.02, 0.12), Bounds(0, 0.40),
      meaning: "Rate at which leases cost interest, which is not operating"),
    firm("investments", .money, 0, nil, .notNegative, meaning: "Associates and cross holdings, added to the value"),
    firm(
      "nonoperating", .money, 0, nil, .notNegative, meaning: "Land and other idle assets after tax, added to the value"),
    firm("preferred", .money, 0, nil, .notNegative, meaning: "Preferred equity, taken from the value"),
    firm(
      "minority", aliases: ["non_controlling_interest"], .money, 0, nil, .notNegative,
      meaning: "Interests of others in subsidiaries, at fair value"),
    firm("pension", .money, 0, nil, .notNegative, meaning: "Pension deficit after tax, taken from the value"),
    firm("rsu", .count, 0, nil, .notNegative, meaning: "Restricted shares that will be issued"),
    AssumptionDefinition(
      "options", unit: .options, isFilled: false,
      meaning: "Options: how many at which strike; with life and volatility valued by Black and Scholes"),
    AssumptionDefinition(
      "treasury_at", unit: .word, words: ["value", "price"], isFilled: false,
      meaning: "Whether options are exercised at the value or at the price"),
    AssumptionDefinition("currency", unit: .text, isFilled: false, meaning: "Currency of the accounts"),
    AssumptionDefinition(
      "price_currency", unit: .text, isFilled: false, meaning: "Currency of the price; else currency"),
    firm(
      "fx", .number, 1, nil, Bounds(0, 1e6, excludesLower: true), meaning: "Units of currency for one of price_currency"
    ),
    firm(
      "adr_ratio", .number, 1, nil, Bounds(0, 1e5, excludesLower: true),
      meaning: "Ordinary shares behind one priced share"),
    firm(
      "split", .number, 1, nil, Bounds(0, 1e5, excludesLower: true),
      meaning: "New shares for each one of `shares`, where the price is after a split"),
    AssumptionDefinition(
      "sector", unit: .word, words: ["general", "financial"], isFilled: false,
      meaning: "Whether the company is a bank or an insurer, which this model does not fit"),
    AssumptionDefinition(
      "allow", unit: .text, isFilled: false, meaning: "Refusals of judgement that are turned into warnings"),
  ]

  static func firm(
    _ name: String, aliases: [String] = [], _ unit: Unit, _ defaultValue: Double?, _ plausible: Bounds?,
    _ hard: Bounds?, swing: Double? = nil, swingIsRelative: Bool = false, isPath: Bool = false, isList: Bool = false,
    meaning: String
  ) -> AssumptionDefinition {
    AssumptionDefinition(
      name, aliases: aliases, unit: unit, isPath: isPath, isList: isList, defaultValue: defaultValue,
      plausible: plausible, hard: hard, swing: swing, swingIsRelative: swingIsRelative, isFilled: false,
      meaning: meaning)
  }
}
