import Backtesting
import Columns
import Evaluation
import Platform

/// The checks of whether a backtest can be trusted, with their results.
package struct Certificate: Sendable {
  /// The lengths of the prefixes on which the strategy was run again.
  package var prefixes: [Int] = []
  /// First bar where a prefix run differs from the full run; nil if none does.
  package var firstDifference: Int?
  /// The total return, and that with each rule read one bar later.
  package var totalReturn = Double.nan
  package var laterReturn = Double.nan
  /// The closed trades whose outcome depends on the order of prices inside a bar.
  package var ambiguousTrades = 0
  /// The closed trades.
  package var trades = 0
  /// The total return if in each such bar the worse came first.
  package var worstReturn = Double.nan
  /// The total return if in each such bar the better came first.
  package var bestReturn = Double.nan
  /// The bars before the first on which each rule has all that it looks back to.
  package var warmUp = 0
  /// The columns of files, and the rules, with look-ahead to later bars.
  package var lookAhead: [LookAheadFinding] = []
  /// The different runs that were made on these data; nil if they are not counted.
  package var trials: Int?

  /// True if all prefixes did the same.
  package var isReplayed: Bool { firstDifference == nil }

  /// True of a gain that is as large if each rule is read one bar later: it does not rest on the bar at which rules decide.
  package var toleratesDelay: Bool { trades > 0 && totalReturn > 0 && laterReturn >= totalReturn }
}

extension StrategyRun {
  /// Runs a strategy in ways that show whether its result can be trusted.
  ///
  /// It costs the bars of at most five backtests: the prefixes of a quarter, a half and three quarters, one run with
  /// rules one bar later, and one with the other order of prices if a trade depends on it.
  func certificate(
    of outcome: RunOutcome, _ rules: RunRules, _ money: BacktestSettings, _ values: [Double], _ environment: Environment
  ) throws(RunFailure) -> Certificate {
    let (result, range) = (outcome.total, outcome.total.range)
    var certificate = Certificate()
    certificate.warmUp = compiler.reach(values)
    certificate.trades = result.trades.count
    let total = result.totalReturn
    certificate.totalReturn = total
    func totalReturn(
      _ rules: RunRules, _ change: (inout BacktestSettings) -> Void = { _ in }
    ) throws(RunFailure) -> Double {
      let (rules, money) = rules.changing(money) { settings in
        settings.takesSmallMoney = true
        change(&settings)
      }
      return try self.outcome(of: rules, on: ground, money, range, basis: result.basis, environment).total.totalReturn
    }
    certificate.laterReturn = try totalReturn(rules.oneBarLater)
    certificate.ambiguousTrades = outcome.ambiguousTrades(on: ground, compiler.finer)
    (certificate.worstReturn, certificate.bestReturn) = (total, total)
    if certificate.ambiguousTrades > 0 {
      for inside in [BacktestSettings.Inside.stopFirst, .targetFirst] where inside != money.inside {
        let other = try totalReturn(rules) { $0.inside = inside }
        certificate.worstReturn = min(certificate.worstReturn, other)
        certificate.bestReturn = max(certificate.bestReturn, other)
      }
    }
    for quarter in 1...3 {
      let steps = range.lowerBound + range.count * quarter / 4
      guard steps > range.lowerBound, certificate.prefixes.last != steps else { continue }
      certificate.prefixes.append(steps)
      if let difference = try firstDifference(from: result, rules, money, steps: steps, values, environment) {
        certificate.firstDifference = min(difference, certificate.firstDifference ?? difference)
      }
    }
    certificate.lookAhead = lookAhead(in: range)
    // A leg that is found says more than its rule.
    if certificate.lookAhead.isEmpty, case .single(let strategy, _) = rules {
      certificate.lookAhead = strategy.lookAhead(on: ground.symbols[0].bars, in: range)
    }
    return certificate
  }

  /// The columns of files in the rules that know later bars, on each symbol: in the range, of many from its first step.
  private func lookAhead(in range: Range<Int>) -> [LookAheadFinding] {
    ground.symbols.flatMap { symbol in
      guard ground.kind.isOfMany else { return compiler.lookAhead(on: symbol, in: range) }
      let first = symbol.bars.firstIndex(notBefore: ground.clock.times[range.lowerBound])
      return compiler.lookAhead(on: symbol, in: first..<symbol.bars.count)
    }
  }

