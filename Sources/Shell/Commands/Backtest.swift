import Backtesting
import Evaluation
import Indicators
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Strategies
import Text
import Workspace

extension Command {
  static let backtest = Command(
    CommandSyntax(
      "backtest",
      forms: [
        CommandSyntax.Form(
          "", [.required(.strategy)],
          clauses: [
            .clause("on", .symbols),
            .window, .clause("with", .runSettings), .reserved("in one account"),
          ])
      ], showsResultName: true),
    category: .strategies, summary: "Runs a strategy on the bars and says what it would have earned.",
    discussion: """
      Orders decided at a bar's close fill at the next open; then stops, trails and targets work inside the bar; \
      at the close the rules decide, exits first. Every assumption is printed with the result. Settings are \
      those of `settings`, for this run only. With several symbols each is a run of its own with the full cash.
      """,
    examples: [
      "backtest cross", "backtest cross(fast=8, slow=21) since 2010 with cash 100k, commission 0.1% as trial",
      "backtest cross on SPY, AAPL",
    ], changesSession: true
  ) { execution, call throws(Diagnostic) in
    try execution.backtest(call)
  }
}

extension Execution {
  fileprivate mutating func backtest(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.strategy]
    let symbols = call[.symbols] ?? []
    var runs: [BacktestReport] = []
    let targets: [(String, Evaluation.Series)]
    if symbols.isEmpty {
      let series = try activeSeries(at: call.commandSpan)
      targets = [(series.name, series)]
    } else {
      targets = try loadedSeries(symbols).map { ($0.name, seriesInSession($0)) }
    }
    let settings = try settings(call[.runSettings] ?? [])
    for (name, series) in targets {
      let range = try bars(call.window, in: series)
      runs.append(
        try run(subject, on: series, named: name, settings: settings, range: range, at: call.commandSpan))
    }
    if let only = runs.first, runs.count == 1 { return only }
    return BacktestList(runs: runs)
  }
}
