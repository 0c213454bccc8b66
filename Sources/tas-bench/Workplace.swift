import Calendar
import Columns
import Language
import Presentation
import Shell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A temporary folder with the files of the measurements, and sessions that work on them.
struct Workplace {
  /// What went wrong: a statement that failed, a file that could not be written.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let folder: String

  /// Makes the folder.
  init() throws(Failure) {
    let parent = Machine.variable("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/tas-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "cannot make a folder in \(parent)") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder and the files in it.
  func remove() {
    if let stream = opendir(folder) {
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink("\(folder)/\(name)") }
      }
      closedir(stream)
    }
    rmdir(folder)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file into the folder, once; the path of it.
  func file(_ name: String, _ content: () -> [UInt8]) throws(Failure) -> String {
    let path = path(name)
    if access(path, F_OK) == 0 { return path }
    let bytes = content()
    guard let file = fopen(path, "w") else { throw Failure(description: "cannot write \(path)") }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw Failure(description: "cannot write \(path)") }
    return path
  }

  /// The file of a million bars of a minute.
  func minutes() throws(Failure) -> String {
    try file("minutes.csv") {
      SyntheticBars.commaSeparated(SyntheticBars.bars(count: 1_000_000, timeframe: .minute))
    }
  }

  /// The file of 2,500 bars of a day.
  func days() throws(Failure) -> String {
    try file("days.csv") { SyntheticBars.commaSeparated(SyntheticBars.bars(count: 2500, timeframe: .day)) }
  }

  /// A session with so many threads, after some statements.
  func session(workers: Int = Machine.cores, _ statements: String = "") throws(Failure) -> WorkedSession {
    var session = WorkedSession(
      interpreter: Interpreter(
        environment: Environment(
          today: CivilDate(daysSince1970: 20_000), now: { "2024-10-04T00:00:00Z" },
          newIdentifier: { "00000000-0000-4000-8000-000000000000" }, stateDirectory: folder, workers: workers)))
    if !statements.isEmpty { try session.run(statements) }
    return session
  }
}

/// A session whose statements must succeed.
struct WorkedSession {
  var interpreter: Interpreter
  private let printer = OutcomePrinter(format: .table)

  init(interpreter: Interpreter) { self.interpreter = interpreter }

  /// Runs statements; their results are dropped, or printed into nothing.
  mutating func run(_ statements: String, printing: Bool = false) throws(Workplace.Failure) {
    var failure: String?
    let succeeded = interpreter.runScript(statements, named: "bench", keepGoing: false) { event, sources in
      if case .failure(let diagnostic, _, _) = event { failure = "\(diagnostic.message) in `\(statements.prefix(80))`" }
      if printing { _ = printer.text(of: event, sources: sources).output.utf8.count }
    }
    guard succeeded else { throw Workplace.Failure(description: failure ?? "a statement failed") }
  }
}
