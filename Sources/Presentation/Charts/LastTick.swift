import Text

/// The last value of a series, written at the value axis.
struct LastTick: Equatable {
  /// The number of the series in its pane.
  var series: Int
  /// The value and its line of text.
  var tick: ValueScale.ValueTick
}

extension Chart.Pane {
  /// The last values of lines and candles if the pane shows them, each in a line of its own: the first series wins.
  func lastTicks(on scale: ValueScale) -> [LastTick] {
    guard marksLast else { return [] }
    let format = scale.valueFormat(lines: height, format: format)
    var ticks: [LastTick] = []
    for (number, series) in series.enumerated() where !series.isBeside {
      switch series.shape {
      case .line, .candles, .level: break
      case .area, .band, .histogram, .marks, .zones: continue
      }
      guard let last = series.last, last >= scale.low, last <= scale.high else { continue }
      let line = scale.step(last, of: max(height, 1))
      if ticks.contains(where: { $0.tick.line == line }) { continue }
      ticks.append(LastTick(series: number, tick: ValueScale.ValueTick(line: line, label: format.text(last))))
    }
    return ticks
  }
}
