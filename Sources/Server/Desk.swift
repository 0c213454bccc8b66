import JSON
import Language
import Platform
import Reports
import Sessions
import Shell
import Synchronization
import Work

/// The session that a server answers from.
///
/// Questions are statements that run on copies, at any number at once, so that an answer is what the shell prints for the
/// same statement. Actions and what live series tell run on the session itself, one after the other, and questions
/// do not wait for them.
package final class Desk: Sendable {
  /// An interpreter, which one thread at a time has.
  private struct Held: @unchecked Sendable {
    var interpreter: Interpreter
  }

  private let own: Mutex<Held>
  /// The copy that questions are copied from.
  private let latest: Mutex<Held>
  package let environment: Environment
  private let changes = Atomic(0)

  /// A number that is another one once the session has changed.
  var generation: Int { changes.load(ordering: .acquiring) }

  package init(_ interpreter: Interpreter) {
    environment = interpreter.environment
    own = Mutex(Held(interpreter: interpreter))
    latest = Mutex(Held(interpreter: interpreter))
  }

  /// The results of statements, as `--format json` has them.
  package struct Answers: Sendable {
    package var records: [JSONValue] = []
    /// The warnings and notes of the statements, each once.
    package var warnings: [String] = []
    var failure: (code: String, message: String)?

    /// The data of the last result; null without one.
    var last: JSONValue { records.last?["data"] ?? .null }

    /// The data of the last result of a kind.
    func data(_ kind: String) -> JSONValue? {
      records.last { $0["kind"]?.stringValue == kind }?["data"]
    }
  }

  /// The answers to statements; what they change is forgotten.
  ///
  /// - Parameter prepares: changes the copy before the statements run.
  package func ask(
    _ statements: String, isStopped: @escaping @Sendable () -> Bool = { false },
    prepares: (inout Interpreter) -> Void = { _ in }
  ) throws(Refusal) -> Answers {
    var copy = question(isStopped)
    prepares(&copy)
    return try Self.run(statements, &copy)
  }

  /// A copy of the session for questions, which writes no files, starts no program, and uses one thread.
  package func question(_ isStopped: @escaping @Sendable () -> Bool = { false }) -> Interpreter {
    var environment = environment
    environment.monitor = WorkMonitor(isCancelled: isStopped)
    environment.workers = 1
    environment.files = ReadOnlyFiles(environment.files)
    environment.programs = ClosedPrograms("a server runs no other programs for a request")
    return latest.withLock { $0.interpreter.forQuestions(in: environment) }
  }

  /// Runs a statement on the session itself.
  ///
  /// - Parameter answer: the answer to a question that the statement asks; without one it runs as in a script.
  package func act(_ statement: String, answering answer: String? = nil) throws(Refusal) -> Answers {
    let result: Result<Answers, Refusal> = own.withLock { held in
      if let answer { held.interpreter.asks = { _ in answer } }
      defer { held.interpreter.asks = nil }
      do throws(Refusal) { return .success(try Self.run(statement, &held.interpreter)) } catch {
        return .failure(error)
      }
    }
    publish()
    return try result.get()
  }

  /// Takes what live series tell.
  package func takeLive() -> [LiveLine] {
    let lines = own.withLock { $0.interpreter.takeLive() }
    if !lines.isEmpty { publish() }
    return lines
  }

  /// Ends all streams, and sends the notices that are due.
  package func end() {
    own.withLock { held in
      held.interpreter.settleNotices()
      held.interpreter.endLive()
    }
  }

  private func publish() {
    let copy = own.withLock { $0 }
    latest.withLock { $0 = copy }
    changes.add(1, ordering: .acquiringAndReleasing)
  }

  /// Runs statements up to the first that fails, which refuses the request.
  package static func run(_ statements: String, _ interpreter: inout Interpreter) throws(Refusal) -> Answers {
    var answers = Answers()
    _ = interpreter.runScript(statements, named: "request", keepGoing: false) { event, sources in
      switch event {
      case .outcome(let outcome):
        for warning in outcome.warnings where !answers.warnings.contains(warning.message) {
          answers.warnings.append(warning.message)
        }
        if let result = outcome.result { answers.records.append(OutcomeRecord.json(of: result, outcome, sources)) }
      case .failure(let diagnostic, _, _): answers.failure = (diagnostic.code.name, diagnostic.message)
      }
    }
    if let failure = answers.failure { throw Refusal(code: failure.code, failure.message) }
    return answers
  }
}

extension Refusal {
  /// The refusal of a statement that failed.
  fileprivate init(code: String, _ message: String) {
    let status =
      switch code {
      case "unknown-name", "unknown-series", "unknown-account", "unknown-strategy", "missing-file", "no-such-data": 404
      case "interrupted": 499
      case "account-in-use": 409
      default: 400
      }
    self.init(status, message)
  }
}

/// A list of the shell as rows of named values.
struct Rows: Sendable {
  private let places: [String: Int]
  private let rows: [[JSONValue]]

  /// The rows of a result that is a table, or of one that has `rows`.
  init(_ data: JSONValue) {
    let names = (data["columns"]?.elements ?? []).compactMap(\.stringValue)
    places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    rows = (data["rows"]?.elements ?? []).map { $0.elements ?? [] }
  }

  var count: Int { rows.count }

  func map<Value>(_ value: (Row) throws(Refusal) -> Value) throws(Refusal) -> [Value] {
    var values: [Value] = []
    for row in rows { values.append(try value(Row(places: places, values: row))) }
    return values
  }

  var all: [Row] { rows.map { Row(places: places, values: $0) } }
  var last: Row? { rows.last.map { Row(places: places, values: $0) } }

  /// One of the rows.
  struct Row: Sendable {
    fileprivate let places: [String: Int]
    fileprivate let values: [JSONValue]

    subscript(_ name: String) -> JSONValue {
      guard let place = places[name], values.indices.contains(place) else { return .null }
      return values[place]
    }

    func text(_ name: String) -> String? { self[name].stringValue }
    func number(_ name: String) -> Double? { self[name].doubleValue }
  }
}
