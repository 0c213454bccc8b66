import Backtesting
import Calendar
import Columns
import PlainSimulation
import TestSupport
import Testing

/// Shorter bars that settle the order of events inside a longer one.
struct FinerBarsTests {
  private static let length = 6

  /// Hourly bars of six hours a day, and the daily bars that they make.
  private func bars(_ seed: UInt64, days: Int) -> (hours: Bars, days: Bars) {
    let dates = weekdayTimes(days)
    let hours = dates.flatMap { day in
      (0..<Self.length).map { Timestamp(milliseconds: day.milliseconds + Int64(9 + $0) * 3_600_000) }
    }
    var walk = RandomBars()
    walk.gap = 0.01
    walk.move = 0.02
    walk.wick = 0...0.01
    let fine = walk.bars(hours.count, seed: seed, times: hours, timeframe: .hour)
    func groups(_ pick: ([Double]) -> Double, _ column: Column) -> Column {
      Column((0..<days).map { day in pick(Array(column.values[(day * Self.length)..<((day + 1) * Self.length)])) })
    }
    let daily = Bars(
      times: dates, open: groups({ $0[0] }, fine.open), high: groups({ $0.max() ?? .nan }, fine.high),
      low: groups({ $0.min() ?? .nan }, fine.low), close: groups({ $0[Self.length - 1] }, fine.close),
      volume: groups({ $0.reduce(0, +) }, fine.volume), timeframe: .day, zone: .utc)
    return (fine, daily)
  }

  /// A column that has its values on the last hour of each day, and a number on all others.
  private func atCloses(_ column: Column, else other: Double) -> Column {
    Column(
      (0..<column.count * Self.length).map { $0 % Self.length == Self.length - 1 ? column[$0 / Self.length] : other })
  }

  @Test("a run that looks into its bars is the run on the shorter ones that decides at their ends")
  func shorter() throws {
    var (trades, different) = (0, 0)
    for seed in Thoroughness.some(UInt64(0)..<200) {
      var dice = Dice(seed &+ 5_000)
      let (hours, days) = bars(seed, days: 120)
      func rule(_ share: Double) -> Column {
        Column((0..<days.count).map { _ in Double.random(in: 0..<1, using: &dice) < share ? 1 : 0 })
      }
      func strategy(_ enter: Column, _ leave: Column, _ price: Column, bars: Int) -> Strategy {
        var strategy = Strategy(
          name: "s", entries: [long(.column(enter))], exits: [PlainSimulation.leave(.column(leave), side: .long)])
        switch seed % 3 {
        case 0: strategy.entries[0].order = .limit(.column(price), bars: bars)
        case 1: strategy.entries[0].order = .stop(.column(price.scaled(1.02)), bars: bars)
        default: break
        }
        strategy.stop = .fraction(0.02)
        strategy.target = .fraction(0.03)
        return strategy
      }
      let (enter, leave, price) = (rule(0.3), rule(0.1), days.close.scaled(0.99))
      let settings = BacktestSettings(cash: 10_000, commission: 0.001, slippage: 0.0005)
      let finer = FinerBars(hours, inside: days)
      #expect(finer.missing(in: 0..<days.count) == 0)
      let looking = try Backtest.run(
        bars: days, strategy: strategy(enter, leave, price, bars: 3), settings: settings, finer: finer)
      let whole = try Backtest.run(
        bars: hours,
        strategy: strategy(
          atCloses(enter, else: 0), atCloses(leave, else: 0), atCloses(price, else: .nan), bars: 3 * Self.length),
        settings: settings)
      #expect(looking.trades.map(\.exitPrice) == whole.trades.map(\.exitPrice), "seed \(seed)")
      #expect(looking.trades.map(\.pnl) == whole.trades.map(\.pnl), "seed \(seed)")
      #expect(
        looking.equity.values.array == (0..<days.count).map { whole.equity[$0 * Self.length + Self.length - 1] },
        "seed \(seed)")
      let blind = try Backtest.run(bars: days, strategy: strategy(enter, leave, price, bars: 3), settings: settings)
      trades += looking.trades.count
      different += blind.equity == looking.equity ? 0 : 1
      #expect(looking.ambiguousTrades(on: days, finer: finer).count <= looking.ambiguousTrades(on: days).count)
    }
    #expect(trades > 1000 && different > 50)
  }

  @Test("bars of other prices, and days of which one is missing, are not looked into")
  func disagree() {
    let (hours, days) = bars(1, days: 10)
    let other = Bars(
      times: hours.times, open: hours.open.scaled(2), high: hours.high.scaled(2), low: hours.low.scaled(2),
      close: hours.close.scaled(2), volume: hours.volume, timeframe: .hour, zone: .utc)
    #expect(FinerBars(other, inside: days).missing(in: 0..<10) == 10)
    #expect(FinerBars(hours.prefix(33), inside: days).missing(in: 0..<10) >= 4)
  }
}
