import Calendar
import Columns

/// The last steps of reading bars, the same for each source: clock, calendar, mends, checks.
struct BarPreparation {
  /// The calendar.
  var calendar = CalendarChoice.guessed
  /// The reading of stamps requested.
  var stamps: StampReading?
  /// The zone whose clock the bars are shown on; nil for their own, or the calendar's.
  var clock: Zone?
  /// The mends.
  var repairs: [BarRepair] = []
  /// True if the zone of the times is stated, and not taken for UTC for want of another.
  var isZoneKnown = true

  /// The result of the steps.
  struct Outcome {
    var bars: Bars
    /// The bars before any mend.
    var read: Bars
    /// True if the calendar was not requested.
    var isGuessed: Bool
    var findings: [BarFinding]
  }

  /// Prepares bars; throws if the clock requested is not that of the calendar.
  ///
  /// - Parameter plain: the bars that pass every check of prices, if known.
  func prepare(
    _ source: Bars, isMacro: Bool, hasVolume: Bool, plain: [Range<Int>] = [], threads: Int, file: String
  ) throws(MarketDataError) -> Outcome {
    if stamps != nil, isMacro {
      throw MarketDataError(
        .unknownOption, file: file, message: "values are known when they are published, and take no `stamped`",
        hint: "`published 10d` says how long after their period")
    }
    var bars = begun(try shown(source, file: file))
    let guess = isMacro ? nil : StampGuess(of: bars, asked: stamps)
    bars.stamps = guess?.reading ?? .period
    var isGuessed = false
    if calendar == .guessed, !isMacro, let guess = CalendarGuess.calendar(of: bars) {
      bars.calendar = guess
      isGuessed = true
    }
    if !isMacro, repairs.contains(.highLow) { try Self.refuseInventing(bars, file: file) }
    var mended = bars.repaired(by: isMacro ? [] : repairs)
    var stubs: BarFinding?
    if let market = calendar.market, !isMacro { (mended.bars, stubs) = SundayStubs.joined(mended.bars, market) }
    let isAsRead = repairs.isEmpty && stubs == nil
    let findings = BarChecks.findings(
      of: mended.bars, isMacro: isMacro, hasVolume: hasVolume, plain: isAsRead ? plain : [], threads: threads)
    let stampFindings = [
      guess?.finding, isMacro || stamps != nil ? nil : EndStamps.finding(on: bars, isZoneKnown: isZoneKnown),
      DateChecks.finding(on: bars, isMacro: isMacro), isMacro ? nil : SundayStubs.finding(on: mended.bars), stubs,
    ].compactMap(\.self)
    return Outcome(
      bars: mended.bars, read: bars, isGuessed: isGuessed, findings: stampFindings + mended.findings + findings)
  }

  /// The bars by their beginning: those shorter than a day whose stamps are said to be of their end begin their length
  /// before, or at the end of the previous bar or the session's opening, if later, and are known at their stamps.
  func begun(_ source: Bars) -> Bars {
    guard stamps == .period, source.timeframe.isIntraday else { return source }
    var bars = source
    let length = source.timeframe.nominalMilliseconds
    let hours = SessionHours.regular(in: source.zone, of: source.calendar ?? calendar.market)
    var cursor = SessionCursor(hours: hours, zone: source.zone)
    for index in source.times.indices {
      let end = source.times[index].milliseconds
      var start = end - length
      if index > 0 { start = max(start, source.times[index - 1].milliseconds) }
      if hours != nil {
        cursor.go(to: source.times[index])
        if cursor.open.milliseconds < end, end <= cursor.close.milliseconds {
          start = max(start, cursor.open.milliseconds)
        }
      }
      bars.times[index] = Timestamp(milliseconds: start)
    }
    let ends = source.times.array
    if bars.closings() != ends { bars.closingTimes = ends }
    return bars
  }

  /// Refuses to take highs and lows to the other prices if most bars contradict themselves: their columns are in
  /// another order.
  private static func refuseInventing(_ bars: Bars, file: String) throws(MarketDataError) {
    let count = bars.times.indices.count { bars.isContradictory(at: $0) }
    guard count * 2 > bars.count, let order = ColumnOrder.order(of: bars) else { return }
    throw MarketDataError(
      .repairRefused, file: file,
      message: "\(count) of \(bars.count) bars contradict themselves, but none does as "
        + "\(order.map(\.name).joined(separator: ", ")): `repair` would invent prices",
      hint: "`load … columns` states the order of the columns")
  }

  /// The bars with the calendar requested, on its clock or on the one that they are to be shown on.
  func shown(_ source: Bars, file: String) throws(MarketDataError) -> Bars {
    guard let market = calendar.market else { return clock.map { source.shown(on: $0) } ?? source }
    if let clock, clock.identifier != market.zoneIdentifier {
      throw MarketDataError(
        .unknownOption, file: file,
        message:
          "the calendar \(market.rawValue) uses the clock of \(market.zoneIdentifier), not of \(clock.identifier)",
        hint: "without `as \"\(clock.identifier)\"` the times are shown on the market's clock")
    }
    var bars = source.shown(on: try ZoneDatabase.zone(named: market.zoneIdentifier))
    bars.calendar = market
    // A day that runs over midnight is the market's own, even if no session was requested.
    if bars.timeframe.isIntraday { bars.session = market.tradingDay }
    return bars
  }
}
