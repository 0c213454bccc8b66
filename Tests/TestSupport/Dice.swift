/// Repeatable random numbers from a seed (SplitMix64), so that a test that fails fails again.
public struct Dice: RandomNumberGenerator {
  private var state: UInt64

  /// Makes a generator; equal seeds give equal numbers.
  public init(_ seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number of a range.
  public mutating func whole(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// A whole number from 0 to the one below a limit; 0 if the limit is below 2.
  public mutating func below(_ limit: Int) -> Int { whole(0...max(0, limit - 1)) }

  /// A number of a range.
  public mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

  /// One of some things.
  public mutating func pick<Thing>(_ things: [Thing]) -> Thing { things[whole(0...things.count - 1)] }

  /// A finite double of random bits, so of any size.
  public mutating func nextFiniteDouble() -> Double {
    while true {
      let value = Double(bitPattern: next())
      if value.isFinite { return value }
    }
  }
}
