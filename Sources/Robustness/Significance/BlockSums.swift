import CLanes
import LibC
import Work

/// The best trial of one half on the other half.
struct SplitOutcome: Sendable {
  let logit: Double
  let inSample: Double
  let outOfSample: Double
}

/// The sufficient statistics of Sharpe ratios on any choice of blocks: each block's count, sum and sum of squares.
///
/// Four trials are side by side in a vector; if their number is not a multiple of four, the last one is padded with
/// trials without returns and ratio.
struct BlockSums: Sendable {
  fileprivate typealias Lanes = SIMD4<Double>

  /// The returns of four trials on some blocks: their count, their sum and the sum of their squares, both around the mean
  /// of the trial so that squares lose no digits.
  fileprivate struct Sums: Sendable {
    var count = Lanes.zero
    var sum = Lanes.zero
    var squares = Lanes.zero

    @inline(__always)
    static func + (left: Sums, right: Sums) -> Sums {
      Sums(count: left.count + right.count, sum: left.sum + right.sum, squares: left.squares + right.squares)
    }

    @inline(__always)
    static func - (left: Sums, right: Sums) -> Sums {
      Sums(count: left.count - right.count, sum: left.sum - right.sum, squares: left.squares - right.squares)
    }
  }

  /// The memory of a thread.
  struct Scratch {
    /// The ratios of all trials on a half and on the other one, with those that fill up the last vector.
    fileprivate var inside: [Double]
    fileprivate var outside: [Double]
    /// The half that was taken last, and for each number of its blocks the sums over its first ones.
    fileprivate var half: [Int] = []
    fileprivate var running: [Sums]

    init(_ sums: BlockSums) {
      inside = [Double](repeating: 0, count: 4 * sums.groups)
      outside = inside
      running = [Sums](repeating: Sums(), count: sums.groups * (sums.blocks / 2 + 1))
    }
  }

  private let blocks: Int
  /// The number of vectors of trials.
  private let groups: Int
  /// The mean of each trial.
  private let means: [Lanes]
  /// The sums of each trial, block by block.
  private let sums: [Sums]
  /// The sums of each trial over all blocks.
  private let whole: [Sums]

  init(_ returns: ReturnMatrix, blocks: Int, workers: Int) {
    let trials = returns.trials
    let groups = (trials + 3) / 4
    let length = returns.bars / blocks
    let first = returns.bars - length * blocks
    var means = [Lanes](repeating: .zero, count: groups)
    var sums = [Sums](repeating: Sums(), count: groups * blocks)
    means.withUnsafeMutableBufferPointer { means in
      sums.withUnsafeMutableBufferPointer { sums in
        ParallelLoop.forEach(count: groups, workers: workers) { group in
          for trial in 4 * group..<min(4 * group + 4, trials) {
            let own = returns[trial].dropFirst(first)
            let mean = Self.mean(own)
            means[group][trial % 4] = mean
            for block in 0..<blocks {
              let start = own.startIndex + block * length
              var (count, sum, squares) = (0.0, 0.0, 0.0)
              for value in own[start..<start + length] where value.isFinite {
                let distance = value - mean
                count += 1
                sum += distance
                squares += distance * distance
              }
              let place = block * groups + group
              sums[place].count[trial % 4] = count
              sums[place].sum[trial % 4] = sum
              sums[place].squares[trial % 4] = squares
            }
          }
        }
      }
    }
    (self.blocks, self.groups) = (blocks, groups)
    self.means = means
    self.sums = sums
    whole = (0..<groups).map { group in (0..<blocks).reduce(Sums()) { $0 + sums[$1 * groups + group] } }
  }

  /// The mean of the known returns, from the first one on: exact if they are all equal.
  private static func mean(_ values: ArraySlice<Double>) -> Double {
    guard let origin = values.first(where: { $0.isFinite }) else { return 0 }
    var (count, sum) = (0.0, 0.0)
    for value in values where value.isFinite {
      count += 1
      sum += value - origin
    }
    return origin + sum / count
  }

