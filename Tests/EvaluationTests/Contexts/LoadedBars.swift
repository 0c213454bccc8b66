import Calendar
import Columns
import Evaluation

/// Series of several symbols, of which longer bars are made by a plain walk over the periods.
final class LoadedBars: SeriesSource {
  private let loaded: [String: Series]
  private let made: [String: [Timeframe: Series]]

  /// Series by their names, each with the longer bars that a test asks for.
  init(_ series: [Series], longer: [Timeframe] = []) {
    loaded = Dictionary(uniqueKeysWithValues: series.map { ($0.name, $0) })
    made = loaded.mapValues { series in
      let possible = longer.filter { $0.nominalMilliseconds > series.bars.timeframe.nominalMilliseconds }
      return Dictionary(
        uniqueKeysWithValues: possible.map {
          ($0, Series(name: series.name, bars: series.bars.walked(to: $0), publication: series.publication))
        })
    }
  }

  func series(named symbol: String) throws(ContextError) -> Series {
    guard let series = loaded[symbol] else {
      throw ContextError(.symbol, "`\(symbol)` is not loaded", hints: ["load it"])
    }
    return series
  }

  func series(in context: BarContext, seenFrom outer: Series) throws(ContextError) -> Series {
    let own = try series(named: context.symbol ?? outer.name)
    let seen = outer.bars.timeframe.nominalMilliseconds
    let isShorter = own.bars.timeframe.nominalMilliseconds < seen
    let timeframe =
      context.timeframe ?? (isShorter && own.publication == nil ? outer.bars.timeframe : own.bars.timeframe)
    if timeframe == own.bars.timeframe { return own }
    guard let made = made[own.name]?[timeframe] else {
      throw ContextError(.timeframe, "\(own.name) no longer has bars of \(timeframe)")
    }
    return made
  }
}

extension Bars {
  /// Longer bars, period by period on the clock of the zone.
  fileprivate func walked(to longer: Timeframe) -> Bars {
    var rows: [(start: Timestamp, values: [Double])] = []
    for index in 0..<count {
      var civil = civilTime(at: index)
      // A day that begins in the evening is the next one.
      if timeframe == .day, civil.hour >= 12 { civil = CivilTime(date: civil.date.adding(days: 1)) }
      let start = zone.timestamp(of: longer.periodStart(containing: civil))
      let values = [open, high, low, close, volume].map { $0[index] }
      if rows.last?.start == start, var row = rows.popLast() {
        row.values[1] = max(row.values[1], values[1])
        row.values[2] = min(row.values[2], values[2])
        row.values[3] = values[3]
        row.values[4] += values[4]
        rows.append(row)
      } else {
        rows.append((start, values))
      }
    }
    func column(_ place: Int) -> Column { Column(rows.map { $0.values[place] }) }
    return Bars(
      times: rows.map(\.start), open: column(0), high: column(1), low: column(2), close: column(3), volume: column(4),
      timeframe: longer, zone: zone)
  }
}

/// Bars that open at civil times, written `2024-01-02T15:30` or `2024-01-02`, with closes counting from a number.
func bars(
  _ times: [String], from first: Double, step: Double = 1, timeframe: Timeframe, zone: Zone = .utc
) -> Bars {
  let closes = Column(times.indices.map { first + step * Double($0) })
  return Bars(
    times: times.map { zone.timestamp(of: civil($0)) }, open: closes, high: closes, low: closes, close: closes,
    volume: closes, timeframe: timeframe, zone: zone)
}

/// A civil time, as text.
func civil(_ text: String) -> CivilTime {
  let numbers = text.split { "-T:".contains($0) }.compactMap { Int($0) }
  let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) ?? CivilDate(daysSince1970: 0)
  return CivilTime(date: date, hour: numbers.count > 3 ? numbers[3] : 0, minute: numbers.count > 4 ? numbers[4] : 0)
}
