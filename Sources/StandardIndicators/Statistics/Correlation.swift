import Columns
import Indicators

extension Indicator {
  /// Pearson's correlation with TA-Lib's answer for flat series.
  static let correl = Indicator(
    "correl",
    fullName: "Pearson's Correlation Coefficient",
    group: .statistics,
    summary: "How much two series move together in the last bars, -1 to 1.",
    formula: "covariance(x, y) / (stdev(x) * stdev(y)) over period bars",
    convention: "Of the values, not of their changes; 0 if a series does not move, as in TA-Lib.",
    references: ["TA-Lib CORREL"],
    example: "correl(close, volume, 30)",
    inputs: [Input("x", default: .high), Input("y", default: .low)],
    parameters: [.period(30)],
    outputs: [.value(.ratio, range: -1...1)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let target = segment.outputs[0]
      forEachCovariance(segment) { last, lanes, moments in
        lanes.store(moments.correlation(or: 0), target + last)
      }
    }
  )

  /// Pearson's correlation.
  static let correlation = Indicator(
    "correlation",
    fullName: "Correlation",
    group: .statistics,
    summary: "How much two series move together in the last bars, -1 to 1.",
    formula: "covariance(x, y) / (stdev(x) * stdev(y)) over period bars",
    convention: "Of the values, not of their changes; missing if a series does not move.",
    references: ["Pine Script ta.correlation"],
    example: "correlation(close, volume, 20)",
    inputs: [Input("x"), Input("y")],
    parameters: [.period(20, from: 2)],
    outputs: [.value(.ratio, range: -1...1)],
    isPartial: true,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let target = segment.outputs[0]
      forEachCovariance(segment) { last, lanes, moments in
        lanes.store(moments.correlation(or: .missing), target + last)
      }
    }
  )

  /// The regression of one series on another.
  static let regression = Indicator(
    "regression",
    fullName: "Linear Regression of Two Series",
    group: .statistics,
    summary: "The best straight line of one series over another in the last bars.",
    formula: "slope = covariance(y, x) / variance(x); value = intercept + slope * x",
    convention: """
      Least squares over period bars; value is the line at the present x, residual is y - value. Missing \
      if x does not move; r2 also if y does not.
      """,
    references: ["Definition"],
    example: "regression(close, volume, 60).slope",
    inputs: [Input("y"), Input("x")],
    parameters: [.period(20, from: 2)],
    outputs: [
      Output("value", unit: .asInput),
      Output("slope", unit: .number),
      Output("intercept", unit: .asInput),
      Output("r2", unit: .fraction, range: 0...1),
      Output("residual", unit: .asInput),
    ],
    isPartial: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (y, x, outputs) = (segment.inputs[0], segment.inputs[1], segment.outputs)
      let (value, slope, intercept) = (outputs[0], outputs[1], outputs[2])
      let (r2, residual) = (outputs[3], outputs[4])
      forEachCovariance(segment) { last, lanes, moments in
        let missing = SIMD4(repeating: Double.missing)
        let rise = choose(moments.squaresY, above: .zero, moments.products / moments.squaresY, else: missing)
        let line = moments.meanX + rise * (lanes.load(x + last) - moments.meanY)
        lanes.store(line, value + last)
        lanes.store(rise, slope + last)
        lanes.store(moments.meanX - rise * moments.meanY, intercept + last)
        let scale = moments.squaresX * moments.squaresY
        let share = smaller(moments.products * moments.products / scale, .one)
        lanes.store(choose(scale, above: .zero, share, else: missing), r2 + last)
        lanes.store(lanes.load(y + last) - line, residual + last)
      }
    }
  )
}

/// Means of two series in four windows, and sums of squares and products of the deviations from them.
private struct Covariance {
  var meanX: SIMD4<Double>
  var meanY: SIMD4<Double>
  var squaresX: SIMD4<Double>
  var squaresY: SIMD4<Double>
  var products: SIMD4<Double>

  /// Pearson's coefficient; `other` if a series does not move.
  @inline(__always)
  func correlation(or other: Double) -> SIMD4<Double> {
    let scale = squaresX * squaresY
    let bounded = smaller(larger(products / scale.roots, SIMD4(repeating: -1)), .one)
    return choose(scale, above: .zero, bounded, else: SIMD4(repeating: other))
  }
}

/// Sums of deviations from the first bar of a block, of their squares and products.
private struct CovarianceSums: LaneSums {
  var x: SIMD4<Double>
  var y: SIMD4<Double>
  var xx: SIMD4<Double>
  var yy: SIMD4<Double>
  var xy: SIMD4<Double>

  @inline(__always) static var none: Self { Self(x: .zero, y: .zero, xx: .zero, yy: .zero, xy: .zero) }
  @inline(__always) static func + (left: Self, right: Self) -> Self {
    Self(
      x: left.x + right.x, y: left.y + right.y, xx: left.xx + right.xx, yy: left.yy + right.yy, xy: left.xy + right.xy)
  }
}

/// Walks a window of the first argument's length over both inputs, four windows at a time, not in the order of the
/// bars; X is the first input, Y the second.
@inline(__always)
private func forEachCovariance(
  _ segment: Segment,
  body: (_ last: Int, _ lanes: Lanes, _ moments: Covariance) -> Void
) {
  let (x, y, period) = (segment.inputs[0], segment.inputs[1], segment.arguments.whole(0))
  let share = SIMD4(repeating: 1 / Double(period))
  forEachFourWindows(
    segment.count,
    period,
    value: { index, origin, lanes in
      let a = lanes.load(x + index) - lanes.load(x + origin)
      let b = lanes.load(y + index) - lanes.load(y + origin)
      return CovarianceSums(x: a, y: b, xx: a * a, yy: b * b, xy: a * b)
    },
    body: { last, origin, lanes, sums in
      let (meanX, meanY) = (sums.x * share, sums.y * share)
      body(
        last,
        lanes,
        Covariance(
          meanX: lanes.load(x + origin) + meanX,
          meanY: lanes.load(y + origin) + meanY,
          squaresX: larger(sums.xx - meanX * sums.x, .zero),
          squaresY: larger(sums.yy - meanY * sums.y, .zero),
          products: sums.xy - meanX * sums.y
        )
      )
    }
  )
}
