import CLanes

/// A fall of the equity from a peak, until it is at that height again or the data end.
public struct Drawdown: Sendable, Hashable {
  /// The bar of the peak.
  public var start: Int
  /// The bar of the lowest equity.
  public var trough: Int
  /// The first bar at or above the peak; the last bar if the equity has not recovered.
  public var end: Int
  /// The lowest equity over the peak, less 1: negative.
  public var depth: Double
  /// True if the equity came back to the peak.
  public var isRecovered: Bool

  package init(start: Int, trough: Int, end: Int, depth: Double, isRecovered: Bool) {
    self.start = start
    self.trough = trough
    self.end = end
    self.depth = depth
    self.isRecovered = isRecovered
  }

  /// The bars from the peak to the recovery, or to the last bar.
  public var bars: Int { end - start }

  /// The drawdowns of an equity curve in the order of their starts.
  ///
  /// `initial` is the equity before the first value; a fall below it on the first bar starts at that bar.
  public static func all(of equity: [Double], startingFrom initial: Double) -> [Drawdown] {
    equity.withUnsafeBufferPointer { all(of: $0, startingFrom: initial).drawdowns }
  }

  /// The drawdowns and their figures, of one pass.
  package static func all(of equity: UnsafeBufferPointer<Double>, startingFrom initial: Double) -> DrawdownWalk.Figures
  {
    let memory = UnsafeRawBufferPointer(equity)
    var walk = DrawdownWalk(peak: initial, last: equity.count - 1)
    var index = 0
    while index < equity.count {
      index = walk.passes(from: index, to: equity.count & ~3) {
        memory.loadUnaligned(fromByteOffset: $0 &* 8, as: SIMD4<Double>.self)
      }
      let end = BarLanes(from: index, to: equity.count).end
      while index < end {
        walk.pass(equity[index], on: index..<index &+ 1)
        index &+= 1
      }
    }
    return walk.end()
  }

  /// The same drawdown counted from another bar.
  func shifted(by bars: Int) -> Drawdown {
    var moved = self
    moved.start += bars
    moved.trough += bars
    moved.end += bars
    return moved
  }

  /// The deepest fall of an equity curve as a fraction, zero or negative.
  package static func deepest(of equity: UnsafeBufferPointer<Double>, startingFrom initial: Double) -> Double {
    let memory = UnsafeRawBufferPointer(equity)
    @inline(__always)
    func load(_ index: Int) -> SIMD4<Double> {
      memory.loadUnaligned(fromByteOffset: index &* 8, as: SIMD4<Double>.self)
    }
    var fall = DeepestFall(peak: initial)
    var index = 0
    while index < equity.count {
      let left = equity.count &- index
      if left >= 16 {
        // A missing value is left out, or makes a strand missing.
        if fall.takes(load(index), load(index &+ 4), load(index &+ 8), load(index &+ 12)) {
          index &+= 16
          continue
        }
      }
      let end = index &+ min(left, 16)
      while index < end {
        fall.judge(equity[index])
        index &+= 1
      }
    }
    return fall.depth
  }
}
