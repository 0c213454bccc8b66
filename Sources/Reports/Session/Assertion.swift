import JSON
import OrderedCollections
import Presentation

/// A condition that held, or a number that was near to the one that is expected.
package struct Assertion: StatementResult {
  /// A number beside the one that is expected.
  package struct Expected: Sendable {
    package var value: Double
    package var target: Double
    package var distance: Double

    package init(value: Double, target: Double, distance: Double) {
      self.value = value
      self.target = target
      self.distance = distance
    }
  }

  private let expected: Expected?

  package init(expected: Expected? = nil) { self.expected = expected }

  package var kind: String { "assertion" }
  package var data: JSONValue {
    guard let expected else { return ["passed": true] }
    return [
      "passed": true, "value": .number(expected.value), "target": .number(expected.target),
      "distance": .number(expected.distance),
    ]
  }
  package var document: Document { Document() }
}
