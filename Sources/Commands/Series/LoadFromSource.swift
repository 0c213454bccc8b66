import Calendar
import Evaluation
import Language
import MarketData
import Platform
import Sessions
import Sourcing
import Strategies

extension Execution {
  /// The words of the databases that take a query.
  private static let databases = ["sqlite", "duckdb"]

  /// The request of `load NAME from SOURCE …`, or of an address alone; nil for a file.
  package mutating func outsideRequest(_ call: CommandCall) throws(Diagnostic) -> BarRequest? {
    let word = try call[.file]
    let place = call[.source] == nil ? try text(word) : ProviderTable.word(of: try text(call[.source] ?? word))
    if place.contains("://") { return BarRequest(URLBars.word, place) }
    guard let source = call[.source] else { return try symbolRequest(place, call) }
    if Self.databases.contains(place) {
      guard let database = call[.database] else {
        throw Diagnostic(
          .missingArgument, "the file of a database follows `from \(place)`", at: source.span,
          hints: ["`load \"SELECT * FROM bars\" from \(place) \"FILE.db\"`"])
      }
      var request = BarRequest(FileBars.word, try text(database))
      request.query = try text(word)
      return request
    }
    if let database = call[.database] {
      throw Diagnostic(
        .unexpectedToken, "a file follows `from \(Self.databases.joined(separator: "` and `from "))` only",
        at: database.span)
    }
    guard !place.contains("."), !place.contains("/") else { return nil }
    if place == "sec" {
      throw Diagnostic(
        code: Diagnostic.Code(engine: MarketDataError.Code.unknownSource.name), "sec has figures, and no bars",
        at: source.span, hints: ["`load fundamentals \(try text(word)) from sec`"])
    }
    if place != FileBars.word, BarSources.named(place) != nil { return BarRequest(place, try text(word)) }
    guard DataSources.providers.contains(place) else {
      throw diagnostic(
        MarketDataError(
          .unknownSource, file: place, found: place, message: "there is no provider `\(place)`",
          hint: "the providers: \(DataSources.providers.joined(separator: ", ")); a file has an ending",
          candidates: DataSources.providers), at: source.span)
    }
    var request = BarRequest(place, try text(word))
    if let window = call.window { (request.since, request.until) = try days(of: window.window, at: window.span) }
    return request
  }

  /// The request for a bare symbol that is not the name of a file: from the provider of the settings, otherwise from
  /// the library; nil if there is neither.
  private mutating func symbolRequest(_ name: String, _ call: CommandCall) throws(Diagnostic) -> BarRequest? {
    guard !name.contains("/"), !FileName.dataEndings.contains(FileName.ending(of: name)),
      !environment.files.exists(name)
    else { return nil }
    var request: BarRequest?
    if let provider = session.settings.provider {
      guard DataSources.providers.contains(provider) else { return nil }
      request = BarRequest(provider, name)
    } else if let kept = KeptThings(sourceEnvironment) {
      let wanted = try call[.timeframe].map { word throws(Diagnostic) in "\(try timeframe(word))" }
      let found = ((try? kept.series()) ?? []).filter {
        $0.key.symbol == name && (wanted == nil || $0.key.timeframe == wanted)
      }
      // The stored series that matches the clauses, otherwise the plain one, whose provider is then asked with the
      // clauses.
      let variant = call[.vintage] != nil ? "vintage first" : call.has(.adjusted) ? "adjusted" : ""
      let chosen =
        found.filter { $0.key.variant == variant && call[.actionFile] == nil }.max { $0.fetched < $1.fetched }
        ?? found.filter { $0.key.variant.isEmpty }.max { $0.fetched < $1.fetched }
      request = chosen.map { series in
        var request = KeptThings.request(of: series.key)
        request.since = series.since
        return request
      }
    }
    if let window = call.window, var windowed = request {
      (windowed.since, windowed.until) = try days(of: window.window, at: window.span)
      request = windowed
    }
    return request
  }

  /// The days of the window of a load from a provider: `last 2y` ends today, and begins later than two years ago.
  private mutating func days(
    of window: Window, at span: SourceSpan
  ) throws(Diagnostic) -> (since: CivilDate?, until: CivilDate?) {
    func day(_ time: Timestamp) -> CivilDate { Zone.utc.civilTime(at: time).date }
    switch window {
    case .all: return (BarRequest.beginning, nil)
    case .range(let since, let until):
      let first = try since.map { expression throws(Diagnostic) in day(try dates(expression, zone: .utc).start) }
      let last = try until.map { expression throws(Diagnostic) in
        day(Timestamp(milliseconds: try dates(expression, zone: .utc).end.milliseconds - 1))
      }
      if let first, let last, last < first {
        throw Diagnostic(.invalidWindow, "the window ends before it begins", at: span)
      }
      if let first, first > environment.newestDay {
        throw Diagnostic(.invalidWindow, "the window begins after today, \(environment.newestDay)", at: span)
      }
      return (first, last)
    case .last(let expression):
      if case .duration(let duration) = try value(of: expression).value {
        let lag = PublicationLag(duration.count, duration.timeframeUnit)
        guard Double(lag.count) * Double(lag.unit.nominalMilliseconds) < 1e15 else {
          throw Diagnostic(.invalidWindow, "the window begins before the year 1", at: span)
        }
        let months = [.month: 1, .quarter: 3, .year: 12][lag.unit].map { $0 * lag.count }
        let days = Int((Double(lag.count) * Double(lag.unit.nominalMilliseconds) / 86_400_000).rounded(.up))
        let start = months.map { environment.today.adding(months: -$0) } ?? environment.today.adding(days: -days)
        guard start.year >= 1 else {
          throw Diagnostic(.invalidWindow, "the window begins before the year 1", at: span)
        }
        return (start.adding(days: 1), nil)
      }
    case .first, .end: break
    }
    throw Diagnostic(
      .windowNeedsDates, "a provider is asked for days, not for a number of bars", at: span,
      hints: ["`last 2y`, `since 2020`, `since 2020 until 2021`, `all`"])
  }
}
