import JSON
import Language
import Presentation
import Reports
import Sessions

/// Turns the events of an interpreter into text for standard output and standard error.
///
/// In a format of records each statement with a result, and each failure, is one object on one line of standard
/// output; in the others diagnostics go to standard error only.
public struct OutcomePrinter: Sendable {
  /// The text of an event, for each stream; empty if it has nothing to say there.
  public struct Text: Sendable {
    /// For standard output.
    public var output = ""
    /// For standard error.
    public var errors = ""
    /// True if the output has a picture for the terminal, which no pager shows.
    public var hasPicture = false

    /// Makes a text that says nothing.
    public init() {}
  }

  private let format: OutputFormat
  private let renderer: TextRenderer
  private let errorColor: Bool
  private let errorWidth: Int
  private let isStopped: @Sendable () -> Bool
  /// The part of a page of HTML that a result is.
  public var pagePart = HTMLRenderer.PagePart.whole
  /// The sequence by which the terminal shows a picture, some columns wide; nil for one that it does not show.
  public var shown: @Sendable (_ picture: Picture, _ isLight: Bool) -> String? = { _, _ in nil }

  /// Makes a printer; `width` and `color` are those of the terminal, `errorWidth` and `errorColor` those of the one for
  /// diagnostics, `isLight` gives its background if the session does not, `isStopped` is true once the user stopped
  /// waiting.
  public init(
    format: OutputFormat, width: Int = 80, color: Bool = false, errorWidth: Int = .max, errorColor: Bool = false,
    unicode: Bool = true, colorDepth: ColorDepth = .sixteen, isLight: Bool? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.isStopped = isStopped
    self.format = format
    var renderer = TextRenderer(width: width, color: color, unicode: unicode)
    renderer.look.colorDepth = colorDepth
    renderer.look.isLight = isLight
    self.renderer = renderer
    self.errorColor = errorColor
    self.errorWidth = errorWidth
  }

  /// The text of an event.
  public func text(of event: Interpreter.Event, sources: SourceMap) -> Text {
    switch event {
    case .outcome(let outcome): text(of: outcome, sources)
    case .failure(let diagnostic, let line, let source): text(of: diagnostic, line: line, source: source, sources)
    }
  }

  private func text(of outcome: Outcome, _ sources: SourceMap) -> Text {
    var text = Text()
    for warning in outcome.warnings { text.errors += report(warning, sources) }
    guard let result = outcome.result else { return text }
    var page = renderer
    page.look = outcome.look
    page.look.colorDepth = renderer.look.colorDepth
    page.look.isLight = outcome.look.isLight ?? renderer.look.isLight
    if let color = outcome.look.color, page.width != TextRenderer.unlimited { page.color = color }
    var context = OutputContext(page: page, isStopped: isStopped)
    context.pagePart = pagePart
    context.keysBefore = OutcomeRecord.keysBefore(outcome)
    context.keysAfter = OutcomeRecord.keysAfter(outcome, sources)
    // The format of the command line takes precedence.
    let format = format == .table ? outcome.look.format ?? format : format
    if format == .table, outcome.look.drawsPictures, let picture = result.picture,
      let drawn = shown(picture, page.look.isLight ?? false)
    {
      var document = result.document(isStopped: isStopped)
      document.blocks.removeAll(where: \.isDrawing)
      text.output = page.render(document, isStopped: isStopped) + drawn
      text.hasPicture = true
      return text
    }
    text.output = format.render(result, in: context) ?? ""
    return text
  }

  private func text(of diagnostic: Diagnostic, line: Int, source: String?, _ sources: SourceMap) -> Text {
    var text = Text()
    text.errors = report(diagnostic, sources)
    guard format.hasRecords else { return text }
    text.output = DiagnosticRecord.failure(diagnostic, line: line, source: source, sources).write() + "\n"
    return text
  }

  private func report(_ diagnostic: Diagnostic, _ sources: SourceMap) -> String {
    let report = DiagnosticReport(diagnostic, sources: sources, width: errorWidth)
    guard errorColor else { return report.text + "\n" }
    var painter = TextRenderer(width: renderer.width, color: true, unicode: renderer.unicode)
    painter.look.isLight = renderer.look.isLight
    painter.look.colorDepth = renderer.look.colorDepth
    return report.pieces.map { piece in
      let style = piece.role.style
      // A line break inside a styled text would be painted over: frames are plain.
      return style == .plain ? piece.text : painter.render(StyledText(piece.text, style))
    }.joined() + "\n"
  }
}

extension DiagnosticReport.Role {
  /// The style of a piece of a diagnostic.
  fileprivate var style: Style {
    switch self {
    case .severity(.error), .caret(.error): .error
    case .severity(.warning), .caret(.warning): .warning
    case .severity(.note), .caret(.note), .underline, .label: .accent
    case .message: .strong
    case .code, .location: .dim
    case .hint: .name
    case .frame, .source: .plain
    }
  }
}
