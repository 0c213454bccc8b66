import Backtesting
import JSON
import Jobs
import Language
import MarketData
import Platform
import Presentation
import Reports
import Robustness
import Sessions
import Strategies
import Text
import Work

/// A job whose shards are done, as far as it came.
struct FinishedJob: Sendable {
  let folder: JobFolder
  let job: JobManifest
  let history: JobHistory

  /// What the finished shards of a cell gave, in the order of its pieces.
  ///
  /// - Parameters:
  ///   - pieces: those that are asked for; nil for all.
  ///   - read: takes the pieces of a shard and their bytes.
  func forEachShard(of cell: Int, with pieces: Range<Int>? = nil, _ read: (Range<Int>, inout PieceReader) -> Void) {
    for number in job.plan.shards(of: cell, with: pieces) {
      let shard = job.plan[number]
      guard let payload = folder.payload(of: shard, in: job) else { continue }
      var reader = PieceReader(payload)
      read(shard.pieces, &reader)
    }
  }

  /// The returns of the combinations of a cell; nil if some are missing.
  func returns(of cell: Int, _ count: Int) -> ReturnMatrix? {
    var lists: [[Double]] = []
    forEachShard(of: cell) { pieces, reader in
      for _ in pieces { if let numbers = reader.numbers() { lists.append(numbers) } }
    }
    return lists.count == count ? ReturnMatrix(lists) : nil
  }

  /// What runs on noisy bars came to; nil if some are missing.
  func outcomes() -> [NoisyRuns.Outcome]? {
    var outcomes: [NoisyRuns.Outcome] = []
    forEachShard(of: 0) { pieces, reader in
      for _ in pieces { if let outcome = NoisyRuns.Outcome(&reader) { outcomes.append(outcome) } }
    }
    return outcomes.count == job.plan.pieces ? outcomes : nil
  }

  /// The rows of all combinations on some windows of a cell; nil if some are missing.
  ///
  /// - Parameter count: the combinations of each window.
  func rows(on windows: Range<Int>, of cell: Int, _ count: Int) -> [[SweepRow]]? {
    var rows: [[SweepRow]] = []
    forEachShard(of: cell, with: windows) { pieces, reader in
      for window in pieces {
        guard let own = reader.rows(numbered: 0..<count) else { return }
        if windows.contains(window) { rows.append(own) }
      }
    }
    return rows.count == windows.count ? rows : nil
  }

  /// What results say of the job that gave them.
  var summary: JobSummary {
    JobSummary(
      id: job.title, engine: job.engine, shards: job.plan.count, retried: history.retried,
      coreSeconds: history.seconds)
  }
}

extension Execution {
  /// The engine of a statement that has no other settings.
  mutating func engine(_ settings: [Setting]?) throws(Diagnostic) -> EngineSettings {
    for setting in settings ?? [] where Settings.definition(named: setting.name).map({ $0.group != .engine }) ?? false {
      throw Diagnostic(
        .unknownSetting, "`\(setting.name)` is a setting of the backtest, which was made before", at: setting.nameSpan,
        hints: ["`with engine processes` says where this runs"])
    }
    return try self.settings(settings ?? []).engine
  }

  /// Says of a statement that has no parts for an engine that it was run here.
  package mutating func noteUnusedEngine(of call: CommandCall) {
    guard !["sweep", "walkforward", "crossvalidate", "montecarlo"].contains(call.command),
      let setting = call[.runSettings]?.first(where: { $0.name == "engine" })
    else { return }
    note(
      .engineNotWorthIt, "`\(call.command)` has no parts that an engine could be given; it was run here",
      at: setting.nameSpan)
  }

