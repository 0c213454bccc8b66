import JSON
import OrderedCollections
import Presentation

/// A name was defined.
package struct Defined: StatementResult {
  package var name: String
  package var type: String
  package var described: String
  package var replaced: Bool
  package var usedBy: [String]
  /// Remarks below the message.
  package var notes: [String] = []

  package init(name: String, type: String, described: String, replaced: Bool, usedBy: [String]) {
    self.name = name
    self.type = type
    self.described = described
    self.replaced = replaced
    self.usedBy = usedBy
  }

  package var kind: String { "defined" }
  package var data: JSONValue {
    [
      "name": .string(name), "type": .string(type), "replaced": .bool(replaced), "used_by": .strings(usedBy),
    ]
  }
  package var document: Document {
    Document {
      StyledText(described + (replaced ? ", redefined" : ""))
      for note in notes { Block.note(StyledText(note)) }
      if !usedBy.isEmpty { Block.note("used by \(usedBy.joined(separator: ", "))") }
    }
  }
}
