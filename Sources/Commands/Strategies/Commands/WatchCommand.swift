import Backtesting
import Bookkeeping
import Calendar
import Columns
import Evaluation
import Language
import MarketData
import Presentation
import Reports
import Sessions
import Sourcing
import Strategies
import Streams
import Text
import Workspace

/// The forms of `watch`.
private enum WatchForm: String {
  case symbols = ""
  case confidence
}

extension Command {
  package static let watch = Command(
    CommandSyntax(
      "watch",
      forms: [
        CommandSyntax.Form(
          WatchForm.confidence, [.keyword("confidence"), .optional(role: .confidenceSymbols)],
          clauses: [.clause("with", .watchedStrategy)]),
        CommandSyntax.Form(
          WatchForm.symbols, [.required(.watched)],
          clauses: [
            .clause("with", .watchedStrategy),
            .clause("timeframes", .watchedTimeframe).spelled("[@ TF]"),
          ]
            + .list(WatchedSymbol.names)),
      ]), category: .strategies,
    summary: "Shows prices, gauges and a strategy's signal of several symbols.",
    discussion: """
      BUY and SELL are orders that the last close decided, with the rule; HOLD is neither. Bands are Bollinger's of 20 bars \
      and 2 deviations: 0% is the lower one, 100% the upper; the trend is the distance from the mean of 20 bars. `@ 30m` makes \
      longer bars. A bar in the making counts for nothing. If a symbol is live, the table is drawn again at the prompt as its bars \
      come, until a key is typed.

      `watch confidence` shows the last confidence of `validate` for each symbol and strategy with its age, and computes \
      those again that are older than five minutes and whose bars are loaded; the others are shown as they were kept.
      """,
    examples: [
      "load sample AAPL; universe tech = AAPL, SPY; watch tech with cross",
      "watch SPY with cross @ 1w", "watch confidence", "watch confidence SPY with cross",
    ]
  ) { execution, call throws(Diagnostic) in
    if try call.form(of: WatchForm.self) == .confidence { return try execution.watchConfidence(call) }
    let rows = try execution.watched(try call[.watched], call)
    let frame = ItemFrame(one: "a symbol", many: "symbols", rows, WatchedSymbol.fields)
    let listing = try execution.listing(of: frame, ListClauses(call))
    var result = TableResult(
      table: frame.table(listing), notes: listing.notes + WatchedSymbol.ages(rows),
      details: listing.details)
    result.livesInPlace = execution.areLive(rows.map(\.symbol))
    return result
  }

  package static let panel = Command(
    CommandSyntax(
      "panel",
      forms: [
        CommandSyntax.Form(
          "", [.required(.panelSymbol)],
          clauses: [
            .clause("with", .watchedStrategy),
            .clause("timeframes", .watchedTimeframe).spelled("[@ TF]"),
          ])
      ]), category: .strategies,
    summary: "Shows one symbol with its gauges, the stage of the cycle and a strategy's signal.",
    examples: ["panel SPY with cross", "panel SPY @ 1w"]
  ) { execution, call throws(Diagnostic) in
    let rows = try execution.watched([try call[.panelSymbol]], call)
    var result = TableResult(
      title: "\(rows[0].symbol) \(rows[0].timeframe)", table: WatchedSymbol.panel(rows[0]),
      notes: WatchedSymbol.ages(rows))
    result.livesInPlace = execution.areLive([rows[0].symbol])
    return result
  }
}

extension Role<[Word]> {
  fileprivate static var watched: Self { .words("symbols", .symbol, "SYMBOL, …", "UNIVERSE") }
}

extension Role<Word> {
  fileprivate static var panelSymbol: Self { .word("symbol", .symbol, "SYMBOL") }
}

extension OptionalRole<[Word]> {
  static var confidenceSymbols: Self { Self(.words("symbols", .symbol, "SYMBOL, …")) }
}

extension OptionalRole<Subject> {
  static var watchedStrategy: Self { Self(.subject("with", .strategy, "STRATEGY")) }
}

extension OptionalRole<Word> {
  fileprivate static var watchedTimeframe: Self { Self(.word("timeframes", .timeframe, "TF")) }
}

