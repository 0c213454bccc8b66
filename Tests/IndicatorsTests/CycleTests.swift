import Columns
import Indicators
import StandardIndicators
import TestSupport
import Testing

/// The measurement of the cycle on long series, which are worked on in stretches side by side.
@Suite("Cycles in long series")
struct CycleTests {
  private static let names = [
    "ht_dcperiod", "ht_dcphase", "ht_phasor", "ht_sine", "ht_trendmode", "ht_trendline", "mama",
  ]

  /// A random walk in hundredths that pauses for some bars here and there.
  private func prices(_ count: Int, seed: UInt64, still: [Range<Int>]) -> Column {
    var dice = Dice(seed)
    var price = 100.0
    return Column(
      (0..<count).map { bar in
        if !still.contains(where: { $0.contains(bar) }) {
          price = max(1, ((price + dice.number(-1...1)) * 100).rounded() / 100)
        }
        return price
      })
  }

  @Test("A long series has the bits of its beginning, wherever the stretches meet", arguments: Thoroughness.some(names))
  func stretches(name: String) throws {
    let indicator = try #require(Indicator.named(name))
    let arguments = try indicator.completeArguments([])
    // The second pauses where segments meet: there the run-in cannot find the state before.
    for still in [[], [4000..<9000, 12_000..<17_000]] {
      let series = prices(20_011, seed: 5, still: still)
      let whole = bits(try indicator.compute([series], arguments))
      for count in [8000, 8300, 11_111, 20_010] {
        let part = bits(try indicator.compute([series.prefix(count)], arguments))
        #expect(part == whole.map { Array($0.prefix(count)) }, "\(name) at \(count)")
      }
    }
  }

  @Test("A sine's period and phase are found")
  func sineWave() throws {
    let wave = Column((0..<400).map { 100 + 5 * sineOfTurn(Double($0) / 20) })
    let periods = try #require(Indicator.named("ht_dcperiod")).compute([wave], [])[0]
    #expect(periods.values.suffix(200).allSatisfy { abs($0 - 20) < 0.5 })
    let modes = try #require(Indicator.named("ht_trendmode")).compute([wave], [])[0]
    #expect(modes.firstValid == 63)
    #expect(modes.values.dropFirst(63).allSatisfy { $0 == 0 || $0 == 1 })
  }

  /// The sine of a number of turns, by its series.
  private func sineOfTurn(_ turns: Double) -> Double {
    let angle = (turns - turns.rounded()) * 2 * Double.pi
    var (term, sum) = (angle, angle)
    for step in 1...12 {
      term *= -angle * angle / Double(2 * step * (2 * step + 1))
      sum += term
    }
    return sum
  }
}
