import JSON
import OrderedCollections
import Presentation

/// A condition that held.
package struct Assertion: StatementResult {
  package init() {}

  package var kind: String { "assertion" }
  package var data: JSONValue { ["passed": true] }
  package var document: Document { Document() }
}
