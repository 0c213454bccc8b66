import Calendar
import Columns
import Evaluation
import MarketData
import Synchronization

extension LoadedSeries {
  /// The identity of a load.
  package struct LoadID: Hashable, Sendable {
    private static let count = Atomic<UInt64>(0)

    private let number = LoadID.count.add(1, ordering: .relaxed).newValue
  }

  /// The bars that a series has taken in since it was loaded.
  package struct Growth: Sendable {
    /// The number of bars as loaded.
    package let loaded: Int
    /// The first bar that is another one than it was when first seen; nil if none was corrected.
    package let corrected: Int?
    /// The number of updates.
    package let stage: Int
    fileprivate let trail: Trail
    fileprivate let findings = Findings()

    /// True if the bars as loaded are all as they were.
    package var keepsLoaded: Bool { corrected.map { $0 >= loaded } ?? true }
  }

  /// The farthest hash that is known of the first bars; all stages of the growth share it.
  fileprivate final class Trail: Sendable {
    private let farthest = Mutex(BarTrail())

    func text(_ bars: Bars, to end: Int) -> String {
      farthest.withLock { farthest in
        var trail = farthest.count <= end ? farthest : BarTrail()
        trail.follow(bars, to: end)
        if trail.count > farthest.count { farthest = trail }
        return trail.text
      }
    }
  }

  /// The findings on the bars as they are now, made when first asked for.
  fileprivate final class Findings: Sendable {
    private let made = Mutex<[BarFinding]?>(nil)

    func findings(_ make: () -> [BarFinding]) -> [BarFinding] {
      made.withLock { made in
        if let made { return made }
        let found = make()
        made = found
        return found
      }
    }
  }

  /// The findings on the bars.
  package var findings: [BarFinding] {
    guard let growth else { return foundInSource }
    return growth.findings.findings { unadjusted.findings(after: foundInSource, isMacro: isMacro) }
  }

  /// A hash of the bars in the prices of the source up to a number of them; see `BarTrail`.
  package func trail(to count: Int) -> String {
    growth?.trail.text(unadjusted, to: count) ?? Trail().text(unadjusted, to: count)
  }

  /// The series with the bars of an update, and the effect of that.
  ///
  /// Bars that it has already change nothing. Its calendar is guessed again if it was; stamps are read, and mends made, as
  /// at the load.
  package func taking(_ bars: Bars) throws(SeriesUpdateError) -> (series: LoadedSeries, change: SeriesChange) {
    let news = bars.slice(unadjusted.leadingBars(of: bars)..<bars.count)
    let longer: Bars
    do { longer = try unadjusted.revising(news) } catch { throw .bars(error) }
    let appended = news.count - news.firstIndex(after: unadjusted.times.last)
    let change = SeriesChange(appended: appended, revised: news.count - appended, count: longer.count)
    guard let first = news.times.first else { return (self, change) }
    let result = try following(longer, corrected: change.isRevision ? unadjusted.firstIndex(notBefore: first) : nil)
    all.dropColumns()
    series.dropColumns()
    return (result, change)
  }

  /// The same series with the bars that its load has now.
  ///
  /// So a session that `undo` goes back to gets the bars that have come since.
  package func following(_ newest: LoadedSeries) throws(SeriesUpdateError) -> LoadedSeries {
    guard load == newest.load, growth?.stage != newest.growth?.stage else { return self }
    var result = try following(newest.unadjusted, corrected: nil)
    result.growth = newest.growth
    return result
  }

  /// The series as a session has it whose source has grown since: as loaded it had fewer bars, and its source this hash.
  package func grown(from loaded: Int, contentHash: String) -> LoadedSeries {
    var result = self
    result.contentHash = contentHash
    if loaded < unadjusted.count {
      result.growth = Growth(loaded: loaded, corrected: nil, stage: 0, trail: Trail())
    }
    return result
  }

  /// The series with its first bars only; nil if one of these has been corrected since.
  package func before(bar count: Int) -> LoadedSeries? {
    guard let growth, count < unadjusted.count, growth.corrected.map({ $0 >= count }) ?? true else { return nil }
    var result = try? following(unadjusted.prefix(count), corrected: nil)
    if count == growth.loaded { result?.growth = nil }
    return result
  }

  /// The series with other bars of its load, in the prices of the source.
  ///
  /// - Parameter corrected: the first of the former bars that is another one; nil if none is.
  private func following(_ bars: Bars, corrected: Int?) throws(SeriesUpdateError) -> LoadedSeries {
    var result = self
    var bars = bars
    if !isMacro, hasGuessedCalendar || unadjusted.calendar == nil && source.request.calendar == nil,
      corrected != nil || bars.lastDay != unadjusted.lastDay
    {
      bars.calendar = bars.guessedCalendar
      result.hasGuessedCalendar = bars.calendar != nil
    }
    result.unadjusted = bars
    result.derived = DerivedSeries()
    let known = [growth?.corrected, corrected].compactMap(\.self).min()
    result.growth = Growth(
      loaded: growth?.loaded ?? unadjusted.count, corrected: known, stage: (growth?.stage ?? 0) + 1,
      trail: corrected == nil ? growth?.trail ?? Trail() : Trail())
    if basis == .nothing {
      result.all = all.became(bars)
    } else {
      let actions = open(actions)
      do { bars = try bars.adjusted(for: basis, by: actions) } catch { throw .adjustment(error) }
      result.all = all.became(bars, actions: actions.remaining(after: basis, on: result.unadjusted))
    }
    guard series !== all else {
      result.series = result.all
      return result
    }
    // The hours held for bars of this length before.
    let hours = series.bars.session.flatMap { try? bars.within($0) }
    result.series = hours.map { series.became($0, origin: result.all) } ?? result.all
    return result
  }
}

extension Bars {
  /// The index of the first bar that opens after a moment; 0 if there is none.
  fileprivate func firstIndex(after moment: Timestamp?) -> Int {
    guard let moment else { return 0 }
    let index = firstIndex(notBefore: moment)
    return index < count && times[index] == moment ? index + 1 : index
  }

  /// The number of bars at the beginning of others that are among these, to the bit.
  fileprivate func leadingBars(of others: Bars) -> Int {
    func isSame(_ value: Double, _ other: Double) -> Bool { value == other || value.isNaN && other.isNaN }
    guard let first = others.times.first, others.timeframe == timeframe else { return 0 }
    let start = firstIndex(notBefore: first)
    return zip(start..<count, others.times.indices).prefix { own, other in
      times[own] == others.times[other]
        && zip(prices, others.prices).allSatisfy { isSame($0[own], $1[other]) }
    }.count
  }

  private var prices: [Column] { [open, high, low, close, volume] }
}
