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
import Sourcing
import Strategies
import Streams
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
      A price is the newest trade of a live series with the symbol's name, else the last close of the loaded one. Held is \
      in days since the first purchase, away the distance of the stop from the price, stage that of the economic cycle \
      at the first purchase. A split scales stop and target. `where` and `sort by` know symbol, size, entry, price, value, pnl \
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
    let today = account.account.zone.civilTime(at: environment.moment).date
    let positions = try books(at: span).positions(of: account.account.name, levels(of: account.account.name, at: span))
    let cycle = positions.isEmpty ? nil : cycle
    return positions.map { position in
      let opened = account.account.zone.civilTime(at: position.opened).date
      return AccountFields.Held(
        position, price: lastPrice(position.symbol), days: today.daysSince1970 - opened.daysSince1970,
        signal: signal(of: position), stage: cycle?.stage(on: opened)?.rawValue)
    }
  }

  /// The newest trade of a live series, else the last close of the series of a symbol.
  func lastPrice(_ symbol: String) -> Money? { livePrice(symbol) ?? lastClose(symbol) }

  /// The last close of the series of a symbol.
  func lastClose(_ symbol: String) -> Money? {
    session.series[symbol].flatMap { series in
      series.bars.close.values.last(where: { $0.isFinite }).flatMap { Money($0) }
    }
  }

  func livePrice(_ symbol: String) -> Money? {
    guard session.series[symbol] != nil else { return nil }
    let status = state.live.statuses().first { $0.series == symbol && $0.state == .live }
    return status?.newest.flatMap { Money($0.price) }
  }

  /// Whether the position's strategy stays or leaves after the last bar of its symbol.
  private mutating func signal(of position: Position) -> String? {
    guard let strategy = position.strategy, session.strategies[strategy] != nil,
      let loaded = session.series[position.symbol]
    else { return nil }
    let before = warnings
    defer { warnings = before }
    let word = Word(parts: [.text(strategy)], span: SourceSpan(SourceID(0), 0, 0))
    let subject = Subject(name: word, span: word.span)
    guard let report = try? signalRun(of: subject, on: seriesInSession(loaded), at: word.span) else { return nil }
    let order = report.result.pendingOrders.first
    let leaves =
      if let order {
        if case .exit = order.kind { true } else { false }
      } else { report.result.openTrades.isEmpty }
    return "\(leaves ? position.size < .zero ? "BUY" : "SELL" : "HOLD") (\(strategy))"
  }

  /// The stops and targets that were set by `position`.
  func levels(of account: String, at span: SourceSpan) throws(Diagnostic) -> [String: PositionLevels] {
    do throws(BookError) {
      return try state.book.levels(of: account, environment)
    } catch { throw diagnostic(error, at: span) }
  }

  /// What is to be known of the prices: which are not known, which are live, and how old the others are.
  func priceNotes(_ held: [AccountFields.Held]) -> [String] {
    let missing = held.filter { $0.price == nil }.map(\.position.symbol)
    var notes =
      missing.isEmpty
      ? [] : ["no price of \(Self.named(missing)): load \(Wording.plural(missing.count, "it", "them"))"]
    let known = held.filter { $0.price != nil }.map(\.position.symbol)
    let live = known.filter { livePrice($0) != nil }
    let closes = known.filter { !live.contains($0) }
    let days = closes.compactMap { symbol in session.series[symbol].map { $0.bars.label(at: max($0.bars.count - 1, 0)) }
    }
    guard let oldest = days.min(), let newest = days.max() else {
      return live.isEmpty ? notes : notes + ["\(Wording.plural(live.count, "the price is", "all prices are")) live"]
    }
    let age = oldest == newest ? "of \(oldest)" : "of \(oldest) to \(newest)"
    notes.append(
      live.isEmpty
        ? "prices are closes \(age)"
        : "\(live.count) of \(known.count) prices are live, \(Self.named(closes)) \(Wording.plural(closes.count, "is the close", "are closes")) \(age)"
    )
    return notes
  }

  /// Some names, of many the first ones.
  private static func named(_ names: [String]) -> String {
    names.count > 8 ? "\(names.prefix(6).joined(separator: ", ")) and \(names.count - 6) more" : Wording.list(names)
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
    var (stop, target) = (held.position.stop, held.position.goal)
    if let expression = call[.bookedStop] {
      stop = try level(expression, held.position.entry, below: isLong, "stop")
    }
    if let expression = call[.bookedTarget] {
      target = try level(expression, held.position.entry, below: !isLong, "target")
    }
    if call[.bookedStop] != nil || call[.bookedTarget] != nil {
      // What rests at a broker closes the position at the prices that it has there.
      if let order = try atBroker(of: name, at: word.span).first(where: { $0.symbol == symbol && $0.status == .open }) {
        throw Diagnostic(
          .nameInUse, "the stop or the target of order \(order.id) rests at the broker", at: word.span,
          hints: ["`cancel \(order.id)` cancels it there; its prices are not moved"])
      }
      try write(to: name, at: word.span) { [stop, target] book throws(BookError) in
        try book.set(stop: stop, goal: target, of: symbol, in: name)
      }
    }
    let shown = try heldPositions(account, at: word.span).filter { $0.position.symbol == symbol }
    return TableResult(
      table: AccountFields.positions.table(of: shown), notes: priceNotes(shown), details: [("account", .string(name))])
  }
}
