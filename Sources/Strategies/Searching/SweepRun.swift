import Backtesting
import Columns
import Evaluation
import Platform
import Robustness
import Work

/// The computation of a sweep: shared columns first, then all combinations, both on all threads.
///
/// A combination's numbers do not depend on which thread computes it, so the result is the same for any
/// number of threads.
package struct SweepRun: Sendable {
  /// The run of each combination.
  package private(set) var run: StrategyRun
  /// The series that ranges are of.
  package let series: Evaluation.Series
  package let settings: BacktestSettings
  package let metric: Metric
  package private(set) var grid: SweepGrid
  package private(set) var environment: Environment
  /// The splits and dividends that move the prices, the same for all combinations.
  private let actions: [BarAction]

  private var compiler: StrategyCompiler { run.compiler }
  private var range: Range<Int> { run.range }
  private var isOfMany: Bool { run.ground.kind.isOfMany }

  /// Makes the sweep of a run's strategy over the combinations of a grid.
  package init(_ run: StrategyRun, metric: Metric, grid: SweepGrid, environment: Environment) throws(RunFailure) {
    (self.run, self.metric, self.grid, self.environment) = (run, metric, grid, environment)
    series = run.series()
    settings = try run.money(on: series, environment)
    actions = series.bars.barActions(series.actions)
  }

  /// The sweep as a value.
  package var job: RunJob { run.job.with(.combinations(grid, by: metric)) }

  /// How the returns of all combinations are counted.
  package var basis: ReturnBasis { run.basis(settings, range, on: series) }

  /// The same combinations on other bars of the series, which report their progress to a monitor.
  func over(_ range: Range<Int>, telling monitor: WorkMonitor) -> SweepRun {
    var sweep = self
    sweep.run.job.range = range
    sweep.environment.monitor = monitor
    return sweep
  }

  /// Some combinations of the grid, by their numbers, which report their progress to a monitor.
  func trying(_ numbers: [Int], telling monitor: WorkMonitor) -> SweepRun {
    var sweep = self
    sweep.grid = grid.only(numbers)
    sweep.environment.monitor = monitor
    return sweep
  }

  /// The combinations at some places of the grid.
  func part(_ places: Range<Int>) -> SweepRun {
    var sweep = self
    sweep.grid = grid.only(at: Array(places))
    return sweep
  }

  /// The rows of all combinations.
  ///
  /// - Parameter known: those that are there already, of a sweep that was stopped.
  package func rows(besides known: [SweepRow] = []) throws(RunFailure) -> [SweepRow] {
    guard !known.isEmpty else { return try rows(sharing: try sharedColumns()) }
    guard known.count < grid.count else { return known }
    return try SweepRow.filled(known, of: grid.count) { places throws(RunFailure) in
      var rest = self
      rest.grid = grid.only(at: places)
      return try rest.rows(sharing: try sharedColumns())
    }
  }

  /// The returns of some combinations that are spread evenly over all of them.
  package func sampledReturns(_ most: Int) throws(RunFailure) -> ReturnMatrix {
    let count = min(most, grid.count)
    let places = (0..<count).map { count > 1 ? $0 * (grid.count - 1) / (count - 1) : $0 }
    return ReturnMatrix(try returns(of: places))
  }

  /// The returns of the combinations at some places, without columns that they share.
  package func returns(of places: [Int]) throws(RunFailure) -> [[Double]] {
    let monitor = environment.monitor
    var quiet = environment
    quiet.monitor = WorkMonitor(isCancelled: { monitor.isStopped })
    do {
      let lists = try Sweep.run(
        count: places.count, workers: environment.workers, monitor: quiet.monitor, makeScratch: { () },
        body: { [quiet] place, _ throws(RunFailure) -> [Double]? in
          let values = grid.combination(places[place])
          let rules: Strategy
          do throws(EvaluationError) {
            rules = try compiler.rules(on: series, parameters: values, today: quiet.today, monitor: quiet.monitor)
          } catch {
            throw .evaluation(error)
          }
          return try compiler.result(
            of: rules, on: series, settings: settings, contracts: run.settings.contracts, range: range, values: values,
            basis: basis, quiet
          ).excessReturns()
        })
      return lists.compactMap(\.self)
    } catch {
      throw Self.failure(error)
    }
  }

  /// The full run of a combination, certified if requested.
  package func backtest(of index: Int, certifies: Bool = false) throws(RunFailure) -> StrategyBacktest {
    try run.backtest(grid.combination(index), certifies: certifies, environment)
  }

  /// The rows of all combinations that hold many symbols: each is the run that a backtest makes of its values.
  private func rowsOfAccounts() throws(RunFailure) -> [SweepRow] {
    // A run is stopped with its sweep; the progress is that of the sweep.
    let monitor = environment.monitor
    var quiet = environment
    quiet.monitor = WorkMonitor(isCancelled: { monitor.isStopped })
    do {
      return try Sweep.run(
        count: grid.count, workers: environment.workers, monitor: monitor, keepsPart: true, makeScratch: { () },
        body: { [quiet] index, _ throws(RunFailure) -> SweepRow? in
          let backtest = try run.backtest(grid.combination(index), quiet)
          return SweepRow(index: index, performance: backtest.performance, rankedBy: metric)
        }
      ).compactMap(\.self)
    } catch {
      throw Self.failure(error)
    }
  }

  /// The rows of all combinations, with columns that runs on the same series share; nil for many symbols.
  func rows(sharing shared: SharedColumns?) throws(RunFailure) -> [SweepRow] {
    guard let shared else { return try rowsOfAccounts() }
    var fast: (engine: SignalBacktest, ground: Ground)?
    if let engine = try engines(on: [range])?.first { fast = (engine, try ground(sharing: shared)) }
    let basis = basis
    do {
      return try Sweep.run(
        count: grid.count, workers: environment.workers, monitor: environment.monitor, keepsPart: true,
        makeScratch: { Worker(evaluator(sharing: shared), bars: range.count, parameters: grid.values.count) },
        body: { [fast] index, worker throws(RunFailure) in
          let performance = try performance(of: index, &worker, fast, basis: basis)
          return SweepRow(index: index, performance: performance, rankedBy: metric)
        }
      ).compactMap(\.self)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Rows for every combination in each window; if stopped, only for the windows completed.
  ///
  /// The signals of a combination are those of the full run, found once for all windows that have the bar.
  func rows(on windows: [Range<Int>], sharing shared: SharedColumns?) throws(RunFailure) -> [[SweepRow]] {
    let count = grid.count
    guard let shared, windows.count > 1, let first = windows.map(\.lowerBound).min(),
      let end = windows.map(\.upperBound).max(),
      count * (end - first) <= Self.mostSignals,
      windows.reduce(0, { $0 + $1.count }) <= Self.mostBars, let engines = try engines(on: windows)
    else { return try rowsOneByOne(windows, sharing: shared) }
    let made = try signals(on: first..<end, sharing: shared)
    let (monitor, metric, detail) = (environment.monitor, metric, metric.detail)
    // A window in few parts of many rows each: what a sweep does for each outcome costs as much as a tenth of a row. There
    // are some thirty parts for each thread.
    let parts = min(count, max(1, (environment.workers * 32 - 1) / windows.count))
    let pieces: [[SweepRow]?]
    do throws(SweepError<Never>) {
      pieces = try Sweep.run(
        count: windows.count * parts, workers: environment.workers, monitor: monitor.counting(each: count, of: parts),
        keepsPart: true, makeScratch: { SignalBacktest.Scratch() },
        body: { place, scratch in
          let (window, part) = place.quotientAndRemainder(dividingBy: parts)
          let (engine, start) = (engines[window], windows[window].lowerBound - first)
          var rows: [SweepRow] = []
          rows.reserveCapacity(count / parts + 1)
          for index in part * count / parts..<(part + 1) * count / parts {
            if index % 64 == 63, monitor.isStopped { return nil }
            let own = made[index]
            let performance = engine.performance(
              of: own.signals, from: start, levels: own.levels, detail: detail, scratch: &scratch)
            rows.append(SweepRow(index: index, performance: performance, rankedBy: metric))
          }
          return rows
        })
    } catch {
      throw .evaluation(.interrupted)
    }
    var whole: [[SweepRow]] = []
    for start in stride(from: 0, to: pieces.count, by: parts) {
      var own: [SweepRow] = []
      own.reserveCapacity(count)
      for piece in pieces[start..<start + parts] { own += piece ?? [] }
      guard own.count == count else { break }
      whole.append(own)
    }
    return whole
  }

  /// The most bits of signals that are kept for windows.
  private static let mostSignals = 1 << 26
  /// The most bars of windows that are kept together, each with the bars of its own.
  private static let mostBars = 1 << 21

  private func rowsOneByOne(_ windows: [Range<Int>], sharing shared: SharedColumns?) throws(RunFailure) -> [[SweepRow]]
  {
    let (monitor, each) = (environment.monitor, grid.count)
    var whole: [[SweepRow]] = []
    for window in windows {
      let before = whole.count * each
      let told = WorkMonitor(
        isCancelled: { monitor.isStopped },
        report: { done, _ in try? monitor.checkpoint(done: before + done, total: windows.count * each) })
      let rows: [SweepRow]
      do throws(RunFailure) { rows = try over(window, telling: told).rows(sharing: shared) } catch {
        guard monitor.isStopped, !whole.isEmpty else { throw error }
        break
      }
      guard rows.count == each else { break }
      whole.append(rows)
    }
    return whole
  }

  /// The signals of a combination, and the levels that its entries take: one object, which no window copies.
  private final class MadeSignals: Sendable {
    let signals: BarSignals
    let levels: EntryLevels

    init(_ signals: BarSignals, _ levels: EntryLevels) { (self.signals, self.levels) = (signals, levels) }
  }

  /// The signals of all combinations on some bars.
  private func signals(
    on bars: Range<Int>, sharing shared: SharedColumns
  ) throws(RunFailure) -> [MadeSignals] {
    let ground = try ground(sharing: shared)
    let monitor = environment.monitor
    do throws(SweepError<RunFailure>) {
      return try Sweep.run(
        count: grid.count, workers: environment.workers, monitor: WorkMonitor(isCancelled: { monitor.isStopped }),
        makeScratch: { Worker(evaluator(sharing: shared), bars: 0, parameters: grid.values.count) },
        body: { index, worker throws(RunFailure) -> MadeSignals? in
          do throws(EvaluationError) {
            worker.signals = BarSignals(count: bars.count)
            let levels = try prepare(index, &worker, ground, bars)
            return MadeSignals(worker.signals, levels)
          } catch {
            throw .evaluation(error)
          }
        }
      ).compactMap(\.self)
    } catch {
      throw Self.failure(error)
    }
  }

  /// The memory that each thread keeps from one combination to the next.
  private struct Worker {
    var evaluator: Evaluator
    var signals: BarSignals
    var indices: [Int]
    var scratch = SignalBacktest.Scratch()

    init(_ evaluator: Evaluator, bars: Int, parameters: Int) {
      self.evaluator = evaluator
      signals = BarSignals(count: bars)
      indices = [Int](repeating: 0, count: parameters)
    }
  }

  /// The columns and levels that the signals of all combinations are made from.
  private struct Ground: Sendable {
    var signals: CombinationSignals
    /// The levels of all combinations; nil if they differ.
    var levels: EntryLevels?
  }

  private func evaluator(sharing shared: SharedColumns) -> Evaluator {
    Evaluator(plan: compiler.plan, series: series, shared: shared, source: compiler.source, today: environment.today)
  }

  private func ground(sharing shared: SharedColumns) throws(RunFailure) -> Ground {
    var evaluator = evaluator(sharing: shared)
    do throws(EvaluationError) {
      let signals = try CombinationSignals(compiler, sharing: shared, &evaluator)
      return Ground(signals: signals, levels: levelsVary ? nil : try compiler.levels(&evaluator))
    } catch {
      throw .evaluation(error)
    }
  }

  /// Adds the signals of a combination to those of the worker, which has none, and gives its levels.
  private func prepare(
    _ index: Int, _ worker: inout Worker, _ ground: Ground, _ bars: Range<Int>
  ) throws(EvaluationError) -> EntryLevels {
    grid.read(index, into: &worker.indices)
    if ground.signals.asksEvaluator || ground.levels == nil { worker.evaluator.select(indices: worker.indices) }
    try ground.signals.add(to: &worker.signals, worker.indices, &worker.evaluator, range: bars)
    if let levels = ground.levels { return levels }
    return try compiler.levels(&worker.evaluator)
  }

  private func performance(
    of index: Int, _ worker: inout Worker, _ fast: (engine: SignalBacktest, ground: Ground)?, basis: ReturnBasis
  ) throws(RunFailure) -> Performance {
    do {
      if let (engine, ground) = fast {
        worker.signals.clear()
        let levels = try prepare(index, &worker, ground, range)
        return engine.performance(of: worker.signals, levels: levels, detail: metric.detail, scratch: &worker.scratch)
      }
      worker.evaluator.select(indices: grid.indices(of: index))
      let rules = try compiler.rules(&worker.evaluator)
      let result =
        compiler.legs.isEmpty
        ? try Backtest.run(
          bars: series.bars, strategy: rules, settings: settings, range: range, actions: actions, basis: basis,
          finer: compiler.finer)
        : try compiler.result(
          of: rules, on: series, settings: settings, contracts: run.settings.contracts, range: range,
          values: grid.combination(index), basis: basis, environment)
      var performance = result.performance(metric.detail, searchesCost: metric.name == "break_even_cost")
      if metric.detail == .full { performance.setExcursions(result.trades) }
      if metric.needsBenchmark {
        performance.compare(try compiler.benchmarkReturns(of: result, on: series, benchmark: run.settings.benchmark))
      }
      return performance
    } catch let error as EvaluationError {
      throw .evaluation(error)
    } catch let error as BacktestError {
      throw .backtest(error)
    } catch let failure as RunFailure {
      throw failure
    } catch {
      throw .evaluation(.interrupted)
    }
  }

  /// True if the levels of entries may differ from combination to combination.
  private var levelsVary: Bool {
    compiler.clauses.contains { clause in
      switch clause.part {
      case .stop(_, let node, _), .target(_, let node), .trail(_, let node):
        !compiler.plan.parameters(of: node).isEmpty
      default: false
      }
    }
  }

  /// The engines of some windows for rules that are columns, if all of the strategy's clauses are; its size does not
  /// vary.
  private func engines(on windows: [Range<Int>]) throws(RunFailure) -> [SignalBacktest]? {
    guard compiler.legs.isEmpty else { return nil }
    // It keeps no trades, which the search of this cost takes.
    if metric.name == "break_even_cost" || metric.needsBenchmark || metric.name.hasPrefix("average_m") { return nil }
    do {
      var evaluator = Evaluator(
        plan: compiler.plan, series: series, parameters: grid.combination(0), source: compiler.source,
        today: environment.today)
      let rules = try compiler.rules(&evaluator)
      let sizeVaries = compiler.clauses.contains { if case .size = $0.part { true } else { false } }
      guard SignalBacktest.supports(rules), !sizeVaries else { return nil }
      // If the path inside a bar counts, it is followed bar by bar.
      guard rules.levels.isEmpty || compiler.finer == nil && settings.inside != .path else { return nil }
      var engines: [SignalBacktest] = []
      for window in windows {
        guard
          let engine = try SignalBacktest(
            bars: series.bars, settings: settings, size: rules.size, range: window, actions: actions)
        else { return nil }
        engines.append(engine)
      }
      return engines
    } catch let error as EvaluationError {
      throw .evaluation(error)
    } catch let error as BacktestError {
      throw .backtest(error)
    } catch {
      return nil
    }
  }

  /// The columns that combinations have in common, on all bars of the series; nil for many symbols.
  func sharedColumns() throws(RunFailure) -> SharedColumns? {
    guard !isOfMany else { return nil }
    let plan = compiler.plan
    // The two sides of a crossing are needed if it goes straight into the signals.
    let roots = compiler.clauses.compactMap(\.part.node).flatMap { node in
      plan.crossing(node).map { [node, $0.over, $0.under] } ?? [node]
    }
    var shared = SharedColumns(plan: plan, roots: roots, values: grid.values, bars: series.bars.count)
    let jobs = shared.jobs
    do {
      let operands = try Sweep.run(
        count: jobs.count, workers: environment.workers,
        monitor: WorkMonitor(isCancelled: { environment.monitor.isStopped }),
        makeScratch: { () },
        body: { index, _ throws(EvaluationError) -> Operand? in
          var evaluator = Evaluator(
            plan: plan, series: series, parameters: jobs[index].parameters, source: compiler.source,
            today: environment.today)
          do throws(EvaluationError) { return .column(try evaluator.column(of: jobs[index])) } catch {
            // A value that no combination may use is refused if one does.
            if case .indicator = error { return nil }
            if case .invalidLag = error { return nil }
            throw error
          }
        })
      for (job, operand) in zip(jobs, operands) { if let operand { shared.keep(operand, of: job) } }
    } catch {
      switch error {
      case .interrupted: throw .evaluation(.interrupted)
      case .failed(_, let error): throw .evaluation(error)
      }
    }
    return shared
  }

  static func failure(_ error: SweepError<RunFailure>) -> RunFailure {
    switch error {
    case .interrupted: .evaluation(.interrupted)
    case .failed(_, let failure): failure
    }
  }
}

extension SweepRow {
  /// The rows at all places, in their order: those that are known, and those that a closure makes of the other places.
  static func filled(
    _ known: [SweepRow], of count: Int, _ make: (_ places: [Int]) throws(RunFailure) -> [SweepRow]
  ) throws(RunFailure) -> [SweepRow] {
    let done = Set(known.map(\.index))
    let places = (0..<count).filter { !done.contains($0) }
    guard !places.isEmpty else { return known.sorted { $0.index < $1.index } }
    let made = try make(places).map { row in
      var row = row
      row.index = places[row.index]
      return row
    }
    return (known + made).sorted { $0.index < $1.index }
  }
}

extension StrategyCompiler.PlannedClause.Part {
  /// The action of a rule that is a condition; nil for other clauses.
  package var signal: (BarSignals.Action, NodeID)? {
    switch self {
    case .enter(_, let side, let node): (side == .long ? .enterLong : .enterShort, node)
    case .exit(_, nil, let node): (.exit, node)
    case .exit(_, .long?, let node): (.exitLong, node)
    case .exit(_, .short?, let node): (.exitShort, node)
    default: nil
    }
  }

  /// The node that decides the clause; nil for one without a value.
  package var node: NodeID? {
    switch self {
    case .onceADay, .legs, .resize: nil
    case .exitAtSessionClose(let node): node
    case .enter(_, _, let node), .exit(_, _, let node), .exitAfter(let node), .exitAfterTime(_, let node),
      .stop(_, let node, _), .target(_, let node), .trail(_, let node), .size(_, let node), .allow(let node),
      .wait(let node, _):
      node
    }
  }
}

extension WorkMonitor {
  /// A monitor that converts progress in parts to progress in pieces.
  fileprivate func counting(each pieces: Int, of parts: Int) -> WorkMonitor {
    WorkMonitor(
      isCancelled: { isStopped },
      report: { done, total in try? checkpoint(done: done * pieces / parts, total: total * pieces / parts) })
  }
}
