import Columns

extension Indicator {
  /// Pearson's correlation with TA-Lib's answer for flat series.
  static let correl = Indicator(
    "correl",
    fullName: "Pearson's Correlation Coefficient",
    group: .statistics,
    summary: "How much two series move together in the last bars, -1 to 1.",
    formula: "covariance(x, y) / (stdev(x) * stdev(y)) over period bars",
    convention: "Of the values, not of their changes; 0 where a series does not move, as TA-Lib.",
    references: ["TA-Lib CORREL"],
    example: "correl(close, volume, 30)",
    inputs: [Input("x", default: .high), Input("y", default: .low)],
    parameters: [.period(30)],
    outputs: [.value(.ratio, range: -1...1)],
    warmUp: { $0.whole(0) - 1 },
    kernel: { stretch in
      let target = stretch.outputs[0]
      forEachCovariance(stretch) { last, moments in
        let scale = (moments.squaresX * moments.squaresY).squareRoot()
        target[last] = scale > 0 ? smaller(larger(moments.products / scale, -1), 1) : 0
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
    convention: "Of the values, not of their changes; missing where a series does not move.",
    references: ["Pine Script ta.correlation"],
    example: "correlation(close, volume, 20)",
    inputs: [Input("x"), Input("y")],
    parameters: [.period(20, from: 2)],
    outputs: [.value(.ratio, range: -1...1)],
    isPartial: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { stretch in
      let target = stretch.outputs[0]
      forEachCovariance(stretch) { last, moments in
        let scale = (moments.squaresX * moments.squaresY).squareRoot()
        target[last] = scale > 0 ? smaller(larger(moments.products / scale, -1), 1) : .missing
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
      where x does not move; r2 also where y does not.
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
    kernel: { stretch in
      let (y, x, outputs) = (stretch.inputs[0], stretch.inputs[1], stretch.outputs)
      let (value, slope, intercept) = (outputs[0], outputs[1], outputs[2])
      let (r2, residual) = (outputs[3], outputs[4])
      forEachCovariance(stretch) { last, moments in
        let rise = moments.squaresY > 0 ? moments.products / moments.squaresY : .missing
        let line = moments.meanX + rise * (x[last] - moments.meanY)
        value[last] = line
        slope[last] = rise
        intercept[last] = moments.meanX - rise * moments.meanY
        let scale = moments.squaresX * moments.squaresY
        r2[last] = scale > 0 ? smaller(moments.products * moments.products / scale, 1) : .missing
        residual[last] = y[last] - line
      }
    }
  )
}

/// Means of two series in a window, and sums of squares and products of the deviations from them.
private struct Covariance {
  var meanX: Double
  var meanY: Double
  var squaresX: Double
  var squaresY: Double
  var products: Double
}

/// Walks a window of the first argument's length over both inputs; X is the first input, Y the second.
@inline(__always)
private func forEachCovariance(_ stretch: Stretch, body: (_ last: Int, _ moments: Covariance) -> Void) {
  let (x, y, period) = (stretch.inputs[0], stretch.inputs[1], stretch.arguments.whole(0))
  let share = 1 / Double(period)
  forEachWindow(stretch.count, period) { index, origin in
    let (a, b) = (x[index] - x[origin], y[index] - y[origin])
    return SIMD8(a, b, a * a, b * b, a * b, 0, 0, 0)
  } body: { last, origin, sums in
    let (meanX, meanY) = (sums[0] * share, sums[1] * share)
    body(
      last,
      Covariance(
        meanX: x[origin] + meanX,
        meanY: y[origin] + meanY,
        squaresX: larger(sums[2] - meanX * sums[0], 0),
        squaresY: larger(sums[3] - meanY * sums[1], 0),
        products: sums[4] - meanX * sums[1]
      )
    )
  }
}
