import Calendar
import Columns
import Evaluation
import Indicators
import Language
import Platform
import Presentation
import Reports
import Sessions
import StandardIndicators
import Text
import Work

extension Command {
  package static let patterns = Command(
    CommandSyntax(
      "patterns",
      forms: [
        CommandSyntax.Form("", [], clauses: .list(CandlestickPatterns.Occurrence.fields.names()))
      ]),
    category: .data, summary: "Lists the candlestick patterns that the bars make.",
    discussion: """
      All 61 patterns are looked for at once, each with its standard arguments; `indicators pattern` lists them, and \
      `help cdlhammer` explains one. A row is on the bar that completes the pattern. A value above 0 is \
      bullish, one below 0 bearish. `where` and `sort by` know pattern, value and name, and the series of the bars: \
      `where close > sma(200) and value > 0`. Without a window the last ten rows are listed.
      """,
    examples: ["patterns last 5", "patterns where close > sma(200) and value > 0 since 2020 until 2020-01"]
  ) { execution, call throws(Diagnostic) in
    try execution.patterns(call)
  }
}

extension CandlestickPatterns.Occurrence {
  /// Its values, beside the time of the bar.
  fileprivate static let fields: [Field<Self>] = [
    .text(.text("pattern")) { $0.indicator.name }, .integer(.integer("value").coloredBySign) { $0.value },
    .text(.text("name", .dim)) { $0.indicator.fullName },
  ]
}

extension Execution {
  fileprivate mutating func patterns(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let series = try activeSeries(at: call.commandSpan)
    let bars = series.bars
    let monitor = environment.monitor
    var looked = 0..<bars.count
    if call.window != nil { looked = try selection(call.window, in: bars, rows: nil).bars }
    let found = CandlestickPatterns.scan(
      open: bars.open, high: bars.high, low: bars.low, close: bars.close, bars: looked)
    let when = Field<CandlestickPatterns.Occurrence>.date(
      .date(bars.timeframe.isIntraday ? "time" : "date"), label: { bars.label(at: $0.bar) }, { bars.times[$0.bar] })
    let frame = ItemFrame(
      one: "a pattern", many: "patterns", found, [when] + CandlestickPatterns.Occurrence.fields, on: series,
      isStopped: { monitor.isStopped }
    ) { $0.bar }
    let listing = try listing(of: frame, ListClauses(call), rows: .last(10))
    return TableResult(
      table: try whole(frame.table(listing)),
      notes: found.isEmpty ? ["no pattern was completed on these bars"] : listing.notes, details: listing.details)
  }
}
