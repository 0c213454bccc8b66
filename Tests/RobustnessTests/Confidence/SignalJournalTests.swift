import Calendar
import Robustness
import Testing

@Suite("Journal of signals")
struct SignalJournalTests {
  private typealias Settling = SignalSettlingTests

  /// Prices that rise by one from day to day, so that bullish signals are right.
  private func rising(_ count: Int) throws -> CloseHistory {
    try Settling.closes((0..<count).map { 100 + Double($0) })
  }

  private func entry(_ day: Int, right: Bool, symbol: String = "SPY", strategy: String = "cross") throws -> SignalEntry
  {
    try Settling.entry(
      day, 100 + Double(day), right ? .bullish : .bearish, right ? .buy : .sell, horizon: 1, symbol: symbol,
      strategy: strategy)
  }

  private func rate(_ rights: [Bool], latest: Int = 50, minimum: Int = 5) throws -> Double? {
    let journal = SignalJournal(try rights.enumerated().map { try entry($0.offset, right: $0.element) })
    let closes = try rising(rights.count + 1)
    return journal.settle(with: { _ in closes }).hitRate(latest: latest, minimum: minimum)
  }

  @Test("The hit rate is the share of right ones among the latest, and nil with fewer than five")
  func hitRate() throws {
    #expect(try rate([true, true, true, true]) == nil)
    #expect(try rate([true, true, true, true, false]) == 0.8)
    #expect(try rate([true, true, false, false], minimum: 4) == 0.5)
    #expect(try rate([], minimum: 0) == nil)
    // Ten wrong ones before the latest fifty.
    let many = [Bool](repeating: false, count: 10) + [Bool](repeating: true, count: 50)
    #expect(try rate(many) == 1)
    #expect(try rate(many, latest: 60) == 50.0 / 60)
    #expect(try rate(many, latest: 5) == 1)
    #expect(try rate(many, latest: 4) == nil)
  }

  @Test("A pending signal, one with neither outcome, or one of a rewritten history does not count")
  func counted() throws {
    var journal = SignalJournal(try (0..<5).map { try entry($0, right: true) })
    journal.append(try Settling.entry(5, 105, .bullish, .hold, horizon: 1))
    journal.append(try Settling.entry(6, 50, .bearish, .sell, horizon: 1))
    journal.append(try entry(9, right: false))
    let closes = try rising(10)
    let settled = journal.settle(with: { _ in closes })
    #expect(settled.judged().count == 5)
    #expect(settled.hitRate() == 1)
    #expect(settled.rewritten.map(\.entry.time) == [Settling.day(6)])
    #expect(settled.entries.last?.settlement.state == .pending(bars: 1))
    #expect(journal.settle(with: { _ in nil }).entries.allSatisfy { $0.settlement.state == .uncovered })
  }

  @Test("The latest are so by the time of their bar, whenever they were written down")
  func order() throws {
    let days = [5, 1, 3, 0, 4, 2]
    let journal = SignalJournal(try days.map { try entry($0, right: $0 >= 3) })
    let closes = try rising(7)
    let settled = journal.settle(with: { _ in closes })
    #expect(settled.judged(latest: 3).map(\.entry.time) == [3, 4, 5].map(Settling.day))
    #expect(settled.hitRate(latest: 3, minimum: 3) == 1)
  }

  @Test("The same bar and data are entered once; other data are entered, and the first counts")
  func duplicates() throws {
    var journal = SignalJournal()
    let first = try Settling.entry(1, 101, hash: "a")
    #expect(journal.append(first) == .entered)
    #expect(journal.append(first) == .duplicate)
    let later = try SignalEntry(
      strategy: "cross", symbol: "SPY", timeframe: .day, time: Settling.day(1), decision: .buy, direction: .bullish,
      price: 101, horizon: 2, dataHash: "a", writtenAt: Settling.day(9))
    #expect(journal.append(later) == .duplicate)
    #expect(journal.append(try Settling.entry(1, 101, .bearish, .sell, hash: "a")) == .contradicted(first))
    #expect(journal.append(try Settling.entry(1, 101, .bearish, .sell, hash: "b")) == .enteredAgain)
    for other in [
      try Settling.entry(2, 102), try Settling.entry(1, 101, symbol: "IBM"),
      try Settling.entry(1, 101, strategy: "dip"), try Settling.entry(1, 101, timeframe: .hour),
    ] { #expect(journal.append(other) == .entered) }
    #expect(journal.entries.count == 6)
    #expect(journal.entries[0] == first)
    let closes = try rising(10)
    let settled = journal.settle(with: { _ in closes })
    #expect(settled.entries.map(\.isFirst) == [true, false, true, true, true, true])
    #expect(settled.entries.map(\.isRight) == [true, nil, true, true, true, true])
  }

  @Test("A journal is filtered by strategy, symbol, timeframe and time")
  func filters() throws {
    let journal = SignalJournal([
      try entry(0, right: true), try entry(1, right: true, symbol: "IBM"), try entry(2, right: true, strategy: "dip"),
      try entry(3, right: true), try Settling.entry(3, 103, timeframe: .hour),
    ])
    func days(_ filtered: SignalJournal) -> [Timestamp] { filtered.entries.map(\.time) }
    #expect(journal.filtered() == journal)
    #expect(days(journal.filtered(symbol: "IBM")) == [Settling.day(1)])
    #expect(days(journal.filtered(strategy: "dip")) == [Settling.day(2)])
    #expect(days(journal.filtered(timeframe: .hour)) == [Settling.day(3)])
    #expect(days(journal.filtered(since: Settling.day(2))) == [2, 3, 3].map(Settling.day))
    #expect(
      days(journal.filtered(strategy: "cross", symbol: "SPY", timeframe: .day, since: Settling.day(1))) == [
        Settling.day(3)
      ])
    #expect(journal.filtered(symbol: "GE").entries.isEmpty)
  }

