import OrderedCollections
import Presentation

/// A strategy as written.
package struct StrategyText: ShapedResult {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  package static let shape = ResultShape<StrategyText>(
    "strategy", "The text of a strategy.", [.text("name") { $0.name }, .text("text") { $0.text }])
  package var document: Document { Document { Block.code(text) } }
}
