import Backtesting
import PlainSimulation
import TestSupport
import Testing

@Suite("The stationary bootstrap")
struct BlockBootstrapTests {
  private static func normal(_ dice: inout Dice) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &dice) }
  }

  @Test("Equal seeds give equal draws, and blocks have the mean length")
  func draws() {
    let bootstrap = BlockBootstrap(count: 1000, draws: 50, seed: 9)
    var jumps = 0
    let first = bootstrap.map(count: 1000) { indexes in
      jumps += zip(indexes, indexes.dropFirst()).count { $1 != ($0 + 1) % 1000 }
      return Double(indexes.reduce(0, +))
    }
    #expect(first == bootstrap.map(count: 1000) { Double($0.reduce(0, +)) })
    #expect(bootstrap.blockLength == 10 && abs(Double(jumps) / 50_000 - 0.1) < 0.01)
  }

  @Test("Without dependence the interval of a mean is that of the normal distribution")
  func interval() {
    var dice = Dice(3)
    let pairs = (0..<900).map { _ in (Self.normal(&dice), Self.normal(&dice)) }
    let test = MeanDifference(pairs)
    let width = 2 * 1.96 * (2.0 / 900).squareRoot()
    #expect(abs((test.high - test.low) / width - 1) < 0.15 && test.low < test.mean && test.mean < test.high)
  }

  @Test("A difference that is there is found, and equal returns differ by nothing")
  func difference() {
    var dice = Dice(5)
    let noise = (0..<500).map { _ in Self.normal(&dice) }
    let shifted = MeanDifference(noise.map { ($0, $0 + 0.3 + 0.5 * Self.normal(&dice)) })
    #expect(shifted.probability < 0.001 && shifted.low > 0)
    let same = MeanDifference(noise.map { ($0, $0) })
    #expect(same.mean == 0 && same.probability == 1)
  }
}
