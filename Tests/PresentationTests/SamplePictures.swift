import Calendar
import Text

@testable import Presentation

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
