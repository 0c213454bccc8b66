import Commands
import Jobs
import Language
import Platform
import Reports
import Sessions
import Strategies

extension Command {
  static let resume = Command(
    CommandSyntax("resume", forms: [CommandSyntax.Form("", [.optional(role: .job)])], showsResultName: true),
    category: .strategies,
    summary: "Continues the sweep, the search or the walk-forward that Ctrl-C stopped last; with a name, a job.",
    discussion: """
      Finished parts are not computed again, and the result is identical to that of an uninterrupted statement. It \
      takes the name given there, unless `as` gives another. The strategy, the settings and the data must be \
      unchanged; a stopped statement is forgotten when the program ends.

      `resume NAME` runs the statement of a job again: it waits for its workers if they are at work, starts others for the \
      shards that are missing, and gives the result. Its budget counts from the start. The session must have the series, the \
      strategies and the names that the statement used.
      """,
    examples: ["resume", "resume big"], changesSession: true
  ) { execution, call throws(Diagnostic) in
    guard let word = call[.job] else { return try execution.resume(at: call.commandSpan) }
    return try execution.resume(job: word)
  }
}

extension Execution {
  /// Runs the statement of a job again, which finds its finished shards.
  fileprivate mutating func resume(job word: Word) throws(Diagnostic) -> (any StatementResult)? {
    let (_, job) = try job(word)
    let build = environment.workforce.build()
    guard job.build == build else {
      throw Diagnostic(
        .workerVersion, "`\(job.name)` was begun by tas \(job.build), this is \(build)", at: word.span,
        hints: ["its shards are not those of this build: \(job.statement)"])
    }
    let source = sources.add(name: "job \(job.name)", text: job.statement)
    var parser = Parser(source: source, text: job.statement, commands: CommandTable.syntaxes)
    guard let statement = try? parser.next(), case .command(let call) = statement.kind,
      let run = CommandTable.command(named: call.command)?.run
    else { throw Diagnostic(.unknownJob, "the statement of `\(job.name)` cannot be read", at: word.span) }
    // The engine may have been a setting of that session.
    let before = session.settings.engine
    if session.settings.engine.kind == .threads, let kind = EngineSettings.Kind(rawValue: job.engine) {
      session.settings.engine.kind = kind
    }
    resultName = resultName ?? job.name
    statementText = job.statement
    defer { session.settings.engine = before }
    return try run(&self, call)
  }
}
