/// Random numbers one after the other: SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
/// generators").
///
/// A state of eight bytes and three multiplications, for work that draws millions of numbers in a row; numbers that
/// are requested in any order come from ``CounterRandom``.
@usableFromInline
package struct SplitMix: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  /// The numbers of a seed.
  @inlinable
  package init(seed: UInt64) { state = seed }

  /// The numbers of one of many streams of a seed, so that each run of a simulation has its own, whichever thread
  /// does it.
  ///
  /// The streams start at scattered places of the one sequence that there is, which is so long (2^64) that a million
  /// of them do not meet.
  @inlinable
  package init(seed: UInt64, stream: Int) {
    state = Self.mixed(Self.mixed(seed &+ 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: stream))
  }

  /// The next 64 random bits.
  @inlinable @inline(__always)
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A number from 0 to below 1.
  @inlinable @inline(__always)
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A whole number from 0 to the one below a limit, which is 1 or more.
  ///
  /// The upper half of a product: no number is likelier than another by more than `limit` parts of 2^64.
  @inlinable @inline(__always)
  package mutating func below(_ limit: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(truncatingIfNeeded: limit)).high)
  }

  /// The last step of the generator: bits that look random for each different `bits`.
  @inlinable @inline(__always)
  package static func mixed(_ bits: UInt64) -> UInt64 {
    var mixed = bits
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
