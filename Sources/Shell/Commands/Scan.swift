import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Presentation
import Reports
import Workspace

extension Command {
  static let scan = Command(
    CommandSyntax(
      "scan",
      forms: [
        CommandSyntax.Form(
          "", [.required(.scanned), .required(.columns)],
          clauses: [
            .clause("where", .condition),
            .clause("sort by", .sortKey, .descending),
            .clause("top", .top),
            .clause("at", .day),
          ])
      ]),
    category: .data, summary: "Shows expressions on the last bar of each of several symbols.",
    discussion: """
      There is a row for each symbol, of its last bar, or with `at` of its last bar up to that date. U is a \
      universe or symbols with commas between; without any it is all that is loaded. `where`, `sort by` and \
      `top` apply in this order and know the headings that `as` gives. Missing values are sorted last. What \
      depends on later bars is refused.
      """,
    examples: [
      "scan SPY, AAPL: close, returns(20), volume / sma(volume, 50) as surge where surge > 0.5 sort by surge desc top 10",
      "universe pair = SPY, AAPL; scan pair: close, rsi(14) as strength sort by strength at 2012-06-29",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.scan(call)
  }
}

extension Execution {
  /// A symbol with the bar that is looked at and its values.
  private struct ScannedSymbol {
    var loaded: LoadedSeries
    var bar: Int
    var cells: [Cell]
    var sortKey: Double
  }

  fileprivate mutating func scan(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var rows: [ScannedSymbol] = []
    var without: [String] = []
    var headings: [Table.Column] = []
    var scanned = 0
    var absent: [Planner.AbsentValuation] = []
    for loaded in try symbols(of: call) {
      let request = try request(by: call, on: loaded.series)
      absent += request.planner.absentValuations
      headings = request.columns.map { ColumnText.tableColumn($0.title, $0.kind) }
      guard let bar = try bar(of: loaded, at: call[.day]) else {
        without.append(loaded.name)
        continue
      }
      scanned += 1
      let nodes = request.columns.map(\.node) + [request.condition, request.sort].compactMap { $0 }
      let reach = nodes.map { request.planner.plan.warmUp(of: $0) }.max() ?? 0
      remarkPrices(of: loaded.series, in: max(0, bar - reach)..<bar + 1, naming: true)
      do throws(EvaluationError) {
        if let row = try row(of: loaded, at: bar, request) { rows.append(row) }
      } catch {
        throw diagnostic(error, at: call.commandSpan)
      }
    }
    var planner = makePlanner()
    planner.noteAbsent(absent)
    for note in planner.warnings { warn(note) }
    let matched = rows.count
    if call[.sortKey] != nil { Self.sort(&rows, descends: call.has(.descending)) }
    if let top = call[.top] { rows = Array(rows.prefix(try count(top))) }
    let isIntraday = rows.contains { $0.loaded.bars.timeframe.isIntraday }
    return ScanResult(
      table: Table(
        columns: [.text("symbol"), .date(isIntraday ? "time" : "date")] + headings,
        rows: rows.map { [.text($0.loaded.name), .text($0.loaded.bars.label(at: $0.bar))] + $0.cells }),
      scanned: scanned, matched: matched, hasCondition: call[.condition] != nil, without: without)
  }

  /// The request of a scan to a symbol: its columns, the condition and the key, planned on its bars.
  private struct Request {
    var planner: Planner
    var columns: [(title: String, kind: Kind, node: NodeID)]
    var condition: NodeID?
    var sort: NodeID?
  }

  private mutating func request(by call: CommandCall, on series: Evaluation.Series) throws(Diagnostic) -> Request {
    var planner = makePlanner()
    planner.series = series
    planner.isWithoutSeries = false
    planner.toleratesAbsence = true
    // Only the last bar decides, so that figures of today are known on it.
    planner.decidesNow = call[.day] == nil
    let columns = try scanned(try call[.columns], &planner)
    let condition = try call[.condition].map { expression throws(Diagnostic) in
      try decided(expression, "`where` needs a condition", &planner) { $0 == .truth }
    }
    let sort = try call[.sortKey].map { expression throws(Diagnostic) in
      try decided(expression, "`sort by` needs a number", &planner) { $0.isNumeric || $0 == .truth || $0 == .date }
    }
    return Request(planner: planner, columns: columns, condition: condition, sort: sort)
  }

