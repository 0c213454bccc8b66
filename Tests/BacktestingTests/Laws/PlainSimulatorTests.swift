import Backtesting
import Columns
import PlainSimulation
import TestSupport
import Testing

@Suite("The engine against a plain simulator")
struct PlainSimulatorTests {
  /// A random run within the plain simulator's features; nil for any other.
  private static func known(_ seed: UInt64) -> RandomRun? {
    var run = RandomRun(seed: seed)
    if run.bars.open.values.contains(where: \.isNaN) || run.bars.close.values.contains(where: \.isNaN) { return nil }
    if case .risk = run.strategy.size { return nil }
    if let stop = run.strategy.stop, stop.rule != .fraction { run.strategy.stop = .fraction(0.03) }
    run.strategy.exits.removeAll { !$0.condition.isColumn }
    run.settings.finalize = false
    return run
  }

  /// The result of a run whose trades and equity on each bar are those of the plain simulator; nil for one that is ruined.
  private static func compared(_ run: RandomRun, _ label: some Any) throws -> BacktestResult? {
    let result = try run.run()
    // The behaviour after ruin is the engine's own rule.
    if result.ruinedIndex != nil { return nil }
    let plain = PlainSimulator(run)
    #expect(result.trades.count == plain.closedTrades, "seed \(label)")
    #expect(result.equity.count == plain.equity.count, "seed \(label)")
    let differs = zip(result.equity.values, plain.equity).firstIndex { abs($0 - $1) > 1e-9 * abs($1) }
    #expect(differs == nil, "seed \(label): bar \(differs ?? 0)")
    return result
  }

  @Test(
    "Equity and trades are equal with entries that wait for a price or the close", arguments: Thoroughness.some(0..<24))
  func orders(block: Int) throws {
    var filled = 0
    for seed in block * 100..<block * 100 + 100 {
      guard let run = Self.known(UInt64(seed))?.withOrders(seed: UInt64(seed)) else { continue }
      guard let result = try Self.compared(run, seed) else { continue }
      filled += result.trades.count { run.strategy.entries[$0.entryRule].order != .market }
    }
    #expect(filled > 100)
  }

  @Test(
    "Equity and trades are equal whatever the way of the price inside a bar is taken for",
    arguments: Thoroughness.some(0..<24))
  func inside(block: Int) throws {
    var (compared, differ) = (0, 0)
    for seed in block * 100..<block * 100 + 100 {
      guard var run = Self.known(UInt64(seed))?.withOrders(seed: UInt64(seed)) else { continue }
      if seed % 2 == 0 { run = run.withClauses(seed: UInt64(seed)) }
      if seed % 3 != 0 { run = run.withParts(seed: UInt64(seed)) }
      if run.strategy.stop == nil { run.strategy.stop = .fraction(0.03) }
      var trades: Set<[Trade]> = []
      for inside in BacktestSettings.Inside.allCases {
        run.settings.inside = inside
        guard let result = try Self.compared(run, "\(seed), \(inside)") else { continue }
        trades.insert(result.trades)
      }
      compared += 1
      if trades.count > 1 { differ += 1 }
    }
    #expect(compared > 20 && differ > 10)
  }

  @Test("Equity and trades are equal where parts are closed", arguments: Thoroughness.some(0..<24))
  func parts(block: Int) throws {
    var (compared, parts) = (0, 0)
    for seed in block * 100..<block * 100 + 100 {
      guard var run = Self.known(UInt64(seed)) else { continue }
      if seed % 2 == 0 { run = run.withOrders(seed: UInt64(seed)) }
      if seed % 3 == 0 { run = run.withClauses(seed: UInt64(seed)) }
      run = run.withParts(seed: UInt64(seed))
      guard let result = try Self.compared(run, seed) else { continue }
      compared += 1
      parts += result.trades.count - Set(result.trades.map(\.entryNumber)).count
    }
    #expect(compared > 20 && parts > 100)
  }

  @Test("Equity and trades are equal where fills take a share of the volume", arguments: Thoroughness.some(0..<24))
  func volume(block: Int) throws {
    var (compared, exits, waited) = (0, 0, 0)
    for seed in block * 100..<block * 100 + 100 {
      guard var run = Self.known(UInt64(seed)) else { continue }
      if seed % 2 == 0 { run = run.withOrders(seed: UInt64(seed)) }
      if seed % 3 == 0 { run = run.withClauses(seed: UInt64(seed)) }
      if seed % 5 == 0 { run = run.withParts(seed: UInt64(seed)) }
      run = run.withVolume(seed: UInt64(seed))
      for inside in BacktestSettings.Inside.allCases {
        run.settings.inside = inside
        guard let result = try Self.compared(run, "\(seed), \(inside)") else { continue }
        compared += 1
        exits += result.trades.count { !$0.exitFills.isEmpty }
        waited += result.trades.count { $0.isCutToVolume }
      }
    }
    #expect(compared > 60 && exits > 100 && waited > 100)
  }

  @Test(
    "Equity and trades are equal with stops on closes, trailing prices, pauses, days and rules that ask for the account",
    arguments: Thoroughness.some(0..<24))
  func clauses(block: Int) throws {
    var (compared, paused) = (0, 0)
    for seed in block * 100..<block * 100 + 100 {
      guard var run = Self.known(UInt64(seed)) else { continue }
      if seed % 2 == 0 { run = run.withOrders(seed: UInt64(seed)) }
      run = run.withClauses(seed: UInt64(seed))
      guard let result = try Self.compared(run, seed) else { continue }
      compared += 1
      if run.strategy.cooldown != nil { paused += result.trades.count }
    }
    #expect(compared > 20 && paused > 100)
  }

  @Test("Equity on each bar and trades are equal", arguments: Thoroughness.some(0..<24))
  func equal(block: Int) throws {
    var compared = 0
    for seed in block * 100..<block * 100 + 100 {
      guard let run = Self.known(UInt64(seed)) else { continue }
      if try Self.compared(run, seed) != nil { compared += 1 }
    }
    #expect(compared > 20)
  }
}

extension Sequence {
  /// The index of the first element that a condition holds for, counted from 0.
  fileprivate func firstIndex(where condition: (Element) -> Bool) -> Int? {
    enumerated().first { condition($0.element) }?.offset
  }
}
