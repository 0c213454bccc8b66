import MarketData
import TestSupport
import Testing

@Suite("Numbers")
struct NumberFieldTests {
  /// Reads a text the fast way; nil if that declines.
  private func plain(_ text: String, point: UInt8 = 46) -> (value: Double, length: Int)? {
    let bytes = Array(text.utf8) + [44] + [UInt8](repeating: 0, count: 32)
    return bytes.withUnsafeBufferPointer { buffer in
      NumberField.withTables { tables -> (Double, Int)? in
        guard let start = buffer.baseAddress else { return nil }
        var position = start
        var value = 0.0
        guard NumberField.plain(&position, point: point, tables: tables, into: &value) else { return nil }
        return (value, position - start)
      } ?? nil
    }
  }

  @Test("plain numbers of any length are the doubles nearest to their text")
  func exact() {
    var dice = Dice(42)
    for _ in 0..<200_000 {
      let whole = (0..<dice.below(12)).map { _ in String(dice.below(10)) }.joined()
      let fraction = (0..<dice.below(12)).map { _ in String(dice.below(10)) }.joined()
      let text = (dice.below(5) == 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
      guard let read = plain(text) else {
        #expect(whole.count + fraction.count == 0 || whole.count + fraction.count > 15, "\(text)")
        continue
      }
      #expect(read.length == text.utf8.count)
      guard read.value == Double(text) ?? .nan else {
        Issue.record("\(text) is read as \(read.value)")
        return
      }
    }
  }

  /// Reads a field whose end is known; nil if it is not plain digits.
  private func field(_ text: String, point: UInt8 = 46, behind: UInt8 = 44) -> Double? {
    let bytes = Array(text.utf8) + [behind] + [UInt8](repeating: 0x39, count: 32)
    return bytes.withUnsafeBufferPointer { buffer in
      NumberField.withTables { tables -> Double? in
        guard let start = buffer.baseAddress else { return nil }
        var value = -1.0
        let end = start + text.utf8.count
        return NumberField.field(start, end, point: point, tables: tables, into: &value) ? value : nil
      } ?? nil
    }
  }

  @Test("fields of known length are the doubles nearest to their text")
  func knownLength() {
    var dice = Dice(43)
    var read = 0
    for _ in 0..<200_000 {
      let first = (0..<dice.below(10)).map { _ in String(dice.below(10)) }.joined()
      let fraction = (0..<dice.below(9)).map { _ in String(dice.below(10)) }.joined()
      let text = (dice.below(9) == 0 ? "-" : "") + first + (dice.below(3) == 0 ? "" : "." + fraction)
      guard let value = field(text, behind: dice.pick([9, 10, 13, 32, 44, 59])) else {
        #expect(!text.contains { $0.isNumber } || text.utf8.count > 15, "\(text)")
        continue
      }
      read += 1
      let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
      let whole = Double("0" + digits + (digits.contains(".") ? "0" : "")) ?? .nan
      guard value == (text.hasPrefix("-") ? -whole : whole) else {
        Issue.record("\(text) is read as \(value)")
        return
      }
    }
    #expect(read > 150_000)
    #expect(field("1234,5", point: 44) == 1234.5)
  }

  @Test("a field with any other byte in it is not plain, nor one with two marks or no digit")
  func notPlain() {
    for byte in UInt8.min...UInt8.max where !(48...57).contains(byte) && byte != 46 {
      for length in 1...8 {
        for place in 0..<length where byte != 45 || place > 0 {
          var bytes = [UInt8](repeating: 55, count: length)
          bytes[place] = byte
          let text = bytes + [44] + [UInt8](repeating: 0x39, count: 32)
          text.withUnsafeBufferPointer { buffer in
            NumberField.withTables { tables in
              guard let start = buffer.baseAddress else { return }
              var value = 0.0
              #expect(
                !NumberField.field(start, start + length, point: 46, tables: tables, into: &value),
                "\(byte) at \(place) of \(length)")
            }
          }
        }
      }
    }
    for text in ["", ".", "-", "-.", "1.2.3", "..", "1..", "12345.6.", "1.2345678.9"] {
      #expect(field(text) == nil, "\(text)")
    }
  }

  @Test("bytes beside the digits are not digits")
  func neighbours() {
    for byte in UInt8.min...UInt8.max where !(48...57).contains(byte) && byte != 46 {
      for digits in 1...9 {
        let text = String(repeating: "7", count: digits)
        let bytes = Array(text.utf8) + [byte] + [UInt8](repeating: 0x39, count: 32)
        bytes.withUnsafeBufferPointer { buffer in
          NumberField.withTables { tables in
            guard let start = buffer.baseAddress else { return }
            var position = start
            var value = 0.0
            #expect(NumberField.plain(&position, point: 46, tables: tables, into: &value))
            #expect(position - start == digits)
            #expect(value == Double(text))
          }
        }
      }
    }
  }

  @Test("other forms are read, or refused")
  func contents() {
    func content(_ text: String, comma: Bool = false, units: Bool = false) -> NumberField.Content {
      Array(text.utf8).withUnsafeBufferPointer {
        NumberField.content($0, decimalComma: comma, allowsUnits: units)
      }
    }
    #expect(content("1,234,567.5") == .number(1_234_567.5))
    #expect(content("1.234.567,5", comma: true) == .number(1_234_567.5))
    #expect(content("-1,5", comma: true) == .number(-1.5))
    #expect(content("$ 1") == .malformed)
    #expect(content("$1.5") == .number(1.5))
    #expect(content("-1.40E-05") == .number(-1.4e-05))
    #expect(content("12.5M", units: true) == .number(12_500_000))
    #expect(content("12.5M") == .malformed)
    #expect(content("") == .missing)
    #expect(content(" null ") == .missing)
    #expect(content("N/A") == .missing)
    #expect(content("1,23") == .malformed)
    #expect(content(",123") == .malformed)
    #expect(content("1,2345") == .malformed)
    #expect(content("--1") == .malformed)
    #expect(content("1e") == .malformed)
    #expect(content("٣") == .malformed)
    #expect(content("123456789012345678901234567890") == .number(1.2345678901234568e29))
    #expect(content(String(repeating: "9", count: 401)) == .malformed)
  }
}
