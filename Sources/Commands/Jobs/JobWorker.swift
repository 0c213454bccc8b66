import Calendar
import Evaluation
import JSON
import Jobs
import Language
import Platform
import Sessions
import Strategies
import Work

/// A worker of a job, as a program starts it: it reads what the plan names, and writes only into the folder of the job.
package struct JobWorker {
  /// The cell that was worked on last, with its bars loaded.
  private var loaded: (cell: Int, pieces: JobPieces)?
  private let folder: JobFolder
  private let environment: Environment

  private init(_ folder: JobFolder, _ job: JobManifest, environment: Environment) {
    self.folder = folder
    var environment = environment
    environment.workers = 1
    environment.monitor = .none
    if let day = CivilDate(iso8601: job.today) { environment.today = day }
    self.environment = environment
  }

  /// Does the shards of a job until none is left.
  ///
  /// - Parameters:
  ///   - path: the folder of the job.
  ///   - files: write into it.
  ///   - name: the node and the process.
  ///   - number: its number among the workers.
  ///   - environment: gives the files of the data, relative ones in a folder that the job names.
  /// - Returns: nil if the folder is no job.
  package static func run(
    _ path: String, in files: any FileSystem, name: String, number: Int, isLarge: () -> Bool = { false },
    environment: (_ folder: String) -> Environment
  ) throws(FileError) -> ShardWorker.End? {
    let folder = JobFolder(path, in: files)
    guard let job = folder.manifest() else { return nil }
    let environment = environment(job.folder)
    var own = JobWorker(folder, job, environment: environment)
    return try ShardWorker(folder, job, name: name, number: number, clock: environment.clock).run(
      build: environment.workforce.build(), isLarge: isLarge
    ) { shard throws(ShardWorker.Failure) in try own.bytes(of: shard) }
  }

  private mutating func bytes(of shard: JobPlan.Shard) throws(ShardWorker.Failure) -> [UInt8] {
    let pieces: JobPieces
    if let loaded, loaded.cell == shard.cell {
      pieces = loaded.pieces
    } else {
      pieces = try load(shard.cell)
      loaded = (shard.cell, pieces)
    }
    do throws(RunFailure) { return try pieces.bytes(of: shard.pieces) } catch {
      throw ShardWorker.Failure("\(error)", .refused)
    }
  }

  private func load(_ cell: Int) throws(ShardWorker.Failure) -> JobPieces {
    let document: JSONValue
    do { document = try JSONValue(parsing: try folder.cell(cell)) } catch {
      throw ShardWorker.Failure("cell \(cell) cannot be read: \(error)", .passing)
    }
    do {
      let (job, session) = try JobFile.read(document, environment: environment, columns: ColumnBudget())
      return try JobPieces(try session.run(of: job, today: environment.today), environment)
    } catch {
      let reason = (error as? SessionFileError)?.message ?? (error as? RunAbsence)?.reason
      throw ShardWorker.Failure(reason ?? "\(error)", reason == nil ? .refused : .absent)
    }
  }
}
