import Calendar
import MarketData
import Platform
import Streams

/// A question to a provider for the bars of a stretch of time, which a stream did not have.
struct LiveFetch: Sendable {
  let provider: any BarProvider
  let symbol: String
  let timeframe: Timeframe
  let from: Int64
  let through: Int64

  /// An answer as it came, for a recording.
  struct Answer: Sendable {
    var path: String
    var body: [UInt8]
  }

  private var query: BarQuery {
    func day(_ time: Int64) -> CivilDate { Zone.utc.civilTime(at: Timestamp(milliseconds: time)).date }
    // Of a provider whose days are of another zone the day before may have the bar.
    return BarQuery(
      symbol: symbol, timeframe: timeframe, since: day(from).adding(days: -1), until: day(through).adding(days: 1),
      today: day(through))
  }

  /// Asks the provider.
  func run(in environment: Environment) throws(MarketDataError) -> (bars: [StreamedBar], answers: [Answer]) {
    let (desk, query) = (try ProviderDesk(provider, in: environment), query)
    let server = try desk.server()
    var batch = provider.batch(for: query)
    var answers: [Answer] = []
    var request: WebRequest? = try desk.reading { () throws(ProviderError) in
      try provider.request(for: query, at: server)
    }
    while let page = request, answers.count < 200 {
      request = try desk.answer(to: page) { body throws(ProviderError) in
        answers.append(Answer(path: Self.path(of: page.address), body: body))
        if let next = try provider.read(body, query, at: server, into: &batch) { return next }
        return try provider.request(after: page, for: query, at: server)
      }
    }
    return (bars(of: batch), answers)
  }

  /// Reads an answer of a recording; nil if it is none of this provider.
  func bars(ofRecorded body: String) -> [StreamedBar]? {
    guard let base = WebAddress(provider.profile.base) else { return nil }
    var batch = provider.batch(for: query)
    let server = ProviderServer(base: base, key: Secret("none:none"))
    do throws(ProviderError) { _ = try provider.read(Array(body.utf8), query, at: server, into: &batch) } catch {
      return nil
    }
    return bars(of: batch)
  }

  /// The bars of the stretch; those without a volume are minutes without trades.
  private func bars(of batch: BarBatch) -> [StreamedBar] {
    batch.times.indices.compactMap { index in
      guard (from...through).contains(batch.times[index]), batch.volume[index] != 0 else { return nil }
      return StreamedBar(
        time: batch.times[index], open: batch.open[index], high: batch.high[index], low: batch.low[index],
        close: batch.close[index], volume: batch.volume[index])
    }
  }

  private static func path(of address: WebAddress) -> String {
    let query = address.withoutSecrets.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return address.path + (query.isEmpty ? "" : "?" + query)
  }
}
