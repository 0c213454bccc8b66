import Columns
import Evaluation
import Language
import Presentation
import Reports
import Text
import Workspace

/// Symbols as a frame; an expression is looked at on one bar of each, and nothing that it reads is later.
package struct SymbolFrame: Listable {
  /// A symbol with the bar that is looked at.
  package struct Symbol: Sendable {
    package let loaded: LoadedSeries
    package let bar: Int

    package init(loaded: LoadedSeries, bar: Int) {
      self.loaded = loaded
      self.bar = bar
    }
  }

  /// The remarks on the columns, beside their values.
  package struct Remarks: Sendable {
    /// The valuations that symbols have no figures for.
    package var absent: [Planner.AbsentValuation] = []
    /// The most bars that an expression looks back.
    package var reach = 0

    package init() {}
  }

  package let symbols: [Symbol]
  /// The series that expressions are checked on if there is no symbol.
  package let example: LoadedSeries?
  /// The expressions that have a heading, by which conditions and orders know them.
  package let headings: [(name: String, expression: Expression)]
  /// True if the figures of today are known on the bars, because these are the last ones.
  package let decidesNow: Bool

  package init(
    symbols: [Symbol], example: LoadedSeries?, headings: [(name: String, expression: Expression)], decidesNow: Bool
  ) {
    self.symbols = symbols
    self.example = example
    self.headings = headings
    self.decidesNow = decidesNow
  }

  package var one: String { "a symbol" }
  package var many: String { "symbols" }
  package var count: Int { symbols.count }
  package var columns: [FrameColumn] { [FrameColumn("symbol", texts: symbols.map(\.loaded.name))] }
  package var barOfEach: [Int]? { symbols.map(\.bar) }
  package var series: Evaluation.Series? { nil }
  package var placement: ListPlacement { .numbered }

  package func column(
    _ expression: Expression, title: String, in execution: inout Execution
  ) throws(Diagnostic) -> ShownColumn {
    if case .name("symbol", _) = expression { return names(title) }
    let columns = try columns(expression, title: title, of: Array(symbols.indices), in: &execution)
    guard let only = columns.first, columns.count == 1 else {
      throw Diagnostic(.needsField, "this has several outputs; say which one", at: expression.span)
    }
    return only
  }

  /// The columns of an expression with a value for each of some symbols; of a record there is one for each output.
  ///
  /// One plan serves all symbols, if it does not depend on the series that it was made for.
  package func columns(
    _ expression: Expression, title: String, of indexes: [Int], in execution: inout Execution
  ) throws(Diagnostic) -> [ShownColumn] {
    guard let example = indexes.first.map({ symbols[$0].loaded }) ?? example else { return [] }
    var request = try request(expression, on: example, &execution)
    let outputs = request.outputs
    for output in outputs {
      execution.symbolRemarks.reach = max(
        execution.symbolRemarks.reach, request.planner.plan.warmUp(of: output.node))
    }
    let isShared = !request.planner.plan.isBoundToSeries(outputs.map(\.node))
    var values = outputs.map { _ in [Double]() }
    for (number, index) in indexes.enumerated() {
      let symbol = symbols[index]
      if number > 0, !isShared { request = try self.request(expression, on: symbol.loaded, &execution) }
      var evaluator = execution.makeEvaluator(request.planner.plan, on: symbol.loaded.series)
      for (index, output) in request.outputs.enumerated() {
        do {
          values[index].append(try evaluator.value(output.node, at: symbol.bar))
        } catch {
          throw execution.diagnostic(error, at: expression.span)
        }
      }
    }
    return zip(outputs, values).map { output, values in
      ShownColumn(
        title: output.name.map { "\(title).\($0)" } ?? title, kind: output.kind, column: Column(values),
        texts: output.texts)
    }
  }

  /// The last values of an expression up to the bar of each of some symbols, for small lines beside each other.
  package func lines(
    _ expression: Expression, of indexes: [Int], format: NumberFormat, in execution: inout Execution
  ) throws(Diagnostic) -> SmallMultiples {
    var panels: [SmallMultiples.Panel] = []
    for index in indexes.prefix(Self.mostLines) {
      let symbol = symbols[index]
      let request = try request(expression, on: symbol.loaded, &execution)
      guard let node = request.outputs.first?.node else { continue }
      var evaluator = execution.makeEvaluator(request.planner.plan, on: symbol.loaded.series)
      do {
        let values = try evaluator.column(node).values
        let range = max(0, symbol.bar + 1 - Self.barsOfLine)..<symbol.bar + 1
        panels.append(SmallMultiples.Panel(symbol.loaded.name, Array(values[range])))
      } catch {
        throw execution.diagnostic(error, at: expression.span)
      }
      try execution.checkInterruption()
    }
    return SmallMultiples(panels, format: format)
  }

  /// The most symbols that are drawn, and the bars of each.
  private static let mostLines = 200
  private static let barsOfLine = 120

  private func names(_ title: String) -> ShownColumn {
    ShownColumn(
      title: title, kind: .text, column: Column(symbols.indices.map { Double($0) }), texts: symbols.map(\.loaded.name))
  }

  /// One of the values of an expression.
  private struct Output {
    var name: String? = nil
    var kind: Kind
    var node: NodeID
    var texts: [String]
  }

  /// An expression planned on a symbol's bars.
  private struct Request {
    var planner: Planner
    var outputs: [Output]
  }

  private func request(
    _ expression: Expression, on loaded: LoadedSeries, _ execution: inout Execution
  ) throws(Diagnostic) -> Request {
    var planner = execution.makePlanner()
    planner.series = loaded.series
    planner.isWithoutSeries = false
    planner.toleratesAbsence = true
    planner.decidesNow = decidesNow
    for (name, meaning) in headings where expression.uses(name) {
      planner.locals[name] = try execution.plan(meaning, &planner)
    }
    let planned = try execution.plan(expression, &planner)
    try planner.refuse(lookAhead: planned, at: expression.span)
    execution.symbolRemarks.absent += planner.absentValuations
    let texts = planner.plan.texts
    switch planned.content {
    case .node(let node):
      return Request(planner: planner, outputs: [Output(kind: planned.kind, node: node, texts: texts)])
    case .record(let outputs):
      return Request(
        planner: planner, outputs: outputs.map { Output(name: $0.name, kind: $0.kind, node: $0.node, texts: texts) })
    case .value(let value):
      throw Diagnostic(
        .wrongKind, "a column is a series or a number, and this is \(value.kind.described)", at: expression.span)
    }
  }
}
