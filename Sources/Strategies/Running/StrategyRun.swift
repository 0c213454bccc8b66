import Backtesting
import Columns
import Evaluation
import Language
import Platform
import Text
import Work

/// A job on its bars: the one thing that backtests, sweeps, searches, walk-forwards, cross-validations and certificates
/// run.
package struct StrategyRun: Sendable {
  package var job: RunJob
  /// The rules, checked and planned.
  package let compiler: StrategyCompiler
  package var ground: RunGround

  /// Joins a job with the rules that `check` has planned, and with the bars.
  ///
  /// - Throws: a preference of an account that cannot be ranked by.
  package init(_ job: RunJob, _ compiler: StrategyCompiler, on ground: RunGround) throws(Diagnostic) {
    var compiler = compiler
    if let preference = ground.kind.terms?.preference { try compiler.plan(preference: preference) }
    (self.job, self.compiler, self.ground) = (job, compiler, ground)
  }

  package var settings: Settings { job.settings }
  package var range: Range<Int> { job.range }
  /// The name of the strategy.
  package var name: String { compiler.definition.name }

  /// True if each position gets an equal part of the equity, as the strategy has no size of its own.
  package var sharesEqually: Bool { ground.kind.terms.map { compiler.isSizedEqually($0) } ?? false }

  /// The series that ranges are of.
  func series(from first: Int = 0) -> Evaluation.Series { ground.series(named: name, from: first) }

  /// The settings of the account, with its rates by bar.
  func money(on series: Evaluation.Series, _ environment: Environment) throws(RunFailure) -> BacktestSettings {
    var money = try compiler.runSettings(
      settings, on: series, today: environment.today, monitor: environment.monitor)
    // The terms of contracts are those of each symbol.
    if ground.kind.terms != nil { money.contract = Contract() }
    return money
  }

  /// The counting of returns on some bars.
  func basis(_ money: BacktestSettings, _ range: Range<Int>, on series: Evaluation.Series? = nil) -> ReturnBasis {
    let series = series ?? self.series(from: range.lowerBound)
    return ReturnBasis(
      bars: series.bars, range: range, money, year: ground.kind.isOfMany ? nil : series.tradingYear)
  }

  /// The backtest of its job, of a sweep that of the first combination.
  package func backtest(_ environment: Environment) throws(RunFailure) -> StrategyBacktest {
    switch job.task {
    case .values(let values), .noisy(let values, _): try backtest(values, environment)
    case .windows(let choices, let carries): try follow(choices, over: range, carries: carries, environment)
    case .combinations(let grid, _), .training(let grid, _, _), .returns(let grid):
      try backtest(grid.combination(0), environment)
    }
  }

  /// The rows of its job's combinations; none of a backtest.
  package func rows(_ environment: Environment) throws(RunFailure) -> [SweepRow] {
    guard case .combinations(let grid, let metric) = job.task else { return [] }
    return try SweepRun(self, metric: metric, grid: grid, environment: environment).rows()
  }

  /// The backtest with values for the parameters.
  ///
  /// - Parameter certifies: true to find out whether the result can be trusted, if the settings ask for it.
  package func backtest(
    _ values: [Double], certifies: Bool = false, _ environment: Environment
  ) throws(RunFailure) -> StrategyBacktest {
    guard !ground.kind.isOfMany || !range.isEmpty && range.upperBound <= ground.count else {
      throw .backtest(.emptyWindow(range: range, bars: ground.count))
    }
    let series = series(from: range.lowerBound)
    let money = try money(on: series, environment)
    let rules = try rules(values, on: ground, environment)
    let basis = ground.kind.isOfMany ? basis(money, range, on: series) : nil
    let outcome = try outcome(of: rules, on: ground, money, range, basis: basis, listsSignals: true, environment)
    var result = outcome.total
    let (pairs, performance) = try statistics(of: &result, on: series)
    var run = StrategyBacktest(
      job.with(.values(values)), parameters: compiler.named(values), series: series, result: result,
      performance: performance, evidence: compiler.evidence(values, today: environment.today))
    run.benchmarkReturns = pairs
    switch (ground.kind, rules) {
    case (.account, _):
      run.sharesEqually = sharesEqually
      run.parts = outcome.parts.map {
        StrategyPart(series: ground.symbols[$0.symbol], result: $0.result, trades: $0.trades)
      }
    case (_, .portfolio(_, let rules)):
      run.portfolio = PortfolioGround(
        clock: ground.clock, rules: rules, symbols: ground.symbols, leverage: money.leverage)
    default:
      run.seedRemark = compiler.seedRemark(values, range, series.bars)
      do throws(EvaluationError) { run.silentRules = try run.evidence.silentRules(of: result, on: series) } catch {
        throw .evaluation(error)
      }
    }
    if certifies, settings.certificate {
      run.certificate = try certificate(of: outcome, rules, money, values, environment)
    }
    return run
  }

  /// The statistics of a result, which takes the price of holding its symbols from the clock of many.
  func statistics(
    of result: inout BacktestResult, on series: Evaluation.Series
  ) throws(RunFailure) -> (BenchmarkReturns, Performance) {
    if ground.kind.isOfMany { result.holdEqualParts(of: series.bars) }
    var performance = result.performance(searchesCost: !ground.kind.isOfMany)
    let pairs = try compiler.benchmarkReturns(of: result, on: series, benchmark: settings.benchmark)
    performance.compare(pairs)
    if !ground.kind.isPortfolio { performance.setExcursions(result.trades) }
    return (pairs, performance)
  }
}

