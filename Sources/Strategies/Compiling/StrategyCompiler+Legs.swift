import Backtesting
import Columns
import Evaluation
import Language
import Platform
import Text

/// A leg of a spread after its weight was planned.
package struct PlannedLeg: Sendable {
  /// The symbol.
  package var symbol: String
  /// The place of the symbol.
  package var span: SourceSpan
  /// The units for each unit of the spread; nil for one.
  var weight: NodeID?
  /// 1 bought, -1 sold short while the spread is held long.
  var sign: Double
}

extension StrategyCompiler {
  /// The legs of its spread; empty if it trades the series that its rules are read on.
  package var legs: [PlannedLeg] {
    clauses.lazy.compactMap { if case .legs(let legs) = $0.part { legs } else { nil } }.first ?? []
  }

  mutating func plan(_ legs: [Expression]) throws(Diagnostic) -> [PlannedLeg] {
    var planned: [PlannedLeg] = []
    for expression in legs {
      guard let leg = LegTerm(expression) else { continue }
      if planned.contains(where: { $0.symbol == leg.symbol }) {
        throw Diagnostic(.duplicateClause, "`\(leg.symbol)` is a leg twice", at: leg.span)
      }
      var weight: NodeID?
      if let expression = leg.weight {
        weight = try number(expression, "the weight of a leg").node
        if let weight { try requirePositive(weight, "the weight of a leg", at: expression.span) }
      }
      planned.append(
        PlannedLeg(symbol: leg.symbol, span: leg.span, weight: weight, sign: leg.isShort ? -1 : 1))
    }
    return planned
  }

  /// Refuses clauses that a spread does not follow, so that none is left out without a word.
  func checkLegs() throws(Diagnostic) {
    guard !legs.isEmpty else { return }
    for clause in clauses {
      let what: String? =
        switch clause.part {
        case .stop: "`stop`"
        case .target: "`target`"
        case .trail: "`trail`"
        case .allow: "`allow`"
        case .resize: "`resize`"
        case .onceADay: "`once a day`"
        case .exitAfterTime: "`exit after` a time"
        case .exitAtSessionClose: "`exit at session close`"
        case .size(.risk, _): "`size risk`"
        case .enter where clause.order != nil: "a price to enter at"
        case .exit where clause.share != nil: "an exit of a part"
        default: nil
        }
      guard let what else { continue }
      throw Diagnostic(
        .unknownClause, "a spread of legs has no single price inside a bar, so it does not take \(what)",
        at: clause.span,
        hints: ["rules see `profit` at closes: `exit when profit < -2%`; `exit after 10 bars` counts them"])
    }
  }

  /// Runs rules on a series, or on the legs of the strategy's spread.
  ///
  /// - Parameters:
  ///   - source: the source of the legs' series; nil for that of the strategy.
  func result(
    of rules: Strategy, on series: Evaluation.Series, settings: BacktestSettings, contracts: [String: Contract],
    range: Range<Int>, values: [Double], basis: ReturnBasis? = nil, source: (any SeriesSource)? = nil,
    listsSignals: Bool = false, _ environment: Environment
  ) throws(RunFailure) -> BacktestResult {
    let legs = try legs(on: series, contracts: contracts, values: values, source: source ?? self.source, environment)
    var basis = basis
    if basis == nil, case .constant = settings.riskFree, !range.isEmpty, range.upperBound <= series.bars.count {
      basis = ReturnBasis(bars: series.bars, range: range, settings, year: series.tradingYear)
    }
    do throws(BacktestError) {
      if !legs.isEmpty {
        return try LegsBacktest.run(
          bars: series.bars, legs: legs, strategy: rules, settings: settings, range: range, basis: basis,
          listsSignals: listsSignals, monitor: environment.monitor)
      }
      return try Backtest.run(
        bars: series.bars, strategy: rules, settings: settings, range: range,
        actions: series.bars.barActions(series.actions), basis: basis, finer: finer?.prefix(series.bars.count),
        listsSignals: listsSignals,
        monitor: environment.monitor)
    } catch {
      throw .backtest(error)
    }
  }

  /// The legs with their bars aligned with those of the series that the rules are read on.
  private func legs(
    on series: Evaluation.Series, contracts: [String: Contract], values: [Double], source: any SeriesSource,
    _ environment: Environment
  ) throws(RunFailure) -> [Leg] {
    let planned = legs
    if planned.isEmpty { return [] }
    do throws(EvaluationError) {
      var evaluator = Evaluator(
        plan: plan, series: series, parameters: values, source: source, today: environment.today,
        monitor: environment.monitor)
      var others: [Evaluation.Series] = []
      for leg in planned {
        others.append(leg.symbol == series.name ? series : try Self.series(of: leg, beside: series, source))
      }
      let clock = PortfolioClock([series.bars] + others.map(\.bars))
      var legs: [Leg] = []
      for (index, leg) in planned.enumerated() {
        legs.append(
          Leg(
            name: leg.symbol, bars: others[index].bars, actions: others[index].bars.barActions(others[index].actions),
            places: clock.bars(of: index + 1, besideThoseOf: 0), sign: leg.sign,
            weight: try leg.weight.map { node throws(EvaluationError) in try amount(node, &evaluator) } ?? .constant(1),
            contract: contracts[leg.symbol] ?? Contract()))
      }
      return legs
    } catch {
      throw .evaluation(error)
    }
  }

  private static func series(
    of leg: PlannedLeg, beside series: Evaluation.Series, _ source: any SeriesSource
  ) throws(EvaluationError) -> Evaluation.Series {
    let other: Evaluation.Series
    do { other = try source.series(in: BarContext(symbol: leg.symbol), seenFrom: series) } catch {
      throw .context(error)
    }
    guard other.bars.timeframe == series.bars.timeframe else {
      throw .context(
        ContextError(
          .timeframe,
          "the bars of a spread are equally long: those of \(series.name) are \(series.bars.timeframe), those of \(leg.symbol) \(other.bars.timeframe)",
          hints: ["`load … timeframe \(series.bars.timeframe)` makes longer bars"]))
    }
    return other
  }
}
