import Backtesting
import Calendar
import Columns
import TestSupport

/// Random bars, rules and settings for laws.
package struct RandomRun {
  package var bars: Bars
  package var strategy: Strategy
  package var settings: BacktestSettings
  package var actions = CorporateActions()

  /// `isPlain` keeps to strategies that sweeps can compute: rules as columns, no levels, no missing prices.
  package init(seed: UInt64, isPlain: Bool = false, count: Int = 120) {
    var random = Dice(seed)
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
    var walk = RandomBars()
    walk.gap = 0.04
    walk.move = 0.06
    walk.wick = 0...0.03
    bars = walk.bars(count, seed: random.next(), times: weekdayTimes(count), timeframe: .day)
    if !isPlain, chance(0.3) {
      for index in 0..<count where chance(0.05) {
        bars.open[index] = .nan
        if chance(0.5) { bars.close[index] = .nan }
      }
    }
    func condition(_ share: Double) -> Condition {
      .column(Column((0..<count).map { _ in chance(0.02) ? .nan : (chance(share) ? 1 : 0) }))
    }
    let density = chance(0.5) ? 0.1 : 0.5
    strategy = Strategy(
      name: "random",
      entries: [long(condition(density)), short(condition(density / 2)), long(condition(density / 4))],
      exits: [leave(condition(density), side: .long), leave(condition(density / 2))]
    )
    settings = BacktestSettings(
      cash: 10_000,
      commission: chance(0.5) ? 0.002 : 0,
      slippage: chance(0.5) ? 0.001 : 0,
      units: chance(0.5) ? .whole : .fractional,
      finalize: chance(0.3),
      fill: chance(0.3) ? .close : .open,
      sizing: chance(0.3) ? .fill : .decidingClose
    )
    switch Int.random(in: 0...3, using: &random) {
    case 0: strategy.size = .equityShare(.constant(1))
    case 1: strategy.size = .equityShare(.column(Column((0..<count).map { 0.2 + Double($0 % 7) / 10 })))
    case 2: strategy.size = .money(.constant(5000))
    default: strategy.size = .shares(.constant(40.5))
    }
    if isPlain { return }
    let fraction = Double.random(in: 0.01...0.08, using: &random)
    if chance(0.5) { strategy.stop = .fraction(fraction) }
    if chance(0.3) { strategy.stop = Level(.distance, .column(bars.close.scaled(0.03))) }
    if chance(0.3) { strategy.target = .fraction(2 * fraction) }
    if chance(0.3) { strategy.trail = .fraction(fraction) }
    if chance(0.3) { strategy.exitAfterBars = Int.random(in: 1...9, using: &random) }
    if chance(0.4) {
      strategy.maximumEntries = 3
      strategy.size = .equityShare(.constant(0.4))
    }
    if strategy.stop != nil, chance(0.3) { strategy.size = .risk(.constant(0.02)) }
    if chance(0.3) {
      let profit = PositionExpression.operation(.greater, [.profit, .constant(0.03)])
      strategy.exits.append(leave(.program(PositionProgram(profit)), name: "profit"))
    }
  }

  /// The same run, whose entries wait for a price or for the close, or not.
  package func withOrders(seed: UInt64) -> RandomRun {
    var run = self
    var random = Dice(seed &+ 99)
    for index in run.strategy.entries.indices {
      let distance = Double.random(in: -0.02...0.03, using: &random)
      let bars = Int.random(in: 1...4, using: &random)
      let sign = run.strategy.entries[index].side.sign
      switch Int.random(in: 0...3, using: &random) {
      case 0: run.strategy.entries[index].order = .close
      case 1:
        run.strategy.entries[index].order = .limit(.column(run.bars.close.scaled(1 - sign * distance)), bars: bars)
      case 2: run.strategy.entries[index].order = .stop(.column(run.bars.close.scaled(1 + sign * distance)), bars: bars)
      default: break
      }
    }
    // Some entries have a second order on the other side of the price.
    for entry in run.strategy.entries where Int.random(in: 0..<3, using: &random) == 0 {
      var other = entry
      let away = run.bars.close.scaled(1 + entry.side.sign * Double.random(in: -0.03...0.03, using: &random))
      let bars = Int.random(in: 1...4, using: &random)
      switch entry.order {
      case .limit: other.order = .stop(.column(away), bars: bars)
      case .stop: other.order = .limit(.column(away), bars: bars)
      default: continue
      }
      other.name += "_other"
      run.strategy.entries.append(other)
    }
    return run
  }

  /// The same run with clauses about stops, pauses and days, and rules that ask for the account.
  package func withClauses(seed: UInt64) -> RandomRun {
    var run = self
    var random = Dice(seed &+ 7)
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
    if chance(0.5) {
      let hours = weekdayTimes(run.bars.count / 6 + 1).flatMap { day in
        (0..<6).map { Timestamp(milliseconds: day.milliseconds + (9 + $0) * 3_600_000) }
      }
      run.bars = Bars(
        times: Array(hours.prefix(run.bars.count)), open: run.bars.open, high: run.bars.high, low: run.bars.low,
        close: run.bars.close, volume: run.bars.volume, timeframe: .hour, zone: .utc)
      run.strategy.entersOnceADay = chance(0.5)
      // Of some sessions the last bar is missing.
      if chance(0.5) {
        run.strategy.sessionEnds = Column((0..<run.bars.count).map { $0 % 6 == 5 && chance(0.8) ? 1 : 0 })
      }
    }
    run.strategy.stopsAtCloses = chance(0.5)
    if chance(0.4) {
      let share = chance(0.7) ? 0.97 : 1.03
      run.strategy.trail = Level(.price, .column(run.bars.close.scaled(share)))
    }
    if chance(0.5) { run.strategy.cooldown = Cooldown(bars: chance(0.5) ? 2 : 5, isAfterStopsOnly: chance(0.5)) }
    let close = PositionExpression.column(run.bars.close)
    func rule(_ operation: Operation, _ left: PositionExpression, _ right: PositionExpression) -> Condition {
      .program(PositionProgram(.operation(operation, [left, right])))
    }
    switch Int.random(in: 0...6, using: &random) {
    case 0: run.strategy.entries.append(long(rule(.equal, .barsFlat, .constant(3)), name: "flat"))
    case 1: run.strategy.entries.append(long(rule(.greater, .lossesInRow, .constant(1)), name: "losses"))
    case 2: run.strategy.entries.append(short(rule(.less, close, .lastExit), name: "lower"))
    case 3: run.strategy.entries[0].condition = rule(.equal, .entriesToday, .constant(0))
    case 4: run.strategy.exits.append(leave(rule(.greater, .openProfit, .constant(150)), name: "money"))
    case 5:
      let given = PositionExpression.operation(.subtract, [.maxProfit, .profit])
      run.strategy.exits.append(leave(rule(.greater, given, .constant(0.03)), name: "given back"))
    default: break
    }
    return run
  }

  /// The same run, some of whose exits and whose target close a part.
  package func withParts(seed: UInt64) -> RandomRun {
    var run = self
    var random = Dice(seed &+ 31)
    for index in run.strategy.exits.indices where Double.random(in: 0..<1, using: &random) < 0.6 {
      run.strategy.exits[index].share = Double.random(in: 0.2...0.8, using: &random)
    }
    if Double.random(in: 0..<1, using: &random) < 0.7 {
      run.strategy.target = .fraction(0.03)
      run.strategy.targetShare = Double.random(in: 0.2...0.8, using: &random)
    }
    return run
  }

  /// The same run, whose fills take no more than a share of the volume, which is often too little, and none or unknown on
  /// some bars.
  package func withVolume(seed: UInt64) -> RandomRun {
    var run = self
    var random = Dice(seed &+ 57)
    let scale: Double = [300, 1000, 4000][Int.random(in: 0...2, using: &random)]
    var volume: [Double] = []
    for _ in 0..<run.bars.count {
      let chance = Double.random(in: 0..<1, using: &random)
      let known = chance < 0.1 ? 0 : (scale * Double.random(in: 0.2...1.5, using: &random)).rounded()
      volume.append(chance < 0.05 ? .nan : known)
    }
    run.bars.volume = Column(volume)
    run.settings.maximumVolumeShare = Double.random(in: 0.01...0.1, using: &random)
    return run
  }

  package func run(_ range: Range<Int>? = nil) throws -> BacktestResult {
    try Backtest.run(
      bars: bars, strategy: strategy, settings: settings, range: range, actions: bars.barActions(actions))
  }
}

extension Column {
  package func scaled(_ factor: Double) -> Column { Column(values.map { $0 * factor }) }
}
