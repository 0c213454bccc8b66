import Calendar
import Columns
import JSON
import Language
import MarketData
import Platform
import Presentation
import Reports
import Sessions
import Sourcing
import Text
import Work

/// The forms of `library`.
private enum LibraryForm: String {
  case list
  case check
}

extension Command {
  package static let library = Command(
    CommandSyntax(
      "library",
      forms: [
        CommandSyntax.Form(LibraryForm.check, [.keyword("check")]),
        CommandSyntax.Form(LibraryForm.list, [], clauses: .list(LibraryRow.columns(now: 0).names())),
      ]), category: .data, summary: "Lists the data kept from providers, or checks them.",
    discussion: """
      The library is one file, `library.sqlite` in `$XDG_DATA_HOME/tas`, else `~/.local/share/tas`, which all running \
      programs share. A load takes the bars it has, asks the provider for newer ones if they are older than \
      `set fresh` (an hour), and for the rest; if the provider does not answer, the kept bars are used and their age said. \
      `library check` looks at each series for gaps, impossible prices and changes like splits, and compares series of one \
      symbol from several providers with each other if their prices are of one kind. `refresh` asks for newer bars at once, `forget` removes series; loaded bars go to a file with `show open, high, low, close, volume to "FILE.csv"`.
      """,
    examples: ["library"]
  ) { execution, call throws(Diagnostic) in
    guard let kept = KeptThings(execution.sourceEnvironment) else {
      return TableResult(table: Table(columns: [.text("series")], rows: []), notes: ["nothing is kept here"])
    }
    let (series, documents): ([KeptSeries], [KeptDocument])
    do throws(MarketDataError) {
      (series, documents) = (try kept.series(), try kept.documents())
      if call.form == LibraryForm.check.rawValue { return try execution.check(series, in: kept) }
    } catch {
      throw execution.diagnostic(error, at: call.commandSpan)
    }
    let now = execution.environment.clock.now()
    let rows = series.map { LibraryRow($0) } + documents.map { LibraryRow($0) }
    let frame = ItemFrame(one: "a series", many: "series", rows, LibraryRow.columns(now: now))
    let listing = try execution.listing(of: frame, ListClauses(call))
    let size = NumberText.grouped(rows.map(\.bytes).reduce(0, +) >> 10)
    return TableResult(
      table: frame.table(listing),
      notes: rows.isEmpty
        ? ["nothing is kept yet: `load … from` a provider keeps what it loads"]
        : listing.notes + ["\(size) KB in \(kept.library.path)"], details: listing.details)
  }

  package static let refresh = Command(
    CommandSyntax(
      "refresh",
      forms: [CommandSyntax.Form("", [.optional(role: .keptSymbols)], clauses: [.clause("from", .provider)])],
      hasResult: false), category: .data, summary: "Asks providers for newer bars of the kept series.",
    discussion: """
      Without symbols all series are refreshed. Series that are loaded stay as they are until they are loaded again: no \
      number of the session changes by itself.
      """,
    examples: ["refresh"]
  ) { execution, call throws(Diagnostic) in
    let kept = try execution.keptThings(call)
    let chosen = try execution.keptSeries(call, in: kept)
    var lines: [String] = []
    var failures = 0
    for series in chosen where series.key.source != StoredBars.word {
      do throws(MarketDataError) {
        let loaded = try kept.refreshed(series)
        let now = try kept.library(series)
        lines.append("\(series.title): \(NumberText.counted(now - series.bars, "new bar"))")
        if let finding = loaded.findings.first(where: { $0.code == .keptBars }) {
          execution.note(code: Diagnostic.Code(engine: finding.code.name), "\(series.title): \(finding.message)")
          failures += 1
        }
      } catch {
        if error.code == .interrupted { throw execution.diagnostic(error, at: call.commandSpan) }
        execution.note(code: Diagnostic.Code(engine: error.code.name), "\(series.title): \(error.message)")
        failures += 1
      }
    }
    return Done(
      action: "refresh",
      message: StyledText(lines.isEmpty ? "there is nothing to refresh" : lines.joined(separator: "; ")),
      details: [("series", .integer(chosen.count)), ("failed", .integer(failures))])
  }

  package static let forget = Command(
    CommandSyntax(
      "forget", forms: [CommandSyntax.Form("", [.required(.members)], clauses: [.clause("from", .provider)])],
      hasResult: false), category: .data, summary: "Removes symbols from the library.",
    discussion: "`forget all` empties it. Series that are loaded stay in the session.",
    examples: ["forget AAPL", "forget AAPL from yahoo"]
  ) { execution, call throws(Diagnostic) in
    let kept = try execution.keptThings(call)
    let source = try call[.provider].map { word throws(Diagnostic) in try execution.text(word) }
    var count = 0
    for word in try call[.members] {
      let name = try execution.text(word)
      do throws(MarketDataError) {
        let forgotten = try kept.forget(symbol: name == "all" ? nil : name, source: source)
        guard forgotten > 0 || name == "all" else {
          throw MarketDataError(
            .libraryFault, file: name, found: name, message: "nothing is kept of `\(name)`",
            candidates: try kept.series().map(\.key.symbol))
        }
        count += forgotten
      } catch {
        throw execution.diagnostic(error, at: word.span)
      }
    }
    return Done(
      action: "forget", message: StyledText("\(NumberText.counted(count, "series", "series")) forgotten"),
      details: [("series", .integer(count))])
  }
}

/// A row of `library`.
private struct LibraryRow: Sendable {
  var name: String
  var source: String
  var timeframe: String
  var first: Int64?
  var last: Int64?
  var bars: Int
  var fetched: Int64
  var bytes: Int

