import Text

extension ValuationCode {
  /// The largest part of a simulation's draws that a model may refuse, as a fraction.
  package static let mostDrawsRefused = 0.10

  /// The values that the approximation of the Investor Tool is held between.
  static let approximationRange = 20.0...800.0

  private static let approximationReference =
    "by the approximation above \(Wording.number(approximationRange.upperBound)) or below "
    + Wording.number(approximationRange.lowerBound)

  /// The severities, limits and models of codes; one without a row refuses the models that are no driver models.
  package static let definitions: [Definition] = [
    // Assumptions as given.
    .refusal(.unknownAssumption, models: .all),
    .refusal(.wrongKind, models: .all),
    .refusal(.notFinite, models: .all),
    .refusal(.nothingToShift, models: .all),
    .refusal(.outOfRange, models: .all),
    .refusal(.wrongPlace, models: .parts),
    .refusal(.unknownPart, models: .parts),
    .refusal(.partName, models: .parts),
    .refusal(.nestedParts, models: .parts),
    .refusal(.partsMixed, models: .parts),
    .refusal(.onlyWithParts, models: .parts),
    .refusal(.sumOfParts, models: .parts),
    .finding(.segmentsTotal, [.note], isRefusal: true, models: .parts),
    // Models that have no value.
    .finding(.bankFCFF, [.strong], isRefusal: true),
    .finding(.marginAboveGross, [.warning], isRefusal: true, models: .all),
    .refusal(.noFirmModel, models: .equity),
    .refusal(.terminalNotBelowCostOfEquity, models: .equity),
    .refusal(.terminalNotBelowROIC, models: .operations),
    .refusal(.terminalNotBelowROE, models: .equity),
    .refusal(.bookNotPositive, models: .residualIncome),
    .refusal(.growthAboveROE, models: .residualIncome),
    .refusal(.dividendNotPositive, models: .ddm),
    .refusal(.dateAfterDividend, models: .ddm),
    .finding(.staleBase, [.strong], isRefusal: true),
    .finding(.unitMistake, [.strong], isRefusal: true),
    // Studies of a value.
    .refusal(.targetMissing, models: .all),
    .refusal(.noInfluence, models: .all),
    .refusal(.noValidModel, models: .all),
    .refusal(.tooManyParts, models: .all),
    .refusal(.differentParts, models: .parts),
    .finding(
      .drawsRefused, [.warning], limits: [Limit(.warning, .above, 0.01, .percent)],
      measure: "refused draws as a share of all", isRefusal: true, models: .plain),
    .refusal(.interrupted, models: .all),
    // The reading of the assumptions.
    .finding(.defaultUsed, [.note], models: .all),
    .finding(.capexReadAsNet, [.note], models: .operations),
    .finding(.pathHeld, [.note]),
    .finding(.baseYearListed, [.warning], models: .operations),
    .finding(.notUsed, [.warning]),
    .finding(.outsidePlausibleRange, [.warning]),
    .finding(.stockCompensation, [.note], models: .operations),
    .finding(
      .farFromBase, [.warning],
      limits: [
        Limit(.warning, .above, 0.05, .points, .assumption(.margin)),
        Limit(.warning, .above, 0.15, .points, .assumption(.growth)),
      ], measure: "distance of year 1 from the base year", models: .operations),
    .finding(
      .marketShare, [.warning], limits: [Limit(.warning, .above, 0.30, .percent)],
      measure: "revenue as a share of the market", isRefusal: true, models: .operations),
    .finding(.researchCapitalised, [.note]),
    .finding(.discountBuilt, [.note], models: .fcff),
    .finding(.costOfEquityBuilt, [.note], models: .equity),
    .finding(
      .baseOld, [.warning, .strong],
      limits: [
        Limit(.strong, .above, FirmModel.staleAge, .years, .models(.fcff)), Limit(.warning, .above, 0.5, .years),
      ], measure: "years from the base year to the valuation", models: .plain),
    .finding(
      .balanceOld, [.note], limits: [Limit(.note, .above, 0.25, .years)],
      measure: "years from the balance date to the valuation", models: .fcff),
    .finding(
      .marketValueOdd, [.warning],
      limits: [Limit(.warning, .above, 50, .times), Limit(.warning, .below, 0.05, .times)],
      measure: "market value over revenue", models: .fcff),
    // Discount rates and returns.
    .finding(
      .discountBelowRiskFree, [.strong], reference: "below risk_free", measure: "lowest discount rate", models: .plain),
    .finding(
      .discountBelowCostOfDebt, [.strong], reference: "below cost_of_debt", measure: "lowest discount rate",
      models: .operations),
    .finding(
      .returnBelowDiscount, [.warning], reference: "below the discount rate", measure: "return on capital",
      models: .fcff),
    .finding(
      .returnBelowCostOfEquity, [.warning], reference: "below cost_of_equity", measure: "return on equity",
      models: .residualIncome),
    .finding(
      .riskCountedTwice, [.warning], limits: [Limit(.warning, .above, 0.15, .percent)],
      measure: "highest discount rate", models: .fcff),
    .finding(.lossWithoutTax, [.note], models: .operations),
    .finding(.lossWithoutDividend, [.note], models: .residualIncome),
    .finding(
      .nolLeft, [.warning], limits: [Limit(.warning, .above, 0, .number)], measure: "losses carried past the forecast",
      models: .fcff),
    .finding(
      .shelteredMultiple, [.warning], limits: [Limit(.warning, .above, 0, .percent)],
      measure: "tax saved by losses as a share of the multiplied figure", models: .operations),
    // The terminal value.
    .finding(
      .terminalShare, [.warning],
      limits: [
        Limit(.warning, .above, 0.85, .percent, .horizon(1...7)),
        Limit(.warning, .above, 0.75, .percent, .horizon(8...50)),
      ], measure: "terminal value as a share of the value", models: [.fcff, .fcfe, .ddm]),
    .finding(
      .terminalGrowthHigh, [.warning, .strong],
      limits: [Limit(.strong, .above, 0.05, .percent), Limit(.warning, .above, 0.04, .percent)],
      reference: "above risk_free if it is given", measure: "perpetual growth", models: .plain),
    .finding(
      .narrowSpread, [.warning, .strong],
      limits: [Limit(.strong, .below, 0.01, .points), Limit(.warning, .below, 0.02, .points)],
      measure: "discount rate less terminal growth", models: .plain),
    .finding(
      .growthCliff, [.warning], limits: [Limit(.warning, .above, 0.03, .points)],
      measure: "growth of the last year less terminal growth", models: .plain),
    .finding(
      .capexBelowDepreciation, [.warning], reference: "below depreciation", measure: "capex as a share of revenue",
      models: .fcff),
    .finding(
      .reinvestmentTooLow, [.warning], limits: [Limit(.warning, .above, 0.30, .percent)],
      reference: "and above twice the discount rate", measure: "return on reinvestment", models: .plain),
    .finding(
      .growthLowersValue, [.warning], reference: "below the discount rate", measure: "return on reinvestment",
      models: .plain),
    .finding(
      .taxHeldLow, [.warning], limits: [Limit(.warning, .below, 0.15, .percent)], measure: "tax after the forecast",
      models: .fcff),
    .finding(
      .taxBelowMarginal, [.warning], limits: [Limit(.warning, .above, 0.05, .points)],
      measure: "marginal_tax less tax after the forecast", models: .fcff),
    .finding(
      .payoutStep, [.note], limits: [Limit(.note, .above, 0.20, .points)],
      measure: "change of payout after the last year", models: [.ddm, .residualIncome]),
    .finding(.hModel, [.note], models: .ddm),
    .finding(.preferredOffBook, [.warning], models: [.ddm, .residualIncome]),
    // From operations to one share.
    .finding(
      .debtAboveValue, [.warning], reference: "above the value of operations", measure: "debt", models: [.fcff, .parts]),
    .finding(
      .cashAboveHalf, [.warning], limits: [Limit(.warning, .above, 0.5, .percent)],
      measure: "cash as a share of the value of operations", models: [.fcff, .parts]),
    .finding(.cashCountsWhole, [.note], models: .fcfe),
    .finding(.cashShort, [.warning], reference: "below operating_cash", measure: "cash", models: .fcfe),
    .finding(.interestAboveIncome, [.warning], reference: "above operating income", measure: "interest", models: .fcfe),
    .finding(
      .debtDrifts, [.warning], limits: [Limit(.warning, .above, 0.03, .points)],
      measure: "growth of debt less terminal growth", models: .fcfe),
    .finding(.leasesInMargin, [.warning], models: .operations),
    .finding(.minorityAtBook, [.warning]),
    .finding(
      .dilutionHigh, [.warning], limits: [Limit(.warning, .above, 0.20, .percent)],
      measure: "options and rsu as a share of the shares", models: .fcff),
    .finding(.oneShare, [.note], models: .ddm),
    .finding(
      .equityNotPositive, [.strong], limits: [Limit(.strong, .below, 0, .number)], measure: "value of one share",
      models: .plain),
    .finding(
      .farFromPrice, [.warning, .strong],
      limits: [
        Limit(.strong, .above, 11, .times), Limit(.strong, .below, 0.1, .times), Limit(.warning, .above, 3, .times),
        Limit(.warning, .below, 1.0 / 3, .times),
      ], measure: "value over price", models: .plain),
    .finding(.minorityAndOwnership, [.note], models: .parts),
    .finding(.partIsEquity, [.note], models: .parts),
    .finding(
      .partBelowZero, [.warning], limits: [Limit(.warning, .below, 0, .number)], measure: "value of the part",
      models: .parts),
    // Refusals that were allowed.
    .finding(.allowedBankFCFF, [.strong]),
    .finding(.allowedStaleBase, [.strong]),
    .finding(.allowedSplitSuspected, [.strong]),
    .finding(.allowedDimensionOnly, [.strong]),
    .finding(.allowedShell, [.strong]),
    .finding(.allowedMixedPeriods, [.strong]),
    .finding(.allowedUnitMistake, [.strong]),
    // Reported figures that a valuation rests on.
    .finding(
      .priceOfAnotherTime, [.warning],
      limits: [Limit(.warning, .above, 460, .days), Limit(.warning, .below, -90, .days)],
      measure: "days from the balance date to the price", models: .plain),
    .finding(
      .marginAboveHistory, [.warning], limits: [Limit(.warning, .above, 0.02, .points)],
      measure: "highest margin less the highest reported one", models: .operations),
    .finding(.splitSuspected, [.strong], isRefusal: true),
    .finding(.dimensionOnly, [.warning, .strong], isRefusal: true),
    .finding(.shell, [.strong], isRefusal: true),
    .finding(.mixedPeriods, [.strong], isRefusal: true),
    .finding(.tagBreak, [.warning, .strong]),
    .finding(.noTrailingMonths, [.warning]),
    .finding(
      .trailingPart, [.warning, .strong], limits: [Limit(.strong, .above, 0.25, .percent)],
      measure: "the omitted part, as a share of the line in the fiscal year"),
    .finding(.twoBases, [.note]),
    .finding(.foreignCurrency, [.note]),
    .finding(.dilution, [.note, .warning]),
    .finding(.noCoverShares, [.warning]),
    .finding(
      .negativeEquity, [.warning], limits: [Limit(.warning, .below, 0, .number)], measure: "equity at book value",
      models: .plain),
    .finding(.taxWithLosses, [.warning]),
    .finding(
      .olderBalance, [.note, .warning, .strong],
      limits: [Limit(.strong, .above, 0.05, .percent), Limit(.warning, .above, 0.01, .percent)],
      measure: "the amount as a share of the equity"),
    .finding(.partialLine, [.warning]),
    // Driver models and their documents.
    .refusal(.unknownBusinessModel, models: .drivers),
    .refusal(.unknownConvention, models: .drivers),
    .refusal(.unknownPreset, models: .drivers),
    .refusal(.sameVariable, models: .drivers),
    .refusal(.revenueIndexNotPositive, models: .drivers),
    .refusal(.badRange, models: .drivers),
    .refusal(.documentNotJSON, models: .drivers),
    .refusal(.documentKeyMissing, models: .drivers),
    .refusal(.documentWrongType, models: .drivers),
    .refusal(.documentNotFinite, models: .drivers),
    .refusal(.unknownStyle, models: .drivers),
    .refusal(.unknownObjective, models: .drivers),
    .refusal(.unknownTerminalMethod, models: .drivers),
    .refusal(.unknownUnit, models: .drivers),
    // Findings about driver models.
    .finding(
      .terminalTooClose, [.note, .warning], limits: [Limit(.warning, .below, 0.005, .points)],
      measure: "discount rate less terminal growth", models: .drivers),
    .finding(.outsideRange, [.warning], models: .drivers),
    .finding(
      .revenueIndexUnusual, [.warning],
      limits: [Limit(.warning, .above, 300, .number), Limit(.warning, .below, 30, .number)],
      measure: "revenue at the horizon, from 100 today", models: .drivers),
    .finding(
      .flowMarginUnusual, [.warning], limits: [Limit(.warning, .above, 0.35, .percent)],
      measure: "free cash flow as a share of revenue", models: .drivers),
    .finding(.defaultExitMultiple, [.note], models: .drivers),
    .finding(.indexNotComparable, [.note], models: .drivers),
    .finding(.presetAgainstBase, [.warning], models: .drivers),
    .finding(.presetStopped, [.note], models: .drivers),
    .finding(.notInDocument, [.warning], models: .drivers),
    .finding(.likeInvestor, [.strong], models: .drivers),
    .finding(.levelAsGrowth, [.warning], models: .drivers),
    .finding(.priceInvented, [.strong], models: .drivers),
    .finding(
      .revenueIndexClamped, [.warning],
      limits: [Limit(.warning, .above, 300, .number), Limit(.warning, .below, 30, .number)],
      measure: "revenue at the horizon, from 100 today", models: .drivers),
    .finding(
      .flowMarginClamped, [.warning],
      limits: [Limit(.warning, .above, 0.35, .percent), Limit(.warning, .below, 0, .percent)],
      measure: "free cash flow as a share of revenue", models: .drivers),
    .finding(
      .flowIndexClamped, [.warning],
      limits: [Limit(.warning, .above, 120, .number), Limit(.warning, .below, 0, .number)],
      measure: "cash flow at the horizon, per 100 of revenue today", models: .drivers),
    .finding(
      .valueClamped, [.warning], limits: [Limit(.warning, .above, 2000, .number), Limit(.warning, .below, 5, .number)],
      reference: approximationReference, measure: "value", models: .drivers),
    .finding(
      .cagrClamped, [.warning],
      limits: [Limit(.warning, .above, 0.5, .percent), Limit(.warning, .below, -0.5, .percent)],
      measure: "annual growth from the price to the value", models: .drivers),
    .finding(
      .discountClamped, [.warning], limits: [Limit(.warning, .below, 0.01, .percent)], measure: "discount rate",
      models: .drivers),
    .finding(
      .terminalGrowthClamped, [.warning], limits: [Limit(.warning, .below, 0.02, .points)],
      measure: "discount rate less terminal growth", models: .drivers),
    .finding(
      .exitMultipleClamped, [.warning], limits: [Limit(.warning, .below, 0.1, .times)], measure: "exit multiple",
      models: .drivers),
  ]
}
