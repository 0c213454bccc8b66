import Calendar
import Columns
import Commands
import Evaluation
import Language
import MarketData
import OrderedCollections
import Platform
import Reports
import Research
import Sessions
import Sourcing
import Text
import Workspace

/// The forms of `load`.
private enum LoadForm: String {
  case file
  case sample
  case sampleFundamentals = "sample fundamentals"
  case session
  case strategy
  case scenario
  case scenarios
  case forecasts
  case dates
  case fundamentalsSample = "fundamentals sample"
  case fundamentals
}

/// What `load FILE` asks for.
private enum LoadRequest {
  /// Each of several files, as if it was typed.
  case files([String])
  /// A file that is not one of bars.
  case document(RecognisedDocument)
  /// Bars, and the name that they have without another one.
  case bars(BarRequest, name: String)
}

extension Command {
  static let load = Command(
    CommandSyntax(
      "load",
      forms: [
        CommandSyntax.Form(
          LoadForm.file, [.required(.bars)],
          clauses: [
            .clause("as", .newSeries),
            .clause("timezone", .timezone),
            .clause("zone", .timezone).spelled(""),
            .clause("timeframe", .timeframe),
            .clause("calendar", .market),
            .clause("stamped", .stamped),
            .clause("dates", .datesForm),
            .clause("decimals", .decimals),
            .clause("columns", .fileColumns),
            .clause(.repaired, optional: .repair),
            .clause("from", .source, optional: .database).spelled(""),
            .clause("table", .table),
            .clause("vintage", .vintage).spelled(""),
            .clause("session", .session),
            .clause("published", .published),
            .clause(.adjusted, optional: .actionFile),
            CommandSyntax.Clause.window.spelled(""),
          ]),
        CommandSyntax.Form(
          LoadForm.sample, [.keyword("sample"), .required(.sample)],
          clauses: [
            .clause("timeframe", .timeframe),
            .clause("calendar", .market),
            .clause(.repaired, optional: .repair),
            .clause("session", .session),
            .clause("published", .published),
            .clause(.adjusted),
            .clause("as", .newSeries),
          ]),
        CommandSyntax.Form(
          LoadForm.sampleFundamentals, [.keyword("sample"), .keyword("fundamentals"), .required(.sampleCompany)]),
        CommandSyntax.Form(LoadForm.session, [.keyword("session"), .optional(role: .sessionFile)]),
        CommandSyntax.Form(LoadForm.scenario, [.keyword("scenario"), .required(.namedScenario)]),
        CommandSyntax.Form(LoadForm.scenarios, [.keyword("scenarios"), .required(.document)]),
        CommandSyntax.Form(LoadForm.forecasts, [.keyword("forecasts"), .required(.document)]),
        CommandSyntax.Form(
          LoadForm.strategy, [.keyword("strategy"), .required(.readyStrategy)], clauses: [.clause("as", .newStrategy)]),
        CommandSyntax.Form(
          LoadForm.dates, [.keyword("dates"), .required(.file)],
          clauses: [.clause("as", .newSeries)]),
        CommandSyntax.Form(
          LoadForm.fundamentalsSample, [.keyword("fundamentals"), .keyword("sample"), .required(.sampleCompany)]),
        CommandSyntax.Form(
          LoadForm.fundamentals, [.keyword("fundamentals"), .required(.figures)],
          clauses: [.clause("from", .source).spelled(""), .clause("as", .newTicker)]),
      ], hasResult: false),
    category: .data, summary: "Loads bars, series, company figures, scenarios or a session from a file or a sample.",
    discussion: .page(
      "load",
      [
        "calendars": MarketCalendar.allCases.map(\.rawValue).joined(separator: ", "),
        "repairs": BarRepair.allCases.map { "`\($0.rawValue)`: \($0.meaning)" }.joined(separator: "; "),
      ]),
    examples: [
      "load sample SPY", "load sample SPY timeframe 1h as SPY60", "load sample UNRATE", "load sample fundamentals AAPL",
      "load strategy ema_crossover as cross",
    ],
    changesSession: true
  ) { execution, call throws(Diagnostic) in
    switch try call.form(of: LoadForm.self) {
    case .sample: try execution.loadSample(call)
    case .sampleFundamentals, .fundamentalsSample: try execution.loadSample(call, ofFigures: true)
    case .session: try execution.loadSession(call[.sessionFile], at: call.commandSpan)
    case .strategy: try execution.loadStrategy(call)
    case .scenario: try execution.loadScenario(try call[.namedScenario], at: call.commandSpan)
    case .scenarios: try execution.importScenarios(try call[.document])
    case .forecasts: try execution.importForecasts(try call[.document])
    case .dates: try execution.loadDates(call)
    case .fundamentals: try execution.loadFundamentals(call)
    case .file: try execution.loadFile(call)
    }
  }
}

