import Calendar
import Columns
import JSON
import OrderedCollections
import Presentation
import Research
import Text
import Valuation

/// Ranges of the value of a share, one bar each on one axis with the price marked: a football field.
struct FootballField: Sendable {
  /// One range.
  struct Bar: Sendable {
    /// The name: a scenario, all of them, the prices of a year.
    var name: String
    var low: Double
    var high: Double
    /// The value itself; nil for a range alone.
    var value: Double?
    /// The source of the range.
    var of: String
  }

  var bars: [Bar]
  /// The price that is marked: the one that all have, else that of the last valuation with one; 1 where values are
  /// shown as multiples of each one's price.
  var reference: Double?
  /// True where the values are multiples of each company's own price.
  var isRelative: Bool

  var json: JSONValue {
    [
      "relative": .bool(isRelative), "price": .number(reference),
      "bars": .array(
        bars.map {
          [
            "name": .string($0.name), "low": .number($0.low), "high": .number($0.high), "value": .number($0.value),
            "range": .string($0.of),
          ]
        }),
    ]
  }

  var chart: BarChart {
    BarChart(
      bars.map { bar in
        BarChart.Bar(
          bar.value.map { "\(bar.name), \(NumberFormat.fixed(2).text($0))" } ?? bar.name, from: bar.low, to: bar.high,
          style: bar.value == nil ? .dim : .accent)
      }, format: .fixed(2), reference: reference, referenceLabel: isRelative ? "price =" : "price")
  }

  /// The remark above the chart.
  var title: StyledText {
    let ranges = bars.compactMap { $0.value == nil ? nil : $0.of }.first { !$0.isEmpty }
    let what = isRelative ? "value as a multiple of each one's price" : "value of a share"
    return StyledText(ranges.map { "\(what), with \($0)" } ?? what)
  }
}

extension Execution {
  /// The football field of valuations side by side; nil where there is nothing to draw.
  func footballField(_ columns: [ComparedValuation]) -> FootballField? {
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
            name: year.since.map { "prices since \($0)" } ?? "52 weeks of prices", low: year.low, high: year.high,
            value: nil, of: year.since == nil ? "52 weeks" : "since a split"))
      }
    }
    let shared = prices.first.flatMap { price in prices.allSatisfy { $0 == price } ? price : nil }
    return FootballField(
      bars: bars, reference: isRelative ? 1 : shared ?? prices.compactMap { $0 }.last, isRelative: isRelative)
  }

  /// The lowest and the highest price of the 52 weeks up to the last bar.
  ///
  /// Closes that were not adjusted jump where shares were split: prices before such a jump are of other shares, and
  /// `since` is the day from which on they are of these.
  private func lastYear(of ticker: String) -> (low: Double, high: Double, since: CivilDate?)? {
    guard let loaded = session.series[ticker], !loaded.isMacro, !loaded.bars.isEmpty else { return nil }
    let bars = loaded.bars
    let first = bars.civilTime(at: bars.count - 1).date.adding(days: -364)
    var low = Double.infinity
    var high = -Double.infinity
    for index in (0..<bars.count).reversed() {
      if bars.civilTime(at: index).date < first { break }
      if index + 1 < bars.count {
        let jump = bars.close.values[index] / bars.open.values[index + 1]
        if jump > 1.8 || jump < 1 / 1.8 { return low <= high ? (low, high, bars.civilTime(at: index + 1).date) : nil }
      }
      if bars.low.values[index] < low { low = bars.low.values[index] }
      if bars.high.values[index] > high { high = bars.high.values[index] }
    }
    return low <= high ? (low, high, nil) : nil
  }
}

/// A valuation of a comparison: a scenario, a forecast as it was saved, or the model in work.
struct ComparedValuation: Sendable {
  var name: String
  var ticker: String
  var assumptions: Assumptions
  var result: ValuationResult
  /// Its probability, where one is given.
  var weight: Double?
  /// The last day of its base year.
  var baseEnd: String?
  /// True for a forecast and for the model in work: the way between them is a walk through time.
  var isDated = false
  /// The driver model where it is one.
  var drivers: DriverWork?

  /// The remark on a driver model that has another value of its own; nil for others.
  var driverRemark: String? { drivers?.remark(on: name) }

  /// The values with the rate of discount one swing lower and higher.
  var range: FootballField.Bar {
    let value = result.valuePerShare
    var bar = FootballField.Bar(name: name, low: value, high: value, value: value, of: "")
    let names = ["discount", "cost_of_equity"]
    guard let rate = names.first(where: { assumptions[$0] != nil }),
      let swing = AssumptionDefinition.named(rate)?.swing
    else { return bar }
    let moved = [Assumption.Shift.Operator.add, .subtract].compactMap { sign -> Double? in
      (try? assumptions.with([.shift(rate, Assumption.Shift(sign, swing))]))
        .flatMap { try? DiscountedCashFlow.value($0).valuePerShare }
    }
    bar.of = "\(rate.replacing("_", with: " ")) \(NumberFormat.general.text(swing * 100))pp lower and higher"
    bar.low = ([value] + moved).reduce(value, min)
    bar.high = ([value] + moved).reduce(value, max)
    return bar
  }
}
