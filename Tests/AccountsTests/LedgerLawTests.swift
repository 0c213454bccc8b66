import Accounts
import Calendar
import TestSupport
import Testing

@Suite("Laws of random ledgers")
struct LedgerLawTests {
  @Test("The lots sum up to the position, the cash to the amounts, and money goes nowhere else")
  func sums() throws {
    for seed in Thoroughness.some(0..<UInt64(400)) {
      let ledger = RandomLedger(seed)
      let books = try Books([ledger.account], ledger.entries)
      let state = try #require(books.state("main"))
      let lines = books.lines(of: "main")
      #expect(lines.count == ledger.entries.count)
      #expect(state.cash == ledger.entries.reduce(.zero) { $0 + $1.amount })
      #expect(lines.last?.cash == state.cash)
      for symbol in RandomLedger.symbols {
        #expect(state.lots(of: symbol).reduce(.zero) { $0 + $1.size } == state.held(symbol))
        #expect(state.held(symbol) == ledger.held[symbol] ?? .zero, "seed \(seed)")
      }
      // What was paid for units is in their lots or in what was closed, to the last place.
      let cost = state.lots.reduce(Money.zero) { $0 + $1.cost }
      let gained = state.closings.reduce(Money.zero) { $0 + $1.gain }
      let traded = ledger.entries.filter(\.isTrade).reduce(Money.zero) { $0 + $1.amount }
      #expect(traded == gained - cost, "seed \(seed)")
      #expect(Set(state.lots.map { $0.size > .zero ? $0.symbol : $0.symbol + " short" }).count == state.positions.count)
    }
  }

  @Test("An entry that is taken back leaves nothing behind")
  func voids() throws {
    for seed in Thoroughness.some(0..<UInt64(300)) {
      let ledger = RandomLedger(seed)
      let books = try Books([ledger.account], ledger.entries)
      var dice = Dice(seed)
      var extra = ledger.random(&dice, at: dice.whole(0...400))
      (extra.id, extra.sequence) = (9001, 9001)
      guard (try? Books([ledger.account], ledger.entries + [extra])) != nil else { continue }
      var back = Entry(.void, in: "main", at: Timestamp(milliseconds: 1 << 42))
      (back.id, back.sequence, back.voids, back.amount) = (9002, 9002, 9001, -extra.amount)
      let after = try Books([ledger.account], ledger.entries + [extra, back])
      let (one, other) = (try #require(books.state("main")), try #require(after.state("main")))
      #expect(one.cash == other.cash)
      #expect(one.lots == other.lots)
      #expect(one.closings == other.closings)
    }
  }

  @Test("A split and then a sale is a sale of the scaled size")
  func splits() throws {
    for seed in Thoroughness.some(0..<UInt64(300)) {
      var dice = Dice(seed)
      let account = Account(name: "main", lots: dice.pick(LotOrder.allCases))
      let ratio = dice.whole(2...10)
      var plain: [Entry] = []
      for place in 0..<dice.whole(1...6) {
        var entry = try #require(
          Entry.trade(
            .buy, Quantity(dice.whole(1...50)), "A", at: Money(dice.whole(10...99)), in: "main",
            on: Timestamp(seconds: Int64(place))))
        (entry.id, entry.sequence) = (place + 1, place + 1)
        plain.append(entry)
      }
      let held = plain.reduce(Quantity.zero) { $0 + $1.size }
      let sold = Quantity(dice.whole(1...Int(held.double)))
      func sale(_ size: Quantity) throws -> Entry {
        var entry = try #require(
          Entry.trade(.sell, size, "A", at: Money(5), in: "main", on: Timestamp(seconds: 99)))
        (entry.id, entry.sequence, entry.amount) = (99, 99, Money(777))
        return entry
      }
      var split = Entry(.split, in: "main", at: Timestamp(seconds: 50))
      (split.id, split.sequence, split.symbol, split.ratio) = (50, 50, "A", .init(ratio, 1))
      let before = try #require(try Books([account], plain + [try sale(sold)]).state("main"))
      let scaled = try #require(sold.scaled(by: Int128(ratio), over: 1))
      let after = try #require(try Books([account], plain + [split, try sale(scaled)]).state("main"))
      #expect(before.closings.map(\.gain) == after.closings.map(\.gain))
      #expect(before.lots.map(\.cost) == after.lots.map(\.cost))
      #expect(before.lots.map { $0.size.scaled(by: Int128(ratio), over: 1) } == after.lots.map { $0.size })
    }
  }

  @Test("The order in which entries are given does not matter")
  func order() throws {
    for seed in Thoroughness.some(0..<UInt64(100)) {
      let ledger = RandomLedger(seed)
      var dice = Dice(seed)
      let books = try Books([ledger.account], ledger.entries)
      let shuffled = try Books([ledger.account], ledger.entries.shuffled(using: &dice))
      #expect(books.lines(of: "main") == shuffled.lines(of: "main"))
    }
  }

  @Test("More than is held is refused, and changes nothing")
  func refusals() throws {
    let account = Account(name: "main")
    var replay = Replay([account], voids: [])
    let time = Timestamp(seconds: 0)
    try replay.apply(try #require(Entry.trade(.buy, Quantity(10), "A", at: Money(5), in: "main", on: time)))
    let sale = try #require(Entry.trade(.sell, Quantity(11), "A", at: Money(5), in: "main", on: time))
    #expect(throws: LedgerError(.moreThanHeld(held: Quantity(10), needed: Quantity(11), symbol: "A"), sale)) {
      try replay.apply(sale)
    }
    #expect(replay.state("main")?.cash == Money(-50))
    #expect(replay.state("main")?.held("A") == Quantity(10))
    let cover = try #require(Entry.trade(.cover, Quantity(1), "A", at: Money(5), in: "main", on: time))
    #expect(throws: LedgerError.self) { try replay.apply(cover) }
  }
}

