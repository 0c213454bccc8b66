import Indicators

extension Indicator {
  /// The levels that floor traders derive from the period before.
  static let pivots = Indicator(
    "pivots",
    ["pivot_points"],
    fullName: "Pivot Points",
    group: .overlap,
    summary: "Levels made of the prices of the day, week or month before.",
    formula: """
      classic: pp = (h + l + c) / 3, r1 = 2 * pp - l, r2 = pp + h - l, r3 = h + 2 * (pp - l); fibonacci: pp ± \
      0.382, 0.618, 1 times (h - l); camarilla: c ± 1.1 / 12, 6, 4, 2 times (h - l); woodie: as classic with pp \
      = (h + l + 2 * open of the new period) / 4; demark: x / 4, x / 2 - l, x / 2 - h
      """,
    convention: """
      h, l, c of the period before, which is complete, so the levels hold from the first bar of a period on; \
      missing in the first period. A level that a method does not have is missing: only camarilla has r4 and \
      s4, demark has r1 and s1. demark's x is h + l + c and once more the low after a fall from open to close, \
      the high after a rise, else the close. A bar without prices counts to no period.
      """,
    references: [
      "Stock.Indicators PivotPoints", "Pine Script ta.pivot_point_levels",
      "T. DeMark, The New Science of Technical Analysis (1994)",
    ],
    example: "pivots(\"week\").r1",
    inputs: [.open, .high, .low, .close, .start],
    parameters: [
      .anchor(.day, "The periods whose prices make the levels of the next; a date is the end of the only one."),
      Parameter(
        "method",
        ["kind"],
        .choice(PivotMethod.allCases.map { Parameter.Choice("\($0)", $0.rawValue) }),
        .value(0),
        "How the levels are made."
      ),
    ],
    outputs: [
      Output("pp", ["pivot"], unit: .price),
      Output("r1", unit: .price), Output("s1", unit: .price),
      Output("r2", unit: .price), Output("s2", unit: .price),
      Output("r3", unit: .price), Output("s3", unit: .price),
      Output("r4", unit: .price), Output("s4", unit: .price),
    ],
    placement: .overlay,
    memory: .adaptive,
    isPartial: true,
    coverage: .allBars,
    warmUp: { _ in 0 },
    kernel: { writePivots($0) }
  )
}

/// The customs by which levels are made.
private enum PivotMethod: Int, CaseIterable, CustomStringConvertible {
  case classic = 0
  case fibonacci = 1
  case camarilla = 2
  case woodie = 3
  case demark = 4

  /// The name as typed.
  var description: String {
    switch self {
    case .classic: "classic"
    case .fibonacci: "fibonacci"
    case .camarilla: "camarilla"
    case .woodie: "woodie"
    case .demark: "demark"
    }
  }
}

/// The prices of a period.
private struct PeriodPrices {
  var open = Double.nan
  var high = -Double.infinity
  var low = Double.infinity
  var close = Double.nan

  /// The level in the middle, and those above and below in turn; `next` is the open of the period to come.
  func levels(_ method: PivotMethod, next: Double) -> (middle: Double, others: SIMD8<Double>) {
    let range = high - low
    let none = Double.nan
    var middle = (high + low + close) / 3
    switch method {
    case .woodie, .classic:
      if method == .woodie { middle = (high + low + 2 * next) / 4 }
      return (
        middle,
        SIMD8(
          2 * middle - low,
          2 * middle - high,
          middle + range,
          middle - range,
          high + 2 * (middle - low),
          low - 2 * (high - middle),
          none,
          none
        )
      )
    case .fibonacci:
      let steps = SIMD8(0.382, -0.382, 0.618, -0.618, 1, -1, none, none)
      return (middle, middle + steps * range)
    case .camarilla:
      let steps = 1.1 / SIMD8<Double>(12, -12, 6, -6, 4, -4, 2, -2)
      return (middle, close + steps * range)
    case .demark:
      let twice = close < open ? low : close > open ? high : close
      let x = high + low + close + twice
      return (x / 4, SIMD8(x / 2 - low, x / 2 - high, none, none, none, none, none, none))
    }
  }
}

private func writePivots(_ segment: Segment) {
  let (open, high, low) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
  let (close, start) = (segment.inputs[3], segment.inputs[4])
  let method = PivotMethod(rawValue: segment.arguments.whole(1)) ?? .classic
  let outputs = segment.outputs
  let (middles, r1, s1, r2, s2) = (outputs[0], outputs[1], outputs[2], outputs[3], outputs[4])
  let (r3, s3, r4, s4) = (outputs[5], outputs[6], outputs[7], outputs[8])
  var before = PeriodPrices()
  var current = PeriodPrices()
  // Bars before the first start belong to a period whose beginning is not known.
  var hasBegun = false
  var middle = Double.nan
  var levels = SIMD8(repeating: Double.nan)
  for index in 0..<segment.count {
    if isTrue(start[index]) {
      // A period without a single bar with prices leaves the levels as they are.
      if hasBegun, !current.open.isNaN { before = current }
      hasBegun = true
      current = PeriodPrices()
    }
    let (top, bottom) = (high[index], low[index])
    let isThere = !(open[index] + top + bottom + close[index]).isNaN
    if isThere {
      if current.open.isNaN {
        current.open = open[index]
        let made = before.levels(method, next: current.open)
        middle = made.middle.isFinite ? made.middle : .nan
        levels = made.others
      }
      current.high = larger(top, current.high)
      current.low = smaller(bottom, current.low)
      current.close = close[index]
    }
    middles[index] = isThere ? middle : .nan
    let row = isThere ? levels : SIMD8(repeating: .nan)
    r1[index] = row[0]
    s1[index] = row[1]
    r2[index] = row[2]
    s2[index] = row[3]
    r3[index] = row[4]
    s3[index] = row[5]
    r4[index] = row[6]
    s4[index] = row[7]
  }
}
