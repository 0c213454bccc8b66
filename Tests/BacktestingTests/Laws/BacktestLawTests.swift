import Backtesting
import Columns
import PlainSimulation
import TestSupport
import Testing

/// Laws of every run, for any bars and rules.
struct BacktestLawTests {
  static let seeds = Array(UInt64(1)...300)

  @Test("cash and equity at each close follow from the list of trades alone")
  func accounting() throws {
    var checked = 0
    for seed in Self.seeds {
      let run = RandomRun(seed: seed)
      let result = try run.run()
      var events: [Int: [(cash: Double, units: Double)]] = [:]
      let rate = run.settings.commission.rate
      for trade in result.trades + result.openTrades {
        let sign = trade.side.sign
        let entry = trade.size * trade.entryPrice
        events[trade.entryIndex, default: []].append((-sign * entry - rate * entry, sign * trade.size))
        guard !trade.isOpen else { continue }
        let exit = trade.size * trade.exitPrice
        events[trade.exitIndex, default: []].append((sign * exit - rate * exit, -sign * trade.size))
      }
      var cash = run.settings.cash
      var units = 0.0
      for index in 0..<run.bars.count {
        for event in events[index] ?? [] {
          cash += event.cash
          units += event.units
          checked += 1
        }
        #expect(near(result.cash[index], cash, 1e-9), "seed \(seed), bar \(index)")
        let close = run.bars.close[index]
        if !close.isNaN {
          #expect(near(result.equity[index], cash + units * close, 1e-9), "seed \(seed), bar \(index)")
        }
      }
    }
    #expect(checked > 5000, "the random rules trade")
  }

  @Test("the gains of all trades add up to the change of the equity")
  func gains() throws {
    for seed in Self.seeds {
      let run = RandomRun(seed: seed)
      let result = try run.run()
      let gain = (result.trades + result.openTrades).reduce(0) { $0 + $1.pnl }
      let last = try #require(result.equity.values.last)
      #expect(near(run.settings.cash + gain, last), "seed \(seed)")
    }
  }

  @Test("no fill comes before its decision, and each fill is at a price that its bar allows")
  func fills() throws {
    for seed in Self.seeds {
      let run = RandomRun(seed: seed)
      let bars = run.bars
      let result = try run.run()
      for trade in result.trades + result.openTrades {
        guard case .column(let condition) = run.strategy.entries[trade.entryRule].condition else { continue }
        let isClose = run.settings.fill == .close
        let decided = (0...trade.entryIndex).last { index in
          index < trade.entryIndex + (isClose ? 1 : 0) && condition[index] == 1
        }
        #expect(decided != nil, "seed \(seed): no rule decided the entry at \(trade.entryIndex)")
        let quoted = isClose ? bars.close[trade.entryIndex] : bars.open[trade.entryIndex]
        let slip = 1 + trade.side.sign * run.settings.slippage.rate
        #expect(trade.entryPrice == quoted * slip, "seed \(seed)")
        #expect(trade.exitIndex >= trade.entryIndex)
        if trade.exit == .target {
          let index = trade.exitIndex
          #expect(trade.exitPrice <= bars.high[index] && trade.exitPrice >= bars.low[index], "seed \(seed)")
        }
      }
    }
  }

  @Test("what has happened by a bar is the same when the later bars are not there")
  func prefixes() throws {
    for seed in Self.seeds.prefix(60) {
      var run = RandomRun(seed: seed)
      run.settings.finalize = false
      if seed % 3 == 0 { run = run.withVolume(seed: seed) }
      let whole = try run.run()
      for end in [40, 77, 103] {
        let part = try run.run(0..<end)
        let closed = whole.trades.filter { $0.exitIndex < end }
        #expect(part.trades == closed, "seed \(seed), \(end) bars")
        #expect(part.equity.values == whole.equity.values.prefix(end), "seed \(seed), \(end) bars")
        #expect(part.rejections == whole.rejections.filter { $0.index < end })
      }
    }
  }

  @Test("fills take no more than their share of the volume of a bar, and what they take is all that is traded")
  func volume() throws {
    var cut = 0
    for seed in Self.seeds {
      var run = RandomRun(seed: seed).withVolume(seed: seed)
      run.settings.finalize = false
      let result = try run.run()
      if result.isRuined { continue }
      let most = try #require(run.settings.maximumVolumeShare)
      for (index, share) in result.volumeShares(on: run.bars) {
        #expect(share <= most * (1 + 1e-9), "seed \(seed), bar \(index)")
      }
      cut += result.trades.count { !$0.exitFills.isEmpty }
      let trades = result.trades + result.openTrades
      let last = try #require(result.equity.values.last)
      #expect(near(run.settings.cash + trades.reduce(0) { $0 + $1.pnl }, last), "seed \(seed)")
      var bought = 0.0
      for trade in trades {
        bought += trade.held(after: -1) * trade.entryPrice
        bought -= trade.laterFills.reduce(0) { $0 + $1.units * $1.price }
        guard !trade.isOpen else { continue }
        bought += trade.size * trade.exitPrice + trade.laterFills.reduce(0) { $0 + $1.units * $1.price }
      }
      #expect(near(bought, result.turnover), "seed \(seed)")
    }
    #expect(cut > 50)
  }

