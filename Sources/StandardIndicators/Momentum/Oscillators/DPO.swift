import Indicators

extension Indicator {
  /// The price without its trend.
  static let dpo = Indicator(
    "dpo",
    fullName: "Detrended Price Oscillator",
    group: .momentum,
    summary: "The distance of the price half a period ago from the mean, for cycles without the trend.",
    formula: "x[period / 2 + 1] - sma(x, period), period / 2 rounded down",
    convention: "Not moved back in time: it compares an earlier price with the mean up to now, as in TA-Lib.",
    references: ["TA-Lib DPO"],
    example: "dpo(20)",
    parameters: [.period(20, from: 2)],
    outputs: [.value(.asInput)],
    keepsFinite: true,
    warmUp: { DetrendedWindow($0).warmUp },
    kernel: { segment in
      let (x, count, target) = (segment.inputs[0], segment.count, segment.outputs[0])
      let mode = DetrendedWindow(segment.arguments)
      let share = 1 / Double(mode.period)
      var window = SlidingWindow<Adding>(mode.period)
      forEachEight(0..<count) { index, count in
        let means = window.advance(EightLanes(x + index, count)) * share
        (EightLanes(x, index, back: mode.lag, count) - means).store(count, target + index)
      }
    }
  )
}

/// The bars that the detrended price compares.
private struct DetrendedWindow {
  let period: Int
  let lag: Int

  init(_ arguments: Arguments) {
    period = arguments.whole(0)
    lag = period / 2 + 1
  }

  /// With a period of 2 the earlier price is before the window.
  var warmUp: Int { max(period - 1, lag) }
}
