import Indicators

extension Indicator {
  /// An average whose weights have the shape of a bell.
  static let alma = Indicator(
    "alma",
    fullName: "Arnaud Legoux Moving Average",
    group: .overlap,
    summary: "An average whose weights have the shape of a bell, near the latest bar.",
    formula: """
      sum of w * x / sum of w; w = exp(-(i - offset * (period - 1))^2 / (2 * (period / sigma)^2)), i = 0 for \
      the oldest bar to period - 1
      """,
    convention: """
      The middle of the bell need not lie on a bar; ta.alma in Pine Script. Each bar of the window is weighed again, so \
      the cost grows with the period.
      """,
    references: ["A. Legoux, D. Kouzis-Loukas, ALMA (2009)", "Pine Script ta.alma"],
    example: "alma(close, 9)",
    parameters: [
      .period(9),
      Parameter("offset", [], .real(0...1), .value(0.85), "The position of the bell's middle, 1 at the latest bar."),
      Parameter("sigma", [], .real(0.01...100), .value(6), "How narrow the bell is: period / sigma is its deviation."),
    ],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let period = segment.arguments.whole(0)
      let middle = segment.arguments.real(1) * Double(period - 1)
      let deviation = Double(period) / segment.arguments.real(2)
      withScratch(period) { weights in
        // Against the heaviest, so that a bell that is narrow and lies between two bars keeps its weights.
        let nearest = middle - middle.rounded()
        var sum = 0.0
        for index in 0..<period {
          let distance = Double(index) - middle
          weights[index] = naturalExponential((nearest * nearest - distance * distance) / (2 * deviation * deviation))
          sum += weights[index]
        }
        for index in 0..<period { weights[index] /= sum }
        writeWeighted(segment.inputs[0], segment.count, Source(weights), period, segment.outputs[0])
      }
    }
  )
}
