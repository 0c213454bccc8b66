import JSON
import Presentation

/// A page of help.
package struct HelpPage: StatementResult {
  package var topic: String
  package var document: Document

  package init(topic: String, document: Document) {
    self.topic = topic
    self.document = document
  }

  package var kind: String { "help" }
  package var data: JSONValue {
    ["topic": .string(topic), "text": .string(TextRenderer(width: 80, color: false, unicode: true).render(document))]
  }
}
