import Platform

/// A worker of a job: takes one shard after the other until none is left.
///
/// Workers know nothing of each other but the folder: there is no driver that could be lost, and whoever can start a
/// program on a machine that sees the folder can add one.
package struct ShardWorker {
  /// Why a worker has ended.
  package enum End: Sendable, Hashable {
    /// Nothing is left to do, or another worker has ended the job.
    case finished
    /// It has done many shards, or is large: a new process continues.
    case restarts
    /// Its program is another build than that of the plan.
    case otherBuild(String)
  }

  /// A shard that could not be computed.
  package struct Failure: Error {
    /// What another attempt would do.
    package enum Kind: Sendable, Hashable {
      /// It may succeed.
      case passing
      /// It fails as well: the work itself is refused.
      case refused
      /// It fails as well: the data is not where the workers are.
      case absent
    }

    package var message: String
    package var kind: Kind

    package init(_ message: String, _ kind: Kind) { (self.message, self.kind) = (message, kind) }
  }

  let folder: JobFolder
  let job: JobManifest
  /// The node and the process: `host-4711`.
  let name: String
  /// Its number among the workers, from 0: it begins at another part of the plan than they do.
  let number: Int
  let clock: WaitingClock
  /// The shards after which a new process continues.
  private let most = 500

  package init(_ folder: JobFolder, _ job: JobManifest, name: String, number: Int, clock: WaitingClock) {
    (self.folder, self.job, self.name, self.number, self.clock) = (folder, job, name, number, clock)
  }

  /// Does shards until none is left.
  ///
  /// - Parameters:
  ///   - build: the build of this program.
  ///   - isLarge: whether the process has grown so much that a new one is to continue.
  ///   - compute: what a shard gives.
  /// - Throws: a folder that cannot be written.
  package func run(
    build: String, isLarge: () -> Bool = { false },
    _ compute: (JobPlan.Shard) throws(Failure) -> [UInt8]
  ) throws(FileError) -> End {
    let log = WorkerLog(try folder.log(of: name, in: job))
    guard build == job.build else {
      try log.write(.build, build)
      return .otherBuild(build)
    }
    var history = JobHistory(of: folder, job)
    var done = folder.done(in: job)
    let start = job.plan.count * (number % max(1, job.workers)) / max(1, job.workers)
    var made = 0
    while true {
      var (isLeft, hasWorked) = (false, false)
      for step in 0..<job.plan.count {
        let place = (start + step) % job.plan.count
        if done[place] { continue }
        if folder.isDone(place, in: job) {
          done[place] = true
          continue
        }
        isLeft = true
        if folder.isCancelled { return .finished }
        guard let claim = try folder.claim(place, in: job) else { continue }
        // The claim is held for as long as it exists, which is to be as long as the shard is worked on.
        defer { withExtendedLifetime(claim) {} }
        history.read()
        if hasEnded(history) { return .finished }
        // It may have been finished before the claim was taken.
        guard !folder.isDone(place, in: job) else { continue }
        let attempts = history.shards[place]?.attemptsNow ?? 0
        guard attempts < job.retries else {
          try log.write(.failed, "\(place)", history.shards[place]?.error ?? "its worker ended each time")
          return .finished
        }
        if let end = try work(on: job.plan[place], log, compute) { return end }
        (hasWorked, made) = (true, made + 1)
        if made >= most || isLarge() { return .restarts }
      }
      if !isLeft { return .finished }
      // Others are at the rest: it is taken up if one of them is lost.
      if !hasWorked {
        history.read()
        if hasEnded(history) { return .finished }
        clock.wait(0.05) { false }
      }
    }
  }

  private func hasEnded(_ history: JobHistory) -> Bool {
    history.failure != nil || history.differing != nil || job.budget.map { history.secondsNow >= $0 } ?? false
  }

  /// Does a shard; an end if the job ends with it.
  private func work(
    on shard: JobPlan.Shard, _ log: WorkerLog, _ compute: (JobPlan.Shard) throws(Failure) -> [UInt8]
  ) throws(FileError) -> End? {
    try log.write(.begin, "\(shard.number)")
    let start = clock.now()
    do throws(Failure) {
      let payload = try compute(shard)
      guard let count = try finished(shard, payload) else {
        try? log.write(.differs, "\(shard.number)")
        return .finished
      }
      try? log.write(.done, "\(shard.number)", "\(Double(clock.now() - start) / 1000)", "\(count)")
      return nil
    } catch {
      let verb: WorkerLog.Verb =
        switch error.kind {
        case .passing: .error
        case .refused: .refused
        case .absent: .absent
        }
      try log.write(verb, "\(shard.number)", error.message)
      return error.kind == .passing ? nil : .finished
    }
  }

  private func finished(_ shard: JobPlan.Shard, _ payload: [UInt8]) throws(Failure) -> Int? {
    do throws(FileError) { return try folder.finish(shard, in: job, payload) } catch {
      throw Failure(error.message, .passing)
    }
  }
}
