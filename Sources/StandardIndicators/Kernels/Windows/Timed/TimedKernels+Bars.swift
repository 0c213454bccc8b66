import Columns
import Indicators

/// Kernels over windows of calendar time that are made of a bar's several prices and of its change from the bar before.
extension TimedKernels {
  static let ofBars: [String: Kernel] = [
    "adr": totals(part: { [$0.inputs[0][$1] - $0.inputs[1][$1], 0, 0, 0] }) { segment, index, length, sums in
      segment.outputs[0][index] = sums[0] / Double(length)
    },
    "qstick": totals(part: { [$0.inputs[1][$1] - $0.inputs[0][$1], 0, 0, 0] }) { segment, index, length, sums in
      segment.outputs[0][index] = sums[0] / Double(length)
    },
    "imi": totals(part: {
      let body = $0.inputs[1][$1] - $0.inputs[0][$1]
      return [larger(body, 0), body.magnitude, 0, 0]
    }) { segment, index, _, sums in
      segment.outputs[0][index] = sums[1] > 0 ? 100 * sums[0] / sums[1] : 50
    },
    "cmf": totals(part: {
      let (high, low, close) = ($0.inputs[0][$1], $0.inputs[1][$1], $0.inputs[2][$1])
      let volume = $0.inputs[3][$1]
      return [high > low ? ((close - low) - (high - close)) / (high - low) * volume : 0, volume, 0, 0]
    }) { segment, index, _, sums in
      segment.outputs[0][index] = sums[1] == 0 ? 0 : sums[0] / sums[1]
    },
    "accbands": totals(part: {
      let (high, low) = ($0.inputs[0][$1], $0.inputs[1][$1])
      let width = high + low == 0 ? 0 : 4 * (high - low) / (high + low)
      return [high * (1 + width), $0.inputs[2][$1], low * (1 - width), 0]
    }) { segment, index, length, sums in
      for output in 0..<3 { segment.outputs[output][index] = sums[output] / Double(length) }
    },
    "mfi": totals(from: 1, least: 2, part: moneyFlow) { segment, index, _, sums in
      let flow = sums[0] + sums[1]
      segment.outputs[0][index] = flow > 0 ? 100 * (sums[0] / flow) : 0
    },
    "eom": totals(
      from: 1,
      part: {
        let (high, low, volume) = ($0.inputs[0], $0.inputs[1], $0.inputs[2])
        let move = (high[$1] + low[$1] - (high[$1 - 1] + low[$1 - 1])) * 0.5
        return [move * (high[$1] - low[$1]) * $0.arguments.real(1) / volume[$1], 0, 0, 0]
      }
    ) { segment, index, length, sums in
      segment.outputs[0][index] = sums[0] / Double(length)
    },
    "vortex": totals(
      from: 1,
      part: {
        let (high, low, close) = ($0.inputs[0], $0.inputs[1], $0.inputs[2])
        return [
          (high[$1] - low[$1 - 1]).magnitude, (low[$1] - high[$1 - 1]).magnitude, trueRange(high, low, close, $1), 0,
        ]
      }
    ) { segment, index, _, sums in
      segment.outputs[0][index] = sums[2] > 0 ? sums[0] / sums[2] : 0
      segment.outputs[1][index] = sums[2] > 0 ? sums[1] / sums[2] : 0
    },
    "er": totals(from: 1, part: change) { segment, index, _, sums in
      segment.outputs[0][index] = sums[1] > 0 ? sums[0].magnitude / sums[1] : 1
    },
    "cmou": totals(from: 1, part: change) { segment, index, _, sums in
      segment.outputs[0][index] = sums[1] > 0 ? 100 * sums[0] / sums[1] : 0
    },
    "parkinson": variances(part: {
      let range = logarithm($0.inputs[0][$1] / $0.inputs[1][$1])
      return range * range * parkinsonScale
    }),
    "garman_klass": variances(part: {
      let range = logarithm($0.inputs[1][$1] / $0.inputs[2][$1])
      let move = logarithm($0.inputs[3][$1] / $0.inputs[0][$1])
      return 0.5 * range * range - closeScale * move * move
    }),
    "rogers_satchell": variances(part: {
      BarMoves($0.inputs[0], $0.inputs[1], $0.inputs[2], $0.inputs[3], $1).withoutTrend
    }),
    "market_beta": slope(of: { $0.inputs[1] }, to: { $0.inputs[0] }, least: 2, or: .nan),
    "vhf": { segment, lengths in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      forEachTimedWindow(segment.count, lengths, from: 1) {
        WindowPath(highest: x[$0], lowest: x[$0], length: (x[$0] - x[$0 &- 1]).magnitude)
      } body: { index, length, path in
        if length >= 2 { target[index] = path.length == 0 ? 0 : path.range / path.length }
      }
    },
    "chop": { segment, lengths in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let target = segment.outputs[0]
      forEachTimedWindow(segment.count, lengths, from: 1) {
        let (top, bottom) = (larger(high[$0], close[$0 &- 1]), smaller(low[$0], close[$0 &- 1]))
        return WindowPath(highest: top, lowest: bottom, length: top - bottom)
      } body: { index, length, path in
        guard length >= 2, path.range > 0 else { return }
        target[index] = larger(logarithm(path.length / path.range), 0) * (100 / logarithm(Double(length)))
      }
    },
    "yang_zhang": { segment, lengths in
      let (open, high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2], segment.inputs[3])
      forEachTimedWindow(segment.count, lengths, from: 1) {
        let moves = BarMoves(open, high, low, close, $0)
        return WindowMoves(
          gap: WindowMoments(logarithm(open[$0] / close[$0 &- 1])), end: WindowMoments(moves.end),
          withoutTrend: moves.withoutTrend)
      } body: { index, length, moves in
        guard length >= 2 else { return }
        let n = Double(length)
        let blend = 0.34 / (1.34 + (n + 1) / (n - 1))
        let variance =
          moves.gap.variance(sparing: 1) + blend * moves.end.variance(sparing: 1) + (1 - blend) * moves.withoutTrend / n
        segment.outputs[0][index] = (segment.arguments.real(1) * larger(variance, 0)).squareRoot()
      }
    },
    "aroon": ages { segment, index, period, down, up in
      segment.outputs[0][index] = 100 - 100 / period * down
      segment.outputs[1][index] = 100 - 100 / period * up
    },
    "aroonosc": ages { segment, index, period, down, up in
      segment.outputs[0][index] = 100 / period * (down - up)
    },
  ]

  /// A figure of the sums of up to four columns that are made of the inputs.
  ///
  /// - Parameters:
  ///   - first: 1 if a bar's part is its change from the bar before.
  ///   - least: the fewest bars that the figure is defined for; shorter windows have none.
  private static func totals(
    from first: Int = 0, least: Int = 1,
    part: @escaping @Sendable (_ segment: Segment, _ index: Int) -> SIMD4<Double>,
    _ body: @escaping @Sendable (_ segment: Segment, _ index: Int, _ length: Int, _ sums: SIMD4<Double>) -> Void
  ) -> Kernel {
    { segment, lengths in
      forEachTimedWindow(segment.count, lengths, from: first) {
        WindowSums(values: part(segment, $0))
      } body: { index, length, sums in
        if length >= least { body(segment, index, length, sums.values) }
      }
    }
  }

  /// The root of a year's variance: the mean of the bars' estimates.
  private static func variances(part: @escaping @Sendable (_ segment: Segment, _ index: Int) -> Double) -> Kernel {
    totals(least: 2, part: { [part($0, $1), 0, 0, 0] }) { segment, index, length, sums in
      let variance = segment.arguments.real(1) * (sums[0] / Double(length))
      segment.outputs[0][index] = larger(variance, 0).squareRoot()
    }
  }

  /// The slope of one input's returns over another's; `other` if those do not vary.
  private static func slope(
    of x: @escaping @Sendable (Segment) -> Source, to y: @escaping @Sendable (Segment) -> Source, least: Int,
    or other: Double
  ) -> Kernel {
    { segment, lengths in
      let (x, y) = (x(segment), y(segment))
      forEachTimedWindow(segment.count, lengths, from: 1) {
        WindowComoments(x[$0] / x[$0 &- 1] - 1, y[$0] / y[$0 &- 1] - 1)
      } body: { index, length, moments in
        guard length >= least else { return }
        segment.outputs[0][index] = moments.squares.x > 0 ? moments.products / moments.squares.x : other
      }
    }
  }

  /// A figure of the bars since the lowest of the second and the highest of the first input.
  ///
  /// Of equal ones the latest counts. The period is the bars before the present one.
  private static func ages(
    _ body:
      @escaping @Sendable (_ segment: Segment, _ index: Int, _ period: Double, _ down: Double, _ up: Double) -> Void
  ) -> Kernel {
    { segment, lengths in
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      forEachTimedWindow(segment.count, lengths) {
        WindowExtremeBars(high: high[$0], low: low[$0], index: $0)
      } body: { index, length, extremes in
        guard length >= 3 else { return }
        body(segment, index, Double(length - 1), Double(index - extremes.lowest), Double(index - extremes.highest))
      }
    }
  }

  /// The change of the first input, and its size.
  private static func change(_ segment: Segment, _ index: Int) -> SIMD4<Double> {
    let move = segment.inputs[0][index] - segment.inputs[0][index - 1]
    return [move, move.magnitude, 0, 0]
  }

  /// The money traded on a rising and on a falling typical price.
  private static func moneyFlow(_ segment: Segment, _ index: Int) -> SIMD4<Double> {
    func typical(_ index: Int) -> Double {
      (segment.inputs[0][index] + segment.inputs[1][index] + segment.inputs[2][index]) / 3
    }
    let (now, before) = (typical(index), typical(index - 1))
    let (flow, move) = (now * segment.inputs[3][index], now - before)
    // Prices in cents whose sums are equal differ by the rounding of the additions.
    let tie = 1e-14 * (now.magnitude + before.magnitude)
    return [move > tie ? flow : 0, -move > tie ? flow : 0, 0, 0]
  }
}

