import Backtesting
import Columns
import LibC
import TestSupport
import Testing

@Suite("Entries at random places")
struct RandomEntryTests {
  /// A random walk without drift, and a random rule on it: averages or extremes, a stop, a target, a trail or none.
  private static func run(_ seed: UInt64, volumeShare: Double? = nil) throws -> (BacktestResult, RandomEntries.Ground) {
    var dice = Dice(seed)
    var walk = RandomBars()
    (walk.gap, walk.move, walk.wick) = (0.004, 0.01, 0...0.004)
    let bars = walk.bars(800, seed: dice.next())
    let close = bars.close.values
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &dice) < share }
    func mean(_ length: Int) -> [Double] {
      close.indices.map { $0 < length ? .nan : close[$0 - length..<$0].reduce(0, +) / Double(length) }
    }
    let (fast, slow) = (mean(Int.random(in: 3...10, using: &dice)), mean(Int.random(in: 15...60, using: &dice)))
    let isReversion = chance(0.5)
    func condition(_ above: Bool) -> Condition {
      .column(Column(close.indices.map { (fast[$0] > slow[$0]) == above && !slow[$0].isNaN ? 1 : 0 }))
    }
    var strategy = Strategy(
      name: "random", entries: [EntryRule(name: "in", side: .long, condition: condition(!isReversion))])
    if chance(0.3) {
      strategy.entries.append(EntryRule(name: "short", side: .short, condition: condition(isReversion)))
    }
    if chance(0.6) { strategy.exits = [ExitRule(name: "out", side: nil, condition: condition(isReversion))] }
    if strategy.exits.isEmpty || chance(0.3) { strategy.exitAfterBars = Int.random(in: 3...25, using: &dice) }
    let fraction = Double.random(in: 0.01...0.04, using: &dice)
    if chance(0.7) { strategy.stop = .fraction(fraction) }
    if chance(0.4) { strategy.target = .fraction(Double.random(in: 1...3, using: &dice) * fraction) }
    if chance(0.3) { strategy.trail = .fraction(1.5 * fraction) }
    if strategy.stop != nil, chance(0.2) { strategy.size = .risk(.constant(0.02)) }
    var settings = BacktestSettings(commission: chance(0.5) ? 0.0005 : 0, fill: chance(0.3) ? .close : .open)
    settings.maximumVolumeShare = volumeShare
    let result = try Backtest.run(bars: bars, strategy: strategy, settings: settings)
    return (result, RandomEntries.Ground(of: result, bars: bars, strategy: strategy))
  }

  /// The share of outcomes below a return, equal ones by half.
  private static func rank(_ value: Double, _ outcomes: [RandomEntries.Outcome?]) -> Double {
    let returns = outcomes.compactMap { $0?.totalReturn }
    let equal = returns.count { abs($0 - value) < 1e-12 }
    return (Double(returns.count { $0 < value - 1e-12 }) + Double(equal) / 2) / Double(returns.count)
  }

  @Test("On random walks every rank of a rule comes as often as the others, whatever its stops")
  func uniform() throws {
    let count = Thoroughness.isFull ? 1000 : 30
    var ranks: [Double] = []
    var seed: UInt64 = 1
    while ranks.count < count {
      let (result, ground) = try Self.run(seed)
      seed += 1
      guard result.trades.count >= 10 else { continue }
      let outcomes = try RandomEntries(of: result, on: ground, workers: 2).outcomes(runs: 199, workers: 2)
      ranks.append(Self.rank(result.performance().totalReturn, outcomes))
    }
    ranks.sort()
    // The tails, where the verdicts are: 6 % on each side by the measure of 4,000 rules, beside three of their deviations.
    let most = 0.06 * Double(count) + 3 * (0.06 * 0.94 * Double(count)).squareRoot()
    #expect(Double(ranks.count { $0 > 0.95 }) <= most && Double(ranks.count { $0 < 0.05 }) <= most, "\(ranks)")
    // Kolmogorov and Smirnov's distance, which 1 % of even samples pass.
    let distance = ranks.enumerated().map { place, rank in
      max(abs(Double(place) / Double(count) - rank), abs(Double(place + 1) / Double(count) - rank))
    }.max()
    #expect(try #require(distance) < 1.63 / Double(count).squareRoot(), "\(ranks)")
  }

  @Test("Random runs are the same bits for any number of threads, and from event to event as from bar to bar")
  func same() throws {
    for seed in 1...(Thoroughness.isFull ? 12 : 3) as ClosedRange<UInt64> {
      let (result, ground) = try Self.run(seed)
      let one = try RandomEntries(of: result, on: ground, seed: 7).outcomes(runs: 20)
      #expect(try one == RandomEntries(of: result, on: ground, seed: 7, workers: 3).outcomes(runs: 20, workers: 3))
      // A share of the volume that is never reached makes the run visit each bar.
      let (slow, other) = try Self.run(seed, volumeShare: 1e9)
      let visited = try RandomEntries(of: slow, on: other, seed: 7).outcomes(runs: 20)
      #expect(slow.trades == result.trades && visited.map { $0?.totalReturn } == one.map { $0?.totalReturn }, "\(seed)")
      #expect(visited.map { $0?.low } == one.map { $0?.low }, "\(seed)")
      // From the start an account falls no deeper than from its highest, and at least to its end.
      #expect(
        one.compactMap(\.self).allSatisfy { $0.maxDrawdown <= $0.low && $0.low <= min(0, $0.totalReturn) + 1e-15 })
    }
  }

  @Test("A rule that enters before each rise ranks above all random entries, with the return of its own run")
  func skill() throws {
    let bars = RandomBars().bars(300, seed: 5)
    let close = bars.close.values
    let rises = Condition.column(Column(close.indices.map { $0 + 3 < 300 && close[$0 + 3] > close[$0] * 1.03 ? 1 : 0 }))
    var strategy = Strategy(
      name: "knows", entries: [EntryRule(name: "in", side: .long, condition: rises)], stop: .fraction(0.05))
    strategy.exitAfterBars = 3
    let result = try Backtest.run(bars: bars, strategy: strategy)
    let ground = RandomEntries.Ground(of: result, bars: bars, strategy: strategy)
    let entries = try RandomEntries(of: result, on: ground)
    #expect(entries.entries.count == result.trades.count + result.openTrades.count)
    #expect(Self.rank(result.performance().totalReturn, try entries.outcomes(runs: 200)) == 1)
  }

  @Test("What a stop or a target closed is held at other places until it is reached there")
  func levels() throws {
    // The price rises by 1 % a bar: the target of 5 % closes each entry after five bars, on any bar.
    let bars = RandomBars().bars(200, seed: 1)
    var rising = bars
    let closes = (0..<200).map { 100 * pow(1.01, Double($0)) }
    (rising.open, rising.close) = (Column(closes), Column(closes))
    (rising.high, rising.low) = (Column(closes), Column(closes))
    let often = Condition.column(Column((0..<200).map { $0 % 20 == 3 ? 1 : 0 }))
    let strategy = Strategy(
      name: "rising", entries: [EntryRule(name: "in", side: .long, condition: often)], target: .fraction(0.0505))
    let result = try Backtest.run(bars: rising, strategy: strategy)
    let ground = RandomEntries.Ground(of: result, bars: rising, strategy: strategy)
    let outcomes = try RandomEntries(of: result, on: ground).outcomes(runs: 50).compactMap(\.self)
    let total = result.performance().totalReturn
    #expect(result.trades.count == 10 && outcomes.count == 50)
    // An entry near the end may be open at the last bar, which costs it some of its 5 %.
    #expect(outcomes.allSatisfy { $0.totalReturn <= total + 1e-12 && $0.totalReturn > total - 0.1 })
  }
}
