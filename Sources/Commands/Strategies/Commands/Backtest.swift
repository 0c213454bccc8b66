import Backtesting
import Columns
import Evaluation
import Indicators
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Strategies
import Text
import Work
import Workspace

extension Command {
  package static let backtest = Command(
    CommandSyntax(
      "backtest",
      forms: [
        CommandSyntax.Form(
          "", [.required(.strategy)],
          clauses: [
            .clause("on", .symbols), .clause("against", .benchmark),
            .window, .clause(.inOneAccount), .clause("with", .runSettings),
          ]),
        CommandSyntax.Form(
          "best", [.keyword("best"), .keyword("of"), .required(.sweep)],
          clauses: [
            .clause("on", .symbols), .clause("against", .benchmark), .window, .clause(.inOneAccount),
            .clause("with", .runSettings),
          ]),
      ], showsResultName: true),
    category: .strategies, summary: "Runs a strategy on the bars and shows what it would have earned.",
    discussion: .page("backtest"),
    examples: [
      "backtest cross", "backtest cross(fast=8, slow=21) since 2010 with cash 100k, commission 0.1% as trial",
      "backtest cross on SPY, AAPL", "backtest cross on SPY, AAPL in one account with positions 2, prefer returns(20)",
      "sweep cross(fast=5..15 step 5, slow=20..40 step 5) until 2011 as grid; backtest best of grid since 2012",
      "backtest cross since 2010 against AAPL",
    ], changesSession: true
  ) { execution, call throws(Diagnostic) in
    try execution.backtest(call)
  }
}

extension Execution {
  fileprivate mutating func backtest(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let best = call.form == "best" ? try bestCombination(of: try call[.sweep]) : nil
    let subject = if let best { best.subject } else { try call[.strategy] }
    let symbols = call[.symbols] ?? []
    let typed = call[.runSettings] ?? []
    let isShared = call.has(.inOneAccount)
    let given = best?.settings(before: typed, inOneAccount: isShared) ?? typed
    let remark = best?.settingsRemark(before: typed, inOneAccount: isShared) { sources.text(of: $0) }
    if try portfolio(subject, on: symbols, inOneAccount: call.span(of: .inOneAccount)) != nil {
      var settings = try settings(given)
      if let word = call[.benchmark] { settings.benchmark = try loadedSeries(word).name }
      return chosen(
        try runPortfolio(subject, settings: settings, window: call.window, at: call.commandSpan), best, typed, remark)
    }
    var runs: [BacktestReport] = []
    let targets: [(String, Evaluation.Series)]
    if symbols.isEmpty {
      let series = try activeSeries(at: call.commandSpan)
      targets = [(series.name, series)]
    } else {
      targets = try loadedSeries(symbols).map { ($0.name, seriesInSession($0)) }
    }
    let (terms, own) = try sharedTerms(given, inOneAccount: call.span(of: .inOneAccount))
    var settings = try settings(own)
    if let word = call[.benchmark] { settings.benchmark = try loadedSeries(word).name }
    if let terms {
      return chosen(
        try runShared(
          subject, on: symbols, targets.map(\.1), terms: terms, settings: settings, window: call.window,
          at: call.commandSpan), best, typed, remark)
    }
    try noteDatesPassedOver(symbols)
    for (name, series) in targets {
      let range = try bars(call.window, in: series)
      do throws(Diagnostic) {
        let report = try run(
          subject, on: series, named: name, settings: settings, range: range, at: call.commandSpan, certifies: true)
        runs.append(chosen(report, best, typed, remark))
      } catch {
        // Each symbol has its own run: if the user stops, the earlier ones are kept.
        guard !runs.isEmpty, error.code == .interrupted, environment.monitor.isStopped else { throw error }
        try keepPart(runs.count, of: targets.count, "symbols", "the others were not run", at: call.commandSpan)
        break
      }
    }
    if let only = runs.first, runs.count == 1 { return only }
    return BacktestList(runs: runs)
  }

  /// A report with the words about how its parameters were chosen, if a sweep chose them, and its settings.
  private func chosen(
    _ report: BacktestReport, _ best: BestCombination?, _ typed: [Setting], _ remark: String?
  ) -> BacktestReport {
    guard let best else { return report }
    var report = report
    let range = report.result.range
    let days = [range.lowerBound, range.upperBound - 1].map { String(report.label($0).prefix(10)) }
    report.notes.append(best.remark(runSince: days[0], until: days[1], series: report.series.name))
    if let remark { report.notes.append(remark) }
    if let changed = best.changedRemark(of: report, typed: typed) { report.notes.append(changed) }
    return report
  }
}
