import CLanes
import Synchronization

/// The result of one pass over the values of a column, for those who must know whether any is missing.
public struct Completeness: Sendable, Hashable {
  /// The number of missing values before the first one that is there.
  public let leading: Int
  /// The sum of the magnitudes from there on: not finite if one of them is missing.
  public let magnitude: Double
  /// The lowest value that is there; infinite without any.
  public let lowest: Double

  /// Looks at all values.
  init(_ values: UnsafeBufferPointer<Double>) {
    var first = 0
    while first < values.count, values[first].isNaN { first += 1 }
    leading = first
    guard let base = values.baseAddress else {
      magnitude = 0
      lowest = .infinity
      return
    }
    var sums = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    let clear = SIMD8<UInt64>(repeating: ~(1 << 63))
    var low = (SIMD4<Double>(repeating: .infinity), SIMD4<Double>(repeating: .infinity))
    var index = first
    while index &+ 16 <= values.count {
      let one = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD8<UInt64>.self)
      let other = UnsafeRawPointer(base + index + 8).loadUnaligned(as: SIMD8<UInt64>.self)
      sums.0 += unsafeBitCast(one & clear, to: SIMD8<Double>.self)
      sums.1 += unsafeBitCast(other & clear, to: SIMD8<Double>.self)
      let values = (unsafeBitCast(one, to: SIMD8<Double>.self), unsafeBitCast(other, to: SIMD8<Double>.self))
      // A missing value is the left one, which leaves the right.
      low.0 = lanes_smaller(values.0.lowHalf, lanes_smaller(values.0.highHalf, low.0))
      low.1 = lanes_smaller(values.1.lowHalf, lanes_smaller(values.1.highHalf, low.1))
      index &+= 16
    }
    var rest = (sums.0 + sums.1).sum()
    var least = lanes_smaller(low.0, low.1).min()
    while index < values.count {
      rest += base[index].magnitude
      if base[index] < least { least = base[index] }
      index &+= 1
    }
    magnitude = rest
    lowest = least
  }

  fileprivate init(leading: Int, magnitude: Double, lowest: Double) {
    self.leading = leading
    self.magnitude = magnitude
    self.lowest = lowest
  }
}

/// Keeps the completeness of values that do not change, from when it is first asked for.
///
/// Two threads that ask at once both look, and find the same.
final class CompletenessCell: Sendable {
  private let isKnown = Atomic(false)
  private let leading = Atomic(0)
  private let magnitude = Atomic<UInt64>(0)
  private let lowest = Atomic<UInt64>(0)

  func completeness(_ values: Values<Double>) -> Completeness {
    if isKnown.load(ordering: .acquiring) {
      return Completeness(
        leading: leading.load(ordering: .relaxed),
        magnitude: Double(bitPattern: magnitude.load(ordering: .relaxed)),
        lowest: Double(bitPattern: lowest.load(ordering: .relaxed))
      )
    }
    let found = values.withUnsafeBufferPointer { Completeness($0) }
    leading.store(found.leading, ordering: .relaxed)
    magnitude.store(found.magnitude.bitPattern, ordering: .relaxed)
    lowest.store(found.lowest.bitPattern, ordering: .relaxed)
    isKnown.store(true, ordering: .releasing)
    return found
  }
}
