import Probability

/// The numbers below a count in a random order, each once, without memory for them.
///
/// A Feistel network permutes the numbers of an even count of bits; a number outside the count is permuted again until
/// it falls inside, which takes fewer than four turns on average (Black and Rogaway 2002, "Ciphers with arbitrary
/// finite domains").
package struct IndexPermutation: Sendable {
  private let count: UInt64
  private let halfBits: UInt64
  private let keys: [UInt64]

  /// - Parameter count: the numbers to order, 1 or more.
  package init(count: Int, seed: UInt64) {
    self.count = UInt64(count)
    let bits = UInt64(64 - (UInt64(count) - 1).leadingZeroBitCount)
    halfBits = (bits + 1) / 2
    var dice = SplitMix(seed: seed)
    keys = (0..<6).map { _ in dice.next() }
  }

  /// The number at a place of the order.
  package subscript(place: Int) -> Int {
    var number = UInt64(place)
    repeat { number = permuted(number) } while number >= count
    return Int(number)
  }

  private func permuted(_ number: UInt64) -> UInt64 {
    let mask = (1 << halfBits) &- 1 as UInt64
    var (left, right) = (number >> halfBits, number & mask)
    for key in keys { (left, right) = (right, left ^ (SplitMix.mixed(right ^ key) & mask)) }
    return left << halfBits | right
  }
}
