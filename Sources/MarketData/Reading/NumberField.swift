/// Reads numbers from the bytes of a field.
package enum NumberField {
  /// The content of a field without quotes and blanks around it.
  package enum Content: Equatable {
    case number(Double)
    case missing
    case malformed
  }

  /// 10 to the power of 0 … 22: the powers that a double holds exactly.
  static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]

  /// The powers of ten as whole numbers, for the digits before a decimal mark.
  static let wholePowers: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

  /// The tables of powers as a loop needs them: without a check that they are there.
  package struct Tables {
    var powers: UnsafePointer<Double>
    var wholePowers: UnsafePointer<UInt64>
  }

  /// Lends the tables for as long as the body runs.
  package static func withTables<Result>(_ body: (Tables) -> Result) -> Result? {
    powers.withUnsafeBufferPointer { powers in
      wholePowers.withUnsafeBufferPointer { whole in
        guard let powers = powers.baseAddress, let whole = whole.baseAddress else { return nil }
        return body(Tables(powers: powers, wholePowers: whole))
      }
    }
  }

  /// Reads plain digits with at most one decimal mark and moves past them.
  ///
  /// Up to 2⁵³ and 22 decimals, mantissa and power are exact, so that their quotient is the double nearest to the text.
  /// False, with the position unchanged, for anything longer or different, which `content` then handles.
  @inline(__always)
  package static func plain(
    _ position: inout UnsafePointer<UInt8>,
    point: UInt8,
    tables: Tables,
    into value: inout Double
  ) -> Bool {
    var here = position
    let isNegative = here.pointee == 45
    if isNegative { here += 1 }
    var whole = DigitWord(here)
    guard whole.count < 8 else { return longPlain(&position, point, tables, &value) }
    here += whole.count
    var number = whole.value
    var decimals = 0
    if here.pointee == point {
      here += 1
      var fraction = DigitWord(here)
      decimals = fraction.count
      guard decimals < 8 else { return longPlain(&position, point, tables, &value) }
      here += decimals
      number = number &* tables.wholePowers[decimals] &+ fraction.value
    }
    guard whole.count + decimals > 0 else { return false }
    // Fifteen digits at most: mantissa and power are exact.
    let quotient = Double(Int64(bitPattern: number)) / tables.powers[decimals]
    value = isNegative ? -quotient : quotient
    position = here
    return true
  }

  /// Reads a field of plain digits with at most one decimal mark; false if it is something else.
  @inline(__always)
  package static func field(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, point: UInt8, tables: Tables,
    into value: UnsafeMutablePointer<Double>
  ) -> Bool {
    short(start, end, point: point, tables: tables, into: value)
      || long(start, end, point: point, tables: tables, into: value)
  }

  @inline(never)
  private static func long(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, point: UInt8, tables: Tables,
    into value: UnsafeMutablePointer<Double>
  ) -> Bool {
    var here = start
    return plain(&here, point: point, tables: tables, into: &value.pointee) && here == end
  }

  /// Reads a field of at most eight bytes, digits with at most one decimal mark among them.
  ///
  /// All in one word: with the mark taken out the digits are a whole number, which a power of ten divides exactly
  /// rounded. False for anything longer or different.
  @inline(__always)
  private static func short(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, point: UInt8, tables: Tables,
    into value: UnsafeMutablePointer<Double>
  ) -> Bool {
    let length = end - start
    guard UInt(bitPattern: length &- 1) < 8 else { return false }
    let bytes = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    // The last byte of the field is the highest of the word; zeros replace the bytes before the first.
    var digits = (bytes ^ 0x3030_3030_3030_3030) &<< UInt64(truncatingIfNeeded: 64 &- length &* 8)
    let others = (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
    guard others != 0 else {
      value.pointee = Double(Int64(bitPattern: DigitWord.joined(digits)))
      return true
    }
    let place = others.trailingZeroBitCount &- 7
    let byte = UInt8(truncatingIfNeeded: digits &>> UInt64(truncatingIfNeeded: place))
    guard byte == point ^ 0x30, others & (others &- 1) == 0, length > 1 else { return false }
    let upToPoint = others ^ (others &- 1)
    digits = ((digits & (upToPoint &>> 8)) &<< 8) | (digits & ~upToPoint)
    value.pointee = Double(Int64(bitPattern: DigitWord.joined(digits))) / tables.powers[7 &- place &>> 3]
    return true
  }

  /// Digits next to each other, up to eight, in one word: no loop, so no branch to guess wrong.
  private struct DigitWord {
    private var word: UInt64
    /// The number of digits; eight if the word has nothing else.
    let count: Int

    @inline(__always)
    init(_ start: UnsafePointer<UInt8>) {
      let bytes = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
      word = bytes ^ 0x3030_3030_3030_3030
      // A byte above nine sets a bit of its upper half; a carry can only disturb bytes after the first one.
      let others = (word | (word &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0
      count = others.trailingZeroBitCount &>> 3
    }

    /// The number that the digits make; of fewer than eight.
    @inline(__always)
    var value: UInt64 {
      mutating get {
        // Leading zeros, then pairs, fours and eight are joined.
        word = (word &<< 1) &<< UInt64(truncatingIfNeeded: 63 &- count &* 8)
        return Self.joined(word)
      }
    }

    /// The number that eight digits make, each a byte, the first one the lowest.
    @inline(__always)
    static func joined(_ digits: UInt64) -> UInt64 {
      let pairs = (digits &* 10) &+ (digits &>> 8)
      let even = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
      let odd = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
      return (even &+ odd) &>> 32
    }
  }

  /// The same for numbers of eight digits and more on one side of the mark.
  @inline(__always)
  private static func longPlain(
    _ position: inout UnsafePointer<UInt8>,
    _ point: UInt8,
    _ tables: Tables,
    _ value: inout Double
  ) -> Bool {
    guard let read = longNumber(position, point, tables) else { return false }
    position = read.end
    value = read.value
    return true
  }

  @inline(never)
  private static func longNumber(
    _ position: UnsafePointer<UInt8>,
    _ point: UInt8,
    _ tables: Tables
  ) -> (value: Double, end: UnsafePointer<UInt8>)? {
    var here = position
    let isNegative = here.pointee == 45
    if isNegative { here += 1 }
    var mantissa: UInt64 = 0
    let first = here
    var digit = here.pointee &- 48
    while digit <= 9 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      here += 1
      digit = here.pointee &- 48
    }
    var digits = here - first
    var decimals = 0
    if here.pointee == point {
      here += 1
      let start = here
      digit = here.pointee &- 48
      while digit <= 9 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        here += 1
        digit = here.pointee &- 48
      }
      decimals = here - start
      digits += decimals
    }
    guard digits > 0, digits <= 18, mantissa <= 1 << 53 else { return nil }
    let number = Double(mantissa) / tables.powers[decimals]
    return (isNegative ? -number : number, here)
  }

  /// Reads a field of any common form: `1,234.50`, `1.234,5`, `$12`, `1.40E-05`, `12.3M` (if letters are allowed),
  /// empty.
  package static func content(
    _ field: UnsafeBufferPointer<UInt8>,
    decimalComma: Bool,
    allowsUnits: Bool
  ) -> Content {
    var text = field[...]
    while let first = text.first, first == 32 || first == 9 { text = text.dropFirst() }
    while let last = text.last, last == 32 || last == 9 { text = text.dropLast() }
    if isMissing(text) { return .missing }
    guard text.count <= 400 else { return .malformed }
    if text.first == 36 { text = text.dropFirst() }
    var scale = 1.0
    if allowsUnits, let last = text.last {
      switch last {
      case 75, 107: scale = 1e3
      case 77, 109: scale = 1e6
      case 66, 98: scale = 1e9
      default: break
      }
      if scale != 1 { text = text.dropLast() }
    }
    guard let plain = withoutGroups(text, decimalComma: decimalComma) else { return .malformed }
    // Only these letters, so that "nan", "inf" and hexadecimal digits do not pass.
    let allowed = plain.allSatisfy { byte in
      (48...57).contains(byte) || byte == 46 || byte == 45 || byte == 43 || byte == 69 || byte == 101
    }
    guard allowed, let value = Double(String(decoding: plain, as: UTF8.self)), value.isFinite else {
      return .malformed
    }
    return (value * scale).isFinite ? .number(value * scale) : .malformed
  }

  /// Takes the marks between thousands away and makes the decimal mark a point; nil if a group is not three digits
  /// long.
  private static func withoutGroups(_ text: Slice<UnsafeBufferPointer<UInt8>>, decimalComma: Bool) -> [UInt8]? {
    let point: UInt8 = decimalComma ? 44 : 46
    let group: UInt8 = decimalComma ? 46 : 44
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var sinceGroup: Int?
    var isWhole = true
    for byte in text {
      let isDigit = (48...57).contains(byte)
      if isWhole, byte == group {
        guard plain.last.map({ (48...57).contains($0) }) == true, sinceGroup ?? 3 == 3 else { return nil }
        sinceGroup = 0
      } else if byte == group {
        return nil
      } else {
        if isWhole, !isDigit {
          guard sinceGroup ?? 3 == 3 else { return nil }
          if byte != 45, byte != 43 { isWhole = false }
        }
        if isDigit, let count = sinceGroup, isWhole { sinceGroup = count + 1 }
        plain.append(byte == point ? 46 : byte)
      }
    }
    guard !isWhole || sinceGroup ?? 3 == 3 else { return nil }
    return plain
  }

  private static func isMissing(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard text.count <= 4 else { return false }
    if text.isEmpty { return true }
    let lower = text.map { (65...90).contains($0) ? $0 + 32 : $0 }
    return missingWords.contains { $0.utf8.elementsEqual(lower) }
  }

  private static let missingWords = [".", "-", "--", "nan", "null", "na", "n/a", "#n/a", "none", "nil"]
}
