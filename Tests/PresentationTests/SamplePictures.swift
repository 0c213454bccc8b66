import Calendar
import Presentation
import Text

/// A small picture of each mark.
enum SamplePictures {
  /// Ten trading days around a weekend.
  static let days: Chart.TimeAxis = .times(
    BarTimes(
      [0, 1, 2, 5, 6, 7, 8, 9, 12, 13].map { Timestamp(milliseconds: (18_262 + $0) * 86_400_000) }, zone: .utc,
      isIntraday: false))
  static let values: [Double] = [10, 12, 11, .nan, 13, 15, 14, 16, 18, 17]

  /// All of them by their names.
  static let all: [(name: String, picture: Picture)] = [
    ("line", one(.line("close", values), marksLast: true)),
    ("log", logarithmic),
    ("area", one(.area("drawdown", values.map { $0 / 100 - 0.18 }), format: .percent(1))),
    ("band", one(.band("bands", low: values, high: values.map { $0 + 2 }))),
    ("histogram", one(.histogram("macd", values.map { $0 - 14 }))),
    (
      "candles",
      one(
        .candles(
          "SPY", open: values, high: values.map { $0 + 2 }, low: values.map { $0 - 2 },
          close: values.enumerated().map { $1 + ($0 % 2 == 0 ? 1 : -1) }))
    ),
    ("markers", one(.line("close", values), .marks("trades", [.init(1, 12, .buy), .init(8, 18, .sell)]))),
    ("level", one(.line("close", values), .level("price", 12.5), .zones("the worst", [5...6]))),
    (
      "bars",
      Picture(
        title: "bars",
        [
          .init(
            "",
            .bars(
              BarChart(
                [.init("base", from: 80, to: 101), .init("loss", -20, style: .negative)], format: .fixed(2),
                reference: 95, referenceLabel: "price")))
        ])
    ),
    ("beside", one(.line("close", values), Chart.Series.line("deviation", values.map { $0 / 200 }).beside)),
    ("waterfall", Picture(title: "waterfall", [.init("", .bars(waterfall))], remark: "from flows to a share")),
    ("tornado", Picture(title: "tornado", [.init("", .bars(tornado))])),
    (
      "fan", one(.band("middle half", low: values, high: values.map { $0 + 3 }), .line("median", values.map { $0 + 1 }))
    ),
    (
      "small-multiples",
      Picture(
        title: "small multiples",
        [
          .init(
            "",
            .multiples(
              SmallMultiples(
                [
                  .init("SPY", values), .init("AAPL", values.reversed()), .init("none", []), .init("one", [3]),
                  .init("flat", [2, 2, 2]),
                ], format: .fixed(2))))
        ])
    ),
    (
      "heat-map",
      Picture(
        title: "heat map",
        [
          .init(
            "",
            .grid(
              HeatMap(
                rowTitle: "fast", columnTitle: "slow", rows: ["5", "10"], columns: ["20", "40", "60"],
                values: [[0.1, -0.2, .nan], [0.3, 0.05, 0.2]], format: .percent(1), scheme: .around(0),
                marked: .init(row: 1, column: 0))))
        ], remark: "the frame is the best")
    ),
  ]

  /// Steps from one sum to another, of which the end and not the place is written.
  private static var waterfall: BarChart {
    var step = BarChart.Bar("- debt", from: 101, to: 80, style: .negative)
    step.amount = -21
    return BarChart([.init("enterprise value", 101), step, .init("equity value", 80)], format: .fixed(1))
  }

  private static var tornado: BarChart {
    var chart = BarChart(
      [.init("growth", from: 70, to: 120), .init("margin", from: 85, to: 104)], format: .fixed(2), reference: 95,
      referenceLabel: "base")
    chart.range = 60...130
    return chart
  }

  private static var logarithmic: Picture {
    var pane = Chart.Pane([.line("close", values.map { $0.isNaN ? .nan : $0 * $0 * $0 })], height: 6)
    pane.isLogarithmic = true
    return Picture(title: "log", [.init("", .chart(Chart(panes: [pane], time: days)))])
  }

  /// A picture of one pane.
  static func one(_ series: Chart.Series..., format: NumberFormat? = nil, marksLast: Bool = false) -> Picture {
    var pane = Chart.Pane(series, height: 6, format: format)
    pane.marksLast = marksLast
    return Picture(
      title: series.map(\.name).joined(separator: ", "), [.init("", .chart(Chart(panes: [pane], time: days)))])
  }
}
