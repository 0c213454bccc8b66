import LibC

/// The evidence on commas in numbers: decimal marks, or marks between thousands.
struct DecimalMark {
  /// True where commas part the fields as well, and those in numbers are quoted.
  private let partsFields: Bool
  /// True where dates are written `31.01.2012`, as where commas are decimal marks.
  private let hasPointedDates: Bool
  /// True where some comma can only be a decimal mark.
  private var hasDecimals = false
  /// True where some comma can only stand between thousands, or a point only before decimals.
  private var hasThousands = false
  /// The first line with a comma that could be either: three digits follow it, and one to three stand before it.
  private(set) var unclearLine: Int?
  private var isUnclearVolume = false
  /// The last price of each column in both readings, and how far the prices of each lie apart.
  private var last: [Int: (decimal: Double, grouped: Double)] = [:]
  private var distance = (decimal: 0.0, grouped: 0.0)

  /// No evidence yet, in a file whose fields are parted by a mark and whose dates have a style.
  init(separator: UInt8, dates: DateStyle) {
    partsFields = separator == 44
    hasPointedDates = dates == .dayFirst(separator: 46)
  }

  /// Takes the number of a field into account.
  mutating func add(_ field: UnsafeBufferPointer<UInt8>, column: Int, isVolume: Bool, line: Int) {
    // The unit of a volume (`2,79M`) is no digit of a group.
    let hasUnit = isVolume && field.last.map { !(48...57).contains($0) } == true
    let digits = field.dropLast(hasUnit ? 1 : 0).split(omittingEmptySubsequences: false) { $0 == 44 || $0 == 46 }
    let marks = field.filter { $0 == 44 || $0 == 46 }
    let groups = digits.dropFirst().allSatisfy { $0.count == 3 }
    switch marks {
    case []: break
    case [46]: if !groups { hasThousands = true }
    case [44]:
      let whole = digits[0].drop { !(48...57).contains($0) }
      if groups, (1...3).contains(whole.count), whole.first != 48 {
        unclearLine = unclearLine ?? line
        isUnclearVolume = isUnclearVolume || isVolume
      } else {
        hasDecimals = true
      }
    default:
      // Of two marks the last stands before the decimals; the same one twice stands between thousands.
      if Set(marks).count == 2 ? marks.last == 44 : marks.last == 46 { hasDecimals = true } else { hasThousands = true }
    }
    guard !isVolume, marks.count <= 1 else { return }
    measure(digits.map { String(decoding: $0, as: UTF8.self) }, column: column, hasComma: marks == [44])
  }

  private mutating func measure(_ parts: [String], column: Int, hasComma: Bool) {
    guard let decimal = Double(parts.joined(separator: ".")), decimal > 0 else { return }
    let grouped = hasComma ? Double(parts.joined()) ?? decimal : decimal
    if let last = last[column] {
      distance.decimal += abs(log(decimal / last.decimal))
      distance.grouped += abs(log(grouped / last.grouped))
    }
    last[column] = (decimal, grouped)
  }

  /// Whether commas are decimal marks, and why, where nothing but their neighbours tells.
  var reading: (isDecimal: Bool, doubt: String?) {
    if hasThousands { return (false, nil) }
    if hasDecimals || unclearLine == nil { return (hasDecimals, nil) }
    // Where all have a comma both readings lie equally far apart, but for rounding.
    if abs(distance.decimal - distance.grouped) > 1e-9 {
      return (distance.decimal < distance.grouped, "so they lie closer together")
    }
    if isUnclearVolume { return (false, "so volumes are whole") }
    if !partsFields { return (true, "that is assumed, as no comma parts the fields") }
    if hasPointedDates { return (true, "that is assumed, as dates have points") }
    return (false, "that is assumed, as commas part the fields too")
  }
}
