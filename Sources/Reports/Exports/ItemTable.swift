import JSON
import Presentation

/// A result of many sorts of numbers as one long table: a number a row, found by its section, item and year.
package struct ItemTable {
  private var records: Records

  /// No rows yet.
  ///
  /// - Parameter more: further columns, in their order.
  package init(more: [String] = []) {
    records = Records(columns: ["section", "item", "year", "value", "text"] + more)
  }

  /// The table.
  package var table: Table { records.table }

  /// Adds a row.
  ///
  /// - Parameter more: further columns.
  package mutating func append(
    _ section: String, _ item: String, year: Int? = nil, _ value: Cell, text: String? = nil,
    more: [(key: String, cell: Cell)] = []
  ) {
    records.append(
      [
        ("section", .text(section)), ("item", .text(item)), ("year", .integer(year)), ("value", value),
        ("text", .text(text)),
      ] + more)
  }

  /// Adds everything that an object of JSON holds, one row for each number and text.
  package mutating func append(_ section: String, _ json: JSONValue) {
    for member in json.members ?? [] { append(section, member.key, member.value) }
  }

  private mutating func append(_ section: String, _ key: String, _ json: JSONValue) {
    switch json {
    case .null: break
    case .string(let text): append(section, key, .missing, text: text)
    case .bool, .number, .integer, .decimal: append(section, key, Cell(json))
    case .object: append(key, json)
    case .array(let elements): append(key, elements)
    }
  }

  /// Adds a list: rows of years, pairs of an item and its value, or further objects.
  private mutating func append(_ section: String, _ elements: [JSONValue]) {
    for (place, element) in elements.enumerated() {
      guard let members = element.members else {
        append(section, "\(place + 1)", element)
        continue
      }
      let year = element["year"]?.intValue
      if let item = element["item"]?.stringValue, let value = element["value"] {
        append(section, item, year: year, Cell(value))
        continue
      }
      let name = element["name"]?.stringValue
      for member in members where !["year", "name"].contains(member.key) {
        let item = name.map { "\($0).\(member.key)" } ?? member.key
        switch member.value {
        case .null: break
        case .string(let text): append(section, item, year: year, .missing, text: text)
        case .bool, .number, .integer, .decimal: append(section, item, year: year, Cell(member.value))
        case .array(let elements): append(item, elements)
        case .object: append(item, member.value)
        }
      }
    }
  }
}
