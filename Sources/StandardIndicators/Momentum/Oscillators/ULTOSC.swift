import Indicators

extension Indicator {
  /// Williams' ultimate oscillator.
  static let ultosc = Indicator(
    "ultosc",
    fullName: "Ultimate Oscillator",
    group: .momentum,
    summary: "Buying pressure as a share of the true range over three periods, 0 to 100.",
    formula: """
      100 * (4 * q(shortest) + 2 * q(middle) + q(longest)) / 7, q(n) = (sum of close - min(low, close[1])) / (sum of \
      true ranges) over n bars
      """,
    convention: "The periods may come in any order, as in TA-Lib; a quotient is 0 if there is no range.",
    references: ["TA-Lib ULTOSC", "L. Williams, Technical Analysis of Stocks & Commodities 3:4 (1985)"],
    example: "ultosc(7, 14, 28)",
    inputs: [.high, .low, .close],
    parameters: [
      .bars("period1", "timeperiod1", 7, "The shortest period."),
      .bars("period2", "timeperiod2", 14, "The middle period."),
      .bars("period3", "timeperiod3", 28, "The longest period."),
    ],
    outputs: [.value(.percent)],
    keepsFinite: true,
    warmUp: { max($0.whole(0), $0.whole(1), $0.whole(2)) },
    kernel: { segment in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let target = segment.outputs[0]
      let periods = (0...2).map { segment.arguments.whole($0) }.sorted()
      var short = PressureWindow(periods[0])
      var middle = PressureWindow(periods[1])
      var long = PressureWindow(periods[2])
      forEachEight(1..<segment.count) { index, count in
        let (before, now) = (EightLanes(close + (index &- 1), count), EightLanes(close + index, count))
        let floor = Lowest.join(before, EightLanes(low + index, count))
        let pressure = now - floor
        let range = Highest.join(before, EightLanes(high + index, count)) - floor
        let halves = 4 * short.advance(pressure, range) + 2 * middle.advance(pressure, range)
        ((halves + long.advance(pressure, range)) * (100.0 / 7)).storeFinite(count, target + index)
      }
    }
  )
}

/// Buying pressure as a share of the true range over a window.
private struct PressureWindow: ~Copyable {
  private var pressure: SlidingWindow<Adding>
  private var range: SlidingWindow<Adding>

  init(_ period: Int) {
    pressure = SlidingWindow(period)
    range = SlidingWindow(period)
  }

  @inline(__always)
  mutating func advance(_ pressures: EightLanes, _ ranges: EightLanes) -> EightLanes {
    quotients(pressure.advance(pressures), range.advance(ranges), or: 0)
  }
}
