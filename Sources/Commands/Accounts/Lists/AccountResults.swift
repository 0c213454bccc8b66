import Accounts
import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Presentation
import Reports
import Sessions
import Sourcing
import Text
import Workspace

/// An account as the result that `trades`, `equity`, `stats`, `drawdowns` and `calendar` list.
extension Execution {
  /// The account that a list is of: by its name unless a result has that, else the one in use unless there is a backtest.
  mutating func listedAccount(_ call: CommandCall) throws(Diagnostic) -> (books: Books, state: Replay.State)? {
    let word = call[.result]
    if let word {
      let name = try text(word)
      if name == "_" || session.results[name] != nil { return nil }
      let books = try books(at: word.span)
      return books.state(name).map { (books, $0) }
    }
    if session.results.values.contains(where: { $0.backtest != nil }) { return nil }
    let books = try books(at: call.commandSpan)
    return accountInUse(books).flatMap { name in books.state(name).map { (books, $0) } }
  }

  /// The trades of an account, newest first by their closing, or by their opening if they are open.
  func trades(_ books: Books, _ state: Replay.State) -> [AccountTrade] {
    let owner = AccountTrade.Owner(state.account, cycle: cycle)
    // The exits that tell more of themselves than their price.
    var exits: [Int: Entry] = [:]
    for line in books.lines(of: state.account.name) where !line.closings.isEmpty {
      let entry = line.entry
      if entry.strategy != nil || entry.stop != nil || entry.goal != nil { exits[entry.id] = entry }
    }
    let (closings, lots) = (state.closings, state.lots)
    let times = closings.map(\.closed) + lots.map(\.opened)
    let order = times.indices.sorted { times[$0] == times[$1] ? $0 > $1 : times[$0] > times[$1] }
    return order.map { place in
      guard place < closings.count else {
        let lot = lots[place - closings.count]
        return AccountTrade(owner, lot: lot, closing: nil, reason: nil, mark: lastPrice(lot.symbol))
      }
      let closing = closings[place]
      return AccountTrade(
        owner, lot: closing.lot, closing: closing, reason: Self.reason(closing, exits[closing.entry]), mark: nil)
    }
  }

  /// The stages of the economic cycle, of the loaded series or of the samples.
  var cycle: EconomicCycle? { try? session.seriesSource.cycles.cycle(CycleParameters()) }

  /// The reason of a closing: the levels are those that held then, splits considered.
  private static func reason(_ closing: Closing, _ exit: Entry?) -> String {
    let isLong = !closing.isShort
    if let stop = exit?.stop ?? closing.lot.stop, isLong ? closing.price <= stop : closing.price >= stop {
      return "STOP_LOSS"
    }
    if let goal = exit?.goal ?? closing.lot.goal, isLong ? closing.price >= goal : closing.price <= goal {
      return "PROFIT_TARGET"
    }
    return exit?.strategy == nil ? "MANUAL" : "TECHNICAL"
  }

  mutating func tradeList(
    _ call: CommandCall, _ account: (books: Books, state: Replay.State)
  ) throws(Diagnostic) -> any StatementResult {
    var all = trades(account.books, account.state)
    // Open trades have no day of closing.
    if let window = call.window, case .range = window.window { all.removeAll(where: \.isOpen) }
    let trades = all
    let frame = ItemFrame(
      one: "a trade", many: "trades", trades,
      AccountTrade.fields + Field.parts(in: .utc) { ($0.exit ?? $0.entry).onClock },
      placement: .moments { (trades[$0].exit ?? trades[$0].entry).onClock })
    var clauses = ListClauses(call)
    clauses.newestFirst = true
    let listing = try listing(of: frame, clauses)
    var table = frame.table(listing)
    table.removeEmpty(["entry_rule", "exit_rule", "stage_entry", "stage_exit"])
    let shown = [
      "symbol", "entry_date", "exit_date", "side", "size", "entry_price", "exit_price", "pnl", "return", "outcome",
      "reason",
    ]
    table.keepColumns(where: shown.contains)
    return accountTable(table, listing, of: account.state.account.name, whole: frame.table(listing))
  }

  // MARK: Equity

  /// The account at the end of each day, at the closes of loaded series.
  mutating func curve(
    _ books: Books, _ state: Replay.State, through last: CivilDate? = nil, at span: SourceSpan
  ) throws(Diagnostic) -> AccountCurve {
    let prices = DayPrices(session.series.mapValues(\.bars))
    // A replay of the past has days of the past; what was booked later is later.
    let newest = books.lines(of: state.account.name).last?.entry.time ?? Timestamp(milliseconds: 0)
    let now = replays ? max(Timestamp(milliseconds: self.state.live.now), newest) : environment.moment
    let today = state.account.zone.civilTime(at: now).date
    let curve = AccountCurve(books, of: state.account.name, through: last ?? today, isStopped: isStopped) {
      // A holding keeps its last close, which says more than the price of its purchase.
      prices.price(of: $0, on: $1, age: .max)
    }
    try checkInterruption()
    guard !curve.days.isEmpty else {
      throw Diagnostic(.emptyWindow, "`\(state.account.name)` has no entries yet", at: span)
    }
    return curve
  }

