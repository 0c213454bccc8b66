import Language
import Presentation
import Reports
import Sessions

/// A step of the tutorial: its lesson, the statement to type, and the test for whether it was done.
///
/// Any statement that applies the lesson completes a step, not only the one shown.
package struct TutorialStep: Sendable {
  /// The topic, in a few words.
  let title: String
  /// The explanation, in a few sentences.
  let text: String
  /// A statement to type.
  package let statement: String
  /// True for a statement that has done the step, with the session after it.
  let isDone: @Sendable (Statement, Session) -> Bool

  init(
    _ title: String, _ text: String, type statement: String,
    isDone: @escaping @Sendable (Statement, Session) -> Bool
  ) {
    self.title = title
    self.text = text
    self.statement = statement
    self.isDone = isDone
  }

  /// The step as a page; `done` is the title of the one that was done before.
  static func page(_ number: Int, done: String? = nil) -> Document {
    let step = all[number - 1]
    return Document("Step \(number) of \(all.count): \(step.title)") {
      if let done { Block.note("done: \(done)") }
      StyledText(step.text)
      StyledText("Type:")
      Block.code(step.statement)
      Block.note(
        "`tutorial` shows this step again, `tutorial \(min(number + 1, all.count))` goes to that step, `tutorial stop` ends"
      )
    }
  }

  /// The page after the last step.
  static let farewell = Document("That is all") {
    StyledText(
      """
      You have loaded data, computed indicators, drawn a chart, tested rules, and valued a company. `examples` lists complete \
      scripts, `strategies` lists rules that are ready to run, `help WORDS` searches the rest, and `help scripts` explains how \
      statements become a script.
      """)
  }
}

extension TutorialProgress {
  /// The page to show after a successful statement, and the new progress; nil if there is none.
  func after(_ statement: Statement, _ session: Session) -> (page: Document, next: TutorialProgress?)? {
    let done = TutorialStep.all[step - 1]
    guard done.isDone(statement, session) else { return nil }
    guard step < TutorialStep.all.count else { return (TutorialStep.farewell, nil) }
    return (TutorialStep.page(step + 1, done: done.title), TutorialProgress(step: step + 1))
  }
}

extension Statement {
  /// The name of the command; nil for another kind of statement.
  var command: String? { if case .command(let call) = kind { call.command } else { nil } }

  /// True for a call of a command with a clause.
  func isCall(of name: String, with clause: String? = nil) -> Bool {
    guard case .command(let call) = kind, call.command == name else { return false }
    return clause.map { clause in call.arguments.contains { $0.0 == clause } } ?? true
  }

  /// True for an expression that uses a name.
  func shows(_ name: String) -> Bool {
    if case .expression(let expression, _) = kind { expression.uses(name) } else { false }
  }
}

extension InterpreterState {
  /// The next page of the tutorial, if a successful statement has done its step.
  mutating func tutorialPage(after statement: Statement) -> HelpPage? {
    guard let (page, next) = tutorial?.after(statement, session) else { return nil }
    tutorial = next
    return HelpPage(topic: "tutorial", document: page)
  }
}
