import Evaluation
import Language
import Platform
import Reports
import Sessions
import Workspace

extension Execution {
  /// The values of a session's `let` and `param`, each recomputed if all its inputs are unchanged.
  func replayedValues(of session: Session) -> [ReplayReport.Line] {
    session.names.compactMap { name, kept in
      guard case .value(let value, _, _) = kept.meaning else { return nil }
      func line(_ reason: String) -> ReplayReport.Line {
        ReplayReport.Line(name: name, kind: kept.kind.rawValue, count: 0, reason: reason)
      }
      guard let basis = kept.basis else { return line("only its value is kept, not its inputs") }
      var again = self
      again.session = session
      let source = again.sources.add(name: "session", text: kept.text)
      var parser = Parser(source: source, text: kept.text, commands: CommandTable.syntaxes)
      guard case .definition(let definition)?? = try? parser.next()?.kind,
        session.basis(of: definition, on: environment.today) == basis
      else { return line("its inputs have changed") }
      guard let now = try? again.value(of: definition.value).value else {
        return line("it can no longer be computed")
      }
      let difference: ReplayedFigure? =
        now.isSame(as: value) ? nil : ReplayedFigure(name: name, kept: value.number, now: now.number)
      return ReplayReport.Line(name: name, kind: kept.kind.rawValue, count: 1, difference: difference)
    }
  }
}
