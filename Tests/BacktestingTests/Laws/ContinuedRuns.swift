import Backtesting
import Calendar
import Columns
import JSON
import PlainSimulation
import TestSupport
import Testing

/// A run in parts, each of which continues from the state of the one before, written as JSON and read again.
enum ContinuedRuns {
  static let basis = ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1)

  /// Runs the bars of a range in some parts, the shortest of one bar.
  static func run(
    _ range: Range<Int>, seed: UInt64, bars: Bars? = nil,
    part: (RunState?, Range<Int>) throws -> (result: BacktestResult, state: RunState)
  ) throws -> BacktestResult {
    var dice = Dice(seed &+ 4_242)
    var seams = (0..<Int.random(in: 1...4, using: &dice)).map { _ in
      Int.random(in: range.lowerBound + 1..<range.upperBound, using: &dice)
    }
    if let first = seams.first { seams.append(min(first + 1, range.upperBound - 1)) }
    let ends = Set(seams).sorted() + [range.upperBound]
    var (joined, state, start) = (BacktestResult?.none, RunState?.none, range.lowerBound)
    for end in ends {
      let done = try part(state, start..<end)
      joined = joined?.continued(by: done.result, bars: bars, basis: basis) ?? done.result
      state = try RunState(JSONValue(parsing: done.state.json.write()))
      start = end
    }
    return try #require(joined)
  }

  /// Expects two results to be equal to the last bit.
  static func expectSame(_ joined: BacktestResult, _ full: BacktestResult, _ label: String) {
    // A missing price differs from itself, so that the texts are compared, which tell every bit.
    func same(_ part: (BacktestResult) -> Any) -> Bool { "\(part(joined))" == "\(part(full))" }
    func lines(_ items: [some Any]) -> [String] { items.map { "\($0)" }.sorted() }
    #expect(joined.equity.values.map(\.bitPattern) == full.equity.values.map(\.bitPattern), "equity, \(label)")
    #expect(joined.cash.values.map(\.bitPattern) == full.cash.values.map(\.bitPattern), "cash, \(label)")
    #expect(same { $0.trades } && same { $0.openTrades } && same { $0.pendingOrders }, "trades, \(label)")
    #expect(lines(joined.orders) == lines(full.orders), "orders, \(label)")
    #expect(lines(joined.actions) == lines(full.actions), "actions, \(label)")
    #expect(same { $0.signals } && same { $0.conflicts } && same { $0.rejections }, "signals, \(label)")
    #expect(same { $0.positions } && same { $0.pausedIndexes } && same { $0.tally }, "tally, \(label)")
    #expect(
      same { [$0.commissionPaid, $0.slippagePaid, $0.turnover, $0.dividends, $0.lastClose, $0.holdingWorth] }
        && same { $0.interest } && joined.exposedBars == full.exposedBars && joined.ruinedIndex == full.ruinedIndex,
      "totals, \(label)")
  }
}

struct ContinuedRunTests {
  @Test("parts that continue from a state written as JSON are one run, to the last bit", arguments: 0..<20)
  func parts(block: Int) throws {
    var (trades, waiting) = (0, 0)
    for number in block * 150..<block * 150 + 150 {
      let seed = UInt64(number)
      var run = RandomRun(seed: seed)
      if number % 2 == 0 { run = run.withOrders(seed: seed) }
      if number % 3 == 0 { run = run.withClauses(seed: seed) }
      if number % 5 == 0 { run = run.withParts(seed: seed) }
      if number % 4 == 0 { run = run.withVolume(seed: seed) }
      if number % 7 == 0 {
        run.strategy.resizes = Column((0..<run.bars.count).map { $0 % 9 == 8 ? 1 : 0 })
        run.strategy.maximumEntries = 1
      }
      if number % 6 == 0 {
        run.settings.leverage = 2
        run.settings.maintenance = 0.25
        run.settings.financing = Financing(cash: .constant(0.03), loan: .constant(0.05), borrow: .constant(0.01))
      }
      run.settings.inside = BacktestSettings.Inside.allCases[number % BacktestSettings.Inside.allCases.count]
      for index in stride(from: 11, to: run.bars.count, by: 37) {
        let date = run.bars.civilTime(at: index).date
        run.actions.insert(CorporateAction(.dividend(0.2), on: date))
        if number % 2 == 0, !run.bars.timeframe.isIntraday {
          run.actions.insert(CorporateAction(.split(1.5), on: date))
        }
      }
      let actions = run.bars.barActions(run.actions)
      let range = number % 3 == 0 ? 20..<run.bars.count : 0..<run.bars.count
      let full = try Backtest.run(
        bars: run.bars, strategy: run.strategy, settings: run.settings, range: range, actions: actions,
        basis: ContinuedRuns.basis, listsSignals: true)
      let joined = try ContinuedRuns.run(range, seed: seed, bars: run.bars) { state, part in
        var settings = run.settings
        settings.finalize = run.settings.finalize && part.upperBound == range.upperBound
        let done = try Backtest.advance(
          state, bars: run.bars, strategy: run.strategy, settings: settings, range: part, actions: actions,
          basis: ContinuedRuns.basis, listsSignals: true)
        waiting += done.result.pendingOrders.count
        return done
      }
      ContinuedRuns.expectSame(joined, full, "seed \(seed)")
      trades += full.trades.count
    }
    #expect(trades > 500 && waiting > 50, "\(trades) trades, \(waiting) orders waited at a seam")
  }

