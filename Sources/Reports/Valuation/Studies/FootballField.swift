import OrderedCollections
import Presentation
import Research
import Text
import Valuation

/// Ranges of the value of a share, one bar each on one axis with the price marked: a football field.
package struct FootballField: Sendable {
  /// One range.
  package struct Bar: Sendable {
    /// The name: a scenario, all of them, the prices of a year.
    package var name: String
    package var low: Double
    package var high: Double
    /// The value itself; nil for a range alone.
    package var value: Double?
    /// The source of the range.
    package var of: String

    package init(name: String, low: Double, high: Double, value: Double? = nil, of: String) {
      self.name = name
      self.low = low
      self.high = high
      self.value = value
      self.of = of
    }
  }

  package var bars: [Bar]
  /// The price that is marked: the one that all have, else that of the last valuation with one; 1 if values are shown
  /// as multiples of each one's price.
  package var reference: Double?
  /// True if the values are multiples of each company's own price.
  package var isRelative: Bool

  package init(bars: [Bar], reference: Double? = nil, isRelative: Bool) {
    self.bars = bars
    self.reference = reference
    self.isRelative = isRelative
  }

  static let fields: [Field<FootballField>] = [
    .truth("relative") { $0.isRelative }, .number("price", .possible) { $0.reference },
    .list(
      "bars",
      [
        .text("name") { $0.name }, .number("low") { $0.low }, .number("high") { $0.high },
        .number("value", .possible) { $0.value }, .text("range") { $0.of },
      ]
    ) { $0.bars },
  ]

  package var chart: BarChart {
    BarChart(
      bars.map { bar in
        BarChart.Bar(
          bar.value.map { "\(bar.name), \(NumberFormat.fixed(2).text($0))" } ?? bar.name, from: bar.low, to: bar.high,
          style: bar.value == nil ? .dim : .accent)
      }, format: .fixed(2), reference: reference, referenceLabel: isRelative ? "price =" : "price")
  }

  /// The remark above the chart.
  package var title: StyledText {
    let ranges = bars.compactMap { $0.value == nil ? nil : $0.of }.first { !$0.isEmpty }
    let what = isRelative ? "value as a multiple of each one's price" : "value of a share"
    return StyledText(ranges.map { "\(what), with \($0)" } ?? what)
  }
}

/// A valuation of a comparison: a scenario, a forecast as saved, or the open model.
package struct ComparedValuation: Sendable {
  package var name: String
  package var ticker: String
  package var assumptions: Assumptions
  package var result: ValuationResult
  /// Its probability, if one is given.
  package var weight: Double?
  /// The last day of its base year.
  package var baseEnd: String?
  /// True for a forecast and for the open model: the way between them is a walk through time.
  package var isDated: Bool
  /// The driver model if it is one.
  package var drivers: DriverWork?

  package init(
    name: String, ticker: String, assumptions: Assumptions, result: ValuationResult, weight: Double? = nil,
    baseEnd: String? = nil, isDated: Bool = false, drivers: DriverWork? = nil
  ) {
    self.name = name
    self.ticker = ticker
    self.assumptions = assumptions
    self.result = result
    self.weight = weight
    self.baseEnd = baseEnd
    self.isDated = isDated
    self.drivers = drivers
  }

  /// The remark on a driver model that has another value of its own; nil for others.
  package var driverRemark: String? { drivers?.remark(on: name) }

  /// The values with the rate of discount one swing lower and higher.
  package var range: FootballField.Bar {
    let value = result.valuePerShare
    var bar = FootballField.Bar(name: name, low: value, high: value, value: value, of: "")
    let rate = result.method.rateName
    guard let swing = rate.definition.swing else { return bar }
    let moved = [swing, -swing].compactMap { amount -> Double? in
      change(of: rate, by: amount).flatMap { try? assumptions.with([$0]) }
        .flatMap { try? DiscountedCashFlow.value($0).valuePerShare }
    }
    bar.of = "\(rate.rawValue.replacing("_", with: " ")) \(NumberFormat.general.text(swing * 100))pp lower and higher"
    bar.low = ([value] + moved).reduce(value, min)
    bar.high = ([value] + moved).reduce(value, max)
    return bar
  }

  /// The discount rate moved by an amount in every year; a built-up one is replaced by its yearly values.
  private func change(of rate: AssumptionName, by amount: Double) -> Assumptions.Change? {
    if assumptions[rate] != nil { return .shift(rate.rawValue, Assumption.Shift(.add, amount)) }
    guard let years = result.numbers(of: rate), !years.isEmpty else { return nil }
    return .set(Assumption(rate, YearPath(.list(years.map { $0 + amount }))))
  }
}
