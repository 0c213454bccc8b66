import Indicators

extension Indicator {
  /// Chande's momentum oscillator as he defined it.
  static let cmou = Indicator(
    "cmou",
    fullName: "Chande Momentum Oscillator (Unsmoothed)",
    group: .momentum,
    summary: "Rises less falls as a percentage of all moves of the last bars, -100 to 100.",
    formula: "100 * (x - x[period]) / (sum of |x - x[1]| over period bars)",
    convention: "Plain sums, unlike cmo; 0 if nothing moved, as in TA-Lib.",
    references: ["TA-Lib CMOU", "T. Chande, S. Kroll, The New Technical Trader (1994)"],
    example: "cmou(14)",
    parameters: [.period(14, "How many changes it looks back over.")],
    outputs: [.value(.number, range: -100...100)],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let target = segment.outputs[0]
      forEachPath(segment) { index, count, moves, paths in
        quotients(100 * moves, paths, or: 0).store(count, target + index)
      }
    }
  )

  /// Kaufman's efficiency ratio.
  static let er = Indicator(
    "er",
    fullName: "Kaufman Efficiency Ratio",
    group: .momentum,
    summary: "The distance covered in the last bars as a share of the way taken, 0 to 1.",
    formula: "|x - x[period]| / (sum of |x - x[1]| over period bars)",
    convention: "1 if nothing moved, as in TA-Lib.",
    references: ["TA-Lib ER", "P. Kaufman, Smarter Trading (1995)"],
    example: "er(10)",
    parameters: [.period(10, "How many changes it looks back over.")],
    outputs: [.value(.fraction, range: 0...1)],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let target = segment.outputs[0]
      forEachPath(segment) { index, count, moves, paths in
        quotients(moves.magnitudes, paths, or: 1).store(count, target + index)
      }
    }
  )
}

/// Hands the move since `period` bars ago and the sum of the moves from bar to bar to `body`, for up to eight bars
/// each; those before index `period` are without meaning.
@inline(__always)
private func forEachPath(
  _ segment: Segment,
  body: (_ index: Int, _ count: Int, _ moves: EightLanes, _ paths: EightLanes) -> Void
) {
  let (x, period) = (segment.inputs[0], segment.arguments.whole(0))
  var window = SlidingWindow<Adding>(period)
  forEachEight(1..<segment.count) { index, count in
    let now = EightLanes(x + index, count)
    let paths = window.advance((now - EightLanes(x + (index &- 1), count)).magnitudes)
    body(index, count, now - EightLanes(x, index, back: period, count), paths)
  }
}