  @Test("a state of other rules or bars, or one that is damaged, is refused")
  func refused() throws {
    let run = RandomRun(seed: 12).withOrders(seed: 12)
    func advance(_ state: RunState?, _ range: Range<Int>, _ strategy: Strategy) throws -> RunState {
      try Backtest.advance(state, bars: run.bars, strategy: strategy, settings: run.settings, range: range).state
    }
    let states = try (1..<100).map { try advance(nil, 0..<$0, run.strategy) }
    var other = run.strategy
    (other.entries, other.exits) = ([other.entries[0]], [])
    var refused = 0
    for state in states {
      #expect(throws: BacktestError.unreadableState(field: "next")) {
        try advance(state, state.nextIndex + 1..<110, run.strategy)
      }
      do { _ = try advance(state, state.nextIndex..<110, other) } catch { refused += 1 }
      // Each field in its turn is missing.
      guard state.nextIndex % 20 == 0 else { continue }
      let members = state.json.members ?? []
      for member in members where member.key != "next" {
        let damaged = try RunState(.object(members.filter { $0.key != member.key }))
        #expect(throws: BacktestError.unreadableState(field: member.key)) {
          try advance(damaged, state.nextIndex..<110, run.strategy)
        }
      }
    }
    #expect(refused > 5)
    #expect(throws: BacktestError.unreadableState(field: "next")) { try RunState(["next": "tomorrow"]) }
  }

  @Test("a state whose values were changed continues or is refused, and nothing traps")
  func damaged() throws {
    var (refused, continued) = (0, 0)
    for number in 0..<600 {
      let seed = UInt64(number)
      let run = RandomRun(seed: seed).withOrders(seed: seed).withParts(seed: seed).withVolume(seed: seed)
      var dice = Dice(seed &+ 77)
      let seam = Int.random(in: 20..<100, using: &dice)
      let state = try Backtest.advance(
        nil, bars: run.bars, strategy: run.strategy, settings: run.settings, range: 0..<seam, listsSignals: true
      ).state
      for _ in 0..<20 {
        guard let other = try? RunState(state.json.damaged(&dice)), other.nextIndex == seam else { continue }
        do throws(BacktestError) {
          _ = try Backtest.advance(
            other, bars: run.bars, strategy: run.strategy, settings: run.settings, range: seam..<120,
            listsSignals: true)
          continued += 1
        } catch {
          guard case .unreadableState = error else {
            Issue.record("seed \(seed): \(error)")
            continue
          }
          refused += 1
        }
      }
    }
    #expect(refused > 1000 && continued > 1000, "\(refused) refused, \(continued) continued")
  }
}

extension JSONValue {
  /// The value with one of the values inside it changed, taken out or doubled.
  fileprivate func damaged(_ dice: inout Dice) -> JSONValue {
    switch self {
    case .object(var members) where !members.isEmpty:
      let place = Int.random(in: members.indices, using: &dice)
      members[place].value = members[place].value.damaged(&dice)
      return .object(members)
    case .array(var elements) where !elements.isEmpty:
      let place = Int.random(in: elements.indices, using: &dice)
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: elements.remove(at: place)
      case 1: elements.append(elements[place])
      default: elements[place] = elements[place].damaged(&dice)
      }
      return .array(elements)
    default:
      let values: [JSONValue] = [
        .null, true, -1, 0, 1, 7, 119, 5000, .integer(.max), .integer(.min), 0.5, -3.25, 1e300, "nan", "inf", "limit",
        [],
      ]
      return values.randomElement(using: &dice) ?? .null
    }
  }
}
