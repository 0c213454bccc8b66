import Platform

/// What the logs of a job's workers say, read on from where they were read before.
package struct JobHistory: Sendable {
  /// A shard as far as workers have come with it.
  package struct Shard: Sendable, Hashable {
    /// How often it was begun, and how often in the present round.
    package var attempts = 0
    package var attemptsNow = 0
    /// The seconds of its last finished run, and the bytes of its file; nil before.
    package var seconds: Double?
    package var bytes: Int?
    package var node = ""
    package var worker = ""
    /// The reason of its last failure.
    package var error: String?

    package init() {}
  }

  private let folder: JobFolder
  private let round: Int
  private var offsets: [String: Int] = [:]
  package private(set) var shards: [Int: Shard] = [:]
  /// The seconds of all finished runs.
  package private(set) var seconds = 0.0
  /// The seconds of those of the present round.
  package private(set) var secondsNow = 0.0
  /// The shard that ended the job in the present round, and why: it was tried as often as it may be, or it fails however
  /// often it is tried.
  package private(set) var failure: (shard: Int, message: String, kind: ShardWorker.Failure.Kind)?
  /// The shard that gave other bytes the second time.
  package private(set) var differing: Int?
  /// The nodes whose workers are of another build, with it.
  package private(set) var otherBuilds: [String: String] = [:]
  /// The last reason of a worker that could not continue.
  package private(set) var lastError: String?

  package init(of folder: JobFolder, _ job: JobManifest) { (self.folder, round) = (folder, job.round) }

  /// The shards that have a finished run.
  package var finished: Int { shards.values.count { $0.seconds != nil } }
  /// The shards that were begun more than once.
  package var retried: Int { shards.values.count { $0.attempts > 1 } }

  /// Reads what was added since.
  package mutating func read() {
    for log in folder.logs() {
      guard let size = folder.files.status(of: log.path)?.size, size > offsets[log.path, default: 0],
        let file = try? folder.files.open(log.path)
      else { continue }
      let start = offsets[log.path, default: 0]
      var bytes = [UInt8](repeating: 0, count: size - start)
      let count = bytes.withUnsafeMutableBytes { (try? file.read(into: $0, at: start)) ?? 0 }
      // A line that is being written is read the next time.
      guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: "\n")) else { continue }
      offsets[log.path] = start + end + 1
      for line in bytes[..<end].split(separator: UInt8(ascii: "\n")) {
        take(String(decoding: line, as: UTF8.self), log.node, log.process, isNow: log.round == round)
      }
    }
  }

  private mutating func take(_ line: String, _ node: String, _ process: String, isNow: Bool) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard let verb = words.first.flatMap(WorkerLog.Verb.init) else { return }
    let rest = words.dropFirst(2).joined(separator: " ")
    let number = words.count > 1 ? Int(words[1]) : nil
    switch verb {
    case .build: if isNow { otherBuilds[node] = words.dropFirst().joined(separator: " ") }
    case .begin:
      guard let number else { return }
      shards[number, default: Shard()].attempts += 1
      if isNow { shards[number]?.attemptsNow += 1 }
      shards[number]?.node = node
      shards[number]?.worker = process
    case .done:
      let numbers = rest.split(separator: " ")
      guard let number, numbers.count == 2, let seconds = Double(numbers[0]), let bytes = Int(numbers[1]) else {
        return
      }
      shards[number, default: Shard()].seconds = seconds
      shards[number]?.bytes = bytes
      shards[number]?.error = nil
      self.seconds += seconds
      if isNow { secondsNow += seconds }
    case .error:
      if let number { shards[number, default: Shard()].error = rest }
      lastError = rest
    case .failed, .refused, .absent:
      if let number {
        shards[number, default: Shard()].error = rest
        if isNow { failure = (number, rest, verb == .refused ? .refused : verb == .absent ? .absent : .passing) }
      }
    case .differs: if isNow { differing = number }
    }
  }
}

/// The log of one worker: a line for each step.
struct WorkerLog {
  enum Verb: String {
    case begin, done, error, refused, absent, failed, differs, build
  }

  private let file: any AppendedFile

  init(_ file: any AppendedFile) { self.file = file }

  func write(_ verb: Verb, _ words: String...) throws(FileError) {
    let text = ([verb.rawValue] + words).joined(separator: " ").split(whereSeparator: \.isNewline).joined(
      separator: " ")
    try file.append(Array((text + "\n").utf8))
  }
}
