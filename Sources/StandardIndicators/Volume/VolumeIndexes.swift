import Indicators

/// Indexes of the price over the bars with falling or rising volume.
extension Indicator {
  /// The index of bars with less volume than the bar before.
  static let nvi = index(
    "nvi", "Negative Volume Index", "less", "volume < volume[1]", "TA-Lib NVI"
  ) { segment in writeIndex(segment, sign: -1) }

  /// The index of bars with more volume than the bar before.
  static let pvi = index(
    "pvi", "Positive Volume Index", "more", "volume > volume[1]", "TA-Lib PVI"
  ) { segment in writeIndex(segment, sign: 1) }

  private static func index(
    _ name: String,
    _ fullName: String,
    _ word: String,
    _ condition: String,
    _ reference: String,
    kernel: @escaping @Sendable (Segment) -> Void
  ) -> Indicator {
    Indicator(
      name,
      fullName: fullName,
      group: .volume,
      summary: "The price as an index that moves only on bars with \(word) volume than before.",
      formula: "y = y[1] * close / close[1] where \(condition), else y[1]",
      convention: "Starts from 1000, as in TA-Lib; a bar after a close of 0 does not move it.",
      references: [reference, "N. Fosback, Stock Market Logic (1976)"],
      example: "\(name)()",
      inputs: [.close, .volume],
      outputs: [.value(.number)],
      memory: .sinceStart,
      keepsFinite: true,
      warmUp: { _ in 0 },
      kernel: kernel
    )
  }
}

/// Writes the running product of the moves on bars whose volume is above the one before, with `sign` -1 below it.
@inline(__always)
private func writeIndex(_ segment: Segment, sign: Double) {
  let (close, volume, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
  var level = SIMD4(repeating: 1000.0)
  target[0] = 1000
  forEachEight(1..<segment.count) { index, count in
    let moves = quotients(EightLanes(close + index, count), EightLanes(close + (index &- 1), count), or: 1)
    let changes = (EightLanes(volume + index, count) - EightLanes(volume + (index &- 1), count)) * sign
    let counted = EightLanes.map(changes, moves) { choose($0, above: .zero, $1, else: .one) }
    let low = runningProducts(counted.low)
    let high = runningProducts(counted.high) * low.last
    let values = EightLanes(low * level, high * level)
    values.storeFinite(count, target + index)
    level = values.high.last
  }
}

/// The products of the first one, two, three and four values.
@inline(__always)
private func runningProducts(_ values: SIMD4<Double>) -> SIMD4<Double> {
  let twos = values * (values.oddsFromEvens + SIMD4(1, 0, 1, 0))
  return twos * (twos.upperFromSecond + SIMD4(1, 1, 0, 0))
}