extension Execution {
  fileprivate mutating func loadSample(_ call: CommandCall, ofFigures: Bool = false) throws(Diagnostic)
    -> any StatementResult
  {
    let word = try call[.sample]
    let name = try text(word)
    let timeframe = try call[.timeframe].map { word throws(Diagnostic) in try self.timeframe(word) }
    if let sample = Sample.named(name, kind: ofFigures ? .fundamentals : nil, timeframe: timeframe),
      sample.kind == .fundamentals
    {
      do throws(MarketDataError) {
        let fundamentals = try sample.loadFundamentals()
        session.research.fundamentals[name] = fundamentals
        session.research.fundamentalsFiles[name] = nil
        session.absentFigures[name] = nil
        return LoadedFundamentals(fundamentals: fundamentals, ticker: name)
      } catch {
        throw diagnostic(error, at: word.span)
      }
    }
    if ofFigures { throw diagnostic(SampleBars.unknown(name), at: word.span) }
    var request = BarRequest(SampleBars.word, name, timeframe: timeframe)
    try takeCalendar(call, &request)
    return try load(request, as: name, call, at: word.span)
  }

  mutating func loadFile(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = try call[.file]
    switch try request(call) {
    case .files(let paths): return try loadAll(paths, call, at: word.span)
    case .document(let document): return try load(document, word, call)
    case .bars(let request, let name): return try load(request, as: name, call, at: word.span)
    }
  }

  /// What the words of `load FILE` ask for, given the files that there are.
  private mutating func request(_ call: CommandCall) throws(Diagnostic) -> LoadRequest {
    let word = try call[.file]
    guard let outside = try outsideRequest(call) else {
      guard let source = call[.source] else { return try fileRequest(try text(word), call) }
      return .bars(try filled(BarRequest(FileBars.word, try text(source)), call), name: try text(word))
    }
    let isProvider = DataSources.providers.contains(outside.source)
    let isNamed = isProvider || call[.source] != nil && outside.query == nil
    return .bars(
      try filled(outside, call), name: isNamed ? try text(word) : FileName.stem(of: outside.name.prefixBeforeQuery))
  }

  /// The request for a file by its path, several by a pattern, or a document by its content.
  private mutating func fileRequest(_ path: String, _ call: CommandCall) throws(Diagnostic) -> LoadRequest {
    if call.window == nil {
      if let paths = try paths(matching: path, at: try call[.file].span) { return .files(paths) }
      if ["json", WorkbookFile.ending].contains(FileName.ending(of: path)), let document = try document(path),
        document != .workbook || call[.table] == nil && isOfScenarios(path)
      {
        return .document(document)
      }
    }
    return .bars(
      try filled(BarRequest(FileBars.word, path), call), name: FileName.stem(of: path.prefixBeforeQuery))
  }

