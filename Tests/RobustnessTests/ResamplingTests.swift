import LibC
import Robustness
import TestSupport
import Testing

@Suite("Returns dealt again")
struct ResamplingTests {
  private static func returns(_ count: Int, seed: UInt64) -> [Double] {
    var dice = Dice(seed)
    return (0..<count).map { _ in 0.002 + 0.02 * dice.normal() }
  }

  /// The deepest drawdown and the final return, by the definition.
  private static func outcome(_ returns: [Double]) -> (drawdown: Double, low: Double, final: Double) {
    var accounts = [1.0]
    for value in returns { accounts.append(accounts[accounts.count - 1] * (1 + value)) }
    let drawdowns = accounts.indices.map { accounts[$0] / (accounts[...$0].max() ?? 1) - 1 }
    return (drawdowns.min() ?? 0, (accounts.min() ?? 1) - 1, accounts[accounts.count - 1] - 1)
  }

  private static func permutations(_ values: [Double]) -> [[Double]] {
    guard let first = values.first else { return [[]] }
    return permutations(Array(values.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + rest[$0...] }
    }
  }

  @Test("Shuffles have the drawdowns of all orders, each as often as the others")
  func shuffle() {
    let trades = [0.1, -0.2, 0.05, -0.07, 0.3]
    let exact = Self.permutations(trades).map { Self.outcome($0).drawdown }
    #expect(exact.count == 120)
    let paths = TradeResampling(trades, mode: .shuffle, runs: 24_000).paths()
    for level in [0.2, 0.21, 0.22, 0.24, 0.2515, 0.26] {
      let share = Double(exact.count { $0 <= -level }) / 120
      // Four standard errors of a share of 24,000 runs are at most 1.3 %.
      #expect(abs(paths.drawdownProbability(level: level) - share) < 0.013, "\(level)")
    }
    let final = Self.outcome(trades).final
    #expect(paths.finalReturns.allSatisfy { abs($0 - final) < 1e-14 })
    #expect(paths.percentile(ofReturn: final) == 0.5 && paths.percentile(ofReturn: final + 1e-6) == 1)
  }

  @Test("Draws have the outcomes of all selections, each as often as the others")
  func draw() {
    let trades = [0.5, -0.4, 0.1]
    var exact: [(drawdown: Double, low: Double, final: Double)] = []
    for a in trades { for b in trades { for c in trades { exact.append(Self.outcome([a, b, c])) } } }
    let paths = TradeResampling(trades, mode: .draw, runs: 24_000).paths()
    for level in [0.05, 0.3, 0.4, 0.5, 0.63, 0.64, 0.7] {
      let share = Double(exact.count { $0.drawdown <= -level + 1e-12 }) / 27
      #expect(abs(paths.drawdownProbability(level: level - 1e-9) - share) < 0.013, "\(level)")
      // Ruin is a fall from the start, which is rarer than one from a peak.
      let ruined = Double(exact.count { $0.low <= -level + 1e-12 }) / 27
      #expect(abs(paths.riskOfRuin(level: level - 1e-9) - ruined) < 0.013 && ruined <= share, "\(level)")
    }
    for value in [-0.6, -0.3, 0, 0.2, 0.6, 1.5] {
      let share = Double(exact.count { $0.final < value }) / 27
      #expect(abs(paths.percentile(ofReturn: value + 1e-9) - share) < 0.02, "\(value)")
    }
  }

