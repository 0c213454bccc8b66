import Calendar
import Library
import MarketData
import Platform
import Providers

/// The bars of one question: from the library as far as it has them, from the provider where it may have others.
struct BarSupply<P: BarProvider> {
  private let fetch: BarFetch<P>
  private let environment: Environment
  private let library: Library?
  private let key: SeriesKey
  private let now: Int64

  /// The bars, and what is to be said of where they are from.
  struct Supply {
    /// The bars as the provider states them, those of other days among them.
    var batch: BarBatch
    /// Where they are from, for the dialect.
    var notes: [String] = []
    /// Findings on the way to them.
    var findings: [BarFinding] = []
  }

  /// The days before the last kept bar that are asked for again, to see whether the provider has changed them.
  private static var overlap: Int { 7 }

  init(_ fetch: BarFetch<P>, _ environment: Environment) {
    self.fetch = fetch
    self.environment = environment
    library = Library(environment)
    key = SeriesKey(fetch.query, of: fetch.desk.profile)
    now = environment.clock.now()
  }

  /// The bars of the question.
  func run() throws(MarketDataError) -> Supply {
    guard let library else { return Supply(batch: try fetch.run(fetch.query) { _, _ in }) }
    var findings: [BarFinding] = []
    var kept: (entry: KeptSeries, batch: BarBatch)?
    do throws(LibraryError) {
      if let entry = try library.series(key), entry.bars > 0, let batch = try library.batch(of: key) {
        kept = (entry, batch)
      }
    } catch {
      // A library that cannot be read is no reason to be without bars.
      findings.append(BarFinding(.libraryUnused, message: error.message, count: 1))
    }
    if let kept, isEnough(kept.entry) {
      return Supply(batch: kept.batch, notes: [Self.age(kept.entry.fetched, now)], findings: findings)
    }
    do throws(MarketDataError) {
      let batch = try fetched(library, kept, &findings)
      return Supply(batch: batch, findings: findings)
    } catch {
      guard error.code != .interrupted, let kept else { throw error }
      let age = Self.age(kept.entry.fetched, now)
      findings.append(
        BarFinding(.keptBars, message: "the bars are those kept, \(age): \(error.message)", count: kept.entry.bars))
      return Supply(batch: kept.batch, notes: [age], findings: findings)
    }
  }

  /// True where the library has all bars of the question that the provider could give.
  private func isEnough(_ entry: KeptSeries) -> Bool {
    guard covers(entry), entry.isWhole else { return false }
    if let until = fetch.query.until, until.adding(days: Self.overlap) < entry.through { return true }
    return Double(now - entry.fetched) / 1000 < environment.freshness
  }

  private func covers(_ entry: KeptSeries) -> Bool {
    entry.since <= (fetch.query.since ?? CivilDate(daysSince1970: 0))
      && (entry.isWhole || (fetch.query.until ?? fetch.query.today) >= entry.through)
  }

  // MARK: From the provider

  private func fetched(
    _ library: Library, _ kept: (entry: KeptSeries, batch: BarBatch)?, _ findings: inout [BarFinding]
  ) throws(MarketDataError) -> BarBatch {
    var fault: LibraryError?
    var result: BarBatch?
    if let kept, covers(kept.entry), kept.batch.basis != .values {
      result = try tail(library, kept, &fault)
    }
    if result == nil {
      var query = fetch.query
      if let kept {
        query.since = min(kept.entry.since, query.since ?? CivilDate(daysSince1970: 0))
        if let until = query.until, kept.entry.through > until { query.until = nil }
      }
      // What is kept stays until all of what takes its place has come.
      let isNew = kept == nil
      let batch = try fetch.run(query) { page, address in
        if isNew { keep(page, query, from: page.times.min(), isWhole: false, address, library, &fault) }
      }
      keep(batch, query, from: nil, isWhole: true, fetch.address, library, &fault)
      result = batch
    }
    if let fault { findings.append(BarFinding(.libraryUnused, message: fault.message, count: 1)) }
    return result ?? fetch.provider.batch(for: fetch.query)
  }

  /// The kept bars and the newer ones; nil where the provider has changed those of before.
  private func tail(
    _ library: Library, _ kept: (entry: KeptSeries, batch: BarBatch), _ fault: inout LibraryError?
  ) throws(MarketDataError) -> BarBatch? {
    var query = fetch.query
    let last = CivilDate(daysSince1970: Int(kept.entry.last / 86_400_000))
    query.since = max(kept.entry.since, last.adding(days: -Self.overlap))
    if query.until.map({ $0 < last }) == true { query.until = nil }
    var (newest, stored) = (kept.entry.last, fault)
    let known = Dictionary(
      kept.batch.times.indices.suffix(100_000).map { (kept.batch.times[$0], $0) }, uniquingKeysWith: { $1 })
    var isSame = true
    let batch = try fetch.run(query) { page, address in
      isSame = isSame && agrees(page, kept.batch, known, before: kept.entry.last)
      guard isSame, let first = page.times.min(), first > newest else { return }
      newest = page.times.max() ?? newest
      keep(page, query, from: first, isWhole: false, address, library, &stored)
    }
    fault = stored
    guard isSame, batch.basis == kept.batch.basis, batch.zone == kept.batch.zone else { return nil }
    guard let first = batch.times.min() else {
      keep(batch, query, from: .max, isWhole: true, fetch.address, library, &fault, since: kept.entry.since)
      return kept.batch
    }
    keep(batch, query, from: first, isWhole: true, fetch.address, library, &fault, since: kept.entry.since)
    var whole = kept.batch.cut(before: first)
    whole.append(batch)
    return whole
  }

  /// True where the bars of a page that are kept as well are the same; the last kept one may have gone on since.
  private func agrees(_ page: BarBatch, _ kept: BarBatch, _ known: [Int64: Int], before last: Int64) -> Bool {
    for (index, time) in page.times.enumerated() where time < last {
      guard let other = known[time] else { continue }
      guard page.close[index] == kept.close[other], page.open[index] == kept.open[other],
        page.high[index] == kept.high[other], page.low[index] == kept.low[other]
      else { return false }
    }
    return true
  }

  private func keep(
    _ batch: BarBatch, _ query: BarQuery, from: Int64?, isWhole: Bool, _ address: String, _ library: Library,
    _ fault: inout LibraryError?, since: CivilDate? = nil
  ) {
    let newest = batch.times.max().map { CivilDate(daysSince1970: Int($0 / 86_400_000)) }
    let through = isWhole ? query.until ?? query.today : newest ?? query.today
    do throws(LibraryError) {
      try library.keep(
        batch, of: key, from: from, since: since ?? query.since ?? CivilDate(daysSince1970: 0), through: through,
        fetched: now, isWhole: isWhole, address: address)
    } catch { fault = fault ?? error }
  }

  private static func age(_ fetched: Int64, _ now: Int64) -> String { Age.updated(fetched, now) }
}
