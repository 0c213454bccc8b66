/// The SHA-256 digest of bytes (FIPS 180-4), for the hash of its script in a page's policy.
public enum SHA256 {
  /// The 32 bytes of the digest.
  public static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = roots(of: firstPrimes(8), cube: false)
    let rounds = roots(of: firstPrimes(64), cube: true)
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let length = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
    }
    for start in stride(from: 0, to: bytes.count, by: 64) { mix(bytes[start..<(start + 64)], rounds, into: &state) }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  /// The digest in base 64.
  public static func base64(of text: String) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let digest = digest(Array(text.utf8))
    var result = ""
    for start in stride(from: 0, to: digest.count, by: 3) {
      let part = digest[start..<min(start + 3, digest.count)]
      let bits = part.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for place in 0..<4 { result.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : "=") }
    }
    return result
  }

  private static func mix(_ block: ArraySlice<UInt8>, _ rounds: [UInt32], into state: inout [UInt32]) {
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    let bytes = Array(block)
    var words = (0..<16).map { word in (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[word * 4 + $1]) } }
    for place in 16..<64 {
      let (early, late) = (words[place - 15], words[place - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
    }
    var own = state
    for place in 0..<64 {
      let (a, e) = (own[0], own[4])
      let choice = e & own[5] ^ ~e & own[6]
      let first = own[7] &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ rounds[place] &+ words[place]
      let majority = a & own[1] ^ a & own[2] ^ own[1] & own[2]
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      own = [first &+ second, own[0], own[1], own[2], own[3] &+ first, own[4], own[5], own[6]]
    }
    state = zip(state, own).map { $0 &+ $1 }
  }

  private static func firstPrimes(_ count: Int) -> [Int] {
    var primes: [Int] = []
    var next = 2
    while primes.count < count {
      if primes.allSatisfy({ next % $0 != 0 }) { primes.append(next) }
      next += 1
    }
    return primes
  }

  /// The first 32 bits behind the point of the roots of numbers, by halving.
  private static func roots(of numbers: [Int], cube: Bool) -> [UInt32] {
    numbers.map { number in
      // The root times 2^32, whose square is the number times 2^64, and whose cube is it times 2^96: within 36 bits.
      var whole: (UInt64, UInt64) = (0, 20 << 32)
      while whole.1 - whole.0 > 1 {
        let middle = whole.0 + (whole.1 - whole.0) / 2
        if isBelow(middle, number, cube: cube) { whole.0 = middle } else { whole.1 = middle }
      }
      return UInt32(truncatingIfNeeded: whole.0)
    }
  }

  /// True if a number over 2^32 is no more than the root of another.
  private static func isBelow(_ scaled: UInt64, _ number: Int, cube: Bool) -> Bool {
    let square = UInt128(scaled) * UInt128(scaled)
    guard cube else { return square <= UInt128(number) << 64 }
    // square has up to 74 bits; times 37 bits is 111 bits.
    return square * UInt128(scaled) <= UInt128(number) << 96
  }
}
