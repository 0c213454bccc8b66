import JSON
import OrderedCollections
import Presentation

/// A strategy as it was written.
package struct StrategyText: StatementResult {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  package var kind: String { "strategy" }
  package var data: JSONValue { ["name": .string(name), "text": .string(text)] }
  package var document: Document { Document { Block.code(text) } }
}