  @Test("A timeframe scores the direction of its latest signal times its hit rate, or not at all")
  func timeframeScores() throws {
    var journal = SignalJournal(try (0..<4).map { try entry($0, right: true) })
    journal.append(try entry(4, right: false))
    for day in 0..<5 {
      journal.append(try Settling.entry(day, 100 + Double(day), horizon: 1, timeframe: .hour))
    }
    journal.append(try Settling.entry(5, 105, .bullish, .hold, horizon: 1, timeframe: .hour))
    journal.append(try Settling.entry(0, 100, horizon: 1, timeframe: .week))
    let closes = try rising(7)
    let settled = journal.settle(with: { _ in closes })
    #expect(settled.timeframeScores() == [TimeframeScore(.day, -0.8), TimeframeScore(.hour, 0)])
    // Until the hour's latest signal is one that expects something.
    journal.append(try Settling.entry(6, 106, horizon: 1, timeframe: .hour))
    #expect(
      journal.settle(with: { _ in closes }).timeframeScores(minimum: 1) == [
        TimeframeScore(.week, 1), TimeframeScore(.day, -0.8), TimeframeScore(.hour, 1),
      ])
    #expect(SignalJournal().settle(with: { _ in closes }).timeframeScores().isEmpty)
  }

  @Test("Closes are asked for once a series, and fingerprints for each entry")
  func asked() throws {
    let journal = SignalJournal([
      try entry(0, right: true), try entry(1, right: true), try entry(1, right: true, symbol: "IBM"),
      try entry(2, right: true, symbol: "IBM"),
    ])
    let closes = try rising(5)
    var asked: [String] = []
    let settled = journal.settle(
      with: { series in
        asked.append(series.symbol)
        return series.symbol == "SPY" ? closes : nil
      }, dataHash: { $0.time == Settling.day(1) ? "b" : "a" })
    #expect(asked == ["SPY", "IBM"])
    #expect(settled.rewritten.map(\.entry.symbol) == ["SPY"])
    #expect(settled.entries.map { $0.settlement.outcome != nil } == [true, true, false, false])
  }

  @Test("Entries of other rules and horizons coexist; one whose rules are unknown may be of any")
  func rules() throws {
    func entry(_ direction: Direction, _ horizon: Int, _ rules: String?) throws -> SignalEntry {
      try SignalEntry(
        strategy: "cross", symbol: "SPY", timeframe: .day, time: Settling.day(1),
        decision: direction == .bullish ? .buy : .sell, direction: direction, price: 101, horizon: horizon,
        dataHash: "a", writtenAt: Settling.day(9), rules: rules)
    }
    var journal = SignalJournal([try entry(.bullish, 1, nil)])
    #expect(journal.append(try entry(.bullish, 1, "x")) == .duplicate)
    #expect(journal.append(try entry(.bearish, 1, "y")) == .entered)
    #expect(journal.append(try entry(.bullish, 1, "y")) == .duplicate)
    #expect(journal.append(try entry(.bullish, 2, "y")) == .entered)
    #expect(journal.append(try entry(.bearish, 2, "y")) == .contradicted(try entry(.bullish, 2, "y")))
    #expect(journal.append(try entry(.bearish, 2, "z")) == .entered)
    #expect(journal.filtered(horizon: 1, rules: "y").entries.map(\.rules) == [nil, "y"])
    #expect(journal.filtered(horizon: 2, rules: "x").entries.isEmpty)
    let closes = try rising(5)
    // The second may be of the rules of the first, so that the bar would count twice.
    #expect(journal.settle(with: { _ in closes }).entries.map(\.isFirst) == [true, false, true, true])
    for entry in journal.entries { #expect(try SignalEntry(json: entry.json) == entry) }
  }
}
