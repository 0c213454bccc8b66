import Calendar
import MarketData
import Platform
import Providers
import Work

/// One question to a provider, page by page.
struct BarFetch<P: BarProvider> {
  let provider: P
  let query: BarQuery
  let desk: ProviderDesk
  private let monitor: WorkMonitor

  /// The most pages of one question: more than any provider has, and fewer than for ever.
  private static var mostPages: Int { 20_000 }

  init(_ provider: P, _ request: BarRequest, in environment: Environment) throws(MarketDataError) {
    self.provider = provider
    let profile = provider.profile
    let timeframe = request.timeframe ?? .day
    var since = request.since
    if since == nil, timeframe.isIntraday {
      since = (request.until ?? environment.today).adding(days: -profile.usualIntradayDays)
    }
    query = BarQuery(
      symbol: request.name, timeframe: timeframe, since: since, until: request.until,
      isFirstVintage: request.vintage == "first", isAdjusted: request.isAdjusted, today: environment.today)
    desk = try ProviderDesk(profile, in: environment)
    monitor = environment.monitor
  }

  /// The address of the provider, for what is kept.
  var address: String { "\(desk.server.base)" }

  /// Asks for all pages of a question.
  ///
  /// - Parameter onPage: takes the bars of each page, in a batch of their own, and its address.
  func run(_ query: BarQuery, onPage: (BarBatch, String) -> Void) throws(MarketDataError) -> BarBatch {
    let (provider, server) = (provider, desk.server)
    var batch = provider.batch(for: query)
    let first = try desk.reading { () throws(ProviderError) in try provider.request(for: query, at: server) }
    try pages(from: first, into: &batch) { body, batch, address throws(ProviderError) in
      let before = batch.count
      let next = try provider.read(body, query, at: server, into: &batch)
      if batch.count > before { onPage(batch.suffix(from: before), address) }
      return next
    }
    let requests = try desk.reading { () throws(ProviderError) in
      try provider.actionRequests(for: query, at: server)
    }
    for request in requests where batch.count > 0 {
      try pages(from: request, into: &batch) { body, batch, _ throws(ProviderError) in
        try provider.readActions(body, query, at: server, into: &batch)
      }
    }
    return batch
  }

  /// Reads a page and those that it leads to.
  private func pages(
    from first: WebRequest, into batch: inout BarBatch,
    _ read: ([UInt8], inout BarBatch, String) throws(ProviderError) -> WebRequest?
  ) throws(MarketDataError) {
    var request: WebRequest? = first
    var asked: Set<WebRequest> = []
    while let page = request {
      guard asked.insert(page).inserted, asked.count <= Self.mostPages else {
        throw MarketDataError(
          .unexpectedAnswer, file: desk.profile.word,
          message: "\(desk.profile.word) names the same next page again, so that there is no end of them")
      }
      let body = try desk.body(of: page)
      do throws(ProviderError) {
        request = try read(body, &batch, "\(page.address)")
      } catch {
        throw MarketDataError(error, of: desk.profile)
      }
      tellProgress(batch)
    }
  }

  /// Tells the days that have come, of those that were asked for.
  private func tellProgress(_ batch: BarBatch) {
    guard let last = batch.times.last else { return }
    let first = query.since?.daysSince1970 ?? batch.times.first.map { Int($0 / 86_400_000) } ?? 0
    let total = (query.until ?? query.today).daysSince1970 - first + 1
    let done = Int(last / 86_400_000) - first + 1
    monitor.say("\(desk.profile.word): \(batch.count) bars")
    if total > 0 { try? monitor.checkpoint(done: min(total, max(0, done)), total: total) }
  }
}
