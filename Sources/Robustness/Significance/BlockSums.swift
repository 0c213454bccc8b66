import LibC
import Work

/// What the Sharpe ratios of trials on any choice of blocks follow from: each block's count, sum and sum of squares.
struct BlockSums: Sendable {
  private let trials: Int
  private let blocks: Int
  /// The mean of each trial, around which the sums are taken so that squares lose no digits.
  private let means: [Double]
  /// Block by block the numbers of each trial.
  private let counts: [Double]
  private let sums: [Double]
  private let squares: [Double]
  /// The totals over all blocks.
  private let whole: (counts: [Double], sums: [Double], squares: [Double])

  init(_ returns: ReturnMatrix, blocks: Int, workers: Int) {
    let trials = returns.trials
    let length = returns.bars / blocks
    let first = returns.bars - length * blocks
    var means = [Double](repeating: 0, count: trials)
    var counts = [Double](repeating: 0, count: trials * blocks)
    var (sums, squares) = (counts, counts)
    returns.values.withUnsafeBufferPointer { values in
      means.withUnsafeMutableBufferPointer { means in
        counts.withUnsafeMutableBufferPointer { counts in
          sums.withUnsafeMutableBufferPointer { sums in
            squares.withUnsafeMutableBufferPointer { squares in
              ParallelLoop.forEach(count: trials, workers: workers) { trial in
                let own = UnsafeBufferPointer(
                  rebasing: values[trial * returns.bars + first..<(trial + 1) * returns.bars])
                let mean = Self.mean(own)
                means[trial] = mean
                for block in 0..<blocks {
                  var (count, sum, square) = (0.0, 0.0, 0.0)
                  for value in own[block * length..<(block + 1) * length] where value.isFinite {
                    count += 1
                    sum += value - mean
                    square += (value - mean) * (value - mean)
                  }
                  counts[block * trials + trial] = count
                  sums[block * trials + trial] = sum
                  squares[block * trials + trial] = square
                }
              }
            }
          }
        }
      }
    }
    self.trials = trials
    self.blocks = blocks
    self.means = means
    self.counts = counts
    self.sums = sums
    self.squares = squares
    func total(_ parts: [Double]) -> [Double] {
      (0..<trials).map { trial in (0..<blocks).reduce(0) { $0 + parts[$1 * trials + trial] } }
    }
    whole = (total(counts), total(sums), total(squares))
  }

  /// The mean of the returns that are there, from the first one on: exactly it where they are all equal.
  private static func mean(_ values: UnsafeBufferPointer<Double>) -> Double {
    guard let origin = values.first(where: \.isFinite) else { return 0 }
    var (count, sum) = (0.0, 0.0)
    for value in values where value.isFinite {
      count += 1
      sum += value - origin
    }
    return origin + sum / count
  }

  /// The outcomes of a split and of the one with its halves exchanged; nil where no trial has a performance on both.
  ///
  /// - Parameter scratch: memory for eight numbers of each trial.
  func outcomes(ofHalf half: [Int], _ scratch: inout [Double]) -> (SplitOutcome?, SplitOutcome?) {
    scratch.withUnsafeMutableBufferPointer { scratch in
      func row(_ index: Int) -> UnsafeMutableBufferPointer<Double> {
        UnsafeMutableBufferPointer(rebasing: scratch[index * trials..<(index + 1) * trials])
      }
      let parts = [counts, sums, squares]
      for part in 0..<3 { add(parts[part], of: half, into: row(part)) }
      ratios(row(0), row(1), row(2), into: row(6))
      let totals = [whole.counts, whole.sums, whole.squares]
      for part in 0..<3 {
        let (inside, outside) = (row(part), row(3 + part))
        for trial in 0..<trials { outside[trial] = totals[part][trial] - inside[trial] }
      }
      ratios(row(3), row(4), row(5), into: row(7))
      return (Self.outcome(row(6), row(7)), Self.outcome(row(7), row(6)))
    }
  }

  private func add(_ parts: [Double], of half: [Int], into row: UnsafeMutableBufferPointer<Double>) {
    parts.withUnsafeBufferPointer { parts in
      row.update(repeating: 0)
      for block in half {
        let start = block * trials
        for trial in 0..<trials { row[trial] += parts[start + trial] }
      }
    }
  }

  private func ratios(
    _ counts: UnsafeMutableBufferPointer<Double>, _ sums: UnsafeMutableBufferPointer<Double>,
    _ squares: UnsafeMutableBufferPointer<Double>, into ratios: UnsafeMutableBufferPointer<Double>
  ) {
    means.withUnsafeBufferPointer { means in
      for trial in 0..<trials {
        let (count, sum, square) = (counts[trial], sums[trial], squares[trial])
        let spread = square - sum * sum / count
        let mean = means[trial] + sum / count
        let ratio = mean / (spread / (count - 1)).squareRoot()
        // What rounding leaves of a trial that does not vary is no deviation.
        let varies = spread > 1e-12 * (square + count * means[trial] * means[trial])
        ratios[trial] = count < 2 ? .nan : varies ? ratio : 0
      }
    }
  }

  private static func outcome(
    _ inside: UnsafeMutableBufferPointer<Double>, _ outside: UnsafeMutableBufferPointer<Double>
  ) -> SplitOutcome? {
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
