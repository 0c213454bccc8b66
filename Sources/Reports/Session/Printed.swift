import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation

/// The values of `print`.
package struct Printed: StatementResult {
  package var values: [Value]

  package init(values: [Value]) {
    self.values = values
  }

  package var kind: String { "printed" }
  package var isRowOfText: Bool { true }
  package var data: JSONValue { ["values": .array(values.map(ValueJSON.json))] }
  /// As it was written: a long line is not broken, so that other programs can read it.
  package var document: Document { Document { Block.code(values.map(\.shown).joined(separator: " ")) } }
}
