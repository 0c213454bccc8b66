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

/// The runs that a walk-forward is made of: those that it chooses among, and those that follow its choices.
package struct WalkForwardGround: Sendable {
  package typealias Rows =
    @Sendable (_ ranges: [Range<Int>], _ monitor: WorkMonitor) throws(RunFailure) -> [[SweepRow]]
  package typealias Following =
    @Sendable (_ choices: [WindowChoice], _ range: Range<Int>, _ environment: Environment) throws(RunFailure)
    -> StrategyBacktest
  package typealias Testing =
    @Sendable (_ choice: WindowChoice, _ environment: Environment) throws(RunFailure) -> Performance

  /// The combinations to choose from.
  package let grid: SweepGrid
  package let environment: Environment
  /// The number of windows whose rows are requested at once.
  let together: Int
  /// The rows of all combinations on each of some windows, with progress reported to a monitor; if stopped, those of
  /// the first ones.
  let rows: Rows
  /// The figures of one choice on its bars.
  let test: Testing
  /// The run on some bars that follows choices.
  let follow: Following

  package init(
    grid: SweepGrid, together: Int, environment: Environment, rows: @escaping Rows, test: @escaping Testing,
    follow: @escaping Following
  ) {
    (self.grid, self.environment, self.rows, self.test, self.follow) = (grid, environment, rows, test, follow)
    self.together = max(1, together)
  }

  /// The most rows that are held at once, beyond those of one window.
  private static let mostRows = 1 << 16

  /// The runs on one series.
  ///
  /// All windows share the columns of the combinations, which look back from their own bar only: computed once on the
  /// full series, they have the same values on each window, without look-ahead.
  ///
  /// - Parameters:
  ///   - sweep: the combinations on the bars of the series.
  ///   - settings: the settings of the runs, as given.
  ///   - carries: true to carry positions over the seams of windows.
  ///   - text: the definition of the strategy as typed, which the result keeps.
  package init(_ sweep: SweepRun, settings: Settings, carries: Bool = false, text: String) throws(RunFailure) {
    let shared = try sweep.sharedColumns()
    self.init(
      grid: sweep.grid, together: Self.mostRows / max(1, sweep.grid.count), environment: sweep.environment
    ) { ranges, monitor throws(RunFailure) in
      try sweep.over(sweep.range, telling: monitor).rows(on: ranges, sharing: shared)
    } test: { choice, environment throws(RunFailure) in
      try sweep.compiler.performance(
        of: choice, carries: carries, on: sweep.series, settings: settings, environment: environment)
    } follow: { choices, range, environment throws(RunFailure) in
      try sweep.compiler.run(
        choices, carries: carries, on: sweep.series, named: sweep.series.name, text: text, settings: settings,
        range: range,
        environment: environment)
    }
  }
}

/// The computation of a walk-forward: a sweep on the training bars of each window, and a run of its best row on the test.
package struct WalkForwardRun: Sendable {
  private let ground: WalkForwardGround
  private let windows: [TestWindow]

  /// Makes a walk-forward of windows in their order.
  package init(_ ground: WalkForwardGround, windows: [TestWindow]) {
    (self.ground, self.windows) = (ground, windows)
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
    var sharpes = known?.sharpeSums ?? [Double](repeating: 0, count: ground.grid.count)
    while outcomes.count < windows.count {
      let next = windows[outcomes.count...].prefix(ground.together)
      do throws(RunFailure) {
        let rows = try ground.rows(next.map(\.train), monitor(from: outcomes.count))
        // If stopped, the existing ones are run to the end.
        let environment = whole
        var chosen: [(window: TestWindow, row: SweepRow?)] = []
        var failure: RunFailure?
        // A window that was stopped half-way would choose among a part.
        for (window, rows) in zip(next, rows.prefix { $0.count == ground.grid.count }) where failure == nil {
          do throws(RunFailure) { chosen.append((window, try choice(rows, window))) } catch { failure = error }
        }
        for (outcome, rows) in zip(tested(chosen, environment), rows) {
          outcomes.append(try outcome.get())
          // A combination that did not trade in a window has a ratio of zero there.
          for row in rows where row.sharpeRatio.isFinite { sharpes[row.index] += row.sharpeRatio }
        }
        if let failure { throw failure }
      } catch {
        guard ground.environment.monitor.isStopped, !outcomes.isEmpty else { throw error }
        break
      }
      if outcomes.count < next.endIndex { break }
    }
    return WalkForward(
      outcomes: outcomes, joined: try joined(outcomes), combinations: ground.grid.count,
      sharpeSums: sharpes)
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
    let values = ground.grid.combination(row.index)
    let tested = try ground.test(WindowChoice(range: window.test, values: values), environment)
    return WindowOutcome(window: window, values: values, trained: row, tested: tested)
  }

  private func joined(_ outcomes: [WindowOutcome]) throws(RunFailure) -> StrategyBacktest? {
    let choices = outcomes.compactMap { outcome in
      outcome.values.map { WindowChoice(range: outcome.window.counted, values: $0) }
    }
    guard let first = outcomes.first, let last = outcomes.last, !choices.isEmpty else { return nil }
    return try ground.follow(choices, first.window.counted.lowerBound..<last.window.counted.upperBound, whole)
  }

  /// The progress of some windows as a part of that of all.
  private func monitor(from window: Int) -> WorkMonitor {
    let (whole, each, count) = (ground.environment.monitor, ground.grid.count, windows.count)
    return WorkMonitor(
      isCancelled: { whole.isStopped },
      report: { done, _ in try? whole.checkpoint(done: window * each + done, total: count * each) })
  }

  /// The environment of the run that follows the choices: if stopped, it uses the existing windows.
  private var whole: Environment {
    var environment = ground.environment
    let isStopped = environment.monitor.isStopped
    environment.monitor = isStopped ? .none : quiet.monitor
    return environment
  }

  /// The environment of the runs between the sweeps, which report no progress of their own.
  private var quiet: Environment {
    var environment = ground.environment
    let monitor = environment.monitor
    environment.monitor = WorkMonitor(isCancelled: { monitor.isStopped })
    return environment
  }
}
