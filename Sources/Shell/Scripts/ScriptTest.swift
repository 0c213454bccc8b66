import Language
import Platform
import Reports
import Sessions

/// One script as a test: it passes if all of its statements succeed.
///
/// Each runs in a session of its own, in the folder that the program was started in; `assert` and `expect` add failures
/// to statements that would otherwise succeed.
public struct ScriptTest: Sendable {
  /// The failure that ended a script.
  public struct Failure: Sendable {
    /// The code of the error.
    public let code: String
    /// One sentence.
    public let message: String
    /// The line of the statement that failed.
    public let line: Int
    /// The error with its lines, as shown to users.
    public let report: String
  }

  /// The name of the script.
  public let name: String
  /// The failure; nil if all succeeded.
  public let failure: Failure?
  /// The number of `assert` and `expect` that held.
  public let checks: Int

  /// Runs a script.
  public init(_ bytes: [UInt8], named name: String, environment: Environment) {
    var interpreter = Interpreter(environment: environment)
    var failure: Failure?
    var checks = 0
    _ = interpreter.runScript(bytes, named: name, keepGoing: false) { event, sources in
      switch event {
      case .outcome(let outcome): if outcome.result is Assertion { checks += 1 }
      case .failure(let diagnostic, let line, _):
        failure = Failure(
          code: diagnostic.code.name, message: diagnostic.message, line: line,
          report: DiagnosticReport(diagnostic, sources: sources).text)
      }
    }
    self.name = name
    self.failure = failure
    self.checks = checks
  }
}
