import Backtesting
import Columns
import Evaluation
import Language
import Platform

/// The values of a strategy's parameters that a window is traded with.
package struct WindowChoice: Sendable, Hashable {
  /// The bars that are traded.
  package var range: Range<Int>
  /// A value for each parameter.
  package var values: [Double]

  package init(range: Range<Int>, values: [Double]) {
    self.range = range
    self.values = values
  }
}

/// The seams of windows at which something was held, and those over which it stayed open.
package struct CarriedSeams: Sendable, Hashable {
  package private(set) var held = 0
  package private(set) var carried = 0

  /// Counts the end of a window.
  fileprivate mutating func count(_ result: BacktestResult, carried isCarried: Bool, isLast: Bool) {
    guard !isLast else { return }
    if isCarried { carried += 1 }
    if isCarried || result.trades.last?.exit == .end { held += 1 }
  }
}

extension StrategyRun {
  /// The windows one after the other, each with parameters of its own and with the money that the one before it left.
  ///
  /// Positions are closed at the last close of their window, with their costs: the next window begins without one. If
  /// positions are carried, one stays open if the choice of the next window, run on all bars before, holds it too.
  ///
  /// - Parameters:
  ///   - choices: the windows in their order, which do not overlap; at least one.
  ///   - range: the bars, or the steps of the clock, of the full run.
  ///   - carries: true to carry the positions of one series over the seams of windows; legs are not carried.
  package func follow(
    _ choices: [WindowChoice], over range: Range<Int>, carries: Bool = false, _ environment: Environment
  ) throws(RunFailure) -> StrategyBacktest {
    guard ground.kind.isOfMany else { return try followOnOne(choices, over: range, carries, environment) }
    var own = self
    own.job.settings.backtest.finalize = true
    var windows: [StrategyBacktest] = []
    for choice in choices {
      own.job.range = choice.range
      let window = try own.backtest(choice.values, environment)
      windows.append(window)
      guard let cash = window.result.cashLeft else { break }
      own.job.settings.backtest.cash = cash
    }
    guard var whole = windows.first else { throw .backtest(.emptyWindow(range: range, bars: ground.count)) }
    let series = series(from: range.lowerBound)
    let (joined, pairs, performance) = try joined(
      windows.map(\.result), over: range, on: series, windows.flatMap(\.result.actions), whole.result.settings)
    (whole.series, whole.result, whole.performance) = (series, joined, performance)
    (whole.benchmarkReturns, whole.parameters, whole.job) = (pairs, [], job(choices, over: range, carries: false))
    (whole.windows, whole.portfolio, whole.parts) = (windows, nil, [])
    return whole
  }

  /// The job of windows with their choices.
  private func job(_ choices: [WindowChoice], over range: Range<Int>, carries: Bool) -> RunJob {
    var job = job.with(.windows(choices, carries: carries))
    job.range = range
    if let first = range.first, let last = range.last { job.times = ground.time(at: first)...ground.time(at: last) }
    return job
  }

  /// The figures of one window, with the values that were chosen for it.
  func performance(
    of choice: WindowChoice, carries: Bool, _ environment: Environment
  ) throws(RunFailure) -> Performance {
    guard ground.kind.isOfMany else {
      return try results([choice], over: choice.range, carries, environment).performance
    }
    return try follow([choice], over: choice.range, environment).performance
  }

  /// The results of windows in a row as one, its returns with those of the benchmark, and its figures.
  private func joined(
    _ results: [BacktestResult], over range: Range<Int>, on series: Evaluation.Series, _ actions: [BarAction],
    _ money: BacktestSettings
  ) throws(RunFailure) -> (result: BacktestResult, pairs: BenchmarkReturns, performance: Performance) {
    let basis = ReturnBasis(
      bars: series.bars, range: range, money)
    guard
      var joined = BacktestResult.joining(results, range: range, bars: series.bars, actions: actions, basis: basis)
    else { throw .backtest(.emptyWindow(range: range, bars: ground.count)) }
    let (pairs, performance) = try statistics(of: &joined, on: series)
    return (joined, pairs, performance)
  }
}

extension BacktestResult {
  /// The money that the next window begins with; nil of an account that lost everything, which trades no more.
  fileprivate var cashLeft: Double? {
    guard !isRuined, let cash = lastEquity, cash > 0 else { return nil }
    return cash
  }
}

