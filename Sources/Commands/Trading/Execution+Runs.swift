import Accounts
import Backtesting
import Bookkeeping
import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import Presentation
import Reports
import Sessions
import Sourcing
import Strategies
import Streams
import Text
import Workspace

extension Flag {
  package static let runOff = Flag("off")
}

/// Strategies that trade in paper accounts.
extension Execution {
  package mutating func runStrategy(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.strategy]
    let (books, account) = try account(call[.bookedIn], at: call.commandSpan)
    let name = account.account.name
    let known = try runs(of: name, at: call.commandSpan).filter { $0.ended == nil }
    if call.has(.runOff) { return try end(known, of: subject, on: call[.symbols], in: name, call) }
    if account.account.mode == .live { try refuseUnarmed(name, at: call.commandSpan) }
    let active = Word(parts: [.text(session.active?.name ?? "")], span: subject.span)
    let series =
      if let words = call[.symbols] { try loadedSeries(words) } else { [try loadedSeries(active)] }
    for loaded in series { try refuseIdle(loaded, at: subject.span) }
    let typed = call[.runSettings] ?? []
    var settings = try settings(typed)
    settings.backtest.finalize = false
    // The ledger has the money of all runs.
    let free = known.reduce(account.cash.double) { $0 - ($1.state?.json["cash"]?.doubleValue ?? $1.cash) }
    let part = typed.contains { $0.name == "cash" } ? settings.backtest.cash : free / Double(series.count)
    let strategy = try text(subject.name)
    var told: [String] = []
    var begun: [PaperRun] = []
    for loaded in series {
      let rules = try fingerprint(of: subject, settings, on: loaded)
      if let run = known.first(where: { $0.strategy == strategy && $0.series == loaded.name }) {
        guard run.rules == rules else {
          throw Diagnostic(
            .nameInUse, "`\(strategy)` trades \(loaded.name) in `\(name)` with other rules or settings",
            at: subject.span,
            hints: ["`run \(strategy) on \(loaded.name) in \(name) off` ends that run"])
        }
        settings.backtest.cash = run.cash
        begun.append(run)
        told.append(
          "\(loaded.name) continues" + (run.bar.map { " after \(loaded.series.bars.zone.iso8601($0))" } ?? ""))
      } else {
        guard part > 0, part * Double(series.count) <= free * (1 + 1e-12) else {
          throw Diagnostic(
            .moreThanHeld,
            "`\(name)` has \(free.moneyText) in cash that no run has, and \((part * Double(series.count)).moneyText) are asked for",
            at: subject.span, hints: ["`run … with cash 1k` trades with less, `book deposit` pays in"])
        }
        settings.backtest.cash = part
        var run = PaperRun(
          of: strategy, on: loaded.name, in: name, rules: rules, cash: part,
          began: Timestamp(milliseconds: state.live.now))
        run.bar = loaded.series.bars.times.last
        let watched = try watched(books, account, at: call.commandSpan)
        run = try write(to: name, at: call.commandSpan) { [run] book throws(BookError) in
          try book.keep(watched.marks, of: name)
          return try book.keep(run)
        }
        begun.append(run)
        told.append("\(loaded.name) with \(part.moneyText), from the next bar on")
        notify(
          Notice(
            .bot, key: "run \(run.id) begins", "\(strategy) on \(loaded.name)",
            "trades in \(name) with \(part.moneyText)",
            at: state.live.now, payload: run.payload), isOnce: true)
      }
      state.traders.removeAll { $0.run == begun.last?.id }
      state.traders.append(
        PaperTrader(
          run: begun.last?.id ?? 0, account: name, series: loaded.name, subject: subject, settings: settings,
          since: state.live.now))
    }
    return Done(
      action: "run", message: StyledText("\(strategy) trades in \(name): \(told.joined(separator: "; "))"),
      details: [("account", .string(name)), ("runs", .array(begun.map { .integer($0.id) }))])
  }

  /// Refuses a series that no bar will come to.
  private func refuseIdle(_ loaded: LoadedSeries, at span: SourceSpan) throws(Diagnostic) {
    guard !state.live.statuses().contains(where: { $0.series == loaded.name }) else { return }
    throw Diagnostic(
      .nothingStreams, "`\(loaded.name)` is not live", at: span,
      hints: ["`stream \(loaded.name) from binance` makes it live; `backtest` runs on the bars that there are"])
  }

  /// What a run must have in common with its beginning: the rules with their arguments, and the settings.
  private mutating func fingerprint(
    of subject: Subject, _ settings: Settings, on loaded: LoadedSeries
  ) throws(Diagnostic) -> String {
    let (compiler, values) = try compiled(subject, with: settings, on: loaded.series)
    guard let rules = rulesFingerprint(of: compiler.definition.name, like: settings.like) else { return "" }
    let left: Set<String> = ["cash", "benchmark", "certificate", "max_cells", "max_file", "max_memory"]
    let texts = Settings.ofRuns.filter { !left.contains($0.name) }.map { "\($0.name) \($0.read(settings))" }
    let parts = [rules] + values.map { "\($0)" } + texts
    return String(ContentHash.text(of: Array(parts.joined(separator: "\n").utf8)).prefix(16))
  }

  func runs(of account: String?, at span: SourceSpan?) throws(Diagnostic) -> [PaperRun] {
    do throws(BookError) { return try state.book.runs(of: account, environment) } catch {
      throw diagnostic(error, at: span)
    }
  }

  private mutating func end(
    _ known: [PaperRun], of subject: Subject, on words: [Word]?, in account: String, _ call: CommandCall
  ) throws(Diagnostic) -> any StatementResult {
    let strategy = try text(subject.name)
    var names: [String] = []
    for word in words ?? [] { names.append(try text(word)) }
    let own = known.filter { $0.strategy == strategy && (names.isEmpty || names.contains($0.series)) }
    guard !own.isEmpty else {
      throw Diagnostic(
        .unknownStrategy, "`\(strategy)` does not trade in `\(account)`", at: subject.span,
        hints: ["`runs \(account)` lists what does"])
    }
    for var run in own {
      run.ended = Timestamp(milliseconds: state.live.now)
      try write(to: account, at: call.commandSpan) { [run] book throws(BookError) in _ = try book.keep(run) }
      state.traders.removeAll { $0.run == run.id }
      notify(
        Notice(
          .bot, key: "run \(run.id) ends", "\(strategy) on \(run.series)", "trades no longer in \(account)",
          at: state.live.now, payload: run.payload), isOnce: true)
    }
    let held = own.filter { $0.state?.holds == true }.map(\.series)
    return Done(
      action: "run", message: StyledText("\(strategy) is off in \(account): \(Wording.list(own.map(\.series)))"),
      details: [("account", .string(account)), ("runs", .array(own.map { .integer($0.id) }))],
      notes: held.isEmpty ? [] : ["`\(account)` keeps what it holds of \(Wording.list(held)): `sell` closes it"])
  }

  // MARK: Bars

  /// Walks a run through the bars that it has not seen.
  mutating func walk(_ trader: PaperTrader, on loaded: LoadedSeries, at time: Int64) throws(Diagnostic) {
    let series = loaded.series
    let bars = series.bars
    guard var run = try runs(of: trader.account, at: nil).first(where: { $0.id == trader.run }), run.ended == nil
    else { return }
    var next = 0
    if let last = run.bar {
      // A replay that begins again comes to it later.
      guard let seen = bars.index(of: last) else { return }
      next = seen + 1
    }
    guard next < bars.count else { return }
    let (compiler, values) = try compiled(trader.subject, with: trader.settings, on: series)
    let planned = try strategyRun(
      compiler, on: RunGround(series), trader.settings, next..<bars.count, at: trader.subject.span)
    let continued: ContinuedRun?
    do throws(RunFailure) { continued = try planned.continued(values, environment) } catch {
      throw diagnostic(error, of: compiler, on: series, trader.subject, at: trader.subject.span)
    }
    guard let continued else { throw notPaper(trader.subject) }
    for bar in next..<bars.count {
      guard try walk(&run, continued, through: bar, trader, at: time) else { return }
    }
  }

  private func notPaper(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      .backtestRefused,
      "a paper account takes no strategy of several legs, of resized positions, of contracts or of shares of the volume",
      at: subject.span)
  }
}

extension PaperRun {
  /// The keys that programs rely on.
  var payload: JSONValue {
    ["account": .string(account), "strategy": .string(strategy), "series": .string(series), "run": .integer(id)]
  }
}
