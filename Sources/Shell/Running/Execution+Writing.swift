import Commands
import Language
import Platform
import Presentation
import Reports
import Sessions
import Text
import Work

extension Execution {
  /// Writes a result to a file, in the format that the name's ending says.
  ///
  /// - Parameters:
  ///   - remarks: the remarks on the prices that it rests on, which a page has below it.
  ///   - over: whether a file that the session has loaded may be replaced.
  mutating func write(
    _ result: any StatementResult, _ remarks: [String] = [], to word: Word, over: Bool = false
  ) throws(Diagnostic) -> any StatementResult {
    let path = try text(word)
    if path == "-" { return try writeOut(result, at: word.span) }
    if !over { try checkNotLoaded(path, at: word.span) }
    let ending = Self.ending(of: path)
    if ending == "png" { return try writePixels(of: result, to: path, at: word.span) }
    if ending == "pdf" { return try writePaper(of: result, remarks, to: path, at: word.span) }
    if ending == WorkbookFile.ending { return try writeWorkbook(result, to: path, at: word.span) }
    if let strategy = result as? StrategyText, ending == "json" || ending == "tas" {
      return try write(strategy, to: path, ending)
    }
    if let text = (result as? TableResult)?.texts[ending] {
      do { try environment.files.write(text(), to: path) } catch { throw diagnostic(error, at: word.span) }
      return Written(file: path, format: ending, rows: result.rowCount)
    }
    if ending == "md", let report = result as? ReportResult {
      return try write(report, remarks, toMarkdown: path, at: word.span)
    }
    let result = ending == "json" ? (result as? TableResult)?.withModels ?? result : result
    guard let format = format(ofFile: path, ending) else { throw Self.unknownEnding(ending, of: path, at: word.span) }
    var page = TextRenderer()
    page.look = session.look
    let monitor = environment.monitor
    var context = OutputContext(page: page, isStopped: { monitor.isStopped }, isFile: true)
    context.remarks = remarks
    let rendered = format.render(result, in: context)
    try checkInterruption()
    guard let written = rendered else {
      if format.isPicture { throw Self.withoutPicture(at: word.span) }
      throw Diagnostic(
        .noTable, "this result has no table to write as \(format.title)", at: word.span,
        hints: ["`.json` has all of it"])
    }
    do { try environment.files.write(written, to: path) } catch {
      throw diagnostic(error, at: word.span)
    }
    if format.isPicture { return Written(file: path, format: format.name) }
    let rows = result.rowCount ?? (format == .csv ? result.wholeTable?.rows.count : nil)
    return Written(
      file: path, format: ending.isEmpty ? format.name : ending, rows: rows,
      chosenFormat: ending.isEmpty ? format.title : nil)
  }

  /// Writes a report as Markdown, with an SVG file for each figure next to it.
  private mutating func write(
    _ report: ReportResult, _ remarks: [String], toMarkdown path: String, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    let stem = FileName.stem(of: path)
    var renderer = MarkdownRenderer(chartWidth: session.look.chartWidth ?? 80)
    renderer.look = session.look
    renderer.figureFile = { "\(stem)-\($0).svg" }
    let document = report.document.adding(notes: remarks)
    let parts = document.picture?.parts ?? []
    do {
      try environment.files.write(renderer.render(document), to: path)
      for (number, part) in parts.enumerated() {
        // Its words are below it in the text.
        var renderer = SVGRenderer()
        renderer.showsTitle = false
        let svg = renderer.render(Picture(title: part.caption, [Picture.Part("", part.drawing)]))
        try environment.files.write(svg, to: "\(FileName.folder(of: path))/\(stem)-\(number + 1).svg")
      }
    } catch { throw diagnostic(error, at: span) }
    var written = Written(file: path, format: "markdown")
    if !parts.isEmpty {
      written.notes = ["and \(NumberText.counted(parts.count, "figure")) beside it, \(stem)-1.svg and on"]
    }
    return written
  }

  /// Gives a result to standard output with all its rows, and says how many they are on standard error.
  private mutating func writeOut(
    _ result: any StatementResult, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    let monitor = environment.monitor
    let rendered = OutputFormat.csv.render(result, in: OutputContext(isStopped: { monitor.isStopped }, isFile: true))
    try checkInterruption()
    guard let text = rendered else {
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

  /// The ending of a file's name, of two parts if a format has one: `vl.json`.
  private static func ending(of path: String) -> String {
    let ending = FileName.ending(of: path)
    let longer = FileName.ending(of: FileName.stem(of: path)) + "." + ending
    return OutputFormat.forFile(ending: longer) == nil ? ending : longer
  }

  private static func withoutPicture(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .noPicture, "this result has no picture", at: span,
      hints: ["`.html` and `.md` show it as text, `.json` has all of it"])
  }

  /// Writes the picture of a result in pixels, which a program of the machine makes.
  private mutating func writePixels(
    of result: any StatementResult, to path: String, at span: SourceSpan?
  ) throws(Diagnostic) -> any StatementResult {
    guard let svg = OutputFormat.svg.render(result, in: OutputContext(isFile: true)) else {
      throw Self.withoutPicture(at: span)
    }
    try checkInterruption()
    switch environment.rasterizer.png(svg) {
    case .image(let bytes):
      do { try environment.files.write(bytes, to: path) } catch { throw diagnostic(error, at: span) }
      return Written(file: path, format: "png", rows: nil, chosenFormat: nil)
    case .absent:
      throw Diagnostic(
        .noConverter, "a `.png` is made by `rsvg-convert`, which is not installed or cannot be run", at: span,
        hints: [
          "`apt-get install librsvg2-bin` has it, on a Mac `brew install librsvg`",
          "`.svg` needs no other program, and browsers show it",
        ])
    case .failed:
      throw Diagnostic(
        .noConverter, "`rsvg-convert` rejected the picture", at: span,
        hints: ["`.svg` needs no other program, and browsers show it"])
    }
  }

  /// Writes the page of a result as PDF, which a browser of the machine prints.
  private mutating func writePaper(
    of result: any StatementResult, _ remarks: [String], to path: String, at span: SourceSpan?
  ) throws(Diagnostic) -> any StatementResult {
    var page = TextRenderer()
    page.look = session.look
    // Without a script: the printed page is static.
    var context = OutputContext(page: page)
    context.remarks = remarks
    guard let html = OutputFormat.html.render(result, in: context) else {
      throw Self.withoutPicture(at: span)
    }
    try checkInterruption()
    let hints = ["`.html` needs no other program, and every browser prints it"]
    switch environment.pagePrinter.pdf(html) {
    case .image(let bytes):
      do { try environment.files.write(bytes, to: path) } catch { throw diagnostic(error, at: span) }
      return Written(file: path, format: "pdf", rows: nil, chosenFormat: nil)
    case .absent:
      throw Diagnostic(
        .noConverter, "a `.pdf` is printed by Chromium or Chrome, which is not installed or cannot be run", at: span,
        hints: ["`apt-get install chromium` has it"] + hints)
    case .failed:
      throw Diagnostic(.noConverter, "the browser did not print the page", at: span, hints: hints)
    }
  }

  private static func unknownEnding(_ ending: String, of path: String, at span: SourceSpan?) -> Diagnostic {
    let endings = (OutputFormat.fileEndings + ["pdf", "png"]).sorted().map { "`.\($0)`" }
    return Diagnostic(
      .unknownFormat,
      ending.isEmpty
        ? "\(path) has no ending, which would name the format" : "the ending `.\(ending)` names no format", at: span,
      hints: [Wording.list(endings, or: true)])
  }
}
