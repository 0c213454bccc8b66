import Text

extension ValuationCode {
  /// Driver models and their documents.
  static let drivers: [Definition] = [
    .refusal(.unknownBusinessModel, models: .drivers, "No business model has this name"),
    .refusal(.unknownConvention, models: .drivers, "No convention of driver models has this name"),
    .refusal(.unknownPreset, models: .drivers, "No preset has this name"),
    .refusal(.sameVariable, models: .drivers, "Both axes of a grid move the same assumption"),
    .refusal(.revenueIndexNotPositive, models: .drivers, "The drivers take revenue to 0 or below"),
    .refusal(.badRange, models: .drivers, "A usual range begins with its larger end"),
    .refusal(.documentNotJSON, models: .drivers, "A document is not JSON"),
    .refusal(.documentKeyMissing, models: .drivers, "A document lacks a key"),
    .refusal(.documentWrongType, models: .drivers, "A value of a document is of another type"),
    .refusal(.documentNotFinite, models: .drivers, "A number of a document is missing or not finite"),
    .refusal(.unknownStyle, models: .drivers, "A document names a style that does not exist"),
    .refusal(.unknownObjective, models: .drivers, "A document names an objective that does not exist"),
    .refusal(.unknownTerminalMethod, models: .drivers, "A document names a terminal method that does not exist"),
    .refusal(.unknownUnit, models: .drivers, "A document names a unit that does not exist"),
  ]

  /// The values that the approximation of the Investor Tool is held between.
  static let approximationRange = 20.0...800.0

  private static let approximationReference =
    "by the approximation above \(Wording.number(approximationRange.upperBound)) or below "
    + Wording.number(approximationRange.lowerBound)

  /// Findings about driver models.
  static let driverFindings: [Definition] = [
    .finding(
      .terminalTooClose, [.note, .warning], limits: [Limit(.warning, .below, 0.005, .points)],
      measure: "discount rate less terminal growth", models: .drivers,
      "Terminal growth is too close to the discount rate and is lowered"),
    .finding(.outsideRange, [.warning], models: .drivers, "A driver or a field lies outside its usual range"),
    .finding(
      .revenueIndexUnusual, [.warning],
      limits: [Limit(.warning, .above, 300, .number), Limit(.warning, .below, 30, .number)],
      measure: "revenue at the horizon, from 100 today", models: .drivers,
      "Revenue leaves its usual range over the horizon"),
    .finding(
      .flowMarginUnusual, [.warning], limits: [Limit(.warning, .above, 0.35, .percent)],
      measure: "free cash flow as a share of revenue", models: .drivers, "Free cash flow is an unusual share of revenue"
    ),
    .finding(.defaultExitMultiple, [.note], models: .drivers, "No exit multiple is given, so the usual one is used"),
    .finding(
      .indexNotComparable, [.note], models: .drivers, "The value is an index, which cannot be compared with a price"),
    .finding(.presetAgainstBase, [.warning], models: .drivers, "A preset moves a value to the other side of the base"),
    .finding(.presetStopped, [.note], models: .drivers, "A preset would leave a range and stops at its end"),
    .finding(.notInDocument, [.warning], models: .drivers, "A saved document cannot hold part of the model"),
    .finding(
      .likeInvestor, [.strong], models: .drivers, "The model follows the Investor Tool, limits and defects included"),
    .finding(.levelAsGrowth, [.warning], models: .drivers, "A level counts as growth, as in the Investor Tool"),
    .finding(
      .priceInvented, [.strong], models: .drivers,
      "No price is known, so one is invented from the symbol, as in the Investor Tool"),
    .finding(
      .revenueIndexClamped, [.warning],
      limits: [Limit(.warning, .above, 300, .number), Limit(.warning, .below, 30, .number)],
      measure: "revenue at the horizon, from 100 today", models: .drivers,
      "The revenue index is cut off, as in the Investor Tool"),
    .finding(
      .flowMarginClamped, [.warning],
      limits: [Limit(.warning, .above, 0.35, .percent), Limit(.warning, .below, 0, .percent)],
      measure: "free cash flow as a share of revenue", models: .drivers,
      "The cash flow margin is cut off, as in the Investor Tool"),
    .finding(
      .flowIndexClamped, [.warning],
      limits: [Limit(.warning, .above, 120, .number), Limit(.warning, .below, 0, .number)],
      measure: "cash flow at the horizon, per 100 of revenue today", models: .drivers,
      "The cash flow index is cut off, as in the Investor Tool"),
    .finding(
      .valueClamped, [.warning], limits: [Limit(.warning, .above, 2000, .number), Limit(.warning, .below, 5, .number)],
      reference: approximationReference, measure: "value", models: .drivers,
      "The value is cut off, as in the Investor Tool"),
    .finding(
      .cagrClamped, [.warning],
      limits: [Limit(.warning, .above, 0.5, .percent), Limit(.warning, .below, -0.5, .percent)],
      measure: "annual growth from the price to the value", models: .drivers,
      "The annual growth to the value is cut off, as in the Investor Tool"),
    .finding(
      .discountClamped, [.warning], limits: [Limit(.warning, .below, 0.01, .percent)], measure: "discount rate",
      models: .drivers, "The discount rate is cut off, as in the Investor Tool"),
    .finding(
      .terminalGrowthClamped, [.warning], limits: [Limit(.warning, .below, 0.02, .points)],
      measure: "discount rate less terminal growth", models: .drivers,
      "Terminal growth is cut off, as in the Investor Tool"),
    .finding(
      .exitMultipleClamped, [.warning], limits: [Limit(.warning, .below, 0.1, .times)], measure: "exit multiple",
      models: .drivers, "The exit multiple is cut off, as in the Investor Tool"),
  ]
}
