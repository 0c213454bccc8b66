import Accounts
import Backtesting
import Bookkeeping
import Calendar
import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Sessions
import Sourcing
import Strategies
import Text
import Workspace

/// The forms of `runs`.
private enum RunsForm: String {
  case list, check
}

/// A run as its list has it.
private struct ListedRun: Sendable {
  var run: PaperRun
  var bars: [PaperRun.Bar]
  var fills: Int
  /// True if this program trades it.
  var since: Int64?
  var now: Int64
  var zone: Zone

  var state: String { run.ended != nil ? "off" : since == nil ? "waits for `run`" : "on" }

  static let fields: [Field<ListedRun>] = [
    .integer(.integer("run"), .never) { $0.run.id }, .text(.text("strategy", .name), .never) { $0.run.strategy },
    .text(.text("series"), .never) { $0.run.series }, .text(.text("state"), .never) { $0.state },
    .integer(.integer("bars"), .never) { $0.bars.count }, .integer(.integer("fills"), .never) { $0.fills },
    .number(.number("equity")) { $0.bars.last?.equity ?? $0.run.cash },
    .number(.number("cash")) { $0.bars.last?.cash ?? $0.run.cash },
    .text(.text("uptime")) { item in item.since.map { Execution.seconds(max(0, item.now - $0)) } },
    .ledgerTime(.date("since"), .never) { LedgerTime($0.run.began, isDay: false, in: $0.zone) },
    .text(.text("account"), .never) { $0.run.account },
  ]
}

/// A difference between what a run did and the backtest on the bars that there are now.
private struct RunDifference: Sendable {
  var run: PaperRun
  var time: Timestamp
  var what: String
  var paper: String
  var backtest: String
  var zone: Zone

  static let fields: [Field<RunDifference>] = [
    .integer(.integer("run"), .never) { $0.run.id }, .text(.text("strategy", .name), .never) { $0.run.strategy },
    .text(.text("series"), .never) { $0.run.series },
    .ledgerTime(.date("bar"), .never) { LedgerTime($0.time, isDay: false, in: $0.zone) },
    .text(.text("what"), .never) { $0.what }, .text(.text("paper").wrapping, .never) { $0.paper },
    .text(.text("backtest").wrapping, .never) { $0.backtest },
  ]
}

extension Command {
  package static let runs = Command(
    CommandSyntax(
      "runs",
      forms: [
        CommandSyntax.Form(RunsForm.list, [.optional(role: .account)], clauses: .list(ListedRun.fields.names())),
        CommandSyntax.Form(
          RunsForm.check, [.keyword("check"), .optional(role: .account)], clauses: .list(RunDifference.fields.names())),
      ]),
    category: .accounts,
    summary: "Lists the strategies that trade in an account; `check` compares them with backtests.",
    discussion: """
      A run that another program began, or an earlier one, waits for its `run` statement here. `check` runs the backtest \
      of each run on the bars that there are now, and lists each bar that came late or was corrected since, the \
      first bar from which on the equity differs by a bit, and each fill that is another one. Nothing is listed if all are \
      equal.
      """,
    examples: ["runs", "runs check"]
  ) { execution, call throws(Diagnostic) in
    let (_, account) = try execution.account(call[.account], at: call.commandSpan)
    return try call.form(of: RunsForm.self) == .check
      ? execution.checkRuns(call, account.account) : execution.listRuns(call, account.account)
  }
}

extension Execution {
  private func seen(
    _ run: PaperRun, at span: SourceSpan
  ) throws(Diagnostic) -> (bars: [PaperRun.Bar], fills: [PaperRun.Fill]) {
    do throws(BookError) {
      return (try state.book.bars(of: run, environment), try state.book.fills(of: run, environment))
    } catch { throw diagnostic(error, at: span) }
  }

