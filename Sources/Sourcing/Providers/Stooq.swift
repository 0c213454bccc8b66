import Calendar
import Platform

/// Stooq: bars of days, weeks and months adjusted for splits and dividends, as a file of comma-separated values
/// (https://stooq.com/q/d/?s=aapl.us).
public struct Stooq: BarProvider {
  /// The profile of Stooq, which has daily and longer bars only.
  public let profile = ProviderProfile(
    word: "stooq", title: "Stooq", documentation: "https://stooq.com/db/", base: "https://stooq.com",
    policy: WebPolicy(rate: RateLimit(30, per: 60)), timeframes: [.day, .week, .month],
    delay: "bars of finished days; the unfinished one of today is left out")

  /// Makes the provider.
  public init() {}

  /// Prices without splits and dividends.
  public func batch(for query: BarQuery) -> BarBatch {
    let symbol = spelled(query.symbol)
    var batch = BarBatch(
      zone: symbol.hasSuffix(".us") ? "America/New_York" : "UTC", basis: .splitsAndDividends)
    if symbol != query.symbol.lowercased() { batch.note("read as \(symbol)") }
    return batch
  }

  /// The symbol as Stooq spells it: shares of New York end with `.us`.
  private func spelled(_ symbol: String) -> String {
    let lower = symbol.lowercased()
    return lower.contains(".") || lower.hasPrefix("^") || lower.count >= 6 ? lower : lower + ".us"
  }

  /// The bars of a range of days.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    let lengths: [Timeframe: String] = [.day: "d", .week: "w", .month: "m"]
    guard let length = lengths[query.timeframe] else {
      throw ProviderError(.noTimeframe, "stooq has no bars of \(query.timeframe)")
    }
    return WebRequest(
      server.base.adding(path: "q/d/l/").adding("s", spelled(query.symbol))
        .adding("d1", Self.digits(query.firstDay(from: Self.oldest))).adding("d2", Self.digits(query.lastDay)).adding(
          "i", length))
  }

  /// A day before the oldest bars that it has: some indices begin in 1789.
  private static let oldest = CivilDate(daysSince1970: -98_615)

  private static func digits(_ day: CivilDate) -> String { "\(day)".filter { $0 != "-" } }

  /// Reads the rows.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let lines = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let heading = lines.first, heading.hasPrefix("Date,Open,High,Low,Close") else {
      let said = ProviderAnswer.beginning(of: body)
      if said.lowercased().contains("no data") {
        throw ProviderError(
          .noSymbol, "stooq has no bars of `\(spelled(query.symbol))`",
          hint: "Stooq's symbols: `aapl.us`, `sap.de`, `^spx`, `eurusd`")
      }
      if said.lowercased().contains("exceeded") { throw ProviderError(.limited, "stooq: \(said)") }
      throw ProviderError(.unexpected, "stooq answered with \(said) instead of a table of bars")
    }
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count >= 5, let day = CivilDate(iso8601: fields[0]), let open = Double(fields[1]),
        let high = Double(fields[2]), let low = Double(fields[3]), let close = Double(fields[4])
      else { throw ProviderError(.unexpected, "stooq answered with the row `\(line.prefix(60))`, which is not a bar") }
      batch.add(day.utcMilliseconds, open, high, low, close, fields.count > 5 ? Double(fields[5]) ?? .nan : .nan)
    }
    batch.isOnZoneClock = true
    return nil
  }
}
