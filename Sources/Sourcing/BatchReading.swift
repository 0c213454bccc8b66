import Calendar
import Columns
import MarketData
import Platform
import Text

/// The interpretation of a provider's batch: times on a zone's clock, completed bars only, values from the time they
/// are known.
struct BatchReading {
  private let query: BarQuery
  private let profile: ProviderProfile
  private let environment: Environment

  init(_ query: BarQuery, _ profile: ProviderProfile, _ environment: Environment) {
    self.query = query
    self.profile = profile
    self.environment = environment
  }

  /// The series of a batch; throws `not-at-provider` if it has no bars.
  ///
  /// - Parameters:
  ///   - fetched: when the provider was asked for them, in milliseconds since 1970.
  ///   - notes: the origin of the bars, for the dialect.
  ///   - findings: findings on the way to them.
  ///   - request: the question as typed.
  func loaded(
    _ all: BarBatch, fetched: Int64, notes more: [String] = [], findings earlier: [BarFinding] = [],
    for request: BarRequest
  ) throws(MarketDataError) -> LoadedBars {
    let zone = try ZoneDatabase.zone(named: all.zone)
    let batch = ofAskedDays(all, zone).withoutActionsInPrices
    guard batch.count > 0 else {
      throw MarketDataError(
        .notAtProvider, file: profile.word,
        message: "\(profile.word) has no bars of `\(query.symbol)` \(daysText)",
        hint: "`search \"…\"` finds symbols; `since`, `until` and `last` set the days")
    }
    let isMacro = batch.basis == .values
    let timeframe = isMacro ? Self.timeframe(of: all.times) : query.timeframe
    let times = times(batch, timeframe, zone)
    var stated = StatedBars(
      times: times, columns: [batch.open, batch.high, batch.low, batch.close, batch.volume], timeframe: timeframe,
      zone: zone, isMacro: isMacro)
    var findings = earlier
    if isMacro {
      if let releases = batch.known {
        stated.known = known(stated, releases, archive(of: all, timeframe, zone), &findings)
      } else if profile.isOfValues {
        // The values of a file are fixed.
        findings.append(Self.revised)
      }
    } else if batch.basis != .asInFile {
      leaveOutUnfinished(&stated, batch, Timestamp(milliseconds: fetched), &findings)
    }
    guard !stated.times.isEmpty else {
      throw MarketDataError(
        .notAtProvider, file: profile.word,
        message: "\(profile.word) has no finished bar of `\(query.symbol)` \(daysText)")
    }
    var loaded = try stated.loaded(
      symbol: query.symbol, source: profile.word, notes: notes(batch, isMacro) + more, findings: findings,
      request: request, threads: environment.workers)
    if !isMacro {
      loaded.actions = CorporateActions(batch.actions)
      loaded.currency = batch.currency
      loaded.basis = batch.basis.adjustment
    }
    return loaded
  }

  private var daysText: String {
    switch (query.since, query.until) {
    case (let since?, let until?): "from \(since) to \(until)"
    case (let since?, nil): "since \(since)"
    case (nil, let until?): "until \(until)"
    case (nil, nil): "at all"
    }
  }

  private static let revised = BarFinding(
    .revisedValues,
    message: "the values include later revisions, unknown at the time; `vintage first` has them as first published",
    count: 1)

  /// The provider's notes on its bars, and the terms of the request.
  private func notes(_ batch: BarBatch, _ isMacro: Bool) -> [String] {
    var notes = isMacro ? [query.isFirstVintage ? "as first published" : "as revised later"] : [batch.basis.rawValue]
    if let currency = batch.currency { notes.append("in \(currency)") }
    if !isMacro, !profile.delay.isEmpty { notes.append(profile.delay) }
    if query.timeframe.isIntraday { notes.append(daysText) }
    return notes + batch.notes
  }

  /// True if a batch has bars of the days requested.
  func hasAskedDays(_ batch: BarBatch) -> Bool {
    guard let zone = try? ZoneDatabase.zone(named: batch.zone) else { return true }
    return ofAskedDays(batch, zone).count > 0
  }

  /// The bars of the days requested, on the clock of the exchange.
  private func ofAskedDays(_ batch: BarBatch, _ zone: Zone) -> BarBatch {
    func start(_ day: CivilDate) -> Int64 {
      batch.isOnZoneClock || batch.basis == .values
        ? Int64(day.daysSince1970) * 86_400_000 : zone.timestamp(of: CivilTime(date: day)).milliseconds
    }
    if query.since == nil, query.until == nil { return batch }
    let first = query.since.map(start) ?? .min
    let end = query.until.map { start($0.adding(days: 1)) } ?? .max
    return batch.filtered { $0 >= first && $0 < end }
  }

  /// The opening of each bar: of a day or longer at midnight on the clock of the exchange.
  private func times(_ batch: BarBatch, _ timeframe: Timeframe, _ zone: Zone) -> [Timestamp] {
    batch.times.map { milliseconds in
      let time = Timestamp(milliseconds: milliseconds)
      if batch.isOnZoneClock { return zone.timestamp(of: Zone.utc.civilTime(at: time)) }
      if timeframe.isIntraday || batch.basis == .values { return time }
      return zone.timestamp(of: CivilTime(date: zone.civilTime(at: time).date))
    }
  }

