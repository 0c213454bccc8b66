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
    // A portfolio takes no terms of an account: it refuses them among its settings.
    let account = call.span(of: .inOneAccount)
    let isPortfolio = try portfolio(subject, on: symbols, inOneAccount: account) != nil
    let (terms, own) = try isPortfolio ? (nil, given) : sharedTerms(given, inOneAccount: account)
    var settings = try settings(own)
    if let word = call[.benchmark] { settings.benchmark = try loadedSeries(word).name }
    let shared = try ground(
      of: subject, on: symbols, [SweepVariant(settings: settings, tried: [], terms: terms)], inOneAccount: account,
      at: call.commandSpan)
    var grounds: [RunGround] = []
    if let shared {
      grounds = [shared]
    } else if symbols.isEmpty {
      grounds = [RunGround(try activeSeries(at: call.commandSpan))]
    } else {
      grounds = try loadedSeries(symbols).map { RunGround(seriesInSession($0)) }
      try noteDatesPassedOver(symbols)
    }
    var runs: [BacktestReport] = []
    for ground in grounds {
      let name = try text(subject.name)
      let range = try bars(call.window, in: ground.series(named: name))
      do throws(Diagnostic) {
        let report = try run(
          subject, on: ground, settings: settings, range: range, at: call.commandSpan, certifies: true)
        runs.append(chosen(report, best, typed, remark))
      } catch {
        // Each symbol has its own run: if the user stops, the earlier ones are kept.
        guard !runs.isEmpty, error.code == .interrupted, environment.monitor.isStopped else { throw error }
        try keepPart(runs.count, of: grounds.count, "symbols", "the others were not run", at: call.commandSpan)
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
