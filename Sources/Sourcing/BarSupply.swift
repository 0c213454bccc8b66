import Calendar
import MarketData
import Platform

/// The bars of one question: from the library as far as it has them, from the provider if it may have others.
struct BarSupply<P: BarProvider> {
  private let fetch: BarFetch<P>
  private let environment: Environment
  private let library: Library?
  private let key: SeriesKey
  private let now: Int64

  /// The bars, and the remarks on their origin.
  struct Supply {
    /// The bars as the provider states them, those of other days among them.
    var batch: BarBatch
    /// The time of the request, in milliseconds since 1970: a bar not over by then is incomplete.
    var fetched: Int64
    /// Their origin, for the dialect.
    var notes: [String] = []
    /// Findings on the way to them.
    var findings: [BarFinding] = []
  }

  /// A series of the library.
  typealias Kept = (entry: KeptSeries, batch: BarBatch)

  /// The days before the last kept bar requested again, to see whether the provider has changed them.
  private var overlap: Int { max(7, Int(fetch.query.timeframe.nominalMilliseconds * 2 / 86_400_000) + 1) }

  init(_ fetch: BarFetch<P>, _ environment: Environment) {
    self.fetch = fetch
    self.environment = environment
    library = Library(environment)
    key = SeriesKey(fetch.query, of: fetch.desk.profile)
    now = environment.clock.now()
  }

  /// The bars of the question.
  func run() throws(MarketDataError) -> Supply {
    guard let library else { return Supply(batch: try fetch.run(fetch.asked) { _, _ in }, fetched: now) }
    var findings: [BarFinding] = []
    var kept: Kept?
    do throws(LibraryError) {
      if let found = try library.kept(key), found.entry.bars > 0 { kept = found }
    } catch {
      // An unreadable library does not prevent loading bars.
      findings.append(BarFinding(.libraryUnused, message: error.message, count: 1))
    }
    if let kept, isEnough(kept.entry) {
      return Supply(
        batch: kept.batch, fetched: kept.entry.fetched, notes: [Age.updated(kept.entry.fetched, now)],
        findings: findings)
    }
    do throws(MarketDataError) {
      let batch = try fetched(library, kept, &findings)
      return Supply(batch: batch, fetched: now, findings: findings)
    } catch {
      guard error.code != .interrupted, error.code != .keyRefused, let kept,
        BatchReading(fetch.query, fetch.desk.profile, environment).hasAskedDays(kept.batch)
      else { throw error }
      let age = Age.updated(kept.entry.fetched, now)
      let message = "the bars are from the library, \(age)\(missing(of: kept.entry)): \(error.message)"
      findings.append(BarFinding(.keptBars, message: message, count: kept.entry.bars))
      return Supply(batch: kept.batch, fetched: kept.entry.fetched, notes: [age], findings: findings)
    }
  }

  /// The days of the question that a kept series does not have, in words; empty if it has all of its time.
  private func missing(of entry: KeptSeries) -> String {
    let asked = fetch.asked
    var parts: [String] = []
    if let first = entry.since, asked.since.map({ $0 < first }) ?? true { parts.append("before \(first)") }
    let last = min(asked.until ?? asked.today, asked.today)
    if entry.through < last, !entry.isWhole || entry.through < day(entry.fetched) {
      parts.append("after \(entry.through)")
    }
    return parts.isEmpty ? "" : ", without those \(parts.joined(separator: " and "))"
  }

  /// True if the library has all bars of the question that the provider could give.
  private func isEnough(_ entry: KeptSeries) -> Bool {
    guard covers(entry), entry.isWhole else { return false }
    // Without a limit on age, the stored bars are always good enough.
    if environment.freshness == .infinity { return true }
    if let until = fetch.asked.until, until.adding(days: overlap) < entry.through { return true }
    let reached = day(entry.fetched)
    return entry.through >= min(fetch.asked.until ?? reached, reached)
      && Double(now - entry.fetched) / 1000 < environment.freshness
  }

  private func covers(_ entry: KeptSeries) -> Bool {
    let begins = entry.since.map { first in fetch.asked.since.map { first <= $0 } ?? false } ?? true
    return begins && (entry.isWhole || (fetch.asked.until ?? fetch.asked.today) >= entry.through)
  }

  private func day(_ time: Int64) -> CivilDate { Zone.utc.civilTime(at: Timestamp(milliseconds: time)).date }

  // MARK: From the provider

  private func fetched(
    _ library: Library, _ kept: Kept?, _ findings: inout [BarFinding]
  ) throws(MarketDataError) -> BarBatch {
    var shelf = BarShelf(library: library, key: key, now: now)
    var result: BarBatch?
    if let kept, covers(kept.entry), kept.batch.basis != .values {
      result = try tail(kept, &shelf, &findings)
    }
    if result == nil {
      var query = fetch.asked
      if let kept {
        query.since = kept.entry.since.flatMap { first in query.since.map { min(first, $0) } }
        if let until = query.until, kept.entry.through > until { query.until = nil }
      }
      // Stored bars stay until their replacement has arrived completely.
      let isNew = kept == nil
      var last: Int64?
      var batch = try fetch.run(query) { page, address in
        if isNew { shelf.keep(page: page, query, after: last, address, since: query.since) }
        last = page.times.max() ?? last
      }
      if let kept { join(kept.batch, to: &batch, &findings) }
      shelf.keep(batch, query, from: nil, fetch.address, since: query.since)
      result = batch
    }
    if let fault = shelf.fault {
      findings.append(BarFinding(.libraryUnused, message: fault.message, count: 1))
    }
    return result ?? fetch.provider.batch(for: fetch.query)
  }

