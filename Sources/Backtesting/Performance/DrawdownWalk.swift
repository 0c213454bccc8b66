import CLanes

/// The drawdowns of values that come one after the other, their deepest fall, and the sum of their squared distances from
/// the peak before them.
///
/// The sum has four strands, those of the bars that are 0, 1, 2 and 3 more than a multiple of four, so that four values may be
/// added at once; it is the same whether they come alone or together.
package struct DrawdownWalk {
  /// The figures of all values.
  package struct Figures {
    var drawdowns: [Drawdown]
    /// The sum of the squared distances from the peaks.
    package var squares: Double
    /// The deepest fall as a fraction, zero or negative; equal to the last bit to that of ``DeepestFall``.
    package var deepest: Double
  }

  private var peak: Double
  private var peakIndex = 0
  private let last: Int
  private var isFalling = false
  private var start = 0
  private var trough = 0
  private var depth = 0.0
  /// The value at the trough.
  private var lowest = 0.0
  private var squares = SIMD4<Double>.zero
  private var lowestRatio = 1.0
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
    let ratio = value / peak
    let distance = ratio - 1
    if !isFalling {
      (isFalling, start, trough, depth, lowest) = (true, peakIndex, bars.lowerBound, distance, value)
    } else if distance < depth {
      (trough, depth, lowest) = (bars.lowerBound, distance, value)
    }
    // As `DeepestFall` judges it.
    if value < lowestRatio * peak { lowestRatio = ratio }
    add(distance * distance, on: bars)
  }

  /// Takes values, four bars at a time, as long as they lie in a drawdown and none of them is the lowest of it.
  ///
  /// - Parameters:
  ///   - bar: the first bar.
  ///   - end: the bar after the last one.
  ///   - values: the values of four bars from a multiple of four on; those outside of the range are anything.
  /// - Returns: the bar from which on they have to be taken one after the other: the end if there is none.
  @inline(__always)
  mutating func passes(from bar: Int, to end: Int, _ values: (_ block: Int) -> SIMD4<Double>) -> Int {
    guard isFalling else { return bar }
    // In values of its own, which the compiler keeps in registers.
    let (peaks, depths) = (SIMD4(repeating: peak), SIMD4(repeating: depth))
    let limits = SIMD4(repeating: lowestRatio * peak)
    // A value that is not lower than the one at the trough is no further from the peak, even after rounding.
    let floors = lanes_larger(limits, SIMD4(repeating: lowest))
    var (bar, sums) = (bar, squares)
    while bar < end {
      if bar & 3 == 0, bar &+ 8 <= end {
        let (one, two) = (lanes_kept(values(bar)), lanes_kept(values(bar &+ 4)))
        let inside = lanes_at_least(one, floors) & lanes_at_least(two, floors)
        if inside & ~(lanes_at_least(one, peaks) | lanes_at_least(two, peaks)) == 15 {
          let (first, second) = (lanes_kept(one / peaks - 1), lanes_kept(two / peaks - 1))
          sums = lanes_kept(sums + first * first)
          sums = lanes_kept(sums + second * second)
          bar &+= 8
          continue
        }
      }
      let lanes = BarLanes(from: bar, to: end)
      let four = lanes_kept(values(lanes.block))
      let distances = lanes_kept(four / peaks - 1)
      let low = lanes_at_least(distances, depths) & lanes_at_least(four, limits)
      guard (low & ~lanes_at_least(four, peaks)) & lanes.bits == lanes.bits else { break }
      sums = lanes_kept(sums + lanes_only(distances * distances, lanes.bits))
      bar = lanes.end
    }
    squares = sums
    return bar
  }

  /// Adds a square for each of some bars.
  @inline(__always)
  private mutating func add(_ square: Double, on bars: Range<Int>) {
    let four = SIMD4(repeating: square)
    let first = BarLanes(from: bars.lowerBound, to: bars.upperBound)
    squares += lanes_only(four, first.bits)
    guard first.end < bars.upperBound else { return }
    let blocks = (bars.upperBound &- first.end) / 4
    if blocks > 16 {
      for lane in 0..<4 { squares[lane] = Statistics.sum(squares[lane], adding: square, times: blocks) }
    } else {
      for _ in 0..<blocks { squares += four }
    }
    let rest = first.end &+ 4 &* blocks
    guard rest < bars.upperBound else { return }
    squares += lanes_only(four, BarLanes(from: rest, to: bars.upperBound).bits)
  }

  private mutating func add(end: Int, isRecovered: Bool) {
    drawdowns.append(Drawdown(start: start, trough: trough, end: end, depth: depth, isRecovered: isRecovered))
  }

  /// The figures, after the last value.
  mutating func end() -> Figures {
    if isFalling { add(end: last, isRecovered: false) }
    return Figures(drawdowns: drawdowns, squares: squares.sum(), deepest: lowestRatio - 1)
  }
}

/// Some of the four bars of a vector, which begins at a multiple of four.
struct BarLanes {
  /// The first of the four bars.
  let block: Int
  /// The bar after the last one.
  let end: Int
  /// A bit for each bar that is meant.
  let bits: UInt64

  /// The bars from one on and before another, as far as one vector has them.
  @inline(__always)
  init(from bar: Int, to limit: Int) {
    block = bar & ~3
    end = min(block &+ 4, limit)
    bits = (15 &<< UInt64(bar &- block)) & (15 &>> UInt64(block &+ 4 &- end))
  }
}
