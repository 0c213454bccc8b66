import Calendar
import Columns

/// Bars of the timeframe requested, made of the shorter rows of a file.
struct LongerBars {
  let bars: Bars
  /// The remark on it, with the last bar if it is not over.
  let finding: BarFinding

  init(_ rows: Bars, _ timeframe: Timeframe, file: String) throws(MarketDataError) {
    do throws(ResamplingError) { bars = try rows.resampled(to: timeframe) } catch {
      throw MarketDataError(
        .unknownOption, file: file, message: "the rows are of \(rows.timeframe), and \(error)",
        hint: "without `timeframe` they keep their own")
    }
    var message = "the rows are of \(rows.timeframe): bars of \(timeframe) were made from them"
    if let end = rows.closings().last, let own = bars.closings().last, end < own {
      message += "; the last one, \(bars.label(at: bars.count - 1)), is not finished"
    }
    finding = BarFinding(.longerBars, message: message, count: 1)
  }
}

extension RowTable {
  /// The requested timeframe, if the rows are surely shorter; nil if they are read as stated.
  func longer(_ timeframe: Timeframe?, zone: Zone) -> Timeframe? {
    guard let timeframe, columns.times.count > 1 else { return nil }
    let guess = TimeframeGuess.timeframe(of: columns.times, zone: zone, hasTimes: hasTimes)
    guard guess.isSure else { return nil }
    // Three months are a quarter, and thirty days are a month.
    return guess.0.nominalMilliseconds * 4 <= timeframe.nominalMilliseconds * 3 ? timeframe : nil
  }

  /// The remark on rows that are surely longer than the timeframe requested; none if they are not.
  ///
  /// Throws if the file has days alone, in which no shorter bars can be.
  func finding(onShorter asked: Timeframe, zone: Zone, file: String) throws(MarketDataError) -> [BarFinding] {
    guard columns.times.count > 1 else { return [] }
    let guess = TimeframeGuess.timeframe(of: columns.times, zone: zone, hasTimes: hasTimes)
    guard guess.isSure, guess.0.nominalMilliseconds * 3 >= asked.nominalMilliseconds * 4 else { return [] }
    if !hasTimes, asked.isIntraday {
      throw MarketDataError(
        .unknownOption, file: file, message: "the file has days without times, which are not bars of \(asked)",
        hint: "without `timeframe` its bars are \(guess.0)")
    }
    return [
      BarFinding(
        .irregularTimes,
        message:
          "the rows are \(guess.0) apart, but \(asked) was requested: each counts as known \(asked) after it begins",
        count: 1)
    ]
  }
}
