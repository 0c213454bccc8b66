import OrderedCollections
import Presentation

/// A name was defined.
package struct Defined: ShapedResult {
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

  package static let shape = ResultShape<Defined>(
    "defined", "A name that was defined.",
    [
      .text("name") { $0.name }, .text("type") { $0.type }, .truth("replaced") { $0.replaced },
      .strings("used_by") { $0.usedBy },
    ])
  package var document: Document {
    Document {
      StyledText(described + (replaced ? ", redefined" : ""))
      for note in notes { Block.note(StyledText(note)) }
      if !usedBy.isEmpty { Block.note("used by \(usedBy.joined(separator: ", "))") }
    }
  }
}
