import Backtesting
import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Presentation
import Reports
import Research
import Sourcing
import Strategies
import Text
import Valuation
import Work
import Workspace

extension SessionFile {
  /// A session that was read, with remarks for its reader.
  package struct Reading {
    package var session: Session
    /// Sources that are missing or have changed, parts that cannot be read, results that would be others now.
    package var findings: [SessionFinding]
    /// False if a part was left out because it cannot be read.
    package var isWhole: Bool
    /// The trials that the session had counted.
    package var trials = Trials()
    /// The results that were computed again, compared with their kept numbers.
    package var replayed: [ReplayReport.Line] = []
    /// The time and the folder of a session that was kept by itself, in words; nil for one of a file.
    package var origin: String?
  }

  /// Reads a session; a part that cannot be read is left out with a finding, and so is a source that is missing.
  ///
  /// - Throws: if the bytes are not a session, or one of a later version.
  package static func session(
    _ bytes: [UInt8], at place: SessionPlace?, environment: Environment, columns: ColumnBudget = ColumnBudget(),
    sources: inout SourceMap
  ) throws(SessionFileError) -> Reading {
    var journal: JournalText.Reading?
    if JournalText.isJournal(bytes) { journal = try JournalText.read(bytes) }
    let json: JSONValue
    if let journal {
      json = journal.document
    } else {
      let monitor = environment.monitor
      json = try document(bytes, isStopped: { monitor.isStopped })
    }
    var reader = Reader(
      environment: environment, columns: columns, place: place, occasion: "the session was saved", sources: sources)
    reader.read(json)
    reader.tellMoves()
    if let line = journal?.damagedLine {
      reader.isWhole = false
      reader.findings.append(
        SessionFinding(
          code: .damagedEntry,
          message: "line \(line) of the session's journal cannot be read: the session is as before that line"))
    }
    sources = reader.sources
    return Reading(
      session: reader.session, findings: reader.findings, isWhole: reader.isWhole,
      trials: Trials(reading: json["trials"]), replayed: reader.replayed, origin: journal?.origin)
  }

