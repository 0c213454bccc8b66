import Backtesting
import Calendar
import Columns
import Evaluation
import Filings
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Presentation
import Reports
import Research
import Strategies
import Valuation
import Workspace

/// The reason for which a session is not read.
struct SessionFileError: Error {
  var code: String
  var message: String
  var hint: String?
}

extension SessionFile {
  /// A session that was read, and notes for its reader: sources that changed.
  struct Reading {
    var session: Session
    var notes: [String]
  }

  /// Reads a session; it is read whole or refused.
  static func session(
    _ bytes: [UInt8], environment: Environment, columns: ColumnBudget = ColumnBudget(), sources: inout SourceMap
  ) throws(SessionFileError) -> Reading {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw SessionFileError(code: "damaged-session", message: "the session is damaged: \(error)")
    }
    guard let version = json["schema"]?.intValue, json["program"]?.stringValue == "tas" else {
      throw SessionFileError(code: "damaged-session", message: "this is not a session of tas: it has no schema")
    }
    guard version <= schema else {
      throw SessionFileError(
        code: "newer-session", message: "the session has schema \(version), and this tas reads up to \(schema)",
        hint: "a newer tas wrote it")
    }
    var reader = Reader(
      environment: environment, columns: columns, occasion: "the session was saved", sources: sources)
    try reader.read(json)
    sources = reader.sources
    return Reading(session: reader.session, notes: reader.notes)
  }

  /// A session of the history as it was, with the parts that were released.
  ///
  /// A part that another session has as well is taken from there; other series are loaded from their source.
  static func session(
    of snapshot: SessionSnapshot, besides other: Session, environment: Environment, columns: ColumnBudget,
    sources: inout SourceMap
  ) throws(SessionFileError) -> Reading {
    guard let released = snapshot.released else { return Reading(session: snapshot.session, notes: []) }
    var reader = Reader(
      environment: environment, columns: columns, occasion: "it was loaded: it stands as it is now", sources: sources,
      session: snapshot.session)
    for name in released.seriesOrder {
      if let document = released.series[name] {
        if let same = other.series[name], json(same) == document {
          reader.session.series[name] = same
        } else {
          try reader.readSeries(document)
        }
      }
      // A series put in again stands at the end: so all come to stand in order.
      if let loaded = reader.session.series.removeValue(forKey: name) { reader.session.series[name] = loaded }
    }
    if let active = released.active { try reader.readActive(active) }
    for name in released.resultOrder {
      if let document = released.results[name] {
        if let same = other.results[name], json(same) == document {
          reader.session.results[name] = same
        } else {
          try reader.readResult(document)
        }
      }
      if let result = reader.session.results.removeValue(forKey: name) { reader.session.results[name] = result }
    }
    reader.session.lastResult = snapshot.session.lastResult
    sources = reader.sources
    return Reading(session: reader.session, notes: reader.notes)
  }

  fileprivate struct Reader {
    let environment: Environment
    let columns: ColumnBudget
    /// The moment since which a source may have changed, in words.
    let occasion: String
    var sources: SourceMap
    var session = Session()
    var notes: [String] = []

    mutating func read(_ json: JSONValue) throws(SessionFileError) {
      for member in json["settings"]?.members ?? [] { try readSetting(member) }
      for item in json["series"]?.elements ?? [] { try readSeries(item) }
      for item in json["fundamentals"]?.elements ?? [] { readFundamentals(item, files: json["fundamentals_files"]) }
      try readActive(json["active"] ?? .null)
      for item in json["universes"]?.elements ?? [] { try readUniverse(item) }
      for item in json["names"]?.elements ?? [] { try readName(item) }
      for item in json["strategies"]?.elements ?? [] { try readStrategy(item) }
      for item in json["scenarios"]?.elements ?? [] { try readScenario(item) }
      if let broken = session.research.scenarios.first(where: { !session.research.isRooted($0) }) {
        throw damaged("what the scenario `\(broken.name)` follows")
      }
      for item in json["forecasts"]?.elements ?? [] {
        guard let forecast = ForecastFile.forecast(item) else { throw damaged("a forecast") }
        session.research.forecasts.append(forecast)
      }
      if let model = json["model"], !model.isNull {
        guard let ticker = model["ticker"]?.stringValue else { throw damaged("the valuation in work") }
        session.research.model = ModelInWork(
          ticker: ticker, scenario: model["scenario"]?.stringValue, isChanged: model["changed"]?.boolValue ?? false,
          try valuationModel(model, of: "the valuation in work"))
      }
      for item in json["results"]?.elements ?? [] { try readResult(item) }
      if let last = json["last_result"]?.stringValue, session.results[last] != nil { session.lastResult = last }
    }

    private func damaged(_ what: String) -> SessionFileError {
      SessionFileError(code: "damaged-session", message: "the session is damaged: \(what) cannot be read")
    }

    private mutating func readSetting(_ member: JSONValue.Member) throws(SessionFileError) {
      guard let definition = Settings.definition(named: member.key), let text = member.value.stringValue,
        write(text, to: definition, &session.settings)
      else { throw damaged("the setting `\(member.key)`") }
      session.settings.changed.insert(member.key)
    }

    private func write(
      _ text: String, to definition: Settings.Definition, _ settings: inout Settings
    ) -> Bool {
      if definition.write(&settings, .word(text)) { return true }
      let isRate = text.hasSuffix("%")
      let digits = isRate ? String(text.dropLast()) : text
      let number = NumberLiteral(digits: digits, suffix: isRate ? .percent : .none).value
      return definition.write(&settings, .number(number, isRate: isRate))
    }

    mutating func readSeries(_ json: JSONValue) throws(SessionFileError) {
      guard let name = json["name"]?.stringValue else { throw damaged("a series") }
      guard let word = BarSources.all.lazy.map({ $0.word }).first(where: { json[$0]?.stringValue != nil }),
        let asked = json[word]?.stringValue
      else { throw damaged("the source of \(name)") }
      let request = BarRequest(
        word, asked, timezone: json["timezone"]?.stringValue,
        timeframe: json["timeframe"]?.stringValue.flatMap { Timeframe($0) })
      let source: any BarSource
      let bars: LoadedBars
      do throws(MarketDataError) {
        source = try BarSources.source(for: request)
        bars = try source.load(in: environment)
      } catch {
        throw SessionFileError(
          code: error.code.rawValue, message: "the session's series \(name): \(error.message)", hint: error.hint)
      }
      let published = try json["published"]?.stringValue.map { text throws(SessionFileError) in try lag(text, of: name)
      }
      let session = try hours(json["session"], bars.bars.zone, of: name)
      guard
        let loaded = try? LoadedSeries(
          bars, name: name, source: source, published: published, session: session, columns: columns)
      else { throw damaged("the series \(name)") }
      if let hash = json["hash"]?.stringValue, hash != loaded.contentHash {
        notes.append("\(source.title) has changed since \(occasion)")
      }
      self.session.series[name] = loaded
    }

    /// The lag that was written as `10d`.
    private func lag(_ text: String, of name: String) throws(SessionFileError) -> PublicationLag {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      guard let count = Int(digits),
        let unit = Timeframe.Unit.allCases.first(where: { $0.suffix == text.dropFirst(digits.count) })
      else { throw damaged("the publication lag of \(name)") }
      return PublicationLag(count, unit)
    }

    /// The hours of a session that was written as its word.
    private func hours(_ json: JSONValue?, _ zone: Zone, of name: String) throws(SessionFileError) -> SessionHours? {
      guard let word = json?.stringValue else { return nil }
      guard let hours = SessionHours(word, in: zone) else { throw damaged("the session of \(name)") }
      return hours
    }

    private mutating func readFundamentals(_ json: JSONValue, files: JSONValue?) {
      guard let ticker = json.stringValue else { return }
      if let path = files?[ticker]?.stringValue {
        if let bytes = try? environment.files.read(path),
          let figures = try? Fundamentals(companyFacts: bytes, symbol: ticker, file: path)
        {
          session.research.fundamentals[ticker] = figures
          session.research.fundamentalsFiles[ticker] = path
        } else {
          notes.append("the figures of \(ticker) in \(path) cannot be read any more")
        }
      } else if let figures = try? Sample.named(ticker, kind: .fundamentals)?.loadFundamentals() {
        session.research.fundamentals[ticker] = figures
      }
    }

    mutating func readActive(_ json: JSONValue) throws(SessionFileError) {
      guard !json.isNull else { return }
      guard let name = json["name"]?.stringValue, let loaded = session.series[name] else {
        throw damaged("the series in use")
      }
      let timeframe = json["timeframe"]?.stringValue.flatMap { Timeframe($0) }
      let hours = try hours(json["session"], loaded.bars.zone, of: name)
      guard let series = try? loaded.series(timeframe: timeframe, session: hours) else {
        throw damaged("the timeframe in use")
      }
      session.active = ActiveSeries(name: name, timeframe: timeframe, series: series)
    }

    private mutating func readUniverse(_ json: JSONValue) throws(SessionFileError) {
      guard let name = json["name"]?.stringValue, let symbols = json["symbols"],
        symbols.isNull || symbols.elements?.allSatisfy({ $0.stringValue != nil }) == true
      else { throw damaged("a universe") }
      session.universes[name] = Universe(symbols: symbols.elements?.compactMap(\.stringValue))
    }

    private mutating func readName(_ json: JSONValue) throws(SessionFileError) {
      guard let name = json["name"]?.stringValue, let text = json["text"]?.stringValue,
        let kind = json["kind"]?.stringValue.flatMap(Definition.Kind.init(rawValue:))
      else { throw damaged("a name") }
      guard case .definition(let definition)? = statement(text)?.kind else { throw damaged("the name `\(name)`") }
      let meaning: Names.Meaning
      if kind == .indicator {
        meaning = .indicator(definition)
      } else {
        guard let value = json["value"].flatMap(ValueFile.value) else { throw damaged("the value of `\(name)`") }
        meaning = .value(value, looksAhead: json["hindsight"]?.boolValue ?? false, definition.nameSpan)
      }
      session.names[name] = NamedDefinition(meaning: meaning, kind: kind, text: text)
    }

    private mutating func readStrategy(_ json: JSONValue) throws(SessionFileError) {
      guard let name = json["name"]?.stringValue, let text = json["text"]?.stringValue,
        case .strategy(let definition)? = statement(text)?.kind
      else { throw damaged("a strategy") }
      session.strategies[name] = NamedStrategy(definition: definition, text: text)
    }

    private mutating func statement(_ text: String) -> Statement? {
      let source = sources.add(name: "session", text: text)
      var parser = Parser(source: source, text: text, commands: CommandTable.syntaxes)
      return try? parser.next()
    }

    private mutating func readScenario(_ json: JSONValue) throws(SessionFileError) {
      guard let id = json["id"]?.stringValue, let name = json["name"]?.stringValue,
        let ticker = json["ticker"]?.stringValue,
        let savedAt = json["saved_at"]?.stringValue
      else { throw damaged("a scenario") }
      session.research.scenarios.append(
        Scenario(
          id: id, name: name, ticker: ticker, model: try valuationModel(json, of: "the scenario `\(name)`"),
          savedAt: savedAt, createdAt: json["created_at"]?.stringValue, note: json["note"]?.stringValue))
    }

    /// The model of a valuation.
    private func valuationModel(_ json: JSONValue, of title: String) throws(SessionFileError) -> ValuationModel {
      do throws(ModelFile.Problem) { return try ModelFile.model(json) } catch {
        switch error {
        case .assumptions: throw damaged(title)
        case .inherits: throw damaged("what \(title) follows")
        case .drivers: throw damaged("a driver model")
        }
      }
    }

    /// A result: a backtest, or the numbers of another one.
    mutating func readResult(_ json: JSONValue) throws(SessionFileError) {
      guard let fields = json["fields"]?.members else { return try readBacktest(json) }
      guard let name = json["name"]?.stringValue, let kind = json["kind"]?.stringValue else {
        throw damaged("a result")
      }
      let numbers = Dictionary(fields.map { ($0.key, $0.value.doubleValue ?? .nan) }, uniquingKeysWith: { $1 })
      session.results[name] = NamedResult(name: name, kind: kind, fields: numbers)
      session.lastResult = name
    }

    /// A backtest is run again from the strategy's text as it was then: the same bars give the same bits.
    private mutating func readBacktest(_ json: JSONValue) throws(SessionFileError) {
      guard let name = json["name"]?.stringValue, let text = json["text"]?.stringValue,
        case .strategy(let definition)? = statement(text)?.kind, let seriesName = json["series"]?.stringValue,
        let range = json["range"]?.elements, let from = range.first?.intValue, let to = range.last?.intValue,
        let timeframe = json["timeframe"]?.stringValue.flatMap({ Timeframe($0) })
      else { throw damaged("a backtest") }
      guard let loaded = session.series[seriesName] else {
        notes.append("the backtest `\(name)` is left out: \(seriesName) is not loaded any more")
        return
      }
      var settings = Settings()
      for member in json["settings"]?.members ?? [] {
        guard let definition = Settings.definition(named: member.key), let value = member.value.stringValue,
          write(value, to: definition, &settings)
        else { throw damaged("the settings of `\(name)`") }
      }
      let series: Evaluation.Series
      if let active = session.active, active.name == seriesName, active.series.bars.timeframe == timeframe,
        active.series.bars.session == (try hours(json["session"], loaded.bars.zone, of: seriesName))
      {
        series = active.series
      } else {
        let hours = try hours(json["session"], loaded.bars.zone, of: seriesName)
        guard let resampled = try? loaded.series(timeframe: timeframe, session: hours) else {
          throw damaged("the bars of `\(name)`")
        }
        series = resampled
      }
      guard from >= 0, from < to, to <= series.bars.count else {
        notes.append("the backtest `\(name)` is left out: \(seriesName) does not have its bars any more")
        return
      }
      var names = session.expressionNames
      names.like = settings.like
      var compiler = StrategyCompiler(
        definition: definition, names: names, source: session.seriesSource, today: environment.today)
      do {
        try compiler.check()
        let run = try compiler.run(
          on: series, named: seriesName, text: text,
          values: definition.parameters.map { json["parameters"]?[$0.name]?.doubleValue ?? .nan }, settings: settings,
          range: from..<to, environment: environment)
        let report = BacktestReport(
          run, name: name, notes: loaded.priceRemarks(on: series.bars, in: from..<to).map(\.text))
        if report.performance.endValue != json["end_value"]?.doubleValue {
          notes.append("the backtest `\(name)` gives another result than when it was saved: what it uses has changed")
        }
        session.results[name] = NamedResult(name: name, kind: "backtest", fields: report.fields, backtest: report)
        session.lastResult = name
      } catch {
        notes.append("the backtest `\(name)` is left out: it cannot be run any more")
      }
    }
  }
}

