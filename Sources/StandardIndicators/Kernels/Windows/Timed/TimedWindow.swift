import Indicators

/// Part of a window from which the window's figure is made: a sum, the largest value, moments.
protocol WindowPart {
  /// The part of two neighbouring stretches of bars, the earlier one first.
  static func + (earlier: Self, later: Self) -> Self
}

/// Walks windows of different lengths, whose beginnings never go back, in order.
///
/// A window is a stretch whose parts are known from each bar to its end, and the bars after that stretch. When a window
/// has passed the stretch, the next one is made of the window's bars; so each bar is added at most twice for any
/// lengths, and nothing is ever subtracted, which would accumulate rounding errors.
///
/// - Parameters:
///   - first: the first bar that has a part; the windows hold no bar before it.
///   - part: the part of one bar.
///   - body: takes the part of the window that ends with a bar, and the number of its bars.
@inline(__always)
func forEachTimedWindow<Part: WindowPart>(
  _ count: Int, _ lengths: Lengths, from first: Int = 0, part: (_ index: Int) -> Part,
  body: (_ index: Int, _ length: Int, _ window: Part) -> Void
) {
  guard first < count else { return }
  let ends = UnsafeMutablePointer<Part>.allocate(capacity: count)
  defer { ends.deallocate() }
  // The stretch is `begin..<split`; parts from each of its bars to its end are in `ends`.
  var begin = first
  var split = first
  var later: Part?
  for index in first..<count {
    let start = max(first, index &+ 1 &- Int(lengths[index]))
    if start >= split {
      var sum = part(index)
      (ends + index).initialize(to: sum)
      var earlier = index &- 1
      while earlier >= start {
        sum = part(earlier) + sum
        (ends + earlier).initialize(to: sum)
        earlier &-= 1
      }
      (begin, split, later) = (start, index &+ 1, nil)
    } else {
      let own = part(index)
      later = later.map { $0 + own } ?? own
      begin = start
    }
    body(index, index &+ 1 &- start, later.map { ends[begin] + $0 } ?? ends[begin])
  }
}

/// Windows whose beginnings and ends never go back, with any number of them ending on a bar.
///
/// Made as those of `forEachTimedWindow` are.
struct TimedStretch<Part: WindowPart> {
  private let ends: UnsafeMutablePointer<Part>
  /// The bars before `split` have the part from each to its end in `ends`; those after it are in `later`.
  private var split = 0
  private var next = 0
  private var later: Part?

  /// Makes a window over a number of bars; `free` gives its memory back.
  init(_ count: Int) { ends = .allocate(capacity: max(count, 1)) }

  func free() { ends.deallocate() }

  /// The part of a window that begins and ends no earlier than the one before.
  @inline(__always)
  mutating func part(from start: Int, through end: Int, part: (_ index: Int) -> Part) -> Part {
    while next <= end {
      let own = part(next)
      later = later.map { $0 + own } ?? own
      next &+= 1
    }
    if start >= split {
      var sum = part(end)
      (ends + end).initialize(to: sum)
      var index = end &- 1
      while index >= start {
        sum = part(index) + sum
        (ends + index).initialize(to: sum)
        index &-= 1
      }
      (split, later) = (end &+ 1, nil)
    }
    return later.map { ends[start] + $0 } ?? ends[start]
  }
}

/// The sum of some columns over a window.
struct WindowTotal: WindowPart {
  var values: SIMD2<Double>

  init(_ first: Double, _ second: Double = 0) { values = SIMD2(first, second) }

  private init(_ values: SIMD2<Double>) { self.values = values }

  @inline(__always) static func + (earlier: Self, later: Self) -> Self { Self(earlier.values + later.values) }
}

/// The largest of one column and the smallest of another over a window.
struct WindowRange: WindowPart {
  var highest: Double
  var lowest: Double

  @inline(__always) static func + (earlier: Self, later: Self) -> Self {
    Self(
      highest: later.highest >= earlier.highest ? later.highest : earlier.highest,
      lowest: later.lowest <= earlier.lowest ? later.lowest : earlier.lowest)
  }
}

/// The mean of a column over a window, and the sum of the squared distances from it.
struct WindowMoments: WindowPart {
  var count: Double
  var mean: Double
  var squares: Double

  init(_ value: Double) { (count, mean, squares) = (1, value, 0) }

  private init(_ count: Double, _ mean: Double, _ squares: Double) {
    (self.count, self.mean, self.squares) = (count, mean, squares)
  }

  // Chan, Golub and LeVeque's update of two samples.
  @inline(__always) static func + (earlier: Self, later: Self) -> Self {
    let count = earlier.count + later.count
    let distance = later.mean - earlier.mean
    let share = later.count / count
    return Self(
      count, earlier.mean + distance * share,
      earlier.squares + later.squares + distance * distance * earlier.count * share)
  }

  /// The variance; `spared` is subtracted from the number of values in the divisor, 1 for a sample.
  @inline(__always) func variance(sparing spared: Int) -> Double {
    let divisor = count - Double(spared)
    return divisor > 0 ? squares / divisor : .nan
  }
}

/// The means of two columns over a window, and the sums of squares and products of the distances from them.
struct WindowComoments: WindowPart {
  var count: Double
  var mean: SIMD2<Double>
  var squares: SIMD2<Double>
  var products: Double

  init(_ x: Double, _ y: Double) { (count, mean, squares, products) = (1, SIMD2(x, y), .zero, 0) }

  private init(_ count: Double, _ mean: SIMD2<Double>, _ squares: SIMD2<Double>, _ products: Double) {
    (self.count, self.mean, self.squares, self.products) = (count, mean, squares, products)
  }

  @inline(__always) static func + (earlier: Self, later: Self) -> Self {
    let count = earlier.count + later.count
    let distance = later.mean - earlier.mean
    let share = later.count / count
    let weight = earlier.count * share
    return Self(
      count, earlier.mean + distance * share, earlier.squares + later.squares + distance * distance * weight,
      earlier.products + later.products + distance.x * distance.y * weight)
  }
}

/// The sum of a column over a window, and the sum with weights that rise by one from bar to bar, 1 on the first.
struct WeightedTotal: WindowPart {
  var count: Double
  var sum: Double
  var weighted: Double

  init(_ value: Double) { (count, sum, weighted) = (1, value, value) }

  private init(_ count: Double, _ sum: Double, _ weighted: Double) {
    (self.count, self.sum, self.weighted) = (count, sum, weighted)
  }

  @inline(__always) static func + (earlier: Self, later: Self) -> Self {
    Self(
      earlier.count + later.count, earlier.sum + later.sum,
      earlier.weighted + later.weighted + earlier.count * later.sum)
  }
}

/// The same with weights that fall by one from bar to bar, 1 on the last.
struct FallingTotal: WindowPart {
  var count: Double
  var sum: Double
  var weighted: Double

  init(_ value: Double) { (count, sum, weighted) = (1, value, value) }

  private init(_ count: Double, _ sum: Double, _ weighted: Double) {
    (self.count, self.sum, self.weighted) = (count, sum, weighted)
  }

  @inline(__always) static func + (earlier: Self, later: Self) -> Self {
    Self(
      earlier.count + later.count, earlier.sum + later.sum,
      earlier.weighted + later.weighted + later.count * earlier.sum)
  }
}
