import CLanes

/// Finds where one column crosses another.
///
/// Each bar has a bit for "at least" and one for "at most", 64 bars at a time: a crossing is where these words change.
struct Crossings {
  let fast: UnsafeBufferPointer<Double>
  let slow: UnsafeBufferPointer<Double>

  /// The bits of 64 bars at most, the first in the lowest.
  private struct Bits {
    var atLeast: UInt64 = 0
    var atMost: UInt64 = 0
  }

  /// Calls `body` at each crossing of a range of indices that starts at 1 or later.
  @inline(__always)
  func visit(_ range: Range<Int>, _ body: (_ index: Int, _ isAbove: Bool) -> Void) {
    guard !range.isEmpty, let fast = UnsafeRawPointer(fast.baseAddress), let slow = UnsafeRawPointer(slow.baseAddress)
    else { return }
    var before = bits(of: 1, at: range.lowerBound &- 1, fast, slow)
    var start = range.lowerBound
    while start < range.upperBound {
      let count = min(64, range.upperBound &- start)
      let now = bits(of: count, at: start, fast, slow)
      let above = now.atLeast & ~now.atMost & (now.atMost &<< 1 | before.atMost)
      let below = now.atMost & ~now.atLeast & (now.atLeast &<< 1 | before.atLeast)
      var crossings = above | below
      while crossings != 0 {
        let place = crossings.trailingZeroBitCount
        body(start &+ place, above &>> UInt64(place) & 1 == 1)
        crossings &= crossings &- 1
      }
      before = Bits(atLeast: now.atLeast &>> UInt64(count &- 1), atMost: now.atMost &>> UInt64(count &- 1))
      start &+= count
    }
  }

  @inline(__always)
  private func bits(of count: Int, at start: Int, _ fast: UnsafeRawPointer, _ slow: UnsafeRawPointer) -> Bits {
    var bits = Bits()
    var place = 0
    while place &+ 4 <= count {
      let offset = (start &+ place) &* 8
      let left = (fast + offset).loadUnaligned(as: SIMD4<Double>.self)
      let right = (slow + offset).loadUnaligned(as: SIMD4<Double>.self)
      bits.atLeast |= lanes_at_least(left, right) &<< UInt64(place)
      bits.atMost |= lanes_at_most(left, right) &<< UInt64(place)
      place &+= 4
    }
    while place < count {
      let (left, right) = (self.fast[start &+ place], self.slow[start &+ place])
      bits.atLeast |= (left >= right ? 1 : 0) &<< UInt64(place)
      bits.atMost |= (left <= right ? 1 : 0) &<< UInt64(place)
      place &+= 1
    }
    return bits
  }
}
