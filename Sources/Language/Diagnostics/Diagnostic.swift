import Text

/// An error, or a likely one, with its place in the text, the reason and a way out.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The degrees of importance.
  public enum Severity: String, Hashable, Sendable {
    /// The statement did nothing.
    case error
    /// The statement ran; something in it looks like a mistake.
    case warning
    /// The statement ran; something is worth knowing.
    case note
  }

  /// The stable name of a kind of diagnostic, such as `unknown-name`: a ``DiagnosticCode``, or one of an engine.
  public struct Code: Hashable, Sendable {
    /// The code as it is printed.
    public let name: String
    /// A code of the language.
    public init(_ code: DiagnosticCode) { name = code.name }
    /// A code of an engine, by its printed name.
    public init(engine name: String) { self.name = name }
  }

  /// A place in the text with a remark.
  public struct Label: Hashable, Sendable {
    /// The place.
    public var span: SourceSpan
    /// The remark; may be empty.
    public var text: String

    /// Makes a label.
    public init(_ span: SourceSpan, _ text: String = "") {
      self.span = span
      self.text = text
    }
  }

  /// The importance.
  public var severity: Severity
  /// The stable name of this kind of diagnostic.
  public var code: Code
  /// One sentence without a full stop at its end.
  public var message: String
  /// The places; the first is the main one.
  public var labels: [Label]
  /// A hint, an assumption, or the place of a `run`.
  ///
  /// One array keeps the struct small: each frame of a recursion that can throw it has room for it.
  private enum Detail: Hashable, Sendable {
    case hint(String)
    case assumption(String)
    case run(SourceSpan)
  }
  private var details: [Detail] = []

  /// Ways out, each a sentence or a spelling to use instead.
  public var hints: [String] {
    get { details.compactMap { if case .hint(let hint) = $0 { hint } else { nil } } }
    set { details = newValue.map { .hint($0) } + details.filter { if case .hint = $0 { false } else { true } } }
  }

  /// The assumptions of a valuation that it is about; empty for all others.
  public var assumptions: [String] {
    get { details.compactMap { if case .assumption(let name) = $0 { name } else { nil } } }
    set {
      details = details.filter { if case .assumption = $0 { false } else { true } } + newValue.map { .assumption($0) }
    }
  }

  /// The places of the `run`s that led to the script in which it lies, the innermost first.
  public var runs: [SourceSpan] { details.compactMap { if case .run(let span) = $0 { span } else { nil } } }

  /// The same diagnostic, met in a script that the statement at a place runs.
  public func run(from span: SourceSpan) -> Diagnostic {
    var copy = self
    copy.details.append(.run(span))
    return copy
  }

  /// Makes a diagnostic with a code of the language; an error unless said otherwise.
  public init(
    _ code: DiagnosticCode,
    _ message: String,
    at span: SourceSpan?,
    label: String = "",
    hints: [String] = [],
    severity: Severity = .error
  ) {
    self.init(code: Code(code), message, at: span, label: label, hints: hints, severity: severity)
  }

  /// Makes a diagnostic with the code of an engine; an error unless said otherwise.
  public init(
    code: Code,
    _ message: String,
    at span: SourceSpan?,
    label: String = "",
    hints: [String] = [],
    severity: Severity = .error
  ) {
    self.severity = severity
    self.code = code
    self.message = Wording.shortened(message)
    labels = span.map { [Label($0, label)] } ?? []
    self.hints = hints.map { Wording.shortened($0) }
  }

  /// The main place.
  public var span: SourceSpan? { labels.first?.span }

  /// The same diagnostic with one more place.
  public func pointing(at span: SourceSpan, _ text: String) -> Diagnostic {
    var copy = self
    copy.labels.append(Label(span, Wording.shortened(text)))
    return copy
  }

  /// The same diagnostic with one more hint.
  public func hint(_ text: String) -> Diagnostic {
    var copy = self
    copy.hints.append(text)
    return copy
  }
}

extension Diagnostic.Code? {
  /// True for the code of the language; nil, the code of no diagnostic, equals nil alone.
  public static func == (left: Self, right: DiagnosticCode?) -> Bool { left?.name == right?.name }
}
