import Indicators

extension Indicator {
  /// Seban's trailing stop.
  static let supertrend = Indicator(
    "supertrend",
    fullName: "SuperTrend",
    group: .overlap,
    summary: "A trailing stop some true ranges away that changes sides when the close passes it.",
    formula: """
      upper = (high + low) / 2 + width * atr, lower = (high + low) / 2 - width * atr; upper only falls and lower only \
      rises, until the close before was beyond; value = lower while the trend is 1, upper while it is -1
      """,
    convention: """
      Wilder's atr(period). The trend begins at 1 and turns when the close is beyond the band, as in TA-Lib; start="down" \
      lets it begin at -1, first_bar="range" counts high - low on the first bar.
      """,
    references: ["TA-Lib SUPERTREND", "O. Seban, Tout le monde mérite d'être riche (2008)"],
    example: "supertrend(10, 3).trend",
    inputs: [.high, .low, .close],
    parameters: [
      .period(10),
      Parameter("multiplier", ["width"], .real(0...100_000), .value(3), "The distance of the bands in true ranges."),
      .firstBar("none", "range", meaning: "Whether the first bar has no true range, or high - low."),
      Parameter(
        "start",
        [],
        .choice([Parameter.Choice("up", 0), Parameter.Choice("down", 1)]),
        .value(0),
        "The trend of the first value."
      ),
    ],
    outputs: [Output("supertrend", unit: .price), Output("trend", ["direction"], unit: .number, range: -1...1)],
    placement: .overlay,
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { $0.whole(0) - $0.whole(2) },
    kernel: { segment in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let (line, direction) = (segment.outputs[0], segment.outputs[1])
      let (period, width) = (segment.arguments.whole(0), segment.arguments.real(1))
      let lead = 1 - segment.arguments.whole(2)
      let first = period - 1 + lead
      var range = 0.0
      for index in lead..<first + 1 { range += trueRangeOrRange(high, low, close, index) }
      range /= Double(period)
      let gain = 1 / Double(period)
      let decay = Decay(1 - gain)
      var bands = TrailingBands(middle: (high[first] + low[first]) / 2, distance: width * range)
      bands.isUp = segment.arguments.whole(3) == 0
      line[first] = bands.isUp ? bands.lower : bands.upper
      direction[first] = bands.isUp ? 1 : -1
      var start = first + 1
      while start < segment.count {
        // The bands of a block first, in the place of the results.
        let end = min(start + 512, segment.count)
        forEachFour(start..<end) { index, count in
          let ranges = decay.advance(&range, trueRanges(high, low, close, index, count) * gain)
          let middles = (load(high + index, count) + load(low + index, count)) / 2
          store(middles + width * ranges, count, line + index)
          store(middles - width * ranges, count, direction + index)
        }
        for index in start..<end {
          bands.advance(line[index], direction[index], before: close[index &- 1], close[index])
          line[index] = bands.isUp ? bands.lower : bands.upper
          direction[index] = bands.isUp ? 1 : -1
        }
        start = end
      }
    }
  )
}

/// Two bands that only come closer, until the close passes one of them.
private struct TrailingBands {
  /// The upper band, and the lower one with its sign turned: both only fall.
  private var bands: SIMD2<Double>
  var isUp = true

  var upper: Double { bands[0] }
  var lower: Double { -bands[1] }

  init(middle: Double, distance: Double) { bands = SIMD2(middle + distance, distance - middle) }

  @inline(__always)
  mutating func advance(_ upper: Double, _ lower: Double, before: Double, _ close: Double) {
    let new = SIMD2(upper, -lower)
    let moves = (new .< bands) .| (SIMD2(before, -before) .> bands)
    // By bits: no jump could be foreseen.
    let mask = unsafeBitCast(moves, to: SIMD2<UInt64>.self)
    let bits = unsafeBitCast(new, to: SIMD2<UInt64>.self) & mask
    bands = unsafeBitCast(bits | (unsafeBitCast(bands, to: SIMD2<UInt64>.self) & ~mask), to: SIMD2<Double>.self)
    isUp = isUp ? !(close < self.lower) : close > self.upper
  }
}
