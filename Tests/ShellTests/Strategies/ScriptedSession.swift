import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Shell
import TestSupport
import Testing

/// A session that a test talks to, statement by statement.
struct ScriptedSession {
  private var interpreter = Interpreter(environment: .still)

  /// Runs statements; the results are those of the statements that have one, the errors those that failed.
  mutating func run(_ script: String) -> (results: [(kind: String, data: JSONValue)], errors: [Diagnostic]) {
    var results: [(kind: String, data: JSONValue)] = []
    var errors: [Diagnostic] = []
    _ = interpreter.runScript(script, named: "test", keepGoing: true) { event, _ in
      switch event {
      case .outcome(let outcome):
        if let result = outcome.result { results.append((result.kind, result.data)) }
      case .failure(let diagnostic, _, _): errors.append(diagnostic)
      }
    }
    return (results, errors)
  }

  /// The result of the last statement, which must succeed.
  mutating func result(_ script: String) throws -> JSONValue {
    let (results, errors) = run(script)
    if let error = errors.first { throw error }
    return try #require(results.last?.data)
  }
}