  /// Gives the work of a statement to an engine, and waits until all of its shards are done.
  ///
  /// If a shard is refused it comes back without the rest: run here, the statement has the error with its place.
  ///
  /// - Parameters:
  ///   - runs: the cells of the work, each with its task.
  ///   - pieces: what a piece is, in the plural: `combinations`.
  /// - Returns: nil if the work is to be run here.
  mutating func onEngine(
    _ runs: [StrategyRun], _ pieces: String, _ engine: EngineSettings, _ call: CommandCall
  ) throws(Diagnostic) -> FinishedJob? {
    guard engine.kind != .threads, !runs.isEmpty else { return nil }
    let span = call.commandSpan
    if let reason = environment.workforce.closed { throw noEngine(reason, at: span) }
    guard let results = engine.results ?? environment.workforce.results else {
      throw noEngine("there is no folder for jobs, which `set results \"DIR\"` names", at: span)
    }
    let cells = runs.map { JobFile.json($0.job, in: session) }
    let build = environment.workforce.build()
    let day = runs.contains { $0.job.text.hasPart("today") } ? "\(environment.today)" : ""
    let parts = ([build, day] + cells.map { $0.write() }).map { ContentHash.text(of: Array($0.utf8)) }
    var job = JobManifest(
      name: resultName ?? call.command, hash: ContentHash.text(of: Array(parts.joined().utf8)), build: build,
      statement: statementText,
      command: call.command, engine: engine.kind.rawValue, workers: engine.workers ?? environment.workers,
      retries: engine.retries, budget: engine.budget, estimate: 0, began: environment.clock.now(),
      today: "\(environment.today)", folder: environment.files.absolutePath(of: "."), pieces: pieces,
      plan: JobPlan([]))
    let path = environment.files.absolutePath(of: "\(results)/\(job.title)")
    let folder = JobFolder(path, in: environment.files)
    var isNew = false
    if let former = folder.manifest(), former.hash == job.hash {
      (job.plan, job.estimate, job.began) = (former.plan, former.estimate, former.began)
      // Workers that are at it continue their round.
      job.round = former.round + (folder.running > 0 ? 0 : 1)
    } else {
      guard let plan = try plan(runs, pieces, engine, at: span) else { return nil }
      (job.plan, job.estimate, isNew) = (plan.plan, plan.seconds, true)
      try announce(job, at: span)
    }
    do throws(FileError) {
      if isNew { try folder.begin(job, cells: cells) } else { try folder.write(job) }
    } catch { throw diagnostic(error, at: span) }
    return try finish(folder, job, engine, at: span)
  }

  /// Says what a job takes before it begins, and asks at the prompt whether to continue if that is a minute of a core.
  private func announce(_ job: JobManifest, at span: SourceSpan) throws(Diagnostic) {
    let count = NumberText.grouped
    let text =
      "`\(job.name)`: \(count(job.plan.pieces)) \(job.pieces), about \(Self.time(job.estimate)) of a core, "
      + "\(Self.time(job.estimate / Double(max(1, job.workers)))) on \(NumberText.counted(job.workers, "worker")), "
      + NumberText.counted(job.plan.count, "shard")
    guard job.estimate >= 60, runDepth == 0, let asks else { return environment.monitor.say(text) }
    guard ["y", "yes"].contains(asks(text + " · continue? [y/N] ")?.lowercased()) else {
      throw Diagnostic(.interrupted, "`\(job.name)` was not begun", at: span)
    }
  }

  /// The shards of work, and the seconds of a core that they take; nil if it is done here as soon.
  private mutating func plan(
    _ runs: [StrategyRun], _ pieces: String, _ engine: EngineSettings, at span: SourceSpan
  ) throws(Diagnostic) -> (plan: JobPlan, seconds: Double)? {
    let counts = runs.map(\.job.task.pieces)
    let bars = runs.map { Double(max(1, $0.range.count)) }
    // What cannot be run says so here, with its place.
    guard let each = try secondsOfPiece(of: runs[0], at: span) else { return nil }
    let first = bars[0]
    let total = zip(counts, bars).reduce(0) { $0 + Double($1.0) * $1.1 } / first * each
    let here = total / Double(max(1, environment.workers))
    guard here >= engine.from else {
      note(
        .engineNotWorthIt,
        "\(NumberText.grouped(counts.reduce(0, +))) \(pieces) take \(Self.time(here)) here; they were run here",
        at: span)
      return nil
    }
    if let budget = engine.budget, total > budget {
      throw Diagnostic(
        .overBudget, "this takes about \(Self.time(total)) of a core, more than budget \(Self.time(budget))", at: span,
        hints: ["narrower ranges, or `with budget \(Self.time(2 * total, up: true))`"])
    }
    let cells = zip(counts, bars).map { count, bars in
      switch engine.shard {
      case .pieces(let block): JobPlan.Cell(count: count, block: block)
      case .seconds(let seconds):
        JobPlan.Cell(count: count, block: Int(min(1e9, max(1, seconds / max(1e-9, each * bars / first)))))
      }
    }
    return (JobPlan(cells), total)
  }

