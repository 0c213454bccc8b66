import Backtesting
import Columns
import Evaluation
import Platform
import Work

/// One window of a walk-forward with the choice that was made for it.
package struct WindowOutcome: Sendable {
  /// The bars of the window.
  package var window: TestWindow
  /// The values of all parameters that were best on the training bars; nil if no combination had a figure to rank by.
  package var values: [Double]?
  /// The figures of the choice on the training bars.
  package var trained: SweepRow?
  /// The figures of the choice on the bars of the test, for themselves.
  package var tested: Performance?
}

/// The outcome of a walk-forward: the choice of each window and the run that follows them.
package struct WalkForward: Sendable {
  package var outcomes: [WindowOutcome]
  /// The run on the tests alone, each window with its choice; nil if no window had one.
  package var joined: StrategyBacktest?
  /// The combinations that each window chose from.
  package var combinations: Int
  /// The sum over all windows of the Sharpe ratios in training of each combination.
  package var sharpeSums: [Double]

  /// The Sharpe ratio in training of each combination, the mean over all windows.
  package var trainedSharpes: [Double] { sharpeSums.map { $0 / Double(max(1, outcomes.count)) } }
}

/// The computation of a walk-forward: a sweep on the training bars of each window, and a run of its best row on the test.
package struct WalkForwardRun: Sendable {
  private let sweep: SweepRun
  /// The columns that the combinations share, which look back from their own bar only: computed once on the full
  /// series, they have the same values on each window, without look-ahead.
  private let shared: SharedColumns?
  private let windows: [TestWindow]
  private let carries: Bool
  /// The rows of the training bars of some windows that are there already; nil if none are.
  private let trained: (@Sendable (Range<Int>) -> [[SweepRow]]?)?
  /// The number of windows whose rows are requested at once.
  private let together: Int

  private var grid: SweepGrid { sweep.grid }
  private var monitor: WorkMonitor { sweep.environment.monitor }

  /// The most rows that are held at once, beyond those of one window.
  private static let mostRows = 1 << 16

  /// Makes a walk-forward of windows in their order.
  ///
  /// - Parameters:
  ///   - carries: true to carry the positions of one series over the seams of windows.
  ///   - trained: the rows of the training bars of some windows if they were computed elsewhere.
  package init(
    _ sweep: SweepRun, windows: [TestWindow], carries: Bool = false,
    trained: (@Sendable (Range<Int>) -> [[SweepRow]]?)? = nil
  ) throws(RunFailure) {
    (self.sweep, self.windows, self.carries, self.trained) = (sweep, windows, carries, trained)
    shared = try sweep.sharedColumns()
    together = sweep.run.ground.kind.isOfMany ? 1 : max(1, Self.mostRows / max(1, sweep.grid.count))
  }

  /// The choices of all windows and the joined run.
  ///
  /// If stopped, the result has the windows chosen by then, if any.
  ///
  /// - Parameters:
  ///   - known: the same walk-forward as far as it came before the stop: it continues after its windows.
  ///   - choice: chooses among the rows of a window, which are those of its training bars.
  package func run(
    after known: WalkForward? = nil,
    choosing choice: (_ rows: [SweepRow], _ window: TestWindow) throws(RunFailure) -> SweepRow?
  ) throws(RunFailure) -> WalkForward {
    var outcomes = known?.outcomes ?? []
    var sharpes = known?.sharpeSums ?? [Double](repeating: 0, count: grid.count)
    while outcomes.count < windows.count {
      let next = windows[outcomes.count...].prefix(together)
      do throws(RunFailure) {
        let rows = try rows(of: outcomes.count..<next.endIndex)
        // If stopped, the existing ones are run to the end.
        let environment = whole
        var chosen: [(window: TestWindow, row: SweepRow?)] = []
        var failure: RunFailure?
        // A window that was stopped half-way would choose among a part.
        for (window, rows) in zip(next, rows.prefix { $0.count == grid.count }) where failure == nil {
          do throws(RunFailure) { chosen.append((window, try choice(rows, window))) } catch { failure = error }
        }
        for (outcome, rows) in zip(tested(chosen, environment), rows) {
          outcomes.append(try outcome.get())
          // A combination that did not trade in a window has a ratio of zero there.
          for row in rows where row.sharpeRatio.isFinite { sharpes[row.index] += row.sharpeRatio }
        }
        if let failure { throw failure }
      } catch {
        guard monitor.isStopped, !outcomes.isEmpty else { throw error }
        break
      }
      if outcomes.count < next.endIndex { break }
    }
    return WalkForward(
      outcomes: outcomes, joined: try joined(outcomes), combinations: grid.count,
      sharpeSums: sharpes)
  }

  /// The rows of the training bars of some windows: those that are there already, else computed.
  private func rows(of range: Range<Int>) throws(RunFailure) -> [[SweepRow]] {
    if let known = trained?(range) { return known }
    return try sweep.over(sweep.run.range, telling: monitor(from: range.lowerBound))
      .rows(on: windows[range].map(\.train), sharing: shared)
  }

  /// The outcomes of windows whose choices are made, which are tested on several threads.
  private func tested(
    _ chosen: [(window: TestWindow, row: SweepRow?)], _ environment: Environment
  ) -> [Result<WindowOutcome, RunFailure>] {
    var outcomes = [Result<WindowOutcome, RunFailure>](
      repeating: .failure(.evaluation(.interrupted)), count: chosen.count)
    outcomes.withUnsafeMutableBufferPointer { outcomes in
      ParallelLoop.forEach(count: chosen.count, workers: environment.workers) { index in
        do throws(RunFailure) {
          outcomes[index] = .success(try outcome(of: chosen[index].window, chosen[index].row, environment))
        } catch {
          outcomes[index] = .failure(error)
        }
      }
    }
    return outcomes
  }

  private func outcome(
    of window: TestWindow, _ row: SweepRow?, _ environment: Environment
  ) throws(RunFailure) -> WindowOutcome {
    guard let row else { return WindowOutcome(window: window) }
    let values = grid.combination(row.index)
    let tested = try sweep.run.performance(
      of: WindowChoice(range: window.test, values: values), carries: carries, environment)
    return WindowOutcome(window: window, values: values, trained: row, tested: tested)
  }

  private func joined(_ outcomes: [WindowOutcome]) throws(RunFailure) -> StrategyBacktest? {
    let choices = outcomes.compactMap { outcome in
      outcome.values.map { WindowChoice(range: outcome.window.counted, values: $0) }
    }
    guard let first = outcomes.first, let last = outcomes.last, !choices.isEmpty else { return nil }
    return try sweep.run.follow(
      choices, over: first.window.counted.lowerBound..<last.window.counted.upperBound, carries: carries, whole)
  }

  /// The progress of some windows as a part of that of all.
  private func monitor(from window: Int) -> WorkMonitor {
    let (whole, each, count) = (monitor, grid.count, windows.count)
    return WorkMonitor(
      isCancelled: { whole.isStopped },
      report: { done, _ in try? whole.checkpoint(done: window * each + done, total: count * each) })
  }

  /// The environment of the run that follows the choices: if stopped, it uses the existing windows.
  private var whole: Environment {
    var environment = sweep.environment
    let isStopped = environment.monitor.isStopped
    environment.monitor = isStopped ? .none : quiet.monitor
    return environment
  }

  /// The environment of the runs between the sweeps, which report no progress of their own.
  private var quiet: Environment {
    var environment = sweep.environment
    let monitor = environment.monitor
    environment.monitor = WorkMonitor(isCancelled: { monitor.isStopped })
    return environment
  }
}
