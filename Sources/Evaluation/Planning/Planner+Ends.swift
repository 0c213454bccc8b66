import Calendar
import Columns
import Language

/// The two ends of `between` and of `clamp`: nothing lies between them if they are in the wrong order.
extension Planner {
  /// Refuses ends that are known and not in order; those that parameters decide are checked with these.
  ///
  /// - Parameters:
  ///   - what: what has the ends, in words.
  ///   - subject: the value between, if the hint shows the intended form.
  mutating func requireOrder(
    of low: (Planned, Expression), _ high: (Planned, Expression), _ what: String, subject: Expression
  ) throws(Diagnostic) {
    if let first = low.0.node, let last = high.0.node, low.0.kind.isNumeric, high.0.kind.isNumeric,
      plan.constantValue(first) == nil || plan.constantValue(last) == nil, plan.isScalar(first), plan.isScalar(last),
      !plan.isPerBar(first), !plan.isPerBar(last)
    {
      plan.note(ends: EndsInOrder(what: what, distance: add(.operation(.subtract, [last, first]))))
    }
    guard isAfter(low.0, high.0) else { return }
    let swapped =
      what == "`clamp`" ? "clamp(\(subject), \(high.1), \(low.1))" : "\(subject) between \(high.1) and \(low.1)"
    var hints = ["write `\(swapped)`"]
    if case .name(let name, _) = subject, Self.roundNames.contains(name), what != "`clamp`" {
      hints.append("over the end of the round: `\(subject) >= \(low.1) or \(subject) <= \(high.1)`")
    }
    throw Diagnostic(
      .reversedEnds, "nothing lies between \(low.1) and \(high.1): the smaller end comes first",
      at: low.1.span.joined(with: high.1.span), hints: hints)
  }

  /// The fields whose values start again after the last one.
  private static let roundNames: Set<String> = ["clock", "month", "day", "weekday", "hour", "minute"]

  /// True if one value is known to be above another one.
  private func isAfter(_ first: Planned, _ second: Planned) -> Bool {
    if let one = first.node, let other = second.node, let one = plan.constantValue(one),
      let other = plan.constantValue(other)
    {
      return one > other
    }
    switch (first.content, second.content) {
    case (.value(.text(let one)), .value(.text(let other))):
      return other.unicodeScalars.lexicographicallyPrecedes(one.unicodeScalars)
    default: break
    }
    guard let start = start(of: first), let end = end(of: second) else { return false }
    return start > end
  }

  private func start(of planned: Planned) -> Timestamp? { range(of: planned)?.start }

  private func end(of planned: Planned) -> Timestamp? { range(of: planned)?.end }

  private func range(of planned: Planned) -> DateRange? {
    guard case .value(.date(let date)) = planned.content else { return nil }
    return DateRange(date, zone: .utc, today: today)
  }
}

/// Two ends that parameters decide.
struct EndsInOrder: Sendable {
  /// The construct that has the ends, in words.
  let what: String
  /// The upper end less the lower one.
  let distance: NodeID
}