@Suite("Lots")
struct LotTests {
  private func books(_ order: LotOrder, _ trades: [(EntryType, Int, String, String)]) throws -> Replay.State {
    var entries: [Entry] = []
    for (place, trade) in trades.enumerated() {
      let (price, fee) = (try #require(Money(trade.2)), try #require(Money(trade.3)))
      let time = Timestamp(seconds: Int64(place) * 86_400)
      var entry = try #require(
        Entry.trade(trade.0, Quantity(trade.1), "AAPL", at: price, fee: fee, in: "main", on: time))
      (entry.id, entry.sequence) = (place + 1, place + 1)
      entries.append(entry)
    }
    return try #require(try Books([Account(name: "main", lots: order)], entries).state("main"))
  }

  @Test("A gain has both fees in")
  func fees() throws {
    let state = try books(.fifo, [(.buy, 100, "182.50", "1"), (.sell, 40, "190", "1")])
    #expect(state.closings.map { "\($0.gain)" } == ["298.6"])
    #expect(state.lots.map { "\($0.size) \($0.cost)" } == ["60 10950.6"])
  }

  @Test(
    "The oldest, the newest or the dearest lot goes first", arguments: [("fifo", "10"), ("lifo", "30"), ("hifo", "40")])
  func orders(order: String, cost: String) throws {
    let order = try #require(LotOrder(rawValue: order))
    let trades: [(EntryType, Int, String, String)] = [
      (.buy, 1, "10", "0"), (.buy, 1, "40", "0"), (.buy, 1, "30", "0"), (.sell, 1, "50", "0"),
    ]
    #expect(try books(order, trades).closings.map { "\($0.cost)" } == [cost])
  }

  @Test("A short position gains as the price falls, and a purchase beyond it opens a long one")
  func shorts() throws {
    let state = try books(.fifo, [(.short, 10, "50", "1"), (.cover, 4, "40", "1"), (.buy, 10, "45", "0")])
    #expect(state.closings.map { "\($0.gain)" } == ["38.6", "29.4"])
    #expect(state.closings.map { "\($0.proceeds)" } == ["199.6", "299.4"])
    #expect(state.lots.map { "\($0.size) \($0.cost)" } == ["4 180"])
  }

  @Test("More than a year is long-term: the same day of the next year is not")
  func terms() throws {
    let bought = Zone.utc.timestamp(of: CivilTime(date: try #require(CivilDate(year: 2023, month: 3, day: 1))))
    for (day, term) in [(1, Term.short), (2, .long)] {
      let sold = Zone.utc.timestamp(of: CivilTime(date: try #require(CivilDate(year: 2024, month: 3, day: day))))
      var buy = try #require(Entry.trade(.buy, Quantity(1), "A", at: Money(1), in: "main", on: bought))
      var sale = try #require(Entry.trade(.sell, Quantity(1), "A", at: Money(1), in: "main", on: sold))
      (buy.id, buy.sequence, sale.id, sale.sequence) = (1, 1, 2, 2)
      let state = try #require(try Books([Account(name: "main")], [buy, sale]).state("main"))
      #expect(state.closings.map { $0.term(in: .utc) } == [term])
    }
  }

  @Test("A transfer takes the lots along with their costs and days")
  func transfers() throws {
    var buy = try #require(
      Entry.trade(.buy, Quantity(3), "BTC", at: Money(100), in: "a", on: Timestamp(seconds: 10)))
    var out = Entry(.transfer, in: "a", at: Timestamp(seconds: 20))
    (buy.id, buy.sequence, out.id, out.sequence) = (1, 1, 2, 2)
    (out.symbol, out.size, out.peer) = ("BTC", Quantity(-2), "b")
    let books = try Books([Account(name: "a"), Account(name: "b")], [buy, out])
    #expect(books.state("b")?.lots.map { "\($0.size) \($0.cost) \($0.opened.seconds)" } == ["2 200 10"])
    #expect(books.state("a")?.lots.map { "\($0.size) \($0.cost)" } == ["1 100"])
  }
}
