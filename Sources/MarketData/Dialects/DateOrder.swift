/// Decides whether `1/2/2012` is in January or in February, by all dates of the file.
///
/// A number above 12 is a day. Where none is, the order that gives rising (or falling) dates is taken, and
/// where both do, month first; either way the file is ambiguous and a finding says so.
struct DateOrder {
  private var monthFirst = Trend()
  private var dayFirst = Trend()

  /// The direction of the dates when they are read one way.
  private struct Trend {
    var rises = 0
    var falls = 0
    var last: Int?
    var first: Int?

    mutating func add(_ key: Int) {
      if let last, key != last { if key > last { rises += 1 } else { falls += 1 } }
      last = key
      first = first ?? key
    }

    var isOrdered: Bool { rises == 0 || falls == 0 }
    var span: Int { abs((last ?? 0) - (first ?? 0)) }
  }

  /// Settles the order of day and month in a layout whose style is `monthFirst`.
  static func settle(_ layout: inout Layout, text: TextBuffer) {
    guard case .monthFirst(let separator) = layout.dateStyle, let column = layout.index(of: .stamp) else {
      return
    }
    var order = DateOrder()
    var start = layout.dataStart
    while start < text.count {
      var index = start
      var fields = column
      var byte = text.bytes[index]
      while fields > 0, byte != 10 {
        if byte == layout.separator { fields -= 1 }
        index += 1
        byte = text.bytes[index]
      }
      while byte == 32 || byte == 34 {
        index += 1
        byte = text.bytes[index]
      }
      let (first, second, year) = numbers(text.bytes + index, separator)
      if first > 12 {
        layout.dateStyle = .dayFirst(separator: separator)
        return
      }
      if second > 12 { return }
      order.monthFirst.add((year * 12 + first) * 31 + second)
      order.dayFirst.add((year * 12 + second) * 31 + first)
      while text.bytes[index] != 10 { index += 1 }
      start = index + 1
    }
    let (byMonth, byDay) = (order.monthFirst, order.dayFirst)
    let isOneOrdered = byDay.isOrdered != byMonth.isOrdered
    let isDayFirst = isOneOrdered ? byDay.isOrdered : byDay.span < byMonth.span
    if isDayFirst { layout.dateStyle = .dayFirst(separator: separator) }
    let reason =
      isOneOrdered
      ? "only so are they in order"
      : byDay.span == byMonth.span ? "month first is assumed" : "so they lie closer together"
    layout.notes.append("day and month ambiguous")
    layout.findings.append(
      Finding(
        .ambiguousDates,
        message: "no date tells day from month; they are read as \(layout.dateStyle.words): \(reason)",
        count: 1,
        firstLine: layout.dataLine
      )
    )
  }

  /// The three numbers of a date; zeros where it has none.
  private static func numbers(_ start: UnsafePointer<UInt8>, _ separator: UInt8) -> (Int, Int, Int) {
    var index = 0
    func number() -> Int {
      var value = 0
      let limit = index + 4
      while index < limit, (48...57).contains(start[index]) {
        value = value * 10 + Int(start[index] - 48)
        index += 1
      }
      return value
    }
    let first = number()
    guard start[index] == separator else { return (0, 0, 0) }
    index += 1
    let second = number()
    guard start[index] == separator else { return (0, 0, 0) }
    index += 1
    return (first, second, number())
  }
}