  /// The first bar on which a run on the first bars alone differs from the full run; nil if none does.
  ///
  /// The rules are computed again on those bars. If their columns are the same, to the last bit, so is the run on them.
  private func firstDifference(
    from result: BacktestResult, _ full: RunRules, _ money: BacktestSettings, steps: Int, _ values: [Double],
    _ environment: Environment
  ) throws(RunFailure) -> Int? {
    let (known, sources) = ground.prefix(steps, compiler.source)
    var settings = money.keeping(first: steps)
    settings.finalize = false
    let prefix: BacktestResult
    do throws(RunFailure) {
      let rules = try rules(values, on: known, sources: sources, environment)
      if case (.single(let full, _), .single(let part, _)) = (full, rules), compiler.legs.isEmpty,
        full.begins(with: part)
      {
        return nil
      }
      prefix = try outcome(
        of: rules, on: known, settings, result.range.lowerBound..<steps, basis: result.basis, source: sources.first,
        listsSignals: true, environment
      ).total
    } catch {
      if error.isInterrupted { throw error }
      return result.range.lowerBound
    }
    return result.firstDifference(from: prefix, bars: steps)
  }
}

extension StrategyCompiler {
  /// The columns of files in the rules that know later bars.
  package func lookAhead(on series: Evaluation.Series, in range: Range<Int>) -> [LookAheadFinding] {
    let nodes = clauses.compactMap(\.part.node) + portfolioNodes.all
    return plan.lookAhead(readBy: nodes, on: series, in: range, source: source)
  }
}

extension Strategy {
  /// The rules that know later bars: the signals themselves, regardless of their legs.
  ///
  /// Rules that read the position are true on no bar by themselves, and are left out.
  package func lookAhead(on bars: Bars, in range: Range<Int>) -> [LookAheadFinding] {
    // A rule that knows later bars knows them everywhere: the end of a long run shows it, unless the rule is rarely true.
    let end = range.suffix(262_144)
    return (entries.map { ("entry \($0.name)", $0.condition) } + exits.map { ("exit \($0.name)", $0.condition) })
      .compactMap { name, condition in
        guard var events = BarSignals.bars(of: condition, in: end) else { return nil }
        var part = end
        if events.count < 1000, let all = BarSignals.bars(of: condition, in: range) { (events, part) = (all, range) }
        var finding = LookAheadScan(bars: bars, range: part).finding(name, trueOn: events)
        finding?.isRule = true
        return finding
      }
  }
}

extension Plan {
  /// The columns of files that some nodes read and that know later bars.
  ///
  /// - Parameter isOfOthers: true to look at the columns of other symbols alone.
  package func lookAhead(
    readBy nodes: [NodeID], on series: Evaluation.Series, in range: Range<Int>, source: any SeriesSource,
    isOfOthers: Bool = false
  ) -> [LookAheadFinding] {
    guard let columns = try? columnsOfFiles(readBy: nodes, on: series, source: source) else { return [] }
    let scan = LookAheadScan(bars: series.bars, range: range)
    return columns.compactMap { name, column in
      guard name != "close", !isOfOthers || name.contains(" @ ") else { return nil }
      return scan.finding(name, column)
    }
  }
}

extension BacktestSettings {
  /// The same settings with the rates of the first bars alone.
  func keeping(first bars: Int) -> BacktestSettings {
    var settings = self
    settings.financing.cash = financing.cash.keeping(first: bars)
    settings.financing.loan = financing.loan.keeping(first: bars)
    settings.financing.borrow = financing.borrow.keeping(first: bars)
    settings.riskFree = riskFree.keeping(first: bars)
    return settings
  }
}

extension YearlyRate {
  fileprivate func keeping(first bars: Int) -> YearlyRate {
    if case .column(let column) = self { .column(Column(Array(column.values[0..<bars]))) } else { self }
  }
}

extension BacktestResult {
  /// The equity at the last close over the starting cash, less 1.
  var totalReturn: Double { (lastEquity ?? .nan) / settings.cash - 1 }

  /// The first bar on which a run on the first bars has another signal, trade or equity; nil if all are the same.
  package func firstDifference(from prefix: BacktestResult, bars: Int) -> Int? {
    var first: Int?
    func note(_ index: Int) { first = min(first ?? index, index) }
    let mine = signals.filter { $0.index < bars }
    for number in 0..<max(mine.count, prefix.signals.count) {
      guard number < mine.count, number < prefix.signals.count else {
        note(number < mine.count ? mine[number].index : prefix.signals[number].index)
        break
      }
      let (left, right) = (mine[number], prefix.signals[number])
      if left.index != right.index || left.rule != right.rule || left.kind != right.kind {
        note(min(left.index, right.index))
        break
      }
    }
    // At its last bar a prefix does not know whether a week or month is over, at whose end something may be decided.
    let (whole, part) = (equity, prefix.equity)
    for index in prefix.range.dropLast() {
      let (left, right) = (whole[index - range.lowerBound], part[index - range.lowerBound])
      if abs(left - right) > 1e-9 * abs(left) {
        note(index)
        break
      }
    }
    return first
  }
}
