import JSON
import Presentation
import Text

/// The page of a result in a session's file: its words, tables and labels as they are, without its drawings.
package enum DocumentFile {
  /// A page as JSON.
  package static func json(_ document: Document) -> JSONValue {
    .object(
      [("blocks", .array(document.blocks.compactMap(json)))]
        + (document.declaredMainTable.map { [("main", TableFile.json($0))] } ?? []))
  }

  /// The page that was written; nil if the JSON is none.
  package static func document(_ json: JSONValue) -> Document? {
    guard let elements = json["blocks"]?.elements else { return nil }
    let blocks = elements.compactMap(block)
    guard blocks.count == elements.count else { return nil }
    let main = json["main"].flatMap(TableFile.table)
    return Document(blocks, mainTable: main)
  }

  private static func json(_ block: Document.Block) -> JSONValue? {
    switch block {
    case .heading(let text): ["heading": StyledTextFile.json(text)]
    case .paragraph(let text): ["paragraph": StyledTextFile.json(text)]
    case .list(let items): ["list": .array(items.map(StyledTextFile.json))]
    case .table(let table): ["table": TableFile.json(table)]
    case .properties(let properties):
      [
        "properties": .array(
          properties.map { property in
            [
              "label": .string(property.label), "value": TableFile.json(property.value),
              "remark": property.remark.map(StyledTextFile.json) ?? .null,
            ]
          })
      ]
    case .note(let text): ["note": StyledTextFile.json(text)]
    case .warning(let text): ["warning": StyledTextFile.json(text)]
    case .code(let text): ["code": .string(text)]
    case .values(let cells): ["values": .array(cells.map(TableFile.json))]
    case .blank: ["blank": .null]
    case .chart, .bars, .figure, .sparkline: nil
    }
  }

  private static func block(_ json: JSONValue) -> Document.Block? {
    guard let member = json.members?.first else { return nil }
    let value = member.value
    switch member.key {
    case "heading": return StyledTextFile.text(value).map { .heading($0) }
    case "paragraph": return StyledTextFile.text(value).map { .paragraph($0) }
    case "list": return .list((value.elements ?? []).compactMap(StyledTextFile.text))
    case "table": return TableFile.table(value).map { .table($0) }
    case "properties":
      return .properties(
        (value.elements ?? []).compactMap { item in
          guard let label = item["label"]?.stringValue, let cell = item["value"] else { return nil }
          return Property(label, cell: TableFile.cell(cell), remark: item["remark"].flatMap(StyledTextFile.text))
        })
    case "note": return StyledTextFile.text(value).map { .note($0) }
    case "warning": return StyledTextFile.text(value).map { .warning($0) }
    case "code": return value.stringValue.map { .code($0) }
    case "values": return .values((value.elements ?? []).map(TableFile.cell))
    case "blank": return .blank
    default: return nil
    }
  }
}
