import LibC
import Robustness
import TestSupport
import Testing

@Suite("Random entries and prices")
struct RandomEntryTests {
  /// The total return of trades at places, by the definition.
  private static func total(_ factors: [Double], _ trades: [(start: Int, holding: RandomEntries.Holding)]) -> Double {
    trades.reduce(1) { account, trade in
      let prices = factors[trade.start..<trade.start + trade.holding.bars].reduce(1, *)
      return account * (trade.holding.side == .long ? prices : max(0, 2 - prices))
    } - 1
  }

  /// All arrangements of trades that do not overlap, each an order and the places.
  private static func arrangements(
    _ holdings: [RandomEntries.Holding], bars: Int
  ) -> [[(start: Int, holding: RandomEntries.Holding)]] {
    func place(_ rest: [RandomEntries.Holding], _ from: Int) -> [[(start: Int, holding: RandomEntries.Holding)]] {
      guard !rest.isEmpty else { return [[]] }
      var all: [[(start: Int, holding: RandomEntries.Holding)]] = []
      for index in rest.indices {
        let next = rest[index]
        var others = rest
        others.remove(at: index)
        guard next.bars <= bars - from else { continue }
        for start in from...bars - next.bars {
          all += place(others, start + next.bars).map { [(start, next)] + $0 }
        }
      }
      return all
    }
    return place(holdings, 0)
  }

  @Test("Each arrangement of the trades comes as often as the others")
  func uniform() throws {
    let factors = [1.1, 0.8, 1.3, 0.95, 1.02, 0.7, 1.25]
    let holdings = [
      RandomEntries.Holding(bars: 2, side: .long), RandomEntries.Holding(bars: 1, side: .short),
      RandomEntries.Holding(bars: 1, side: .long),
    ]
    let exact = Self.arrangements(holdings, bars: 7).map { Self.total(factors, $0) }
    // Three free bars and three trades: 20 places, 6 orders.
    #expect(exact.count == 120)
    let distribution = try RandomEntries(factors: factors, holdings: holdings, runs: 24_000).distribution()
    for value in [-0.4, -0.2, -0.1, 0, 0.1, 0.3, 0.5] {
      let share = Double(exact.count { $0 < value }) / 120
      // Four standard errors of a share of 24,000 runs are at most 1.3 %.
      #expect(abs(distribution.percentile(of: value) - share) < 0.013, "\(value)")
    }
    #expect(abs((distribution.returns.first ?? 0) - (exact.min() ?? 0)) < 1e-12)
    #expect(abs((distribution.returns.last ?? 0) - (exact.max() ?? 0)) < 1e-12)
  }

  @Test("The rule's own total is by the same arithmetic, and places outside of the series have none")
  func own() throws {
    let factors = [1.1, .nan, 1.3, 0.95, 2.5]
    let holdings = [RandomEntries.Holding(bars: 3, side: .long), RandomEntries.Holding(bars: 1, side: .short)]
    let entries = try RandomEntries(factors: factors, holdings: holdings)
    #expect(abs(entries.totalReturn(starts: [0, 3]) - (1.43 * 1.05 - 1)) < 1e-14)
    #expect(entries.totalReturn(starts: [0, 4]) == -1)
    for starts in [[0], [0, 5], [3, 0], [-1, 4], [.max, 0]] { #expect(entries.totalReturn(starts: starts).isNaN) }
  }

  @Test("A rule that knows the future stands above chance, and one that does not stands anywhere")
  func skill() throws {
    var dice = Dice(1)
    let factors = (0..<600).map { _ in exp(0.01 * dice.normal()) }
    let holdings = [RandomEntries.Holding](repeating: RandomEntries.Holding(bars: 5, side: .long), count: 20)
    let entries = try RandomEntries(factors: factors, holdings: holdings, runs: 2000)
    let distribution = entries.distribution()
    #expect(distribution == entries.distribution(workers: 3))
    func product(_ start: Int) -> Double { factors[start..<start + 5].reduce(1, *) }
    let slots = (0..<120).map { $0 * 5 }.sorted { product($0) > product($1) }
    let clairvoyant = entries.totalReturn(starts: Array(slots.prefix(20)))
    #expect(distribution.percentile(of: clairvoyant) == 1)
    let least: Double = 1 / 2001
    #expect(abs(distribution.probability(ofAtLeast: clairvoyant) - least) < 1e-15)
    let ranks = (0..<200).map { _ in
      distribution.percentile(of: entries.totalReturn(starts: Array(slots.shuffled(using: &dice).prefix(20))))
    }
    // The mean of 200 even numbers has a standard error of 2 %.
    let mean: Double = ranks.reduce(0, +) / 200
    #expect(abs(mean - 0.5) < 0.08)
    #expect(ranks.count { $0 > 0.9 } < 45 && ranks.count { $0 < 0.1 } < 45)
  }

  @Test("Trades that fill the series only change their order, and none at all is a return of 0")
  func edges() throws {
    let factors = [1.2, 0.9, 1.1]
    let full = try RandomEntries(
      factors: factors, holdings: [.init(bars: 2, side: .long), .init(bars: 1, side: .long)], runs: 50)
    #expect(full.distribution().returns.allSatisfy { abs($0 - 0.188) < 1e-14 })
    #expect(try RandomEntries(factors: factors, holdings: [], runs: 3).distribution().returns == [0, 0, 0])
    #expect(try RandomEntries(factors: [], holdings: [], runs: 0).distribution().percentile(of: 0).isNaN)
    #expect(throws: RandomEntries.Refusal.tooLong(held: 4, bars: 3)) {
      try RandomEntries(factors: factors, holdings: [.init(bars: 2, side: .long), .init(bars: 2, side: .short)])
    }
    #expect(throws: RandomEntries.Refusal.tooLong(held: .max, bars: 3)) {
      try RandomEntries(factors: factors, holdings: [.init(bars: .max, side: .long), .init(bars: .max, side: .short)])
    }
    #expect(throws: RandomEntries.Refusal.emptyHolding(index: 0, bars: 0)) {
      try RandomEntries(factors: factors, holdings: [.init(bars: 0, side: .long)])
    }
    #expect(throws: RandomEntries.Refusal.invalidFactor(bar: 1, value: 0)) {
      try RandomEntries(factors: [1, 0], holdings: [])
    }
  }

  @Test("Multipliers of prices have a mean of 1, their deviation, and hang on their own bar and run only")
  func perturbation() {
    let noise = PricePerturbation(share: 0.2, seed: 3)
    let many = noise.multipliers(count: 40_000, deviation: 0.05, run: 0)
    let moments = ReturnMoments(of: many.map { log($0) })
    // Four standard errors of a mean of 40,000.
    let mean = many.reduce(0, +) / 40_000
    #expect(abs(mean - 1) < 0.0002)
    #expect(abs(moments.deviation / 0.01 - 1) < 0.015 && abs(moments.skewness) < 0.05)
    #expect(noise.multipliers(count: 13, deviation: 0.05, run: 0) == Array(many.prefix(13)))
    let other = noise.multipliers(count: 13, deviation: 0.05, run: 1)
    #expect(zip(other, many).allSatisfy { $0 != $1 })
    #expect(
      noise.multipliers(deviations: [0.05, .nan, 0, -1, .infinity, 0.05], run: 0)
        == [many[0], 1, 1, 1, 1, many[5]])
    #expect(PricePerturbation(share: .nan).multipliers(count: 2, deviation: 1, run: 0) == [1, 1])
    #expect(noise.multipliers(count: -1, deviation: 1, run: 0).isEmpty)
  }
}
