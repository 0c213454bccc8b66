import JSON
import Platform

/// The folder of a job, which is all that its workers and its statement share.
///
/// `job.json` says what is to be done, `cells/N.json` what a cell reads, `shards/ID` is a finished shard, `workers/ROUND-NODE-PID`
/// the log of a worker. A worker takes a shard by holding the lock of `shards/ID.claim`; the system takes the lock away with
/// the process, so that no shard is lost with its worker. A finished shard appears with its name at once.
package struct JobFolder: Sendable {
  package let path: String
  package let files: any FileSystem

  package init(_ path: String, in files: any FileSystem) { (self.path, self.files) = (path, files) }

  private var manifestPath: String { "\(path)/job.json" }
  private var cancelPath: String { "\(path)/cancelled" }
  private var shardsPath: String { "\(path)/shards" }
  private var workersPath: String { "\(path)/workers" }

  /// The jobs in a folder of results, with their manifests; folders that are none are passed over.
  package static func all(in results: String, _ files: any FileSystem) -> [(folder: JobFolder, job: JobManifest)] {
    files.entries(of: results).filter(\.isFolder).compactMap { entry in
      let folder = JobFolder("\(results)/\(entry.name)", in: files)
      return folder.manifest().map { (folder, $0) }
    }
  }

  // MARK: What is to be done

  /// Writes what is to be done, the manifest last: a folder without one is no job.
  package func begin(_ job: JobManifest, cells: [JSONValue]) throws(FileError) {
    for folder in [shardsPath, workersPath, "\(path)/cells"] { files.makeFolder(folder) }
    for (number, cell) in cells.enumerated() {
      try files.write(Array(cell.write().utf8), to: cellPath(number), [.ownerOnly, .unsynced])
    }
    try write(job)
  }

  /// Writes the manifest, and takes a cancellation back.
  package func write(_ job: JobManifest) throws(FileError) {
    try files.remove(cancelPath)
    try files.write(Array(job.json.prettyWrite().utf8), to: manifestPath, .ownerOnly)
  }

  /// What is to be done; nil if the folder is no job, or one of a later program.
  package func manifest() -> JobManifest? {
    guard let bytes = try? files.read(manifestPath), let json = try? JSONValue(parsing: bytes) else { return nil }
    return JobManifest(json)
  }

  /// The document of a cell.
  package func cell(_ number: Int) throws(FileError) -> [UInt8] { try files.read(cellPath(number)) }

  private func cellPath(_ number: Int) -> String { "\(path)/cells/\(number).json" }

  package var isCancelled: Bool { files.exists(cancelPath) }

  /// Asks the workers to end after the shards that they are at.
  package func cancel() throws(FileError) { try files.write("", to: cancelPath, .unsynced) }

  /// Removes the job with all that it has.
  package func remove() throws(FileError) {
    try files.remove(manifestPath)
    for folder in [shardsPath, workersPath, "\(path)/cells", path] {
      for entry in files.entries(of: folder) { try files.remove("\(folder)/\(entry.name)") }
      if files.exists(folder) { try files.remove(folder) }
    }
  }

  // MARK: Shards

  private func path(of shard: Int, in job: JobManifest) -> String { "\(shardsPath)/\(job.id(of: shard))" }

  func isDone(_ shard: Int, in job: JobManifest) -> Bool { files.exists(path(of: shard, in: job)) }

  /// The shards that are done, by number.
  package func done(in job: JobManifest) -> [Bool] {
    var done = [Bool](repeating: false, count: job.plan.count)
    let start = job.hash.prefix(4).utf8.count + 1
    for entry in files.entries(of: shardsPath) {
      if let number = Int(entry.name.dropFirst(start)), done.indices.contains(number) { done[number] = true }
    }
    return done
  }

  /// The right to do a shard, for as long as the claim is kept; nil if another worker has it.
  func claim(_ shard: Int, in job: JobManifest) throws(FileError) -> (any AppendedFile)? {
    do throws(FileError) { return try files.openForAppending(claimPath(shard, in: job)) } catch {
      if error.isLocked { return nil }
      throw error
    }
  }

  /// True if a worker is at a shard.
  package func isRunning(_ shard: Int, in job: JobManifest) -> Bool { files.isHeld(claimPath(shard, in: job)) }

  private func claimPath(_ shard: Int, in job: JobManifest) -> String { path(of: shard, in: job) + ".claim" }

  /// Writes what a shard gave.
  ///
  /// - Returns: the number of bytes; nil if the shard is there already with other bytes.
  package func finish(_ shard: JobPlan.Shard, in job: JobManifest, _ payload: [UInt8]) throws(FileError) -> Int? {
    let bytes = ShardFile.bytes(of: shard, in: job, payload)
    let path = path(of: shard.number, in: job)
    if let there = try? files.open(path).bytes(limit: .max), ShardFile.payload(there, of: shard, in: job) != nil {
      return there == bytes ? bytes.count : nil
    }
    // A file that a loss of power cuts off is found by its hash.
    try files.write(bytes, to: path, [.ownerOnly, .unsynced])
    try files.remove(claimPath(shard.number, in: job))
    return bytes.count
  }

  /// What a shard gave; nil if it is not done, or its file is damaged, which is then removed.
  package func payload(of shard: JobPlan.Shard, in job: JobManifest) -> ArraySlice<UInt8>? {
    let path = path(of: shard.number, in: job)
    guard let bytes = try? files.open(path).bytes(limit: .max) else { return nil }
    if let payload = ShardFile.payload(bytes, of: shard, in: job) { return payload }
    try? files.remove(path)
    return nil
  }

  // MARK: Workers

  /// The log of a worker, which holds it as long as it runs.
  func log(of worker: String, in job: JobManifest) throws(FileError) -> any AppendedFile {
    try files.openForAppending("\(workersPath)/\(job.round)-\(worker)")
  }

  /// The logs of all workers: the round, the node and the process of each, and the path.
  func logs() -> [(round: Int, node: String, process: String, path: String)] {
    files.entries(of: workersPath).compactMap { entry in
      let parts = entry.name.split(separator: "-").map(String.init)
      guard parts.count >= 3, let round = Int(parts[0]) else { return nil }
      return (
        round, parts[1..<parts.count - 1].joined(separator: "-"), parts[parts.count - 1],
        "\(workersPath)/\(entry.name)"
      )
    }.sorted { ($0.round, $0.path) < ($1.round, $1.path) }
  }

  /// The last line that a worker or its driver printed as an error; nil if there is none.
  package var lastWords: String? {
    let bytes = (try? files.read("\(path)/errors.txt")) ?? []
    return String(decoding: bytes.suffix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
  }

  /// The workers at work.
  package var running: Int { logs().count { files.isHeld($0.path) } }
}
