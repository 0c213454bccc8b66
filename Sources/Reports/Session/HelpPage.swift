import Presentation

/// A page of help.
package struct HelpPage: ShapedResult {
  package var topic: String
  package var document: Document

  package init(topic: String, document: Document) {
    self.topic = topic
    self.document = document
  }

  package static let shape = ResultShape<HelpPage>(
    "help", "A page of help.",
    [
      .text("topic") { $0.topic },
      .text("text") { TextRenderer(width: 80, color: false, unicode: true).render($0.document) },
    ])

}
