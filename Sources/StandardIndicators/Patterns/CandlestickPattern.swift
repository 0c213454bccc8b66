import Indicators

/// A shape of one to six bars: its meaning and the test that finds it.
final class CandlestickPattern: Sendable {
  typealias Rule = @Sendable (_ tile: CandleTile, _ penetration: Double) -> PatternMarks

  let name: String
  let fullName: String
  let summary: String
  let formula: String
  let references: [String]
  /// The measures of the formula's words.
  let measures: [CandleSetting]
  /// The number of earlier bars that a value needs, as TA-Lib counts them.
  let lookback: Int
  /// The default depth to which a bar must reach into the body of an earlier one; nil if nothing is asked.
  let penetration: Double?
  /// The values it gives when it fires.
  let values: [Int]
  /// The strength of `PatternMarks.other`.
  let otherStrength: Int
  let rule: Rule

  /// - Parameters:
  ///   - bars: how many bars the shape spans.
  ///   - extra: how many bars more than that and the measures TA-Lib waits for.
  init(
    _ name: String,
    _ fullName: String,
    _ summary: String,
    formula: String,
    _ source: String,
    measures: [CandleSetting] = [],
    bars: Int,
    extra: Int = 0,
    penetration: Double? = nil,
    values: [Int],
    rule: @escaping Rule
  ) {
    self.name = name
    self.fullName = fullName
    self.summary = summary
    self.formula = formula
    references = ["TA-Lib \(name.uppercased())", source]
    self.measures = measures
    lookback = bars - 1 + extra + (measures.map(\.period).max() ?? 0)
    self.penetration = penetration
    self.values = values
    otherStrength = values.map(\.magnitude).first { $0 != 100 }.map { Int($0) } ?? 100
    self.rule = rule
  }
}

extension CandlestickPattern {
  /// The pattern as an entry of the catalogue.
  var indicator: Indicator {
    Indicator(
      name,
      fullName: fullName,
      group: .pattern,
      summary: summary,
      formula: formula,
      convention: convention,
      references: references,
      example: penetration.map { "\(name)(\($0))" } ?? "\(name)()",
      inputs: [.open, .high, .low, .close],
      parameters: penetration.map { standard in
        [
          Parameter(
            "penetration",
            [],
            .real(0...100),
            .value(standard),
            "The depth that the last bar must reach into the long body, as a share of it: 0.5 is half."
          )
        ]
      } ?? [],
      outputs: [
        Output(
          "value",
          ["integer"],
          unit: .number,
          range: Double(min(values.min() ?? 0, 0))...Double(max(values.max() ?? 0, 0))
        )
      ],
      keepsFinite: true,
      warmUp: { _ in self.lookback },
      kernel: { segment in self.write(segment) }
    )
  }

  private var convention: String {
    var words = ["A bar is white if it closes at or above its open, else black."]
    if !measures.isEmpty {
      let text = measures.map(\.meaning).joined(separator: "; ")
      words.append("\(text.prefix(1).uppercased())\(text.dropFirst()).")
    }
    words.append("0 if there is no pattern. The trend before is ignored, as in TA-Lib.")
    return words.joined(separator: " ")
  }

  private func write(_ segment: Segment) {
    let (inputs, target) = (segment.inputs, segment.outputs[0])
    let prices = CandlePrices(open: inputs[0], high: inputs[1], low: inputs[2], close: inputs[3])
    let penetration = self.penetration == nil ? 0 : segment.arguments.real(0)
    let (strength, other) = (100.0, Double(otherStrength))
    CandleTile.forEach(prices, 0..<segment.count, areComplete: true) { tile, piece in
      var marks = rule(tile, penetration)
      if piece.count < BarSet.span { marks = marks.limited(to: BarSet(0..<piece.count)) }
      let values = target + piece.start
      values.update(repeating: 0, count: piece.count)
      marks.forEach { bar, isBullish, isOther in
        let size = isOther ? other : strength
        values[bar] = isBullish ? size : -size
      }
    }
  }
}

/// The books in which the patterns are described.
extension CandlestickPattern {
  static let nison = "S. Nison, Japanese Candlestick Charting Techniques (1991)"
  static let bulkowski = "T. Bulkowski, Encyclopedia of Candlestick Charts (2008)"
  static let chesler = "D. Chesler, Trading False Moves with the Hikkake Pattern, Active Trader (April 2004)"
}
