import Accounts
import Backtesting
import Bookkeeping
import Calendar
import Columns
import JSON
import Language
import Reports
import Sessions
import Sourcing
import Strategies
import Text

extension BacktestResult {
  /// The fills on a bar: what leaves an older position, what enters, what leaves again on the same bar.
  func fills(on bar: Int, at time: Timestamp) -> [PaperRun.Fill] {
    func exit(_ trade: Trade) -> PaperRun.Fill {
      PaperRun.Fill(
        trade.side == .long ? .sell : .cover, trade.size * trade.splitRatio, at: trade.exitPrice,
        fee: trade.commission - trade.entryCommission, trade.exit.map(name(of:)) ?? "", on: time)
    }
    var entries: [PaperRun.Fill] = []
    var places: [Int: Int] = [:]
    for trade in trades + openTrades where trade.entryIndex == bar {
      if let place = places[trade.entryNumber] {
        entries[place].size += trade.size
        entries[place].fee += trade.entryCommission
      } else {
        places[trade.entryNumber] = entries.count
        entries.append(
          PaperRun.Fill(
            trade.side == .long ? .buy : .short, trade.size, at: trade.entryPrice, fee: trade.entryCommission,
            entryRuleName(of: trade), on: time))
      }
    }
    return trades.filter { $0.entryIndex < bar }.map(exit) + entries
      + trades.filter { $0.entryIndex == bar }.map(exit)
  }

  /// The order that a bar has filled, with its stop, as the guardrails see it; nil if nothing was opened.
  func opened(on bar: Int, of symbol: String, _ distance: (Double) -> Double) -> GuardedOrder? {
    let new = (trades + openTrades).filter { $0.entryIndex == bar }
    guard let first = new.first else { return nil }
    let stop = first.stop ?? first.entryPrice - first.side.sign * distance(first.entryPrice)
    return GuardedOrder(symbol, size: new.reduce(0) { $0 + $1.size }, entry: first.entryPrice, stop: stop)
  }
}

extension Execution {
  /// Walks a run through one bar: its state, the bar that was seen, its fills and their entries are one transaction.
  ///
  /// - Returns: false if another program has walked through it, or the run was ended.
  mutating func walk(
    _ run: inout PaperRun, _ continued: ContinuedRun, through bar: Int, _ trader: PaperTrader, at time: Int64
  ) throws(Diagnostic) -> Bool {
    let (bars, name) = (continued.bars, run.account)
    let opening = bars.times[bar]
    let books = try books(at: nil)
    guard let account = books.state(name) else { return false }
    let watched = try watched(books, account, at: nil, time: opening, isMarked: false)
    var notices: [Notice] = []
    func step(refusesEntries: Bool = false) throws(Diagnostic) -> (result: BacktestResult, state: RunState) {
      do throws(RunFailure) {
        return try continued.advance(run.state, through: bar, refusesEntries: refusesEntries, environment)
      } catch { throw Diagnostic(.backtestRefused, "\(error)", at: nil) }
    }
    var (result, next) = try step()
    let range = meanRange(bars, through: bar - 1)
    var isRefused = false
    if let order = result.opened(on: bar, of: run.series, { watched.guards.stopDistance(from: $0, meanRange: range) }),
      let refusal = watched.refusal(order)
    {
      (result, next) = try step(refusesEntries: true)
      isRefused = true
      if !trader.isRefused {
        notices.append(
          Notice(
            .guard_, key: "run \(run.id) refused \(opening.milliseconds)", "\(run.strategy) on \(run.series)",
            refusal.text(order, watched.guards, account: name) + "; " + refusal.hint(order), at: time,
            payload: run.payload))
      }
    }
    if let index = state.traders.firstIndex(where: { $0.run == run.id }) { state.traders[index].isRefused = isRefused }
    let fills = result.fills(on: bar, at: opening)
    let (equity, cash) = (result.equity.values.last ?? .nan, result.cash.values.last ?? .nan)
    // At a broker the fills are those that it tells of.
    let isLive = account.account.mode == .live
    let entries =
      isLive
      ? [] : entries(of: run, fills, from: run.state?.json["cash"]?.doubleValue ?? run.cash, to: cash, at: opening)
    let seen = run.bar
    (run.bar, run.state) = (opening, next)
    if !isLive { notices += run.notices(of: fills, at: time) }
    let going = notices.compactMap { delivery(of: $0, isOnce: true) }
    let noted = try write(to: name, at: nil) { [run, fills] book throws(BookError) -> [Notice]? in
      guard try book.bar(of: run) == seen else { return nil }
      var fills = fills
      let booked = entries.isEmpty ? [] : try book.book(entries).entries
      for place in fills.indices where !isLive { fills[place].entry = booked[place].id }
      _ = try book.keep(run)
      try book.add(
        PaperRun.Bar(
          time: opening, open: bars.open[bar], high: bars.high[bar], low: bars.low[bar], close: bars.close[bar],
          equity: equity, cash: cash), fills, to: run)
      return try book.note(going.map { ($0.notice, $0.way) })
    }
    guard let noted else { return false }
    show(noted, of: going)
    if isLive { try follow(run, continued, after: bar, trader) }
    try mark(name, opening, at: time)
    return true
  }

  /// The entries of fills, and one of the interest and the dividends, if cash has changed by more than the fills.
  private func entries(
    of run: PaperRun, _ fills: [PaperRun.Fill], from before: Double, to cash: Double, at time: Timestamp
  ) -> [Entry] {
    var entries: [Entry] = fills.map { fill in
      let (size, price) = (Quantity(fill.size) ?? .zero, Money(fill.price) ?? .zero)
      var entry =
        Entry.trade(
          fill.verb, size, run.series, at: price, fee: Money(fill.fee) ?? .zero, in: run.account, on: time)
        ?? Entry(fill.verb, in: run.account, at: time)
      (entry.strategy, entry.note) = (run.strategy, fill.reason)
      return entry
    }
    let rest = cash - before - entries.reduce(0.0) { $0 + $1.amount.double }
    if rest.magnitude > max(1e-6, cash.magnitude * 1e-9), let amount = Money(rest) {
      var entry = Entry(.interest, in: run.account, at: time)
      (entry.amount, entry.note) = (amount, "interest and dividends of \(run.strategy)")
      entries.append(entry)
    }
    return entries
  }
}

extension PaperRun {
  /// The notices of fills, each of which is noted once.
  fileprivate func notices(of fills: [Fill], at time: Int64) -> [Notice] {
    fills.enumerated().map { place, fill in
      Notice(
        ["stop", "target", "trail"].contains(fill.reason) ? .stop : .trade,
        key: "run \(id) \(fill.time.milliseconds) \(place)", "\(strategy) on \(series)",
        "\(fill.verb.rawValue) \(NumberFormat.general.significant(8).text(fill.size)) at \(fill.price.priceText) in \(account), \(fill.reason)",
        at: time, payload: payload)
    }
  }
}