  /// The usual length of the periods of values.
  private static func timeframe(of times: [Int64]) -> Timeframe {
    let sorted = times.sorted()
    let steps = zip(sorted, sorted.dropFirst()).map { ($1 - $0) / 86_400_000 }.sorted()
    switch steps.isEmpty ? 0 : steps[steps.count / 2] {
    case ..<5: return .day
    case ..<20: return .week
    case ..<60: return .month
    case ..<200: return .quarter
    default: return .year
    }
  }

  // MARK: Completed bars, known values

  /// Takes the newest bars off that were not over when they were requested: their prices are others by now.
  private func leaveOutUnfinished(
    _ stated: inout StatedBars, _ batch: BarBatch, _ now: Timestamp, _ findings: inout [BarFinding]
  ) {
    var left: [Timestamp] = []
    // No bar is longer than a year or two: older ones are over.
    let recent = Timestamp(milliseconds: now.milliseconds - 800 * 86_400_000)
    for index in stated.times.indices.reversed()
    where stated.times[index] > recent && end(of: stated.times[index], stated, batch) > now {
      left.append(stated.times[index])
      stated.times.remove(at: index)
      for column in stated.columns.indices { stated.columns[column].remove(at: index) }
    }
    guard let last = left.last else { return }
    let label =
      stated.timeframe.isIntraday
      ? stated.zone.iso8601(last) : "\(stated.zone.civilTime(at: last).date)"
    let message =
      left.count == 1
      ? "the bar of \(label) is not finished, and left out"
      : "\(left.count) bars from \(label) on are not finished, and left out"
    findings.append(BarFinding(.unfinishedBar, message: message, count: left.count, firstTime: last))
  }

  /// The time from which on a bar is complete at the provider.
  private func end(of time: Timestamp, _ stated: StatedBars, _ batch: BarBatch) -> Timestamp {
    Timestamp(milliseconds: close(of: time, stated, batch).milliseconds + Int64(profile.lateness * 1000))
  }

  private func close(of time: Timestamp, _ stated: StatedBars, _ batch: BarBatch) -> Timestamp {
    guard !stated.timeframe.isIntraday else {
      return Timestamp(milliseconds: time.milliseconds + stated.timeframe.nominalMilliseconds)
    }
    let civil = stated.zone.civilTime(at: time)
    if stated.timeframe == .day, let end = batch.dayEnd {
      return stated.zone.timestamp(
        of: CivilTime(date: civil.date, millisecond: end.millisecondOfDay))
    }
    return stated.zone.timestamp(of: stated.timeframe.periodEnd(containing: civil))
  }

  /// The release with which the archive of releases begins; nil if each value has a release of its own.
  ///
  /// Several values of one first release can be those of some days that are published together, as after a weekend.
  /// They are an archive if the oldest of them is late by two periods and two months: too late for any publication. It
  /// is searched in the full series, because the requested days can begin with any release.
  private func archive(of all: BarBatch, _ timeframe: Timeframe, _ zone: Zone) -> Int64? {
    guard let releases = all.known, let first = releases.min() else { return nil }
    let times = releases.indices.filter { releases[$0] == first }.map { all.times[$0] }
    guard times.count > 1, let oldest = times.min() else { return nil }
    let end = timeframe.periodEnd(containing: zone.civilTime(at: Timestamp(milliseconds: oldest)))
    let late = first - zone.timestamp(of: end).milliseconds
    return late >= max(2 * timeframe.nominalMilliseconds, 60 * 86_400_000) ? first : nil
  }

  /// From when on values are known: the end of the day of their release.
  ///
  /// Those of the archive were published earlier, on unrecorded days, and count as known the usual lag after their
  /// period.
  private func known(
    _ stated: StatedBars, _ releases: [Int64], _ archive: Int64?, _ findings: inout [BarFinding]
  ) -> [Timestamp] {
    let lag = PublicationLag.usual(for: stated.timeframe)
    var guessed = 0
    let known = releases.enumerated().map { index, release in
      let published = Timestamp(milliseconds: release + 86_400_000)
      guard release == archive else { return published }
      let end = stated.zone.timestamp(
        of: stated.timeframe.periodEnd(containing: stated.zone.civilTime(at: stated.times[index])))
      guessed += 1
      return min(published, lag.moment(after: end, in: stated.zone))
    }
    if guessed > 0, let archive {
      let day = Zone.utc.civilTime(at: Timestamp(milliseconds: archive)).date
      findings.append(
        BarFinding(
          .revisedValues,
          message:
            "\(NumberWords.values(guessed)) from before \(day), where the archive of releases begins, "
            + "are as of that day and count as known \(lag) after their period", count: guessed))
    }
    return known
  }
}

/// Numbers with their noun.
private enum NumberWords {
  static func values(_ count: Int) -> String { count == 1 ? "1 value" : "\(count) values" }
}
