import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation
import Text

/// The values of `print`.
package struct Printed: ShapedResult {
  package var values: [Value]

  package init(values: [Value]) {
    self.values = values
  }

  package var row: [String]? { values.map(\.exportText) }
  package static let shape = ResultShape<Printed>(
    "printed", "The values of `print`.", [.value("values", [.list]) { .array($0.values.map(ValueJSON.json)) }])
  /// As written: a long line is not broken, so that other programs can read it.
  package var document: Document {
    Document { Block.values(values.map { $0.isNumber ? $0.cell(.general.ungrouped).styled(.plain) : .text($0.shown) }) }
  }
}

extension Value {
  /// True for a bare number, which is shown in the digits that its reader chose.
  fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
