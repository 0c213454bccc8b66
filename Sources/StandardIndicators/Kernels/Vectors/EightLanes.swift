import Indicators

/// An eight-lane vector: eight consecutive values, in two vectors of the width that most machines have.
struct EightLanes {
  var low: SIMD4<Double>
  var high: SIMD4<Double>

  @inline(__always)
  init(_ low: SIMD4<Double>, _ high: SIMD4<Double>) {
    self.low = low
    self.high = high
  }

  /// Up to eight consecutive values, zeros after them.
  @inline(__always)
  init(_ source: Source, _ count: Int) {
    if count == 8 {
      let raw = UnsafeRawPointer(source)
      low = raw.loadUnaligned(as: SIMD4<Double>.self)
      high = raw.loadUnaligned(fromByteOffset: 32, as: SIMD4<Double>.self)
    } else {
      low = load(source, min(count, 4))
      high = count > 4 ? load(source + 4, count &- 4) : .zero
    }
  }

  /// Stores the first `count` values.
  @inline(__always)
  func store(_ count: Int, _ target: Target) {
    if count == 8 {
      let raw = UnsafeMutableRawPointer(target)
      raw.storeBytes(of: low, as: SIMD4<Double>.self)
      raw.storeBytes(of: high, toByteOffset: 32, as: SIMD4<Double>.self)
    } else {
      StandardIndicators.store(low, min(count, 4), target)
      if count > 4 { StandardIndicators.store(high, count &- 4, target + 4) }
    }
  }

  /// Each half through a computation.
  @inline(__always)
  func map(_ body: (SIMD4<Double>) -> SIMD4<Double>) -> EightLanes { EightLanes(body(low), body(high)) }

  /// The halves of both through a computation.
  @inline(__always)
  static func map(
    _ left: EightLanes,
    _ right: EightLanes,
    _ body: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
  ) -> EightLanes {
    EightLanes(body(left.low, right.low), body(left.high, right.high))
  }

  @inline(__always)
  static func + (left: EightLanes, right: EightLanes) -> EightLanes {
    EightLanes(left.low + right.low, left.high + right.high)
  }
  @inline(__always)
  static func - (left: EightLanes, right: EightLanes) -> EightLanes {
    EightLanes(left.low - right.low, left.high - right.high)
  }
  @inline(__always)
  static func * (left: EightLanes, right: EightLanes) -> EightLanes {
    EightLanes(left.low * right.low, left.high * right.high)
  }
  @inline(__always)
  static func / (left: EightLanes, right: EightLanes) -> EightLanes {
    EightLanes(left.low / right.low, left.high / right.high)
  }
  @inline(__always)
  static func * (left: EightLanes, right: Double) -> EightLanes {
    left * EightLanes(SIMD4(repeating: right), SIMD4(repeating: right))
  }
  @inline(__always)
  static func * (left: Double, right: EightLanes) -> EightLanes { right * left }
}

/// Walks a range in steps of eight bars; the last step may be shorter.
@inline(__always)
func forEachEight(_ range: Range<Int>, _ body: (_ index: Int, _ count: Int) -> Void) {
  var index = range.lowerBound
  while index &+ 8 <= range.upperBound {
    body(index, 8)
    index &+= 8
  }
  if index < range.upperBound { body(index, range.upperBound &- index) }
}
