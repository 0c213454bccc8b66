import Calendar
import Presentation
import TestSupport
import Text

/// Pictures of values as no user would draw.
enum RandomPictures {
  static func picture(_ dice: inout Dice) -> Picture {
    let count = dice.pick([0, 1, 2, 3, 10, 1000])
    func values() -> [Double] {
      let base = dice.pick([0, 1, -5, 1e300, -1e300, .leastNonzeroMagnitude, 42])
      let kind = dice.below(4)
      return (0..<count).map { _ in
        if dice.below(6) == 0 { return dice.pick([.nan, .infinity, -.infinity, 0, -1]) }
        return kind == 0 ? base : kind == 1 ? dice.nextFiniteDouble() : base + dice.number(-3...3)
      }
    }
    let shapes: [Chart.Series.Shape] = [
      .line(values()), .area(values()), .histogram(values()), .band(low: values(), high: values()),
      .candles(open: values(), high: values(), low: values(), close: values()),
      .marks([Chart.Mark(dice.whole(-3...1200), dice.nextFiniteDouble(), .sell)]), .level(dice.nextFiniteDouble()),
      .zones([-5...3, 2...5000]),
    ]
    let panes = (0..<dice.whole(1...3)).map { _ in
      var pane = Chart.Pane(
        (0..<dice.whole(0...4)).map { number in
          var series = Chart.Series("s\(number)", dice.pick(shapes))
          series.isBeside = dice.below(4) == 0
          return series
        }, height: dice.whole(0...15),
        guides: dice.pick([[], [30, 70]]), format: dice.pick([nil, .percent(1), .compact(1)]))
      pane.isLogarithmic = dice.below(3) == 0
      pane.marksLast = dice.below(2) == 0
      return pane
    }
    let start = Int64(dice.whole(-900_000...900_000)) * 86_400
    let step = Int64(dice.pick([60, 1800, 86_400, 604_800]))
    let times = (0..<count).map { Timestamp(seconds: start / 60 + Int64($0) * step) }
    let time: Chart.TimeAxis = dice.pick([
      .none, .ticks([.init(0, "a"), .init(900, "z")]),
      .times(BarTimes(times, zone: .utc, isIntraday: step < 86_400)),
    ])
    let bars = BarChart(values().prefix(20).map { .init("b", $0) }, reference: dice.pick([nil, 1, .nan]))
    let small = SmallMultiples((0..<dice.below(6)).map { .init("p\($0)", values()) })
    let map = HeatMap(
      rowTitle: "r", columnTitle: "c", rows: ["1", "2"], columns: ["x"], values: [values(), []],
      scheme: dice.pick([.rising, .around(.nan), .around(0)]), marked: .init(row: 0, column: 0))
    return Picture(
      title: "random",
      [
        .init("", .chart(Chart(panes: panes, time: time))), .init("bars", .bars(bars)), .init("map", .grid(map)),
        .init("small", .multiples(small)),
      ])
  }
}
