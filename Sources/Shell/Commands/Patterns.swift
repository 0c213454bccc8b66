import Calendar
import Columns
import Evaluation
import Indicators
import Language
import Presentation
import Reports
import StandardIndicators

extension Command {
  static let patterns = Command(
    CommandSyntax(
      "patterns",
      forms: [
        CommandSyntax.Form("", [], clauses: [.clause("where", .condition), .window])
      ]),
    category: .data, summary: "Lists the candlestick patterns that the bars make.",
    discussion: """
      All 61 patterns are looked for at once, each with its standard arguments; `indicators pattern` lists them, and \
      `help cdlhammer` tells what one is. A row stands on the bar that completes the pattern. A value above 0 is \
      bullish, one below 0 bearish. `where` keeps the bars on which a condition holds, then the window cuts: without \
      one the last ten rows are listed.
      """,
    examples: ["patterns last 5", "patterns where close > sma(200) since 2020 until 2020-01"]
  ) { execution, call throws(Diagnostic) in
    try execution.patterns(call)
  }
}

extension Execution {
  fileprivate mutating func patterns(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let series = try activeSeries(at: call.commandSpan)
    let bars = series.bars
    let selection = try selection(call.window, in: bars, rows: 10)
    var found = CandlestickPatterns.scan(
      open: bars.open, high: bars.high, low: bars.low, close: bars.close, bars: selection.bars)
    if let condition = call[.condition] {
      let holds = try self.condition(condition, on: series)
      found.removeAll { holds[$0.bar] != 1 }
    }
    let rows = found.suffix(selection.rows ?? found.count).map { occurrence -> [Cell] in
      let pattern = occurrence.indicator
      return [
        .text(bars.label(at: occurrence.bar)), .text(pattern.name), .integer(occurrence.value), .text(pattern.fullName),
      ]
    }
    return TableResult(
      table: Table(
        columns: [
          .date(bars.timeframe.isIntraday ? "time" : "date"), .text("pattern"), .integer("value").coloredBySign,
          .text("name", .dim),
        ], rows: rows), notes: rows.isEmpty ? ["no pattern was completed on these bars"] : [])
  }
}
