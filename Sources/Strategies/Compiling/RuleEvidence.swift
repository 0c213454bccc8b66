import Backtesting
import Calendar
import Columns
import Evaluation
import Language

/// The computation of a strategy's rules as in the run, so that each can be explained on any bar.
///
/// The values are those of the same plan on the same series: columns cached by the run are read, not recomputed.
package struct RuleEvidence: Sendable {
  /// A rule and its condition.
  package struct Rule: Sendable {
    /// The name of the rule in signals and trades.
    package var name: String
    /// Entry or exit.
    package var kind: Signal.Kind
    /// The side; nil if an exit is for either.
    package var side: Side?
    /// The condition, taken apart.
    package var condition: ConditionLeg
  }

  /// The rules in written order, those that enter first; of a portfolio those that say what may be held.
  package var rules: [Rule]
  /// The ranks and weights of a portfolio's symbols.
  fileprivate var portfolio: PortfolioNodes
  fileprivate var plan: Plan
  /// The values of the parameters, by the bar from which on they were in use.
  fileprivate var parameters: [(from: Int, values: [Double])]
  fileprivate var source: any SeriesSource
  fileprivate var today: CivilDate
}

extension StrategyCompiler {
  /// The computation of the rules, for runs with these values of the parameters; `check` was called before.
  func evidence(_ values: [Double], today: CivilDate) -> RuleEvidence {
    var planner = planner
    planner.locals = parameterLocals
    planner.knowsPosition = true
    var definitions: [String: Expression] = [:]
    var entries: [RuleEvidence.Rule] = []
    var exits: [RuleEvidence.Rule] = []
    var clauses = clauses.makeIterator()
    for clause in definition.clauses {
      if case .let(let name, _, let value) = clause.kind {
        planner.locals[name] = try? planner.plan(value)
        definitions[name] = value
        continue
      }
      if case .portfolio(let own) = clause.kind {
        if let rule = planner.rule(of: own, portfolio, definitions) { entries.append(rule) }
        continue
      }
      guard let planned = clauses.next() else { break }
      switch (clause.kind, planned.part) {
      case (.enter(_, _, let condition), .enter(let name, let side, let node)):
        entries.append(
          RuleEvidence.Rule(
            name: name, kind: .entry, side: side, condition: planner.parts(of: condition, node, definitions)))
      case (.exit(_, _, let condition), .exit(let name, let side, let node)):
        exits.append(
          RuleEvidence.Rule(
            name: name, kind: .exit, side: side, condition: planner.parts(of: condition, node, definitions)))
      default: break
      }
    }
    return RuleEvidence(
      rules: entries + exits, portfolio: portfolioNodes, plan: planner.plan, parameters: [(0, values)],
      // A source that no rule reads would only prolong the life of its data.
      source: planner.plan.readsOtherThings ? source : NoOtherSeries(), today: today)
  }
}

extension Planner {
  /// The rule of a portfolio that says which symbols may be held; nil for another clause.
  fileprivate mutating func rule(
    of clause: PortfolioClause, _ planned: PlannedPortfolio, _ definitions: [String: Expression]
  ) -> RuleEvidence.Rule? {
    switch clause {
    case .candidates(let condition):
      guard let node = planned.candidates else { return nil }
      return RuleEvidence.Rule(
        name: "long", kind: .entry, side: .long, condition: parts(of: condition, node, definitions))
    case .shorts(let condition):
      guard let node = planned.shorts else { return nil }
      return RuleEvidence.Rule(
        name: "short", kind: .entry, side: .short, condition: parts(of: condition, node, definitions))
    default: return nil
    }
  }

  /// The legs of a condition that was planned before.
  fileprivate mutating func parts(
    of condition: Expression, _ node: NodeID, _ definitions: [String: Expression]
  ) -> ConditionLeg {
    (try? legs(of: condition, definitions: definitions))
      ?? ConditionLeg(whole: condition.description, node: node)
  }
}

/// A leg of a rule on a bar.
package struct LegReading: Sendable {
  /// The number of enclosing legs.
  package var depth: Int
  /// The leg as typed.
  package var text: String
  /// True if it holds; nil if a value is missing.
  package var holds: Bool?
  /// The way in which its parts decide it.
  package var joint: ConditionLeg.Joint
  /// The compared number, with its kind; nil for a leg that is not a comparison.
  package var value: Value?
  /// The number that it is compared with.
  package var threshold: Value?
  /// The change of the value that reaches the threshold, if both are known.
  package var distance: Double? {
    guard let value = value?.number, let threshold = threshold?.number, (threshold - value).isFinite else { return nil }
    return threshold - value
  }
  /// True for a half of a crossing that lies in the past.
  package var isPast = false
}

