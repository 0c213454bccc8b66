import JSON
import Language
import Platform
import Presentation

extension Execution {
  /// Writes a result to a file, in the format that the name's ending says.
  mutating func write(_ result: any StatementResult, to word: Word) throws(Diagnostic) -> any StatementResult {
    let path = try text(word)
    let written: String
    let format = FileName.ending(of: path)
    switch format {
    case "csv":
      guard result.document.mainTable != nil else {
        throw Diagnostic(
          .noTable, "this result has no table to write as CSV", at: word.span, hints: ["`.json` has all of it"])
      }
      written = CSVRenderer().render(result.document)
    case "json": written = JSONValue.object([("kind", .string(result.kind)), ("data", result.data)]).prettyWrite()
    case "md": written = MarkdownRenderer().render(result.document)
    case "html", "svg", "png":
      throw Diagnostic(
        .notBuiltYet, "writing .\(format) is not built yet", at: word.span, hints: ["`.csv`, `.json`, `.md`"])
    default:
      throw Diagnostic(
        .unknownFormat, "the ending `.\(format)` names no format", at: word.span, hints: ["`.csv`, `.json` or `.md`"])
    }
    do { try environment.files.write(written, to: path) } catch {
      throw Diagnostic(.fileError, error.message, at: word.span)
    }
    return Written(file: path, format: format)
  }
}

/// A result was written to a file.
struct Written: StatementResult {
  var file: String
  var format: String

  var kind: String { "written" }
  var data: JSONValue { ["file": .string(file), "format": .string(format)] }
  var document: Document { Document { StyledText("wrote \(file)") } }
}
