import Language
import Platform
import Presentation
import Reports
import Text
import Work

extension Execution {
  /// Writes a result to a file, in the format that the name's ending says.
  ///
  /// - Parameter over: whether a file that the session has loaded may be replaced.
  mutating func write(
    _ result: any StatementResult, to word: Word, over: Bool = false
  ) throws(Diagnostic) -> any StatementResult {
    let path = try text(word)
    if path == "-" { return try writeOut(result, at: word.span) }
    if !over { try checkNotLoaded(path, at: word.span) }
    let ending = FileName.ending(of: path)
    if ending == WorkbookFile.ending { return try writeWorkbook(result, to: path, at: word.span) }
    if let strategy = result as? StrategyText, ending == "json" || ending == "tas" {
      return try write(strategy, to: path, ending)
    }
    guard let format = format(ofFile: path, ending) else { throw Self.unknownEnding(ending, of: path, at: word.span) }
    var page = TextRenderer()
    page.look = session.look
    let monitor = environment.monitor
    let rendered = format.render(result, in: OutputContext(page: page, isStopped: { monitor.isStopped }, isFile: true))
    try checkInterruption()
    guard let written = rendered else {
      throw Diagnostic(
        .noTable, "this result has no table to write as \(format.title)", at: word.span,
        hints: ["`.json` has all of it"])
    }
    do { try environment.files.write(written, to: path) } catch {
      throw diagnostic(error, at: word.span)
    }
    let rows = result.rowCount ?? (format == .csv ? result.wholeTable?.rows.count : nil)
    return Written(
      file: path, format: ending.isEmpty ? format.name : ending, rows: rows,
      chosenFormat: ending.isEmpty ? format.title : nil)
  }

  /// Gives a result to standard output with all its rows, and says how many they are on standard error.
  private mutating func writeOut(
    _ result: any StatementResult, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    guard let text = OutputFormat.csv.render(result, in: OutputContext(isFile: true)) else {
      throw Diagnostic(
        .noTable, "this result has no table to write as \(OutputFormat.csv.title)", at: span,
        hints: ["without `to` it is shown; a file `.json` has all of it"])
    }
    let rows = result.rowCount ?? result.wholeTable?.rows.count ?? 0
    note(.rowsWritten, "wrote \(NumberText.counted(rows, "row")) to standard output")
    return WrittenOut(result, text: text)
  }

  /// The format of a file's ending; CSV for a device or a pipe, whose name has none.
  private func format(ofFile path: String, _ ending: String) -> OutputFormat? {
    guard ending.isEmpty else { return OutputFormat.forFile(ending: ending) }
    guard let status = environment.files.status(of: path), !status.isRegular, !status.isFolder else { return nil }
    return .csv
  }

  private static func unknownEnding(_ ending: String, of path: String, at span: SourceSpan?) -> Diagnostic {
    let endings = OutputFormat.fileEndings.map { "`.\($0)`" }
    if ["svg", "png"].contains(ending) {
      return Diagnostic(
        .notBuiltYet, "writing .\(ending) is not built yet", at: span, hints: [endings.joined(separator: ", ")])
    }
    return Diagnostic(
      .unknownFormat,
      ending.isEmpty
        ? "\(path) has no ending, which would name the format" : "the ending `.\(ending)` names no format", at: span,
      hints: [Wording.list(endings, or: true)])
  }
}
