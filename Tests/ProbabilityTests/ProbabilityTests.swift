import LibC
import Probability
import TestSupport
import Testing

@Suite("Random numbers and distributions")
struct ProbabilityTests {
  @Test("The counter-based numbers are those of the published test vectors of Philox 4x32")
  func philox() {
    func words(_ counter: [UInt64], _ seed: UInt64) -> [UInt64] {
      let lanes = counter.map { CounterRandom.Words(repeating: $0) }
      let result = CounterRandom(seed: seed).words(lanes[0], lanes[1], lanes[2], lanes[3])
      return [result.0[0], result.1[3], result.2[5], result.3[7]]
    }
    #expect(words([0, 0, 0, 0], 0) == [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8])
    let ones: UInt64 = 0xffff_ffff
    #expect(
      words([ones, ones, ones, ones], ~0) == [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd])
    #expect(
      words([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], 0x299f_31d0_a409_3822)
        == [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1])
  }

  @Test("Normal quantiles are those of Python's statistics module, and erfc gives the probability back")
  func normalQuantiles() {
    // By mpmath 1.3 with 40 digits.
    let table: [(Double, Double)] = [
      (1e-300, -37.0470962993612), (1e-100, -21.273453560965326), (1e-16, -8.222082216130435),
      (1e-12, -7.034483825301132), (1e-6, -4.753424308822899), (0.001, -3.0902323061678136),
      (0.025, -1.9599639845400543), (0.075, -1.439531470938456), (0.3, -0.5244005127080408), (0.5, 0),
      (0.6, 0.2533471031357997), (0.925, 1.4395314709384561), (0.999999, 4.753424308817087),
    ]
    for (probability, z) in table {
      #expect(abs(NormalDistribution.quantile(probability) - z) <= 4e-15 * max(1, abs(z)), "\(probability)")
    }
    var random = Dice(4)
    for _ in 0..<1000 {
      let probability = exp(Double.random(in: -300...(-0.7), using: &random))
      let z = NormalDistribution.quantile(probability)
      let back = NormalDistribution.probability(z)
      // A small error of z is one of its square in the tail's probability.
      #expect(abs(back / probability - 1) <= 2e-15 * max(4, z * z))
    }
  }

  @Test("The numbers in a row are those of SplitMix64's reference, and streams differ")
  func splitMix() {
    // The first numbers of seed 1234567, as the generator's author publishes them.
    var dice = SplitMix(seed: 1_234_567)
    #expect(
      [dice.next(), dice.next(), dice.next()]
        == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    var heads = Set<UInt64>()
    for stream in 0..<1000 {
      var dice = SplitMix(seed: 1, stream: stream)
      heads.insert(dice.next())
      #expect((0..<7).contains(dice.below(7)))
    }
    #expect(heads.count == 1000)
  }

  @Test("A block of the bootstrap continues at the next value, round the end, for the mean length")
  func bootstrap() {
    var bootstrap = StationaryBootstrap(count: 50, blockLength: 8, dice: SplitMix(seed: 3))
    var indexes = [Int](repeating: 0, count: 40_000)
    bootstrap.draw(into: &indexes)
    var drawn = [Int](repeating: 0, count: 50)
    for index in indexes { drawn[index] += 1 }
    // A jump hits the next value by chance once in fifty.
    let jumps = zip(indexes, indexes.dropFirst()).count { $1 != ($0 + 1) % 50 }
    #expect(abs(Double(jumps) / 39_999 - 0.98 / 8) < 0.006)
    #expect(drawn.allSatisfy { abs(Double($0) - 800) < 400 })
    // Made by the generator that the comparison of two backtests had before: its results must not move.
    var early = [Int](repeating: 0, count: 16)
    var same = StationaryBootstrap(count: 20, blockLength: 2, dice: SplitMix(seed: 1))
    same.draw(into: &early)
    #expect(early == [11, 12, 13, 8, 9, 10, 11, 15, 12, 10, 3, 4, 5, 6, 7, 1])
  }
}
