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

extension StrategyCompiler {
  /// Runs the strategy on windows one after the other, each with parameters of its own and with the money that the one
  /// before it left; `check` was called before.
  ///
  /// A position is closed at the last close of its window, with its costs: the next window begins without one. If
  /// positions are carried, one stays open if the choice of the next window, run on all bars before, holds it too.
  ///
  /// - Parameters:
  ///   - choices: the windows in their order, which do not overlap; at least one.
  ///   - range: the bars of the full run.
  ///   - carries: true to carry positions over the seams of windows; legs are not carried.
  ///   - text: the definition as typed, which the result keeps.
  package func run(
    _ choices: [WindowChoice], carries: Bool = false, on series: Evaluation.Series, named name: String, text: String,
    settings: Settings, range: Range<Int>, environment: Environment
  ) throws(RunFailure) -> StrategyBacktest {
    let (joined, pairs, performance, seams) = try follow(
      choices, carries: carries, on: series, named: name, settings: settings, range: range, environment: environment)
    var run = StrategyBacktest(
      strategy: definition.name, parameters: [], series: series, seriesName: name, text: text, result: joined,
      performance: performance,
      evidence: evidence(choices.first?.values ?? defaults, today: environment.today).following(choices),
      settings: settings)
    run.benchmarkReturns = pairs
    run.choices = choices
    run.seams = carries ? seams : nil
    run.choiceNames = definition.parameters.map(\.name)
    return run
  }

  /// The figures of the strategy on one window, with the values that were chosen for it.
  func performance(
    of choice: WindowChoice, carries: Bool, on series: Evaluation.Series, settings: Settings, environment: Environment
  ) throws(RunFailure) -> Performance {
    try follow(
      [choice], carries: carries, on: series, named: series.name, settings: settings, range: choice.range,
      environment: environment
    ).performance
  }

  /// The joined result of windows in a row, its returns with those of the benchmark, its figures, and the seams.
  private func follow(
    _ choices: [WindowChoice], carries: Bool, on series: Evaluation.Series, named name: String, settings: Settings,
    range: Range<Int>, environment: Environment
  ) throws(RunFailure) -> (
    result: BacktestResult, pairs: BenchmarkReturns, performance: Performance, seams: CarriedSeams
  ) {
    var money = try runSettings(
      settings, on: series, named: name, today: environment.today, monitor: environment.monitor)
    money.finalize = true
    var results: [BacktestResult] = []
    var seams = CarriedSeams()
    var carried: CarriedPosition?
    for (number, choice) in choices.enumerated() {
      let rules = try windowRules(choice.values, on: series, environment)
      let result: BacktestResult
      if carries, legs.isEmpty {
        let next = number + 1 < choices.count ? choices[number + 1] : nil
        var kept: Side?
        if let next, next.range.lowerBound == choice.range.upperBound {
          kept = try side(of: next, settings, money, on: series, environment)
        }
        (result, carried) = try runWindow(
          rules, choice.range, money, on: series, continuing: carried, keeping: kept, environment)
        seams.count(result, carried: carried != nil, isLast: next == nil)
      } else {
        result = try self.result(
          of: rules, on: series, settings: money, contracts: settings.contracts, range: choice.range,
          values: choice.values, listsSignals: true, environment)
      }
      results.append(result)
      // An account that lost everything trades no more.
      guard !result.isRuined, let cash = result.lastEquity, cash > 0 else { break }
      money.cash = cash
    }
    let basis = ReturnBasis(
      bars: series.bars, range: range, periodsPerYear: money.periodsPerYear, riskFree: money.riskFree)
    guard
      let joined = BacktestResult.joining(
        results, range: range, bars: series.bars, actions: series.bars.barActions(series.actions), basis: basis)
    else { throw .backtest(.emptyWindow(range: range, bars: series.bars.count)) }
    var performance = joined.performance()
    let pairs = try benchmarkReturns(of: joined, on: series, benchmark: settings.benchmark)
    performance.compare(pairs)
    performance.setExcursions(joined.trades)
    return (joined, pairs, performance, seams)
  }

  /// The run on one window, with the position carried over.
  private func runWindow(
    _ rules: Strategy, _ range: Range<Int>, _ money: BacktestSettings, on series: Evaluation.Series,
    continuing carried: CarriedPosition?, keeping kept: Side?, _ environment: Environment
  ) throws(RunFailure) -> (BacktestResult, CarriedPosition?) {
    do throws(BacktestError) {
      let window = try Backtest.runWindow(
        bars: series.bars, strategy: rules, settings: money, range: range,
        actions: series.bars.barActions(series.actions), finer: finer?.prefix(series.bars.count), continuing: carried,
        keeping: kept, listsSignals: true, monitor: environment.monitor)
      return (window.result, window.carried)
    } catch {
      throw .backtest(error)
    }
  }

  /// The side that a choice holds at the start of its window, run on all bars before; nil if it holds none, or is about
  /// to exit.
  private func side(
    of choice: WindowChoice, _ settings: Settings, _ money: BacktestSettings, on series: Evaluation.Series,
    _ environment: Environment
  ) throws(RunFailure) -> Side? {
    guard choice.range.lowerBound > 0 else { return nil }
    var money = money
    money.finalize = false
    let before = try result(
      of: try windowRules(choice.values, on: series, environment), on: series, settings: money,
      contracts: settings.contracts, range: 0..<choice.range.lowerBound, values: choice.values, environment)
    let leaves = before.pendingOrders.contains { order in
      if case .exit = order.kind { order.share == nil } else { order.side != before.openTrades.first?.side }
    }
    return leaves ? nil : before.openTrades.first?.side
  }

  private func windowRules(
    _ values: [Double], on series: Evaluation.Series, _ environment: Environment
  ) throws(RunFailure) -> Strategy {
    do throws(EvaluationError) {
      return try rules(on: series, parameters: values, today: environment.today, monitor: environment.monitor)
    } catch {
      throw .evaluation(error)
    }
  }
}
