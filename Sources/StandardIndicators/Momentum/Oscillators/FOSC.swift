import Indicators

extension Indicator {
  /// Chande's forecast oscillator.
  static let fosc = Indicator(
    "fosc",
    fullName: "Forecast Oscillator",
    group: .momentum,
    summary: "The value's distance above the forecast of a line through the bars before, in percent.",
    formula: "100 * (x - tsf(x, period)[1]) / x",
    convention: "The forecast is that of the bar before, as in TA-Lib; 0 if x is 0.",
    references: ["TA-Lib FOSC", "T. Chande, S. Kroll, The New Technical Trader (1994)"],
    example: "fosc(5)",
    parameters: [
      .period(5, from: 2, "The number of bars before the present one that the line fits.", counts: .before)
    ],
    outputs: [.value(.percent)],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (x, count, period) = (segment.inputs[0], segment.count, segment.arguments.whole(0))
      let target = segment.outputs[0]
      if period <= longestAddedForecast {
        writeShortForecasts(x, count, period, target)
        return
      }
      forEachFit(x, count - 1, period) { last, slope, intercept in
        let now = x[last &+ 1]
        target[last &+ 1] = now == 0 ? 0 : 100 * ((now - (intercept + slope * Double(period))) / now)
      }
    }
  )
}

/// The longest line whose forecast is added up bar by bar: that beats sums that slide until then.
private let longestAddedForecast = 24

/// Writes the oscillator from index `period` on.
///
/// A forecast is a weighted mean of the values. The sum is taken over their distances from the present value, so that
/// equal values give exactly 0.
private func writeShortForecasts(_ x: Source, _ count: Int, _ period: Int, _ target: Target) {
  let n = Double(period)
  withScratch(period) { weights in
    for back in 0..<period { weights[back] = 1 / n + 6 * ((n - 1) / 2 - Double(back)) / (n * (n - 1)) }
    forEachEight(period..<count) { index, count in
      let now = EightLanes(x + index, count)
      var distances = EightLanes.zero
      for back in 0..<period {
        distances = distances + (now - EightLanes(x + (index &- 1 &- back), count)) * weights[back]
      }
      quotients(100 * distances, now, or: 0).storeFinite(count, target + index)
    }
  }
}
