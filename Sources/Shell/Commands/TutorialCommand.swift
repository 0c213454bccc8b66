import Language
import Presentation
import Reports
import Sessions

/// The forms of `tutorial`.
private enum TutorialForm: String {
  case step, stop
}

extension Command {
  static let tutorial = Command(
    CommandSyntax(
      "tutorial",
      forms: [
        CommandSyntax.Form(TutorialForm.step, [.optional(role: .step)]),
        CommandSyntax.Form(TutorialForm.stop, [.keyword("stop")]),
      ], hasResult: false),
    category: .help, summary: "Teaches tas step by step on the data inside the program.",
    discussion: """
      Each step says what to type; a statement that does what the step teaches moves to the next one. Anything else may \
      be typed between. `tutorial` alone begins, or shows the current step again; `tutorial 4` goes to the fourth.
      """,
    examples: ["tutorial", "tutorial 4", "tutorial stop"]
  ) { execution, call throws(Diagnostic) in
    if case .stop = try call.form(of: TutorialForm.self) {
      let wasOn = execution.state.tutorial != nil
      execution.state.tutorial = nil
      return Done(
        action: "tutorial", message: wasOn ? "the tutorial is over; `tutorial` restarts it" : "no tutorial is running")
    }
    var step = execution.state.tutorial?.step ?? 1
    if let asked = call[.step] {
      let number = try execution.number(asked, "a step").0
      guard let whole = Int(exactly: number), (1...TutorialStep.all.count).contains(whole) else {
        throw Diagnostic(
          .unknownStep, "the tutorial has no such step", at: asked.span,
          hints: ["its steps are 1 to \(TutorialStep.all.count)"])
      }
      step = whole
    }
    execution.state.tutorial = TutorialProgress(step: step)
    return HelpPage(topic: "tutorial", document: TutorialStep.page(step))
  }
}

extension OptionalRole<Expression> {
  fileprivate static var step: Self { Self(.expression("step", "N")) }
}
