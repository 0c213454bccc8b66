import Indicators

/// The line that fits the last values best, and the figures read from it.
extension Indicator {
  /// The line at the latest bar.
  static let linearreg = fit(
    "linearreg",
    "Linear Regression",
    "The best straight line through the last values, at the latest bar.",
    "intercept + slope * (period - 1)",
    .asInput,
    .overlay
  ) { segment in writeFit(segment) { slope, intercept, n in intercept + slope * SIMD4(repeating: n - 1) } }

  /// The line's slope.
  static let linearregSlope = fit(
    "linearreg_slope",
    "Linear Regression Slope",
    "The rise per bar of the best straight line through the last values.",
    "slope of the least-squares line over the bar numbers 0 to period - 1",
    .asInput,
    .pane
  ) { segment in writeFit(segment) { slope, _, _ in slope } }

  /// The line's beginning.
  static let linearregIntercept = fit(
    "linearreg_intercept",
    "Linear Regression Intercept",
    "The best straight line through the last values, at the window's first bar.",
    "intercept of the least-squares line over the bar numbers 0 to period - 1",
    .asInput,
    .overlay
  ) { segment in writeFit(segment) { _, intercept, _ in intercept } }

  /// The line's angle.
  static let linearregAngle = fit(
    "linearreg_angle",
    "Linear Regression Angle",
    "The angle of the best straight line through the last values, in degrees.",
    "atan(slope) * 180 / pi",
    .number,
    .pane
  ) { segment in writeFit(segment) { slope, _, _ in arctangent(slope) * SIMD4(repeating: 180 / .pi) } }

  /// The line one bar ahead.
  static let tsf = fit(
    "tsf",
    "Time Series Forecast",
    "The best straight line through the last values, one bar ahead.",
    "intercept + slope * period",
    .asInput,
    .overlay
  ) { segment in writeFit(segment) { slope, intercept, n in intercept + slope * SIMD4(repeating: n) } }

  private static func fit(
    _ name: String,
    _ fullName: String,
    _ summary: String,
    _ formula: String,
    _ unit: Output.Unit,
    _ placement: Placement,
    kernel: @escaping @Sendable (Segment) -> Void
  ) -> Indicator {
    Indicator(
      name,
      fullName: fullName,
      group: .statistics,
      summary: summary,
      formula: formula,
      convention: "Least squares; the bars of the window are numbered from 0.",
      references: ["TA-Lib \(name.uppercased())"],
      example: "\(name)(close, 14)",
      parameters: [.period(14, from: 2)],
      outputs: [.value(unit)],
      placement: placement,
      keepsFinite: true,
      warmUp: { $0.whole(0) - 1 },
      kernel: kernel
    )
  }
}

/// Writes the figure that `value` reads from the line of each window.
@inline(__always)
private func writeFit(
  _ segment: Segment,
  value: (_ slope: SIMD4<Double>, _ intercept: SIMD4<Double>, _ n: Double) -> SIMD4<Double>
) {
  let (period, target) = (segment.arguments.whole(0), segment.outputs[0])
  forEachFourFits(segment.inputs[0], segment.count, period) { last, lanes, slope, intercept in
    lanes.store(value(slope, intercept, Double(period)), target + last)
  }
}
