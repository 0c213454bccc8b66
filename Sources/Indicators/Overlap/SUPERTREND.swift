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
    convention: "Wilder's atr(period). The trend begins at 1 and turns when the close is beyond the band, as TA-Lib.",
    references: ["TA-Lib SUPERTREND", "O. Seban, Tout le monde mérite d'être riche (2008)"],
    example: "supertrend(10, 3).trend",
    inputs: [.high, .low, .close],
    parameters: [
      .period(10),
      Parameter("multiplier", ["width"], .real(0...100_000), .value(3), "How many true ranges the bands are away."),
    ],
    outputs: [Output("supertrend", unit: .price), Output("trend", ["direction"], unit: .number, range: -1...1)],
    placement: .overlay,
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { stretch in
      let (high, low, close) = (stretch.inputs[0], stretch.inputs[1], stretch.inputs[2])
      let (line, direction) = (stretch.outputs[0], stretch.outputs[1])
      let (period, width) = (stretch.arguments.whole(0), stretch.arguments.real(1))
      var range = 0.0
      for index in 1...period { range += trueRange(high, low, close, index) }
      range /= Double(period)
      let gain = 1 / Double(period)
      let decay = Decay(1 - gain)
      var bands = TrailingBands(middle: (high[period] + low[period]) / 2, distance: width * range)
      line[period] = bands.lower
      direction[period] = 1
      forEachFour(period + 1..<stretch.count) { index, count in
        let ranges = decay.advance(&range, trueRanges(high, low, close, index, count) * gain)
        let middles = (load(high + index, count) + load(low + index, count)) / 2
        let (uppers, lowers) = (middles + width * ranges, middles - width * ranges)
        for lane in 0..<count {
          let bar = index &+ lane
          bands.advance(uppers[lane], lowers[lane], before: close[bar &- 1], close[bar])
          line[bar] = bands.isUp ? bands.lower : bands.upper
          direction[bar] = bands.isUp ? 1 : -1
        }
      }
    }
  )
}

/// Two bands that only come closer, until the close passes one of them.
private struct TrailingBands {
  var upper: Double
  var lower: Double
  var isUp = true

  init(middle: Double, distance: Double) {
    upper = middle + distance
    lower = middle - distance
  }

  @inline(__always)
  mutating func advance(_ newUpper: Double, _ newLower: Double, before: Double, _ close: Double) {
    upper = before > upper ? newUpper : smaller(newUpper, upper)
    lower = before < lower ? newLower : larger(newLower, lower)
    isUp = isUp ? !(close < lower) : close > upper
  }
}