  /// Puts the kept bars before those that a provider gives that has the newest alone: it has them no more.
  private func join(_ kept: BarBatch, to batch: inout BarBatch, _ findings: inout [BarFinding]) {
    guard fetch.desk.profile.hasNewestOnly, kept.basis == batch.basis, kept.zone == batch.zone,
      let start = batch.times.min()
    else { return }
    var whole = kept.cut(before: start)
    guard whole.count > 0 else { return }
    let message =
      "\(fetch.desk.profile.word) no longer has bars from before \(day(start)); those are as kept"
    findings.append(BarFinding(.keptBars, message: message, count: whole.count))
    whole.append(batch)
    batch = whole
  }

  /// The kept bars and the newer ones; nil if the provider has changed those of before.
  private func tail(
    _ kept: Kept, _ shelf: inout BarShelf, _ findings: inout [BarFinding]
  ) throws(MarketDataError) -> BarBatch? {
    let (entry, old) = kept
    var query = fetch.asked
    let last = day(entry.last)
    let profile = fetch.desk.profile
    let oldest = profile.reach[query.timeframe].map { query.today.adding(days: -$0) } ?? .distantPast
    let first = max(entry.since ?? .distantPast, last.adding(days: -overlap), oldest)
    query.since = first
    if query.until.map({ $0 < last }) == true { query.until = nil }
    let match = BarMatch(old)
    var (newest, books) = (entry.last, shelf)
    var (isSame, touches) = (true, false)
    let batch = try fetch.run(query) { page, address in
      isSame = isSame && match.agrees(page)
      touches = touches || match.touches(page)
      var new = page.filtered { $0 >= newest }
      guard isSame, touches, let reached = new.times.max() else { return }
      new.actions = old.actions(before: first, and: page)
      books.keep(page: new, query, after: newest, address, since: entry.since)
      newest = reached
    }
    shelf = books
    guard let start = batch.times.min() else {
      // No new bars: the metadata, splits and dividends of the stored ones stay.
      shelf.keep(old.suffix(from: old.count), query, from: .max, fetch.address, since: entry.since)
      return old
    }
    guard isSame, batch.basis == old.basis, batch.zone == old.zone else { return nil }
    if !touches {
      // A provider with the full history is asked for all of it; of one with only the newest bars, the stored history
      // is kept, as it cannot be loaded again.
      guard profile.hasNewestOnly || first > last, start > entry.last else { return nil }
      findings.append(
        BarFinding(
          .gaps, message: "\(profile.word) no longer has bars from \(last) to \(day(start))", count: 1))
    }
    var new = batch
    new.actions = old.actions(before: first, and: batch)
    shelf.keep(new, query, from: start, fetch.address, since: entry.since)
    var whole = old.cut(before: start)
    whole.append(new)
    return whole
  }
}

extension CivilDate {
  /// A day before any other one here.
  fileprivate static let distantPast = CivilDate(daysSince1970: -10_000_000)
}

/// The kept bars that those of a provider are compared with.
private struct BarMatch {
  private let kept: BarBatch
  private let known: [Int64: Int]
  private let last: Int64

  init(_ kept: BarBatch) {
    self.kept = kept
    known = Dictionary(
      kept.times.indices.suffix(100_000).map { (kept.times[$0], $0) }, uniquingKeysWith: { $1 })
    last = kept.times.max() ?? .max
  }

  /// True if the page has one of the kept bars.
  func touches(_ page: BarBatch) -> Bool { page.times.contains { known[$0] != nil } }

  /// True if the bars of a page that are also kept are the same; the last kept one may have changed since.
  func agrees(_ page: BarBatch) -> Bool {
    for (index, time) in page.times.enumerated() where time < last {
      guard let other = known[time] else { continue }
      guard page.close[index] == kept.close[other], page.open[index] == kept.open[other],
        page.high[index] == kept.high[other], page.low[index] == kept.low[other]
      else { return false }
    }
    return true
  }
}

/// The place in the library that the bars of one question are put in.
private struct BarShelf {
  let library: Library
  let key: SeriesKey
  let now: Int64
  /// The first error; bars are available without a library too.
  var fault: LibraryError?

  /// Keeps all bars of an answer, or those from a time on.
  mutating func keep(
    _ batch: BarBatch, _ query: BarQuery, from: Int64?, _ address: String, since: CivilDate?
  ) {
    // Future days have no bars yet.
    let through = min(query.until ?? query.today, query.today)
    do throws(LibraryError) {
      try library.keep(
        batch, of: key, from: from, since: since, through: through, fetched: now, isWhole: true, address: address)
    } catch { fault = fault ?? error }
  }

  /// Keeps a page that others follow; `last` is the newest bar that was kept before.
  mutating func keep(page: BarBatch, _ query: BarQuery, after last: Int64?, _ address: String, since: CivilDate?) {
    let newest = page.times.max().map { CivilDate(daysSince1970: Int($0 / 86_400_000)) }
    do throws(LibraryError) {
      try library.keep(
        page: page, of: key, after: last, since: since, through: newest ?? query.today, fetched: now, address: address)
    } catch { fault = fault ?? error }
  }
}
