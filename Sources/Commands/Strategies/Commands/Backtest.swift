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
    discussion: """
      Orders decided at a bar's close fill at the next open; then stops, trails and targets work inside the bar; \
      at the close the rules decide, exits first. Every assumption is printed with the result. Settings are \
      those of `settings`, for this run only; `best of` begins with those of its sweep. With several symbols each is a run of its own with the full cash.

      `against QQQ` compares the returns with another series, for alpha, beta, information ratio and capture; without it \
      they are compared with buy and hold on the same bars. For an account that is equal parts of its symbols; one that begins later \
      gets such a part when it begins, from all others alike.

      `in one account` shares the cash between the symbols. At each open exits are filled first, then \
      entries, as long as there is money. Its terms are among the settings: `positions 10` holds at most ten \
      symbols, each with a tenth of the equity if the strategy has no `size`; `prefer returns(20)` ranks \
      simultaneous entries, the highest first; `limit 20%` is the most of the equity that a symbol gets, of the same equity \
      as its `size`; `group \
      sector hold 2 limit 40%` bounds the symbols that have the same word in that column of the universe's file. A \
      universe with dates is entered only by its members, which stay until the rules sell them. Inside a bar no entry spends what an exit of another symbol brings \
      in, and a place that a stop or a target frees is free from the next bar on; a place freed at the open is free \
      at that open. On a day without a bar a symbol keeps its place at its last price, and its orders wait for \
      its next bar. One without a bar on ten days of the others has ended and is sold at its last price, with costs, as `ended`.

      `set max_volume 5%` lets the fills of a bar take 5% of its volume together. An entry is cut to that. An exit fills that \
      much, and the rest of it continues at the next opens as a market order, whether a rule, a stop, a target or \
      the clock has triggered it; a new entry waits until all is sold. A bar without volume fills nothing; if the volume is \
      missing, nothing is cut. Forced exits are not cut: the end of the data or of a symbol, a ruin, a margin call.

      The certificate comes before the last line. Three prefixes of the data are run again, each without a later bar: the rules use \
      none if signals and equity are the same. The total return with each rule read one bar later shows how \
      much rests on acting at once; `no worse` if nothing does. A trade is ambiguous if one bar reached its stop and its target, or its entry and \
      its own stop, and only the prices inside would show which came first: the two total returns take the worse and the \
      better. A replay cannot find look-ahead in the data: columns of files in the rules are compared with the prices of \
      the next twenty bars and the returns of the next 1, 5 and 20, as is each rule itself, and named if they go with \
      them more than by chance. Trials are the different runs on these data so far. It costs up to five backtests; \
      `with certificate off` leaves it out.

      The last line is the verdict: whether the gain is more than the luck of the best of that many trials (the deflated \
      Sharpe ratio reaches 95%, on at least 10 closed trades), and whether it is more than buy and hold made.
      """,
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
