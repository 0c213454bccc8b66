import Backtesting
import Calendar
import Columns
import PlainSimulation
import TestSupport
import Testing

/// Costs, contracts, leverage and interest in whole runs.
struct MoneyTests {
  /// A random run with costs of any kind, interest and leverage.
  static func run(_ seed: UInt64) -> RandomRun {
    var run = RandomRun(seed: seed)
    var dice = Dice(seed &+ 5000)
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &dice) < share }
    run.settings.commission = CommissionTests.random(&dice)
    run.settings.contract.tick = 0.05
    if chance(0.5) { run.settings.slippage = PriceDistance(rate: 0.0005, points: 0.01, ticks: 2, rangeShare: 0.1) }
    if chance(0.5) { run.settings.spread = PriceDistance(rate: 0.001, ticks: 1) }
    if chance(0.5) {
      run.settings.leverage = 3
      run.settings.maintenance = 0.3
      run.strategy.size = .equityShare(.constant(3))
    }
    if chance(0.3) { run.settings.contract.multiplier = 10 }
    if chance(0.6) {
      let count = run.bars.count
      let rates = (0..<count).map { bar -> Double in bar % 9 == 0 ? .nan : 0.02 + Double(bar) / 5000 }
      run.settings.financing = Financing(
        cash: .column(Column(rates)), loan: .constant(0.07), borrow: .constant(0.03))
    }
    return run
  }

  @Test("cash at each close follows from the trades, their fees and the interest of each day")
  func accounting() throws {
    var interest = 0
    var forced = 0
    for seed in UInt64(1)...300 {
      let run = Self.run(seed)
      let result = try run.run()
      let worth = run.settings.contract.multiplier
      var cash = run.settings.cash
      var units = 0.0
      var mark = Double.nan
      var fees = 0.0
      func trades(_ index: Int, _ date: (Trade) -> Int) -> [Trade] {
        (result.trades + result.openTrades).filter { date($0) == index }
      }
      for index in 0..<run.bars.count {
        let days =
          index == 0
          ? 0
          : run.bars.civilTime(at: index).date.daysSince1970 - run.bars.civilTime(at: index - 1).date.daysSince1970
        if days > 0, result.ruinedIndex.map({ index <= $0 }) ?? true, !run.settings.financing.isZero, !mark.isNaN {
          let held = units * worth * mark
          let rate = run.settings.financing.cash.value(at: index - 1)
          let years = Double(days) / 365
          cash += max(0, cash + held - abs(held)) * rate * years
          cash -= max(0, -cash) * 0.07 * years
          cash -= max(0, -held) * 0.03 * years
          interest += 1
        } else if days > 0, !run.settings.financing.isZero, result.ruinedIndex.map({ index <= $0 }) ?? true {
          cash += cash * run.settings.financing.cash.value(at: index - 1) * Double(days) / 365
        }
        for trade in trades(index, \.entryIndex) {
          let value = trade.size * worth * trade.entryPrice
          let fee = CommissionTests.plainFee(run.settings.commission, units: trade.size, value: value)
          #expect(near(fee, trade.entryCommission, 1e-9))
          cash -= trade.side.sign * value + fee
          units += trade.side.sign * trade.size
          fees += fee
        }
        for trade in trades(index, \.exitIndex) where !trade.isOpen {
          let value = trade.size * worth * trade.exitPrice
          let fee = CommissionTests.plainFee(run.settings.commission, units: trade.size, value: value)
          cash += trade.side.sign * value - fee
          units -= trade.side.sign * trade.size
          fees += fee
          if trade.exit == .liquidation { forced += 1 }
        }
        if abs(units) < 1e-9 { units = 0 }
        #expect(near(result.cash[index], cash, 1e-7), "seed \(seed), bar \(index)")
        if !run.bars.close[index].isNaN {
          mark = run.bars.close[index]
        } else if !run.bars.open[index].isNaN {
          mark = run.bars.open[index]
        }
      }
      #expect(near(fees, result.commissionPaid, 1e-9))
    }
    #expect(interest > 10_000)
    #expect(forced > 5, "some random accounts with leverage are closed by force: \(forced)")
  }

  @Test("market fills are worse by slippage and half the spread, limit prices are not")
  func distances() throws {
    var checked = 0
    for seed in UInt64(1)...200 {
      let run = Self.run(seed)
      let (slippage, spread) = (run.settings.slippage, run.settings.spread)
      for trade in try run.run().trades {
        for (price, quote, index, buys, slips) in [
          (trade.entryPrice, trade.entryQuote, trade.entryIndex, trade.side == .long, true),
          (trade.exitPrice, trade.exitQuote, trade.exitIndex, trade.side == .short, trade.exit != .target),
        ] {
          let range = run.bars.high[index] - run.bars.low[index]
          let distance =
            quote * (slippage.rate + spread.rate / 2) + slippage.points + 0.05 * (slippage.ticks + spread.ticks / 2)
            + slippage.rangeShare * range
          #expect(near(price, slips ? max(0, quote + (buys ? distance : -distance)) : quote, 1e-9), "seed \(seed)")
          checked += 1
        }
      }
    }
    #expect(checked > 2000)
  }

  @Test(
    "below zero a sale brings in less by slippage, and a purchase costs more",
    arguments: [PriceDistance(ticks: 2), PriceDistance(rate: 0.02), PriceDistance(rangeShare: 0.1)])
  func slippageBelowZero(_ slippage: PriceDistance) throws {
    var bars = flatBars([1, 1, -1, -1, -1])
    bars.high[2] = -0.9
    bars.low[2] = -1.1
    var settings = BacktestSettings(cash: 10_000)
    settings.contract = Contract(multiplier: 100, tick: 0.01, margin: 500)
    settings.slippage = slippage
    let first = Column([1, 0, 0, 0, 0])
    let second = Column([0, 1, 0, 0, 0])
    let long = Strategy(
      name: "long", entries: [EntryRule(name: "in", side: .long, condition: .column(first))],
      exits: [ExitRule(name: "out", side: .long, condition: .column(second))], size: .shares(.constant(1)))
    let short = Strategy(
      name: "short", entries: [EntryRule(name: "in", side: .short, condition: .column(first))],
      exits: [ExitRule(name: "out", side: .short, condition: .column(second))], size: .shares(.constant(1)))
    for (strategy, sign) in [(long, 1.0), (short, -1.0)] {
      let trade = try #require(try Backtest.run(bars: bars, strategy: strategy, settings: settings).trades.first)
      #expect(near(trade.exitPrice, -1 - sign * 0.02), "\(strategy.name)")
      let entry = 1 + sign * (slippage.rangeShare > 0 ? 0 : 0.02)
      #expect(near(trade.pnl, sign * 100 * (-1 - sign * 0.02 - entry)), "\(strategy.name)")
    }
  }

  @Test("equity is at most n times smaller than the position, when it is bought")
  func leverage() throws {
    let bars = flatBars([100, 100, 100, 110, 121])
    let strategy = Strategy(
      name: "all", entries: [long(.column(Column([1, 0, 0, 0, 0])))], size: .equityShare(.constant(3)))
    var settings = BacktestSettings(cash: 1000)
    settings.leverage = 2
    let result = try Backtest.run(bars: bars, strategy: strategy, settings: settings)
    #expect(result.openTrades[0].size == 20)
    #expect(result.openTrades[0].isCapped)
    #expect(result.cash[4] == -1000)
    #expect(result.equity[4] == 1420)
  }

  @Test("an account with leverage is closed inside the bar where its equity is what has to back the position")
  func liquidation() throws {
    var bars = flatBars([100, 100, 100, 100, 100])
    bars.low[3] = 60
    var settings = BacktestSettings(cash: 1000)
    settings.leverage = 2
    settings.maintenance = 0.25
    let strategy = Strategy(
      name: "all", entries: [long(.column(Column([1, 0, 0, 0, 0])))], size: .equityShare(.constant(2)))
    let result = try Backtest.run(bars: bars, strategy: strategy, settings: settings)
    // 20 units on 1,000 borrowed: 20 p - 1000 = 0.25 * 20 p at 66.67.
    let trade = try #require(result.trades.first)
    #expect(trade.exit == .liquidation)
    #expect(near(trade.exitPrice, 1000 / 15))
    #expect(near(result.equity[4], 1000 / 3))
    #expect(!result.isRuined)

    // A stop above that price comes first; a gap below it fills at the open.
    var stopped = strategy
    stopped.stop = .fraction(0.1)
    #expect(try Backtest.run(bars: bars, strategy: stopped, settings: settings).trades[0].exit == .stop)
    bars.open[3] = 62
    let gap = try Backtest.run(bars: bars, strategy: strategy, settings: settings)
    #expect(gap.trades[0].exitPrice == 62)
    // One below it comes too late.
    bars.open[3] = 100
    stopped.stop = .fraction(0.39)
    #expect(try Backtest.run(bars: bars, strategy: stopped, settings: settings).trades[0].exit == .liquidation)
  }

  @Test("a contract takes margin, is settled in cash and is held in whole units")
  func contract() throws {
    let bars = flatBars([1.05, 1.05, 1.06, 1.07])
    var settings = BacktestSettings(cash: 10_000)
    settings.contract = Contract(multiplier: 125_000, tick: 0.00005, margin: 2200)
    settings.commission.perUnit = 2.5
    settings.slippage = PriceDistance(ticks: 1)
    let strategy = Strategy(name: "one", entries: [long(.column(Column([1, 0, 0, 0])))], size: .shares(.constant(9.5)))
    let result = try Backtest.run(bars: bars, strategy: strategy, settings: settings)
    let trade = try #require(result.openTrades.first)
    // 10,000 pay the margin and the fee of four contracts.
    #expect(trade.size == 4)
    #expect(trade.isCapped)
    #expect(near(trade.entryPrice, 1.05005))
    let gain: Double = 4 * 125_000 * (1.07 - 1.05005)
    #expect(near(result.equity[3], 9990 + gain))
    #expect(result.cash == result.equity)
    #expect(near(trade.pnl, result.equity[3] - 10_000))

    // A size by risk uses the contract's multiplier.
    var risk = strategy
    risk.size = .risk(.constant(0.1))
    risk.stop = Level(.distance, .constant(0.004))
    #expect(try Backtest.run(bars: bars, strategy: risk, settings: settings).openTrades[0].size == 2)
  }

  @Test("interest is that of calendar days on what no position uses")
  func interest() throws {
    let bars = flatBars([100, 100, 100])
    var settings = BacktestSettings(cash: 1000)
    settings.financing.cash = .constant(0.0365)
    let idle = Strategy(name: "idle", entries: [long(.column(Column([0, 0, 0])))])
    let result = try Backtest.run(bars: bars, strategy: idle, settings: settings)
    let days = Double(bars.civilTime(at: 2).date.daysSince1970 - bars.civilTime(at: 0).date.daysSince1970)
    let first = Double(bars.civilTime(at: 1).date.daysSince1970 - bars.civilTime(at: 0).date.daysSince1970)
    #expect(near(result.equity[2], 1000 * (1 + 0.0001 * first) * (1 + 0.0001 * (days - first))))
    #expect(near(result.interest.earned, result.equity[2] - 1000))

    settings.financing = Financing(borrow: .constant(0.365))
    let sold = Strategy(
      name: "short", entries: [short(.column(Column([1, 0, 0])))], size: .equityShare(.constant(0.5)))
    let borrowed = try Backtest.run(bars: bars, strategy: sold, settings: settings)
    #expect(near(borrowed.interest.borrow, 500 * 0.001 * (days - first)))
  }

  @Test("ratios are of the returns above the risk-free rate")
  func riskFree() throws {
    let run = RandomRun(seed: 5)
    var settings = run.settings
    let plain = try Backtest.run(bars: run.bars, strategy: run.strategy, settings: settings).performance()
    settings.riskFree = .constant(0.04)
    let above = try Backtest.run(bars: run.bars, strategy: run.strategy, settings: settings).performance()
    settings.riskFree = .column(Column([Double](repeating: 0.04, count: run.bars.count)))
    let byBar = try Backtest.run(bars: run.bars, strategy: run.strategy, settings: settings).performance()
    // The deviation stays: the ratio falls by the rate of a period over it.
    let perPeriod = 1.04.squareRoot().squareRoot()
    let rate = exp252(perPeriod)
    #expect(
      near(above.sharpeRatio, plain.sharpeRatio - rate / (plain.volatility / 252.0.squareRoot()) * 252.0.squareRoot()))
    #expect(above.volatility == plain.volatility)
    #expect(near(byBar.sharpeRatio, above.sharpeRatio))
    #expect(near(byBar.sortinoRatio, above.sortinoRatio))
  }

  /// 1.04 to the power of 1/252 less 1, by a series: no library's power.
  private func exp252(_ fourthRoot: Double) -> Double {
    let logarithm = 4 * log1pSeries(fourthRoot - 1)
    let x = logarithm / 252
    return x + x * x / 2 + x * x * x / 6 + x * x * x * x / 24
  }

  private func log1pSeries(_ x: Double) -> Double {
    (1...30).reduce(0.0) { sum, n in
      var power = 1.0
      for _ in 0..<n { power *= x }
      return sum + (n % 2 == 1 ? 1 : -1) * power / Double(n)
    }
  }
}
