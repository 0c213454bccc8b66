import Accounts
import Backtesting
import Bookkeeping
import Calendar
import Columns
import Evaluation
import FileFormats
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Sessions
import Strategies
import Text
import Workspace

extension Command {
  package static let positions = Command(
    CommandSyntax(
      "positions",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .account)],
          clauses: .list(AccountFields.positions.names()))
      ]), category: .accounts, summary: "Lists what an account holds, at the last prices.",
    discussion: """
      A price is the last close of the loaded series with the symbol's name. Held is in days since the first purchase, \
      away the distance of the stop from the price. `where` and `sort by` know symbol, size, entry, price, value, pnl \
      (also called profit), pnl_percent, stop, away, target, held, signal and stage.
      """,
    examples: ["positions", "positions main where profit < 0 sort by profit"]
  ) { execution, call throws(Diagnostic) in
    let (_, account) = try execution.account(call[.account], at: call.commandSpan)
    let held = try execution.heldPositions(account, at: call.commandSpan)
    let frame = ItemFrame(one: "a position", many: "positions", held, AccountFields.positions)
    let listing = try execution.listing(of: frame, ListClauses(call))
    var table = frame.table(listing)
    table.removeEmpty(["stop", "away", "target", "signal", "stage"])
    return execution.accountTable(
      table, listing, of: account.account.name, whole: frame.table(listing),
      notes: execution.priceNotes(held))
  }

  package static let position = Command(
    CommandSyntax(
      "position",
      forms: [
        CommandSyntax.Form(
          "", [.required(.heldSymbol)],
          clauses: [.clause("stop", .bookedStop), .clause("target", .bookedTarget), .clause("in", .bookedIn)])
      ], hasResult: false), category: .accounts, summary: "Shows a position, or moves its stop and its target.",
    discussion: "A percentage is a distance from the mean entry price.",
    examples: ["position AAPL", "position AAPL stop 46", "position AAPL stop 2% target 6%"]
  ) { execution, call throws(Diagnostic) in
    try execution.position(call)
  }
}

extension Role<Word> {
  fileprivate static var heldSymbol: Self { .word("symbol", .symbol, "SYMBOL") }
}

extension Execution {
  /// The positions of an account with their prices, stops and targets.
  mutating func heldPositions(
    _ account: Replay.State, at span: SourceSpan
  ) throws(Diagnostic) -> [AccountFields.Held] {
    let rows: [[SQLiteText]] = try levels(of: account.account.name, at: span)
    var levels: [String: (stop: Money?, goal: Money?)] = [:]
    for row in rows { levels[row[0] ?? ""] = (row[1].flatMap { Money($0) }, row[2].flatMap { Money($0) }) }
    let today = account.account.zone.civilTime(at: environment.moment).date
    return account.positions.map { position in
      let level = levels[position.symbol]
      let opened = account.account.zone.civilTime(at: position.opened).date
      return AccountFields.Held(
        position, price: lastClose(position.symbol), stop: level?.stop, target: level?.goal,
        days: today.daysSince1970 - opened.daysSince1970, signal: signal(of: position), stage: nil)
    }
  }

  /// The last close of the series of a symbol.
  func lastClose(_ symbol: String) -> Money? {
    session.series[symbol].flatMap { series in
      series.bars.close.values.last(where: { $0.isFinite }).flatMap { Money($0) }
    }
  }

  /// The stance of the position's strategy on the last bar of its symbol.
  private mutating func signal(of position: Position) -> String? {
    guard let strategy = position.strategy, session.strategies[strategy] != nil,
      let loaded = session.series[position.symbol]
    else { return nil }
    let before = warnings
    defer { warnings = before }
    let word = Word(parts: [.text(strategy)], span: SourceSpan(SourceID(0), 0, 0))
    let subject = Subject(name: word, span: word.span)
    guard let report = try? signalRun(of: subject, on: seriesInSession(loaded), at: word.span) else { return nil }
    let isHeld = !report.result.openTrades.isEmpty
    return "\(isHeld ? "HOLD" : "SELL") (\(strategy))"
  }

  typealias SQLiteText = String?

  private func levels(of account: String, at span: SourceSpan) throws(Diagnostic) -> [[SQLiteText]] {
    do throws(BookError) {
      return try state.book.rows(
        environment, "SELECT symbol, stop, goal FROM level WHERE account = ?", .text(account)
      ).map { $0.map(\.text) }
    } catch { throw diagnostic(error, at: span) }
  }

  /// What is to be known of the prices: which are not known, and how old the others are.
  func priceNotes(_ held: [AccountFields.Held]) -> [String] {
    let missing = held.filter { $0.price == nil }.map(\.position.symbol)
    var notes =
      missing.isEmpty
      ? [] : ["no price of \(Wording.list(missing)): load \(Wording.plural(missing.count, "it", "them"))"]
    let days = held.compactMap { item in
      session.series[item.position.symbol].map { $0.bars.label(at: max($0.bars.count - 1, 0)) }
    }
    if let oldest = days.min(), let newest = days.max() {
      notes.append(oldest == newest ? "prices are closes of \(oldest)" : "prices are closes of \(oldest) to \(newest)")
    }
    return notes
  }

  fileprivate mutating func position(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = try call[.heldSymbol]
    let symbol = try text(word)
    let (_, account) = try account(call[.bookedIn], at: call.commandSpan)
    let name = account.account.name
    guard let held = try heldPositions(account, at: word.span).first(where: { $0.position.symbol == symbol }) else {
      throw Diagnostic(
        .moreThanHeld, "`\(name)` holds no \(symbol)", at: word.span,
        hints: [
          Spelling.hint(for: symbol, in: account.positions.map(\.symbol)) ?? "`positions \(name)` lists what it holds"
        ])
    }
    let isLong = held.position.size > .zero
    var (stop, target) = (held.stop, held.target)
    if let expression = call[.bookedStop] {
      stop = try level(expression, held.position.entry, below: isLong, "stop")
    }
    if let expression = call[.bookedTarget] {
      target = try level(expression, held.position.entry, below: !isLong, "target")
    }
    if call[.bookedStop] != nil || call[.bookedTarget] != nil {
      try write(to: name, at: word.span) { [stop, target] book throws(BookError) in
        try book.set(stop: stop, goal: target, of: symbol, in: name)
      }
    }
    let shown = try heldPositions(account, at: word.span).filter { $0.position.symbol == symbol }
    return TableResult(
      table: AccountFields.positions.table(of: shown), notes: priceNotes(shown), details: [("account", .string(name))])
  }
}
