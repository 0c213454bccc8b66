import Backtesting
import Columns
import PlainSimulation
import TestSupport
import Testing

@Suite("The cost at which a run gains nothing")
struct BreakEvenTests {
  @Test("A run with this commission ends where it began, whatever is sized how")
  func again() throws {
    var seen = 0
    for seed in 0..<400 {
      var run = RandomRun(seed: UInt64(seed), isPlain: true)
      run.settings.units = .fractional
      run.settings.slippage = 0
      run.settings.finalize = true
      let range = 0..<run.bars.count
      let first = try run.run(range)
      let cost = first.performance().breakEvenCost
      guard cost.isFinite, cost < 0.5 else { continue }
      run.settings.commission = Commission(rate: cost)
      let again = try run.run(range)
      // Where the costs release a cap or lead to other entries, the root is another.
      guard first.trades.map(\.isCapped) == again.trades.map(\.isCapped), first.rejections.isEmpty,
        again.rejections.isEmpty
      else { continue }
      seen += 1
      #expect(abs(again.performance(.essential).totalReturn) < 1e-9, "seed \(seed)")
    }
    #expect(seen > 20)
  }

  @Test("The product of the shares invested has the root that repeating the fills has")
  func product() throws {
    var seen = 0
    for seed in 0..<300 {
      var dice = Dice(UInt64(seed))
      var price = 100.0
      let bars = flatBars(
        (0..<60).map { _ in
          price *= dice.number(0.97...1.035)
          return price
        })
      // Every tenth bar enters, and every tenth leaves: one trade follows another.
      func every(_ first: Int) -> Condition {
        .column(truth(Array(stride(from: first, to: bars.count, by: 10)), count: bars.count))
      }
      let isLong = dice.below(4) > 0
      let strategy = Strategy(
        name: "tenth", entries: [isLong ? long(every(1)) : short(every(1))], exits: [leave(every(dice.whole(2...8)))],
        size: .equityShare(.constant(dice.pick([1, 1, 0.5, 0.1]))))
      var settings = BacktestSettings(cash: 10_000)
      settings.finalize = dice.below(2) == 0
      settings.commission = Commission(rate: dice.pick([0, 0.001]))
      settings.units = dice.pick([.fractional, .whole])
      let result = try run(bars, strategy, settings)
      let cost = try #require(InvestedShares(result)).breakEvenCost
      let replayed = BreakEvenCost.replayed(result)
      guard let cost else { continue }
      if cost.isFinite { seen += 1 }
      #expect(near(cost, replayed, 1e-12) || cost.isNaN && replayed.isNaN, "seed \(seed): \(cost), \(replayed)")
    }
    #expect(seen > 100)
  }

  @Test("Where what is bought follows from more than the trades before, the fills are repeated")
  func others() throws {
    let bars = flatBars([10, 10, 11, 11, 10, 10, 11, 11])
    let turning = Strategy(
      name: "turn", entries: [long(on(0, 4, count: 8)), short(on(2, 6, count: 8))],
      exits: [])
    #expect(try InvestedShares(run(bars, turning)) == nil)
    let shares = Strategy(
      name: "ten", entries: [long(on(0, 4, count: 8))], exits: [leave(on(1, 5, count: 8))], size: .shares(.constant(10))
    )
    #expect(try InvestedShares(run(bars, shares)) == nil)
  }

  @Test("Nothing is said where no trade was closed or nothing is gained")
  func nothing() throws {
    let bars = flatBars([10, 11, 12, 13])
    let hold = Strategy(name: "hold", entries: [long(on(0, count: 4))])
    #expect(try Backtest.run(bars: bars, strategy: hold).performance().breakEvenCost.isNaN)
    let lose = Strategy(name: "lose", entries: [short(on(0, count: 4))], exits: [leave(on(2, count: 4))])
    #expect(try Backtest.run(bars: bars, strategy: lose).performance().breakEvenCost.isNaN)
  }

  @Test("Costs compound: two trades of a tenth each gain nothing at the root")
  func compounding() throws {
    let bars = flatBars([10, 10, 11, 11, 10, 10, 11, 11])
    let strategy = Strategy(
      name: "twice", entries: [long(on(0, 4, count: 8))], exits: [leave(on(1, 5, count: 8))])
    let result = try Backtest.run(bars: bars, strategy: strategy)
    // One trade multiplies the equity by 1.1 * (1 - c) / (1 + c), which is 1 at c = 1 / 21.
    #expect(near(result.performance().breakEvenCost, 1.0 / 21))
  }
}
