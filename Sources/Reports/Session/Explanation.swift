import JSON
import OrderedCollections
import Presentation

/// The computation of a value, step by step.
package struct Explanation: ShapedResult {
  package var expression: String
  /// Labels with texts, in reading order.
  package var facts: [(String, String)]
  /// The valuations that it uses.
  package var values: [IntrinsicValueExplanation] = []

  package init(expression: String, facts: [(String, String)], values: [IntrinsicValueExplanation] = []) {
    self.expression = expression
    self.facts = facts
    self.values = values
  }

  package static let shape = ResultShape<Explanation>(
    "explanation", "How a value comes about.", isOpen: true,
    [
      .text("expression") { $0.expression },
      .spread { $0.facts.map { ($0.0.replacingBlanks, .string($0.1)) } },
      .spread { $0.values.isEmpty ? [] : [("valuations", .array($0.values.map(\.data)))] },
    ])
  package var document: Document {
    Document(StyledText(expression)) {
      facts.map { Property($0.0, StyledText($0.1)) }
      for value in values {
        value.facts.map { Property($0.0, StyledText($0.1)) }
        value.table
      }
    }
  }
}

extension String {
  /// The label as a JSON key.
  fileprivate var replacingBlanks: String { String(map { $0 == " " ? "_" : $0 }) }
}
