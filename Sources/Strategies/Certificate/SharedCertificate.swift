import Backtesting
import Columns
import Evaluation
import Platform

extension StrategyCompiler {
  /// Runs a strategy in one account in ways that show whether its result can be trusted, as for a run on one series.
  func certificate(
    of outcome: SharedBacktest.Outcome, _ members: [SharedSymbol], _ run: SharedRunInputs, on symbols: SharedSymbols,
    _ terms: SharedTerms, values: [Double], settings: Settings, _ environment: Environment
  ) throws(RunFailure) -> Certificate {
    var certificate = Certificate()
    certificate.warmUp = reach(values)
    certificate.trades = outcome.total.trades.count
    let total = outcome.total.totalReturn
    certificate.totalReturn = total
    func totalReturn(
      _ change: (inout SharedSymbol) -> Void
    ) throws(RunFailure) -> Double {
      var changed = members
      for index in changed.indices {
        changed[index].settings.takesSmallMoney = true
        change(&changed[index])
      }
      do { return try run.outcome(of: changed, monitor: environment.monitor).total.totalReturn } catch {
        throw .backtest(error)
      }
    }
    certificate.laterReturn = try totalReturn { $0.strategy = $0.strategy.oneBarLater }
    certificate.ambiguousTrades = outcome.parts.reduce(0) {
      $0 + $1.result.ambiguousTrades(on: symbols.series[$1.symbol].bars).count
    }
    (certificate.worstReturn, certificate.bestReturn) = (total, total)
    if certificate.ambiguousTrades > 0 {
      for inside in [BacktestSettings.Inside.stopFirst, .targetFirst] where inside != run.settings.inside {
        let other = try totalReturn { $0.settings.inside = inside }
        certificate.worstReturn = min(certificate.worstReturn, other)
        certificate.bestReturn = max(certificate.bestReturn, other)
      }
    }
    for quarter in 1...3 {
      let steps = run.range.lowerBound + run.range.count * quarter / 4
      guard steps > run.range.lowerBound, certificate.prefixes.last != steps else { continue }
      certificate.prefixes.append(steps)
      let difference = try firstDifference(
        from: outcome.total, run, on: symbols, terms, steps: steps, values: values, settings: settings, environment)
      if let difference {
        certificate.firstDifference = min(difference, certificate.firstDifference ?? difference)
      }
    }
    for symbol in symbols.series {
      let bars = symbol.bars.firstIndex(notBefore: run.clock.times[run.range.lowerBound])
      certificate.lookAhead += lookAhead(on: symbol, in: bars..<symbol.bars.count)
    }
    return certificate
  }

  /// The first step at which a run on the first steps alone differs from the full run; nil if none does.
  private func firstDifference(
    from result: BacktestResult, _ run: SharedRunInputs, on symbols: SharedSymbols, _ terms: SharedTerms, steps: Int,
    values: [Double], settings: Settings, _ environment: Environment
  ) throws(RunFailure) -> Int? {
    var known = symbols
    known.series = []
    var sources: [any SeriesSource] = []
    for (place, symbol) in symbols.series.enumerated() {
      let count = run.clock.steps(of: place, in: 0..<steps).count
      guard count > 0 else { continue }
      let source = PrefixSource(self.source, of: symbol, bars: count)
      known.series.append(source.first)
      sources.append(source)
    }
    var inputs = run
    inputs.clock = PortfolioClock(known.series.map(\.bars))
    inputs.range = run.range.lowerBound..<steps
    inputs.settings = run.settings.keeping(first: steps)
    inputs.settings.finalize = false
    inputs.rules = terms.rules(groups: known.series.map { symbols.groups[$0.name] })
    let prefix: BacktestResult
    do {
      let members = try sharedSymbols(known, terms, values: values, settings: settings, source: sources, environment)
      prefix = try inputs.outcome(of: members, listsSignals: true, monitor: environment.monitor).total
    } catch let failure as RunFailure {
      if failure.isInterrupted { throw failure }
      return run.range.lowerBound
    } catch let error as BacktestError {
      if case .interrupted = error { throw .backtest(error) }
      return run.range.lowerBound
    } catch { return run.range.lowerBound }
    return result.firstDifference(from: prefix, bars: steps)
  }
}

extension RunFailure {
  var isInterrupted: Bool {
    switch self {
    case .evaluation(.interrupted), .backtest(.interrupted): true
    default: false
    }
  }
}
