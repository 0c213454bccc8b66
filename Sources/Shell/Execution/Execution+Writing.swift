import Language
import Platform
import Presentation
import Reports
import Text

extension Execution {
  /// Writes a result to a file, in the format that the name's ending says.
  mutating func write(_ result: any StatementResult, to word: Word) throws(Diagnostic) -> any StatementResult {
    let path = try text(word)
    let ending = FileName.ending(of: path)
    guard let format = OutputFormat.forFile(ending: ending) else { throw Self.unknownEnding(ending, at: word.span) }
    guard let written = format.render(result, in: OutputContext(isFile: true)) else {
      throw Diagnostic(
        .noTable, "this result has no table to write as \(format.title)", at: word.span,
        hints: ["`.json` has all of it"])
    }
    do { try environment.files.write(written, to: path) } catch {
      throw Diagnostic(.fileError, error.message, at: word.span)
    }
    let rows = result.rowCount ?? (format == .csv ? result.document.mainTable?.rows.count : nil)
    return Written(file: path, format: ending, rows: rows)
  }

  private static func unknownEnding(_ ending: String, at span: SourceSpan?) -> Diagnostic {
    let endings = OutputFormat.fileEndings.map { "`.\($0)`" }
    if ["html", "svg", "png"].contains(ending) {
      return Diagnostic(
        .notBuiltYet, "writing .\(ending) is not built yet", at: span, hints: [endings.joined(separator: ", ")])
    }
    return Diagnostic(
      .unknownFormat, "the ending `.\(ending)` names no format", at: span,
      hints: [Wording.list(endings, or: true)])
  }
}