/// A rule on a bar: the full condition first, then its legs from the left, each followed by its own.
package struct RuleReading: Sendable {
  /// The rule.
  package var rule: RuleEvidence.Rule
  /// Its condition and the legs of it.
  package var legs: [LegReading]
  /// True if the rule held; a missing condition does not.
  package var holds: Bool { legs.first?.holds == true }
}

extension RuleEvidence {
  /// The same rules with other values of the parameters from window to window.
  func following(_ choices: [WindowChoice]) -> RuleEvidence {
    var evidence = self
    evidence.parameters = choices.map { ($0.range.lowerBound, $0.values) }
    return evidence
  }

  /// The values of the parameters that were in use on a bar.
  private func values(at index: Int) -> [Double] {
    (parameters.last { $0.from <= index } ?? parameters.first)?.values ?? []
  }

  /// The evaluation of the rules on a series with the values that were in use on a bar.
  func evaluator(on series: Evaluation.Series, at index: Int) -> Evaluator {
    Evaluator(plan: plan, series: series, parameters: values(at: index), source: source, today: today)
  }

  /// True if a node reads the position.
  func isPerBar(_ node: NodeID) -> Bool { plan.isPerBar(node) }

  /// The rules on a bar of the series that they ran on, with the position at its close.
  package func readings(
    on series: Evaluation.Series, at index: Int, state: PositionState
  ) throws(EvaluationError) -> [RuleReading] {
    var reader = LegReader(evaluator: evaluator(on: series, at: index), plan: plan, index: index, state: state)
    var readings: [RuleReading] = []
    for rule in rules {
      readings.append(RuleReading(rule: rule, legs: try reader.readings(of: rule.condition, depth: 0)))
    }
    return readings
  }
}

extension RuleEvidence {
  /// A symbol of a portfolio with the values of its rules on each of its bars.
  package func portfolioSymbol(_ series: Evaluation.Series) throws(EvaluationError) -> PortfolioSymbol {
    var evaluator = Evaluator(
      plan: plan, series: series, parameters: values(at: 0), source: source, today: today)
    return try portfolio.symbol(series, named: series.name, &evaluator)
  }

  /// True if a lower rank comes first.
  package var ranksUpwards: Bool { portfolio.rank?.descends == false }
  /// True if symbols are ranked.
  package var isRanked: Bool { portfolio.rank != nil }
}

/// Reads the legs of rules on one bar.
private struct LegReader {
  var evaluator: Evaluator
  let plan: Plan
  let index: Int
  let state: PositionState

  mutating func readings(of leg: ConditionLeg, depth: Int) throws(EvaluationError) -> [LegReading] {
    if leg.joint == .name, let meaning = leg.parts.first {
      var all = try readings(of: meaning, depth: depth)
      all[0].text = all.count > 1 ? leg.text : "\(leg.text): \(all[0].text)"
      return all
    }
    var reading = LegReading(depth: depth, text: leg.text, holds: nil, joint: leg.joint)
    if let comparison = leg.comparison {
      var (left, right) = (comparison.left, comparison.right)
      let values = (try value(left.node, ago: comparison.lag), try value(right.node, ago: comparison.lag))
      reading.holds = truth(comparison.operation.apply(values.0, values.1))
      reading.isPast = comparison.lag > 0
      var shown = values
      // In `30 > rsi(14)` the threshold comes first.
      if left.isFixed, !right.isFixed { (left, right, shown) = (right, left, (values.1, values.0)) }
      let kind: Kind = left.kind == .number && right.kind == .rate && left.isFixed ? .rate : left.kind
      reading.value = plan.value(shown.0, kind: kind)
      reading.threshold = plan.value(shown.1, kind: right.kind)
    }
    if let node = leg.node { reading.holds = truth(try value(node, ago: 0)) }
    var all = [reading]
    for part in leg.parts { all += try readings(of: part, depth: depth + 1) }
    return all
  }

  private func truth(_ number: Double) -> Bool? { number.isNaN ? nil : number != 0 }

  private mutating func value(_ node: NodeID, ago lag: Int) throws(EvaluationError) -> Double {
    let bar = index - lag
    guard bar >= 0 else { return .nan }
    guard plan.isPerBar(node) else { return try evaluator.value(node, at: bar) }
    return PositionProgram(PositionExpression(try evaluator.perBar(node))).value(at: bar, state: state)
  }
}
