import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import Platform
import Work

/// The symbols that share an account, in the order that breaks ties.
package struct SharedSymbols: Sendable {
  /// The series of the symbols.
  package var series: [Evaluation.Series]
  /// The days on which symbols belong to their universe, by name, in days since 1970.
  package var membership: [String: [ClosedRange<Int>]]
  /// The name of the group of each symbol that has one.
  package var groups: [String: String]

  package init(
    series: [Evaluation.Series], membership: [String: [ClosedRange<Int>]] = [:], groups: [String: String] = [:]
  ) {
    (self.series, self.membership, self.groups) = (series, membership, groups)
  }
}

/// A symbol's part of a run in one account.
package struct StrategyPart: Sendable {
  /// The bars of the symbol.
  package var series: Evaluation.Series
  /// Its trades and orders, by its own bars.
  package var result: BacktestResult
  /// The index of each of its closed trades among those of the account.
  package var trades: [Int]
}

extension StrategyCompiler {
  /// Plans the value by which entries of one moment are ranked; `check` was called before.
  package mutating func plan(preference: Expression) throws(Diagnostic) {
    (planner.knowsPosition, planner.knowsAccount) = (false, false)
    self.preference = try ranking(preference, "prefer")
  }

  /// Runs the strategy on many symbols with the money of one account; `check` was called before.
  ///
  /// - Parameters:
  ///   - text: the definition as typed, which the result keeps.
  ///   - values: a value for each parameter.
  ///   - range: the steps of the clock that are traded.
  ///   - certifies: true to find out whether the result can be trusted, if the settings ask for it.
  package func runShared(
    on symbols: SharedSymbols, clock: PortfolioClock, terms: SharedTerms, text: String, values: [Double],
    settings: Settings, range: Range<Int>, environment: Environment, certifies: Bool = false
  ) throws(RunFailure) -> StrategyBacktest {
    let series = clockSeries(symbols.series, clock, from: range.lowerBound)
    guard !range.isEmpty, range.upperBound <= clock.count else {
      throw .backtest(.emptyWindow(range: range, bars: clock.count))
    }
    var money = try runSettings(
      settings, on: series, named: definition.name, today: environment.today, monitor: environment.monitor)
    money.contract = Contract()
    let basis = ReturnBasis(
      bars: series.bars, range: range, periodsPerYear: money.periodsPerYear, riskFree: money.riskFree)
    let run = SharedRunInputs(
      clock: clock, rules: terms.rules(groups: symbols.series.map { symbols.groups[$0.name] }), settings: money,
      range: range, basis: basis)
    let members = try sharedSymbols(symbols, terms, values: values, settings: settings, environment)
    let outcome: SharedBacktest.Outcome
    do {
      outcome = try run.outcome(of: members, listsSignals: true, monitor: environment.monitor)
    } catch {
      throw .backtest(error)
    }
    var result = outcome.total
    result.holdEqualParts(of: series.bars)
    var performance = result.performance(searchesCost: false)
    let pairs = try benchmarkReturns(of: result, on: series, benchmark: settings.benchmark)
    performance.compare(pairs)
    performance.setExcursions(result.trades)
    var backtest = StrategyBacktest(
      strategy: definition.name, parameters: named(values), series: series, seriesName: definition.name, text: text,
      result: result, performance: performance, evidence: evidence(values, today: environment.today),
      settings: settings)
    backtest.benchmarkReturns = pairs
    backtest.membership = symbols.membership
    backtest.groups = symbols.groups
    backtest.shared = terms
    backtest.sharesEqually = isSizedEqually(terms)
    backtest.parts = outcome.parts.map {
      StrategyPart(series: symbols.series[$0.symbol], result: $0.result, trades: $0.trades)
    }
    if certifies, settings.certificate {
      backtest.certificate = try certificate(
        of: outcome, members, run, on: symbols, terms, values: values, settings: settings, environment)
    }
    return backtest
  }

  /// True if the strategy has no size of its own, so that each position gets an equal part of the equity.
  package func isSizedEqually(_ terms: SharedTerms) -> Bool {
    terms.positions != nil && !clauses.contains { if case .size = $0.part { true } else { false } }
  }

  /// The symbols with their rules on their bars.
  func sharedSymbols(
    _ symbols: SharedSymbols, _ terms: SharedTerms, values: [Double], settings: Settings,
    source: [any SeriesSource]? = nil, _ environment: Environment
  ) throws(RunFailure) -> [SharedSymbol] {
    var members: [SharedSymbol] = []
    for (index, symbol) in symbols.series.enumerated() {
      let money = try runSettings(
        settings, on: symbol, named: symbol.name, today: environment.today, monitor: environment.monitor)
      do throws(EvaluationError) {
        var evaluator = Evaluator(
          plan: plan, series: symbol, parameters: values, source: source?[index] ?? self.source,
          today: environment.today, monitor: environment.monitor)
        var rules = try rules(&evaluator)
        if isSizedEqually(terms), let positions = terms.positions {
          rules.size = .equityShare(.constant(1 / Double(positions)))
        }
        members.append(
          SharedSymbol(
            name: symbol.name, bars: symbol.bars, strategy: rules, settings: money,
            actions: symbol.bars.barActions(symbol.actions),
            preference: try preference.map { node throws(EvaluationError) in try evaluator.column(node) },
            membership: symbols.membership[symbol.name].map(Membership.init)))
      } catch {
        throw .evaluation(error)
      }
    }
    return members
  }
}

/// The inputs that stay the same when a run in one account is repeated.
struct SharedRunInputs {
  var clock: PortfolioClock
  var rules: SharedRules
  var settings: BacktestSettings
  var range: Range<Int>
  var basis: ReturnBasis

  func outcome(
    of symbols: [SharedSymbol], listsSignals: Bool = false, monitor: WorkMonitor
  ) throws(BacktestError) -> SharedBacktest.Outcome {
    try SharedBacktest.run(
      symbols, clock: clock, rules: rules, settings: settings, range: range, basis: basis, listsSignals: listsSignals,
      monitor: monitor)
  }
}
