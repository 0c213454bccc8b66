import Calendar
import JSON
import Platform

/// FRED of the Federal Reserve Bank in Saint Louis: economic series, as they are now or as each value was first published;
/// documented at https://fred.stlouisfed.org/docs/api/fred/series_observations.html.
///
/// A value is stamped with the first day of the period that it is about. With `vintage first` each value is that of its
/// initial release (`output_type=4`), known from the day of that release on.
public struct FRED: BarProvider {
  /// The profile of FRED, which has economic values instead of bars.
  public let profile = ProviderProfile(
    word: "fred", title: "FRED", documentation: "https://fred.stlouisfed.org/docs/api/fred/",
    base: "https://api.stlouisfed.org", keyVariable: "FRED_API_KEY", policy: WebPolicy(rate: RateLimit(120, per: 60)),
    timeframes: [], delay: "values as published",
    isOfValues: true)

  /// Makes the provider.
  public init() {}

  /// The most values of a page.
  private static let pageSize = 100_000

  /// More values than any series has.
  private static let most = 1_000_000_000

  /// Values in UTC: they have no time of day.
  public func batch(for query: BarQuery) -> BarBatch {
    var batch = BarBatch(zone: "UTC", basis: .values)
    if query.isFirstVintage { batch.known = [] }
    return batch
  }

  /// The values of a range of days.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try request(for: query, at: server, offset: 0, releasedFrom: nil)
  }

  /// The year before which all releases are requested at once; from then on five years are.
  ///
  /// A request may reach over 2,000 days with releases, and daily series have one each day.
  private static let firstYears = 1996
  private static let years = 5

  /// The last day of the stretch of releases that begins on a day; nil for the stretch of today, which has no end.
  private static func end(ofReleasesFrom day: CivilDate?, _ today: CivilDate) -> CivilDate? {
    let year = day.map { firstYears + (($0.year - firstYears) / years + 1) * years } ?? firstYears
    guard year <= today.year else { return nil }
    return CivilDate(year: year, month: 1, day: 1)?.adding(days: -1)
  }

  private func request(
    for query: BarQuery, at server: ProviderServer, offset: Int, releasedFrom first: CivilDate?
  ) throws(ProviderError) -> WebRequest {
    guard let key = server.key else { throw ProviderError(.noKey, "fred needs a key") }
    var address = server.base.adding(path: "fred/series/observations")
      .adding("series_id", query.symbol).adding("file_type", "json").adding("sort_order", "asc")
      .adding("limit", "\(Self.pageSize)")
    if offset > 0 { address = address.adding("offset", "\(offset)") }
    if let since = query.since { address = address.adding("observation_start", "\(since)") }
    if let until = query.until { address = address.adding("observation_end", "\(until)") }
    if query.isFirstVintage {
      let last = Self.end(ofReleasesFrom: first, query.today)
      address = address.adding("output_type", "4")
        .adding("realtime_start", first.map { "\($0)" } ?? "1776-07-04")
        .adding("realtime_end", last.map { "\($0)" } ?? "9999-12-31")
    }
    return WebRequest(address.adding("api_key", key))
  }

  /// An unknown series and a wrong key, which both come with status 400.
  public func refusal(status: Int, saying reason: String) -> ProviderError.Kind {
    if reason.contains("does not exist") { return .noSymbol }
    return reason.contains("api_key") ? .keyRefused : .refused
  }

  /// Reads a page of values; `.` is a missing one and left out.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let answer = try ProviderAnswer(body, of: "fred", at: server)
    let values = try answer.elements(answer.json["observations"], "observations")
    var missing = 0
    // Values released in an earlier stretch repeat in each later one.
    let before = query.isFirstVintage ? Set(batch.times) : []
    for value in values {
      let day = try answer.day(value["date"], "observations.date")
      if before.contains(day.utcMilliseconds) { continue }
      let text = try answer.text(value["value"], "observations.value")
      if text == "." {
        missing += 1
        continue
      }
      batch.add(day.utcMilliseconds, value: try answer.number(value["value"], "observations.value"))
      if batch.known != nil {
        let released = try answer.day(value["realtime_start"], "observations.realtime_start")
        batch.known?.append(released.utcMilliseconds)
      }
    }
    if missing > 0 { batch.note("\(missing) missing values left out") }
    let offset = answer.json["offset"]?.intValue ?? 0
    let count = answer.json["count"]?.intValue ?? 0
    func day(_ name: String) -> CivilDate? { answer.json[name]?.stringValue.flatMap { CivilDate(iso8601: $0) } }
    let first = day("realtime_start").flatMap { $0.year < Self.firstYears ? nil : $0 }
    if !values.isEmpty, (0...Self.most).contains(offset), offset + values.count < count {
      return try request(for: query, at: server, offset: offset + values.count, releasedFrom: first)
    }
    // A stored answer can be of any stretch, and has none after it.
    guard query.isFirstVintage, server.key != nil, let last = day("realtime_end"),
      last == Self.end(ofReleasesFrom: first, query.today)
    else { return nil }
    return try request(for: query, at: server, offset: 0, releasedFrom: last.adding(days: 1))
  }
}
