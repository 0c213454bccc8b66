import Calendar
import MarketData
import Platform

extension AlphaVantage {
  /// The coming reports of a company within three months, as CSV.
  func earningsRequest(for symbol: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try asking("EARNINGS_CALENDAR", server, [("symbol", symbol), ("horizon", "3month")])
  }

  /// Reads the days of coming reports; an error comes as JSON.
  func readEarnings(_ body: [UInt8], of symbol: String) throws(ProviderError) -> [CivilDate] {
    if body.first == UInt8(ascii: "{") { _ = try checked(body) }
    let rows = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard let column = rows.first?.firstIndex(of: "reportDate") else {
      throw ProviderError(.unexpected, "alphavantage: the answer has no column reportDate")
    }
    return rows.dropFirst().compactMap { row in
      guard row.count > column, row[0] == symbol else { return nil }
      return CivilDate(iso8601: row[column])
    }.sorted()
  }
}

extension MarketDesk {
  /// The days on which a company is expected to report within three months, as Alpha Vantage has them.
  public func earnings(_ symbol: String) throws(MarketDataError) -> [CivilDate] {
    let provider = AlphaVantage()
    try MarketDataError.checkSymbol(symbol, at: provider.profile.word)
    let desk = try ProviderDesk(provider, in: environment)
    let server = try desk.server()
    let request = try desk.reading { () throws(ProviderError) in try provider.earningsRequest(for: symbol, at: server) }
    return try desk.answer(to: request) { body throws(ProviderError) in try provider.readEarnings(body, of: symbol) }
  }
}