  /// A request with the clauses of a call, which its source takes.
  private mutating func filled(_ bare: BarRequest, _ call: CommandCall) throws(Diagnostic) -> BarRequest {
    let isProvider = DataSources.providers.contains(bare.source)
    if let window = call.window, !isProvider {
      throw Diagnostic(
        .invalidWindow, "a file is loaded in full", at: window.span,
        hints: ["`show … since 2012` looks at a part of it"])
    }
    if let vintage = call[.vintage], !isProvider {
      throw Diagnostic(
        .unknownClause, "a file has one set of values; `vintage` needs a provider", at: vintage.span)
    }
    if call[.source] != nil, let other = call[.newSeries], !isProvider, bare.query == nil, try clock(call) == nil {
      throw Diagnostic(.duplicateArgument, "the name comes before `from`", at: other.span)
    }
    func written(_ words: [Word?]) throws(Diagnostic) -> String? {
      var texts: [String] = []
      for case let word? in words { texts.append(try text(word)) }
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
    var request = bare
    // A provider that states splits and dividends is asked for prices as traded, and they are adjusted here.
    let adjustsItself = DataSources.named(bare.source)?.options.contains(.adjusted) == true
    request.isAdjusted = call.has(.adjusted) && call[.actionFile] == nil && adjustsItself
    request.timezone = try written([call[.timezone]])
    if let word = call[.timeframe] { request.timeframe = try self.timeframe(word) }
    request.vintage = try written([call[.vintage]])
    try takeCalendar(call, &request)
    request.clock = try clock(call)
    try noteZone(call)
    request.table = try written([call[.table]])
    request.form = FileForm(
      dates: try written([call[.datesForm]]), decimals: try written([call[.decimals]]),
      columns: try written(call[.fileColumns] ?? []))
    return request
  }

  /// Loads the bars of a file with an answer of a provider.
  mutating func loadAnswer(_ word: Word, _ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let path = try text(word)
    var request = BarRequest(AnswerFile.word, path)
    if let word = call[.timeframe] { request.timeframe = try timeframe(word) }
    try takeCalendar(call, &request)
    return try load(request, as: FileName.stem(of: path), call, at: word.span)
  }

  /// Takes the calendar and the mends of a call.
  private mutating func takeCalendar(_ call: CommandCall, _ request: inout BarRequest) throws(Diagnostic) {
    request.stamped = try call[.stamped].map { word throws(Diagnostic) in try text(word) }
    request.calendar = try call[.market].map { word throws(Diagnostic) in try text(word) }
    if call.has(.repaired) {
      request.repair = try call[.repair].map { word throws(Diagnostic) in try text(word) } ?? "all"
    }
  }

  /// The zone of `timezone UTC as "America/Chicago"`: after a timezone, `as` with the name of one is a clock, not the
  /// name of a series.
  private mutating func clock(_ call: CommandCall) throws(Diagnostic) -> String? {
    guard call[.timezone] != nil, let word = call[.newSeries] else { return nil }
    let name = try text(word)
    // A pair such as EUR/USD also has a slash, but is not a zone.
    guard (try? ZoneDatabase.zone(named: name)) != nil else { return nil }
    // MET and ROK are shares, too: a zone without a place in its name is a series here.
    return name == "UTC" || name.contains("/") || name.contains("+") || name.contains("-") ? name : nil
  }

  /// Warns of an ambiguous zone name.
  private mutating func noteZone(_ call: CommandCall) throws(Diagnostic) {
    guard let word = call[.timezone] else { return }
    let name = try text(word)
    if let place = ["EST": "America/New_York", "MST": "America/Denver"][name] {
      note(.zoneName, "\(name) has no daylight saving time; the zone that has it is \"\(place)\"", at: word.span)
    }
    guard name == "UTC", let series = call[.newSeries], try clock(call) == nil else { return }
    let other = try text(series)
    if (try? ZoneDatabase.zone(named: other)) != nil {
      note(
        .zoneName, "`\(other)` names the series here; a clock has a place, such as \"Europe/Paris\"", at: series.span)
    }
  }

  /// Loads the bars of a request and keeps them under the name that the call gives, else under another one.
  private mutating func load(
    _ request: BarRequest, as name: String, _ call: CommandCall, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    let source: any BarSource
    let loaded: LoadedBars
    do throws(MarketDataError) {
      source = try DataSources.source(for: request)
      loaded = try source.load(in: sourceEnvironment)
    } catch {
      let places: [MarketDataError.Code: SourceSpan?] = [
        .unknownZone: request.clock == nil ? call[.timezone]?.span : call[.newSeries]?.span,
        .unknownCalendar: call[.market]?.span,
        .unknownOption: call[.stamped]?.span ?? call[.datesForm]?.span ?? call[.decimals]?.span
          ?? call[.fileColumns]?.first?.span,
        .unknownRepair: call[.repair]?.span,
      ]
      var diagnostic = diagnostic(error, at: (places[error.code] ?? nil) ?? span)
      // A file without bars may be another document, or a list of dates.
      if call[.source] == nil, request.source == FileBars.word, error.code != .noSuchFile, places[error.code] == nil,
        let document = try document(request.name), document != .workbook || isOfScenarios(request.name)
      {
        return try load(document, try call[.file], call)
      }
      if error.code == .noSuchFile, let sample = Sample.named(request.name) {
        diagnostic.hints.append("`load sample \(sample.name)` loads the data inside tas")
      }
      throw diagnostic
    }
    return try add(loaded, from: source, default: name, call)
  }

  /// Stores the loaded series or filings; bars become the series in use.
  private mutating func add(
    _ loaded: LoadedBars, from source: any BarSource, default name: String, _ call: CommandCall
  ) throws(Diagnostic) -> any StatementResult {
    let isClock = source.request.clock != nil
    let name = try isClock ? name : call[.newSeries].map { word throws(Diagnostic) in try text(word) } ?? name
    let published = try call[.published].map { expression throws(Diagnostic) in
      try publicationLag(expression, of: loaded)
    }
    let hours = try call[.session].map { word throws(Diagnostic) in
      try sessionHours(word, of: name, loaded.bars)
    }
    var entry: LoadedSeries
    do {
      entry = try LoadedSeries(
        loaded, name: name, source: source, published: published, session: hours ?? nil, columns: state.columns)
    } catch {
      throw Diagnostic(.cannotResample, "\(error)", at: call[.session]?.span)
    }
    entry = try adjusted(whenLoaded: entry, call)
    let before = session.series[name]
    session.series[name] = entry
    session.absentSeries[name] = nil
    if !entry.isMacro { session.absentActive = nil }
    if !entry.isMacro { session.active = ActiveSeries(name: name, timeframe: nil, series: entry.series) }
    noteReplaced(before, at: call[.newSeries]?.span ?? call.commandSpan)
    markTold(entry)
    return Loaded(loaded: entry, isActive: !entry.isMacro)
  }

  /// The lag of `published 10d`, for a series of values.
  private mutating func publicationLag(
    _ expression: Expression, of loaded: LoadedBars
  ) throws(Diagnostic) -> PublicationLag {
    let isValues = loaded.isMacro || loaded.findings.contains { $0.code == .missingColumns && $0.count == 3 }
    guard isValues else {
      throw Diagnostic(
        .wrongKind, "bars are known when they close; `published` is for a series of values", at: expression.span)
    }
    guard case .duration(let lag) = try value(of: expression).value else {
      throw Diagnostic(
        .wrongKind, "a publication lag is a duration", at: expression.span,
        hints: ["`published 10d`, `published 1mo`"])
    }
    return PublicationLag(lag.count, lag.timeframeUnit)
  }

  mutating func loadFundamentals(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = try call[.document]
    let path = try text(word)
    let ticker =
      try call[.newTicker].map { word throws(Diagnostic) in try text(word) }
      ?? (call[.source] == nil ? FileName.stem(of: path) : path)
    if let source = call[.source] { return try loadFundamentals(of: path, from: source, as: ticker, at: word.span) }
    let bytes = try readDocument(path, at: word.span)
    return try keepFigures(bytes, as: ticker, from: path, at: word.span)
  }

  /// Loads the company facts of a ticker from the SEC.
  private mutating func loadFundamentals(
    of company: String, from source: Word, as ticker: String, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    guard try text(source) == "sec" else {
      throw Diagnostic(
        code: Diagnostic.Code(engine: MarketDataError.Code.unknownSource.name),
        "figures come from a file or from `sec`", at: source.span, hints: ["`load fundamentals \(company) from sec`"])
    }
    let document: MarketDesk.CompanyDocument
    do throws(MarketDataError) {
      document = try MarketDesk(sourceEnvironment).companyFacts(company)
    } catch {
      throw diagnostic(error, at: span)
    }
    if let text = document.fault { note(code: Diagnostic.Code(engine: BarFinding.Code.libraryUnused.name), text) }
    if let text = document.note { note(code: Diagnostic.Code(engine: BarFinding.Code.keptBars.name), text) }
    return try keepFigures(document.body, as: ticker, from: FiguresFile.secPrefix + company, at: span)
  }

  private mutating func keepFigures(
    _ bytes: [UInt8], as ticker: String, from path: String, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    do {
      let fundamentals = try Fundamentals(companyFacts: bytes, symbol: ticker, file: path)
      session.research.fundamentals[ticker] = fundamentals
      session.research.fundamentalsFiles[ticker] = FiguresFile(path: path, contentHash: ContentHash.text(of: bytes))
      session.absentFigures[ticker] = nil
      return LoadedFundamentals(
        fundamentals: fundamentals, ticker: ticker, moves: session.research.moves(byFiguresOf: ticker))
    } catch {
      throw diagnostic(error, at: span)
    }
  }

}

extension String {
  /// The text before a `?`: the path of an address.
  fileprivate var prefixBeforeQuery: String {
    contains("://") ? String(prefix { $0 != "?" }) : self
  }
}