/// A symbol on its last closed bar.
private struct WatchedSymbol: Sendable {
  let symbol: String
  let timeframe: String
  let bar: String
  /// The values of the gauges by their names; missing ones are not finite.
  let values: [String: Double]
  let signal: String?
  let reason: String?
  let since: String?
  /// The next close by the calendar; nil if it is not known.
  let next: String?
  let stage: String?

  subscript(_ name: String) -> Double { values[name] ?? .nan }

  /// The gauges as expressions on the bars.
  static let gauges: [(name: String, text: String)] = [
    ("price", "close"), ("change", "close - close[1]"), ("change_percent", "close / close[1] - 1"),
    ("rsi", "rsi(14)"),
    ("upper", "bbands(20, 2).upper"), ("middle", "bbands(20, 2).middle"),
    ("lower", "bbands(20, 2).lower"),
    ("bands", "(close - bbands(20, 2).lower) / (bbands(20, 2).upper - bbands(20, 2).lower)"),
    ("trend", "close / sma(close, 20) - 1"), ("atr", "atr(14)"),
  ]

  static let fields: [Field<WatchedSymbol>] = [
    .text(.text("symbol", .name), .never) { $0.symbol }, .number(.number("price")) { $0["price"] },
    .number(Table.Column.number("change", .fixed(2)).coloredBySign) { $0["change"] },
    .rate(Table.Column.percent("%", decimals: 1, key: "change_percent").coloredBySign) {
      $0["change_percent"]
    },
    .number(.number("RSI", .fixed(0), key: "rsi")) { $0["rsi"] },
    .rate(.percent("bands", decimals: 0)) { $0["bands"] },
    .rate(Table.Column.percent("trend", decimals: 1).coloredBySign) { $0["trend"] },
    .number(.number("ATR", .fixed(2), key: "atr")) { $0["atr"] },
    .text(.text("signal")) { $0.signal },
    .text(.text("reason")) { $0.reason }, .text(.text("since")) { $0.since },
    .text(.text("next bar", key: "next")) { $0.next },
    .text(.text("stage")) { $0.stage },
  ]

  static let names = fields.map(\.name)

  static func panel(_ row: WatchedSymbol) -> Table {
    func number(_ name: String, _ format: NumberFormat = .general) -> Cell {
      .number(row[name], format)
    }
    let rsi = row["rsi"]
    let zone = rsi < 30 ? "oversold" : rsi > 70 ? "overbought" : rsi.isFinite ? "between" : ""
    let trend = row["trend"] < 0 ? "below SMA 20" : row["trend"].isFinite ? "above SMA 20" : ""
    let rows: [[Cell]] = [
      ["price", number("price"), .text("")],
      [
        "change", number("change", .fixed(2)),
        .text(NumberFormat.percent(1).signed.text(row["change_percent"])),
      ],
      ["RSI 14", number("rsi", .fixed(1)), .text("\(gauge(rsi / 100)) \(zone)")],
      ["upper band", number("upper"), .text("")], ["middle band", number("middle"), .text("")],
      ["lower band", number("lower"), .text("")],
      ["place within the bands", number("bands", .percent(0)), .text(gauge(row["bands"]))],
      [
        "trend", number("trend", .percent(1)),
        .text(trend),
      ],
      ["ATR 14", number("atr"), .text("")], ["stage", .missing, .text(row.stage ?? "")],
      [
        "signal", .missing,
        .text([row.signal, row.reason].compactMap(\.self).joined(separator: " ")),
      ],
      ["since", .missing, .text(row.since ?? "")], ["next bar", .missing, .text(row.next ?? "")],
    ]
    return Table(columns: [.text("what"), .number("value"), .text("meaning")], rows: rows)
  }

  private static func gauge(_ part: Double) -> String {
    guard part.isFinite else { return "" }
    let place = Int((min(max(part, 0), 1) * 10).rounded())
    return String(repeating: "─", count: place) + "●" + String(repeating: "─", count: 10 - place)
  }

  static func ages(_ rows: [WatchedSymbol]) -> [String] {
    let bars = Set(rows.map(\.bar)).sorted()
    guard let first = bars.first, let last = bars.last else { return [] }
    return [first == last ? "closes of \(first)" : "closes of \(first) to \(last)"]
  }
}

extension Execution {
  /// True if bars of one of some series may still come.
  fileprivate func areLive(_ names: [String]) -> Bool {
    !state.live.isOver && state.live.statuses().contains { names.contains($0.series) }
  }