// MARK: - One series

extension StrategyRun {
  private func followOnOne(
    _ choices: [WindowChoice], over range: Range<Int>, _ carries: Bool, _ environment: Environment
  ) throws(RunFailure) -> StrategyBacktest {
    let (joined, pairs, performance, seams) = try results(choices, over: range, carries, environment)
    var run = StrategyBacktest(
      job(choices, over: range, carries: carries), parameters: [], series: ground.symbols[0], result: joined,
      performance: performance,
      evidence: compiler.evidence(choices.first?.values ?? compiler.defaults, today: environment.today)
        .following(choices))
    run.benchmarkReturns = pairs
    run.seams = carries ? seams : nil
    return run
  }

  /// The joined result of windows in a row, its returns with those of the benchmark, its figures, and the seams.
  private func results(
    _ choices: [WindowChoice], over range: Range<Int>, _ carries: Bool, _ environment: Environment
  ) throws(RunFailure) -> (
    result: BacktestResult, pairs: BenchmarkReturns, performance: Performance, seams: CarriedSeams
  ) {
    let series = ground.symbols[0]
    var money = try money(on: series, environment)
    money.finalize = true
    var results: [BacktestResult] = []
    var seams = CarriedSeams()
    var carried: CarriedPosition?
    for (number, choice) in choices.enumerated() {
      let rules = try windowRules(choice.values, environment)
      let result: BacktestResult
      if carries, compiler.legs.isEmpty {
        let next = number + 1 < choices.count ? choices[number + 1] : nil
        var kept: Side?
        if let next, next.range.lowerBound == choice.range.upperBound {
          kept = try side(of: next, money, environment)
        }
        (result, carried) = try runWindow(
          rules, choice.range, money, continuing: carried, keeping: kept, environment)
        seams.count(result, carried: carried != nil, isLast: next == nil)
      } else {
        result = try compiler.result(
          of: rules, on: series, settings: money, contracts: settings.contracts, range: choice.range,
          values: choice.values, listsSignals: true, environment)
      }
      results.append(result)
      guard let cash = result.cashLeft else { break }
      money.cash = cash
    }
    let (whole, pairs, performance) = try joined(
      results, over: range, on: series, series.bars.barActions(series.actions), money)
    return (whole, pairs, performance, seams)
  }

  /// The run on one window, with the position carried over.
  private func runWindow(
    _ rules: Strategy, _ range: Range<Int>, _ money: BacktestSettings, continuing carried: CarriedPosition?,
    keeping kept: Side?, _ environment: Environment
  ) throws(RunFailure) -> (BacktestResult, CarriedPosition?) {
    let series = ground.symbols[0]
    do throws(BacktestError) {
      let window = try Backtest.runWindow(
        bars: series.bars, strategy: rules, settings: money, range: range,
        actions: series.bars.barActions(series.actions), finer: compiler.finer?.prefix(series.bars.count),
        continuing: carried, keeping: kept, listsSignals: true, monitor: environment.monitor)
      return (window.result, window.carried)
    } catch {
      throw .backtest(error)
    }
  }

  /// The side that a choice holds at the start of its window, run on all bars before; nil if it holds none, or is about
  /// to exit.
  private func side(
    of choice: WindowChoice, _ money: BacktestSettings, _ environment: Environment
  ) throws(RunFailure) -> Side? {
    guard choice.range.lowerBound > 0 else { return nil }
    var money = money
    money.finalize = false
    let before = try compiler.result(
      of: try windowRules(choice.values, environment), on: ground.symbols[0], settings: money,
      contracts: settings.contracts, range: 0..<choice.range.lowerBound, values: choice.values, environment)
    let leaves = before.pendingOrders.contains { order in
      if case .exit = order.kind { order.share == nil } else { order.side != before.openTrades.first?.side }
    }
    return leaves ? nil : before.openTrades.first?.side
  }

  private func windowRules(_ values: [Double], _ environment: Environment) throws(RunFailure) -> Strategy {
    do throws(EvaluationError) {
      return try compiler.rules(
        on: ground.symbols[0], parameters: values, today: environment.today, monitor: environment.monitor)
    } catch {
      throw .evaluation(error)
    }
  }
}
