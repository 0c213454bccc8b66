import Columns

/// Reads rows of any other form field by field, and finds and names their faults.
extension RowReader {
  /// Reads one row field by field; gives where the next line begins, or nil with the error in the result.
  mutating func slowRow(at offset: Int, number: Int, row: inout Int) -> Int? {
    guard let line = TextLine(in: text, at: offset, number: number) else { return text.count }
    if line.isBlank(in: text) { return line.next }
    do throws(MarketDataError) {
      var fields = try self.fields(of: line)
      if fields.count == 1, isFooter(line) {
        result.footer = text.text(of: fields[0])
        return line.next
      }
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

  /// True for words below the table, on the last line of the file.
  private func isFooter(_ line: TextLine) -> Bool {
    let first = text.bytes[line.start]
    guard first == 34 || (65...90).contains(first & 0xDF), line.start > layout.dataStart else { return false }
    return (min(line.next, text.count)..<text.count).allSatisfy { [10, 13, 32, 26].contains(text.bytes[$0]) }
  }

  private func stamp(_ fields: [TextLine.Field], _ line: TextLine) throws(MarketDataError) -> Stamp {
    var stamp = Stamp()
    for (field, role) in zip(fields, layout.roles) {
      let name = layout.names[layout.roles.firstIndex(of: role) ?? 0]
      switch role {
      case .stamp:
        guard let read = StampField.stamp(text.bytes(of: field), style: layout.dateStyle) else {
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
            message: { "the file holds several symbols: \"\($0)\" beside \"\(layout.symbol ?? "")\"" },
            hint: "split it into one file for each symbol"
          )
        }
      case .currency:
        guard layout.currency == text.text(of: field) else {
          throw RowFault.field(
            .severalSymbols, field, line, text, file,
            message: { "the file holds several currencies: \"\($0)\" beside \"\(layout.currency ?? "")\"" },
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
      let content = NumberField.content(
        text.bytes(of: fields[index]),
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
