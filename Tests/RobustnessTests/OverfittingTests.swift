import Robustness
import TestSupport
import Testing

@Suite("The probability of overfitting")
struct OverfittingTests {
  private static func noise(_ bars: Int, _ trials: Int, seed: UInt64) -> [[Double]] {
    var dice = Dice(seed)
    return (0..<trials).map { _ in (0..<bars).map { _ in 0.01 * dice.normal() } }
  }

  @Test("Splits, logits and the line are those of NumPy, which goes through all halves")
  func reference() throws {
    for entry in try Fixtures.cases("overfitting") {
      let result = try OverfittingProbability(ReturnMatrix(entry.table("trials")), blocks: Int(entry.number("blocks")))
      for (mine, theirs) in [
        (result.logits, "logits"), (result.inSample, "inSample"), (result.outOfSample, "outOfSample"),
      ] {
        let expected = entry.numbers(theirs)
        #expect(mine.count == expected.count)
        #expect(zip(mine.sorted(), expected).allSatisfy { abs($0 - $1) < 1e-10 }, "\(theirs)")
      }
      for (mine, theirs) in [
        (result.probability, "probability"), (result.slope, "slope"), (result.intercept, "intercept"),
        (result.probabilityOfLoss, "loss"),
      ] { #expect(abs(mine - entry.number(theirs)) < 1e-9, "\(theirs)") }
    }
  }

  @Test("Any number of threads gives the same bits")
  func threads() throws {
    let matrix = ReturnMatrix(Self.noise(200, 15, seed: 1))
    let one = try OverfittingProbability(matrix, blocks: 10, workers: 1)
    #expect(one.logits.count == 252)
    for workers in [2, 5] { #expect(try OverfittingProbability(matrix, blocks: 10, workers: workers) == one) }
  }

  /// The Sharpe ratio of some blocks of a trial, block by block and value by value.
  private func ratio(_ trial: [Double], _ blocks: [Range<Int>], of all: Range<Int>) -> Double {
    let finite = trial[all].filter(\.isFinite)
    guard let origin = finite.first else { return .nan }
    let mean = origin + finite.reduce(0) { $0 + ($1 - origin) } / Double(finite.count)
    var (count, sum, squares) = (0.0, 0.0, 0.0)
    for block in blocks {
      let distances = trial[block].filter(\.isFinite).map { $0 - mean }
      count += Double(distances.count)
      sum += distances.reduce(0, +)
      squares += distances.reduce(0) { $0 + $1 * $1 }
    }
    guard count >= 2 else { return .nan }
    let spread = squares - sum * (sum / count)
    guard spread > 1e-12 * (squares + count * mean * mean) else { return 0 }
    return (mean + sum / count) / (spread / (count - 1)).squareRoot()
  }

  @Test("The best of each half is that of a plain computation, with gaps, equal trials and ones that never traded")
  func plain() throws {
    for (count, seed) in [(2, 1), (3, 2), (4, 3), (7, 4), (9, 5)] as [(Int, UInt64)] {
      var dice = Dice(seed)
      var trials = Self.noise(61, count, seed: 10 + seed)
      for trial in trials.indices {
        for bar in 0..<61 where dice.below(9) == 0 { trials[trial][bar] = .nan }
      }
      trials[0] = trials[count - 1]
      if count > 3 { trials[1] = [Double](repeating: 0, count: 61) }
      if count > 4 { trials[2] = [Double](repeating: .nan, count: 61) }
      let result = try OverfittingProbability(ReturnMatrix(trials), blocks: 6)
      let blocks = (0..<6).map { 1 + 10 * $0..<11 + 10 * $0 }
      var expected: [Double] = []
      for half in Combinations.all(of: 5, choose: 2).map({ [0] + $0.map { $0 + 1 } }) {
        let inside = trials.map { ratio($0, half.map { blocks[$0] }, of: 1..<61) }
        let other = (0..<6).filter { !half.contains($0) }
        let outside = trials.map { ratio($0, other.map { blocks[$0] }, of: 1..<61) }
        for ratios in [inside, outside] {
          if let best = ratios.filter({ !$0.isNaN }).max() { expected.append(best) }
        }
      }
      #expect(result.inSample.count == expected.count)
      #expect(zip(result.inSample, expected).allSatisfy { abs($0 - $1) < 1e-11 }, "\(count) trials")
    }
  }

  @Test("A trial with skill is found again, and the best of noise is not")
  func skill() throws {
    var trials = Self.noise(800, 30, seed: 2)
    var total = 0.0
    for seed in 0..<10 {
      total += try OverfittingProbability(ReturnMatrix(Self.noise(400, 30, seed: 50 + UInt64(seed))), blocks: 8)
        .probability
    }
    // Half the time, within the sampling error of ten searches.
    #expect(abs(total / 10 - 0.5) < 0.2)
    trials[4] = trials[4].map { $0 + 0.004 }
    let skilled = try OverfittingProbability(ReturnMatrix(trials), blocks: 8)
    #expect(skilled.probability < 0.02 && skilled.probabilityOfLoss == 0)
  }

  @Test("The best trial by chance in one half is the worst in the other, where each return is made up for")
  func compensation() throws {
    // Trials whose halves cancel: an outperformance in sample is an equal underperformance out of sample.
    let trials = Self.noise(160, 20, seed: 3).map { returns -> [Double] in
      let mean = returns.reduce(0, +) / Double(returns.count)
      return returns.map { $0 - mean }
    }
    let result = try OverfittingProbability(ReturnMatrix(trials), blocks: 8)
    #expect(result.probability > 0.95 && result.slope < -0.5 && result.probabilityOfLoss > 0.95)
  }

  @Test("Equal trials share their rank, missing returns are left out, and trials without any are not ranked")
  func ties() throws {
    let one = Self.noise(80, 1, seed: 4)[0]
    let equal = try OverfittingProbability(ReturnMatrix([one, one, one]), blocks: 4)
    #expect(equal.logits.allSatisfy { $0 == 0 } && equal.probability == 1)
    let flat = try OverfittingProbability(
      ReturnMatrix([[Double](repeating: 0.01, count: 80), [Double](repeating: 0, count: 80)]), blocks: 4)
    #expect(flat.inSample.allSatisfy { $0 == 0 } && flat.slope.isNaN)
    let trials = Self.noise(80, 6, seed: 5)
    let without = try OverfittingProbability(ReturnMatrix(trials), blocks: 4)
    let with = try OverfittingProbability(
      ReturnMatrix(trials + [[Double](repeating: .nan, count: 80)]), blocks: 4)
    #expect(with == without)
    // A trial of the second half only is ranked where enough of it is.
    let late = [Double](repeating: .nan, count: 40) + one.prefix(40).map { $0 + 1 }
    let partly = try OverfittingProbability(ReturnMatrix(trials + [late]), blocks: 4)
    #expect(partly.inSample.max() ?? 0 > 10 && partly.logits.count == 5)
    let none = try OverfittingProbability(
      ReturnMatrix([[Double]](repeating: [Double](repeating: .nan, count: 80), count: 2)), blocks: 4)
    #expect(none.logits.isEmpty && none.probability.isNaN && none.probabilityOfLoss.isNaN)
  }

  @Test("Blocks that cannot be are refused")
  func refusals() {
    func refusal(_ trials: Int, _ bars: Int, _ blocks: Int) -> SplittingError? {
      do throws(SplittingError) {
        _ = try OverfittingProbability(ReturnMatrix(Self.noise(bars, trials, seed: 1)), blocks: blocks)
        return nil
      } catch { return error }
    }
    #expect(refusal(3, 100, 7) == .invalidValue(name: "blocks", value: 7, allowed: "even, from 2 to 20"))
    #expect(refusal(3, 100, 22) == .invalidValue(name: "blocks", value: 22, allowed: "even, from 2 to 20"))
    #expect(refusal(1, 100, 4) == .invalidValue(name: "trials", value: 1, allowed: "at least 2"))
    #expect(refusal(3, 31, 16) == .tooFewBars(count: 31, needed: 32))
    #expect(refusal(3, 32, 16) == nil)
  }

  @Test("Choices are all of them, in order")
  func combinations() {
    #expect(Combinations.all(of: 4, choose: 2) == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
    #expect(Combinations.all(of: 3, choose: 0) == [[]] && Combinations.all(of: 2, choose: 3).isEmpty)
    for count in 0...12 {
      for chosen in 0...count {
        #expect(
          Combinations.all(of: count, choose: chosen).count == Combinations.count(of: count, choose: chosen, most: 1000)
        )
      }
    }
    #expect(Combinations.count(of: 200, choose: 100, most: .max) == nil)
    #expect(Combinations.count(of: 20, choose: 10, most: 184_755) == nil)
  }
}
