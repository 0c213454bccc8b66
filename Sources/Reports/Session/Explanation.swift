import JSON
import OrderedCollections
import Presentation

/// How a value comes about.
package struct Explanation: StatementResult {
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

  package var kind: String { "explanation" }
  package var data: JSONValue {
    var members = [("expression", JSONValue.string(expression))] + facts.map { ($0.0.replacingBlanks, .string($0.1)) }
    if !values.isEmpty { members.append(("valuations", .array(values.map(\.data)))) }
    return .object(members)
  }
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