  @Test(
    "what is still to be sold counts in the equity, with borrowed money, parts, waiting orders and forced exits too")
  func volumeOfOthers() throws {
    var (forced, cut) = (0, 0)
    for seed in Self.seeds {
      var run = RandomRun(seed: seed).withOrders(seed: seed).withClauses(seed: seed).withParts(seed: seed)
      run = run.withVolume(seed: seed)
      (run.settings.leverage, run.settings.maintenance) = (3, 0.25)
      if seed % 2 == 1 { run.strategy.size = .equityShare(.constant(2.8)) }
      if seed % 2 == 0 { run.strategy.resizes = truth(Array(stride(from: 4, to: 120, by: 5)), count: 120) }
      if seed % 3 == 0 { run.settings.inside = .path }
      let result = try run.run()
      let trades = result.trades + result.openTrades
      let last = try #require(result.equity.values.last)
      #expect(near(run.settings.cash + trades.reduce(0) { $0 + $1.pnl }, last, 1e-8), "seed \(seed)")
      #expect(trades.allSatisfy { $0.size > 0 && $0.firstExitIndex <= $0.exitIndex }, "seed \(seed)")
      for trade in trades where !trade.isOpen {
        #expect(trade.held(after: trade.exitIndex) > -1e-9 * trade.size, "seed \(seed): more was sold than held")
      }
      forced += result.trades.count { $0.exit == .liquidation }
      cut += result.trades.count { !$0.exitFills.isEmpty }
    }
    #expect(forced > 10 && cut > 50)
  }

  @Test("flat prices without costs gain nothing; with costs they lose what the costs are")
  func flatPrices() throws {
    for seed in Self.seeds.prefix(100) {
      var run = RandomRun(seed: seed)
      run.bars = flatBars([Double](repeating: 50, count: run.bars.count))
      run.strategy.stop = nil
      run.strategy.size = .equityShare(.constant(0.5))
      let costly = try run.run()
      let last = try #require(costly.equity.values.last)
      #expect(near(last, 10_000 - costly.commissionPaid - costly.slippagePaid), "seed \(seed)")
      run.settings.commission = 0
      run.settings.slippage = 0
      let free = try run.run()
      #expect(free.trades.allSatisfy { $0.pnl == 0 }, "seed \(seed)")
      #expect(free.equity.values.allSatisfy { near($0, 10_000) })
    }
  }

  @Test("the bars before and after the window change nothing in it")
  func windows() throws {
    for seed in Self.seeds.prefix(60) {
      let run = RandomRun(seed: seed)
      let window = 30..<90
      let inside = try run.run(window)
      var cut = run
      cut.bars = run.bars.slice(window)
      cut.strategy = run.strategy.cut(to: window)
      let alone = try cut.run()
      #expect(inside.equity == alone.equity, "seed \(seed)")
      #expect(inside.trades.map(\.pnl) == alone.trades.map(\.pnl), "seed \(seed)")
    }
  }

  @Test("more is never bought than the cash allows, and never more sold short than the equity")
  func noLeverage() throws {
    for seed in Self.seeds {
      let run = RandomRun(seed: seed)
      let result = try run.run()
      for index in 0..<run.bars.count where !result.isRuined {
        let holdings = result.equity[index] - result.cash[index]
        if holdings >= 0 { #expect(result.cash[index] > -1e-6, "seed \(seed), bar \(index)") }
      }
    }
  }

  @Test("rules with the same values on the first bars give the beginning of the run, and others do not pass for them")
  func beginnings() throws {
    var changed = 0
    for seed in Self.seeds {
      var run = RandomRun(seed: seed).withOrders(seed: seed).withClauses(seed: seed).withParts(seed: seed)
      run.settings.finalize = false
      let full = try run.run()
      var dice = Dice(seed)
      let count = Int.random(in: 1..<run.bars.count, using: &dice)
      var first = run
      (first.bars, first.strategy) = (run.bars.prefix(count), run.strategy.cut(to: 0..<count))
      #expect(run.strategy.begins(with: first.strategy), "seed \(seed)")
      #expect(Array(full.equity.values[..<count]) == Array(try first.run().equity.values), "seed \(seed)")
      // One value of one column is another one.
      var (number, columns) = (0, 0)
      _ = first.strategy.mapColumns { column in
        columns += 1
        return column
      }
      guard columns > 0 else { continue }
      let (place, index) = (Int.random(in: 0..<columns, using: &dice), Int.random(in: 0..<count, using: &dice))
      let other = first.strategy.mapColumns { column in
        number += 1
        guard number == place + 1 else { return column }
        var values = column.values
        values[index] = values[index] == 0 ? 1 : 0
        return Column(values)
      }
      #expect(!run.strategy.begins(with: other), "seed \(seed)")
      changed += 1
    }
    #expect(changed > 20)
  }

  @Test("two runs are equal to the last bit")
  func deterministic() throws {
    for seed in Self.seeds.prefix(20) {
      let run = RandomRun(seed: seed)
      #expect(try run.run().trades == run.run().trades)
      #expect(try run.run().equity == run.run().equity)
    }
  }
}

extension Strategy {
  /// The strategy for the bars of a window alone.
  fileprivate func cut(to window: Range<Int>) -> Strategy { mapColumns { Column(Array($0.values[window])) } }
}
