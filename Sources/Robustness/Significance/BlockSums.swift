import LibC
import Work

/// The best trial of one half on the other half.
struct SplitOutcome: Sendable {
  let logit: Double
  let inSample: Double
  let outOfSample: Double
}

/// The sufficient statistics of Sharpe ratios on any choice of blocks: each block's count, sum and sum of squares.
struct BlockSums: Sendable {
  /// The returns of a trial on some blocks: their count, their sum and the sum of their squares, both around the mean
  /// of the trial so that squares lose no digits; the last lane is unused.
  private typealias Sums = SIMD4<Double>

  /// The memory of a thread.
  struct Scratch {
    fileprivate var inside: [Double]
    fileprivate var outside: [Double]

    init(trials: Int) {
      inside = [Double](repeating: 0, count: trials)
      outside = inside
    }
  }

  private let trials: Int
  /// The mean of each trial.
  private let means: [Double]
  /// The sums of each trial, block by block.
  private let sums: [Sums]
  /// The sums of each trial over all blocks.
  private let whole: [Sums]

  init(_ returns: ReturnMatrix, blocks: Int, workers: Int) {
    let trials = returns.trials
    let length = returns.bars / blocks
    let first = returns.bars - length * blocks
    var means = [Double](repeating: 0, count: trials)
    var sums = [Sums](repeating: .zero, count: trials * blocks)
    means.withUnsafeMutableBufferPointer { means in
      sums.withUnsafeMutableBufferPointer { sums in
        ParallelLoop.forEach(count: trials, workers: workers) { trial in
          let own = returns[trial].dropFirst(first)
          let mean = Self.mean(own)
          means[trial] = mean
          for block in 0..<blocks {
            let start = own.startIndex + block * length
            var sum = Sums.zero
            for value in own[start..<start + length] where value.isFinite {
              let distance = value - mean
              sum += Sums(1, distance, distance * distance, 0)
            }
            sums[block * trials + trial] = sum
          }
        }
      }
    }
    self.trials = trials
    self.means = means
    self.sums = sums
    whole = (0..<trials).map { trial in (0..<blocks).reduce(.zero) { $0 + sums[$1 * trials + trial] } }
  }

  /// The mean of the returns that are there, from the first one on: exactly it where they are all equal.
  private static func mean(_ values: ArraySlice<Double>) -> Double {
    guard let origin = values.first(where: { $0.isFinite }) else { return 0 }
    var (count, sum) = (0.0, 0.0)
    for value in values where value.isFinite {
      count += 1
      sum += value - origin
    }
    return origin + sum / count
  }

  /// The outcomes of a split and of the one with its halves exchanged; nil where the best trial has no performance on
  /// the other half.
  func outcomes(ofHalf half: [Int], _ scratch: inout Scratch) -> (SplitOutcome?, SplitOutcome?) {
    sums.withUnsafeBufferPointer { sums in
      for trial in 0..<trials {
        var sum = Sums.zero
        for block in half { sum += sums[block * trials + trial] }
        scratch.inside[trial] = ratio(sum, means[trial])
        scratch.outside[trial] = ratio(whole[trial] - sum, means[trial])
      }
    }
    return (
      Self.outcome(scratch.inside, scratch.outside), Self.outcome(scratch.outside, scratch.inside)
    )
  }

  /// The Sharpe ratio of some blocks; missing below two returns.
  @inline(__always)
  private func ratio(_ sums: Sums, _ mean: Double) -> Double {
    let (count, sum, squares) = (sums[0], sums[1], sums[2])
    guard count >= 2 else { return .nan }
    let shift = sum / count
    let spread = squares - sum * shift
    // The rounding error of a trial that does not vary is not a deviation.
    guard spread > 1e-12 * (squares + count * mean * mean) else { return 0 }
    return (mean + shift) / (spread / (count - 1)).squareRoot()
  }

  private static func outcome(_ inside: [Double], _ outside: [Double]) -> SplitOutcome? {
    var best = -1
    for trial in inside.indices where !inside[trial].isNaN {
      if best < 0 || inside[trial] > inside[best] { best = trial }
    }
    guard best >= 0, !outside[best].isNaN else { return nil }
    let own = outside[best]
    var (below, equal, count) = (0, 0, 0)
    for value in outside {
      below += value < own ? 1 : 0
      equal += value == own ? 1 : 0
      count += value.isNaN ? 0 : 1
    }
    // Ranks from 1 over one more than their number, so that the ends are neither 0 nor 1.
    let rank = (Double(below) + Double(equal + 1) / 2) / Double(count + 1)
    return SplitOutcome(logit: log(rank / (1 - rank)), inSample: inside[best], outOfSample: own)
  }
}