  /// The row of a symbol; nil where the condition does not hold.
  private func row(
    of loaded: LoadedSeries, at bar: Int, _ request: Request
  ) throws(EvaluationError) -> ScannedSymbol? {
    let plan = request.planner.plan
    var evaluator = makeEvaluator(plan, on: loaded.series)
    if let condition = request.condition, try evaluator.value(condition, at: bar) != 1 { return nil }
    var cells: [Cell] = []
    for column in request.columns {
      let value = try evaluator.value(column.node, at: bar)
      cells.append(ColumnText.cell(value, column.kind, zone: loaded.bars.zone, texts: plan.texts))
    }
    let sortKey = try request.sort.map { node throws(EvaluationError) in try evaluator.value(node, at: bar) } ?? .nan
    return ScannedSymbol(loaded: loaded, bar: bar, cells: cells, sortKey: sortKey)
  }

  private mutating func symbols(of call: CommandCall) throws(Diagnostic) -> [LoadedSeries] {
    let words = try call[.scanned]
    guard words.isEmpty else { return try loadedSeries(words) }
    let all = session.loadedSymbols.compactMap { session.series[$0] }
    guard !all.isEmpty else { _ = try activeSeries(at: call.commandSpan); return [] }
    return all
  }

  /// The bar that a scan looks at: the last one, or the last one up to a date.
  private mutating func bar(of loaded: LoadedSeries, at date: Expression?) throws(Diagnostic) -> Int? {
    let bars = loaded.bars
    var end = bars.count
    if let date { end = bars.firstIndex(notBefore: try dates(date, zone: bars.zone).end) }
    return end > 0 ? end - 1 : nil
  }

  /// The columns of a scan; the clauses behind them know their headings.
  private mutating func scanned(
    _ expressions: [NamedExpression], _ planner: inout Planner
  ) throws(Diagnostic) -> [(title: String, kind: Kind, node: NodeID)] {
    var columns: [(title: String, kind: Kind, node: NodeID)] = []
    var headings: [String: Planned] = [:]
    for item in expressions {
      let planned = try plan(item.expression, &planner)
      try planner.refuse(lookAhead: planned, at: item.expression.span)
      let heading = try item.name.map { word throws(Diagnostic) in try text(word) }
      let title = heading ?? sources.text(of: item.expression.span)
      if let heading { headings[heading] = planned }
      switch planned.content {
      case .node(let node): columns.append((title, planned.kind, node))
      case .record(let outputs): columns += outputs.map { ("\(title).\($0.name)", $0.kind, $0.node) }
      case .value(let value):
        throw Diagnostic(
          .wrongKind, "a column is a series or a number, and this is \(value.kind.described)",
          at: item.expression.span)
      }
    }
    planner.locals.merge(headings) { $1 }
    return columns
  }

  /// The node of an expression that decides something.
  private mutating func decided(
    _ expression: Expression, _ need: String, _ planner: inout Planner, _ fits: (Kind) -> Bool
  ) throws(Diagnostic) -> NodeID {
    let planned = try plan(expression, &planner)
    try planner.refuse(lookAhead: planned, at: expression.span)
    if case .record = planned.content {
      throw Diagnostic(.needsField, "this has several outputs; say which one", at: expression.span)
    }
    guard fits(planned.kind), let node = planned.node else {
      throw Diagnostic(.wrongKind, "\(need), and this is \(planned.kind.described)", at: expression.span)
    }
    return node
  }

  /// Sorts by the key; equal ones keep their order, missing ones are last.
  private static func sort(_ rows: inout [ScannedSymbol], descends: Bool) {
    rows = rows.enumerated().sorted { left, right in
      let (a, b) = (left.element.sortKey, right.element.sortKey)
      if a.isNaN || b.isNaN { return a.isNaN == b.isNaN ? left.offset < right.offset : b.isNaN }
      return a == b ? left.offset < right.offset : descends ? a > b : a < b
    }.map(\.element)
  }
}
