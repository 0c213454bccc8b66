import Text

/// The units of epoch stamps: seconds, and thousandths to billionths of them.
enum EpochUnit {
  /// The name of a unit by its number in a second.
  static func name(_ perSecond: Int64) -> String {
    [1: "seconds", 1000: "milliseconds", 1_000_000: "microseconds"][perSecond] ?? "nanoseconds"
  }

  /// The number of digits of a stamp before a fraction.
  static func digits(of field: UnsafeBufferPointer<UInt8>) -> Int {
    let start = field.firstIndex { $0 != 32 && $0 != 45 } ?? field.count
    return field[start...].prefix { (48...57).contains($0) }.count
  }

  /// The unit that a number of digits is of, between the years 1973 and 5138.
  static func perSecond(digits: Int) -> Int64 {
    switch digits {
    case ...11: 1
    case ...14: 1000
    case ...17: 1_000_000
    default: 1_000_000_000
    }
  }

  /// Makes each stamp count by the number of its own digits, if the unit changes within a file, and says so.
  ///
  /// A count with the digits of another unit may also be of 1970: it is of the other unit if that is closer to the
  /// stamp before it.
  static func decide(_ layout: inout Layout, _ stamps: consuming StampFields) {
    guard case .epoch(let main) = layout.dateStyle else { return }
    var stamps = stamps
    var before: Double?
    var others: [Int64: Int] = [:]
    var first: (line: Int, unit: Int64)?
    while let (field, line) = stamps.next() {
      let unit = perSecond(digits: digits(of: field))
      var chosen = main
      func seconds(_ unit: Int64) -> Double? {
        StampField.stamp(field, style: .epoch(perSecond: unit)).map {
          Double($0.day) * 86_400 + Double($0.millisecond) / 1000
        }
      }
      if unit != main, let other = seconds(unit) {
        let own = seconds(main)
        let isCloser = own.map { own in before.map { abs(other - $0) < abs(own - $0) } ?? true } ?? true
        if isCloser {
          chosen = unit
          others[unit, default: 0] += 1
          first = first ?? (line, unit)
        }
      }
      before = seconds(chosen) ?? before
    }
    guard let first else { return }
    layout.dateStyle = .epochByDigits
    let units = others.keys.sorted().map { "\(name($0)) in \(NumberText.counted(others[$0] ?? 0, "row"))" }
    layout.findings.append(
      BarFinding(
        .mixedUnits,
        message: "the unit of the stamps changes: \(units.joined(separator: " and ")), \(name(main)) in others; "
          + "each is read by the number of its digits",
        count: others.values.reduce(0, +), firstLine: first.line))
  }
}
