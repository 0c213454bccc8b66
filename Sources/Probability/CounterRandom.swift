/// Several doubles that are worked out together, one for each run of a simulation.
@usableFromInline
package typealias Lanes = SIMD8<Double>

/// Random numbers that are a function of a seed and a place: Philox 4x32 with ten rounds.
///
/// Number `k` of run `i` has the same bits on any thread and in any order, so that a simulation does not depend on how
/// it is split up. Salmon, Moraes, Dror, Shaw (2011), "Parallel random numbers: as easy as 1, 2, 3".
@usableFromInline
package struct CounterRandom: Sendable {
  /// The words of one call for eight runs, each of 32 bits in a lane of 64.
  @usableFromInline
  package typealias Words = SIMD8<UInt64>

  @usableFromInline let key: (UInt64, UInt64)

  /// Numbers of a seed.
  package init(seed: UInt64) {
    key = (seed & 0xffff_ffff, seed >> 32)
  }

  /// Two numbers of eight runs, evenly distributed between 0 and 1, both excluded: odd multiples of 2^-53.
  ///
  /// - Parameters:
  ///   - run: the first of eight runs.
  ///   - pair: which pair of the run's numbers.
  @inlinable @inline(__always)
  package func uniform(run: UInt64, pair: UInt64) -> (Lanes, Lanes) {
    let runs = Words(repeating: run) &+ Words(0, 1, 2, 3, 4, 5, 6, 7)
    let low = Words(repeating: 0xffff_ffff)
    let words = words(runs & low, runs &>> 32, Words(repeating: pair), Words(repeating: 0))
    return (Self.fraction(words.0, words.1), Self.fraction(words.2, words.3))
  }

  /// The four words for eight counters, whose words come in lanes of 64 bits.
  @inlinable @inline(__always)
  package func words(_ c0: Words, _ c1: Words, _ c2: Words, _ c3: Words) -> (Words, Words, Words, Words) {
    let low = Words(repeating: 0xffff_ffff)
    let first = Words(repeating: 0xd251_1f53)
    let second = Words(repeating: 0xcd9e_8d57)
    var (a, b, c, d) = (c0, c1, c2, c3)
    var (k0, k1) = key
    // Only the lower half of a lane counts; the upper half is masked off if it would count.
    for _ in 0..<10 {
      let x = (a & low) &* first
      let y = (c & low) &* second
      (a, b, c, d) = (
        (y &>> 32) ^ b ^ Words(repeating: k0), y, (x &>> 32) ^ d ^ Words(repeating: k1), x
      )
      k0 = (k0 &+ 0x9e37_79b9) & 0xffff_ffff
      k1 = (k1 &+ 0xbb67_ae85) & 0xffff_ffff
    }
    return (a & low, b & low, c & low, d & low)
  }

  /// The upper 52 of 64 bits as the middle of one of 2^52 equal parts of 0...1.
  @inlinable @inline(__always)
  static func fraction(_ upper: Words, _ lower: Words) -> Lanes {
    let bits = (upper &<< 20) | (lower &>> 12)
    // A double from 2^52 to 2^53 has its last bit at 1, so the bits themselves are the number above 2^52.
    let number = unsafeBitCast(bits | Words(repeating: 0x4330_0000_0000_0000), to: Lanes.self)
    return (number - Lanes(repeating: 0x1p52) + Lanes(repeating: 0.5)) * Lanes(repeating: 0x1p-52)
  }
}
