import JSON
import Language
import Manual
import Platform
import Presentation
import Reports
import Sessions
import Shell
import Typing
import Work

/// A session that a program drives: it answers requests one after the other, in the order in which they came.
///
/// ```swift
/// var batch = BatchSession(Interpreter(environment: environment))
/// let request = try BatchRequest(line: Array(#"{"id": 1, "statement": "print 41 + 1"}"#.utf8))
/// batch.answer(request).line
/// // {"id":1,"results":[{"kind":"printed","line":1,"data":{"values":[42]}}]}
/// ```
public struct BatchSession {
  private var interpreter: Interpreter
  private var subscribed: Set<LiveLine.Kind> = []

  /// Takes an interpreter with the session that the requests begin with.
  public init(_ interpreter: Interpreter) { self.interpreter = interpreter }

  /// True once `quit` was said.
  public var isQuitting: Bool { interpreter.isQuitting }

  /// Answers a request; cancelling is handled by the reader of the requests, not here.
  public mutating func answer(_ request: BatchRequest) -> BatchAnswer {
    switch request.action {
    case .statement(let text, let formats, let width, let isBrief):
      interpreter.listsAllRows = !isBrief
      return run(text, formats, page: TextRenderer(width: width), id: request.id)
    case .complete(let text, let cursor): return complete(text, cursor, id: request.id)
    case .completeness(let text):
      return BatchAnswer(
        id: request.id, [("complete", .bool(Parser.isComplete(text, commands: CommandTable.syntaxes)))])
    case .describe: return BatchAnswer(id: request.id, [("description", MachineDescription.json)])
    case .subscribe(let kinds):
      subscribed = Set(kinds)
      return BatchAnswer(id: request.id, [("subscribed", .strings(kinds.map(\.rawValue)))])
    case .cancel: return BatchAnswer.cancelling(request.id, found: false)
    }
  }

  /// True if live series may tell something.
  public var isLive: Bool { interpreter.isLive }

  /// What live series have told since the last time, as lines of JSON of the events that were asked for.
  public mutating func takeEvents() -> String {
    guard isLive else { return "" }
    return interpreter.takeLive(plays: false).filter { subscribed.contains($0.kind) }.map { $0.json.write() + "\n" }
      .joined()
  }

  /// Runs statements up to the first that fails; the results of those before it are part of the answer, too.
  private mutating func run(
    _ text: String, _ formats: [OutputFormat], page: TextRenderer, id: JSONValue
  ) -> BatchAnswer {
    var results: [JSONValue] = []
    var warnings: [JSONValue] = []
    var failure: JSONValue?
    let monitor = interpreter.environment.monitor
    _ = interpreter.runScript(text, named: "statement", keepGoing: false) { event, sources in
      switch event {
      case .outcome(let outcome):
        if let result = outcome.result {
          let record = Self.record(of: result, outcome, sources, formats, page) { monitor.isStopped }
          guard let record else {
            failure = DiagnosticRecord.failure(
              BatchAnswer.stoppedLayout, line: outcome.line, source: outcome.source, sources)
            return
          }
          results.append(record)
        } else {
          warnings += outcome.warnings.map { DiagnosticRecord.json($0, sources) }
        }
      case .failure(let diagnostic, let line, let source):
        var record = DiagnosticRecord.failure(diagnostic, line: line, source: source, sources)
        if formats.contains(.table) {
          record["shown"] = ["table": .string(DiagnosticReport(diagnostic, sources: sources).text)]
        }
        failure = record
      }
    }
    var members: [(String, JSONValue)] = [("results", .array(results))]
    if !warnings.isEmpty { members.append(("warnings", .array(warnings))) }
    if let failure { members.append(("error", failure)) }
    if interpreter.isQuitting { members.append(("quit", true)) }
    return BatchAnswer(id: id, members)
  }

  /// A result as `--format json` prints it, and also as shown to users, if requested; nil if it was cancelled while it
  /// was laid out.
  ///
  /// The part that a cancelled statement keeps is laid out in full.
  private static func record(
    of result: any StatementResult, _ outcome: Outcome, _ sources: SourceMap, _ formats: [OutputFormat],
    _ page: TextRenderer, isStopped: @escaping @Sendable () -> Bool
  ) -> JSONValue? {
    let wasStopped = isStopped()
    let asksToStop: @Sendable () -> Bool = { !wasStopped && isStopped() }
    var record = OutcomeRecord.json(of: result, outcome, sources, isStopped: asksToStop)
    let context = OutputContext(page: page, isStopped: asksToStop)
    let shown = formats.compactMap { format in
      format.render(result, in: context).map { (format.name, JSONValue.string($0)) }
    }
    if !formats.isEmpty { record["shown"] = .object(shown) }
    guard asksToStop() else { return record }
    Leftovers.release(&record, leaving: .null)
    return nil
  }

  private func complete(_ text: String, _ cursor: Int, id: JSONValue) -> BatchAnswer {
    let before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    let after = String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self)
    let completion = Completion(
      of: before, following: after[...], session: interpreter.session,
      folders: FolderListing(interpreter.environment.files))
    return BatchAnswer(
      id: id,
      [
        (
          "completions",
          [
            "start": .integer(completion.start),
            "candidates": .array(
              completion.candidates.map { ["text": .string($0.text), "detail": .string($0.detail)] }),
          ]
        )
      ])
  }
}
