import Robustness
import TestSupport
import Testing

@Suite("Tests against data snooping")
struct DataSnoopingTests {
  private static func noise(_ bars: Int, _ trials: Int, seed: UInt64, mean: Double = 0) -> [[Double]] {
    var dice = Dice(seed)
    return (0..<trials).map { _ in (0..<bars).map { _ in mean + 0.01 * dice.normal() } }
  }

  @Test("Statistics, variances and probabilities are those of NumPy for the same draws")
  func reference() throws {
    for entry in try Fixtures.cases("superior-ability") {
      let (matrix, length) = (ReturnMatrix(entry.table("trials")), entry.number("length"))
      let draws = Int(entry.number("draws"))
      let variances = BootstrapMeans(matrix, blockLength: length).variances()
      #expect(zip(variances, entry.numbers("variances")).allSatisfy { abs($0 / $1 - 1) < 1e-10 })
      let reality = RealityCheck(matrix, draws: draws, blockLength: length, seed: 11)
      #expect(abs(reality.statistic - entry.number("reality")) < 1e-12)
      let superior = SuperiorAbility(matrix, draws: draws, blockLength: length, seed: 11)
      #expect(abs(superior.statistic - entry.number("superior")) < 1e-10)
      // A share of the same draws, so that any difference is one draw too many or too few.
      for (mine, theirs) in [
        (reality.probability, "realityProbability"), (superior.lower, "lower"), (superior.consistent, "consistent"),
        (superior.upper, "upper"),
      ] { #expect(abs(mine - entry.number(theirs)) < 1e-12, "\(theirs)") }
    }
  }

  @Test("Any number of threads gives the same bits, and another seed others")
  func threads() {
    let matrix = ReturnMatrix(Self.noise(120, 20, seed: 1))
    for workers in [2, 7] {
      #expect(
        RealityCheck(matrix, draws: 101, workers: workers) == RealityCheck(matrix, draws: 101))
      #expect(SuperiorAbility(matrix, draws: 101, workers: workers) == SuperiorAbility(matrix, draws: 101))
    }
    #expect(RealityCheck(matrix, draws: 101, seed: 2).probability != RealityCheck(matrix, draws: 101).probability)
  }

  @Test("Without skill the tests call the best of twenty trials significant about as often as they say")
  func level() {
    // 200 sets of trials: the standard error of a share of 10 % is 2.1 %.
    var (reality, superior) = (0, 0)
    for seed in 0..<200 {
      let matrix = ReturnMatrix(Self.noise(150, 20, seed: UInt64(1000 + seed)))
      if RealityCheck(matrix, draws: 300, blockLength: 1).probability <= 0.1 { reality += 1 }
      if SuperiorAbility(matrix, draws: 300, blockLength: 1).consistent <= 0.1 { superior += 1 }
    }
    #expect((7...33).contains(reality) && (7...33).contains(superior), "\(reality) and \(superior)")
  }

  @Test("Skill is found, and poor trials beside it do not hide it from the test for superior ability")
  func power() {
    let good = Self.noise(300, 1, seed: 3, mean: 0.002)
    let poor = Self.noise(300, 40, seed: 4, mean: -0.01).map { $0.map { 4 * $0 } }
    let matrix = ReturnMatrix(good + poor)
    let superior = SuperiorAbility(matrix, draws: 500)
    let reality = RealityCheck(matrix, draws: 500)
    #expect(superior.best == 0 && reality.best == 0)
    #expect(superior.consistent < 0.02 && reality.probability > 0.5)
    #expect(superior.lower <= superior.consistent && superior.consistent <= superior.upper)
  }

  @Test("Nothing to test is missing, and trials that do not vary are left out")
  func edges() {
    let none = SuperiorAbility(ReturnMatrix([]), draws: 10)
    #expect(none.best == nil && none.consistent.isNaN && RealityCheck(ReturnMatrix([]), draws: 10).probability.isNaN)
    let trials = Self.noise(80, 3, seed: 6)
    let flat = SuperiorAbility(ReturnMatrix(trials + [[Double](repeating: 0.1, count: 80)]), draws: 50, blockLength: 2)
    #expect(
      flat.best != 3 && flat.consistent == SuperiorAbility(ReturnMatrix(trials), draws: 50, blockLength: 2).consistent)
    let worse = SuperiorAbility(ReturnMatrix(Self.noise(80, 3, seed: 6, mean: -0.01)), draws: 50)
    #expect(worse.statistic == 0 && worse.upper == 1)
    #expect(SuperiorAbility(ReturnMatrix([[0.1, 0.2]]), draws: 50).consistent.isNaN)
    #expect(RealityCheck(ReturnMatrix(trials), draws: 0).probability.isNaN)
  }
}
