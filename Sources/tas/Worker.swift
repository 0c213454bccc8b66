import Commands
import Jobs
import LibC
import Platform

/// The mode for workers of a job: `tas --worker FOLDER [NUMBER]` does its shards until none is left.
///
/// It reads the data that the plan names, reaches no network and no other program, and writes into the folder alone.
struct Worker {
  let program: Program

  /// The bytes that a process may grow by before another one continues.
  private static let mostGrowth = 1 << 30

  func run(_ path: String, number: Int) -> ExitStatus {
    let files = DiskFiles()
    let folder = files.absolutePath(of: path)
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let node = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    var first: Int?
    let isLarge = {
      let now = SystemMemory.resident()
      defer { first = first ?? now }
      return now > (first ?? now) + Self.mostGrowth
    }
    do throws(FileError) {
      let end = try JobWorker.run(folder, in: files, name: "\(node)-\(getpid())", number: number, isLarge: isLarge) {
        // Relative paths of the data begin at the folder in which the job was begun.
        if chdir($0) != 0 { program.console.write("warning: there is no folder \($0)\n", to: .errors) }
        var environment = Environment.system(
          isSafe: true, folder: program.folder, pictures: program.pictures, isCancelled: { false }, report: { _, _ in })
        // What providers gave is read from the library; they are not asked.
        environment.dataDirectory = environment.readOnlyData
        return environment
      }
      switch end {
      case .finished: return .success
      case .restarts: return restart(folder, number)
      case .otherBuild(let build): return program.failed("this is tas \(build), and the job is of another build")
      case nil: return program.wrongUsage("\(path) is no folder of a job")
      }
    } catch { return program.failed(error.message) }
  }

  /// Continues as a new process in the place of this one: memory that was held is given back.
  private func restart(_ folder: String, _ number: Int) -> ExitStatus {
    let words = [CommandLine.arguments[0], "--worker", folder, "\(number)"]
    let texts: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    execv(Workforce.program, texts)
    return program.failed("cannot start again: \(String(cString: strerror(errno)))")
  }
}

extension Program {
  fileprivate func failed(_ message: String) -> ExitStatus {
    console.write("error: \(message)\n", to: .errors)
    return .failure
  }
}
