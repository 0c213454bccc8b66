import Calendar
import JSON
import Jobs
import Language
import Platform
import Presentation
import Reports
import Sessions
import Strategies
import Text
import Work

/// A job as its list has it.
private struct ListedJob: Sendable {
  var job: JobManifest
  var done: Int
  var retried: Int
  var state: String
  /// The workers at work.
  var running: Int
  var coreSeconds: Double

  static let fields: [Field<ListedJob>] = [
    .text(.text("job", .name), .never) { $0.job.name }, .text(.text("what").wrapping, .never) { $0.job.statement },
    .text(.text("engine"), .never) { $0.job.engine }, .integer(.integer("shards"), .never) { $0.job.plan.count },
    .integer(.integer("done"), .never) { $0.done }, .integer(.integer("running"), .never) { $0.running },
    .integer(.integer("retried"), .never) { $0.retried }, .text(.text("state"), .never) { $0.state },
    .text(.text("since"), .never) { Zone.utc.iso8601(Timestamp(milliseconds: $0.job.began)) },
    .number(.number("core hours", .fixed(2), key: "core_hours"), .never) { $0.coreSeconds / 3600 },
    .text(.text("folder"), .never) { $0.job.title },
  ]
}

/// A shard as the list of a job's shards has it.
private struct ListedShard: Sendable {
  var id: String
  var state: String
  var shard: JobHistory.Shard

  static let fields: [Field<ListedShard>] = [
    .text(.text("shard", .name), .never) { $0.id }, .text(.text("state"), .never) { $0.state },
    .integer(.integer("attempts"), .never) { $0.shard.attempts },
    .number(.number("seconds", .fixed(3))) { $0.shard.seconds },
    .text(.text("worker")) { $0.shard.worker.isEmpty ? nil : $0.shard.worker },
    .text(.text("node")) { $0.shard.node.isEmpty ? nil : $0.shard.node },
    .integer(.integer("bytes")) { $0.shard.bytes }, .text(.text("error").wrapping) { $0.shard.error },
  ]
}

extension Command {
  package static let jobs = Command(
    CommandSyntax(
      "jobs",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .job)], clauses: .list(ListedJob.fields.names() + ListedShard.fields.names()))
      ]),
    category: .strategies, summary: "Lists the work that was given to an engine; with a name, the shards of a job.",
    discussion: """
      A job is a folder, which outlives the program: `resume NAME` gives its result and runs what is missing, `cancel job \
      NAME` ends it after the shards under way and keeps them, `drop job NAME` removes it. Its state is running, done, \
      stopped (its workers are gone), cancelled or failed. `help scale` tells when an engine pays.
      """,
    examples: ["jobs", "jobs where state == \"done\" sort by since desc"]
  ) { execution, call throws(Diagnostic) in try execution.jobs(call) }
}

extension OptionalRole<Word> {
  package static var job: Self { Self(.jobName) }
}

extension Role<Word> {
  package static var jobName: Self { .word("job", .any, "NAME") }
}

extension Execution {
  private var resultsOfJobs: String? { session.settings.engine.results ?? environment.workforce.results }

  private var allJobs: [(folder: JobFolder, job: JobManifest)] {
    guard let results = resultsOfJobs else { return [] }
    return JobFolder.all(in: environment.files.absolutePath(of: results), environment.files)
      .sorted { ($0.job.began, $0.job.title) < ($1.job.began, $1.job.title) }
  }

  /// The job of a name, the newest of several.
  package mutating func job(_ word: Word) throws(Diagnostic) -> (folder: JobFolder, job: JobManifest) {
    let name = try text(word)
    let all = allJobs
    guard let found = all.last(where: { $0.job.name == name || $0.job.title == name }) else {
      throw Diagnostic(
        .unknownJob, "there is no job `\(name)`", at: word.span,
        hints: [Spelling.hint(for: name, in: all.map(\.job.name)) ?? "`jobs` lists them"])
    }
    return found
  }

  fileprivate mutating func jobs(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    if let word = call[.job] { return try shards(of: try job(word), call) }
    let listed = allJobs.map { folder, job in
      var history = JobHistory(of: folder, job)
      history.read()
      let done = folder.done(in: job).count { $0 }
      let running = folder.running
      let state =
        if done == job.plan.count { "done" } else if running > 0 { "running" } else if folder.isCancelled {
          "cancelled"
        } else { history.failure == nil && history.differing == nil ? "stopped" : "failed" }
      return ListedJob(
        job: job, done: done, retried: history.retried, state: state, running: running, coreSeconds: history.seconds)
    }
    let frame = ItemFrame(one: "a job", many: "jobs", listed, ListedJob.fields)
    let listing = try listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing),
      notes: listed.isEmpty ? ["no engine has been given work: `help scale`"] : listing.notes,
      details: listing.details + [("results", .string(resultsOfJobs))])
  }

  private mutating func shards(
    of found: (folder: JobFolder, job: JobManifest), _ call: CommandCall
  ) throws(Diagnostic) -> any StatementResult {
    let (folder, job) = found
    var history = JobHistory(of: folder, job)
    history.read()
    let done = folder.done(in: job)
    let isWorkedOn = folder.running > 0
    let listed = (0..<job.plan.count).map { number in
      let shard = history.shards[number] ?? JobHistory.Shard()
      let state =
        if done[number] { "done" } else if history.failure?.shard == number {
          "failed"
        } else if isWorkedOn,
          shard.attempts > 0, folder.isRunning(number, in: job)
        { "running" } else { "waiting" }
      return ListedShard(id: job.id(of: number), state: state, shard: shard)
    }
    let frame = ItemFrame(one: "a shard", many: "shards", listed, ListedShard.fields)
    let listing = try listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing), notes: listing.notes, details: listing.details + [("job", .string(job.title))])
  }

  /// Ends a job after the shards that workers are at.
  package mutating func cancelJob(_ word: Word) throws(Diagnostic) -> any StatementResult {
    let (folder, job) = try job(word)
    let done = folder.done(in: job).count { $0 }
    let isDone = done == job.plan.count
    if !isDone {
      do throws(FileError) { try folder.cancel() } catch { throw diagnostic(error, at: word.span) }
    }
    let running = folder.running
    let count = NumberText.grouped
    let message =
      if isDone { "job `\(job.name)` is done" } else {
        "job `\(job.name)` " + (running > 0 ? "ends after the shards under way" : "is cancelled")
          + "; \(count(done)) of \(count(job.plan.count)) are done and kept"
      }
    return Done(
      action: "cancel", message: StyledText(message),
      details: [("job", .string(job.title)), ("done", .integer(done)), ("shards", .integer(job.plan.count))])
  }

  /// Removes a job, after its workers have ended.
  package mutating func dropJob(_ word: Word) throws(Diagnostic) -> any StatementResult {
    let (folder, job) = try job(word)
    do throws(FileError) {
      if folder.running > 0 { try folder.cancel() }
      while folder.running > 0 {
        guard !environment.monitor.isStopped else {
          throw FileError(.write, folder.path, detail: "its workers are at it")
        }
        environment.clock.wait(0.05) { false }
      }
      try folder.remove()
    } catch { throw diagnostic(error, at: word.span) }
    return Done(
      action: "drop", message: "dropped job \(job.name)", details: [("job", .string(job.title))])
  }
}