  /// The outcomes of a split and of the one with its halves exchanged; nil if the best trial has no performance on the
  /// other half.
  ///
  /// Blocks are summed in their order. What a half has in common at its beginning with the one before it is known: halves
  /// in lexicographic order need two sums each, not eight.
  func outcomes(ofHalf half: [Int], _ scratch: inout Scratch) -> (SplitOutcome?, SplitOutcome?) {
    let known = zip(half, scratch.half).prefix { $0 == $1 }.count
    scratch.half = half
    sums.withUnsafeBufferPointer { sums in
      scratch.running.withUnsafeMutableBufferPointer { running in
        for (place, block) in half.enumerated().dropFirst(known) {
          for group in 0..<groups {
            running[(place + 1) * groups + group] = running[place * groups + group] + sums[block * groups + group]
          }
        }
        write(running[(half.count * groups)...], &scratch.inside, &scratch.outside)
      }
    }
    return (outcome(scratch.inside, scratch.outside), outcome(scratch.outside, scratch.inside))
  }

  /// Writes the ratios of all trials on a half with some sums, and on the other one.
  @inline(__always)
  private func write(
    _ own: Slice<UnsafeMutableBufferPointer<Sums>>, _ inside: inout [Double], _ outside: inout [Double]
  ) {
    let start = own.startIndex
    inside.withUnsafeMutableBytes { inside in
      outside.withUnsafeMutableBytes { outside in
        for group in 0..<groups {
          let sums = own[start + group]
          inside.storeBytes(of: Self.ratio(sums, means[group]), toByteOffset: 32 * group, as: Lanes.self)
          outside.storeBytes(
            of: Self.ratio(whole[group] - sums, means[group]), toByteOffset: 32 * group, as: Lanes.self)
        }
      }
    }
  }

  /// The Sharpe ratios of some blocks; missing below two returns.
  @inline(__always)
  private static func ratio(_ sums: Sums, _ mean: Lanes) -> Lanes {
    let shift = sums.sum / sums.count
    let spread = sums.squares - sums.sum * shift
    let ratio = (mean + shift) / lanes_root(spread / (sums.count - 1))
    // The rounding error of a trial that does not vary is not a deviation.
    let least = 1e-12 * (sums.squares + sums.count * mean * mean)
    let varying = lanes_if_above(spread, least, ratio, .zero)
    return lanes_if_above(Lanes(repeating: 2), sums.count, Lanes(repeating: .nan), varying)
  }

  private func outcome(_ inside: [Double], _ outside: [Double]) -> SplitOutcome? {
    var greatest = Lanes(repeating: -.infinity)
    inside.withUnsafeBytes { inside in
      for group in 0..<groups {
        // A missing ratio is none of the greatest.
        greatest = lanes_larger(inside.loadUnaligned(fromByteOffset: 32 * group, as: Lanes.self), greatest)
      }
    }
    let most = greatest.max()
    guard let best = inside.firstIndex(of: most), !outside[best].isNaN else { return nil }
    let own = outside[best]
    let (below, equal, count) = outside.withUnsafeBufferPointer { outside -> (Int, Int, Int) in
      guard let start = outside.baseAddress else { return (0, 0, 0) }
      let missing = (0..<outside.count).reduce(0) { $0 + (outside[$1].isNaN ? 1 : 0) }
      return (
        lanes_count_below(start, outside.count, own), lanes_count_equal(start, outside.count, own),
        outside.count - missing
      )
    }
    // Ranks from 1 over one more than their number, so that the ends are neither 0 nor 1.
    let rank = (Double(below) + Double(equal + 1) / 2) / Double(count + 1)
    return SplitOutcome(logit: log(rank / (1 - rank)), inSample: inside[best], outOfSample: own)
  }
}
