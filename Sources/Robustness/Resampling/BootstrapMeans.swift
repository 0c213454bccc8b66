import LibC
import Probability
import Work

/// The means of all trials in the draws of a stationary bootstrap, less their means in the series.
package struct BootstrapMeans: Sendable {
  /// The draws that are worked out together.
  private typealias Draws = SIMD8<Double>

  let bars: Int
  let trials: Int
  /// The mean of each trial.
  let means: [Double]
  let blockLength: Double
  /// The distances of all returns from the mean of their trial, trial by trial.
  private let distances: [Double]

  /// - Parameters:
  ///   - excess: the returns; a missing one is 0, no difference from the benchmark.
  ///   - blockLength: the mean length of a block; without it the automatic one of the trial with the best mean.
  package init(_ excess: ReturnMatrix, blockLength: Double?) {
    bars = excess.bars
    trials = excess.trials
    var distances = excess.values.map { $0.isFinite ? $0 : 0 }
    var means: [Double] = []
    for trial in 0..<excess.trials {
      let range = trial * excess.bars..<(trial + 1) * excess.bars
      let origin = distances[range.lowerBound]
      let mean = origin + distances[range].reduce(0) { $0 + ($1 - origin) } / Double(excess.bars)
      for index in range { distances[index] -= mean }
      means.append(mean)
    }
    self.means = means
    self.distances = distances
    let best = means.indices.max { means[$0] < means[$1] }
    let length = blockLength ?? best.map { AutomaticBlockLength.of(Array(excess[$0])) } ?? 1
    self.blockLength = length > 1 ? length : 1
  }

  /// The variance of the square root of the number of bars times each trial's mean, as the bootstrap itself has it:
  /// the kernel of Politis and Romano (1994), which Hansen (2005) uses.
  package func variances() -> [Double] {
    // The sum over all lags i of (1 - i / n) a^i times the autocovariance on the ring, without a loop over lags: both
    // sums over the bars before a bar, weighted by a^i and i a^i, follow from those of the bar before.
    let keep = 1 - 1 / blockLength
    let count = Double(bars)
    let ring = pow(keep, count)
    return (0..<trials).map { trial in
      let own = distances[trial * bars..<(trial + 1) * bars]
      var (before, weighted) = (0.0, 0.0)
      var power = keep
      for (lag, value) in own.dropFirst().reversed().enumerated() where power > 0 {
        before += power * value
        weighted += Double(lag + 1) * power * value
        power *= keep
      }
      var (squares, lagged) = (0.0, 0.0)
      let start = own.startIndex
      for index in own.indices {
        let value = own[index]
        squares += value * value
        lagged += value * (before - weighted / count)
        let next = own[index + 1 == own.endIndex ? start : index + 1]
        (before, weighted) = (
          keep * (value + before) - ring * next, keep * (value + before + weighted) - count * ring * next
        )
      }
      return (squares + 2 * lagged) / count
    }
  }

  /// A list of numbers for each draw, in the order of the draws; empty if it was stopped.
  ///
  /// - Parameters:
  ///   - draws: the number of draws.
  ///   - width: the numbers of a draw.
  ///   - seed: the seed; each draw has a stream of its own.
  ///   - reduce: joins the numbers of a draw, which begin at minus infinity, with one trial's: its mean in the draw
  ///     less that in the series.
  func reduced(
    draws: Int, width: Int, seed: UInt64, workers: Int, monitor: WorkMonitor,
    _ reduce: (_ trial: Int, _ distance: Double, _ numbers: UnsafeMutableBufferPointer<Double>) -> Void
  ) -> [Double] {
    guard bars > 0, draws > 0 else { return [] }
    var numbers = [Double](repeating: -.infinity, count: draws * width)
    let pieces = (draws + Draws.scalarCount - 1) / Draws.scalarCount
    let threads = max(1, min(workers, pieces))
    var counts = [Double](repeating: 0, count: threads * bars)
    var weights = [Draws](repeating: .zero, count: threads * bars)
    var isWhole = true
    numbers.withUnsafeMutableBufferPointer { numbers in
      counts.withUnsafeMutableBufferPointer { counts in
        weights.withUnsafeMutableBufferPointer { weights in
          isWhole = ParallelLoop.run(count: pieces, workers: threads) { worker, range in
            let room = worker * bars..<(worker + 1) * bars
            let own = UnsafeMutableBufferPointer(rebasing: weights[room])
            for piece in range {
              let first = piece * Draws.scalarCount
              let last = min(first + Draws.scalarCount, draws)
              weigh(first..<last, seed, UnsafeMutableBufferPointer(rebasing: counts[room]), own)
              for start in stride(from: 0, to: trials, by: 4) {
                if start % 64 == 60, monitor.isStopped { return false }
                let together = means(ofFourFrom: start, own)
                for (trial, means) in zip(start..<trials, together) {
                  for draw in first..<last {
                    reduce(
                      trial, means[draw - first],
                      UnsafeMutableBufferPointer(rebasing: numbers[draw * width..<(draw + 1) * width]))
                  }
                }
              }
            }
            return !monitor.isStopped
          }
        }
      }
    }
    return isWhole ? numbers : []
  }

  /// Counts how often each bar is in each of up to eight draws.
  private func weigh(
    _ draws: Range<Int>, _ seed: UInt64, _ counts: UnsafeMutableBufferPointer<Double>,
    _ weights: UnsafeMutableBufferPointer<Draws>
  ) {
    for draw in draws {
      var bootstrap = StationaryBootstrap(
        count: bars, blockLength: blockLength, dice: SplitMix(seed: seed, stream: draw))
      bootstrap.drawCounts(into: counts)
      let lanes = UnsafeMutableRawBufferPointer(weights)
      var offset = (draw - draws.lowerBound) * MemoryLayout<Double>.stride
      for bar in 0..<bars {
        lanes.storeBytes(of: counts[bar], toByteOffset: offset, as: Double.self)
        offset &+= MemoryLayout<Draws>.stride
      }
    }
  }

  /// The means of four trials: their sums do not wait for each other, and the weights are read once for all of them.
  ///
  /// After the last trial they are those of the last one.
  private func means(ofFourFrom trial: Int, _ weights: UnsafeMutableBufferPointer<Draws>) -> [Draws] {
    distances.withUnsafeBufferPointer { distances in
      func values(_ place: Int) -> UnsafeBufferPointer<Double> {
        let start = min(trial + place, trials - 1) * bars
        return UnsafeBufferPointer(rebasing: distances[start..<start + bars])
      }
      let (a, b, c, d) = (values(0), values(1), values(2), values(3))
      var (first, second, third, fourth) = (Draws.zero, Draws.zero, Draws.zero, Draws.zero)
      for bar in 0..<bars {
        let weight = weights[bar]
        first += weight * a[bar]
        second += weight * b[bar]
        third += weight * c[bar]
        fourth += weight * d[bar]
      }
      return [first, second, third, fourth].map { $0 / Draws(repeating: Double(bars)) }
    }
  }
}
