import Backtesting
import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Reports
import Research
import Sourcing
import Strategies
import Workspace

/// The JSON document that a session is kept in.
///
/// It has a schema version, sorted keys and ISO 8601 times. Bars are not in it: a loaded series is named by its source
/// and the hash of its content, so that loading the session finds it again and detects changes; one that has grown also by
/// its last bar. Definitions are kept as
/// typed, which is readable and reads back exactly.
package enum SessionFile {
  /// The version of the document that this program writes, and the newest that it reads.
  ///
  /// Since 2 valuations may have parts, drivers and a scenario that they follow, and there are forecasts: a program
  /// that knows 1 alone would lose them without a word. Since 3 results keep their numbers and their inputs.
  package static let schema = 3

  /// Whether bytes are a session that this program reads: the same answer as ``document(_:)`` gives, without making the
  /// document of a file that is only written over.
  package static func isSession(_ bytes: [UInt8]) -> Bool {
    if JournalText.isJournal(bytes) { return (try? document(bytes)) != nil }
    var reader = JSONReader(bytes)
    var program: String?
    var version: Int?
    do throws(JSONError) {
      try reader.openObject()
      while let key = try reader.nextKey() {
        switch key {
        case "program": program = try reader.value().stringValue
        case "schema": version = try reader.value().intValue
        default: try reader.skip()
        }
      }
      try reader.finish()
    } catch { return false }
    return program == "tas" && version.map { $0 <= schema } ?? false
  }

  /// True if a file's bytes are a session as it would be saved there, whenever that was.
  package static func `is`(_ session: Session, _ trials: Trials, _ bytes: [UInt8], at place: SessionPlace) -> Bool {
    guard let document = try? JSONValue(parsing: bytes), let time = document["saved_at"]?.stringValue else {
      return false
    }
    return Array(json(of: session, trials, savedAt: time, at: place).prettyWrite(sortedKeys: true).utf8) == bytes
  }

  /// The document of a session.
  ///
  /// - Parameter place: the place of its file, from which sources are found again; nil for a document that is only
  ///   compared.
  package static func json(
    of session: Session, _ trials: Trials = Trials(), savedAt: String, at place: SessionPlace? = nil
  ) -> JSONValue {
    let research = session.research
    let members: [(String, JSONValue)] = [
      ("schema", .integer(schema)), ("program", "tas"), ("saved_at", .string(savedAt)),
      ("settings", .object(settings(session))),
      (
        "series",
        .array(session.series.values.map { json($0, at: place) } + session.absentSeries.values.map(\.document))
      ),
      (
        "fundamentals",
        .array((Array(research.fundamentals.keys) + session.absentFigures.keys).map { .string($0) })
      ),
      (
        "fundamentals_files",
        .object(
          research.fundamentalsFiles.map { ($0.key, json($0.value, at: place)) }
            + session.absentFigures.map { ($0.key, $0.value.document) })
      ),
      ("active", session.active.map(json) ?? session.absentActive?.document ?? .null),
      (
        "universes",
        .array(
          session.universes.map { name, universe in
            .object(
              [("name", .string(name)), ("symbols", universe.symbols.map { .strings($0) } ?? .null)]
                + MembershipFile.members(universe.membership) + MembershipFile.members(labels: universe.labels))
          })
      ),
      ("names", .array(session.names.map { json($0.value, name: $0.key) })),
      ("strategies", .array(session.strategies.map { ["name": .string($0.key), "text": .string($0.value.text)] })),
      ("results", .array(session.results.values.map { json($0, in: session) })),
      ("last_result", .string(session.lastResult)),
      ("model", session.research.model.map(json) ?? .null), ("scenarios", .array(session.research.scenarios.map(json))),
      ("forecasts", .array(session.research.forecasts.map(ForecastFile.json))),
    ]
    let streams = session.streams.filter { session.series[$0.key] != nil || session.absentSeries[$0.key] != nil }
    return .object(
      members + (streams.isEmpty ? [] : [("streams", .array(streams.map { $0.value.json(named: $0.key) }))])
        + (trials.isEmpty ? [] : [("trials", trials.json)]))
  }

  private static func json(_ file: FiguresFile, at place: SessionPlace?) -> JSONValue {
    .object(
      [("file", .string(file.path)), ("hash", .string(file.contentHash))]
        + (file.secTicker == nil ? place?.members(of: file.path) ?? [] : []))
  }

  private static func json(_ model: ModelInWork) -> JSONValue {
    .object(
      [
        ("ticker", .string(model.ticker)), ("scenario", .string(model.scenario)), ("changed", .bool(model.isChanged)),
      ] + ModelFile.members(of: model.model))
  }

  private static func settings(_ session: Session) -> [(String, JSONValue)] {
    Settings.definitions.filter {
      session.settings.changed.contains($0.name) && $0.name != Settings.keyCommandName
    }.map {
      ($0.name, .string($0.read(session.settings)))
    }
  }

  package static func json(_ active: ActiveSeries) -> JSONValue {
    [
      "name": .string(active.name), "timeframe": .string(active.timeframe.map { "\($0)" }),
      "session": word(active.series.bars),
    ]
  }

  /// A series by its request, under the word of its source, and the hash of its content.
  package static func json(_ loaded: LoadedSeries, at place: SessionPlace? = nil) -> JSONValue {
    var members: [(String, JSONValue)] = [("name", .string(loaded.name)), ("hash", .string(loaded.contentHash))]
    if let lag = loaded.published { members.append(("published", .string("\(lag)"))) }
    if let end = SeriesEnd(of: loaded) { members.append(("until", end.json)) }
    if loaded.session != nil { members.append(("session", word(loaded.bars))) }
    let request = loaded.source.request
    members.append((request.source, .string(request.name)))
    if DataSources.named(request.source)?.readsFile == true { members += place?.members(of: request.name) ?? [] }
    let options = DataSources.named(request.source)?.options ?? []
    if options.contains(.timezone) { members.append(("timezone", .string(request.timezone))) }
    for (word, value) in [
      ("clock", request.clock), ("calendar", request.calendar), ("stamped", request.stamped),
      ("repair", request.repair), ("dates", request.form.dates), ("decimals", request.form.decimals),
      ("columns", request.form.columns),
    ] {
      if let value { members.append((word, .string(value))) }
    }
    for (word, value) in [("table", request.table), ("query", request.query)] {
      if let value { members.append((word, .string(value))) }
    }
    if request.isAdjusted { members.append(("adjusted_close", true)) }
    members += ActionDocument.members(of: loaded)
    if options.contains(.timeframe) { members.append(("timeframe", .string(request.timeframe.map { "\($0)" }))) }
    if let since = request.since { members.append(("since", .string("\(since)"))) }
    if let until = request.until { members.append(("until", .string("\(until)"))) }
    if let vintage = request.vintage { members.append(("vintage", .string(vintage))) }
    return .object(members)
  }

  /// The word for the session that bars are of.
  private static func word(_ bars: Bars) -> JSONValue {
    .string(bars.session.map { $0.word(in: bars.zone, of: bars.calendar) })
  }

  static func json(_ definition: NamedDefinition, name: String) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(name)), ("kind", .string(definition.kind.rawValue)), ("text", .string(definition.text)),
    ]
    // The result of a `let` is kept as its value: recomputing it could give another one.
    if case .value(let value, let looksAhead, _) = definition.meaning {
      members += [("value", ValueFile.json(value)), ("hindsight", .bool(looksAhead))]
      if let basis = definition.basis { members.append(("basis", .string(basis))) }
      if let day = definition.barDay { members.append(("bar_day", .string("\(day)"))) }
    }
    return .object(members)
  }

  /// A backtest by its statement, its settings and its numbers; of another result its numbers by key.
  package static func json(_ result: NamedResult, in session: Session) -> JSONValue {
    if var document = result.absent?.document {
      document["name"] = .string(result.name)
      return document
    }
    if let report = result.backtest {
      return .object(
        (json(report, result).members ?? []).map { ($0.key, $0.value) } + keptMembers(of: result))
    }
    return .object(
      [
        ("name", .string(result.name)), ("kind", .string(result.kind)), ("fields", numbers(result.fields)),
        ("texts", .object(result.texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      ] + keptMembers(of: result))
  }

  /// Of a result, the parts that running it again would not give: its statement with the inputs of that, its page, its
  /// certificate, its notes (how its parameters were chosen among them); of a list of backtests the names of these.
  private static func keptMembers(of result: NamedResult) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    if let statement = result.origin.first(where: { $0.0 == "statement" }) {
      members.append(("statement", .string(statement.1)))
    }
    if let list = result.whole as? BacktestList {
      members.append(("runs", .strings(list.runs.map(\.name))))
    } else if let whole = result.whole {
      members.append(("page", (whole as? KeptPage).map { KeptPage.json($0) } ?? KeptPage.json(whole)))
    }
    if let certificate = result.backtest?.certificateFile { members.append(("certificate", certificate)) }
    if let notes = result.backtest?.notes { members.append(("notes", .strings(notes))) }
    if let inputs = result.inputs { members.append(("inputs", inputs.json)) }
    return members
  }

  private static func numbers(_ fields: [String: Double]) -> JSONValue {
    .object(fields.sorted { $0.key < $1.key }.map { ($0.key, ValueFile.json($0.value)) })
  }

  private static func json(_ report: BacktestReport, _ result: NamedResult) -> JSONValue {
    var members =
      [("name", .string(result.name))] + report.run.job.members
      + [("numbers", numbers(result.fields)), ("end_value", .number(report.performance.endValue))]
    if !report.run.choices.isEmpty { members.append(("kind", .string(result.kind))) }
    return .object(members)
  }

  private static func json(_ scenario: Scenario) -> JSONValue {
    .object(
      [
        ("id", .string(scenario.id)), ("name", .string(scenario.name)), ("ticker", .string(scenario.ticker)),
        ("saved_at", .string(scenario.savedAt)), ("created_at", .string(scenario.createdAt)),
        ("note", .string(scenario.note)),
      ] + FilingWarnings.members(of: scenario) + ModelFile.members(of: scenario.model))
  }
}