/// The sums of four columns over a window.
private struct WindowSums: WindowPart {
  var values: SIMD4<Double>

  @inline(__always) static func + (earlier: Self, later: Self) -> Self { Self(values: earlier.values + later.values) }
}

/// The highest and the lowest price over a window, and the length of the way between them.
private struct WindowPath: WindowPart {
  var highest: Double
  var lowest: Double
  var length: Double

  var range: Double { highest - lowest }

  @inline(__always) static func + (earlier: Self, later: Self) -> Self {
    Self(
      highest: larger(later.highest, earlier.highest), lowest: smaller(later.lowest, earlier.lowest),
      length: earlier.length + later.length)
  }
}

/// The gaps before the bars of a window, the moves from their opens to their closes, and the sum of the variances of Rogers
/// and Satchell.
private struct WindowMoves: WindowPart {
  var gap: WindowMoments
  var end: WindowMoments
  var withoutTrend: Double

  @inline(__always) static func + (earlier: Self, later: Self) -> Self {
    Self(
      gap: earlier.gap + later.gap, end: earlier.end + later.end,
      withoutTrend: earlier.withoutTrend + later.withoutTrend)
  }
}

/// The bars of the highest value of one column and of the lowest of another over a window.
private struct WindowExtremeBars: WindowPart {
  var high: Double
  var low: Double
  var highest: Int
  var lowest: Int

  init(high: Double, low: Double, index: Int) {
    (self.high, self.low, highest, lowest) = (high, low, index, index)
  }

  @inline(__always) static func + (earlier: Self, later: Self) -> Self {
    var best = later
    if earlier.high > later.high { (best.high, best.highest) = (earlier.high, earlier.highest) }
    if earlier.low < later.low { (best.low, best.lowest) = (earlier.low, earlier.lowest) }
    return best
  }
}
