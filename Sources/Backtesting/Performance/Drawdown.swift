import CLanes

/// A fall of the equity from a peak, until it is at that height again or the data end.
public struct Drawdown: Sendable, Hashable {
  /// The bar of the peak.
  public var start: Int
  /// The bar of the lowest equity.
  public var trough: Int
  /// The first bar at or above the peak; the last bar where the equity has not recovered.
  public var end: Int
  /// The lowest equity over the peak, less 1: negative.
  public var depth: Double
  /// True where the equity came back to the peak.
  public var isRecovered: Bool

  /// The bars from the peak to the recovery, or to the last bar.
  public var bars: Int { end - start }

  /// The drawdowns of an equity curve in the order of their starts.
  ///
  /// `initial` is the equity before the first value; a fall below it on the first bar starts at that bar.
  public static func all(of equity: [Double], startingFrom initial: Double) -> [Drawdown] {
    equity.withUnsafeBufferPointer { all(of: $0, startingFrom: initial).drawdowns }
  }

  /// The drawdowns, and the sum of the squared distances of all values from the peak before them, of one pass.
  static func all(
    of equity: UnsafeBufferPointer<Double>, startingFrom initial: Double
  ) -> (drawdowns: [Drawdown], squares: Double) {
    let memory = UnsafeRawBufferPointer(equity)
    var walk = DrawdownWalk(peak: initial, last: equity.count - 1)
    var index = 0
    while index < equity.count {
      if index &+ 4 <= equity.count,
        walk.passes(memory.loadUnaligned(fromByteOffset: index &* 8, as: SIMD4<Double>.self))
      {
        index &+= 4
        continue
      }
      let end = min(index &+ 4, equity.count)
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
  static func deepest(of equity: UnsafeBufferPointer<Double>, startingFrom initial: Double) -> Double {
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

/// The drawdowns of values that come one after the other.
struct DrawdownWalk {
  private var peak: Double
  private var peakIndex = 0
  private let last: Int
  private var isFalling = false
  private var start = 0
  private var trough = 0
  private var depth = 0.0
  private var squares = 0.0
  private var drawdowns: [Drawdown] = []

  /// - Parameter last: the last bar, at which a drawdown ends that has not recovered.
  init(peak: Double, last: Int) { (self.peak, self.last) = (peak, last) }

  /// Takes a value that is the same on some bars.
  @inline(__always)
  mutating func pass(_ value: Double, on bars: Range<Int>) {
    if value >= peak {
      if isFalling { add(end: bars.lowerBound, isRecovered: true) }
      isFalling = false
      (peak, peakIndex) = (value, bars.upperBound &- 1)
      return
    }
    let distance = value / peak - 1
    if !isFalling {
      (isFalling, start, trough, depth) = (true, peakIndex, bars.lowerBound, distance)
    } else if distance < depth {
      (trough, depth) = (bars.lowerBound, distance)
    }
    squares = Statistics.sum(squares, adding: distance * distance, times: bars.count)
  }

  /// Takes four values where they lie in a drawdown and none of them is the lowest of it; false where that is not so.
  @inline(__always)
  mutating func passes(_ values: SIMD4<Double>) -> Bool {
    guard isFalling, lanes_at_least(values, SIMD4(repeating: peak)) == 0 else { return false }
    let distances = values / peak - 1
    guard lanes_at_least(distances, SIMD4(repeating: depth)) == 15 else { return false }
    let own = distances * distances
    squares = squares + own.x + own.y + own.z + own.w
    return true
  }

  private mutating func add(end: Int, isRecovered: Bool) {
    drawdowns.append(Drawdown(start: start, trough: trough, end: end, depth: depth, isRecovered: isRecovered))
  }

  /// All drawdowns, and the sum of the squared distances from the peaks.
  mutating func end() -> (drawdowns: [Drawdown], squares: Double) {
    if isFalling { add(end: last, isRecovered: false) }
    return (drawdowns, squares)
  }
}