  mutating func equityList(
    _ call: CommandCall, _ account: (books: Books, state: Replay.State)
  ) throws(Diagnostic) -> any StatementResult {
    let days = EquityDay.days(of: try curve(account.books, account.state, at: call.commandSpan))
    let frame = ItemFrame(
      one: "a day", many: "days", days, EquityDay.fields,
      placement: .moments { Zone.utc.timestamp(of: CivilTime(date: days[$0].day.date)) })
    let listing = try listing(of: frame, ListClauses(call), rows: .last(10))
    let name = account.state.account.name
    var result = accountTable(frame.table(listing), listing, of: name)
    result.drawn = EquityDay.picture(days, title: "account \(name)")
    result.curve = days.map { $0.day.equity.double }
    return result
  }

  mutating func drawdownList(
    _ call: CommandCall, _ account: (books: Books, state: Replay.State)
  ) throws(Diagnostic) -> any StatementResult {
    let curve = try curve(account.books, account.state, at: call.commandSpan)
    let falls = AccountDrawdown.all(of: curve)
    let frame = ItemFrame(
      one: "a drawdown", many: "drawdowns", falls, AccountDrawdown.fields,
      placement: .moments { Zone.utc.timestamp(of: CivilTime(date: falls[$0].start)) })
    let listing = try listing(of: frame, ListClauses(call), rows: .first(10))
    return accountTable(frame.table(listing), listing, of: account.state.account.name)
  }

  mutating func statisticList(
    _ call: CommandCall, _ account: (books: Books, state: Replay.State)
  ) throws(Diagnostic) -> any StatementResult {
    let name = account.state.account.name
    let all = AccountStatistic.all(account.books.lines(of: name), account.state)
    let frame = ItemFrame(one: "a statistic", many: "statistics", all, AccountStatistic.fields)
    let listing = try listing(of: frame, ListClauses(call))
    return accountTable(frame.table(listing), listing, of: name)
  }

  // MARK: Calendar

  mutating func calendar(
    _ call: CommandCall, _ account: (books: Books, state: Replay.State)
  ) throws(Diagnostic) -> any StatementResult {
    let own = account.state.account
    let zone =
      try call[.calendarZone].map { word throws(Diagnostic) in try self.zone(try text(word), at: word.span) }
      ?? own.zone
    let unit = call[.calendarPeriod].flatMap {
      ["day": Timeframe.day, "week": .week, "month": .month, "quarter": .quarter, "year": .year][$0]
    }
    let closed = trades(account.books, account.state).filter { !$0.isOpen }
    var groups: [CivilDate: [AccountTrade]] = [:]
    for trade in closed {
      guard let closing = trade.closing else { continue }
      // What has a day alone is on that day in every zone.
      let civil = closing.isDay ? own.zone.civilTime(at: closing.closed) : zone.civilTime(at: closing.closed)
      groups[(unit ?? .month).periodStart(containing: CivilTime(date: civil.date)).date, default: []].append(trade)
    }
    let periods = groups.sorted { $0.key < $1.key }.map { TradingPeriod(start: $0.key, trades: $0.value) }
    guard let unit else {
      var result = TableResult(
        table: TradingPeriod.monthTable(periods),
        notes: ["P&L of closed trades by their day in \(zone.identifier)"], details: [("account", .string(own.name))])
      result.isGrid = true
      result.drawn = TradingPeriod.picture(
        TradingPeriod.monthTable(periods), title: "account \(own.name): P&L by month")
      return result
    }
    let frame = ItemFrame(
      one: "a period", many: "periods", periods, TradingPeriod.fields,
      placement: .moments { Zone.utc.timestamp(of: CivilTime(date: periods[$0].start)) })
    let listing = try listing(of: frame, ListClauses(call), rows: unit == .day ? .last(20) : nil)
    let shown = frame.items(listing)
    let total = shown.reduce(Money.zero) { $0 + $1.pnl }
    var result = accountTable(
      frame.table(listing), listing, of: own.name,
      notes: ["P&L \(total.signed) of closed trades by their day in \(zone.identifier)"])
    switch unit {
    case .day: result.drawn = TradingPeriod.picture(ofWeeks: shown, title: "account \(own.name): P&L by day")
    case .month:
      result.drawn = TradingPeriod.picture(
        TradingPeriod.monthTable(shown), title: "account \(own.name): P&L by month")
    default: break
    }
    return result
  }
}

extension OptionalRole<Word> {
  package static var calendarZone: Self { Self(.word("zone", .timezone, "\"ZONE\"")) }
}

/// The closes of loaded series by the days of their own zones.
struct DayPrices {
  /// The age of a close, in milliseconds, at which it is no longer a price.
  static let age: Int64 = 45 * 86_400_000

  private let bars: [String: Bars]

  init(_ bars: some Sequence<(key: String, value: Bars)>) {
    self.bars = Dictionary(bars.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// The last close up to the end of a day; nil if there is none, or only one that is too old.
  ///
  /// - Parameter age: the age from which it is too old, in milliseconds.
  func price(of symbol: String, on day: CivilDate, age: Int64 = DayPrices.age) -> Money? {
    guard let bars = bars[symbol] else { return nil }
    let end = bars.zone.timestamp(of: CivilTime(date: day.adding(days: 1)))
    var (low, high) = (0, bars.count)
    while low < high {
      let middle = (low + high) / 2
      if bars.times[middle] < end { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let isOld = end.milliseconds - bars.times[low - 1].milliseconds > age
    return isOld ? nil : Money(bars.close[low - 1])
  }
}
