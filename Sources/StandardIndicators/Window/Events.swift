import Columns
import Indicators

extension Indicator {
  /// The bars since an event.
  static let barssince = Indicator(
    "barssince",
    fullName: "Bars Since",
    group: .window,
    summary: "The number of bars since a condition was last true.",
    formula: "0 on a bar where condition is true, else one more than on the bar before",
    convention: """
      Missing until the condition has been true once, as in Pine Script; when missing it counts as \
      false.
      """,
    references: ["Pine Script ta.barssince"],
    example: "barssince(close > open)",
    inputs: [Input("condition", .truth)],
    outputs: [.value(.count)],
    memory: .adaptive,
    isPartial: true,
    keepsFinite: true,
    coverage: .allBars,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (condition, target) = (segment.inputs[0], segment.outputs[0])
      var bars = Double.missing
      for index in 0..<segment.count {
        bars = isTrue(condition[index]) ? 0 : bars + 1
        target[index] = bars
      }
    }
  )

  /// The value at an event.
  static let valuewhen = Indicator(
    "valuewhen",
    fullName: "Value When",
    group: .window,
    summary: "The value of a series when a condition was last true.",
    formula: "x on the latest bar where condition is true; with occurrence n on the n-th before that",
    convention: """
      Missing until the condition has been true often enough, as in Pine Script; when missing it \
      counts as false. A missing x at the event is missing.
      """,
    references: ["Pine Script ta.valuewhen"],
    example: "valuewhen(close > open, close, 0)",
    inputs: [Input("condition", .truth), Input("x")],
    parameters: [
      Parameter(
        "occurrence",
        [],
        .whole(0...1_000_000),
        .value(0),
        "Which event counts: 0 the latest, 1 the one before it, and so on."
      )
    ],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .adaptive,
    isPartial: true,
    coverage: .allBars,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (condition, x, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      // A ring of the last events' values; its next element holds the oldest.
      let size = segment.arguments.whole(0) + 1
      withScratch(size) { ring in
        ring.update(repeating: .missing, count: size)
        var position = 0
        for index in 0..<segment.count {
          if isTrue(condition[index]) {
            ring[position] = x[index]
            position = position &+ 1 == size ? 0 : position &+ 1
          }
          target[index] = ring[position]
        }
      }
    }
  )
}
