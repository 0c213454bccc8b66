import Accounts
import Backtesting
import Bookkeeping
import Calendar
import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Reports
import Sessions
import Strategies
import Streams
import Text
import Workspace

/// What a bar did in a paper account: booked, with the state that continues from it, in one transaction.
struct PaperStep {
  /// The account after the last step.
  var account: WatchedAccount
  /// The entries to book, each with the order or the run of which it is a fill.
  var entries: [Entry] = []
  var orders: [PlacedOrder] = []
  /// The orders before the step, by which a second program is noticed.
  var before: [PlacedOrder] = []
  var notices: [Notice] = []
  /// The order that an entry fills, by the place of the entry.
  var fills: [Int: Int] = [:]

  init(_ account: WatchedAccount) { self.account = account }
}

extension Execution {
  /// The series whose bars move a paper account.
  func tradedSeries() -> Set<String> {
    let runs = state.traders.map(\.series)
    return ((try? state.book.tradedSeries(environment)) ?? []).union(runs)
  }

  /// Walks the orders and the runs on a series through the bars that it has more than they have seen, and marks the
  /// accounts that hold it.
  ///
  /// Nothing is filled twice: what a bar did is written with the time of that bar.
  mutating func trade(_ series: String, at time: Int64) {
    guard let loaded = session.series[series] else { return }
    let own = warnings
    defer { warnings = own }
    do throws(Diagnostic) {
      for trader in state.traders where trader.series == series { try walk(trader, on: loaded, at: time) }
      try walkOrders(on: loaded, at: time)
      try markHolders(of: series, at: time)
    } catch {
      state.lines.append(
        LiveLine(
          .state, "[\(clock(time))] \(series): \(error.message)", isProblem: true,
          [("series", .string(series)), ("state", "not traded")]))
    }
  }

  // MARK: Orders

  private mutating func walkOrders(on loaded: LoadedSeries, at time: Int64) throws(Diagnostic) {
    let bars = loaded.series.bars
    let live: [PlacedOrder]
    do throws(BookError) { live = try state.book.liveOrders(on: loaded.name, environment) } catch {
      throw diagnostic(error, at: nil)
    }
    for (account, orders) in Dictionary(grouping: live, by: \.account).sorted(by: { $0.key < $1.key }) {
      // One of a stream that begins again later waits for its bar.
      let seen = orders.compactMap { bars.index(of: $0.bar) }
      guard let first = seen.min() else { continue }
      for bar in first + 1..<max(bars.count, first + 1) {
        try walkOrders(of: account, on: loaded, through: bar, at: time)
      }
    }
  }

  /// Walks the orders of an account through one bar.
  private mutating func walkOrders(
    of account: String, on loaded: LoadedSeries, through bar: Int, at time: Int64
  ) throws(Diagnostic) {
    let bars = loaded.series.bars
    let books = try books(at: nil)
    guard let state = books.state(account) else { return }
    var step = PaperStep(try watched(books, state, at: nil, time: bars.times[bar], isMarked: false))
    let (stop, goal): (Double?, Double?)
    do throws(BookError) {
      step.before = try self.state.book.liveOrders(on: loaded.name, environment)
        .filter { $0.account == account && bars.index(of: $0.bar).map { $0 < bar } == true }
      (stop, goal) = try self.state.book.levels(of: loaded.name, in: account, environment)
    } catch { throw diagnostic(error, at: nil) }
    var held = state.held(loaded.name)
    // Levels that no order has were moved by `position`.
    let isMoved =
      (stop != nil || goal != nil) && !step.before.contains { $0.status == .open && ($0.stop, $0.goal) == (stop, goal) }
    for order in step.before {
      var order = order
      if order.status == .open, isMoved {
        (order.stop, order.goal) = (stop, goal)
        order.state = order.state?.withLevels(stop: stop, target: goal)
      }
      try walkOrder(&order, on: bars, through: bar, &held, &step, at: time)
      step.orders.append(order)
    }
    try keep(step, bars.times[bar], at: time)
  }

