extension FixedDecimal {
  /// Reads a number as people and files write it: `1234.5`, `-0.25`, `1.0e-08`.
  ///
  /// Digits beyond the last place are rounded, a tie to the even one. Nil for anything else, and beyond the limit.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let value = text.withUTF8({ Self(bytes: $0) }) else { return nil }
    self = value
  }

  /// Reads the bytes of a number.
  public init?(bytes: UnsafeBufferPointer<UInt8>) {
    guard let units = Self.units(bytes[...]) else { return nil }
    self.units = units
    guard isInRange else { return nil }
  }

  private static func units(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int128? {
    var rest = bytes
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest.removeFirst()
    }
    var value: Int128 = 0
    var digits = 0
    // The power of ten that the value still has to be multiplied by, in units of the last place.
    var exponent = Places.places
    var isBehindPoint = false
    // The first digit that found no room, and whether a later one is not zero.
    var (next, others): (UInt8?, Bool) = (nil, false)
    var place = rest.startIndex
    scan: while place < rest.endIndex {
      let byte = rest[place]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        guard digits < 200 else { return nil }
        if value < 1_000_000_000_000_000_000_000_000_000_000_000 && next == nil {
          value = value * 10 + Int128(byte - UInt8(ascii: "0"))
          if isBehindPoint { exponent -= 1 }
        } else {
          if next == nil { next = byte - UInt8(ascii: "0") } else if byte != UInt8(ascii: "0") { others = true }
          if !isBehindPoint { exponent += 1 }
        }
      case UInt8(ascii: "."):
        guard !isBehindPoint else { return nil }
        isBehindPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard digits > 0, let power = Int(String(decoding: rest[(place + 1)...], as: UTF8.self)), power.magnitude < 99
        else { return nil }
        exponent += power
        break scan
      default: return nil
      }
      place += 1
    }
    guard digits > 0 else { return nil }
    if value == 0, next == nil { return 0 }
    if let next, next != 0 { others = true }
    while exponent > 0 {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      value = product
      exponent -= 1
    }
    if exponent < 0 {
      var divisor: Int128 = 1
      for _ in 0..<min(-exponent, 38) { divisor = divisor.multipliedReportingOverflow(by: 10).partialValue }
      if -exponent >= 38 { return 0 }
      let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
      let twice = remainder - (divisor - remainder)
      value = quotient + (twice > 0 || twice == 0 && (others || quotient % 2 != 0) ? 1 : 0)
    }
    return isNegative ? -value : value
  }

  /// Makes the shortest decimal that reads as a double; nil if it is not finite, or beyond the limit.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init("\(value)")
  }

  /// The nearest double, for statistics.
  public var double: Double {
    let magnitude = units.magnitude
    if magnitude < 1 << 53 { return Double(Int64(units)) / Places.scale }
    // A quotient of 64 bits or more, whose last bit says that there is a rest, is rounded once.
    let shift = magnitude.leadingZeroBitCount
    let (quotient, remainder) = (magnitude << UInt128(shift)).quotientAndRemainder(dividingBy: Places.one.magnitude)
    let excess = max(0, 64 - quotient.leadingZeroBitCount)
    var bits = UInt64(truncatingIfNeeded: quotient >> UInt128(excess))
    if remainder != 0 || quotient & ((1 << UInt128(excess)) - 1) != 0 { bits |= 1 }
    let value = Double(sign: .plus, exponent: excess - shift, significand: Double(bits))
    return units < 0 ? -value : value
  }
}

extension FixedDecimal: CustomStringConvertible {
  /// All digits, without zeros at the end: `1234.5`.
  public var description: String { text(decimals: 0) }

  /// All digits, and zeros up to a number of decimals: `1234.50`.
  public func text(decimals: Int) -> String {
    let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: Places.one.magnitude)
    var digits = Places.places
    var rest = part
    while digits > decimals, rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    let sign = units < 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let text = "\(rest)"
    return "\(sign)\(whole).\(String(repeating: "0", count: digits - text.utf8.count))\(text)"
  }

  /// The number rounded to some decimals, a tie away from zero, with commas between thousands: `24,997.03`.
  public func rounded(decimals: Int) -> String {
    var unit: UInt128 = 1
    for _ in 0..<max(Places.places - decimals, 0) { unit *= 10 }
    let rounded = (units.magnitude + unit / 2) / unit * unit
    let text = FixedDecimal(units: Int128(rounded)).text(decimals: decimals)
    let whole = text.prefix { $0 != "." }
    var grouped = ""
    for (place, digit) in whole.enumerated() {
      if place > 0, (whole.count - place) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return (units < 0 && rounded != 0 ? "-" : "") + grouped + text.dropFirst(whole.count)
  }
}
