import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Presentation
import Reports

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
            .clause("of", .statistic), .window,
          ]),
        CommandSyntax.Form(
          DescribeForm.trades, [.keyword("trades"), .required(.described), .required(.expressions)],
          clauses: [
            .clause("where", .condition),
            .clause("by", .keys),
            .clause("of", .statistic), .window,
          ]),
      ]),
    category: .data, summary: "Summarises expressions: count, mean, deviation, quantiles, extremes.",
    discussion: """
      The bars are those of the window on which `where` holds. `by weekday` gives a row for each value of the \
      key; two keys give a grid of one statistic, the mean unless `of` names another. The deviation is the \
      sample's, quantiles are linear between ranks. A key is a whole number, a boolean, a string, or \
      `bins(x, width)`. `describe trades` does the same over the closed trades of a backtest: it knows what `trades` \
      knows, and the year, month, day, weekday and hour of the entry.
      """,
    examples: [
      "describe returns(1), rsi(14)", "describe returns(1) by weekday since 2010",
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
    let shown = try columns(try call[.expressions], on: series)
    let selection = try selection(call.window, in: series.bars, rows: nil)
    remarkPrices(of: series, in: selection.bars)
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
    let all = report.frame(of: report.result.trades + report.result.openTrades)
    var clauses = ListClauses(call)
    clauses.key = nil
    let trades = all.items(try listing(of: all, clauses)).filter { !$0.isOpen }
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
    for (key, item) in zip(keys, call[.keys] ?? []) { try check(key, indices, at: item.expression.span) }
    return try described(shown, by: keys, indices, call, on: report.bars)
  }

  /// Summaries of columns at some places: a row a column, a row a value of one key, or a grid of two.
  private func described(
    _ shown: [ShownColumn], by keys: [ShownColumn], _ indices: [Int], _ call: CommandCall, on bars: Bars
  ) throws(Diagnostic) -> any StatementResult {
    for (column, item) in zip(shown, try call[.expressions]) where column.kind == .text {
      throw Diagnostic(
        .wrongKind, "`describe` needs numbers, and this is a string", at: item.expression.span,
        hints: ["a string is a key: `by \(column.title)`"])
    }
    switch keys.count {
    case 0: return Self.summary(of: shown, indices)
    case 1: return Self.grouped(shown, by: keys[0], indices, call[.statistic], bars)
    case 2:
      guard let only = shown.first, shown.count == 1 else {
        throw Diagnostic(
          .tooManyArguments, "two keys give a grid of one expression", at: try call[.expressions].last?.expression.span
        )
      }
      return try grid(only, by: keys[0], keys[1], indices, call, bars)
    default:
      throw Diagnostic(.tooManyArguments, "`by` takes one or two keys", at: call[.keys]?[2].expression.span)
    }
  }

  private static func summary(of shown: [ShownColumn], _ indices: [Int]) -> TableResult {
    let names = Array(Summary.names.dropLast())
    return TableResult(
      table: Table(
        columns: [.text("expression"), .integer("count")] + names.dropFirst().map { .number($0) },
        rows: shown.map { column in
          let summary = Summary(indices.map { column.column[$0] })
          return [.text(column.title), .integer(Int(summary["count"]))] + names.dropFirst().map { .number(summary[$0]) }
        }))
  }

  private static func grouped(
    _ shown: [ShownColumn], by key: ShownColumn, _ indices: [Int], _ only: String?, _ bars: Bars
  ) -> TableResult {
    let names = only.map { [$0] } ?? ["count", "mean", "stdev", "min", "median", "max"]
    let groups = key.groups(indices)
    let prefix = shown.count > 1
    let columns = shown.flatMap { column in
      names.map { Table.Column.number(prefix ? "\(column.title) \($0)" : $0) }
    }
    return TableResult(
      title: prefix ? nil : shown.first?.title,
      table: Table(
        columns: [.text(key.title)] + columns,
        rows: groups.map { group in
          [key.keyCell(group.value, on: bars)]
            + shown.flatMap { column in
              let summary = Summary(group.indices.map { column.column[$0] })
              return names.map { name -> Cell in name == "count" ? .integer(Int(summary[name])) : .number(summary[name])
              }
            }
        }))
  }

  private func grid(
    _ shown: ShownColumn, by rowKey: ShownColumn, _ columnKey: ShownColumn, _ indices: [Int], _ call: CommandCall,
    _ bars: Bars
  ) throws(Diagnostic) -> TableResult {
    let statistic = call[.statistic] ?? "mean"
    let columnGroups = columnKey.groups(indices)
    let rowGroups = rowKey.groups(indices)
    try checkSize(Double(rowGroups.count) * Double(columnGroups.count), "cells", at: call.commandSpan)
    let rows = rowGroups.map { row -> [Cell] in
      var byColumn: [Double: [Double]] = [:]
      for index in row.indices { byColumn[columnKey.column[index], default: []].append(shown.column[index]) }
      return [rowKey.keyCell(row.value, on: bars)]
        + columnGroups.map { .number(Summary(byColumn[$0.value] ?? [])[statistic]) }
    }
    return TableResult(
      title: "\(statistic) of \(shown.title)",
      table: Table(
        columns: [.text("\(rowKey.title) \\ \(columnKey.title)", key: rowKey.title)]
          + columnGroups.map { .number(columnKey.keyText($0.value)) }, rows: rows))
  }
}
