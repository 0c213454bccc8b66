import Backtesting
import Columns
import Evaluation

/// The signals of a sweep's rules, made for one combination after the other from columns that many of them share.
///
/// Crossings and comparisons go straight from the two sides into the signals, without a column of booleans between; the two
/// directions of a pair that crosses are found in one pass.
struct CombinationSignals: Sendable {
  /// A column of each combination: looked up if combinations share it, else computed for each.
  private struct Source: Sendable {
    let node: NodeID
    let table: SharedColumns.Table?

    func column(_ indices: [Int], _ evaluator: inout Evaluator) throws(EvaluationError) -> Column {
      if let table { return table[indices] }
      return try evaluator.column(node)
    }
  }

  /// A side of a comparison.
  private enum Side: Sendable {
    case column(Source)
    case number(NodeID)
  }

  private enum Rule: Sendable {
    /// Two columns that cross: the action when the first comes out above, and when it comes out below.
    case crossing(Source, Source, above: BarSignals.Action?, below: BarSignals.Action?)
    /// A column that is compared with another one or with a number.
    case comparison(Source, BarSignals.Order, Side, BarSignals.Action)
    /// A column of booleans.
    case condition(Source, BarSignals.Action)
  }

  private let rules: [Rule]
  /// True if the evaluator has to go to each combination.
  let asksEvaluator: Bool

  /// The signals of a compiler's rules.
  ///
  /// - Parameter evaluator: computes the columns that are the same in all combinations.
  init(
    _ compiler: StrategyCompiler, sharing shared: SharedColumns, _ evaluator: inout Evaluator
  ) throws(EvaluationError) {
    let plan = compiler.plan
    var asksEvaluator = false
    func source(_ node: NodeID, _ evaluator: inout Evaluator) throws(EvaluationError) -> Source {
      let table =
        plan.parameters(of: node).isEmpty
        ? SharedColumns.Table(of: try evaluator.column(node), parameters: shared.values.count) : shared.table(of: node)
      if table == nil { asksEvaluator = true }
      return Source(node: node, table: table)
    }
    func side(_ node: NodeID, _ evaluator: inout Evaluator) throws(EvaluationError) -> Side {
      guard plan.isScalar(node) else { return .column(try source(node, &evaluator)) }
      asksEvaluator = true
      return .number(node)
    }
    /// A comparison that differs for each combination.
    func comparison(
      _ node: NodeID, _ action: BarSignals.Action, _ evaluator: inout Evaluator
    ) throws(EvaluationError) -> Rule? {
      guard !plan.parameters(of: node).isEmpty, shared.table(of: node) == nil,
        let (operation, left, right) = plan.comparison(node), let order = BarSignals.Order(operation)
      else { return nil }
      if !plan.isScalar(left) {
        return .comparison(try source(left, &evaluator), order, try side(right, &evaluator), action)
      }
      guard !plan.isScalar(right) else { return nil }
      return .comparison(try source(right, &evaluator), order.mirrored, try side(left, &evaluator), action)
    }
    var rules: [Rule] = []
    for (action, node) in compiler.clauses.compactMap({ $0.part.signal }) {
      if let rule = try comparison(node, action, &evaluator) {
        rules.append(rule)
        continue
      }
      guard let (over, under) = plan.crossing(node), !plan.isScalar(over), !plan.isScalar(under) else {
        rules.append(.condition(try source(node, &evaluator), action))
        continue
      }
      let mirrored = rules.firstIndex { rule in
        if case .crossing(let first, let second, _, below: nil) = rule {
          first.node == under && second.node == over
        } else {
          false
        }
      }
      if let mirrored, case .crossing(let first, let second, let above, _) = rules[mirrored] {
        rules[mirrored] = .crossing(first, second, above: above, below: action)
      } else {
        rules.append(
          .crossing(try source(over, &evaluator), try source(under, &evaluator), above: action, below: nil))
      }
    }
    self.rules = rules
    self.asksEvaluator = asksEvaluator
  }

  /// Adds the signals of a combination on some bars to signals without any.
  ///
  /// - Parameters:
  ///   - indices: the indices of its values in each parameter's list.
  ///   - evaluator: is at the combination when asked.
  func add(
    to signals: inout BarSignals, _ indices: [Int], _ evaluator: inout Evaluator, range: Range<Int>
  ) throws(EvaluationError) {
    for rule in rules {
      switch rule {
      case .crossing(let first, let second, let above, let below):
        signals.addCrosses(
          of: try first.column(indices, &evaluator), over: try second.column(indices, &evaluator), above: above,
          below: below, range: range)
      case .comparison(let source, let order, .column(let other), let action):
        signals.add(
          action, where: try source.column(indices, &evaluator), is: order, try other.column(indices, &evaluator),
          range: range)
      case .comparison(let source, let order, .number(let other), let action):
        signals.add(
          action, where: try source.column(indices, &evaluator), is: order, try evaluator.scalar(other), range: range)
      case .condition(let source, let action):
        signals.add(action, where: try source.column(indices, &evaluator), range: range)
      }
    }
  }
}

extension BarSignals.Order {
  /// The order in which an operation holds; nil for one that is not such a comparison.
  fileprivate init?(_ operation: Operation) {
    switch operation {
    case .greater: self = .above
    case .greaterOrEqual: self = .atLeast
    case .less: self = .below
    case .lessOrEqual: self = .atMost
    default: return nil
    }
  }
}
