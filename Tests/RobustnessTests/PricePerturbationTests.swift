import LibC
import Robustness
import TestSupport
import Testing

@Suite("Prices with noise")
struct PricePerturbationTests {
  @Test("Multipliers of prices have a mean of 1, their deviation, and hang on their own bar and run only")
  func perturbation() {
    let noise = PricePerturbation(share: 0.2, seed: 3)
    let many = noise.multipliers(count: 40_000, deviation: 0.05, run: 0)
    let moments = ReturnMoments(of: many.map { log($0) })
    // Four standard errors of a mean of 40,000.
    let mean = many.reduce(0, +) / 40_000
    #expect(abs(mean - 1) < 0.0002)
    #expect(abs(moments.deviation / 0.01 - 1) < 0.015 && abs(moments.skewness) < 0.05)
    #expect(noise.multipliers(count: 13, deviation: 0.05, run: 0) == Array(many.prefix(13)))
    let other = noise.multipliers(count: 13, deviation: 0.05, run: 1)
    #expect(zip(other, many).allSatisfy { $0 != $1 })
    #expect(
      noise.multipliers(deviations: [0.05, .nan, 0, -1, .infinity, 0.05], run: 0)
        == [many[0], 1, 1, 1, 1, many[5]])
    #expect(PricePerturbation(share: .nan).multipliers(count: 2, deviation: 1, run: 0) == [1, 1])
    #expect(noise.multipliers(count: -1, deviation: 1, run: 0).isEmpty)
  }
}
