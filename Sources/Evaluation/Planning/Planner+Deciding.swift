import Language

/// Values that decide something: rules, sizes, arguments and settings of backtests, conditions of a scan.
extension Planner {
  /// Refuses a value that depends on later bars; nothing that decides may.
  ///
  /// - Throws: `hindsight-in-rule`, which points at the value and at the place where it began to look ahead.
  public func refuse(lookAhead planned: Planned, at span: SourceSpan) throws(Diagnostic) {
    guard let origin = planned.lookAhead else { return }
    if let reason = valuationLookAhead[origin] { throw Diagnostic(reason, at: origin) }
    throw Diagnostic(lookAheadAt: span, origin: origin)
  }
}

extension Diagnostic {
  /// The refusal of a value that decides and depends on later bars.
  public init(lookAheadAt span: SourceSpan, origin: SourceSpan? = nil) {
    self.init(
      .lookAheadInRule, "this depends on later bars, so it cannot decide anything", at: span,
      hints: ["`mean(x, n)` looks back over n bars, `cumulative(x)` over all earlier ones"])
    if let origin, origin != span { self = pointing(at: origin, "this looks at later bars") }
  }

  /// The refusal of a valuation that looks ahead in a rule.
  public init(_ reason: IntrinsicValues.LookAhead, at span: SourceSpan?) {
    self.init(.lookAheadInRule, reason.message, at: span, hints: reason.hints)
  }
}