  /// Walks one order through one bar.
  private func walkOrder(
    _ order: inout PlacedOrder, on bars: Bars, through bar: Int, _ held: inout Accounts.Quantity,
    _ step: inout PaperStep,
    at time: Int64
  ) throws(Diagnostic) {
    let opening = bars.times[bar]
    order.bar = opening
    func tell(_ topic: Notice.Topic, _ what: String, _ text: String) {
      step.notices.append(
        Notice(
          topic, key: "order \(order.account) \(order.id) \(what)", "\(order.symbol) order \(order.id)", text, at: time,
          payload: .object(order.details)))
    }
    if order.status == .open, held == .zero {
      // What its levels would close is sold already.
      (order.status, order.state) = (.filled, nil)
      return
    }
    let zone = step.account.state.account.zone
    if order.status == .waiting, order.price != nil, !order.stays,
      zone.civilTime(at: opening).date > zone.civilTime(at: order.made).date
    {
      (order.status, order.state) = (.expired, nil)
      return tell(.order, "expired", "\(order.words): the day is over")
    }
    let result: BacktestResult
    do throws(RunFailure) {
      let next = try loop(of: order, on: bars).advance(order.state, through: bar, environment)
      (result, order.state) = (next.result, next.state)
    } catch {
      (order.status, order.reason, order.state) = (.rejected, "\(error)", nil)
      return tell(.order, "rejected", "\(order.words): \(error)")
    }
    let trade = (result.trades + result.openTrades).first
    if order.status == .waiting, let rejection = result.rejections.first {
      (order.status, order.reason, order.state) = (.rejected, rejection.reason.rawValue, nil)
      return tell(.order, "rejected", "\(order.words): \(rejection.reason.rawValue)")
    }
    guard let trade else { return }
    if order.status == .waiting {
      let size = order.opens ? order.size : min(order.size, held.magnitude)
      if let reason = refusal(of: order, trade, size, step.account) {
        (order.status, order.reason, order.state) = (.rejected, reason, nil)
        return tell(.order, "rejected", "\(order.words): \(reason)")
      }
      guard let entry = entry(order, order.verb, size, trade.entryPrice, fee: trade.entryCommission, at: opening)
      else { return }
      step.fills[step.entries.count] = order.id
      step.entries.append(entry)
      held += order.side == .long ? size : -size
      order.fillPrice = trade.entryPrice
      order.status = order.opens && (order.stop != nil || order.goal != nil) ? .open : .filled
      tell(.trade, "filled", "\(order.verb.rawValue) \(size) at \(trade.entryPrice.priceText)")
    }
    guard order.opens, let reason = trade.exit else {
      if order.status == .filled { order.state = nil }
      return
    }
    let size = min(order.size, held.magnitude)
    (order.status, order.reason, order.state) = (.closed, reason.automaticName, nil)
    let verb: EntryType = order.verb == .buy ? .sell : .cover
    guard size > .zero,
      let entry = entry(
        order, verb, size, trade.exitPrice, fee: trade.commission - trade.entryCommission, at: opening)
    else { return }
    step.entries.append(entry)
    held += order.side == .long ? -size : size
    tell(
      .stop, "closed",
      "\(verb.rawValue) \(size) at \(trade.exitPrice.priceText), its \(reason.automaticName ?? "level")")
  }

  /// The reason why an order that has reached its price is not filled.
  private func refusal(of order: PlacedOrder, _ trade: Trade, _ size: Accounts.Quantity, _ account: WatchedAccount)
    -> String?
  {
    guard order.opens else { return size == .zero ? "nothing is held" : nil }
    let cost = size.double * trade.entryPrice + trade.entryCommission
    if cost > buyingPower(account.state) * (1 + 1e-9) { return "no-cash" }
    // The risk was checked with the order; the price of a fill may differ by the slippage.
    let guarded = GuardedOrder(order.symbol, size: 0, entry: trade.entryPrice, stop: trade.entryPrice)
    return account.refusal(guarded).map { $0.text(guarded, account.guards, account: account.name) }
  }

  private func entry(
    _ order: PlacedOrder, _ verb: EntryType, _ size: Accounts.Quantity, _ price: Double, fee: Double, at time: Timestamp
  ) -> Entry? {
    guard let price = Money(price), let fee = Money(fee),
      var entry = Entry.trade(verb, size, order.symbol, at: price, fee: fee, in: order.account, on: time)
    else { return nil }
    if verb == order.verb, order.opens {
      (entry.stop, entry.goal) = (order.stop.flatMap { Money($0) }, order.goal.flatMap { Money($0) })
    }
    entry.note = "order \(order.id)"
    return entry
  }

  /// Books a step, and tells what it did.
  private mutating func keep(_ step: PaperStep, _ bar: Timestamp, at time: Int64) throws(Diagnostic) {
    let name = step.account.name
    let going = step.notices.compactMap { delivery(of: $0, isOnce: true) }
    let noted = try write(to: name, at: nil) { book throws(BookError) -> [Notice]? in
      // Another program may have walked through the bar meanwhile.
      for order in step.before where try book.bar(of: order) != order.bar { return nil }
      let done = step.entries.isEmpty ? nil : try book.book(step.entries)
      let booked = done?.entries ?? []
      try book.setLevels(of: booked, in: name, done?.books)
      for var order in step.orders {
        if let place = step.fills.first(where: { $0.value == order.id })?.key { order.entry = booked[place].id }
        _ = try book.keep(order)
      }
      return try book.note(going.map { ($0.notice, $0.way) })
    }
    guard let noted else { return }
    show(noted, of: going)
    try mark(name, bar, at: time)
  }

  // MARK: Marks

  private mutating func markHolders(of series: String, at time: Int64) throws(Diagnostic) {
    guard let last = session.series[series]?.series.bars.times.last else { return }
    let books = try books(at: nil)
    for account in books.accounts where books.state(account.name)?.held(series) != .zero {
      guard try guards(of: account.name, at: nil).marks != nil else { continue }
      try mark(account.name, last, at: time)
    }
  }

  /// Marks an account at the last closes, and cancels what waits if that halts it.
  mutating func mark(_ name: String, _ bar: Timestamp, at time: Int64) throws(Diagnostic) {
    let books = try books(at: nil)
    guard let account = books.state(name) else { return }
    let kept = try guards(of: name, at: nil).marks
    let watched = try watched(books, account, at: nil, time: bar)
    guard watched.marks != kept else { return }
    let waiting =
      watched.newHalt == nil
      ? [] : try orders(of: name, at: nil).filter { $0.client == nil && $0.status == .waiting && $0.opens }
    try write(to: name, at: nil) { book throws(BookError) in
      try book.keep(watched.marks, of: name)
      for var order in waiting {
        order.status = .cancelled
        _ = try book.keep(order)
      }
    }
    notifyHalt(watched, at: time)
    // The next look cancels what rests at the broker.
    if watched.newHalt != nil { state.brokers.lookSoon(at: name) }
  }
}
