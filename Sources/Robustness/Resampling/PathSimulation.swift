import Work

/// Runs of an account through factors supplied by a closure, and their outcomes.
struct PathSimulation {
  /// The most steps of the fan.
  private static let fanSteps = 100
  /// The most runs that count if the simulation was stopped: a summary of more would take too long.
  private static let mostWhenStopped = 100_000
  /// The cap on an account, so that equity stays finite and a later loss is still a fraction of it.
  private static let most = 1e300

  let runs: Int
  /// The factors of a run.
  let length: Int
  let workers: Int
  /// Asked whether to stop: the paths are of the runs that were made by then.
  var monitor = WorkMonitor.none

  /// The paths of all runs.
  ///
  /// - Parameter deal: writes the factors of a run, none of them negative or missing; it is called from any thread, and
  ///   the factors may depend on the number of the run only.
  func paths(_ deal: (_ run: Int, _ factors: UnsafeMutableBufferPointer<Double>) -> Void) -> ResampledPaths {
    guard runs > 0, length > 0 else { return ResampledPaths(finalReturns: [], drawdowns: [], lows: [], fan: []) }
    let count = min(Self.fanSteps, length)
    let steps = (1...count).map { $0 * length / count }
    var drawdowns = [Double](repeating: 0, count: runs)
    var lows = [Double](repeating: 0, count: runs)
    // Step by step, so that the runs of a step are adjacent when they are sorted. A gigabyte of them is written as runs
    // are made, and not before; only those of made runs are read.
    var accounts = [Double](unsafeUninitializedCapacity: runs * count) { $1 = runs * count }
    let workers = max(1, min(self.workers, runs))
    var memory = [Double](repeating: 0, count: workers * length)
    var isMade = [Bool](repeating: false, count: runs)
    // Some hundred thousand steps are done before it is asked again.
    let chunk = max(1, min(64, 200_000 / length))
    var isWhole = true
    drawdowns.withUnsafeMutableBufferPointer { drawdowns in
      lows.withUnsafeMutableBufferPointer { lows in
        accounts.withUnsafeMutableBufferPointer { accounts in
          memory.withUnsafeMutableBufferPointer { memory in
            isMade.withUnsafeMutableBufferPointer { isMade in
              isWhole = ParallelLoop.run(count: runs, workers: workers, chunk: chunk) { worker, range in
                let factors = UnsafeMutableBufferPointer(rebasing: memory[worker * length..<(worker + 1) * length])
                for run in range {
                  deal(run, factors)
                  (drawdowns[run], lows[run]) = walk(factors, steps, run, accounts)
                  isMade[run] = true
                }
                return !monitor.isStopped
              }
            }
          }
        }
      }
    }
    guard !isWhole else { return summary(steps, accounts, drawdowns, lows) }
    let made = Array(isMade.indices.lazy.filter { isMade[$0] }.prefix(Self.mostWhenStopped))
    return PathSimulation(runs: made.count, length: length, workers: self.workers).summary(
      steps, steps.indices.flatMap { step in made.map { accounts[step * runs + $0] } }, made.map { drawdowns[$0] },
      made.map { lows[$0] })
  }

  /// Writes the account of a run at each step, and returns its deepest drawdown and its lowest account, less 1.
  private func walk(
    _ factors: UnsafeMutableBufferPointer<Double>, _ steps: [Int], _ run: Int,
    _ accounts: UnsafeMutableBufferPointer<Double>
  ) -> (drawdown: Double, low: Double) {
    var (account, peak, deepest, lowest) = (1.0, 1.0, 1.0, 1.0)
    var done = 0
    for index in steps.indices {
      while done < steps[index] {
        account *= factors[done]
        peak = account > peak ? account : peak
        lowest = account < lowest ? account : lowest
        let left = account / peak
        deepest = left < deepest ? left : deepest
        done += 1
      }
      account = account > Self.most ? Self.most : account
      peak = peak > Self.most ? Self.most : peak
      accounts[index * runs + run] = account
    }
    return (deepest - 1, lowest - 1)
  }

  private func summary(
    _ steps: [Int], _ accounts: [Double], _ drawdowns: [Double], _ lows: [Double]
  ) -> ResampledPaths {
    var fan = [ResampledPaths.FanStep?](repeating: nil, count: steps.count)
    var finals: [Double] = []
    accounts.withUnsafeBufferPointer { accounts in
      fan.withUnsafeMutableBufferPointer { fan in
        ParallelLoop.forEach(count: steps.count, workers: workers) { index in
          fan[index] = Self.step(
            steps[index], UnsafeBufferPointer(rebasing: accounts[index * runs..<(index + 1) * runs]))
        }
      }
      finals = SortedSample.sorted(UnsafeBufferPointer(rebasing: accounts.suffix(runs)))
    }
    return ResampledPaths(
      finalReturns: finals.map { $0 - 1 }, drawdowns: drawdowns.withUnsafeBufferPointer(SortedSample.sorted),
      lows: lows.withUnsafeBufferPointer(SortedSample.sorted), fan: fan.compactMap { $0 })
  }

  /// The quantiles of the accounts at a step, linear between the two nearest ones.
  private static func step(_ step: Int, _ accounts: UnsafeBufferPointer<Double>) -> ResampledPaths.FanStep {
    let positions = [0.05, 0.25, 0.5, 0.75, 0.95].map { $0 * Double(accounts.count - 1) }
    let ranks = positions.flatMap { [Int($0), min(Int($0) + 1, accounts.count - 1)] }
    let values = RankPicker.values(ofRanks: ranks, in: accounts)
    let quantiles = positions.indices.map { index in
      let (below, above) = (values[2 * index], values[2 * index + 1])
      return below + (positions[index] - positions[index].rounded(.down)) * (above - below)
    }
    return ResampledPaths.FanStep(
      step: step, lowest: quantiles[0], lower: quantiles[1], median: quantiles[2], upper: quantiles[3],
      highest: quantiles[4])
  }
}

extension PathSimulation {
  /// The factors of returns, without missing and infinite ones; a loss of more than everything counts as a total loss.
  static func factors(of returns: [Double]) -> [Double] {
    returns.compactMap { $0.isFinite ? max(0, 1 + $0) : nil }
  }
}
