import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Text
import Workspace

extension Command {
  package static let use = Command(
    CommandSyntax(
      "use",
      forms: [
        CommandSyntax.Form(
          "", [.required(.series)],
          clauses: [
            .clause("timeframe", .timeframe),
            .clause("session", .sessionHours),
            .clause("adjusted for", .basis, .andDividends),
          ])
      ], hasResult: false),
    category: .data, summary: "Chooses the series that expressions use, resampled if asked.",
    discussion: """
      A coarser timeframe has the first open, the highest high, the lowest low, the last close and the sum of \
      the volumes of each period; weeks begin on Monday. The last period may be unfinished. A session keeps the \
      intraday bars of its hours, and bars made of them count from its opening: `regular` is 09:30 to 16:00 in New \
      York, to 13:00 on half days, `extended` 04:00 to 20:00. Hours over midnight belong to the date on which they \
      end. `adjusted for` takes the known splits, or splits and dividends, out of the prices, see `adjust`.
      """,
    examples: ["use SPY timeframe 1w", "use SPY"], changesSession: true
  ) { execution, call throws(Diagnostic) in
    let word = try call[.series]
    let loaded = try execution.adjusted(inUse: try execution.loadedSeries(word), call)
    let requested = call[.timeframe]
    let timeframe = try requested.map { word throws(Diagnostic) in try execution.timeframe(word) }
    let session = call[.sessionHours]
    var hours = loaded.session
    if let session { hours = try execution.sessionHours(session, of: loaded.name, loaded.bars) }
    let series: Evaluation.Series
    do throws(ResamplingError) {
      series = try loaded.series(timeframe: timeframe, session: hours)
    } catch {
      let isSession = if case .noSessions = error { true } else { false }
      throw Diagnostic(.cannotResample, "\(error)", at: isSession ? session?.span : requested?.span)
    }
    execution.session.active = ActiveSeries(
      name: loaded.name, timeframe: timeframe == loaded.bars.timeframe ? nil : timeframe, series: series)
    let bars = series.bars
    return Done(
      action: "use",
      message:
        "\(loaded.name, .name): \(NumberText.counted(bars.count, "bar")) of \("\(bars.timeframe)")\(bars.isEmpty ? "" : ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))")\(hours.map { ", session \($0)" } ?? "")\(loaded.basisText.map { ", \($0)" } ?? "")",
      details: [
        ("name", .string(loaded.name)), ("timeframe", .string("\(bars.timeframe)")), ("bars", .integer(bars.count)),
        ("session", .string(hours.map { "\($0)" })), ("adjusted", .string(loaded.basis.rawValue)),
      ])
  }

  package static let data = Command(
    CommandSyntax("data", forms: [CommandSyntax.Form("", [], clauses: .list(LoadedThing.columns.names()))]),
    category: .data, summary: "Lists the loaded data, and the samples that can be loaded.",
    discussion: """
      `where` and `sort by` know name, kind, bars, first, last, timeframe, timezone, source and findings. A star \
      marks the series in use.
      """,
    examples: ["data", "data where bars > 1000 sort by last desc"]
  ) { execution, call throws(Diagnostic) in
    let frame = ItemFrame(one: "a series", many: "series", execution.session.loadedThings, LoadedThing.columns)
    let listing = try execution.listing(of: frame, ListClauses(call))
    var seen: Set<String> = []
    let samples = Sample.all.map { $0.kind == .fundamentals ? "fundamentals \($0.name)" : $0.name }.filter {
      seen.insert($0).inserted
    }
    return TableResult(
      table: frame.table(listing), notes: listing.notes + ["samples: \(samples.joined(separator: ", "))"],
      details: listing.details)
  }
}
