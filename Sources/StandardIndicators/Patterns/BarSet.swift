import Indicators

/// A set of bars of a tile: bit n of the 512 is the n-th bar.
///
/// A feature of bars is found once and kept as such a set; a pattern is then an intersection of sets, 512 bars
/// in a few instructions.
struct BarSet {
  /// The number of bars of a set.
  static let span = 512

  var words: SIMD8<UInt64>

  static let none = BarSet(words: .zero)

  /// The bars of a range.
  init(_ range: Range<Int>) {
    words = .zero
    for index in 0..<8 {
      let low = min(max(range.lowerBound - index * 64, 0), 64)
      let high = min(max(range.upperBound - index * 64, 0), 64)
      guard low < high else { continue }
      words[index] = (~0 >> UInt64(64 - (high - low))) << UInt64(low)
    }
  }

  @inline(__always)
  init(words: SIMD8<UInt64>) { self.words = words }

  @inline(__always)
  static func & (a: BarSet, b: BarSet) -> BarSet { BarSet(words: a.words & b.words) }

  @inline(__always)
  static func | (a: BarSet, b: BarSet) -> BarSet { BarSet(words: a.words | b.words) }

  @inline(__always)
  static func ^ (a: BarSet, b: BarSet) -> BarSet { BarSet(words: a.words ^ b.words) }

  @inline(__always)
  static prefix func ! (a: BarSet) -> BarSet { BarSet(words: ~a.words) }

  /// Calls `body` with each bar of the set, in order of time.
  @inline(__always)
  func forEach(_ body: (Int) -> Void) {
    for index in 0..<8 {
      var rest = words[index]
      while rest != 0 {
        body(index &* 64 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }

  /// True if the bar is in the set.
  @inline(__always)
  func contains(_ bar: Int) -> Bool { words[bar >> 6] >> UInt64(bar & 63) & 1 == 1 }

  @inline(__always)
  mutating func insert(_ bar: Int) { words[bar >> 6] |= 1 << UInt64(bar & 63) }
}
