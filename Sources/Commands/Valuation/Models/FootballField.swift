import Calendar
import Columns
import OrderedCollections
import Presentation
import Reports
import Sessions
import Valuation
import Workspace

extension Execution {
  /// The football field of valuations side by side; nil if there is nothing to draw.
  package func footballField(_ columns: [ComparedValuation]) -> FootballField? {
    let tickers = Set(columns.map(\.ticker))
    let prices = columns.map(\.result.price)
    let isRelative = tickers.count > 1
    guard columns.count > 1, !isRelative || prices.allSatisfy({ $0 ?? 0 > 0 }) else { return nil }
    var bars: [FootballField.Bar] = []
    for column in columns {
      let unit = isRelative ? column.result.price ?? 1 : 1
      var bar = column.range
      bar.low /= unit
      bar.high /= unit
      bar.value = bar.value.map { $0 / unit }
      bars.append(bar)
    }
    let values = bars.compactMap(\.value)
    if !isRelative, let low = values.min(), let high = values.max() {
      bars.append(FootballField.Bar(name: "lowest to highest", low: low, high: high, value: nil, of: "scenarios"))
      if let ticker = tickers.first, let year = lastYear(of: ticker) {
        bars.append(
          FootballField.Bar(
            name: year.since.map { "prices from \($0) to \(year.until)" } ?? "52 weeks of prices to \(year.until)",
            low: year.low, high: year.high, value: nil, of: year.since == nil ? "52 weeks" : "since a split"))
      }
    }
    let shared = prices.first.flatMap { price in prices.allSatisfy { $0 == price } ? price : nil }
    return FootballField(
      bars: bars, reference: isRelative ? 1 : shared ?? prices.compactMap { $0 }.last, isRelative: isRelative)
  }

  /// The lowest and the highest price of the 52 weeks up to the last bar, in the shares of that bar.
  ///
  /// Splits that are known are taken out of the prices. Those that are not make closes jump: prices before such a jump are
  /// of other shares, and `since` is the day from which on they are of these.
  private func lastYear(of ticker: String) -> (low: Double, high: Double, since: CivilDate?, until: CivilDate)? {
    guard let loaded = session.series[ticker], !loaded.isMacro, !loaded.bars.isEmpty else { return nil }
    let bars =
      loaded.basis == .nothing
      ? (try? loaded.unadjusted.adjusted(for: .splits, by: loaded.actions)) ?? loaded.bars : loaded.bars
    let until = bars.civilTime(at: bars.count - 1).date
    let first = until.adding(days: -364)
    var low = Double.infinity
    var high = -Double.infinity
    for index in (0..<bars.count).reversed() {
      if bars.civilTime(at: index).date < first { break }
      if index + 1 < bars.count {
        let jump = bars.close.values[index] / bars.open.values[index + 1]
        if jump > 1.8 || jump < 1 / 1.8 {
          return low <= high ? (low, high, bars.civilTime(at: index + 1).date, until) : nil
        }
      }
      if bars.low.values[index] < low { low = bars.low.values[index] }
      if bars.high.values[index] > high { high = bars.high.values[index] }
    }
    return low <= high ? (low, high, nil, until) : nil
  }
}