  fileprivate mutating func listRuns(
    _ call: CommandCall, _ account: Account
  ) throws(Diagnostic) -> any StatementResult {
    var listed: [ListedRun] = []
    for run in try runs(of: account.name, at: call.commandSpan) {
      let (bars, fills) = try seen(run, at: call.commandSpan)
      listed.append(
        ListedRun(
          run: run, bars: bars, fills: fills.count, since: state.traders.first { $0.run == run.id }?.since,
          now: state.live.now, zone: account.zone))
    }
    let frame = ItemFrame(one: "a run", many: "runs", listed, ListedRun.fields)
    let listing = try listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing),
      notes: listed.isEmpty
        ? ["nothing trades in `\(account.name)`: `run swing on GPIX in \(account.name)`"] : listing.notes,
      details: listing.details + [("account", .string(account.name))])
  }

  fileprivate mutating func checkRuns(
    _ call: CommandCall, _ account: Account
  ) throws(Diagnostic) -> any StatementResult {
    var differences: [RunDifference] = []
    var notes: [String] = []
    for run in try runs(of: account.name, at: call.commandSpan) {
      guard let trader = state.traders.first(where: { $0.run == run.id }) else { continue }
      let (bars, fills) = try seen(run, at: call.commandSpan)
      guard let first = bars.first, let last = bars.last else { continue }
      let own = try check(run, trader, bars, fills, account.zone)
      differences += own
      let span =
        "\(NumberText.counted(bars.count, "bar")) from \(account.zone.iso8601(first.time)) to \(account.zone.iso8601(last.time))"
      notes.append(
        "\(run.strategy) on \(run.series): \(span), \(NumberText.counted(fills.count, "fill")): "
          + (own.isEmpty ? "equal to the backtest, to the last bit" : NumberText.counted(own.count, "difference")))
    }
    let frame = ItemFrame(one: "a difference", many: "differences", differences, RunDifference.fields)
    let listing = try listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing),
      notes: notes.isEmpty ? ["no run of this program has seen a bar yet"] : notes + listing.notes,
      details: listing.details + [("account", .string(account.name))])
  }

  /// The differences of a run to the backtest on the bars of its series.
  private mutating func check(
    _ run: PaperRun, _ trader: PaperTrader, _ seen: [PaperRun.Bar], _ fills: [PaperRun.Fill], _ zone: Zone
  ) throws(Diagnostic) -> [RunDifference] {
    guard let loaded = session.series[run.series] else { return [] }
    let bars = loaded.series.bars
    func differs(_ time: Timestamp, _ what: String, _ paper: String, _ backtest: String) -> RunDifference {
      RunDifference(run: run, time: time, what: what, paper: paper, backtest: backtest, zone: zone)
    }
    let start = bars.firstIndex(notBefore: seen[0].time)
    let end = bars.index(of: seen[seen.count - 1].time).map { $0 + 1 } ?? bars.count
    guard start < end else { return [] }
    let report = try self.run(
      trader.subject, on: RunGround(loaded.series), settings: trader.settings, range: start..<end,
      at: trader.subject.span)
    let result = report.result
    var differences: [RunDifference] = []
    // One bar that differs moves all after it: only the first of them is listed.
    var wasEqual = true
    let known = Dictionary(seen.map { ($0.time, $0) }) { first, _ in first }
    for index in start..<end {
      let time = bars.times[index]
      guard let bar = known[time] else {
        differences.append(differs(time, "bar", "came late", prices(bars, index)))
        continue
      }
      let now = [bars.open[index], bars.high[index], bars.low[index], bars.close[index]]
      if zip([bar.open, bar.high, bar.low, bar.close], now).contains(where: { !$0.isSame(as: $1) }) {
        let then = [bar.open, bar.high, bar.low, bar.close].map(NumberText.plain).joined(separator: " ")
        differences.append(differs(time, "bar", then, prices(bars, index)))
      }
      let equity = result.equity.values[index - start]
      let isEqual = bar.equity.isSame(as: equity)
      if !isEqual, wasEqual {
        differences.append(differs(time, "equity", "\(bar.equity)", "\(equity)"))
      }
      wasEqual = isEqual
    }
    let expected = (start..<end).flatMap { index in
      result.part(on: index).fills(on: index, at: bars.times[index])
    }
    for place in 0..<max(fills.count, expected.count) {
      let (own, other) = (place < fills.count ? fills[place] : nil, place < expected.count ? expected[place] : nil)
      if let own, let other, own.isSame(as: other) { continue }
      differences.append(
        differs(own?.time ?? other?.time ?? seen[0].time, "fill", own?.text ?? "none", other?.text ?? "none"))
    }
    return differences
  }

  private func prices(_ bars: Bars, _ index: Int) -> String {
    [bars.open[index], bars.high[index], bars.low[index], bars.close[index]].map(NumberText.plain)
      .joined(separator: " ")
  }
}

extension BacktestResult {
  /// The trades that a bar opened or closed.
  fileprivate func part(on bar: Int) -> BacktestResult {
    var part = self
    part.openTrades =
      openTrades.filter { $0.entryIndex == bar } + trades.filter { $0.entryIndex == bar && $0.exitIndex > bar }
    part.trades = trades.filter { $0.exitIndex == bar }
    return part
  }
}

extension Double {
  /// True for the same number, or two missing ones.
  fileprivate func isSame(as other: Double) -> Bool { self == other || isNaN && other.isNaN }
}

extension PaperRun.Fill {
  /// True if both are the same but for the entry.
  fileprivate func isSame(as other: Self) -> Bool {
    time == other.time && verb == other.verb && size == other.size && price == other.price && fee == other.fee
      && reason == other.reason
  }

  fileprivate var text: String {
    "\(verb.rawValue) \(NumberText.plain(size)) at \(NumberText.plain(price)), \(reason)"
  }
}
