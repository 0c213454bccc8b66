import Calendar
import Columns
import JSON
import Presentation

/// SVG pictures of candles with an average and a second pane, compared with matplotlib's of the same lines.
enum Charts {
  static func measure(_ workplace: Workplace) {
    let peer = peer(workplace)
    for count in Set([min(5000, workplace.size.bars), workplace.size.bars]).sorted() {
      let bars = SyntheticBars.bars(count: count, timeframe: .minute)
      let picture = picture(of: bars)
      var size = 0
      let runs = Stopwatch.runs(workplace.size.runs) { size = SVGRenderer().render(picture).utf8.count }
      var details: [(String, JSONValue)] = [("bars", .integer(count)), ("bytes", .integer(size))]
      let request: JSONValue = ["bars": .integer(count), "runs": .integer(workplace.size.runs.lowerBound)]
      if let answer = peer?.ask(request), let seconds = answer["seconds"]?.doubleValue, let mine = runs.wall.min() {
        details += [
          ("matplotlib_s", .number(Measurement.rounded(seconds))),
          ("matplotlib_ratio", .number(Measurement.rounded(seconds / mine))),
          ("matplotlib_bytes", answer["bytes"] ?? .null),
        ]
      }
      workplace.report(Measurement(name: "charts.svg", unit: .seconds, runs: runs, details: details))
    }
  }

  private static func picture(of bars: Bars) -> Picture {
    var main = Chart.Pane([
      .candles(
        "bars", open: bars.open.values.array, high: bars.high.values.array, low: bars.low.values.array,
        close: bars.close.values.array),
      .line("close", bars.close.values.array),
    ])
    main.marksLast = true
    let below = Chart.Pane([.histogram("volume", bars.volume.values.array)], height: 6)
    let time = BarTimes(bars.times.array, zone: bars.zone, isIntraday: true)
    return Picture(title: "bars", [Picture.Part("", .chart(Chart(panes: [main, below], time: .times(time))))])
  }

  private static func peer(_ workplace: Workplace) -> Peer? {
    guard let python = Machine.variable("TAS_BENCH_PYTHON"), let script = Machine.variable("TAS_BENCH_CHARTS") else {
      workplace.note(
        "matplotlib is not there (scripts/bench installs it where Python and the network are): tas is alone")
      return nil
    }
    return Peer(python, [script])
  }
}
