import Indicators

extension Indicator {
  /// A moving average of any type.
  static let ma = Indicator(
    "ma",
    fullName: "Moving Average",
    group: .overlap,
    summary: "A moving average of the named type.",
    formula: "the average named by type, over period bars",
    convention:
      "As the indicator of that name; \"none\" gives the series itself. The average t3 has the factor 0.7.",
    references: ["TA-Lib MA"],
    example: "ma(close, 20, type=\"wma\")",
    parameters: [.period(30), .average("type", "matype", .sma, "Which moving average is computed.")],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .fading { $0.average(1).settling($0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.average(1).warmUp($0.whole(0)) },
    kernel: { segment in
      segment.arguments.average(1)
        .write(segment.inputs[0], segment.count, segment.arguments.whole(0), segment.outputs[0])
    }
  )
}
