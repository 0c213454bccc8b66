import Calendar
import MarketData
import Platform
import Work

/// One question to a provider, page by page.
struct BarFetch<P: BarProvider> {
  let provider: P
  /// The original question.
  let query: BarQuery
  /// The query as sent to the provider: for economic values the full series, regardless of the requested days.
  let asked: BarQuery
  let desk: ProviderDesk
  private let monitor: WorkMonitor

  /// The most pages of one question: more than any provider has, and fewer than forever.
  private static var mostPages: Int { 20_000 }

  init(_ provider: P, _ request: BarRequest, in environment: Environment) throws(MarketDataError) {
    self.provider = provider
    let profile = provider.profile
    let timeframe = request.timeframe ?? .day
    let today = environment.newestDay
    var since = request.since
    if since == nil, timeframe.isIntraday {
      since = (request.until ?? today).adding(days: -profile.usualIntradayDays)
    }
    if !timeframe.isIntraday, let first = since, first <= BarRequest.beginning { since = nil }
    let query = BarQuery(
      symbol: request.name, timeframe: timeframe, since: since, until: request.until,
      isFirstVintage: request.vintage == "first", isAdjusted: request.isAdjusted, today: today)
    self.query = query
    // The length of the periods, and which values were there when releases began to be recorded, need all of them.
    var asked = query
    if profile.isOfValues { (asked.since, asked.until) = (nil, nil) }
    self.asked = asked
    desk = try ProviderDesk(provider, in: environment)
    monitor = environment.monitor
  }

  /// The address of the provider, recorded with stored data.
  var address: String { "\(desk.base)" }

  /// Asks for all pages of a question.
  ///
  /// - Parameter onPage: takes the bars of each page, in a batch of their own, and its address.
  func run(_ query: BarQuery, onPage: (BarBatch, String) -> Void) throws(MarketDataError) -> BarBatch {
    let (provider, server) = (provider, try desk.server())
    var batch = provider.batch(for: query)
    for part in parts(of: query) {
      let last = batch.times.max()
      let first = try desk.reading { () throws(ProviderError) in try provider.request(for: part, at: server) }
      try pages(from: first, into: &batch) { body, batch, page throws(ProviderError) in
        let before = batch.count
        var next = try provider.read(body, part, at: server, into: &batch)
        if next == nil { next = try provider.request(after: page, for: part, at: server) }
        guard !batch.hasInfiniteValues(from: before) else {
          throw ProviderError(.unexpected, "the answer of \(provider.profile.word) has an infinite price or volume")
        }
        // Two parts can both have the bars of the day between them.
        if let last, batch.count > before { batch = batch.dropping(from: before) { $0 <= last } }
        if batch.count > before { onPage(batch.suffix(from: before), "\(page.address)") }
        return next
      }
    }
    guard batch.count > 0 else { return batch }
    let requests = try desk.reading { () throws(ProviderError) in
      try provider.actionRequests(for: query, at: server)
    }
    for request in requests {
      try pages(from: request, into: &batch) { body, batch, _ throws(ProviderError) in
        try provider.readActions(body, query, at: server, into: &batch)
      }
    }
    batch.hasAllActions = !requests.isEmpty
    return batch
  }

  /// The questions that one is asked in: by the most days that the provider answers at once.
  ///
  /// One over many years stays in one piece, for the provider to refuse: bars so short reach back for weeks.
  private func parts(of query: BarQuery) -> [BarQuery] {
    let last = query.until ?? query.today.adding(days: 1)
    guard let days = desk.profile.longestQuestion[query.timeframe], var first = query.since,
      (days..<1000 * days).contains(last.daysSince1970 - first.daysSince1970)
    else { return [query] }
    var parts: [BarQuery] = []
    while first <= last {
      var part = query
      (part.since, part.until) = (first, min(last, first.adding(days: days - 1)))
      parts.append(part)
      first = first.adding(days: days)
    }
    return parts
  }

  /// Reads a page and those that it leads to.
  private func pages(
    from first: WebRequest, into batch: inout BarBatch,
    _ read: ([UInt8], inout BarBatch, WebRequest) throws(ProviderError) -> WebRequest?
  ) throws(MarketDataError) {
    var request: WebRequest? = first
    var asked: Set<WebRequest> = []
    while let page = request {
      guard asked.insert(page).inserted, asked.count <= Self.mostPages else {
        throw MarketDataError(
          .unexpectedAnswer, file: desk.profile.word,
          message: "\(desk.profile.word) repeats its next page, so the pages never end")
      }
      request = try desk.answer(to: page) { body throws(ProviderError) in
        try read(body, &batch, page)
      }
      try tellProgress(batch)
    }
  }

  /// Reports the days received, of those requested; throws if the work is to stop.
  private func tellProgress(_ batch: BarBatch) throws(MarketDataError) {
    guard let last = batch.times.last else { return }
    let first = query.since?.daysSince1970 ?? batch.times.first.map { Int($0 / 86_400_000) } ?? 0
    let total = (query.until ?? query.today).daysSince1970 - first + 1
    let done = Int(last / 86_400_000) - first + 1
    monitor.say("\(desk.profile.word): \(batch.count) bars")
    guard total > 0 else { return }
    do throws(Interrupted) {
      try monitor.checkpoint(done: min(total, max(0, done)), total: total)
    } catch {
      throw MarketDataError(.interrupted, file: desk.profile.word, message: "interrupted")
    }
  }
}

extension Environment {
  /// The newest day that has begun: here when the program started, or in UTC now.
  public var newestDay: CivilDate {
    max(today, Zone.utc.civilTime(at: Timestamp(milliseconds: clock.now())).date)
  }
}
