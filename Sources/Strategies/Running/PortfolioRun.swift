import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import Platform

extension StrategyCompiler {
  /// The series of a portfolio: the steps of its clock, with equal parts of its symbols as prices.
  ///
  /// `first` is the step at which equal parts are bought.
  package func clockSeries(
    _ symbols: [Evaluation.Series], _ clock: PortfolioClock, from first: Int = 0
  ) -> Evaluation.Series {
    let bars = clock.holding(
      symbols.map { PortfolioSymbol(name: $0.name, bars: $0.bars, actions: $0.bars.barActions($0.actions)) },
      from: first, timeframe: symbols.first?.bars.timeframe ?? .day, zone: symbols.first?.bars.zone ?? .utc)
    return Evaluation.Series(name: definition.name, bars: bars)
  }

  /// Runs a portfolio; `check` was called before.
  ///
  /// - Parameters:
  ///   - symbols: the symbols in the order that breaks ties.
  ///   - clock: the clock of their bars.
  ///   - reserve: the index among them of the symbol that receives the weight not allocated to the others.
  ///   - membership: the days on which each symbol belongs to the universe, by name.
  ///   - groups: the name of the group of each symbol that has one, by name.
  ///   - range: the steps of the clock that are traded.
  package func runPortfolio(
    on symbols: [Evaluation.Series], clock: PortfolioClock, reserve: Int?,
    membership: [String: [ClosedRange<Int>]] = [:], groups: [String: String] = [:], text: String, values: [Double],
    settings: Settings,
    range: Range<Int>, environment: Environment, certifies: Bool = false
  ) throws(RunFailure) -> StrategyBacktest {
    let series = clockSeries(symbols, clock, from: range.lowerBound)
    guard !range.isEmpty, range.upperBound <= clock.count else {
      throw .backtest(.emptyWindow(range: range, bars: clock.count))
    }
    let money = try runSettings(
      settings, on: series, named: definition.name, today: environment.today, monitor: environment.monitor)
    var members: [PortfolioSymbol] = []
    var rules = PortfolioRules(name: definition.name)
    do throws(EvaluationError) {
      for (index, symbol) in symbols.enumerated() {
        var evaluator = Evaluator(
          plan: plan, series: symbol, parameters: values, source: source, today: environment.today,
          monitor: environment.monitor)
        if index == 0 {
          rules = try portfolioRules(
            reserve: reserve, groups: symbols.map { groups[$0.name] }, &evaluator)
        }
        var member = try portfolioNodes.symbol(symbol, named: symbol.name, &evaluator)
        member.membership = membership[symbol.name].map(Membership.init)
        members.append(member)
      }
    } catch {
      throw .evaluation(error)
    }
    let basis = ReturnBasis(
      bars: series.bars, range: range, periodsPerYear: money.periodsPerYear, riskFree: money.riskFree)
    var result: BacktestResult
    do {
      result = try PortfolioBacktest.run(
        members, clock: clock, rules: rules, settings: money, range: range, basis: basis, listsOrders: true,
        monitor: environment.monitor)
    } catch {
      throw .backtest(error)
    }
    result.holdEqualParts(of: series.bars)
    var performance = result.performance(searchesCost: false)
    let pairs = try benchmarkReturns(of: result, on: series, benchmark: settings.benchmark)
    performance.compare(pairs)
    var run = StrategyBacktest(
      strategy: definition.name, parameters: named(values), series: series, seriesName: definition.name, text: text,
      result: result, performance: performance,
      evidence: evidence(values, today: environment.today), settings: settings)
    if certifies, settings.certificate {
      let inputs = PortfolioRunInputs(
        clock: clock, rules: rules, settings: money, range: range, basis: basis, symbols: symbols, reserve: reserve,
        membership: membership, groups: groups)
      run.certificate = try certificate(of: result, members, inputs, values: values, environment)
    }
    run.benchmarkReturns = pairs
    run.reserve = reserve.map { symbols[$0].name }
    run.membership = membership
    run.groups = groups
    run.portfolio = PortfolioGround(
      clock: clock, rules: rules, symbols: symbols, leverage: money.leverage)
    return run
  }
}
