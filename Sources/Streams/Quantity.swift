/// An exact decimal of up to 18 places: the size of a trade, and sums of sizes, which are the same in any order.
public struct Quantity: Sendable, Hashable {
  /// The value in units of 10⁻¹⁸.
  public private(set) var units: Int128

  /// Nothing.
  public static let zero = Quantity(units: 0)

  private init(units: Int128) { self.units = units }

  private static let places = 18
  /// Above any volume of a market: 10¹⁹, a sixteenth of what fits, so that sums of a day fit too.
  private static let limit: Int128 = 10_000_000_000_000_000_000_000_000_000_000_000_000

  /// Reads `12`, `0.00027625`, `1e-05`; nil for a negative number, for one of more places or beyond 10¹⁹, and for other
  /// texts.
  public init?(_ text: some StringProtocol) {
    var value: Int128 = 0
    var (decimals, exponent, digits) = (0, 0, 0)
    var isBehindPoint = false
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard value < Self.limit else { return nil }
        value = value * 10 + Int128(byte - UInt8(ascii: "0"))
        digits += 1
        if isBehindPoint { decimals += 1 }
      case UInt8(ascii: ".") where !isBehindPoint: isBehindPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        var rest: [UInt8] = []
        while let next = bytes.next() { rest.append(next) }
        guard let number = Int(String(decoding: rest, as: UTF8.self)), abs(number) < 40 else { return nil }
        exponent = number
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    var shift = Self.places - decimals + exponent
    while shift > 0, value != 0 {
      guard value < Self.limit else { return nil }
      (value, shift) = (value * 10, shift - 1)
    }
    while shift < 0, value != 0 {
      guard value % 10 == 0 else { return nil }
      (value, shift) = (value / 10, shift + 1)
    }
    guard value < Self.limit else { return nil }
    units = value
  }

  /// The sum; the greatest there is if it is beyond that.
  public static func += (left: inout Quantity, right: Quantity) {
    let (sum, overflows) = left.units.addingReportingOverflow(right.units)
    left.units = overflows ? .max : sum
  }

  /// The double that is nearest.
  public var double: Double {
    let text = String(units)
    let padded = String(repeating: "0", count: max(0, Self.places + 1 - text.count)) + text
    return Double(padded.dropLast(Self.places) + "." + padded.suffix(Self.places)) ?? .nan
  }
}
