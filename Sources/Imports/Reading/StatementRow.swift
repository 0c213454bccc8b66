import Accounts
import Calendar

/// A row of a statement, whose values are asked for by the names of their columns.
package struct StatementRow: Sendable {
  /// The line of the file, from 1; of JSON and XML the number of the item.
  package let line: Int
  /// The kind of item: the element of XML; empty for a table.
  package let kind: String
  private let columns: [String: Int]
  private let fields: [String]

  init(line: Int, kind: String = "", columns: [String: Int], fields: [String]) {
    (self.line, self.kind, self.columns, self.fields) = (line, kind, columns, fields)
  }

  init(line: Int, kind: String, _ values: [(String, String)]) {
    var columns: [String: Int] = [:]
    for (place, value) in values.enumerated() { columns[Self.name(value.0)] = place }
    self.init(line: line, kind: kind, columns: columns, fields: values.map(\.1))
  }

  /// The name of a column as it is looked up: lower case, without units in parentheses.
  static func name(_ text: String) -> String {
    let cut = text.firstIndex(of: "(").map { text[..<$0] } ?? text[...]
    return cut.lowercased().split(separator: " ").joined(separator: " ")
  }

  /// The value of the first of some columns that the file has; empty if it has none.
  func text(_ names: String...) -> String {
    for name in names { if let place = columns[name], place < fields.count { return fields[place] } }
    return ""
  }

  /// The value of a column; nil if it is empty or missing.
  func some(_ name: String) -> String? {
    let value = text(name)
    return value.isEmpty ? nil : value
  }

  /// True if the file has a column.
  func has(_ name: String) -> Bool { columns[name] != nil }

  /// A number of a cell: signs of currencies and commas are left out, parentheses are a minus; nil for an empty cell.
  func decimal<Places>(_ names: String..., as type: Places.Type) -> FixedDecimal<Places>? {
    for name in names {
      guard let place = columns[name], place < fields.count else { continue }
      return Self.decimal(fields[place])
    }
    return nil
  }

  static func decimal<Places>(_ text: String) -> FixedDecimal<Places>? {
    var bytes: [UInt8] = []
    var isNegative = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): bytes.append(byte)
      case UInt8(ascii: "("): isNegative = true
      case UInt8(ascii: "-"): if bytes.last == UInt8(ascii: "e") { bytes.append(byte) } else { isNegative = true }
      case UInt8(ascii: "e"), UInt8(ascii: "E"): if !bytes.isEmpty { bytes.append(UInt8(ascii: "e")) }
      default: continue
      }
    }
    guard let value = FixedDecimal<Places>(String(decoding: bytes, as: UTF8.self)) else { return nil }
    return isNegative ? -value : value
  }

  func money(_ names: String...) -> Money? {
    for name in names where has(name) { return Self.decimal(text(name)) }
    return nil
  }

  func quantity(_ names: String...) -> Quantity? {
    for name in names where has(name) { return Self.decimal(text(name)) }
    return nil
  }

  /// The number of cells that are not empty.
  var valueCount: Int { fields.count { !$0.isEmpty } }

  /// The cells in one text, by which equal rows are known.
  var content: String {
    fields.lazy.map { $0.split(separator: "\n").joined(separator: " ") }.joined(separator: "\u{1F}")
  }
}
