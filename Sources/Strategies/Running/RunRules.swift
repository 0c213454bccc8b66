import Backtesting
import Columns
import Evaluation
import Platform

/// The rules of a run as columns on each of its symbols, with values for the parameters.
enum RunRules {
  case single(Strategy, values: [Double])
  case account([SharedSymbol], SharedRules)
  case portfolio([PortfolioSymbol], PortfolioRules)

  /// The same rules, each read one bar later.
  var oneBarLater: RunRules {
    switch self {
    case .single(let strategy, let values): .single(strategy.oneBarLater, values: values)
    case .account(let symbols, let rules):
      .account(symbols.changed { $0.strategy = $0.strategy.oneBarLater }, rules)
    case .portfolio(let symbols, let rules): .portfolio(symbols.map(\.oneBarLater), rules)
    }
  }

  /// The same rules and the settings that follow a change of how entries fill, which a portfolio has none of.
  func changing(
    _ settings: BacktestSettings, _ change: (inout BacktestSettings) -> Void
  ) -> (RunRules, BacktestSettings) {
    switch self {
    case .single:
      var settings = settings
      change(&settings)
      return (self, settings)
    case .account(let symbols, let rules):
      return (.account(symbols.changed { change(&$0.settings) }, rules), settings)
    case .portfolio: return (self, settings)
    }
  }
}

extension [SharedSymbol] {
  fileprivate func changed(_ change: (inout SharedSymbol) -> Void) -> [SharedSymbol] {
    map { symbol in
      var symbol = symbol
      change(&symbol)
      return symbol
    }
  }
}

/// The outcome of a run before its statistics.
struct RunOutcome {
  var total: BacktestResult
  /// Each symbol of an account that has bars in the window; empty for other runs.
  var parts: [SharedBacktest.Outcome.Part] = []

  /// The closed trades whose outcome depends on the order of prices inside a bar; a portfolio decides at closes.
  func ambiguousTrades(on ground: RunGround, _ finer: FinerBars?) -> Int {
    switch ground.kind {
    case .single: total.ambiguousTrades(on: ground.symbols[0].bars, finer: finer).count
    case .account:
      parts.reduce(0) { $0 + $1.result.ambiguousTrades(on: ground.symbols[$1.symbol].bars).count }
    case .portfolio: 0
    }
  }
}

extension StrategyRun {
  /// The rules with values for the parameters.
  ///
  /// - Parameters:
  ///   - ground: that of the run, or a part of it.
  ///   - sources: the sources of the series that the rules of each symbol see; nil for that of the strategy.
  func rules(
    _ values: [Double], on ground: RunGround, sources: [any SeriesSource]? = nil, _ environment: Environment
  ) throws(RunFailure) -> RunRules {
    func evaluator(_ place: Int) -> Evaluator {
      Evaluator(
        plan: compiler.plan, series: ground.symbols[place], parameters: values,
        source: sources?[place] ?? compiler.source, today: environment.today, monitor: environment.monitor)
    }
    switch ground.kind {
    case .single:
      do throws(EvaluationError) {
        var evaluator = evaluator(0)
        return .single(try compiler.rules(&evaluator), values: values)
      } catch { throw .evaluation(error) }
    case .account(let terms):
      var members: [SharedSymbol] = []
      for place in ground.symbols.indices {
        members.append(try member(ground, place, terms, evaluator(place), environment))
      }
      return .account(members, terms.rules(groups: ground.symbols.map { ground.groups[$0.name] }))
    case .portfolio(let reserve):
      var members: [PortfolioSymbol] = []
      do throws(EvaluationError) {
        var first = evaluator(0)
        let rules = try compiler.portfolioRules(
          reserve: reserve, groups: ground.symbols.map { ground.groups[$0.name] }, &first)
        for (place, symbol) in ground.symbols.enumerated() {
          guard symbol.bars.count > 0 else {
            members.append(PortfolioSymbol(name: symbol.name, bars: symbol.bars))
            continue
          }
          var evaluator = evaluator(place)
          var member = try compiler.portfolioNodes.symbol(symbol, named: symbol.name, &evaluator)
          member.membership = ground.membership[symbol.name].map(Membership.init)
          members.append(member)
        }
        return .portfolio(members, rules)
      } catch { throw .evaluation(error) }
    }
  }

  /// A symbol of an account with its rules on its bars.
  private func member(
    _ ground: RunGround, _ place: Int, _ terms: SharedTerms, _ evaluator: Evaluator, _ environment: Environment
  ) throws(RunFailure) -> SharedSymbol {
    let symbol = ground.symbols[place]
    let money = try compiler.runSettings(
      settings, on: symbol, today: environment.today, monitor: environment.monitor)
    var evaluator = evaluator
    do throws(EvaluationError) {
      var rules = try compiler.rules(&evaluator)
      if sharesEqually, let positions = terms.positions {
        rules.size = .equityShare(.constant(1 / Double(positions)))
      }
      return SharedSymbol(
        name: symbol.name, bars: symbol.bars, strategy: rules, settings: money,
        actions: symbol.bars.barActions(symbol.actions),
        preference: try compiler.preference.map { node throws(EvaluationError) in try evaluator.column(node) },
        membership: ground.membership[symbol.name].map(Membership.init))
    } catch { throw .evaluation(error) }
  }

  /// Runs rules on a ground.
  ///
  /// - Parameters:
  ///   - money: the settings of the account, with its rates by bar.
  ///   - basis: the counting of returns; nil for that of the range.
  ///   - source: the source of the legs of a spread; nil for that of the strategy.
  func outcome(
    of rules: RunRules, on ground: RunGround, _ money: BacktestSettings, _ range: Range<Int>,
    basis: ReturnBasis? = nil, source: (any SeriesSource)? = nil, listsSignals: Bool = false, _ environment: Environment
  ) throws(RunFailure) -> RunOutcome {
    func counting() -> ReturnBasis { basis ?? self.basis(money, range) }
    do {
      switch rules {
      case .single(let strategy, let values):
        return RunOutcome(
          total: try compiler.result(
            of: strategy, on: ground.symbols[0], settings: money, contracts: settings.contracts, range: range,
            values: values, basis: basis, source: source, listsSignals: listsSignals, environment))
      case .account(let symbols, let rules):
        let outcome = try SharedBacktest.run(
          symbols, clock: ground.clock, rules: rules, settings: money, range: range, basis: counting(),
          listsSignals: listsSignals, monitor: environment.monitor)
        return RunOutcome(total: outcome.total, parts: outcome.parts)
      case .portfolio(let symbols, let rules):
        return RunOutcome(
          total: try PortfolioBacktest.run(
            symbols, clock: ground.clock, rules: rules, settings: money, range: range, basis: counting(),
            listsOrders: listsSignals, monitor: environment.monitor))
      }
    } catch let error as BacktestError {
      throw .backtest(error)
    } catch let failure as RunFailure {
      throw failure
    } catch { throw .evaluation(.interrupted) }
  }
}
