import CLanes
import Columns

/// Two columns one of which may cross the other.
public struct Crossing: Sendable, Hashable {
  /// The column that comes out on top.
  public var over: Column
  /// The column that is crossed.
  public var under: Column

  /// Makes the crossing of a column above another.
  public init(of over: Column, above under: Column) {
    self.over = over
    self.under = under
  }

  /// True if the first column is above on a bar and was not on the bar before; a missing value on either bar is none.
  func holds(at index: Int) -> Bool {
    index > 0 && over.values[index] > under.values[index] && over.values[index - 1] <= under.values[index - 1]
  }

  /// True if another crossing is that of the same two columns in the other direction.
  func isMirror(of other: Crossing) -> Bool { over.isSame(as: other.under) && under.isSame(as: other.over) }
}

extension Column {
  /// True if both are the same memory: equal without a look at the values.
  func isSame(as other: Column) -> Bool {
    count == other.count
      && values.withUnsafeBufferPointer { own in
        other.values.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
  }
}

/// Finds the crossings of one column with another.
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

  /// Calls `body` with the words of a range of bars, 64 bars at a time: the bars on which the fast column comes out above,
  /// and those on which it comes out below.
  @inline(__always)
  func visit(_ range: Range<Int>, _ body: (_ word: Int, _ above: UInt64, _ below: UInt64) -> Void) {
    guard !range.isEmpty, let fast = UnsafeRawPointer(fast.baseAddress), let slow = UnsafeRawPointer(slow.baseAddress)
    else { return }
    var before = range.lowerBound > 0 ? bits(of: 1, at: range.lowerBound &- 1, fast, slow) : Bits()
    var start = range.lowerBound
    var word = 0
    while start < range.upperBound {
      let count = min(64, range.upperBound &- start)
      let now = bits(of: count, at: start, fast, slow)
      body(
        word, now.atLeast & ~now.atMost & (now.atMost &<< 1 | before.atMost),
        now.atMost & ~now.atLeast & (now.atLeast &<< 1 | before.atLeast))
      before = Bits(atLeast: now.atLeast &>> UInt64(count &- 1), atMost: now.atMost &>> UInt64(count &- 1))
      start &+= count
      word &+= 1
    }
  }

  @inline(__always)
  private func bits(of count: Int, at start: Int, _ fast: UnsafeRawPointer, _ slow: UnsafeRawPointer) -> Bits {
    if count == 64, let fast = self.fast.baseAddress, let slow = self.slow.baseAddress {
      let order = lanes_order_of(fast + start, slow + start)
      return Bits(atLeast: order.at_least, atMost: order.at_most)
    }
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
