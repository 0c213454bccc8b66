import Language
import Platform
import Sessions

extension Execution {
  /// Goes to a session of the history; `move` takes it off there.
  ///
  /// Series that were released are loaded again, with a warning if their source has changed. Bars are no statements: those
  /// that have come since are in the session gone to as well.
  mutating func restore(
    _ snapshot: SessionSnapshot, at span: SourceSpan,
    _ move: (inout SessionHistory, _ from: Session, _ to: Session) -> Void
  ) throws(Diagnostic) {
    let reading: SessionFile.Reading
    do {
      reading = try SessionFile.session(
        of: snapshot, besides: session, environment: environment, columns: state.columns, sources: &sources)
    } catch {
      throw Diagnostic(
        code: Diagnostic.Code(engine: error.code), error.message, at: span, hints: error.hint.map { [$0] } ?? [])
    }
    // An interrupted load has left series out.
    try checkInterruption()
    for finding in reading.findings { warn(finding.diagnostic(at: span)) }
    move(&state.history, session, reading.session)
    state.revision += 1
    session = reading.session
    session.follow(state.newest)
  }
}
