import LibC

/// The evidence on commas and points in numbers: each may be the decimal mark, or a thousands separator.
struct DecimalMark {
  /// The separator of the fields: if it is a comma, those in numbers are quoted.
  private let separator: UInt8
  /// True if dates or names are written in the style of decimal commas, `31.01.2012` and `Schlusskurs`.
  private let isContinental: Bool
  /// True for dates without marks, as programs write them that group no digits.
  private let hasCompactDates: Bool
  /// True if some number can only have a decimal comma.
  private var hasCommas = false
  /// True if some number can only have a decimal point.
  private var hasPoints = false
  /// The first line with a comma, and with a point, that could be either: three digits follow it, and one to three are
  /// before it.
  private var unclear: (comma: Int?, point: Int?)
  private var isUnclearVolume = false
  /// The last price of each column with decimal commas and with decimal points, and how far the prices of each lie apart.
  private var last: [Int: (comma: Double, point: Double)] = [:]
  private var distance = (comma: 0.0, point: 0.0)

  /// No evidence yet, in a file whose fields are parted by a mark and whose dates have a style.
  init(separator: UInt8, dates: DateStyle, hasContinentalNames: Bool) {
    self.separator = separator
    isContinental = hasContinentalNames || dates == .dayFirst(separator: 46)
    hasCompactDates = dates == .compact
  }

  /// The first line with a mark that could be either.
  var unclearLine: Int? { [unclear.comma, unclear.point].compactMap(\.self).min() }

  /// True if no number distinguishes the marks, so that a later one may.
  var isOpen: Bool { !hasCommas && !hasPoints }

  /// Takes the number of a field into account.
  mutating func add(_ field: UnsafeBufferPointer<UInt8>, column: Int, isVolume: Bool, line: Int) {
    // The unit of a volume (`2,79M`) is not a digit of a group.
    let hasUnit = isVolume && field.last.map { !(48...57).contains($0) } == true
    let number = field.dropLast(hasUnit ? 1 : 0)
    let digits = number.split(omittingEmptySubsequences: false) { $0 == 44 || $0 == 46 }
    let marks = number.filter { $0 == 44 || $0 == 46 }
    guard number.contains(where: { (48...57).contains($0) }) else { return }
    if marks.count == 1, let mark = marks.first {
      let whole = digits[0].drop { !(48...57).contains($0) }
      if digits[1].count == 3, (1...3).contains(whole.count), whole.first != 48 {
        if mark == 44 { unclear.comma = unclear.comma ?? line } else { unclear.point = unclear.point ?? line }
        isUnclearVolume = isUnclearVolume || isVolume && mark == 44
      } else {
        takeDecimal(mark)
      }
    } else if let mark = marks.last {
      // Of two different marks the last is the decimal mark; the same one twice is a thousands separator.
      takeDecimal(Set(marks).count == 2 ? mark : mark == 44 ? 46 : 44)
    }
    guard !isVolume, marks.count <= 1 else { return }
    measure(digits.map { String(decoding: $0, as: UTF8.self) }, column: column, mark: marks.first)
  }

  private mutating func takeDecimal(_ mark: UInt8) { if mark == 44 { hasCommas = true } else { hasPoints = true } }

  private mutating func measure(_ parts: [String], column: Int, mark: UInt8?) {
    guard let decimal = Double(parts.joined(separator: ".")), decimal > 0 else { return }
    let grouped = Double(parts.joined()) ?? decimal
    let values = mark == 44 ? (comma: decimal, point: grouped) : (comma: grouped, point: decimal)
    if let last = last[column] {
      distance.comma += abs(log(values.comma / last.comma))
      distance.point += abs(log(values.point / last.point))
    }
    last[column] = values
  }

  /// Whether commas are decimal marks, and why, if only their neighbours decide.
  var reading: (isDecimal: Bool, doubt: String?) {
    if hasPoints { return (false, nil) }
    if hasCommas || unclearLine == nil { return (hasCommas, nil) }
    // If all have the mark both readings are equally far apart, except for rounding.
    if abs(distance.comma - distance.point) > 1e-9 {
      return (distance.comma < distance.point, "so they are closer together")
    }
    guard unclear.comma != nil else { return pointReading }
    if isUnclearVolume { return (false, "so volumes are whole numbers") }
    if separator != 44 { return (true, "assumed because no comma separates the fields") }
    if isContinental { return (true, "assumed from the style of dates and names") }
    return (false, "assumed because commas also separate the fields")
  }

  /// The reading of a file whose numbers have points alone, and always three digits after them.
  private var pointReading: (isDecimal: Bool, doubt: String?) {
    if isContinental { return (true, "assumed from the style of dates and names") }
    // Prices of three decimals are usual if commas separate the fields.
    return (false, separator == 59 && !hasCompactDates ? "assumed because names and dates are English" : nil)
  }

  /// The finding that says the doubt; nil if there is none.
  var finding: BarFinding? {
    let (isDecimal, doubt) = reading
    guard let doubt, let line = unclearLine else { return nil }
    let isComma = unclear.comma != nil
    let mark = isComma ? "comma" : "point"
    return BarFinding(
      .ambiguousNumbers,
      message: "no number distinguishes a decimal \(mark) from a thousands separator; they are read as "
        + "\(isDecimal == isComma ? "decimals" : "thousands"): \(doubt); "
        + "`decimals \(isDecimal ? "point" : "comma")` reads them the other way",
      count: 1, firstLine: line)
  }
}
