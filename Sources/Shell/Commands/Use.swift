import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Presentation

extension Command {
  static let use = Command(
    CommandSyntax(
      "use",
      forms: [
        CommandSyntax.Form(
          "", [.word("series", .series)],
          clauses: [
            CommandSyntax.Clause(["timeframe"], [.word("timeframe", .timeframe)]),
            CommandSyntax.Clause(["session"], [.word("session", .any)], isReserved: true),
          ])
      ], hasResult: false),
    category: .data, summary: "Chooses the series that expressions mean, resampled where that is asked for.",
    usage: ["use NAME [timeframe TF]"],
    discussion: """
      A coarser timeframe has the first open, the highest high, the lowest low, the last close and the sum of \
      the volumes of each period; weeks begin on Monday. The last period may be unfinished.
      """,
    examples: ["use SPY timeframe 1w", "use SPY"], changesSession: true
  ) { execution, call throws(Diagnostic) in
    guard let word = call.word("series") else { return nil }
    let loaded = try execution.loadedSeries(word)
    let wanted = call.word("timeframe")
    let timeframe = try wanted.map { word throws(Diagnostic) in try execution.timeframe(word) }
    let series: Evaluation.Series
    do {
      series = try loaded.series(timeframe: timeframe)
    } catch {
      throw Diagnostic("cannot-resample", "\(error)", at: wanted?.span)
    }
    execution.session.active = ActiveSeries(
      name: loaded.name, timeframe: timeframe == loaded.bars.timeframe ? nil : timeframe, series: series)
    let bars = series.bars
    return Done(
      action: "use",
      message:
        "\(loaded.name, .name): \(NumberText.counted(bars.count, "bar")) of \("\(bars.timeframe)")\(bars.isEmpty ? "" : ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))")",
      details: [
        ("name", .string(loaded.name)), ("timeframe", .string("\(bars.timeframe)")), ("bars", .integer(bars.count)),
      ])
  }

  static let data = Command(
    CommandSyntax("data"), category: .data, summary: "Lists what is loaded, and the samples that can be.",
    usage: ["data"], examples: ["data"]
  ) { execution, _ throws(Diagnostic) in
    let session = execution.session
    var rows: [[Cell]] = []
    for (name, loaded) in session.series {
      let bars = loaded.bars
      let isActive = session.active?.name == name
      let timeframe = isActive ? session.active?.timeframe.map { "\(bars.timeframe), in use as \($0)" } : nil
      rows.append([
        .text(name + (isActive ? " *" : ""), .name), .text(loaded.isMacro ? "macro" : "bars"), .integer(bars.count),
        .text(bars.isEmpty ? "" : bars.label(at: 0)), .text(bars.isEmpty ? "" : bars.label(at: bars.count - 1)),
        .text(timeframe ?? "\(bars.timeframe)"), .text(bars.zone.identifier), .text(loaded.source.described),
        .text(loaded.findings.map(\.code.rawValue).joined(separator: ", ")),
      ])
    }
    for (ticker, fundamentals) in session.fundamentals {
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
          .text("name"), .text("kind"), .integer("bars"), .date("first"), .date("last"), .text("timeframe").wrapping,
          .text("timezone"), .text("source").wrapping, .text("findings").wrapping,
        ], rows: rows),
      notes: ["samples: \(samples.joined(separator: ", "))"])
  }
}