extension BacktestResult {
  /// Takes the worth of equal parts of many symbols, as the bars of their clock have it, for the price of holding.
  fileprivate mutating func holdEqualParts(of clock: Bars) {
    firstClose = clock.close[range.lowerBound]
    lastClose = clock.close[range.upperBound - 1]
    holdingWorth = lastClose
  }
}

extension StrategyCompiler {
  /// The parameters with their values, in their order.
  func named(_ values: [Double]) -> [(name: String, value: Double, kind: Kind)] {
    zip(definition.parameters, zip(values, parameterKinds)).map { (name: $0.name, value: $1.0, kind: $1.1) }
  }

  /// Plans the value by which entries of one moment are ranked; `check` was called before.
  fileprivate mutating func plan(preference: Expression) throws(Diagnostic) {
    (planner.knowsPosition, planner.knowsAccount) = (false, false)
    self.preference = try ranking(preference, "prefer")
  }

  /// True if the strategy has no size of its own, so that each position gets an equal part of the equity.
  package func isSizedEqually(_ terms: SharedTerms) -> Bool {
    terms.positions != nil && !clauses.contains { if case .size = $0.part { true } else { false } }
  }

  /// Reports a window that begins before the averages of the rules have forgotten the beginning of the data.
  fileprivate func seedRemark(_ values: [Double], _ range: Range<Int>, _ bars: Bars) -> String? {
    // A window that begins with the data needs no remark.
    guard range.lowerBound > 0 else { return nil }
    var largest = 0.0
    var settled = 0
    for clause in clauses {
      guard let node = clause.rule, !plan.isPerBar(node) else { continue }
      let beginning = plan.beginning(of: node, parameters: values)
      guard let end = beginning.settled else { continue }
      largest = max(largest, beginning.weight(at: range.lowerBound))
      settled = max(settled, end)
    }
    guard largest > 1e-4 else { return nil }
    let settling = settled < bars.count ? "settled on \(bars.label(at: settled))" : "not settled in these data"
    let weight = NumberText.percentShort(largest)
    return "the first bar of the data still weighs \(weight) in a rule at the start: \(settling)"
  }

  /// The number of bars that its rules need before the first can hold, with these values of the parameters.
  package func warmUp(_ values: [Double]) -> Int {
    clauses.compactMap { clause in
      if case .enter(_, _, let node) = clause.part {
        plan.beginning(of: node, parameters: values).warmUp
      } else {
        nil
      }
    }.min() ?? 0
  }

  /// The number of bars before the first on which each of its rules has all that it looks back to, with these values of
  /// the parameters.
  package func reach(_ values: [Double]) -> Int {
    let nodes =
      clauses.compactMap(\.part.node) + clauses.compactMap { $0.order?.price } + portfolioNodes.all
    return nodes.map { plan.beginning(of: $0, parameters: values).warmUp }.max() ?? 0
  }
}
