import Language

/// `between` compares; a hint shows how to write a window of dates.
extension Planner {
  /// Refuses dates as the ends of a comparison of numbers, and remarks on ends that are numbers like years.
  mutating func hintAtWindow(
    _ subject: Planned, between ends: (low: (Planned, Expression), high: (Planned, Expression))
  ) throws(Diagnostic) {
    guard subject.kind != .date else { return }
    let (low, high) = (ends.low.1, ends.high.1)
    let hint = "a window of dates is written `since \(low) until \(high)`"
    if ends.low.0.kind == .date, ends.high.0.kind == .date {
      // Days of the bars are the ends of no window.
      let areFixed = isFixed(ends.low.0) && isFixed(ends.high.0)
      throw Diagnostic(
        .wrongKind, "`between` compares, but this is \(subject.kind.described) and those are dates",
        at: low.span.joined(with: high.span), hints: areFixed ? [hint] : [])
    }
    guard subject.kind.isNumeric || subject.kind == .truth, !isFixed(subject), let first = low.writtenYear,
      let last = high.writtenYear, first <= last
    else { return }
    note(
      Diagnostic(
        .yearsCompared, "`between` compares this with the numbers \(first) and \(last)",
        at: low.span.joined(with: high.span), hints: [hint], severity: .note))
  }

  /// Whether a value is the same on all bars.
  private func isFixed(_ planned: Planned) -> Bool {
    guard let node = planned.node else { return true }
    return plan.isScalar(node)
  }
}

extension Expression {
  /// A whole number that looks like a year; nil for anything else.
  fileprivate var writtenYear: Int? {
    guard case .literal(.number(let number), _) = self, number.suffix == .none, let year = Int(number.digits),
      (1900...2100).contains(year)
    else { return nil }
    return year
  }
}
