import JSON
import Presentation

/// A result was written to a file.
package struct Written: StatementResult {
  package var file: String
  package var format: String

  package init(file: String, format: String) {
    self.file = file
    self.format = format
  }

  package var kind: String { "written" }
  package var data: JSONValue { ["file": .string(file), "format": .string(format)] }
  package var document: Document { Document { StyledText("wrote \(file)") } }
}