  init(_ series: KeptSeries) {
    (name, source, timeframe) = (series.key.symbol, series.key.source, series.key.timeframe)
    if !series.key.variant.isEmpty { timeframe += (timeframe.isEmpty ? "" : " ") + series.key.variant }
    if series.bars > 0 { (first, last) = (series.first, series.last) }
    (bars, fetched, bytes) = (series.bars, series.fetched, series.bytes)
  }

  init(_ document: KeptDocument) {
    (name, source, timeframe) = (document.name, document.source, "document")
    (bars, fetched, bytes) = (0, document.fetched, document.bytes)
  }

  static func columns(now: Int64) -> [Field<LibraryRow>] {
    @Sendable func day(_ time: Int64?) -> String {
      time.map { "\(Zone.utc.civilTime(at: Timestamp(milliseconds: $0)).date)" } ?? ""
    }
    return [
      .text(.text("symbol", .name)) { $0.name }, .text(.text("source")) { $0.source },
      .text(.text("timeframe")) { $0.timeframe }, .integer(.integer("bars")) { $0.bars },
      .date(.date("first"), label: { day($0.first) }, { $0.first.map { Timestamp(milliseconds: $0) } }),
      .date(.date("last"), label: { day($0.last) }, { $0.last.map { Timestamp(milliseconds: $0) } }),
      .text(.text("updated")) { Age.text(seconds: (now - $0.fetched) / 1000) },
      .integer(.integer("bytes")) { $0.bytes },
    ]
  }
}

extension KeptSeries {
  /// The series in messages: `AAPL 1d of polygon`.
  fileprivate var title: String {
    let parts = [key.symbol, key.timeframe, key.variant].filter { !$0.isEmpty }
    return parts.joined(separator: " ") + " of \(key.source)"
  }
}

extension KeptThings {
  /// The number of bars that a series has now.
  fileprivate func library(_ series: KeptSeries) throws(MarketDataError) -> Int {
    try self.series().first { $0.key == series.key }?.bars ?? 0
  }
}

extension Execution {
  fileprivate func keptThings(_ call: CommandCall) throws(Diagnostic) -> KeptThings {
    guard let kept = KeptThings(sourceEnvironment) else {
      throw diagnostic(
        MarketDataError(.libraryFault, file: "", message: "nothing is kept here"), at: call.commandSpan)
    }
    return kept
  }

  /// The series of the symbols and the provider of a call; without symbols all.
  fileprivate mutating func keptSeries(
    _ call: CommandCall, in kept: KeptThings
  ) throws(Diagnostic) -> [KeptSeries] {
    let source = try call[.provider].map { word throws(Diagnostic) in try text(word) }
    let all: [KeptSeries]
    do throws(MarketDataError) { all = try kept.series() } catch { throw diagnostic(error, at: call.commandSpan) }
    let ofSource = all.filter { source == nil || $0.key.source == source }
    guard let words = call[.keptSymbols] else { return ofSource }
    var chosen: [KeptSeries] = []
    for word in words {
      let name = try text(word)
      let found = ofSource.filter { $0.key.symbol == name }
      guard !found.isEmpty else {
        throw diagnostic(
          MarketDataError(
            .libraryFault, file: name, found: name, message: "nothing is kept of `\(name)`",
            candidates: all.map(\.key.symbol)), at: word.span)
      }
      chosen += found
    }
    return chosen
  }

  /// The irregularities in the series of the library.
  fileprivate func check(
    _ series: [KeptSeries], in kept: KeptThings
  ) throws(MarketDataError) -> any StatementResult {
    var rows: [[Cell]] = []
    var loaded: [(series: KeptSeries, bars: Bars, basis: BarBatch.Basis?)] = []
    func add(_ series: KeptSeries, _ code: String, _ text: String) {
      rows.append([
        .text(StyledText(series.key.symbol, .name)), .text(series.key.source), .text(series.key.timeframe), .text(code),
        .text(text),
      ])
    }
    for series in series {
      if environment.monitor.isStopped { throw MarketDataError(.interrupted, file: "", message: "interrupted") }
      if !series.isWhole {
        add(
          series, "partial", "the load was stopped before its last page; the next one continues from \(series.through)")
      }
      do throws(MarketDataError) {
        let read = try kept.loaded(series)
        for finding in read.findings where ![.revisedValues, .keptBars].contains(finding.code) {
          add(series, finding.code.name, finding.message)
        }
        loaded.append((series, read.bars, kept.basis(of: series)))
      } catch {
        add(series, error.code.name, error.message)
      }
    }
    for (index, first) in loaded.enumerated() {
      // Prices as traded and adjusted ones are others by right.
      for second in loaded[(index + 1)...]
      where first.basis == second.basis && second.series.key.symbol == first.series.key.symbol
        && second.series.key.timeframe == first.series.key.timeframe
        && second.series.key.source != first.series.key.source
      {
        guard let gap = Disagreement(first.bars, second.bars) else { continue }
        let day = first.bars.zone.civilTime(at: gap.worst).date
        add(
          first.series, "sources-differ",
          "\(second.series.key.source) has other closes on \(NumberText.grouped(gap.different)) of \(NumberText.grouped(gap.common)) bars, by \(NumberText.percent(gap.difference)) on \(day)"
        )
      }
    }
    return TableResult(
      table: Table(
        columns: [
          .text("symbol", .name), .text("source"), .text("timeframe"), .text("finding"), .text("meaning").wrapping,
        ], rows: rows),
      notes: [
        rows.isEmpty
          ? "\(NumberText.counted(series.count, "series", "series")) checked, nothing found"
          : "\(NumberText.counted(series.count, "series", "series")) checked"
      ],
      details: [("series", .integer(series.count))])
  }
}
