extension AssumptionDefinition {
  /// The assumptions of a sum of the parts, and those that only describe a model.
  static let parts: [AssumptionDefinition] = [
    AssumptionDefinition(
      .value, unit: .money, swing: 0.05, swingIsRelative: true, isFilled: false,
      meaning: "Value of a part that has no model: an amount, or a multiple of a figure"),
    AssumptionDefinition(
      .ownership, unit: .rate, defaultValue: 1, plausible: Bounds(0, 1), hard: Bounds(0, 1), isFilled: false,
      meaning: "Share of a part that belongs to the company"),
    AssumptionDefinition(
      .corporateCosts, unit: .money, defaultValue: 0, hard: .notNegative, swing: 0.05, swingIsRelative: true,
      isFilled: false,
      meaning: "Costs of the centre in the coming year before tax, not borne by any part; they grow at terminal"),
    AssumptionDefinition(
      .holdingDiscount, unit: .rate, defaultValue: 0, plausible: Bounds(0, 0.30), hard: Bounds(0, 1), swing: 0.05,
      isFilled: false, meaning: "Share of the sum of the parts that the market takes off, before the bridge"),
  ]

  /// The assumptions that describe a model and do not enter its value.
  static let descriptions: [AssumptionDefinition] = [
    AssumptionDefinition(
      .base, unit: .text, isFilled: false,
      meaning: "Base period of the company's figures: ltm for the latest twelve months, fy, or a year"),
    AssumptionDefinition(
      .roll, unit: .word, words: ["length", "end"], isFilled: false,
      meaning: "Whether newer figures keep the length of the horizon or its last year"),
    AssumptionDefinition(
      .market, unit: .money, hard: .positive, isFilled: false,
      meaning: "Revenue of all companies in the market in the base year, for the market share of the forecast"),
    AssumptionDefinition(
      .marketGrowth, unit: .rate, defaultValue: 0, plausible: Bounds(-0.10, 0.30), hard: Bounds(-0.90, 3),
      isFilled: false, meaning: "Growth of the market a year"),
  ]

  /// The names of ``descriptions`` and of ``parts``, which leave the plain model a plain model.
  static let notOfTheFirm = Set((parts + descriptions).map(\.key))
}
