import Calendar
import Presentation
import Valuation

/// The assumptions that a value rests on, with their sources.
struct AssumptionsInUse {
  /// Those that have a say.
  let shown: [Assumption]
  /// The names of reported figures that have none.
  let withoutInfluence: [String]

  /// The assumptions of a valuation that affect its value.
  ///
  /// Typed assumptions and those of a scenario are always shown. If another number in its place would leave the value
  /// the same double, a default is left out, and a reported figure only named.
  init(_ result: ValuationResult) {
    let all = result.assumptions
    var shown: [Assumption] = []
    var idle: [String] = []
    for assumption in all.flat {
      switch assumption.source {
      case .typed, .scenario, .outside: shown.append(assumption)
      case .default: if Self.counts(assumption, in: result) { shown.append(assumption) }
      case .fundamentals:
        if Self.counts(assumption, in: result) { shown.append(assumption) } else { idle.append(assumption.name) }
      }
    }
    self.shown = shown
    withoutInfluence = idle
  }

  /// Whether the value would be another one with another number.
  private static func counts(_ assumption: Assumption, in result: ValuationResult) -> Bool {
    // The price is only compared with the value, and currencies only label its numbers.
    if [.price, .currency, .priceCurrency].contains(assumption.key) { return assumption.key == .price }
    guard let definition = AssumptionDefinition.named(assumption.name) else { return true }
    let change: Assumptions.Change
    switch assumption.value {
    case .word(let word) where definition.unit == .date:
      // One of the neighbouring days may lie outside of the year that it must lie in.
      guard let day = CivilDate(iso8601: word) else { return true }
      return [-1, 1].contains { days in
        let moved = try? result.assumptions.with([.set(Assumption(assumption.name, word: "\(day.adding(days: days))"))])
        return moved.flatMap { try? DiscountedCashFlow.valuePerShare(of: $0) }.map { $0 != result.valuePerShare }
          ?? false
      }
    case .word(let word):
      guard let other = definition.words.first(where: { $0 != word }) else { return true }
      change = .set(Assumption(assumption.name, word: other))
    case .scalar where definition.unit == .years: change = .shift(assumption.name, Assumption.Shift(.add, 1))
    case .scalar(let number) where number != 0 && definition.unit != .rate:
      change = .shift(assumption.name, Assumption.Shift(.multiply, 1.01))
    case .scalar, .path, .terminal, .priced: change = .shift(assumption.name, Assumption.Shift(.add, 0.001))
    }
    guard let moved = try? result.assumptions.with([change]),
      let value = try? DiscountedCashFlow.valuePerShare(of: moved)
    else { return true }
    return value != result.valuePerShare
  }

  /// The assumptions as a table, with the reasons that were given.
  var table: Table {
    let hasReasons = shown.contains { $0.reason != nil }
    return Table(
      columns: [.text("assumption", .name), .text("value").wrapping, .text("source", .dim).wrapping]
        + (hasReasons ? [.text("reason").wrapping] : []),
      rows: shown.map { assumption in
        [.text(assumption.name), .text(assumption.text.withShortLists), .text(assumption.source.brief)]
          + (hasReasons ? [.text(assumption.reason ?? "")] : [])
      })
  }
}
