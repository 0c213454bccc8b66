/// A discount rate that is built from parts, and built again when a part moves.
struct BuiltDiscount: Sendable {
  /// The numbers that it is built from.
  var parts: CostOfCapital.Parts
  private let start: CostOfCapital.Parts
  private let rating: CreditRating?
  private let costOfDebtElse: Double
  private let bounds = AssumptionName.discount.definition.hard ?? .notNegative

  /// - Returns: nil if the rate is not built, or if a path begins with it.
  init?(_ assumptions: Assumptions, _ model: ResolvedModel, _ context: ResolvedModel.Context) throws(ValuationError) {
    guard context.cost != nil, assumptions[.discount] == nil else { return nil }
    start = try CostOfCapital.Parts(assumptions, lastTax: model.rows.last(.tax))
    parts = start
    rating = try CostOfCapital.rating(assumptions)
    costOfDebtElse = if case .multiple(_, of: .earnings) = model.terminal { 0 } else { .nan }
  }

  /// Whether the rate can depend on an assumption.
  static func dependsOn(_ name: AssumptionName) -> Bool { name == .tax || CostOfCapital.Parts.place(of: name) != nil }

  /// True if another rate is built up in the same way, possibly from other numbers.
  func isBuiltAlike(_ other: BuiltDiscount) -> Bool {
    rating == other.rating && costOfDebtElse.isNaN == other.costOfDebtElse.isNaN
  }

  /// The number that a part had at the start, by the bytes before it.
  func given(at offset: Int) -> Double {
    withUnsafeBytes(of: start) { $0.load(fromByteOffset: offset, as: Double.self) }
  }

  /// Gives a part another number, by the bytes before it.
  mutating func put(_ number: Double, at offset: Int) {
    withUnsafeMutableBytes(of: &parts) { $0.storeBytes(of: number, toByteOffset: offset, as: Double.self) }
  }

  /// The rate; `nil` if it is refused.
  func rate() -> Double? {
    guard let rate = try? CostOfCapital(parts, rating: rating).rate, bounds.contains(rate) else { return nil }
    return rate
  }

  /// The cost of debt before tax.
  var costOfDebt: Double {
    let cost = parts.costOfDebt(rating)
    return cost.isNaN ? costOfDebtElse : cost
  }
}
