import Indicators

/// One price made of a bar's prices.
extension Indicator {
  /// The mean of all four prices.
  static let avgprice = price(
    "avgprice",
    "Average Price",
    "The mean of a bar's four prices.",
    "(open + high + low + close) / 4",
    [.open, .high, .low, .close]
  ) { segment in writePrice(segment) { ($0 + $1 + $2 + $3) * SIMD4(repeating: 0.25) } }

  /// The middle of a bar.
  static let medprice = price(
    "medprice",
    "Median Price",
    "The middle of a bar's range.",
    "(high + low) / 2",
    [.high, .low]
  ) { segment in writePrice(segment) { high, low, _, _ in (high + low) * SIMD4(repeating: 0.5) } }

  /// The mean of high, low and close.
  static let typprice = price(
    "typprice",
    "Typical Price",
    "The mean of a bar's high, low and close.",
    "(high + low + close) / 3",
    [.high, .low, .close]
  ) { segment in writePrice(segment) { high, low, close, _ in (high + low + close) / SIMD4(repeating: 3) } }

  /// The mean of high, low and twice the close.
  static let wclprice = price(
    "wclprice",
    "Weighted Close Price",
    "The mean of a bar's high, low and twice its close.",
    "(high + low + 2 * close) / 4",
    [.high, .low, .close]
  ) { segment in writePrice(segment) { high, low, close, _ in (high + low + (close + close)) * SIMD4(repeating: 0.25) }
  }

  private static func price(
    _ name: String,
    _ fullName: String,
    _ summary: String,
    _ formula: String,
    _ inputs: [Input],
    kernel: @escaping @Sendable (Segment) -> Void
  ) -> Indicator {
    Indicator(
      name,
      fullName: fullName,
      group: .price,
      summary: summary,
      formula: formula,
      convention: "Nothing is smoothed.",
      references: ["TA-Lib \(name.uppercased())"],
      example: "\(name)()",
      inputs: inputs,
      outputs: [.value(.price)],
      placement: .overlay,
      keepsFinite: true,
      warmUp: { _ in 0 },
      kernel: kernel
    )
  }
}

/// Writes a price made of the inputs in their order; if there are fewer than four, the last repeats.
@inline(__always)
private func writePrice(
  _ segment: Segment,
  _ price: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
) {
  let inputs = segment.inputs
  let (first, second) = (inputs[0], inputs[1])
  let (third, fourth) = (inputs[min(2, inputs.count - 1)], inputs[inputs.count - 1])
  let target = segment.outputs[0]
  forEachEight(0..<segment.count) { index, count in
    let (a, b) = (EightLanes(first + index, count), EightLanes(second + index, count))
    let (c, d) = (EightLanes(third + index, count), EightLanes(fourth + index, count))
    EightLanes(price(a.low, b.low, c.low, d.low), price(a.high, b.high, c.high, d.high)).store(count, target + index)
  }
}
