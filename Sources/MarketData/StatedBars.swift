import Calendar
import Columns
import Text

/// Bars as a provider states them, in any order: they become a series like that of a file, by the same rules.
public struct StatedBars: Sendable {
  /// The opening of each bar.
  public var times: [Timestamp]
  /// The prices and the volume of each bar: open, high, low, close, volume.
  public var columns: [[Double]]
  /// The time from which each value is known; nil if given by the calendar and the publication lag.
  public var known: [Timestamp]?
  /// The length of a bar.
  public var timeframe: Timeframe
  /// The zone of the exchange.
  public var zone: Zone
  /// True for values that are not bars.
  public var isMacro: Bool

  /// Makes bars of columns that are as long as the times.
  public init(
    times: [Timestamp], columns: [[Double]], known: [Timestamp]? = nil, timeframe: Timeframe, zone: Zone, isMacro: Bool
  ) {
    precondition(columns.count == 5 && columns.allSatisfy { $0.count == times.count }, "Five columns of equal length.")
    self.times = times
    self.columns = columns
    self.known = known
    self.timeframe = timeframe
    self.zone = zone
    self.isMacro = isMacro
  }

  /// The series: in order, each time once, with its findings.
  ///
  /// Of bars with equal times and values one is kept, of bars with equal times and other values the one stated last.
  ///
  /// - Parameters:
  ///   - source: the provider as the dialect names it.
  ///   - notes: remarks for the user, added to the dialect.
  ///   - findings: findings that were made before.
  ///   - request: the question, with its calendar and mends.
  /// - Throws: `MarketDataError` for a calendar or a mend that there is not.
  public func loaded(
    symbol: String, source: String, notes: [String], findings: [BarFinding], request: BarRequest, threads: Int
  ) throws(MarketDataError) -> LoadedBars {
    let preparation = try request.preparation()
    var (repeated, conflicting) = (0, 0)
    let kept = times.isRising ? nil : order(&repeated, &conflicting)
    let bars = bars(kept)
    var found = findings
    if repeated > 0 {
      found.append(
        BarFinding(
          .repeatedRows,
          message:
            "\(NumberText.counted(repeated, "bar")) came twice and \(Wording.plural(repeated, "is", "are")) kept once",
          count: repeated))
    }
    if conflicting > 0 {
      found.append(
        BarFinding(
          .conflictingRows,
          message: "\(NumberText.counted(conflicting, "bar")) came twice with different values; the last is kept",
          count: conflicting))
    }
    let hasVolume = columns[4].contains { !$0.isNaN }
    let prepared = try preparation.prepare(bars, isMacro: isMacro, hasVolume: hasVolume, threads: threads, file: symbol)
    return LoadedBars(
      bars: prepared.bars, symbol: symbol, isMacro: isMacro,
      dialect: Dialect(separator: source, hasHeader: false, dates: "", columns: [], notes: notes),
      findings: found + prepared.findings, contentHash: bars.contentHash, byteCount: bars.count * 48,
      hasGuessedCalendar: prepared.isGuessed)
  }

  /// The places of the bars in the order of time, of equal times the last one stated.
  private func order(_ repeated: inout Int, _ conflicting: inout Int) -> [Int] {
    let order = times.indices.sorted { times[$0] == times[$1] ? $0 < $1 : times[$0] < times[$1] }
    var kept: [Int] = []
    kept.reserveCapacity(order.count)
    for index in order {
      guard let last = kept.last, times[last] == times[index] else {
        kept.append(index)
        continue
      }
      let isSame = columns.allSatisfy { $0[last].bitPattern == $0[index].bitPattern }
      if isSame { repeated += 1 } else { conflicting += 1 }
      kept[kept.count - 1] = index
    }
    return kept
  }

  /// The bars at some places; at all of them if none are named.
  private func bars(_ kept: [Int]?) -> Bars {
    func column(_ values: [Double]) -> Column { Column(kept?.map { values[$0] } ?? values) }
    var closings = known.map { known in kept?.map { known[$0] } ?? known }
    for index in (closings ?? []).indices.dropFirst() {
      if let before = closings?[index - 1], let own = closings?[index], own < before { closings?[index] = before }
    }
    return Bars(
      times: kept?.map { times[$0] } ?? times, open: column(columns[0]), high: column(columns[1]),
      low: column(columns[2]), close: column(columns[3]), volume: column(columns[4]), timeframe: timeframe, zone: zone,
      closingTimes: closings)
  }
}

extension Bars {
  /// A hash of times, prices and volumes: equal bars have equal ones, wherever they came from.
  public var contentHash: String {
    var hash = ContentHash.Pieces()
    func add(_ times: Values<Timestamp>) {
      #if _endian(little)
        // A time is its milliseconds.
        times.withUnsafeBytes { hash.add($0) }
      #else
        times.map { $0.milliseconds.littleEndian }.withUnsafeBytes { hash.add($0) }
      #endif
    }
    add(times)
    for column in [open, high, low, close, volume] {
      #if _endian(little)
        column.values.withUnsafeBytes { hash.add($0) }
      #else
        column.values.map { $0.bitPattern.littleEndian }.withUnsafeBytes { hash.add($0) }
      #endif
    }
    add(Values(closingTimes ?? []))
    return hash.text()
  }
}

extension [Timestamp] {
  /// True if each time is later than the one before it.
  fileprivate var isRising: Bool {
    withUnsafeBufferPointer { times in
      for index in 1..<Swift.max(1, times.count) where times[index] <= times[index - 1] { return false }
      return true
    }
  }
}
