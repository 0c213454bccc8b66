import JSON
import Language
import Presentation
import Reports

/// Turns the events of an interpreter into text for standard output and standard error.
///
/// In a format of records each statement with a result, and each failure, is one object on one line of standard
/// output; in the others diagnostics go to standard error only.
public struct OutcomePrinter: Sendable {
  /// The text of an event, for each stream; empty where it has nothing to say there.
  public struct Text: Sendable {
    /// For standard output.
    public var output = ""
    /// For standard error.
    public var errors = ""

    /// Makes a text that says nothing.
    public init() {}
  }

  private let format: OutputFormat
  private let renderer: TextRenderer
  private let errorColor: Bool
  private let isStopped: @Sendable () -> Bool

  /// Makes a printer; `width` and `color` are those of the terminal, `isStopped` tells that nobody waits any more.
  public init(
    format: OutputFormat, width: Int = 80, color: Bool = false, errorColor: Bool = false, unicode: Bool = true,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.isStopped = isStopped
    self.format = format
    renderer = TextRenderer(width: width, color: color, unicode: unicode)
    self.errorColor = errorColor
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
    var members: [(String, JSONValue)] = [("line", .integer(outcome.line))]
    if let source = outcome.source { members.append(("source", .string(source))) }
    text.output = self.text(of: result, members, warnings: outcome.warnings, look: outcome.look).output
    return text
  }

  /// The text of a result; `members` stand between its kind and its data in JSON.
  private func text(
    of result: any StatementResult, _ members: [(String, JSONValue)], warnings: [Diagnostic] = [], look: Look
  ) -> Text {
    var text = Text()
    var page = renderer
    page.look = look
    if let color = look.color, page.width != TextRenderer.unlimited { page.color = color }
    var context = OutputContext(page: page, isStopped: isStopped, keysBefore: members)
    if !warnings.isEmpty { context.keysAfter = [("warnings", .array(warnings.map(Self.json)))] }
    // What the program was asked for on its command line comes first.
    let format = format == .table ? look.format ?? format : format
    text.output = format.render(result, in: context) ?? ""
    return text
  }

  private func text(of diagnostic: Diagnostic, line: Int, source: String?, _ sources: SourceMap) -> Text {
    var text = Text()
    text.errors = report(diagnostic, sources)
    guard format.hasRecords else { return text }
    var members: [(String, JSONValue)] = [("kind", "error"), ("line", .integer(line))]
    if let source { members.append(("source", .string(source))) }
    members.append(("data", Self.json(diagnostic)))
    text.output = JSONValue.object(members).write() + "\n"
    return text
  }

  private static func json(_ diagnostic: Diagnostic) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("code", .string(diagnostic.code.name)), ("message", .string(diagnostic.message)),
      ("hint", .string(diagnostic.hints.first)), ("hints", .strings(diagnostic.hints)),
      ("severity", .string(diagnostic.severity.rawValue)),
      (
        "span",
        diagnostic.span.map { ["start": .integer($0.start), "end": .integer($0.end)] } ?? .null
      ),
    ]
    if !diagnostic.assumptions.isEmpty { members.append(("assumptions", .strings(diagnostic.assumptions))) }
    return .object(members)
  }

  private func report(_ diagnostic: Diagnostic, _ sources: SourceMap) -> String {
    let report = DiagnosticReport(diagnostic, sources: sources)
    guard errorColor else { return report.text + "\n" }
    let painter = TextRenderer(width: renderer.width, color: true, unicode: renderer.unicode)
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
