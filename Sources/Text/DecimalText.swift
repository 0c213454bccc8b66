import CDecimal

/// A number as decimal digits, rounded once from its exact binary value, a tie to the even digit.
///
/// The text does not depend on the locale of the process: the C library writes the digits, and any decimal separator it
/// used becomes a point.
public enum DecimalText {
  /// The most decimals that are ever written.
  public static let maximumDecimals = 40

  /// A finite number with a number of decimals; zero never has a sign.
  public static func fixed(_ value: Double, decimals: Int) -> String {
    let places = min(max(decimals, 0), maximumDecimals)
    var result = ""
    var isZero = true
    written(value, decimal_fixed, places) { bytes in
      result.reserveCapacity(bytes.count)
      var separated = false
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          isZero = isZero && byte == UInt8(ascii: "0")
          result.unicodeScalars.append(Unicode.Scalar(byte))
        case UInt8(ascii: "-"):
          result = "-"
        default:
          if !separated { result += "." }
          separated = true
        }
      }
    }
    if isZero, result.first == "-" { result.removeFirst() }
    return result
  }

  /// The first significant digits of a finite number and the power of ten of the first of them.
  public static func significant(_ value: Double, digits count: Int) -> (digits: [UInt8], exponent: Int) {
    var digits: [UInt8] = []
    var exponent = 0
    written(value, decimal_scientific, max(count, 1) - 1) { bytes in
      var inExponent = false
      var negative = false
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          let digit = byte - UInt8(ascii: "0")
          if inExponent { exponent = exponent * 10 + Int(digit) } else { digits.append(digit) }
        case UInt8(ascii: "e"):
          inExponent = true
        case UInt8(ascii: "-"):
          negative = inExponent
        default:
          break
        }
      }
      if negative { exponent = -exponent }
    }
    return (digits, exponent)
  }

  /// The power of ten of the first digit of a finite number rounded to six digits; 0 for zero.
  public static func exponent(_ value: Double) -> Int {
    value == 0 ? 0 : significant(value, digits: 6).exponent
  }

  /// Digits with a comma between groups of three before the point.
  public static func grouped(_ text: String) -> String {
    let sign = text.hasPrefix("-") ? "-" : ""
    let body = text.dropFirst(sign.count)
    let whole = body.prefix { $0.isASCII && $0.isNumber }
    guard whole.count > 3 else { return text }
    var result = sign
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index).isMultiple(of: 3) { result += "," }
      result.append(digit)
    }
    return result + body.dropFirst(whole.count)
  }

  /// The number without the zeros that end its decimals, and without a point that ends it.
  public static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var bytes = Substring(text)
    while bytes.last == "0" { bytes.removeLast() }
    if bytes.last == "." { bytes.removeLast() }
    return bytes == "-0" ? "0" : String(bytes)
  }

  private static func written(
    _ value: Double,
    _ write: (UnsafeMutablePointer<CChar>, Int, CInt, Double) -> CInt,
    _ precision: Int,
    _ read: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    // The largest double has 309 digits before the point.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 384) { buffer in
      guard let text = buffer.baseAddress else { return }
      let count = write(text, buffer.count, CInt(precision), value)
      buffer.withMemoryRebound(to: UInt8.self) {
        read(UnsafeBufferPointer(rebasing: $0[..<max(0, min(Int(count), $0.count - 1))]))
      }
    }
  }
}
