import Backtesting
import Columns
import Evaluation
import Language
import Platform
import Text

/// The reason why a strategy did not run to its end.
package enum RunFailure: Error {
  case evaluation(EvaluationError)
  case backtest(BacktestError)
  /// A setting takes its rate from a series that is not there.
  case rateUnknown(String)
}

extension StrategyCompiler {
  /// Reports a window that begins before the averages of the rules have forgotten the beginning of the data.
  private func seedRemark(_ values: [Double], _ range: Range<Int>, _ bars: Bars) -> String? {
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

  /// Runs the strategy on a series; `check` was called before.
  ///
  /// - Parameters:
  ///   - text: the definition as typed, which the result keeps.
  ///   - values: a value for each parameter.
  ///   - certifies: true to find out whether the result can be trusted, if the settings ask for it.
  package func run(
    on series: Evaluation.Series, named name: String, text: String, values: [Double], settings: Settings,
    range: Range<Int>, environment: Environment, certifies: Bool = false
  ) throws(RunFailure) -> StrategyBacktest {
    let rules: Strategy
    do {
      rules = try self.rules(
        on: series, parameters: values, today: environment.today, monitor: environment.monitor)
    } catch {
      throw .evaluation(error)
    }
    let money = try runSettings(
      settings, on: series, named: name, today: environment.today, monitor: environment.monitor)
    let result = try result(
      of: rules, on: series, settings: money, contracts: settings.contracts, range: range, values: values,
      listsSignals: true, environment)
    var performance = result.performance()
    let pairs = try benchmarkReturns(of: result, on: series, benchmark: settings.benchmark)
    performance.compare(pairs)
    performance.setExcursions(result.trades)
    var run = StrategyBacktest(
      strategy: definition.name, parameters: named(values), series: series, seriesName: name,
      text: text, result: result, performance: performance,
      evidence: evidence(values, today: environment.today), settings: settings,
      seedRemark: seedRemark(values, range, series.bars))
    run.benchmarkReturns = pairs
    do throws(EvaluationError) { run.silentRules = try run.evidence.silentRules(of: result, on: series) } catch {
      throw .evaluation(error)
    }
    if certifies, settings.certificate {
      run.certificate = try certificate(
        of: result, rules, on: series, values: values, contracts: settings.contracts, environment: environment)
    }
    return run
  }
}

extension StrategyCompiler {
  /// The parameters with their values, in their order.
  func named(_ values: [Double]) -> [(name: String, value: Double, kind: Kind)] {
    zip(definition.parameters, zip(values, parameterKinds)).map { (name: $0.name, value: $1.0, kind: $1.1) }
  }
}

extension BacktestResult {
  /// Takes the worth of equal parts of many symbols, as the bars of their clock have it, for the price of holding.
  mutating func holdEqualParts(of clock: Bars) {
    firstClose = clock.close[range.lowerBound]
    lastClose = clock.close[range.upperBound - 1]
    holdingWorth = lastClose
  }
}

extension StrategyCompiler {
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
    let nodes = clauses.compactMap(\.part.node) + clauses.compactMap { $0.order?.price }
    return nodes.map { plan.beginning(of: $0, parameters: values).warmUp }.max() ?? 0
  }
}
