import Language
import OrderedCollections
import Reports
import Text

extension Execution {
  /// The backtest of a name, or the last one.
  package mutating func backtest(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> BacktestReport {
    guard let word else {
      if let last = session.results.values.last(where: { $0.backtest != nil && $0.name == session.lastResult })
        ?? session.results.values.last(where: { $0.backtest != nil }), let report = last.backtest
      {
        return report
      }
      throw Diagnostic(.noResult, "there is no backtest yet", at: span, hints: ["`backtest STRATEGY` makes one"])
    }
    var name = try text(word)
    if name == "_" {
      if let last = session.lastWithoutName {
        throw Diagnostic(
          .unknownResult, "`_` is the last result, a \(last.kind), not a backtest", at: word.span,
          hints: session.lastResult.map { ["`\($0)` is the last result with a name"] } ?? [])
      }
      name = session.lastResult ?? name
    }
    guard let result = session.results[name] else {
      let hint = Spelling.hint(for: name, in: Array(session.results.keys))
      throw Diagnostic(
        .unknownResult, "there is no result `\(name)`", at: word.span,
        hints: [
          hint
            ?? (session.strategies[name] == nil
              ? "`backtest STRATEGY as \(name)` makes one" : "`backtest \(name)` makes one")
        ])
    }
    if let absent = result.absent {
      throw Diagnostic(
        .unknownResult, "only the numbers of `\(name)` are available: \(absent.reason)", at: word.span,
        hints: ["`print \(name).sharpe_ratio` shows one; running it again gives the rest"])
    }
    guard let report = result.backtest else {
      if let list = result.whole as? BacktestList {
        throw Diagnostic(
          .unknownResult, "`\(name)` is a list of backtests, but one is needed here", at: word.span,
          hints: ["its backtests are \(Wording.list(list.runs.map { "`\($0.name)`" }))"])
      }
      throw Diagnostic(.unknownResult, "`\(name)` is a \(result.kind), not a backtest", at: word.span)
    }
    return report
  }
}