  /// The document of bytes that are a session which this program reads.
  package static func document(
    _ bytes: [UInt8], isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(SessionFileError) -> JSONValue {
    if JournalText.isJournal(bytes) { return try JournalText.read(bytes).document }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes, isStopped: isStopped)
    } catch {
      throw SessionFileError(code: "damaged-session", message: "the session is damaged: \(error)")
    }
    guard let version = json["schema"]?.intValue, json["program"]?.stringValue == "tas" else {
      throw SessionFileError(code: "damaged-session", message: "this is not a session of tas: it has no schema")
    }
    guard version <= schema else {
      throw SessionFileError(
        code: "newer-session", message: "the session has schema \(version), but this tas reads up to \(schema)",
        hint: "a newer tas wrote it")
    }
    return json
  }

  /// A former session of the history, with the parts that were released.
  ///
  /// A part that another session also has is taken from there; other series are loaded from their source.
  package static func session(
    of snapshot: SessionSnapshot, besides other: Session, environment: Environment, columns: ColumnBudget,
    sources: inout SourceMap
  ) throws(SessionFileError) -> Reading {
    guard let released = snapshot.released else {
      return Reading(session: snapshot.session, findings: [], isWhole: true)
    }
    var reader = Reader(
      environment: environment, columns: columns, place: nil, occasion: "it was loaded: it is as in the file now",
      sources: sources, session: snapshot.session)
    for name in released.seriesOrder {
      if let document = released.series[name] {
        if let same = other.series[name], json(same) == document {
          reader.session.series[name] = same
        } else {
          reader.session.series[name] = try reader.series(document)
        }
      }
      // A series put in again goes to the end, so all end up in order.
      if let loaded = reader.session.series.removeValue(forKey: name) { reader.session.series[name] = loaded }
    }
    if let active = released.active { try reader.readActive(active) }
    for name in released.resultOrder {
      if let document = released.results[name] {
        if let same = other.results[name], json(same, in: other) == document {
          reader.session.results[name] = same
        } else {
          try reader.readResult(document)
        }
      }
      if let result = reader.session.results.removeValue(forKey: name) { reader.session.results[name] = result }
    }
    reader.joinLists()
    reader.session.lastResult = snapshot.session.lastResult
    sources = reader.sources
    return Reading(session: reader.session, findings: reader.findings, isWhole: true)
  }

  /// Reads the parts of a session's document, one by one.
  package struct Reader {
    package let environment: Environment
    package let columns: ColumnBudget
    /// The place of the session's file; nil for a document that is not a file.
    package let place: SessionPlace?
    /// The moment since which a source may have changed, in words.
    package let occasion: String
    package var sources: SourceMap
    package var session = Session()
    package var findings: [SessionFinding] = []
    /// The companies whose figures are others than those that the session was saved with.
    package var changedFigures: [String] = []
    package var isWhole = true
    /// The results that were computed again, compared with their kept numbers.
    package var replayed: [ReplayReport.Line] = []
    /// The names of the backtests of each list of backtests.
    package var lists: [String: [String]] = [:]

    package init(
      environment: Environment, columns: ColumnBudget, place: SessionPlace?, occasion: String, sources: SourceMap,
      session: Session = Session()
    ) {
      self.environment = environment
      self.columns = columns
      self.place = place
      self.occasion = occasion
      self.sources = sources
      self.session = session
    }

    package mutating func read(_ json: JSONValue) {
      if let settings = json["settings"] {
        if settings.members == nil { part { _ throws(SessionFileError) in throw .damaged("the list `settings`") } }
        for member in settings.members ?? [] {
          part { reader throws(SessionFileError) in try reader.readSetting(member) }
        }
      }
      parts(json, "series") { reader, item throws(SessionFileError) in try reader.readSeries(item) }
      parts(json, "fundamentals") { reader, item throws(SessionFileError) in
        try reader.readFundamentals(item, files: json["fundamentals_files"])
      }
      parts(json, "streams") { reader, item throws(SessionFileError) in
        guard let name = item["name"]?.stringValue, let stream = StreamedSeries(item) else {
          throw .damaged("a stream")
        }
        reader.session.streams[name] = stream
      }
      part { reader throws(SessionFileError) in try reader.readActive(json["active"] ?? .null) }
      parts(json, "universes") { reader, item throws(SessionFileError) in try reader.readUniverse(item) }
      parts(json, "names") { reader, item throws(SessionFileError) in
        let (name, definition) = try reader.definition(item)
        reader.session.names[name] = definition
      }
      parts(json, "strategies") { reader, item throws(SessionFileError) in try reader.readStrategy(item) }
      parts(json, "scenarios") { reader, item throws(SessionFileError) in try reader.readScenario(item) }
      detachOrphans()
      parts(json, "forecasts") { reader, item throws(SessionFileError) in
        guard let forecast = ForecastFile.forecast(item) else { throw .damaged("a forecast") }
        reader.session.research.forecasts.append(forecast)
      }
      part { reader throws(SessionFileError) in try reader.readModel(json["model"] ?? .null) }
      parts(json, "results") { reader, item throws(SessionFileError) in try reader.readResult(item) }
      joinLists()
      part { reader throws(SessionFileError) in
        guard let last = json["last_result"], !last.isNull else { return }
        guard let name = last.stringValue else { throw .damaged("the name of the last result") }
        if reader.session.results[name] != nil { reader.session.lastResult = name }
      }
    }

    /// Reads a part; if that fails, the rest is unchanged and there is a finding.
    private mutating func part(_ read: (inout Reader) throws(SessionFileError) -> Void) {
      if environment.monitor.isStopped { return }
      // The texts move along: to copy them for each part would take time by the square of their number, and nothing
      // points at those of a part that fails.
      let texts = sources
      sources = SourceMap()
      var attempt = self
      attempt.sources = consume texts
      do throws(SessionFileError) {
        try read(&attempt)
        self = attempt
      } catch {
        sources = attempt.sources
        isWhole = false
        findings.append(
          SessionFinding(
            code: .damagedEntry,
            message: "\(error.message)\(error.message.hasSuffix("cannot be read") ? " and is left out" : ": left out")")
        )
      }
    }

    private mutating func parts(
      _ json: JSONValue, _ key: String, _ read: (inout Reader, JSONValue) throws(SessionFileError) -> Void
    ) {
      guard let list = json[key] else { return }
      guard let items = list.elements else {
        return part { _ throws(SessionFileError) in throw .damaged("the list `\(key)`") }
      }
      for item in items { part { reader throws(SessionFileError) in try read(&reader, item) } }
    }

    /// Scenarios whose parent cannot be read are detached with their assumptions.
    private mutating func detachOrphans() {
      while let index = session.research.scenarios.firstIndex(where: { !session.research.isRooted($0) }) {
        let scenario = session.research.scenarios[index]
        session.research.scenarios[index].model = .plain(scenario.assumptions, inheriting: nil)
        isWhole = false
        findings.append(
          SessionFinding(
            code: .damagedEntry,
            message:
              "the parent of scenario `\(scenario.name)` cannot be read; "
              + "`\(scenario.name)` was detached, its value is unchanged"
          ))
      }
    }

    private mutating func readModel(_ json: JSONValue) throws(SessionFileError) {
      guard !json.isNull else { return }
      guard let ticker = json["ticker"]?.stringValue else { throw .damaged("the open valuation") }
      session.research.model = ModelInWork(
        ticker: ticker, scenario: json["scenario"]?.stringValue, isChanged: json["changed"]?.boolValue ?? false,
        try valuationModel(json, of: "the open valuation"))
    }

    private mutating func readSetting(_ member: JSONValue.Member) throws(SessionFileError) {
      // A file from anywhere does not say which program is run for keys.
      if member.key == Settings.keyCommandName { return }
      guard let definition = Settings.definition(named: member.key), let text = member.value.stringValue,
        definition.write(text: text, into: &session.settings)
      else { throw .damaged("the setting `\(member.key)`") }
      session.settings.changed.insert(member.key)
    }

    /// Reads a series; one whose source is not there is kept as absent.
    private mutating func readSeries(_ json: JSONValue) throws(SessionFileError) {
      guard let name = json["name"]?.stringValue else { throw .damaged("a series") }
      do throws(SessionFileError) {
        session.series[name] = try series(json)
      } catch {
        guard error.code != DiagnosticCode.damagedEntry.name else { throw error }
        session.absentSeries[name] = AbsentSource(document: json, reason: error.message)
        findings.append(SessionFinding(code: .sourceMissing, message: "\(name) is not loaded: \(error.message)"))
      }
    }

    /// The series of a document, loaded from its source.
    ///
    /// - Throws: `damaged-entry` if the document cannot be read, else the reason for missing bars.
    package mutating func series(_ json: JSONValue) throws(SessionFileError) -> LoadedSeries {
      guard let name = json["name"]?.stringValue else { throw .damaged("a series") }
      guard let word = DataSources.all.lazy.map({ $0.word }).first(where: { json[$0]?.stringValue != nil }),
        let asked = json[word]?.stringValue
      else { throw .damaged("the source of \(name)") }
      let hash = json["hash"]?.stringValue
      var paths = [asked]
      if DataSources.named(word)?.readsFile == true, let place { paths = place.candidates(typed: asked, in: json) }
      // A session refers to the bars that it had, so the library's bars are used at any age.
      var kept = environment
      kept.freshness = .infinity
      var found: (source: any BarSource, bars: LoadedBars)?
      var failure: SessionFileError?
      for path in paths where found == nil || found?.bars.contentHash != hash {
        var request = BarRequest(
          word, path, timezone: json["timezone"]?.stringValue,
          timeframe: json["timeframe"]?.stringValue.flatMap { Timeframe($0) })
        request.clock = json["clock"]?.stringValue
        request.calendar = json["calendar"]?.stringValue
        request.stamped = json["stamped"]?.stringValue
        request.repair = json["repair"]?.stringValue
        request.form = FileForm(
          dates: json["dates"]?.stringValue, decimals: json["decimals"]?.stringValue,
          columns: json["columns"]?.stringValue)
        request.isAdjusted = json["adjusted_close"]?.boolValue == true
        request.since = json["since"]?.stringValue.flatMap { CivilDate(iso8601: $0) }
        request.until = json["until"]?.stringValue.flatMap { CivilDate(iso8601: $0) }
        request.vintage = json["vintage"]?.stringValue
        (request.table, request.query) = (json["table"]?.stringValue, json["query"]?.stringValue)
        do throws(MarketDataError) {
          let source = try DataSources.source(for: request)
          let bars = try source.load(in: kept)
          if found == nil || bars.contentHash == hash { found = (source, bars) }
        } catch {
          let message = error.message.trimmedStop
          failure =
            failure
            ?? SessionFileError(
              code: error.code.name, message: error.namesFile ? "\(path): \(message)" : message, hint: error.hint)
        }
      }
      guard let (source, bars) = found else { throw failure ?? .damaged("the source of \(name)") }
      let published = try json["published"]?.stringValue.map { text throws(SessionFileError) in try lag(text, of: name)
      }
      let session = try hours(json["session"], bars.bars, of: name)
      guard
        let loaded = try? LoadedSeries(
          bars, name: name, source: source, published: published, session: session, columns: columns)
      else { throw .damaged("the series \(name)") }
      guard var adjusted = ActionDocument.adjusted(loaded, by: json, columns: columns) else {
        throw .damaged("the splits and dividends of \(name)")
      }
      if let end = SeriesEnd(reading: json["until"]), let hash {
        if end.isKept(in: loaded) {
          adjusted = adjusted.grown(from: end.loaded, contentHash: hash)
        } else if hash == loaded.contentHash, loaded.unadjusted.count < end.bars {
          let missing = NumberText.counted(end.bars - loaded.unadjusted.count, "bar")
          findings.append(
            SessionFinding(
              code: .sourceChanged,
              message: "\(source.title) is without the last \(missing) that \(name) had, to \(end.last)"))
        }
      }
      if let hash, hash != adjusted.contentHash {
        findings.append(
          SessionFinding(code: .sourceChanged, message: "\(source.title) has changed since \(occasion)"))
      }
      return adjusted
    }

    /// The lag that was written as `10d`.
    private func lag(_ text: String, of name: String) throws(SessionFileError) -> PublicationLag {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      guard let count = Int(digits),
        let unit = Timeframe.Unit.allCases.first(where: { $0.suffix == text.dropFirst(digits.count) })
      else { throw .damaged("the publication lag of \(name)") }
      return PublicationLag(count, unit)
    }

    /// The hours of a session that was written as its word.
    package func hours(_ json: JSONValue?, _ bars: Bars, of name: String) throws(SessionFileError) -> SessionHours? {
      guard let word = json?.stringValue else { return nil }
      guard let hours = SessionHours(word, in: bars.zone, of: bars.calendar) else {
        throw .damaged("the session of \(name)")
      }
      return hours
    }

    package mutating func readActive(_ json: JSONValue) throws(SessionFileError) {
      guard !json.isNull else { return }
      guard let name = json["name"]?.stringValue else { throw .damaged("the series in use") }
      guard let loaded = session.series[name] else {
        if let absent = session.absentSeries[name] {
          session.absentActive = AbsentSource(document: json, reason: absent.reason)
        }
        return
      }
      let timeframe = json["timeframe"]?.stringValue.flatMap { Timeframe($0) }
      let hours = try hours(json["session"], loaded.bars, of: name)
      guard let series = try? loaded.series(timeframe: timeframe, session: hours) else {
        throw .damaged("the timeframe in use")
      }
      session.active = ActiveSeries(name: name, timeframe: timeframe, series: series)
    }

    private mutating func readUniverse(_ json: JSONValue) throws(SessionFileError) {
      guard let name = json["name"]?.stringValue, let symbols = json["symbols"],
        symbols.isNull || symbols.elements?.allSatisfy({ $0.stringValue != nil }) == true
      else { throw .damaged("a universe") }
      guard let membership = MembershipFile.bySymbol(json["membership"]) else {
        throw .damaged("the universe `\(name)`")
      }
      session.universes[name] = Universe(
        symbols: symbols.elements?.compactMap(\.stringValue), membership: membership,
        labels: MembershipFile.labels(json["labels"]))
    }

    /// The definition of a document: of a name of the session, or of one that a backtest used.
    package mutating func definition(_ json: JSONValue) throws(SessionFileError) -> (name: String, NamedDefinition) {
      guard let name = json["name"]?.stringValue, let text = json["text"]?.stringValue,
        let kind = json["kind"]?.stringValue.flatMap(Definition.Kind.init(rawValue:))
      else { throw .damaged("a name") }
      guard case .definition(let definition)? = statement(text)?.kind, definition.name == name else {
        throw .damaged("the name `\(name)`")
      }
      let meaning: Names.Meaning
      if kind == .indicator {
        meaning = .indicator(definition)
      } else {
        guard let value = json["value"].flatMap(ValueFile.value) else { throw .damaged("the value of `\(name)`") }
        meaning = .value(value, looksAhead: json["hindsight"]?.boolValue ?? false, definition.nameSpan)
      }
      return (
        name,
        NamedDefinition(
          meaning: meaning, kind: kind, text: text, uses: kind == .indicator ? definition.uses : [],
          basis: json["basis"]?.stringValue,
          barDay: json["bar_day"]?.stringValue.flatMap { CivilDate(iso8601: $0) })
      )
    }

    private mutating func readStrategy(_ json: JSONValue) throws(SessionFileError) {
      guard let name = json["name"]?.stringValue, let text = json["text"]?.stringValue,
        case .strategy(let definition)? = statement(text)?.kind
      else { throw .damaged("a strategy") }
      session.strategies[name] = NamedStrategy(definition: definition, text: text)
    }

    package mutating func statement(_ text: String) -> Statement? {
      let source = sources.add(name: "session", text: text)
      var parser = Parser(source: source, text: text, commands: [])
      return try? parser.next()
    }

    private mutating func readScenario(_ json: JSONValue) throws(SessionFileError) {
      guard let id = json["id"]?.stringValue, let name = json["name"]?.stringValue,
        let ticker = json["ticker"]?.stringValue,
        let savedAt = json["saved_at"]?.stringValue
      else { throw .damaged("a scenario") }
      var scenario = Scenario(
        id: id, name: name, ticker: ticker, model: try valuationModel(json, of: "the scenario `\(name)`"),
        savedAt: savedAt, createdAt: json["created_at"]?.stringValue, note: json["note"]?.stringValue)
      scenario.filingWarnings = FilingWarnings.read(json)
      session.research.scenarios.append(scenario)
    }

    /// The model of a valuation.
    private func valuationModel(_ json: JSONValue, of title: String) throws(SessionFileError) -> ValuationModel {
      do throws(ModelFile.Problem) { return try ModelFile.model(json) } catch {
        switch error {
        case .assumptions: throw .damaged(title)
        case .inherits: throw .damaged("what \(title) follows")
        case .drivers: throw .damaged("a driver model")
        }
      }
    }
  }
}