  fileprivate mutating func watched(
    _ words: [Word], _ call: CommandCall
  ) throws(Diagnostic) -> [WatchedSymbol] {
    let timeframe = try call[.watchedTimeframe].map { word throws(Diagnostic) in
      try self.timeframe(word)
    }
    var rows: [WatchedSymbol] = []
    for loaded in try loadedSeries(words) {
      try checkInterruption()
      let series: Evaluation.Series
      do throws(ResamplingError) {
        series = try loaded.series(timeframe: timeframe, session: loaded.session)
      } catch {
        throw Diagnostic(.cannotResample, "\(error)", at: call[.watchedTimeframe]?.span)
      }
      guard !series.bars.isEmpty else { throw emptyWindow(series, at: words.first?.span) }
      rows.append(try watched(series, call[.watchedStrategy]))
    }
    return rows
  }

  private mutating func watched(_ series: Evaluation.Series, _ strategy: Subject?)
    throws(Diagnostic) -> WatchedSymbol
  {
    let bars = series.bars
    // A longer bar that its shorter ones do not complete yet counts for nothing.
    let last = bars.count - 1 - (series.endsUnfinished ? 1 : 0)
    guard last >= 0 else { throw emptyWindow(series, at: strategy?.span) }
    var values: [String: Double] = [:]
    for gauge in WatchedSymbol.gauges {
      values[gauge.name] = try gaugeValue(gauge.text, on: series, at: last)
    }
    var (signal, reason, since): (String?, String?, String?) = (nil, nil, nil)
    if let strategy {
      let report = try signalRun(of: strategy, on: series, in: 0..<last + 1, at: strategy.span)
      let result = report.result
      signal = "HOLD"
      since =
        (result.openTrades.map { bars.label(at: $0.entryIndex) }
        + result.trades.map { bars.label(at: $0.exitIndex) }).max()
      if let order = result.pendingOrders.first {
        let isExit = if case .exit = order.kind { true } else { false }
        signal = (order.side == .long) != isExit ? "BUY" : "SELL"
        reason = report.describe(order)
        since = bars.label(at: order.decidedIndex)
      } else {
        reason = result.openTrades.isEmpty ? "flat" : "\(result.openTrades[0].side)"
      }
    }
    var next = bars.timeframe == .day ? bars.nextSession(after: last).map { "\($0)" } : nil
    // The bar in the making closes one length after the last one did.
    if bars.timeframe.isIntraday, areLive([series.name]) {
      let end = bars.times[last].milliseconds + 2 * bars.timeframe.nominalMilliseconds
      let clock = bars.zone.civilTime(at: Timestamp(milliseconds: end))
      next = DayTime.text(clock.hour * 60 + clock.minute)
    }
    let stage = try? value(ofText: "cycle", on: series, at: last)
    return WatchedSymbol(
      symbol: series.name, timeframe: "\(bars.timeframe)", bar: bars.label(at: last),
      values: values, signal: signal,
      reason: reason, since: since, next: next, stage: stage ?? nil)
  }

  private mutating func gaugeValue(
    _ text: String, on series: Evaluation.Series, at bar: Int
  ) throws(Diagnostic) -> Double {
    guard let expression = try expression(text) else { return .nan }
    let before = warnings
    defer { warnings = before }
    return try columns([NamedExpression(expression: expression)], on: series).first?.column.values[bar] ?? .nan
  }

  /// A string on a bar.
  private mutating func value(
    ofText text: String, on series: Evaluation.Series, at bar: Int
  ) throws(Diagnostic) -> String? {
    guard let expression = try expression(text) else { return nil }
    let before = warnings
    defer { warnings = before }
    guard let shown = try columns([NamedExpression(expression: expression)], on: series).first else { return nil }
    let value = shown.column.values[bar]
    return value.isFinite && shown.texts.indices.contains(Int(value)) ? shown.texts[Int(value)] : nil
  }

  private mutating func expression(_ text: String) throws(Diagnostic) -> Expression? {
    var parser = Parser(source: sources.add(name: "gauge", text: text), text: text, commands: [])
    guard case .expression(let expression, _)? = try parser.next()?.kind else { return nil }
    return expression
  }
}
