import Backtesting
import Columns
import Evaluation

/// A rule that was true on no bar of a run, and the reason as far as it is known.
package struct SilentRule: Sendable {
  /// The reason why it never was.
  package enum Reason: Sendable {
    /// A leg was true on no bar; the text and range of the compared value, unless it is not a number.
    case leg(String, compared: (text: String, values: ClosedRange<Double>)?)
    /// A leg had a value on no bar.
    case missing(String)
    /// Each leg was true on some bars, all on none.
    case neverTogether
  }

  /// The name of the rule in signals and trades.
  package var name: String
  /// Entry or exit.
  package var kind: Signal.Kind
  /// The reason.
  package var reason: Reason
  /// The bars examined.
  package var bars: Int
}

extension RuleEvidence {
  /// The rules that were true on no bar; those that read the position are left out.
  ///
  /// - Parameter result: the run, whose rules that filled are not looked at again.
  func silentRules(of result: BacktestResult, on series: Evaluation.Series) throws(EvaluationError) -> [SilentRule] {
    var entries = result.entryNames.map { _ in false }
    var exits = result.exitNames.map { _ in false }
    result.forEachTrade { trade in
      entries[trade.entryRule] = true
      switch trade.exit {
      case .rule(let index): exits[index] = true
      case .reversal(let index): entries[index] = true
      default: break
      }
    }
    func fired(_ names: [String], _ flags: [Bool]) -> Set<String> {
      Set(names.indices.filter { flags[$0] }.map { names[$0] })
    }
    let (entered, left) = (fired(result.entryNames, entries), fired(result.exitNames, exits))
    let unused = rules.filter { !($0.kind == .entry ? entered : left).contains($0.name) }
    guard !unused.isEmpty else { return [] }
    var reader = evaluator(on: series, at: result.range.lowerBound)
    var silent: [SilentRule] = []
    for rule in unused {
      var condition = rule.condition
      while condition.joint == .name, let meaning = condition.parts.first { condition = meaning }
      guard let reason = try reason(condition, in: result.range, &reader) else { continue }
      silent.append(SilentRule(name: rule.name, kind: rule.kind, reason: reason, bars: result.range.count))
    }
    return silent
  }

  /// The reason why a condition was true on no bar; nil if it was, or reads the position.
  private func reason(
    _ condition: ConditionLeg, in range: Range<Int>, _ reader: inout Evaluator
  ) throws(EvaluationError) -> SilentRule.Reason? {
    guard let node = condition.node, !isPerBar(node) else { return nil }
    let values = try reader.column(node).values
    guard !range.contains(where: { values[$0] != 0 && !values[$0].isNaN }) else { return nil }
    if condition.joint == .and, condition.parts.allSatisfy({ $0.node != nil }) {
      for part in condition.parts {
        if let reason = try reason(part, in: range, &reader) { return reason }
      }
      return .neverTogether
    }
    if range.allSatisfy({ values[$0].isNaN }) { return .missing(condition.text) }
    guard let comparison = condition.comparison, comparison.left.isFixed != comparison.right.isFixed else {
      return .leg(condition.text, compared: nil)
    }
    let side = comparison.left.isFixed ? comparison.right : comparison.left
    let compared = try reader.column(side.node).values
    var (lowest, highest) = (Double.infinity, -Double.infinity)
    for index in range where compared[index].isFinite {
      (lowest, highest) = (min(lowest, compared[index]), max(highest, compared[index]))
    }
    guard lowest <= highest else { return .missing(side.text) }
    return .leg(condition.text, compared: side.kind == .number ? (side.text, lowest...highest) : nil)
  }
}
