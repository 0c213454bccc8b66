extension ValuationCode {
  /// The reading of the assumptions.
  static let assumptions: [Definition] = [
    .finding(.defaultUsed, [.note], models: .all, "An assumption is not given, so its default is used"),
    .finding(
      .capexReadAsNet, [.note], models: .operations,
      "Depreciation is not given, so capex is read as net of depreciation"),
    .finding(.pathHeld, [.note], "A path ends before the horizon, so its last value is held"),
    .finding(
      .baseYearListed, [.warning], models: .operations,
      "The first amount of a list is the base year's figure, but the list begins with the year after it"),
    .finding(.notUsed, [.warning], "An assumption is given and has no effect on the value"),
    .finding(
      .outsidePlausibleRange, [.warning],
      "A value lies outside its usual range; `help` of the assumption shows the range"),
    .finding(
      .stockCompensation, [.note], models: .operations,
      "Stock compensation is a cost inside margin and is not added back"),
    .finding(
      .farFromBase, [.warning],
      limits: [
        Limit(.warning, .above, 0.05, .points, .assumption(.margin)),
        Limit(.warning, .above, 0.15, .points, .assumption(.growth)),
      ], measure: "distance of year 1 from the base year", models: .operations,
      "The first year is far from the base year"),
    .finding(
      .marketShare, [.warning], limits: [Limit(.warning, .above, 0.30, .percent)],
      measure: "revenue as a share of the market", isRefusal: true, models: .operations,
      "Revenue takes an unusually large share of the market; more than 100% is refused"),
    .finding(.researchCapitalised, [.note], "Research spending counts as capital"),
    .finding(
      .discountBuilt, [.note], models: .fcff, "The discount rate is built from the cost of equity and the cost of debt"),
    .finding(
      .costOfEquityBuilt, [.note], models: .equity,
      "The cost of equity is built from the risk-free rate, beta and premiums"),
    .finding(
      .baseOld, [.warning, .strong],
      limits: [
        Limit(.strong, .above, FirmModel.staleAge, .years, .models(.fcff)),
        Limit(.warning, .above, 0.5, .years),
      ],
      measure: "years from the base year to the valuation", models: .plain,
      "The base year ended long before the valuation"),
    .finding(
      .balanceOld, [.note], limits: [Limit(.note, .above, 0.25, .years)],
      measure: "years from the balance date to the valuation", models: .fcff,
      "Cash and debt are older than the valuation"),
    .finding(
      .marketValueOdd, [.warning],
      limits: [Limit(.warning, .above, 50, .times), Limit(.warning, .below, 0.05, .times)],
      measure: "market value over revenue", models: .fcff,
      "Market value over revenue suggests a wrong adr_ratio, fx or split"),
  ]

  /// Discount rates and returns.
  static let rates: [Definition] = [
    .finding(
      .discountBelowRiskFree, [.strong], reference: "below risk_free", measure: "lowest discount rate", models: .plain,
      "A discount rate is below the risk-free rate"),
    .finding(
      .discountBelowCostOfDebt, [.strong], reference: "below cost_of_debt", measure: "lowest discount rate",
      models: .operations, "A discount rate is below the cost of debt"),
    .finding(
      .returnBelowDiscount, [.warning], reference: "below the discount rate", measure: "return on capital",
      models: .fcff, "Capital earns less than the discount rate while revenue grows"),
    .finding(
      .returnBelowCostOfEquity, [.warning], reference: "below cost_of_equity", measure: "return on equity",
      models: .residualIncome, "Equity earns less than its cost while book value grows"),
    .finding(
      .riskCountedTwice, [.warning], limits: [Limit(.warning, .above, 0.15, .percent)],
      measure: "highest discount rate", models: .fcff,
      "A failure is assumed and the discount rate is high: its risk may count twice"),
    .finding(
      .lossWithoutTax, [.note], models: .operations, "A loss pays no tax, and is carried forward against later profits"),
    .finding(
      .lossWithoutDividend, [.note], models: .residualIncome, "A loss pays no dividend, and book value bears it"),
    .finding(
      .nolLeft, [.warning], limits: [Limit(.warning, .above, 0, .number)], measure: "losses carried past the forecast",
      models: .fcff, "Unused losses remain when the forecast ends and shelter no later profit"),
    .finding(
      .shelteredMultiple, [.warning], limits: [Limit(.warning, .above, 0, .percent)],
      measure: "tax saved by losses as a share of the multiplied figure", models: .operations,
      "The terminal multiplies a year with taxes reduced by losses carried forward"),
  ]

  /// The terminal value.
  static let terminal: [Definition] = [
    .finding(
      .terminalShare, [.warning],
      limits: [
        Limit(.warning, .above, 0.85, .percent, .horizon(1...7)),
        Limit(.warning, .above, 0.75, .percent, .horizon(8...50)),
      ], measure: "terminal value as a share of the value", models: [.fcff, .fcfe, .ddm],
      "Most of the value comes after the forecast"),
    .finding(
      .terminalGrowthHigh, [.warning, .strong],
      limits: [Limit(.strong, .above, 0.05, .percent), Limit(.warning, .above, 0.04, .percent)],
      reference: "above risk_free if it is given", measure: "perpetual growth", models: .plain,
      "Terminal growth is above the long-run growth of an economy"),
    .finding(
      .narrowSpread, [.warning, .strong],
      limits: [Limit(.strong, .below, 0.01, .points), Limit(.warning, .below, 0.02, .points)],
      measure: "discount rate less terminal growth", models: .plain,
      "The discount rate is barely above terminal growth, so the value depends on their difference"),
    .finding(
      .growthCliff, [.warning], limits: [Limit(.warning, .above, 0.03, .points)],
      measure: "growth of the last year less terminal growth", models: .plain,
      "Growth falls steeply after the last year"),
    .finding(
      .capexBelowDepreciation, [.warning], reference: "below depreciation", measure: "capex as a share of revenue",
      models: .fcff, "Capex stays below depreciation in perpetuity while revenue grows"),
    .finding(
      .reinvestmentTooLow, [.warning], limits: [Limit(.warning, .above, 0.30, .percent)],
      reference: "and above twice the discount rate", measure: "return on reinvestment", models: .plain,
      "Reinvestment after the forecast would have to earn an unusual return"),
    .finding(
      .growthLowersValue, [.warning], reference: "below the discount rate", measure: "return on reinvestment",
      models: .plain, "Reinvestment after the forecast earns less than it costs"),
    .finding(
      .taxHeldLow, [.warning], limits: [Limit(.warning, .below, 0.15, .percent)], measure: "tax after the forecast",
      models: .fcff, "A low tax rate is perpetual"),
    .finding(
      .taxBelowMarginal, [.warning], limits: [Limit(.warning, .above, 0.05, .points)],
      measure: "marginal_tax less tax after the forecast", models: .fcff,
      "Tax is perpetually below the marginal tax"),
    .finding(
      .payoutStep, [.note], limits: [Limit(.note, .above, 0.20, .points)],
      measure: "change of payout after the last year", models: [.ddm, .residualIncome],
      "Payout jumps after the last year"),
    .finding(
      .hModel, [.note], models: .ddm, "Growth fades by the H-model, which approximates the dividends year by year"),
    .finding(
      .preferredOffBook, [.warning], models: [.ddm, .residualIncome],
      "Preferred equity of the reports is subtracted from a typed book value"),
  ]

  /// From operations to one share.
  static let claims: [Definition] = [
    .finding(
      .debtAboveValue, [.warning], reference: "above the value of operations", measure: "debt",
      models: [.fcff, .parts], "Debt is more than the value of operations"),
    .finding(
      .cashAboveHalf, [.warning], limits: [Limit(.warning, .above, 0.5, .percent)],
      measure: "cash as a share of the value of operations", models: [.fcff, .parts],
      "Cash is more than half the value of operations"),
    .finding(
      .cashCountsWhole, [.note], models: .fcfe, "`operating_cash` is not given, so all cash counts as not needed"),
    .finding(
      .cashShort, [.warning], reference: "below operating_cash", measure: "cash", models: .fcfe,
      "Operations need more cash than there is"),
    .finding(
      .interestAboveIncome, [.warning], reference: "above operating income", measure: "interest", models: .fcfe,
      "Interest is more than operating income"),
    .finding(
      .debtDrifts, [.warning], limits: [Limit(.warning, .above, 0.03, .points)],
      measure: "growth of debt less terminal growth", models: .fcfe, "Debt and cash flow would diverge in perpetuity"),
    .finding(
      .leasesInMargin, [.warning], models: .operations, "Leases count as debt, so margin must exclude their interest"
    ),
    .finding(.minorityAtBook, [.warning], "`minority` is a book value, not the market value of the interests"),
    .finding(
      .dilutionHigh, [.warning], limits: [Limit(.warning, .above, 0.20, .percent)],
      measure: "options and rsu as a share of the shares", models: .fcff, "Options and restricted shares are many"),
    .finding(.oneShare, [.note], models: .ddm, "Shares are not given, so the equity shown is that of one share"),
    .finding(
      .equityNotPositive, [.strong], limits: [Limit(.strong, .below, 0, .number)], measure: "value of one share",
      models: .plain, "Nothing is left for the shares"),
    .finding(
      .farFromPrice, [.warning, .strong],
      limits: [
        Limit(.strong, .above, 11, .times), Limit(.strong, .below, 0.1, .times), Limit(.warning, .above, 3, .times),
        Limit(.warning, .below, 1.0 / 3, .times),
      ],
      measure: "value over price", models: .plain, "The value is far from the price"),
    .finding(.minorityAndOwnership, [.note], models: .parts, "A part is partly owned, and minority is deducted too"),
    .finding(
      .partIsEquity, [.note], models: .parts,
      "The value of a part is that of its equity, so its debt must not be counted elsewhere"),
    .finding(
      .partBelowZero, [.warning], limits: [Limit(.warning, .below, 0, .number)], measure: "value of the part",
      models: .parts, "A part reduces the value of the others"),
  ]

  /// Refusals that were allowed.
  static let allowed: [Definition] = [
    .finding(.allowedBankFCFF, [.strong], "The refusal bank-fcff was allowed"),
    .finding(.allowedStaleBase, [.strong], "The refusal stale-base was allowed"),
    .finding(.allowedSplitSuspected, [.strong], "The refusal split-suspected was allowed"),
    .finding(.allowedDimensionOnly, [.strong], "The refusal dimension-only was allowed"),
    .finding(.allowedShell, [.strong], "The refusal shell was allowed"),
    .finding(.allowedMixedPeriods, [.strong], "The refusal mixed-periods was allowed"),
    .finding(.allowedUnitMistake, [.strong], "The refusal unit-mistake was allowed"),
  ]

  /// Reported figures that a valuation rests on.
  static let figures: [Definition] = [
    .refusal(.unknownBase, "The reports have no such base period"),
    .finding(
      .priceOfAnotherTime, [.warning],
      limits: [Limit(.warning, .above, 460, .days), Limit(.warning, .below, -90, .days)],
      measure: "days from the balance date to the price", models: .plain, "Price and figures are of different times"
    ),
    .finding(
      .marginAboveHistory, [.warning], limits: [Limit(.warning, .above, 0.02, .points)],
      measure: "highest margin less the highest reported one", models: .operations,
      "Margin goes above the highest of ten years"),
    .finding(
      .splitSuspected, [.strong], isRefusal: true,
      "Counts of shares differ by an integer factor, as after a split; `allow` values it anyway"),
    .finding(
      .dimensionOnly, [.warning, .strong], isRefusal: true,
      "A needed line has no figure for the entire company; `allow` values it anyway"),
    .finding(.shell, [.strong], isRefusal: true, "The company has no revenue; `allow` values it anyway"),
    .finding(
      .mixedPeriods, [.strong], isRefusal: true,
      "Lines of one valuation are of different periods; `allow` values it anyway"),
    .finding(.tagBreak, [.warning, .strong], "A figure breaks off, or changes its concept"),
    .finding(
      .noTrailingMonths, [.warning],
      "The latest twelve months lack a line in some quarters, so the fiscal year is used"),
    .finding(
      .trailingPart, [.warning, .strong], limits: [Limit(.strong, .above, 0.25, .percent)],
      measure: "the omitted part, as a share of the line in the fiscal year",
      "A part of a line is stated only for the fiscal year, so the latest twelve months omit it"),
    .finding(
      .twoBases, [.note], "Long-term debt is stated twice with different amounts, such as carrying and face value"),
    .finding(.foreignCurrency, [.note], "The figures are in a currency other than US dollars"),
    .finding(.dilution, [.note, .warning], "The diluted average of shares is far above the basic one"),
    .finding(.noCoverShares, [.warning], "The count of shares is not one of a cover page"),
    .finding(
      .negativeEquity, [.warning], limits: [Limit(.warning, .below, 0, .number)], measure: "equity at book value",
      models: .plain, "Equity at book value is negative"),
    .finding(.taxWithLosses, [.warning], "The effective tax rate covers years with losses"),
    .finding(
      .olderBalance, [.note, .warning, .strong],
      limits: [Limit(.strong, .above, 0.05, .percent), Limit(.warning, .above, 0.01, .percent)],
      measure: "the amount as a share of the equity",
      "The newest balance sheet does not state a figure, so that of an older one is used"),
    .finding(
      .partialLine, [.warning], "A line is not stated directly and is assembled from others; parts may be missing"),
  ]
}
