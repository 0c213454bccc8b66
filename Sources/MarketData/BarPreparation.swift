import Calendar
import Columns

/// The last steps of reading bars, the same for each source: clock, calendar, mends, checks.
struct BarPreparation {
  /// The calendar.
  var calendar = CalendarChoice.guessed
  /// The reading of stamps that was asked for.
  var stamps: StampReading?
  /// The zone whose clock the bars are shown on; nil for their own, or the calendar's.
  var clock: Zone?
  /// The mends.
  var repairs: [BarRepair] = []

  /// The result of the steps.
  struct Outcome {
    var bars: Bars
    /// The bars before any mend.
    var read: Bars
    /// True where the calendar was not asked for.
    var isGuessed: Bool
    var findings: [BarFinding]
  }

  /// Prepares bars; throws where the clock that was asked for is not that of the calendar.
  ///
  /// - Parameter plain: the bars in which no check of prices has anything to look at, where that is known.
  func prepare(
    _ source: Bars, isMacro: Bool, hasVolume: Bool, plain: [Range<Int>] = [], threads: Int, file: String
  ) throws(MarketDataError) -> Outcome {
    var bars = try shown(source, file: file)
    if stamps != nil, isMacro || bars.timeframe.isIntraday {
      throw MarketDataError(
        .unknownOption, file: file,
        message: isMacro
          ? "values are known when they are published, and take no `stamped`"
          : "bars of \(bars.timeframe) begin at their stamp, and take no `stamped`",
        hint: isMacro ? "`published 10d` says how long after their period" : "`stamped` is of bars of a day or longer")
    }
    let guess = isMacro ? nil : StampGuess(of: bars, asked: stamps)
    bars.stamps = guess?.reading ?? .period
    var isGuessed = false
    if calendar == .guessed, !isMacro, let guess = CalendarGuess.calendar(of: bars) {
      bars.calendar = guess
      isGuessed = true
    }
    let mended = bars.repaired(by: isMacro ? [] : repairs)
    let findings = BarChecks.findings(
      of: mended.bars, isMacro: isMacro, hasVolume: hasVolume, plain: repairs.isEmpty ? plain : [], threads: threads)
    let stampFinding = guess?.finding.map { [$0] } ?? []
    return Outcome(
      bars: mended.bars, read: bars, isGuessed: isGuessed, findings: stampFinding + mended.findings + findings)
  }

  /// The bars with the calendar that was asked for, on its clock or on the one that they are to be shown on.
  func shown(_ source: Bars, file: String) throws(MarketDataError) -> Bars {
    guard let market = calendar.market else { return clock.map { source.shown(on: $0) } ?? source }
    if let clock, clock.identifier != market.zoneIdentifier {
      throw MarketDataError(
        .unknownOption, file: file,
        message:
          "the calendar \(market.rawValue) is on the clock of \(market.zoneIdentifier), not on that of \(clock.identifier)",
        hint: "without `as \"\(clock.identifier)\"` the times are shown on the market's clock")
    }
    var bars = source.shown(on: try ZoneDatabase.zone(named: market.zoneIdentifier))
    bars.calendar = market
    // A day that runs over midnight is the market's own, also where no session was asked for.
    if bars.timeframe.isIntraday { bars.session = market.tradingDay }
    return bars
  }
}
