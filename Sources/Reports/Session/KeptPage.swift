import JSON
import OrderedCollections
import Presentation

/// A result as a session's file kept it: its former page and JSON, not recomputed.
package struct KeptPage: StatementResult {
  package let kind: String
  package let data: JSONValue
  package let document: Document

  /// The page of a result, with the JSON of it.
  package init(kind: String, data: JSONValue, document: Document) {
    (self.kind, self.data, self.document) = (kind, data, document)
  }

  /// The page as in a session's file.
  package static func json(_ result: any StatementResult) -> JSONValue {
    ["kind": .string(result.kind), "data": result.data, "page": DocumentFile.json(result.document)]
  }

  /// The page that was kept; nil if the JSON is none.
  package init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.stringValue, let data = json["data"], let page = json["page"],
      let document = DocumentFile.document(page)
    else { return nil }
    self.init(kind: kind, data: data, document: document)
  }

  package var rowCount: Int? { document.mainTable?.rows.count }
  package var wholeTable: Table? { document.mainTable }
  package var memory: [HeldMemory] { document.mainTable.map { [HeldMemory($0)] } ?? [] }
}
