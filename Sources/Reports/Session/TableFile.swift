import JSON
import Presentation
import Text

/// A table of a kept page: its numbers are exact, their formats are with the columns.
enum TableFile {
  static func json(_ table: Table) -> JSONValue {
    .object(
      [
        ("columns", .array(table.columns.map(json))), ("rows", .array(table.rows.map { .array($0.map(json)) })),
        ("visible_rows", table.visibleRows.map { .integer($0) } ?? .null),
        ("rules", .array(table.rules.sorted().map { .integer($0) })), ("list", .bool(table.isList)),
        ("leaves_out", .bool(table.leavesOutEmptyRows)),
      ])
  }

  static func table(_ json: JSONValue) -> Table? {
    guard let columns = json["columns"]?.elements?.compactMap(column), let rows = json["rows"]?.elements else {
      return nil
    }
    let cells = rows.map { row in Array((row.elements ?? []).map(cell).prefix(columns.count)) }
    var table = Table(
      columns: columns, rows: cells, visibleRows: json["visible_rows"]?.intValue,
      rules: Set((json["rules"]?.elements ?? []).compactMap(\.intValue)))
    table.isList = json["list"]?.boolValue ?? false
    table.leavesOutEmptyRows = json["leaves_out"]?.boolValue ?? false
    return table
  }

  private static func json(_ column: Table.Column) -> JSONValue {
    [
      "title": .string(column.title), "key": .string(column.key), "right": .bool(column.alignment == .right),
      "format": .string(column.format.code), "style": StyleFile.json(column.style), "wraps": .bool(column.wraps),
      "whole": .bool(column.isWhole), "sign": .bool(column.colorsBySign),
      "group": column.group.map { .integer($0) } ?? .null,
    ]
  }

  private static func column(_ json: JSONValue) -> Table.Column? {
    guard let title = json["title"]?.stringValue else { return nil }
    var column = Table.Column(
      title, key: json["key"]?.stringValue, alignment: json["right"]?.boolValue == true ? .right : .left,
      format: json["format"]?.stringValue.flatMap { NumberFormat(code: $0) } ?? .general,
      style: json["style"].flatMap(StyleFile.style) ?? .plain)
    column.wraps = json["wraps"]?.boolValue ?? false
    column.isWhole = json["whole"]?.boolValue ?? false
    column.colorsBySign = json["sign"]?.boolValue ?? false
    column.group = json["group"]?.intValue
    return column
  }

  static func json(_ cell: Cell) -> JSONValue {
    var members: [(String, JSONValue)] = []
    switch cell.content {
    case .number(let number): members.append(("number", .number(number)))
    case .integer(let number): members.append(("integer", .integer(number)))
    case .text(let text): members.append(("text", StyledTextFile.json(text)))
    case .truth(let value, let shown): members += [("truth", .bool(value)), ("text", StyledTextFile.json(shown))]
    case .absent(let shown): members.append(("absent", StyledTextFile.json(shown)))
    case .missing: break
    }
    if let style = cell.style { members.append(("style", StyleFile.json(style))) }
    if let format = cell.format { members.append(("format", .string(format.code))) }
    if let exact = cell.exact { members.append(("exact", .string(exact))) }
    return .object(members)
  }

  static func cell(_ json: JSONValue) -> Cell {
    let content: Cell.Content =
      if let number = json["number"]?.doubleValue {
        .number(number)
      } else if let number = json["integer"]?.intValue {
        .integer(number)
      } else if let value = json["truth"]?.boolValue {
        .truth(value, shown: json["text"].flatMap(StyledTextFile.text) ?? StyledText(value ? "true" : "false"))
      } else if let text = json["text"].flatMap(StyledTextFile.text) {
        .text(text)
      } else if let shown = json["absent"].flatMap(StyledTextFile.text) {
        .absent(shown: shown)
      } else {
        .missing
      }
    return Cell(
      content, style: json["style"].flatMap(StyleFile.style),
      format: json["format"]?.stringValue.flatMap { NumberFormat(code: $0) }, exact: json["exact"]?.stringValue)
  }
}

/// A text with its styles: a string, or its pieces with the style of each.
enum StyledTextFile {
  static func json(_ text: StyledText) -> JSONValue {
    if text.spans.allSatisfy({ $0.style == .plain }) { return .string(text.plain) }
    return .array(text.spans.map { .array([.string($0.text), StyleFile.json($0.style)]) })
  }

  static func text(_ json: JSONValue) -> StyledText? {
    if let plain = json.stringValue { return StyledText(plain) }
    guard let pieces = json.elements else { return nil }
    var text = StyledText()
    for piece in pieces {
      guard let parts = piece.elements, parts.count == 2, let words = parts[0].stringValue else { return nil }
      text.append(words, StyleFile.style(parts[1]) ?? .plain)
    }
    return text
  }
}

/// The names of styles.
enum StyleFile {
  private static let named: [(String, Style)] = [
    ("plain", .plain), ("strong", .strong), ("dim", .dim), ("heading", .heading), ("name", .name),
    ("number", .number), ("keyword", .keyword), ("positive", .positive), ("negative", .negative),
    ("warning", .warning), ("error", .error), ("accent", .accent),
  ]

  static func json(_ style: Style) -> JSONValue {
    switch style {
    case .series(let number): .array(["series", .integer(number)])
    case .heat(let strength): .array(["heat", .integer(strength)])
    default: .string(named.first { $0.1 == style }?.0)
    }
  }

  static func style(_ json: JSONValue) -> Style? {
    if let name = json.stringValue { return named.first { $0.0 == name }?.1 }
    guard let parts = json.elements, parts.count == 2, let number = parts[1].intValue else { return nil }
    return parts[0].stringValue == "series" ? .series(number) : .heat(number)
  }
}
