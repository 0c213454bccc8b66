import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Strategies
import Text
import Work
import Workspace

extension Command {
  package static let scan = Command(
    CommandSyntax(
      "scan",
      forms: [
        CommandSyntax.Form(
          "", [.required(.scanned), .required(.columns)],
          clauses: .list(["symbol"]) + [.clause("at", .day), .clause(.withCharts)])
      ]),
    category: .data, summary: "Shows expressions on the last bar of each of several symbols.",
    discussion: """
      There is a row for each symbol, of its last bar, or with `at` of its last bar up to that date. U is a \
      universe or symbols with commas between; without it, all loaded series. Of a universe with dates the members \
      on the day of the bar are listed. `where`, `first` and `last`, \
      `sort by` and `top` apply in this order and know the headings that `as` gives. Missing values are sorted last. \
      Values that depend on later bars are refused. `with charts` draws the first expression over the last 120 bars of each \
      listed symbol, which is also its picture in a file.
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
  fileprivate mutating func scan(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var symbols: [SymbolFrame.Symbol] = []
    var without: [String] = []
    let all = try scannedSeries(call)
    var ended: [String] = []
    let newest = try newestBar(of: all, at: call[.day])
    let membership = try membership(of: try call[.scanned])
    // Today's members are all there are on the newest bars.
    if call[.day] != nil, let survivors = try survivorRemark(try call[.scanned]) {
      note(.notMember, survivors, at: call.commandSpan)
    }
    var strangers: [String] = []
    for loaded in all {
      guard let bar = try bar(of: loaded, at: call[.day]) else {
        without.append(loaded.name)
        continue
      }
      let day = loaded.bars.civilTime(at: bar).date.daysSince1970
      if let spans = membership[loaded.name], !Membership(spans).contains(day) {
        strangers.append("\(loaded.name) (\(loaded.bars.label(at: bar)))")
        continue
      }
      if let newest, isPast(bar, of: loaded, beside: newest) {
        ended.append("\(loaded.name) (\(loaded.bars.label(at: bar)))")
      } else {
        symbols.append(SymbolFrame.Symbol(loaded: loaded, bar: bar))
      }
    }
    warnOfEnded(ended, at: call.commandSpan)
    noteStrangers(strangers, at: call.commandSpan)
    let expressions = try call[.columns]
    warnOfTimeframes(of: symbols, expressions.map(\.expression), at: call.commandSpan)
    var headings: [(name: String, expression: Expression)] = []
    for item in expressions { if let word = item.name { headings.append((try text(word), item.expression)) } }
    // Only the last bar decides, so that figures of today are known on it.
    let frame = SymbolFrame(
      symbols: symbols, example: all.first, headings: headings, decidesNow: call[.day] == nil)
    symbolRemarks = SymbolFrame.Remarks()
    let clauses = ListClauses(call)
    let listing = try listing(of: frame, clauses)
    warnOfLookAhead(
      in: expressions.map(\.expression) + [clauses.condition, clauses.key].compactMap { $0 }, on: symbols)
    let (shown, meanings, count) = try scanned(expressions, of: listing.indexes, in: frame)
    let listed = Array(listing.indexes.prefix(count))
    try keepPart(count, of: listing.indexes.count, "symbols", "the others are not listed", at: call.commandSpan)
    noteAbsentValuations()
    for symbol in symbols {
      remarkPrices(
        of: symbol.loaded.series, in: max(0, symbol.bar - symbolRemarks.reach)..<symbol.bar + 1, naming: true,
        isComputed: symbolRemarks.reach > 0)
    }
    let rows = listed.enumerated().map { row, index -> [Cell] in
      let symbol = symbols[index]
      let cells = shown.map { $0.cell(row, on: symbol.loaded.bars) }
      return [.text(symbol.loaded.name), .text(symbol.loaded.bars.label(at: symbol.bar))] + cells
    }
    let isIntraday = listed.contains { symbols[$0].loaded.bars.timeframe.isIntraday }
    var result = ScanResult(
      table: Table(
        columns: [.text("symbol"), .date(isIntraday ? "time" : "date")]
          + shown.map { ColumnText.tableColumn($0.title, $0.kind) }, rows: rows),
      scanned: symbols.count, matched: listing.matched ?? symbols.count, note: listing.note, without: without,
      of: .symbols(listed.map { (symbols[$0].loaded.series, symbols[$0].bar) }, meanings))
    if let item = expressions.first, let column = shown.first, column.kind.isNumeric {
      // The remarks are those of the bars that are listed.
      let remarks = symbolRemarks
      result.charts = try frame.lines(item.expression, of: listed, format: column.tableFormat, in: &self)
      symbolRemarks = remarks
      result.measure = column.title
    }
    result.drawsCharts = call.has(.withCharts)
    return result
  }

  /// The columns of the expressions with a value for each of some symbols, the meanings of their headings, and how many
  /// symbols they have: fewer if the user stopped the scan.
  private mutating func scanned(
    _ expressions: [NamedExpression], of indexes: [Int], in frame: SymbolFrame
  ) throws(Diagnostic) -> (shown: [ShownColumn], meanings: [String: String], count: Int) {
    var shown: [ShownColumn] = []
    var meanings: [String: String] = [:]
    var count = 0
    // Some symbols at a time have all their values.
    let places = Array(stride(from: 0, to: max(1, indexes.count), by: 16))
    for start in places {
      if count > 0, environment.monitor.isStopped { break }
      let some = Array(indexes[start..<min(start + 16, indexes.count)])
      var columns: [ShownColumn] = []
      do throws(Diagnostic) {
        for item in expressions {
          let meaning = sources.text(of: item.expression.span)
          let title = try item.name.map { word throws(Diagnostic) in try text(word) } ?? meaning
          let own = try frame.columns(item.expression, title: title, of: some, in: &self)
          for column in own { meanings[column.title] = "\(meaning)\(column.title.dropFirst(title.count))" }
          columns += own
        }
      } catch {
        guard error.code == .interrupted, count > 0 else { throw error }
        break
      }
      if shown.isEmpty {
        shown = columns
      } else {
        for index in shown.indices {
          shown[index].column = shown[index].column.appending(columns[index].column)
        }
      }
      count += some.count
    }
    return (shown, meanings, count)
  }

  /// Warns of columns of other symbols' files with look-ahead, as each symbol sees them; each finding once.
  private mutating func warnOfLookAhead(in expressions: [Expression], on symbols: [SymbolFrame.Symbol]) {
    for symbol in symbols {
      if environment.monitor.isStopped { return }
      warnOfLookAhead(in: expressions, on: symbol.loaded.series, 0..<symbol.bar + 1, isOfOthers: true)
    }
  }

  /// Notes once the symbols without figures for a valuation.
  private mutating func noteAbsentValuations() {
    var planner = makePlanner()
    planner.noteAbsent(symbolRemarks.absent)
    for note in planner.warnings { warn(note) }
  }

  private mutating func scannedSeries(_ call: CommandCall) throws(Diagnostic) -> [LoadedSeries] {
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

  /// The newest of the bars that a scan looks at.
  private mutating func newestBar(
    of symbols: [LoadedSeries], at date: Expression?
  ) throws(Diagnostic) -> (loaded: LoadedSeries, bar: Int)? {
    var newest: (loaded: LoadedSeries, bar: Int)?
    for loaded in symbols where !loaded.isMacro {
      guard let bar = try bar(of: loaded, at: date) else { continue }
      if let known = newest, known.loaded.bars.times[known.bar] >= loaded.bars.times[bar] { continue }
      newest = (loaded, bar)
    }
    return newest
  }

  /// True for a bar that is so much older than the newest that its symbol has ended: it is not of the same day.
  private func isPast(_ bar: Int, of loaded: LoadedSeries, beside newest: (loaded: LoadedSeries, bar: Int)) -> Bool {
    if loaded.isMacro || loaded.name == newest.loaded.name { return false }
    let moment = newest.loaded.bars.times[newest.bar]
    guard let limit = session.settings.staleAfter else { return loaded.series.hasEnded(after: bar, by: moment) }
    return newest.bar + 1
      - newest.loaded.bars.firstIndex(notBefore: Timestamp(milliseconds: loaded.bars.times[bar].milliseconds + 1))
      >= limit
  }

  /// Warns of bars of several lengths with expressions that count them, as 20 bars are a month of one symbol and a day
  /// of another, and of a symbol that is in use with longer bars than loaded.
  private mutating func warnOfTimeframes(
    of symbols: [SymbolFrame.Symbol], _ expressions: [Expression], at span: SourceSpan
  ) {
    var names: [Timeframe: [String]] = [:]
    for symbol in symbols { names[symbol.loaded.bars.timeframe, default: []].append(symbol.loaded.name) }
    let countsBars = expressions.contains { expression in
      switch expression {
      case .name(let name, _): !Planner.barsFieldNames.contains(name)
      case .context: false
      default: true
      }
    }
    guard countsBars else { return }
    if let active = session.active?.series, case let length = active.bars.timeframe,
      let symbol = symbols.first(where: { $0.loaded.name == active.name }), symbol.loaded.bars.timeframe != length
    {
      warn(
        Diagnostic(
          .timeframesDiffer,
          "\(active.name) is scanned on bars of \(symbol.loaded.bars.timeframe), as loaded, but is in use with \(length)",
          at: span, hints: ["`… @ \(length)` uses those of \(length)"], severity: .warning))
    }
    guard names.count > 1 else { return }
    let lengths = names.sorted { $0.key.nominalMilliseconds < $1.key.nominalMilliseconds }
      .map {
        "\($0.key) of \($0.value.count > 3 ? NumberText.counted($0.value.count, "symbol") : Wording.list($0.value))"
      }
    warn(
      Diagnostic(
        .timeframesDiffer, "the bars are of several lengths: \(lengths.joined(separator: ", "))", at: span,
        hints: ["the same number of bars covers different times; `load … timeframe 1w` makes longer bars"],
        severity: .warning))
  }

  /// Notes the symbols that a scan skips because they are not in the universe on the day of their bar.
  private mutating func noteStrangers(_ strangers: [String], at span: SourceSpan) {
    guard !strangers.isEmpty else { return }
    note(
      .notMember,
      "\(NumberText.counted(strangers.count, "symbol")) skipped, not in the universe on the day of the bar: \(strangers.joined(separator: ", "))",
      at: span)
  }

  /// Warns of the symbols that a scan skips because they have no recent bars.
  private mutating func warnOfEnded(_ ended: [String], at span: SourceSpan) {
    guard !ended.isEmpty else { return }
    let words = NumberText.counted(ended.count, "symbol")
    warn(
      Diagnostic(
        .seriesEnded, "skipped \(words) with no recent bars: \(ended.joined(separator: ", "))", at: span,
        severity: .warning))
  }
}
