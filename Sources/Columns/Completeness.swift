import Synchronization

/// The result of one pass over the values of a column, for those who must know whether any is missing.
public struct Completeness: Sendable, Hashable {
  /// The number of missing values before the first one that is there.
  public let leading: Int
  /// The sum of the magnitudes from there on: not finite where one of them is missing.
  public let magnitude: Double

  /// Looks at all values.
  init(_ values: UnsafeBufferPointer<Double>) {
    var first = 0
    while first < values.count, values[first].isNaN { first += 1 }
    leading = first
    guard let base = values.baseAddress else {
      magnitude = 0
      return
    }
    var sums = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    let clear = SIMD8<UInt64>(repeating: ~(1 << 63))
    var index = first
    while index &+ 16 <= values.count {
      let low = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD8<UInt64>.self) & clear
      let high = UnsafeRawPointer(base + index + 8).loadUnaligned(as: SIMD8<UInt64>.self) & clear
      sums.0 += unsafeBitCast(low, to: SIMD8<Double>.self)
      sums.1 += unsafeBitCast(high, to: SIMD8<Double>.self)
      index &+= 16
    }
    var rest = (sums.0 + sums.1).sum()
    while index < values.count {
      rest += base[index].magnitude
      index &+= 1
    }
    magnitude = rest
  }

  fileprivate init(leading: Int, magnitude: Double) {
    self.leading = leading
    self.magnitude = magnitude
  }
}

/// Keeps the completeness of values that do not change, from when it is first asked for.
///
/// Two threads that ask at once both look, and find the same.
final class CompletenessCell: Sendable {
  private let isKnown = Atomic(false)
  private let leading = Atomic(0)
  private let magnitude = Atomic<UInt64>(0)

  func completeness(_ values: [Double]) -> Completeness {
    if isKnown.load(ordering: .acquiring) {
      return Completeness(
        leading: leading.load(ordering: .relaxed),
        magnitude: Double(bitPattern: magnitude.load(ordering: .relaxed))
      )
    }
    let found = values.withUnsafeBufferPointer { Completeness($0) }
    leading.store(found.leading, ordering: .relaxed)
    magnitude.store(found.magnitude.bitPattern, ordering: .relaxed)
    isKnown.store(true, ordering: .releasing)
    return found
  }
}
