import Calendar
import Columns
import Evaluation
import Filings
import JSON
import Language
import MarketData
import OrderedCollections
import Presentation
import Reports
import Research
import Text
import Workspace

extension Command {
  static let use = Command(
    CommandSyntax(
      "use",
      forms: [
        CommandSyntax.Form(
          "", [.required(.series)],
          clauses: [
            .clause("timeframe", .timeframe),
            .clause("session", .sessionHours),
          ])
      ], hasResult: false),
    category: .data, summary: "Chooses the series that expressions mean, resampled where that is asked for.",
    discussion: """
      A coarser timeframe has the first open, the highest high, the lowest low, the last close and the sum of \
      the volumes of each period; weeks begin on Monday. The last period may be unfinished. A session keeps the \
      intraday bars of its hours, and bars made of them count from its opening: `regular` is 09:30 to 16:00 in New \
      York, to 13:00 on half days, `extended` 04:00 to 20:00. Hours over midnight belong to the date on which they \
      end.
      """,
    examples: ["use SPY timeframe 1w", "use SPY"], changesSession: true
  ) { execution, call throws(Diagnostic) in
    let word = try call[.series]
    let loaded = try execution.loadedSeries(word)
    let wanted = call[.timeframe]
    let timeframe = try wanted.map { word throws(Diagnostic) in try execution.timeframe(word) }
    let session = call[.sessionHours]
    var hours = loaded.session
    if let session { hours = try execution.sessionHours(session, of: loaded.name, in: loaded.bars.zone) }
    let series: Evaluation.Series
    do throws(ResamplingError) {
      series = try loaded.series(timeframe: timeframe, session: hours)
    } catch {
      let isSession = if case .noSessions = error { true } else { false }
      throw Diagnostic(.cannotResample, "\(error)", at: isSession ? session?.span : wanted?.span)
    }
    execution.session.active = ActiveSeries(
      name: loaded.name, timeframe: timeframe == loaded.bars.timeframe ? nil : timeframe, series: series)
    let bars = series.bars
    return Done(
      action: "use",
      message:
        "\(loaded.name, .name): \(NumberText.counted(bars.count, "bar")) of \("\(bars.timeframe)")\(bars.isEmpty ? "" : ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))")\(hours.map { ", session \($0)" } ?? "")",
      details: [
        ("name", .string(loaded.name)), ("timeframe", .string("\(bars.timeframe)")), ("bars", .integer(bars.count)),
        ("session", .string(hours.map { "\($0)" })),
      ])
  }

  static let data = Command(
    CommandSyntax("data"), category: .data, summary: "Lists what is loaded, and the samples that can be.",
    examples: ["data"]
  ) { execution, _ throws(Diagnostic) in
    let session = execution.session
    var rows: [[Cell]] = []
    for (name, loaded) in session.series {
      let bars = loaded.bars
      let isActive = session.active?.name == name
      var timeframe = "\(bars.timeframe)"
      if isActive, let other = session.active?.timeframe { timeframe += ", in use as \(other)" }
      if let hours = isActive ? session.active?.series.bars.session : loaded.session {
        timeframe += ", session \(hours)"
      }
      let kind = loaded.series.publication.map { "macro, published \($0)" } ?? "bars"
      rows.append([
        .text(name + (isActive ? " *" : ""), .name), .text(kind), .integer(bars.count),
        .text(bars.isEmpty ? "" : bars.label(at: 0)), .text(bars.isEmpty ? "" : bars.label(at: bars.count - 1)),
        .text(timeframe), .text(bars.zone.identifier), .text(loaded.source.title),
        .text(loaded.findings.map(\.code.rawValue).joined(separator: ", ")),
      ])
    }
    for (ticker, fundamentals) in session.research.fundamentals {
      rows.append([
        .text(ticker, .name), .text("fundamentals"), .integer(fundamentals.years.count),
        .text(fundamentals.years.first.map { "\($0.year)" }), .text(fundamentals.years.last.map { "\($0.year)" }),
        .text("1y"), .text(""), .text(fundamentals.company), .text(""),
      ])
    }
    var seen: Set<String> = []
    let samples = Sample.all.map { $0.kind == .fundamentals ? "fundamentals \($0.name)" : $0.name }.filter {
      seen.insert($0).inserted
    }
    return TableResult(
      table: Table(
        columns: [
          .text("name"), .text("kind").wrapping, .integer("bars"), .date("first"), .date("last"),
          .text("timeframe").wrapping,
          .text("timezone"), .text("source").wrapping, .text("findings").wrapping,
        ], rows: rows),
      notes: ["samples: \(samples.joined(separator: ", "))"])
  }
}