  @Test("Any number of threads gives the same bits, and another seed others")
  func threads() {
    let returns = Self.returns(130, seed: 4)
    for mode in TradeResampling.Mode.allCases {
      let resampling = TradeResampling(returns, mode: mode, runs: 1000, seed: 9)
      let paths = resampling.paths(workers: 1)
      for workers in [2, 3, 8] { #expect(resampling.paths(workers: workers) == paths) }
      #expect(TradeResampling(returns, mode: mode, runs: 1000, seed: 10).paths().drawdowns != paths.drawdowns)
    }
    let blocks = BlockResampling(returns, meanBlock: 7, runs: 500, seed: 3)
    #expect(blocks.paths(workers: 4) == blocks.paths())
  }

  @Test("The fan opens at even steps, in order, and ends with the final returns")
  func fan() throws {
    for (count, steps) in [(7, 7), (100, 100), (130, 100), (1000, 100)] {
      let paths = TradeResampling(Self.returns(count, seed: 1), mode: .draw, runs: 999).paths()
      #expect(paths.fan.count == steps && paths.runs == 999)
      #expect(zip(paths.fan, paths.fan.dropFirst()).allSatisfy { $0.step < $1.step })
      let last = try #require(paths.fan.last)
      #expect(last.step == count)
      for (account, share) in [
        (last.lowest, 0.05), (last.lower, 0.25), (last.median, 0.5), (last.upper, 0.75), (last.highest, 0.95),
      ] { #expect(abs(account - 1 - paths.finalReturn(atShare: share)) < 1e-12) }
      #expect(
        paths.fan.allSatisfy {
          $0.lowest <= $0.lower && $0.lower <= $0.median && $0.median <= $0.upper && $0.upper <= $0.highest
        })
      #expect(zip(paths.finalReturns, paths.finalReturns.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(zip(paths.drawdowns, paths.drawdowns.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(paths.drawdowns.allSatisfy { (-1...0).contains($0) })
    }
  }

  @Test("The values of ranks are those of the sorted numbers, however they are spread")
  func ranks() {
    var dice = Dice(11)
    for round in 0..<200 {
      let count = dice.whole(1...600)
      let values: [Double] = (0..<count).map { _ in
        switch round % 4 {
        case 0: dice.normal()
        case 1: Double(dice.below(3))
        case 2: exp(30 * dice.normal())
        default: 5
        }
      }
      let sorted = values.sorted()
      let ranks = (0..<10).map { _ in dice.below(count) }.sorted()
      let picked = values.withUnsafeBufferPointer { RankPicker.values(ofRanks: ranks, in: $0) }
      #expect(picked == ranks.map { sorted[$0] })
    }
    let few = TradeResampling([0.1, -0.1, 0.2], mode: .draw, runs: 3).paths()
    #expect(abs((few.fan.last?.lower ?? 0) - 1 - few.finalReturn(atShare: 0.25)) < 1e-14)
  }

  @Test("Missing returns are left out, a total loss stays one, and nothing gives nothing")
  func edges() {
    let returns = Self.returns(20, seed: 2)
    #expect(
      TradeResampling([.nan] + returns + [.infinity], mode: .draw, runs: 50).paths()
        == TradeResampling(returns, mode: .draw, runs: 50).paths())
    let lost = TradeResampling([0.5, -1, -3, 2], mode: .shuffle, runs: 100).paths()
    #expect(lost.finalReturns.allSatisfy { $0 == -1 } && lost.riskOfRuin(level: 1) == 1)
    let endless = TradeResampling([Double](repeating: 1e300, count: 40) + [-0.5, -1], mode: .shuffle, runs: 200).paths()
    #expect(endless.finalReturns.count == 200 && endless.drawdowns.allSatisfy { (-1...0).contains($0) })
    let none = TradeResampling([.nan], mode: .draw).paths()
    #expect(none.fan.isEmpty && none.riskOfRuin(level: 0.1).isNaN && none.percentile(ofReturn: 0).isNaN)
    #expect(TradeResampling(returns, mode: .draw, runs: 0).paths().runs == 0)
  }

  @Test("One endless block is the series turned on its ring, and blocks of one bar are draws")
  func blocks() {
    let returns = Self.returns(60, seed: 6)
    let final = Self.outcome(returns).final
    let turned = BlockResampling(returns, meanBlock: 1e12, runs: 2000).paths()
    #expect(turned.finalReturns.allSatisfy { abs($0 - final) < 1e-12 })
    let exact = returns.indices.map { Self.outcome(Array(returns[$0...] + returns[..<$0])).drawdown }
    #expect(abs((turned.drawdowns.first ?? 0) - (exact.min() ?? 0)) < 1e-12)
    #expect(abs((turned.drawdowns.last ?? 0) - (exact.max() ?? 0)) < 1e-12)
    let single = BlockResampling(returns, meanBlock: 1, runs: 20_000).paths()
    let drawn = TradeResampling(returns, mode: .draw, runs: 20_000, seed: 5).paths()
    for share in [0.1, 0.5, 0.9] {
      let value = drawn.finalReturn(atShare: share)
      #expect(abs(single.percentile(ofReturn: value) - share) < 0.015)
      #expect(abs(single.percentile(ofDrawdown: drawn.drawdown(atShare: share)) - share) < 0.015)
    }
  }

  @Test("Blocks keep what hangs together: with trends drawdowns are deeper than those of single draws")
  func dependence() {
    var dice = Dice(8)
    var last = 0.0
    let returns = (0..<800).map { _ in
      last = 0.9 * last + 0.003 * dice.normal()
      return last
    }
    let resampling = BlockResampling(returns, runs: 2000)
    #expect(resampling.meanBlock > 10)
    let single = TradeResampling(returns, mode: .draw, runs: 2000).paths()
    #expect(resampling.paths().drawdown(atShare: 0.5) < 1.5 * single.drawdown(atShare: 0.5))
  }

  @Test("Block lengths are those of arch", arguments: try Fixtures.cases("block-length"))
  func blockLength(entry: Fixtures.Case) {
    let theirs = entry.number("stationary")
    let mine = AutomaticBlockLength.of(entry.numbers("series"))
    #expect(abs(mine - max(1, theirs)) <= 1e-9 * theirs, "\(mine), not \(theirs)")
  }

  @Test("Series without anything to hold together have blocks of one value")
  func noBlocks() {
    #expect(AutomaticBlockLength.of([]) == 1)
    #expect(AutomaticBlockLength.of([Double](repeating: 2, count: 100)) == 1)
    #expect(BlockResampling([1, 2, 3], meanBlock: .nan).meanBlock == 1)
  }
}
