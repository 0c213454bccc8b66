import Backtesting
import Columns
import Evaluation
import Platform

/// The inputs that stay the same when a run of a portfolio is repeated.
struct PortfolioRunInputs {
  var clock: PortfolioClock
  var rules: PortfolioRules
  var settings: BacktestSettings
  var range: Range<Int>
  var basis: ReturnBasis
  var symbols: [Evaluation.Series]
  var reserve: Int?
  var membership: [String: [ClosedRange<Int>]]
  var groups: [String: String]
}

extension StrategyCompiler {
  /// Runs a portfolio in ways that show whether its result can be trusted, as for a run on one series.
  ///
  /// It costs the steps of three backtests: the prefixes, and one run with rules one bar later. A portfolio decides at
  /// closes, so no trade depends on the path of the price inside a bar.
  func certificate(
    of result: BacktestResult, _ members: [PortfolioSymbol], _ run: PortfolioRunInputs, values: [Double],
    _ environment: Environment
  ) throws(RunFailure) -> Certificate {
    var certificate = Certificate()
    certificate.warmUp = portfolioWarmUp(values)
    certificate.trades = result.trades.count
    certificate.totalReturn = result.totalReturn
    (certificate.worstReturn, certificate.bestReturn) = (result.totalReturn, result.totalReturn)
    do {
      certificate.laterReturn = try PortfolioBacktest.run(
        members.map(\.oneBarLater), clock: run.clock, rules: run.rules, settings: run.settings, range: run.range,
        basis: run.basis, monitor: environment.monitor
      ).totalReturn
    } catch {
      throw .backtest(error)
    }
    for quarter in 1...3 {
      let steps = run.range.lowerBound + run.range.count * quarter / 4
      guard steps > run.range.lowerBound, certificate.prefixes.last != steps else { continue }
      certificate.prefixes.append(steps)
      let difference = try firstDifference(from: result, run, steps: steps, values: values, environment)
      if let difference {
        certificate.firstDifference = min(difference, certificate.firstDifference ?? difference)
      }
    }
    for symbol in run.symbols {
      let bars = symbol.bars.firstIndex(notBefore: run.clock.times[run.range.lowerBound])
      certificate.lookAhead += lookAhead(on: symbol, in: bars..<symbol.bars.count)
    }
    return certificate
  }

  /// The bars that its rules need before the first can hold.
  private func portfolioWarmUp(_ values: [Double]) -> Int {
    portfolioNodes.all.map { plan.beginning(of: $0, parameters: values).warmUp }.max() ?? 0
  }

  /// The first step at which a run on the first steps alone differs from the full run; nil if none does.
  private func firstDifference(
    from result: BacktestResult, _ run: PortfolioRunInputs, steps: Int, values: [Double], _ environment: Environment
  ) throws(RunFailure) -> Int? {
    let prefix: BacktestResult
    do {
      var members: [PortfolioSymbol] = []
      for (place, symbol) in run.symbols.enumerated() {
        let count = run.clock.steps(of: place, in: 0..<steps).count
        guard count > 0 else {
          members.append(PortfolioSymbol(name: symbol.name, bars: symbol.bars.prefix(0)))
          continue
        }
        let source = PrefixSource(self.source, of: symbol, bars: count)
        var evaluator = Evaluator(
          plan: plan, series: source.first, parameters: values, source: source, today: environment.today,
          monitor: environment.monitor)
        var member = try portfolioNodes.symbol(source.first, named: symbol.name, &evaluator)
        member.membership = run.membership[symbol.name].map(Membership.init)
        members.append(member)
      }
      var settings = run.settings.keeping(first: steps)
      settings.finalize = false
      prefix = try PortfolioBacktest.run(
        members, clock: PortfolioClock(members.map(\.bars)), rules: run.rules, settings: settings,
        range: run.range.lowerBound..<steps, basis: run.basis, monitor: environment.monitor)
    } catch let error as EvaluationError {
      if case .interrupted = error { throw .evaluation(error) }
      return run.range.lowerBound
    } catch let error as BacktestError {
      if case .interrupted = error { throw .backtest(error) }
      return run.range.lowerBound
    } catch { return run.range.lowerBound }
    return result.firstDifference(from: prefix, bars: steps)
  }
}
