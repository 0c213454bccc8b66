import Language
import Reports

/// A command: its syntax, its purpose, and its handler.
///
/// Parsing, completion, help, the reference and "did you mean" all read this one value. A command may change
/// only the execution it is given, prints nothing, and checks nothing that its syntax already says.
public struct Command: Sendable {
  /// The part of the work that a command belongs to; the order is that of the documentation.
  public enum Category: String, Sendable, CaseIterable {
    case data = "Data and exploring"
    case names = "Names"
    case strategies = "Strategies"
    case accounts = "Accounts"
    case valuation = "Valuation"
    case session = "Session"
    case help = "Help"
  }

  /// Its syntax.
  public let syntax: CommandSyntax
  /// The part of the work that it belongs to.
  public let category: Category
  /// Its purpose, in one sentence.
  public let summary: String
  /// A form whose grammar is the parser's own; nil if the syntax has all forms.
  package let definition: String?
  /// Notes on the command, in a few sentences; they are made when they are read, as the program starts with all commands.
  public var discussion: String { makeDiscussion() }
  private let makeDiscussion: @Sendable () -> String
  /// Statements that work on the sample data.
  public let examples: [String]
  /// True if it changes the session, so that `undo` can take it back.
  public let changesSession: Bool
  /// The forms that leave the session as it is though others change it: they show something or write a file.
  package let formsThatOnlyRead: Set<String>
  /// True for a call of another form that has none of the parts that change the session, such as `universe tech`.
  ///
  /// Nil if every such call changes it.
  package let onlyReads: (@Sendable (CommandCall) -> Bool)?
  /// The handler.
  package let run: @Sendable (inout Execution, CommandCall) throws(Diagnostic) -> (any StatementResult)?

  package init(
    _ syntax: CommandSyntax, category: Category, summary: String, definition: String? = nil,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    examples: [String] = [], changesSession: Bool = false,
    formsThatOnlyRead: [any RawRepresentable<String>] = [], onlyReads: (@Sendable (CommandCall) -> Bool)? = nil,
    run: @escaping @Sendable (inout Execution, CommandCall) throws(Diagnostic) -> (any StatementResult)?
  ) {
    self.syntax = syntax
    self.category = category
    self.summary = summary
    self.definition = definition
    makeDiscussion = discussion
    self.examples = examples
    self.changesSession = changesSession
    self.formsThatOnlyRead = Set(formsThatOnlyRead.map { $0.rawValue })
    self.onlyReads = onlyReads
    self.run = run
  }

  /// True if a call may change the session: the command can, and the form that was typed does not only read.
  package func changesSession(by call: CommandCall) -> Bool {
    changesSession && !formsThatOnlyRead.contains(call.form) && onlyReads?(call) != true
  }

  /// The forms as typed, one a line.
  public var usage: [String] { (definition.map { [$0] } ?? []) + syntax.usage }
  /// The word that begins it.
  public var name: String { syntax.name }
}
