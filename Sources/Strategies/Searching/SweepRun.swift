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
  package let compiler: StrategyCompiler
  package let series: Evaluation.Series
  package let settings: BacktestSettings
  /// The series that returns are held against; nil for holding the bars themselves.
  private let benchmark: String?
  package private(set) var range: Range<Int>
  package let metric: Metric
  package private(set) var grid: SweepGrid
  package private(set) var environment: Environment
  /// The terms of the contracts that the legs of a spread may be.
  let contracts: [String: Contract]
  /// The splits and dividends that move the prices, the same for all combinations.
  private let actions: [BarAction]

  package init(
    compiler: StrategyCompiler, series: Evaluation.Series, settings: BacktestSettings, range: Range<Int>,
    metric: Metric, grid: SweepGrid, benchmark: String? = nil, contracts: [String: Contract] = [:],
    environment: Environment
  ) {
    self.contracts = contracts
    self.benchmark = benchmark
    self.compiler = compiler
    self.series = series
    self.settings = settings
    self.range = range
    self.metric = metric
    self.grid = grid
    self.environment = environment
    actions = series.bars.barActions(series.actions)
  }

  /// How the returns of all combinations are counted.
  package var basis: ReturnBasis {
    ReturnBasis(bars: series.bars, range: range, periodsPerYear: settings.periodsPerYear, riskFree: settings.riskFree)
  }

  /// The same combinations on other bars of the series, which tell their progress to a monitor.
  func over(_ range: Range<Int>, telling monitor: WorkMonitor) -> SweepRun {
    var run = self
    run.range = range
    run.environment.monitor = monitor
    return run
  }

  /// Some combinations of the grid, by their numbers, which tell their progress to a monitor.
  func trying(_ numbers: [Int], telling monitor: WorkMonitor) -> SweepRun {
    var run = self
    run.grid = grid.only(numbers)
    run.environment.monitor = monitor
    return run
  }

  /// The rows of all combinations.
  ///
  /// - Parameter known: those that are there already, of a sweep that was stopped.
  package func rows(besides known: [SweepRow] = []) throws(RunFailure) -> [SweepRow] {
    guard !known.isEmpty else { return try rows(sharing: try sharedColumns()) }
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
    return try returns(of: places)
  }

  /// The returns of the combinations at some places, without columns that they share.
  package func returns(of places: [Int]) throws(RunFailure) -> ReturnMatrix {
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
            of: rules, on: series, settings: settings, contracts: contracts, range: range, values: values,
            basis: basis, quiet
          ).excessReturns()
        })
      return ReturnMatrix(lists.compactMap(\.self))
    } catch {
      throw Self.failure(error)
    }
  }

  /// The rows of all combinations, with columns that runs on the same series share.
  func rows(sharing shared: SharedColumns) throws(RunFailure) -> [SweepRow] {
    let signalRules = Self.signalRules(of: compiler)
    let plan = compiler.plan
    let fast = try fastPath()
    let basis = basis
    do {
      return try Sweep.run(
        count: grid.count, workers: environment.workers, monitor: environment.monitor, keepsPart: true,
        makeScratch: {
          Worker(
            evaluator: Evaluator(
              plan: plan, series: series, shared: shared, source: compiler.source, today: environment.today),
            signals: BarSignals(count: range.count))
        },
        body: { index, worker throws(RunFailure) in
          worker.evaluator.select(indices: grid.indices(of: index))
          let performance = try performance(of: index, &worker, signalRules, fast: fast, basis: basis)
          return SweepRow(index: index, performance: performance, rankedBy: metric)
        }
      ).compactMap(\.self)
    } catch {
      throw Self.failure(error)
    }
  }

  /// The state that each thread keeps from one combination to the next.
  private struct Worker {
    var evaluator: Evaluator
    var signals: BarSignals
    var scratch = SignalBacktest.Scratch()
  }

  private func performance(
    of index: Int, _ worker: inout Worker, _ signalRules: [SignalRule], fast: SignalBacktest?, basis: ReturnBasis
  ) throws(RunFailure) -> Performance {
    do {
      if let fast {
        worker.signals.clear()
        for rule in signalRules { try add(rule, &worker) }
        let levels = hasLevels ? try compiler.levels(&worker.evaluator) : EntryLevels()
        return fast.performance(of: worker.signals, levels: levels, detail: metric.detail, scratch: &worker.scratch)
      }
      let rules = try compiler.rules(&worker.evaluator)
      let result =
        compiler.legs.isEmpty
        ? try Backtest.run(
          bars: series.bars, strategy: rules, settings: settings, range: range, actions: actions, basis: basis,
          finer: compiler.finer)
        : try compiler.result(
          of: rules, on: series, settings: settings, contracts: contracts, range: range,
          values: grid.combination(index), basis: basis, environment)
      var performance = result.performance(metric.detail, searchesCost: metric.name == "break_even_cost")
      if metric.detail == .full { performance.setExcursions(result.trades) }
      if metric.needsBenchmark {
        performance.compare(try compiler.benchmarkReturns(of: result, on: series, benchmark: benchmark))
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

  /// True where entries have levels, which may differ from combination to combination.
  private var hasLevels: Bool {
    compiler.clauses.contains {
      switch $0.part {
      case .stop, .target, .trail: true
      default: false
      }
    }
  }

  /// The way in which the rules of a strategy become signals.
  private enum SignalRule {
    /// Two columns that cross: the action where the first comes out above, and where it comes out below.
    case crossing(NodeID, NodeID, above: BarSignals.Action?, below: BarSignals.Action?)
    /// A column of booleans.
    case condition(NodeID, BarSignals.Action)
  }

  /// Crossings go straight from the two columns into the signals, without a column of booleans between; the
  /// two directions of one pair are found in one pass.
  private static func signalRules(of compiler: StrategyCompiler) -> [SignalRule] {
    var rules: [SignalRule] = []
    for (action, node) in compiler.clauses.compactMap({ $0.part.signal }) {
      guard let (over, under) = compiler.plan.crossing(node), !compiler.plan.isScalar(over),
        !compiler.plan.isScalar(under)
      else {
        rules.append(.condition(node, action))
        continue
      }
      let mirrored = rules.firstIndex { rule in
        if case .crossing(under, over, _, below: nil) = rule { true } else { false }
      }
      if let mirrored, case .crossing(let first, let second, let above, _) = rules[mirrored] {
        rules[mirrored] = .crossing(first, second, above: above, below: action)
      } else {
        rules.append(.crossing(over, under, above: action, below: nil))
      }
    }
    return rules
  }

  private func add(_ rule: SignalRule, _ worker: inout Worker) throws(EvaluationError) {
    switch rule {
    case .crossing(let first, let second, let above, let below):
      worker.signals.addCrosses(
        of: try worker.evaluator.column(first), over: try worker.evaluator.column(second), above: above, below: below,
        range: range)
    case .condition(let node, let action):
      worker.signals.add(action, where: try worker.evaluator.column(node), range: range)
    }
  }

  /// The engine for rules that are columns, where all of the strategy's clauses are; its size does not vary.
  private func fastPath() throws(RunFailure) -> SignalBacktest? {
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
      // Where the way inside a bar counts it is followed bar by bar.
      guard rules.levels.isEmpty || compiler.finer == nil && settings.inside != .path else { return nil }
      return try SignalBacktest(
        bars: series.bars, settings: settings, size: rules.size, range: range,
        actions: actions)
    } catch let error as EvaluationError {
      throw .evaluation(error)
    } catch let error as BacktestError {
      throw .backtest(error)
    } catch {
      return nil
    }
  }

  /// The columns that combinations have in common, on all bars of the series.
  func sharedColumns() throws(RunFailure) -> SharedColumns {
    let plan = compiler.plan
    // Of a crossing the two sides are asked for where it goes straight into the signals.
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
            // A value that no combination may use is refused where one does.
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

  private static func failure(_ error: SweepError<RunFailure>) -> RunFailure {
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