  /// How long one piece takes on one core, by running more and more of them for a tenth of a second.
  private func secondsOfPiece(of run: StrategyRun, at span: SourceSpan) throws(Diagnostic) -> Double? {
    var quiet = environment
    quiet.workers = 1
    quiet.monitor = WorkMonitor(isCancelled: { [monitor = environment.monitor] in monitor.isStopped })
    do throws(RunFailure) {
      let pieces = try JobPieces(run, quiet)
      var count = min(1, run.job.task.pieces)
      while true {
        let start = environment.clock.now()
        _ = try pieces.bytes(of: 0..<count)
        let seconds = Double(environment.clock.now() - start) / 1000
        if seconds >= 0.1 || count == run.job.task.pieces { return seconds / Double(max(1, count)) }
        count = min(run.job.task.pieces, count * 4)
      }
    } catch {
      try checkInterruption()
      return nil
    }
  }

  /// Starts workers until all shards are done, as often as a shard may be tried.
  private mutating func finish(
    _ folder: JobFolder, _ job: JobManifest, _ engine: EngineSettings, at span: SourceSpan
  ) throws(Diagnostic) -> FinishedJob {
    var history = JobHistory(of: folder, job)
    var isRunning: @Sendable () -> Bool = { false }
    var starts = 0
    let order = Workforce.Order(
      folder: folder.path, workers: engine.kind == .ray ? engine.workers ?? 0 : min(job.workers, job.plan.count),
      driver: try driver(of: engine, at: span))
    while true {
      history.read()
      if let shard = history.differing {
        throw Diagnostic(
          .shardDiffers, "shard \(job.id(of: shard)) gave other bytes on its second run; `\(job.name)` was stopped",
          at: span, hints: ["something is not deterministic: please report it with \(folder.path)"])
      }
      if let failure = history.failure {
        if failure.kind == .refused { break }
        if failure.kind == .absent {
          throw Diagnostic(
            .dataNotShared, "the workers of `\(job.name)` do not find its data: \(failure.message.trimmedStop)",
            at: span,
            hints: ["they read the files and the library that the series were loaded from, by the same paths"])
        }
        throw ended(
          job,
          "failed: shard \(job.id(of: failure.shard)) was tried \(job.retries) times: \(failure.message.trimmedStop)",
          at: span)
      }
      let isWorkedOn = isRunning() || folder.running > 0
      if !isWorkedOn || history.finished >= job.plan.count {
        let done = folder.done(in: job)
        // A damaged file is removed, and its shard done again.
        let good = done.indices.count { done[$0] && folder.payload(of: job.plan[$0], in: job) != nil }
        if good == done.count { break }
      }
      if !isWorkedOn {
        history.read()
        if history.failure != nil || history.differing != nil { continue }
        if folder.isCancelled { throw ended(job, "was cancelled", at: span) }
        if let budget = job.budget, history.secondsNow >= budget {
          throw Diagnostic(
            .overBudget,
            "`\(job.name)` has taken \(Self.time(history.secondsNow)) of a core, its budget; what is done is kept",
            at: span, hints: ["`resume \(job.name)` continues with as much again"])
        }
        if let build = history.otherBuilds.values.first, starts > 0 {
          throw ended(job, "has no worker of this build, \(job.build): they are \(build)", at: span)
        }
        // Workers that end before they begin a shard would do so again.
        guard starts == 0 || starts <= job.retries && history.shards.values.contains(where: { $0.attemptsNow > 0 })
        else {
          let reason = history.lastError ?? folder.lastWords ?? "its workers end"
          throw ended(job, "was stopped: \(reason.trimmedStop)", at: span)
        }
        isRunning = try start(order, at: span)
        starts += 1
        continue
      }
      try? environment.monitor.checkpoint(
        done: min(job.plan.pieces, history.finished * (job.plan.pieces / max(1, job.plan.count))),
        total: job.plan.pieces)
      guard !environment.monitor.isStopped else {
        throw Diagnostic(
          .interrupted, "`\(job.name)` runs on without this statement", at: span,
          hints: [
            "`jobs` says how far it is, `resume \(job.name)` waits for its result, `cancel job \(job.name)` ends it"
          ])
      }
      environment.clock.wait(0.02) { false }
    }
    for (node, build) in history.otherBuilds.sorted(by: { $0.key < $1.key }) {
      warn(
        Diagnostic(
          .workerVersion, "worker \(node) has tas \(build), this is \(job.build); it was left out", at: span,
          severity: .warning))
    }
    return FinishedJob(folder: folder, job: job, history: history)
  }

