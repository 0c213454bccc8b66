import Columns
import Work

/// Reads rows of any other form field by field, and finds and names their faults.
extension RowReader {
  /// Reads one row field by field; returns the offset of the next line, or nil with the error in the result.
  mutating func slowRow(at offset: Int, number: Int, row: inout Int) -> Int? {
    guard let line = TextLine(in: text, at: offset, number: number) else { return text.count }
    if line.isBlank(in: text) { return line.next }
    if let lines = footerLines(from: line) {
      let fields = try? line.fields(in: text, separator: layout.separator)
      result.footer = (
        fields?.count == 1 ? fields.map { text.text(of: $0[0]) } ?? "" : text.text(line.start..<line.end), lines
      )
      return text.count
    }
    do throws(MarketDataError) {
      var fields = try self.fields(of: line)
      // A spreadsheet writes empty rows after the last one as separators.
      if fields.allSatisfy({ $0.start >= $0.end }) { return line.next }
      while fields.count > layout.roles.count, let last = fields.last, last.start >= last.end {
        fields.removeLast()
      }
      guard fields.count == layout.roles.count else {
        throw RowFault.fieldCount(fields.count, layout.roles.count, line, text, file)
      }
      let stamp = try self.stamp(fields, line)
      let prices = try self.numbers(fields, line, row)
      if prices == 0 {
        result.emptyRows += 1
        if result.firstEmptyLine == nil { result.firstEmptyLine = number }
      } else {
        put(stamp, at: row)
        row += 1
      }
      return line.next
    } catch {
      result.error = error
      return nil
    }
  }

  private func fields(of line: TextLine) throws(MarketDataError) -> [TextLine.Field] {
    do {
      return try line.fields(in: text, separator: layout.separator)
    } catch {
      throw RowFault.unclosedQuote(error.offset, line, text, file)
    }
  }

  /// The most lines below a table.
  private static let longestFooter = 200

  /// The number of lines from one on that are not rows, if the table ends before it: it begins with words, and none of
  /// the lines to the end of the text has a date; nil if the table continues.
  private func footerLines(from line: TextLine) -> Int? {
    guard line.start > layout.dataStart, beginsWithWords(line), !hasDate(line) else { return nil }
    var count = 1
    for below in TextLines(text, from: line.next, number: line.number + 1, .none) {
      let isEndMark = below.end - below.start == 1 && text.bytes[below.start] == 26
      guard !isEndMark else { continue }
      count += 1
      guard count <= Self.longestFooter, !hasDate(below) else { return nil }
    }
    return count
  }

  /// True for a line that begins with a letter, a quote, or a mark such as a star.
  private func beginsWithWords(_ line: TextLine) -> Bool {
    var first = text.bytes[line.start]
    // A date in quotes is looked at as one.
    if first == 34 { first = text.bytes[line.start + 1] }
    return (65...90).contains(first & 0xDF) || first >= 0x80 || [34, 42, 40, 91, 45, 61].contains(first)
  }

  /// True for a line whose column of dates holds one, or begins as one does.
  private func hasDate(_ line: TextLine) -> Bool {
    guard let fields = try? line.fields(in: text, separator: layout.separator),
      let column = layout.index(of: .stamp), column < fields.count
    else { return false }
    let field = text.bytes(of: fields[column])
    if StampField.stamp(field, style: layout.dateStyle) != nil { return true }
    // A malformed row is named, and not taken for words.
    return fields.count > 1 && field.first.map { (48...57).contains($0) } == true
  }

  private mutating func stamp(_ fields: [TextLine.Field], _ line: TextLine) throws(MarketDataError) -> Stamp {
    var stamp = Stamp()
    for (field, role) in zip(fields, layout.roles) {
      let name = layout.names[layout.roles.firstIndex(of: role) ?? 0]
      switch role {
      case .stamp:
        guard let read = readStamp(text.bytes(of: field)) else {
          throw RowFault.field(.badDate, field, line, text, file) {
            "\"\($0)\" in the column \(name) is not a date of the form that the file begins with"
              + " (\(layout.dateStyle.words))"
          }
        }
        stamp.day = read.day
        if !stamp.hasTime { stamp.millisecond = read.millisecond }
        stamp.offset = read.offset ?? stamp.offset
      case .time:
        guard let read = StampField.time(text.bytes(of: field)) else {
          throw RowFault.field(.badTime, field, line, text, file) {
            "\"\($0)\" in the column \(name) is not a time of the day"
          }
        }
        stamp.millisecond = read.millisecond
        stamp.hasTime = true
        stamp.offset = read.offset ?? stamp.offset
      case .symbol:
        guard layout.symbol == text.text(of: field) else {
          throw RowFault.field(
            .severalSymbols,
            field,
            line,
            text,
            file,
            message: { "the file holds several symbols: \"\($0)\" and \"\(layout.symbol ?? "")\"" },
            hint: "split it into one file for each symbol"
          )
        }
      case .currency:
        guard layout.currency == text.text(of: field) else {
          throw RowFault.field(
            .severalSymbols, field, line, text, file,
            message: { "the file holds several currencies: \"\($0)\" and \"\(layout.currency ?? "")\"" },
            hint: "split it into one file for each currency"
          )
        }
      default: continue
      }
    }
    return stamp
  }

  /// Reads the numbers of a row; gives how many prices there are.
  private mutating func numbers(
    _ fields: [TextLine.Field],
    _ line: TextLine,
    _ row: Int
  ) throws(MarketDataError) -> Int {
    var prices = 0
    for (index, role) in layout.roles.enumerated() where role.isNumber {
      let field = text.bytes(of: fields[index])
      if layout.hasOpenMarks, field.contains(where: { $0 == 44 || $0 == 46 && layout.decimalComma }) {
        result.doubts.ofMarks = true
      }
      let content = NumberField.content(
        field,
        decimalComma: layout.decimalComma,
        allowsUnits: role == .volume
      )
      switch content {
      case .number(let value):
        target.numbers[Int(role.rawValue)][row] = value
        if role != .volume { prices += 1 }
      case .missing:
        target.numbers[Int(role.rawValue)][row] = .missing
        result.hasMissing = true
      case .malformed:
        throw RowFault.field(.badNumber, fields[index], line, text, file) {
          "\"\($0)\" in the column \(layout.names[index]) is not a number"
        }
      }
    }
    return prices
  }
}
