import Language
import MarketData
import OrderedCollections
import Platform
import Presentation
import Reports
import Research
import Text
import Workspace

extension Execution {
  /// Writes a result to a file, in the format that the name's ending says.
  ///
  /// - Parameter over: whether a file that the session has loaded may be replaced.
  mutating func write(
    _ result: any StatementResult, to word: Word, over: Bool = false
  ) throws(Diagnostic) -> any StatementResult {
    let path = try text(word)
    if !over { try checkNotLoaded(path, at: word.span) }
    let ending = FileName.ending(of: path)
    if ending == WorkbookFile.ending { return try writeWorkbook(result, to: path, at: word.span) }
    guard let format = OutputFormat.forFile(ending: ending) else { throw Self.unknownEnding(ending, at: word.span) }
    guard let written = format.render(result, in: OutputContext(isFile: true)) else {
      throw Diagnostic(
        .noTable, "this result has no table to write as \(format.title)", at: word.span,
        hints: ["`.json` has all of it"])
    }
    do { try environment.files.write(written, to: path) } catch {
      throw diagnostic(error, at: word.span)
    }
    let rows = result.rowCount ?? (format == .csv ? result.wholeTable?.rows.count : nil)
    return Written(file: path, format: ending, rows: rows)
  }

  /// Refuses to write over a file that the session has loaded: the session would not be found again.
  func checkNotLoaded(_ path: String, at span: SourceSpan?) throws(Diagnostic) {
    guard let identity = environment.files.status(of: path)?.identity, !identity.isEmpty else { return }
    var loaded: [(name: String, path: String)] = []
    for series in session.series.values where series.source.request.source == FileBars.word {
      loaded.append((series.name, series.source.request.name))
    }
    for (ticker, file) in session.research.fundamentalsFiles { loaded.append(("the figures of \(ticker)", file.path)) }
    guard let user = loaded.first(where: { environment.files.status(of: $0.path)?.identity == identity }) else {
      return
    }
    throw Diagnostic(
      .fileInUse, "\(path) is the file that \(user.name) was loaded from", at: span,
      hints: ["another name, or `over` behind it to replace the file"])
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