  private func ended(_ job: JobManifest, _ how: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .engineFailed, "`\(job.name)` \(how)", at: span,
      hints: ["`resume \(job.name)` runs what is missing, `jobs \(job.name)` lists its shards"])
  }

  @discardableResult
  private func start(_ order: Workforce.Order, at span: SourceSpan) throws(Diagnostic) -> @Sendable () -> Bool {
    do throws(ProgramFailure) { return try environment.workforce.start(order) } catch {
      let reason =
        switch error {
        case .closed(let reason), .failed(let reason): reason
        case .notFound: "there is no program `\(order.driver?.python ?? "tas")`"
        case .tooLong, .interrupted: "it was stopped"
        }
      throw noEngine(reason, at: span)
    }
  }

  private func noEngine(_ reason: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.engineFailed, "no engine: \(reason)", at: span, hints: ["`with engine threads` runs it here"])
  }

  /// The program that starts workers on a cluster; nil for workers on this machine.
  ///
  /// - Throws: an address of another machine without a token: whoever reaches a Ray runs any code on it.
  private func driver(of engine: EngineSettings, at span: SourceSpan) throws(Diagnostic) -> Workforce.Driver? {
    guard engine.kind == .ray else { return nil }
    if let address = engine.address, !Self.isOfThisMachine(address) {
      let variable = environment.keyring.variable
      let file = variable("RAY_AUTH_TOKEN_PATH") ?? "\(variable("HOME") ?? "")/.ray/auth_token"
      guard !(variable("RAY_AUTH_TOKEN") ?? "").isEmpty || environment.files.exists(file) else {
        throw Diagnostic(
          .engineNeedsToken,
          "the Ray at \(address) runs any code of anybody who reaches it: it needs a token", at: span,
          hints: ["RAY_AUTH_TOKEN or ~/.ray/auth_token has it, and RAY_AUTH_MODE=token asks for it"])
      }
    }
    return Workforce.Driver(
      python: engine.python, source: String.file("ray_workers"), arguments: [engine.address ?? ""])
  }

  /// True for `127.0.0.1:6379`, `ray://localhost:10001`, `[::1]:6379`, `auto` and `local`.
  static func isOfThisMachine(_ address: String) -> Bool {
    let place = address.hasPrefix("ray://") ? String(address.dropFirst(6)) : address
    let host =
      place.hasPrefix("[") ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
    return ["auto", "local", "localhost", "::1"].contains(String(host)) || host.hasPrefix("127.")
  }

  /// A time in the unit that suits it: `0.1 s`, `14 min`, `3.2 h`.
  ///
  /// - Parameter isTyped: true for a whole number as a duration is typed: `14h`.
  static func time(_ seconds: Double, up isTyped: Bool = false) -> String {
    let (unit, length) = [("h", 3600.0), ("min", 60.0)].first { seconds >= $0.1 } ?? ("s", 1)
    if isTyped { return "\(Int((seconds / length).rounded(.up)))\(unit == "min" ? "m" : unit)" }
    return NumberFormat.fixed(seconds / length < 10 ? 1 : 0).text(seconds / length) + " \(unit)"
  }
}
