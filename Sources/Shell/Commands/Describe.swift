import Backtesting
import Calendar
import Columns
import Commands
import Evaluation
import Language
import OrderedCollections
import Presentation
import Reports
import Sessions

/// The forms of `describe`.
private enum DescribeForm: String {
  case bars = ""
  case trades
}

extension Command {
  static let describe = Command(
    CommandSyntax(
      "describe",
      forms: [
        CommandSyntax.Form(
          DescribeForm.bars, [.required(.expressions)],
          clauses: [
            .clause("where", .condition),
            .clause("by", .keys),
            .clause("of", .statistic), .clause("sort by", .listKey(Summary.names), .descending),
            .clause("top", .top), .window,
          ]),
        CommandSyntax.Form(
          DescribeForm.trades, [.keyword("trades"), .required(.described), .required(.expressions)],
          clauses: [
            .clause("where", .condition),
            .clause("by", .keys),
            .clause("of", .statistic), .clause("sort by", .listKey(Summary.names), .descending),
            .clause("top", .top), .window,
          ]),
      ]),
    category: .data, summary: "Summarises expressions: count, mean, deviation, quantiles, extremes.",
    discussion: """
      The bars are those of the window on which `where` holds. `by weekday` gives a row for each value of the \
      key; two keys give a grid of one statistic, the mean unless `of` names another. The deviation is the \
      sample's, quantiles are linear between ranks. A key is a whole number, a boolean, a string, or \
      `bins(x, width)`. `sort by` orders the rows by a statistic, the key or an expression of them, `top` keeps the first \
      N; of several expressions `mean` is that of the first, `NAME_mean` that of one with a name, and in a grid a \
      statistic is that of the entire row. `describe trades` does the same for the closed trades of a backtest: it has the columns of `trades` \
      and the year, month, day, weekday and hour of the entry.
      """,
    examples: [
      "describe returns(1), rsi(14)", "describe returns(1) by weekday since 2010",
      "describe returns(1) by month since 2010 sort by mean desc top 3",
      "describe returns(1) by year, month of sum since 2018", "describe returns(1) by bins(rsi(14), 10)",
      "backtest cross; describe trades: return, bars by exit_rule",
    ]
  ) { execution, call throws(Diagnostic) in
    switch try call.form(of: DescribeForm.self) {
    case .bars: try execution.describe(call)
    case .trades: try execution.describeTrades(call)
    }
  }
}

extension Execution {
  fileprivate mutating func describe(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let series = try activeSeries(at: call.commandSpan)
    let selection = try selection(call.window, in: series.bars, rows: nil)
    let shown = try columns(try call[.expressions], on: series)
    remarkPrices(of: series, in: selection.bars, isComputed: true)
    var indices = Array(selection.bars)
    if let condition = call[.condition] {
      let holds = try self.condition(condition, on: series)
      indices.removeAll { holds[$0] != 1 }
    }
    indices = selection.limited(indices)
    var keys: [ShownColumn] = []
    for key in call[.keys] ?? [] { keys.append(try groupingKey(key, indices, on: series)) }
    return try described(shown, by: keys, indices, call, on: series.bars)
  }

  fileprivate mutating func describeTrades(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let words = try call[.described]
    if words.count > 1 {
      throw Diagnostic(.tooManyArguments, "`describe trades` takes one result", at: words[1].span)
    }
    let report = try backtest(words.first, at: call.commandSpan)
    if report.result.symbols.isEmpty { remarkPrices(of: report.series, in: report.result.range, basis: false) }
    let all = report.frame(of: report.result.trades + report.result.openTrades, isStopped: isStopped)
    var clauses = ListClauses(call)
    // They are about the rows of the summary.
    (clauses.key, clauses.top) = (nil, nil)
    let trades = all.items(try listing(of: all, clauses)).map(\.thing).filter { !$0.isOpen }
    let indices = Array(trades.indices)
    let frame = report.frame(of: trades)
    func columns(_ items: [NamedExpression], _ execution: inout Execution) throws(Diagnostic) -> [ShownColumn] {
      var all: [ShownColumn] = []
      for item in items {
        let title =
          try item.name.map { word throws(Diagnostic) in try execution.text(word) }
          ?? execution.sources.text(of: item.expression.span)
        all.append(try execution.values(of: item.expression, on: frame, series: report.series, title: title))
      }
      return all
    }
    let shown = try columns(try call[.expressions], &self)
    let keys = try columns(call[.keys] ?? [], &self)
    for (key, item) in zip(keys, call[.keys] ?? []) { try check(key, of: item.expression, indices) }
    return try described(shown, by: keys, indices, call, on: report.bars)
  }

  /// Summaries of columns at some places: a row a column, a row a value of one key, or a grid of two.
  private mutating func described(
    _ shown: [ShownColumn], by keys: [ShownColumn], _ indices: [Int], _ call: CommandCall, on bars: Bars
  ) throws(Diagnostic) -> any StatementResult {
    for (column, item) in zip(shown, try call[.expressions]) where column.kind == .text {
      throw Diagnostic(
        .wrongKind, "`describe` needs numbers, and this is a string", at: item.expression.span,
        hints: ["a string is a key: `by \(column.title)`"])
    }
    let described: DescribedRows
    switch keys.count {
    case 0: described = DescribedRows(of: shown, indices, isStopped: isStopped)
    case 1:
      described = DescribedRows(
        of: shown, by: keys[0], indices, only: call[.statistic], bars, isStopped: isStopped)
    case 2:
      guard let only = shown.first, shown.count == 1 else {
        throw Diagnostic(
          .tooManyArguments, "two keys give a grid of one expression", at: try call[.expressions].last?.expression.span
        )
      }
      let counts = keys.map { Double($0.groups(indices, isStopped: isStopped).count) }
      try checkSize(counts[0] * counts[1], "cells", at: call.commandSpan)
      described = DescribedRows(
        gridOf: call[.statistic] ?? "mean", only, by: keys[0], keys[1], indices, bars,
        isStopped: isStopped)
    default:
      throw Diagnostic(.tooManyArguments, "`by` takes one or two keys", at: call[.keys]?[2].expression.span)
    }
    try checkInterruption()
    let listing = try listing(of: described.frame, ListClauses(rowsOf: call))
    var result = TableResult(
      title: described.title, table: described.table.keeping(listing.indexes), notes: listing.notes,
      details: listing.details)
    result.isGrid = true
    result.drawn = described.picture(
      result.table, keys: keys.count, columnTitle: keys.count == 2 ? keys[1].title : "")
    // More bars than lines of a screen make no useful picture.
    result.showsDrawing = keys.count == 2 || keys.count == 1 && (2...32).contains(result.table.rows.count)
    return result
  }
}
