import Columns
import Indicators

/// Kernels over windows of calendar time, for the indicators that are made of sums, extremes and moments.
enum TimedKernels {
  typealias Kernel = @Sendable (Segment, Lengths) -> Void

  /// The sum of the first input.
  static let sum: Kernel = { segment, lengths in
    let (x, target) = (segment.inputs[0], segment.outputs[0])
    forEachTimedWindow(segment.count, lengths) {
      WindowTotal(x[$0])
    } body: { index, _, total in
      target[index] = total.values.x
    }
  }

  /// The mean of the first input.
  static let mean: Kernel = { segment, lengths in
    let (x, target) = (segment.inputs[0], segment.outputs[0])
    forEachTimedWindow(segment.count, lengths) {
      WindowTotal(x[$0])
    } body: { index, length, total in
      target[index] = total.values.x / Double(length)
    }
  }

  /// The mean of the first input with weights that rise to the middle of the window and fall from there.
  static let triangular: Kernel = { segment, lengths in
    writeTriangular(segment.inputs[0], from: 0, segment.count, lengths, segment.outputs[0])
  }

  /// Writes that mean over windows that hold no bar before the first.
  static func writeTriangular(_ x: Source, from first: Int, _ count: Int, _ lengths: Lengths, _ target: Target) {
    guard first < count else { return }
    var (rising, falling) = (TimedStretch<WeightedTotal>(count), TimedStretch<FallingTotal>(count))
    defer {
      rising.free()
      falling.free()
    }
    for index in first..<count {
      let length = min(Int(lengths[index]), index + 1 - first)
      let (start, half) = (index + 1 - length, length / 2)
      let up = rising.part(from: start, through: index - half) { WeightedTotal(x[$0]) }
      guard half > 0 else {
        target[index] = x[index]
        continue
      }
      let down = falling.part(from: index + 1 - half, through: index) { FallingTotal(x[$0]) }
      let weights = up.count * (up.count + 1) + down.count * (down.count + 1)
      target[index] = 2 * (up.weighted + down.weighted) / weights
    }
  }

  /// The number of bars on which the first input is true.
  static let count: Kernel = { segment, lengths in
    let (condition, target) = (segment.inputs[0], segment.outputs[0])
    forEachTimedWindow(segment.count, lengths) {
      WindowTotal(isTrue(condition[$0]) ? 1 : 0)
    } body: { index, _, total in
      target[index] = total.values.x
    }
  }

  /// A figure of the highest of the first and the lowest of the last input.
  static func range(_ body: @escaping @Sendable (_ segment: Segment, _ index: Int, _ range: WindowRange) -> Void)
    -> Kernel
  {
    { segment, lengths in
      let (high, low) = (segment.inputs[0], segment.inputs.count > 1 ? segment.inputs[1] : segment.inputs[0])
      forEachTimedWindow(segment.count, lengths) {
        WindowRange(highest: high[$0], lowest: low[$0])
      } body: {
        index, _, range in
        body(segment, index, range)
      }
    }
  }

  /// A figure of the mean and the variance of the first input.
  static func moments(
    _ body: @escaping @Sendable (_ segment: Segment, _ index: Int, _ moments: WindowMoments) -> Void
  ) -> Kernel {
    { segment, lengths in
      let x = segment.inputs[0]
      forEachTimedWindow(segment.count, lengths) {
        WindowMoments(x[$0])
      } body: { index, _, moments in
        body(segment, index, moments)
      }
    }
  }

  /// A figure of the returns of the first input, which begin with its second bar.
  static func returns(
    _ change: @escaping @Sendable (_ now: Double, _ before: Double) -> Double,
    _ body: @escaping @Sendable (_ segment: Segment, _ index: Int, _ moments: WindowMoments) -> Void
  ) -> Kernel {
    { segment, lengths in
      let x = segment.inputs[0]
      forEachTimedWindow(segment.count, lengths, from: 1) {
        WindowMoments(change(x[$0], x[$0 &- 1]))
      } body: {
        index, _, moments in
        body(segment, index, moments)
      }
    }
  }

  /// A figure of two inputs that move together.
  static func comoments(
    _ body: @escaping @Sendable (_ segment: Segment, _ index: Int, _ moments: WindowComoments) -> Void
  ) -> Kernel {
    { segment, lengths in
      let (x, y) = (segment.inputs[0], segment.inputs[1])
      forEachTimedWindow(segment.count, lengths) {
        WindowComoments(x[$0], y[$0])
      } body: { index, _, moments in
        body(segment, index, moments)
      }
    }
  }

  /// A figure of the line through a window's values over the numbers of its bars, 0 for its first.
  static func fit(
    _ body:
      @escaping @Sendable (_ segment: Segment, _ index: Int, _ slope: Double, _ intercept: Double, _ n: Double)
      -> Void
  ) -> Kernel {
    { segment, lengths in
      let x = segment.inputs[0]
      forEachTimedWindow(segment.count, lengths) {
        WindowComoments(Double($0), x[$0])
      } body: { index, length, moments in
        let slope = moments.squares.x > 0 ? moments.products / moments.squares.x : .nan
        let first = Double(index + 1 - length)
        body(segment, index, slope, moments.mean.y - slope * (moments.mean.x - first), Double(length))
      }
    }
  }

  /// A comparison of the first input with its value of the time before; missing until there is one.
  static func comparison(
    _ compare: @escaping @Sendable (_ now: SIMD4<Double>, _ before: SIMD4<Double>) -> SIMD4<Double>
  ) -> Kernel {
    { segment, lengths in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      for index in 0..<segment.count {
        let before = index - Int(lengths[index])
        target[index] =
          before < 0 ? .nan : compare(SIMD4(repeating: x[index]), SIMD4(repeating: x[before])).x
      }
    }
  }

  /// Whether the first input is above the highest, or below the lowest, of the window of the bar before.
  static func beyond(highest: Bool) -> Kernel {
    { segment, lengths in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      var before = Double.nan
      forEachTimedWindow(segment.count, lengths) {
        WindowRange(highest: x[$0], lowest: x[$0])
      } body: {
        index, _, range in
        target[index] = before.isNaN ? .nan : (highest ? x[index] > before : x[index] < before) ? 1 : 0
        before = highest ? range.highest : range.lowest
      }
    }
  }

  /// A figure of the window's values in order of size.
  static func ranks(
    _ body:
      @escaping @Sendable (_ segment: Segment, _ index: Int, _ length: Int, _ window: borrowing TimedRanks) -> Void
  ) -> Kernel {
    { segment, lengths in
      TimedRanks.forEach(segment.inputs[0], segment.count, lengths) { index, length, window in
        body(segment, index, length, window)
      }
    }
  }
}
