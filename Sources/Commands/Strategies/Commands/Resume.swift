import Backtesting
import Language
import Platform
import Reports
import Robustness
import Sessions
import Strategies
import Work

extension Execution {
  /// Continues the statement that Ctrl-C stopped last.
  package mutating func resume(at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    guard let stopped = state.stopped else {
      throw Diagnostic(
        .noResult, "there is nothing to resume", at: span,
        hints: ["Ctrl-C stops a `sweep`, a `search` or a `walkforward` and keeps the part it has computed"])
    }
    state.stopped = nil
    // The name still means the partial result, so it is free.
    resultName = resultName ?? stopped.name
    switch stopped.call.command {
    case "search": return try searched(stopped.call, try stopped.call[.searched], after: stopped)
    case "walkforward": return try walkForward(stopped.call, after: stopped)
    default: return try sweep(stopped.call, after: stopped)
    }
  }

  /// The rows of the stopped run; none if there is none.
  ///
  /// - Throws: if its rules, settings or data differ from those of the statement.
  package func rows(of stopped: StoppedRun?, _ bases: [TrialBasis], at span: SourceSpan) throws(Diagnostic)
    -> [SweepRow]
  {
    guard let stopped else { return [] }
    guard stopped.bases == bases else {
      throw Diagnostic(
        .noResult, "the stopped statement used other rules, settings or data", at: span,
        hints: ["`\(stopped.call.command) …` typed again starts over"])
    }
    return stopped.rows
  }

  /// How many independent trials those of a sweep are worth, by the returns of a sample of them.
  func independence(
    of sweep: SweepRun, among count: Int, refusing refusal: (RunFailure) -> Diagnostic
  ) throws(Diagnostic) -> SweepReport.Independence? {
    guard count > 2, !environment.monitor.isStopped, !sweep.run.ground.kind.isOfMany else { return nil }
    do throws(RunFailure) {
      return SweepReport.Independence(of: try sweep.sampledReturns(SweepReport.Independence.sampled), among: count)
    } catch {
      if environment.monitor.isStopped { return nil }
      throw refusal(error)
    }
  }

  /// How many independent trials some rows are worth, by the returns of those at places that are spread over all.
  package func independence(
    among count: Int, _ returns: (_ places: [Int]) throws(RunFailure) -> ReturnMatrix,
    refusing refusal: (RunFailure) -> Diagnostic
  ) throws(Diagnostic) -> SweepReport.Independence? {
    guard count > 2, !environment.monitor.isStopped else { return nil }
    let sampled = min(SweepReport.Independence.sampled, count)
    do throws(RunFailure) {
      return SweepReport.Independence(
        of: try returns((0..<sampled).map { $0 * (count - 1) / (sampled - 1) }), among: count)
    } catch {
      if environment.monitor.isStopped { return nil }
      throw refusal(error)
    }
  }
}