extension Execution {
  /// The file of `save session` without a name.
  private var defaultSessionPath: String { environment.stateDirectory + "/session.json" }

  mutating func saveSession(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let path = try word.map { word throws(Diagnostic) in try text(word) } ?? defaultSessionPath
    do {
      if word == nil { environment.files.makeFolder(environment.stateDirectory) }
      try environment.files.write(
        SessionFile.json(of: session, savedAt: environment.now()).prettyWrite(sortedKeys: true), to: path)
    } catch {
      throw Diagnostic(.fileError, error.message, at: word?.span ?? span)
    }
    return Done(
      action: "save session", message: StyledText("saved the session to \(path)"), details: [("file", .string(path))])
  }

  mutating func loadSession(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let path = try word.map { word throws(Diagnostic) in try text(word) } ?? defaultSessionPath
    return try loadSession(path: path, at: word?.span ?? span)
  }

  /// Puts the session of a file in place of this one.
  mutating func loadSession(path: String, at span: SourceSpan?) throws(Diagnostic) -> Done {
    let bytes: [UInt8]
    do { bytes = try environment.files.read(path) } catch { throw Diagnostic(.fileError, error.message, at: span) }
    do {
      let reading = try SessionFile.session(bytes, environment: environment, columns: state.columns, sources: &sources)
      session = reading.session
      let parts = [
        (session.series.count, "series", "series"), (session.names.count, "name", "names"),
        (session.universes.count, "universe", "universes"),
        (session.strategies.count, "strategy", "strategies"), (session.results.count, "result", "results"),
        (session.research.scenarios.count, "scenario", "scenarios"),
        (session.research.forecasts.count, "forecast", "forecasts"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
      return Done(
        action: "load session",
        message: StyledText(
          "loaded the session of \(path)" + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")),
        details: [("file", .string(path)), ("notes", .strings(reading.notes))], notes: reading.notes)
    } catch {
      throw Diagnostic(
        code: Diagnostic.Code(engine: error.code), span == nil ? "\(path): \(error.message)" : error.message, at: span,
        hints: error.hint.map { [$0] } ?? [])
    }
  }
}
