import CLanes
import Calendar
import Columns
import MarketData
import TestSupport
import Testing

/// Rows that are read many at a time must be those that are read one by one, whatever stands between them.
@Suite("Rows read many at a time")
struct RowBatchTests {
  /// The oddities that are put among usual rows.
  private static let oddities = [
    "none", "widths", "quoted", "missing", "negative", "long", "carriage returns", "some carriage returns",
    "blank lines",
    "exponents", "thousands", "marks alone", "spaces", "repeated times", "all",
  ]

  private static let count = 1000

  private static func number(_ dice: inout Dice, _ oddity: String) -> String {
    let whole = 1 + dice.below(99)
    let usual = "\(whole).\(10 + dice.below(90))"
    guard dice.below(oddity == "widths" || oddity == "long" ? 2 : 60) == 0 else { return usual }
    func digits(_ count: Int) -> String { (0..<count).map { _ in String(dice.below(10)) }.joined() }
    switch oddity {
    case "widths":
      return dice.pick([digits(1), digits(3), "\(whole).", ".\(digits(3))", digits(7), "\(digits(2)).\(digits(4))"])
    case "long":
      return dice.pick([
        digits(8), digits(9), digits(15), digits(16), digits(17), "\(whole).\(digits(8))", "0.\(digits(14))",
        "\(digits(8)).\(digits(8))",
      ])
    case "quoted": return "\"\(usual)\""
    case "missing": return dice.pick(["", "-", "nan"])
    case "negative": return "-\(usual)"
    case "exponents": return "1.5e2"
    case "thousands": return "\"1,234.5\""
    case "marks alone": return "."
    case "spaces": return " \(usual)"
    default: return usual
    }
  }

  private static func text(_ oddity: String, seed: UInt64, separator: String, stampLast: Bool) -> String {
    var dice = Dice(seed)
    var lines = [stampLast ? ["close", "volume", "open", "date"] : ["date", "open", "close", "volume"]]
      .map { $0.joined(separator: separator) }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    for row in 0..<count {
      let kind = oddity == "all" ? oddities[dice.below(oddities.count - 1)] : oddity
      let day = CivilDate(daysSince1970: 18_628 + row / 1440)
      let minute = kind == "repeated times" && dice.below(50) == 0 ? max(0, row % 60 - 1) : row % 60
      let stamp = "\(day) \(two(row / 60 % 24)):\(two(minute))"
      let numbers = (0..<3).map { _ in number(&dice, kind) }
      var line = (stampLast ? numbers + [stamp] : [stamp] + numbers).joined(separator: separator)
      if kind == "carriage returns" || kind == "some carriage returns" && dice.below(3) == 0 { line += "\r" }
      if kind == "blank lines", dice.below(30) == 0 { line += "\n" }
      lines.append(line)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The rows of a text, read many at a time or one by one.
  private func rows(_ text: String, many: Bool) throws -> (columns: RowColumns, result: RowReader.Result) {
    var source = try FileSource(bytes: Array(text.utf8), name: "test.csv", threads: 1)
    source.normalizeLineEnds()
    let layout = try LayoutSniffer.layout(of: source.text, file: "test.csv", usesAdjusted: false)
    var result = RowReader.Result()
    let columns = RowColumns(capacity: source.lineEnds.reduce(1, +), roles: layout.roles) { target in
      var reader = RowReader(text: source.text, layout: layout, file: "test.csv", zone: .utc, target: target)
      reader.readsMany = many
      reader.read(from: layout.dataStart, to: source.text.count, line: layout.dataLine, row: 0)
      result = reader.result
      return result.error == nil ? result.rows : 0
    }
    return (columns, result)
  }

  @Test("The result is that of reading them one by one", arguments: oddities, [",", ";"])
  func same(_ oddity: String, _ separator: String) throws {
    for seed: UInt64 in 1...3 {
      let text = Self.text(oddity, seed: seed, separator: separator, stampLast: seed == 3)
      let (many, one) = (try rows(text, many: true), try rows(text, many: false))
      let place = "\(oddity) \(seed)"
      #expect(many.columns.times == one.columns.times, "\(place)")
      for slot in 0..<6 {
        let (left, right) = (many.columns.numbers[slot], one.columns.numbers[slot])
        #expect(left.map(\.bitPattern) == right.map(\.bitPattern), "\(place) \(slot)")
      }
      #expect(many.result.error == one.result.error && (oddity != "none" || one.result.error == nil), "\(place)")
      guard one.result.error == nil else { continue }
      // A point alone is a missing value, too.
      let mayLack = ["missing", "marks alone", "all"].contains(oddity)
      #expect(one.columns.times.count == Self.count || mayLack, "\(place)")
      #expect(many.result.rows == one.result.rows && many.result.emptyRows == one.result.emptyRows, "\(place)")
      #expect(many.result.isRising == one.result.isRising && many.result.hasTimes == one.result.hasTimes, "\(place)")
      #expect(many.result.hasCivilTimes == one.result.hasCivilTimes && many.result.offsets == one.result.offsets)
      #expect(many.result.anchors.map(\.row) == one.result.anchors.map(\.row), "\(place)")
      #expect(many.result.anchors.map(\.line) == one.result.anchors.map(\.line), "\(place)")
      #expect(many.result.hasMissing == one.result.hasMissing, "\(place)")
    }
  }

  @Test("Fields of up to sixteen bytes are the doubles nearest to their text, or none of these")
  func numbers() {
    guard rows_are_read_here() != 0 else { return }
    var dice = Dice(7)
    var taken = 0
    for _ in 0..<5000 {
      let fields = (0..<6).map { _ -> String in
        let characters = Array("0123456789") + (dice.below(3) == 0 ? Array("...-+e x/:\"\r") : [])
        var field = (0..<dice.below(dice.below(4) == 0 ? 19 : 9)).map { _ in String(dice.pick(characters)) }.joined()
        if dice.below(2) == 0, !field.contains(".") {
          field.insert(".", at: field.index(field.startIndex, offsetBy: dice.below(field.count + 1)))
        }
        return field
      }
      let before = String(repeating: "7", count: 20)
      let bytes = Array((before + "\n" + fields.joined(separator: "\n") + "\n").utf8)
      var ends: [UInt32] = [0]
      for field in fields { ends.append((ends.last ?? 0) + UInt32(field.utf8.count) + 1) }
      var values = [Double](repeating: -1, count: fields.count)
      let padded = bytes + [UInt8](repeating: 0, count: 64)
      let count = padded.withUnsafeBufferPointer { text in
        ends.withUnsafeBufferPointer { ends in
          guard let text = text.baseAddress, let ends = ends.baseAddress else { return 0 }
          return rows_read_numbers(text + 20, ends + 1, 1, fields.count, 0, 10, 46, &values)
        }
      }
      taken += count
      for (index, field) in fields.enumerated() {
        let isPlain =
          field.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } && field.contains(where: \.isNumber)
          && field.filter { $0 == "." }.count < 2 && field.utf8.count <= 16
        if index < count {
          #expect(isPlain && values[index] == Double("0\(field)\(field.contains(".") ? "0" : "")"), "\(field)")
        } else {
          #expect(index > count || !isPlain, "\(field)")
        }
      }
    }
    #expect(taken > 5000)
  }
}
