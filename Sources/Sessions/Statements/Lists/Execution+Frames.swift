import Calendar
import Columns
import Evaluation
import Language
import Platform
import Reports
import Text
import Work

/// Expressions on the things of a frame.
extension Execution {
  /// An expression as a column with a value for each thing of a frame, by one plan.
  ///
  /// Parts that do not depend on the things are computed once, on `series`.
  package mutating func values(
    of expression: Expression, on frame: any Frame, series: Evaluation.Series?, title: String
  ) throws(Diagnostic) -> ShownColumn {
    var planner = makePlanner()
    planner.frame = frame
    var planned = try plan(expression, &planner)
    planned = try planner.checkedInFrame(planned, at: expression.span)
    guard let node = planned.node else { return ShownColumn(title: title, kind: planned.kind, column: Column([])) }
    let bars: Evaluation.Series
    if let series { bars = series } else { bars = try barsOfScalars(node, planner.plan, at: expression.span) }
    var evaluator = FrameEvaluator(
      plan: planner.plan, frame: frame, scalars: makeEvaluator(planner.plan, on: bars))
    do {
      return ShownColumn(
        title: title, kind: planned.kind, column: try evaluator.column(node), texts: planner.plan.texts)
    } catch {
      throw diagnostic(error, at: expression.span)
    }
  }

  /// The series in use; without one an empty series, if the values do not depend on bars.
  package func barsOfScalars(
    _ node: NodeID, _ plan: Plan, at span: SourceSpan
  ) throws(Diagnostic) -> Evaluation.Series {
    if let active = session.active { return active.series }
    return plan.readsBarsOutsideFrame(node)
      ? try activeSeries(at: span) : Evaluation.Series(name: "", bars: .none)
  }

  /// The column of a condition on the items of a list: 1 if it holds.
  package mutating func conditionColumn(_ condition: Expression, on frame: some Listable) throws(Diagnostic) -> Column {
    let holds = try frame.column(condition, title: "", in: &self)
    guard holds.kind == .truth else {
      throw Diagnostic(
        .wrongKind, "`where` needs a condition on the \(frame.many), and this is \(holds.kind.described)",
        at: condition.span, hints: frame.conditionHints)
    }
    return holds.column
  }

  /// Numbers of things sorted by an expression; equal ones keep their order, missing ones are last.
  package mutating func sorted(
    _ indexes: [Int], by key: Expression, descends: Bool, on frame: some Listable
  ) throws(Diagnostic) -> [Int] {
    if case .name(let name, let span) = key, !frame.columns.isEmpty,
      !frame.columns.contains(where: { $0.name == name }), frame.barOfEach == nil
    {
      let known = frame.columns.filter { !$0.isDerived }.map(\.name)
      let hint = Spelling.nearest(to: name, in: known).map { "did you mean `\($0)`?" }
      throw Diagnostic(
        .unknownField, "\(frame.many) have no `\(name)`", at: span,
        hints: [hint ?? "their keys: \(known.joined(separator: ", "))"])
    }
    let values = try frame.column(key, title: "", in: &self)
    let numbers = values.kind == .text ? values.ranks : values.column
    if indexes.count > 1, isOneValue(key), Set(indexes.map { numbers[$0] }).count == 1 {
      let known = frame.columns.filter { !$0.isDerived }.map(\.name)
      throw Diagnostic(
        .wrongKind, "the key to sort by has a value for each row, and this is the same in all of them", at: key.span,
        hints: known.isEmpty ? ["`sort by volume`"] : ["their keys: \(known.joined(separator: ", "))"])
    }
    let monitor = environment.monitor
    let sorted = SortOrder(descends: descends).sorted(indexes, isStopped: { monitor.isStopped }) { numbers[$0] }
    try checkInterruption()
    return sorted
  }
}

/// The order of `sort by`: rising or falling, equal ones as they were, missing ones last.
package struct SortOrder: Sendable {
  package var descends: Bool

  /// Comparisons between two cancellation checks.
  private static let comparisonsBetweenChecks = 1 << 16

  /// The items in their order; in no order if it was cancelled.
  package func sorted<Item>(_ items: [Item], isStopped: () -> Bool = { false }, by key: (Item) -> Double) -> [Item] {
    var comparisons = 0
    let sorted = try? items.map { (item: $0, key: key($0)) }.enumerated().sorted { left, right in
      comparisons += 1
      if comparisons % Self.comparisonsBetweenChecks == 0, isStopped() { throw Interrupted() }
      let (a, b) = (left.element.key, right.element.key)
      if a.isNaN || b.isNaN { return a.isNaN == b.isNaN ? left.offset < right.offset : b.isNaN }
      return a == b ? left.offset < right.offset : descends ? a > b : a < b
    }.map(\.element.item)
    return sorted ?? items
  }
}

extension ShownColumn {
  /// The places of strings in their order by code point, in the column's order.
  fileprivate var ranks: Column {
    let order = texts.indices.sorted {
      texts[$0].unicodeScalars.lexicographicallyPrecedes(texts[$1].unicodeScalars)
    }
    var ranks = [Double](repeating: .nan, count: texts.count)
    for (rank, index) in order.enumerated() { ranks[index] = Double(rank) }
    return Column(column.values.map { $0.isNaN ? .nan : ranks[Int($0)] })
  }
}

extension Frame {
  /// Conditions that fit the columns, as examples.
  fileprivate var conditionHints: [String] {
    if let rate = columns.first(where: { $0.name == "profit" }) {
      return ["`where \(rate.name) > 5% and bars > 3`", "`where exit_rule == \"stop\"`"]
    }
    guard let first = columns.first(where: { $0.kind.isNumeric }) else { return [] }
    return ["`where \(first.name) > \(first.kind == .rate ? "5%" : "100")`"]
  }
}

extension Bars {
  /// A series without bars.
  package static let none = Bars(
    times: [], open: Column([]), high: Column([]), low: Column([]), close: Column([]), volume: Column([]),
    timeframe: .day, zone: .utc)
}
