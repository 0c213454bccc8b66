import Calendar

/// The worth of an account at the end of each day.
public struct AccountCurve: Sendable {
  /// A day at its end.
  public struct Day: Sendable, Hashable {
    /// The date by the account's zone.
    public var date: CivilDate
    /// The money.
    public var cash: Money
    /// The worth of the holdings.
    public var holdings: Money
    /// What came from outside less what went there; it counts from the day's start.
    public var flows: Money

    /// Cash and holdings.
    public var equity: Money { cash + holdings }
  }

  /// The days with entries and all weekdays between, oldest first.
  public private(set) var days: [Day] = []
  /// The worth before the first day.
  public private(set) var before = Money.zero

  /// Works through the entries of an account, day by day.
  ///
  /// - Parameters:
  ///   - last: the last day.
  ///   - price: the last price of a symbol that is known on a day; without one that of its last trade counts.
  public init(
    _ books: Books, of name: String, through last: CivilDate, isStopped: () -> Bool = { false },
    price: (String, CivilDate) -> Money?
  ) {
    guard let account = books.account(name), let first = books.lines(of: name).first else { return }
    let all = books.accounts.flatMap { books.lines(of: $0.name).map(\.entry) }
    var replay = Replay(books.accounts, voids: all)
    var traded: [String: Money] = [:]
    var clock = ZoneClock(account.zone)
    var day = clock.civilTime(at: first.entry.time).date
    var flows = Money.zero
    var hasEntry = false
    func close(_ replay: Replay) {
      guard hasEntry || (1...5).contains(day.weekday), let state = replay.state(name) else { return }
      var holdings = Money.zero
      for position in state.positions {
        let known = price(position.symbol, day) ?? traded[position.symbol]
        holdings += known.flatMap { Money.product(position.size, $0) } ?? position.cost
      }
      days.append(Day(date: day, cash: state.cash, holdings: holdings, flows: flows))
      (flows, hasEntry) = (.zero, false)
    }
    for entry in EntryOrder.sorted(all) where !replay.isVoid(entry) {
      if entry.account == name {
        let date = clock.civilTime(at: entry.time).date
        while day < date {
          if isStopped() { return }
          close(replay)
          day = day.adding(days: 1)
        }
        hasEntry = true
        if entry.type.isFlow {
          flows += entry.amount
          if let symbol = entry.symbol, entry.size != .zero {
            let known = price(symbol, day) ?? (entry.price == .zero ? traded[symbol] ?? .zero : entry.price)
            flows += Money.product(entry.size, known) ?? .zero
          }
        }
        if let symbol = entry.symbol {
          if entry.type == .split {
            let held = replay.state(name)?.held(symbol) ?? .zero
            let after =
              entry.ratio.old == 0
              ? (held.units, (held + entry.size).units) : (Int128(entry.ratio.old), Int128(entry.ratio.new))
            traded[symbol] = traded[symbol].flatMap { $0.scaled(by: after.0, over: after.1) }
          } else if entry.price != .zero, entry.size != .zero {
            traded[symbol] = entry.price
          }
        }
      }
      // What does not fit was refused when it was booked.
      try? replay.apply(entry)
    }
    while day <= max(last, day) {
      if isStopped() { return }
      close(replay)
      if day >= last { break }
      day = day.adding(days: 1)
    }
  }

  /// The days of a part, both ends included.
  public func within(_ first: CivilDate?, _ last: CivilDate?) -> AccountCurve {
    var part = self
    part.days = days.filter { day in first.map { day.date >= $0 } ?? true && last.map { day.date <= $0 } ?? true }
    part.before = first.flatMap { first in days.last { $0.date < first }?.equity } ?? before
    return part
  }

  /// The return of each day: its worth over that of the day before with the flows of the day.
  public var returns: [Double] {
    var before = before
    return days.map { day in
      let start = (before + day.flows).double
      before = day.equity
      return start > 0 ? day.equity.double / start - 1 : 0
    }
  }
}
