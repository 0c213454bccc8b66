import Calendar
import Columns
import JSON
import Language
import LibC
import Platform
import Presentation
import Reports
import Sessions
import Shell

/// The place where measurements are made: how much they work on, a temporary folder with their files, sessions that
/// work on these, and where results are reported.
public struct Workplace {
  /// The reason why a measurement failed: a statement that failed, a file that could not be written.
  public struct Failure: Error, CustomStringConvertible {
    /// The reason in words.
    public var description: String
  }

  let size: BenchmarkSize
  /// The path of the program whose start is measured.
  let program: String
  let folder: String
  private let output: (String) -> Void
  private let error: (String) -> Void
  private let sharedSeries: SharedSeries

  /// Makes the folder.
  ///
  /// - Parameters:
  ///   - program: the path of the program whose start is measured.
  ///   - output: takes the lines of JSON, one for each measurement.
  ///   - error: takes the lines for people.
  public init(
    size: BenchmarkSize, program: String, output: @escaping (String) -> Void,
    error: @escaping (String) -> Void = { _ in }
  ) throws(Failure) {
    self.size = size
    self.program = program
    self.output = output
    self.error = error
    sharedSeries = SharedSeries(count: size.bars)
    let parent = Machine.variable("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/tas-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "cannot make a folder in \(parent)") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The series that indicators are measured on.
  var series: MeasuredSeries { sharedSeries.series }

  /// Reports a measurement.
  func report(_ measurement: Measurement) { report(line: measurement.line) }

  /// Reports a line of JSON.
  func report(line: String) { output(line) }

  /// Writes a line for people.
  func note(_ line: String) { error(line) }

  /// Measures some runs of work, as many as the size requires.
  func runs<Result>(_ work: () throws -> Result) rethrows -> Stopwatch.Runs {
    try Stopwatch.runs(size.runs, work)
  }

  /// Removes the folder and the files in it.
  public func remove() {
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

  /// The file of the bars of a minute.
  func minutes() throws(Failure) -> String {
    try file("minutes.csv") {
      SyntheticBars.commaSeparated(SyntheticBars.bars(count: size.bars, timeframe: .minute))
    }
  }

  /// The file of the bars of a day.
  func days() throws(Failure) -> String {
    try file("days.csv") { SyntheticBars.commaSeparated(SyntheticBars.bars(count: size.days, timeframe: .day)) }
  }

  /// A session with `workers` threads, after some statements.
  func session(workers: Int = Machine.cores, _ statements: String = "") throws(Failure) -> WorkedSession {
    var session = WorkedSession(
      interpreter: Interpreter(
        environment: Environment(
          today: CivilDate(daysSince1970: 20_000), now: { "2024-10-04T00:00:00Z" },
          stateDirectory: folder, workers: workers)))
    if !statements.isEmpty { try session.run(statements) }
    return session
  }
}

/// A session whose statements must succeed.
struct WorkedSession {
  var interpreter: Interpreter
  private let printer = OutcomePrinter(format: .table)

  init(interpreter: Interpreter) { self.interpreter = interpreter }

  /// Runs a statement; the data of its result, as JSON has them.
  mutating func result(of statement: String) throws(Workplace.Failure) -> JSONValue {
    var data = JSONValue.null
    var failure: String?
    let succeeded = interpreter.runScript(statement, named: "bench", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let outcome): data = outcome.result?.data ?? data
      case .failure(let diagnostic, _, _): failure = diagnostic.message
      }
    }
    guard succeeded else { throw Workplace.Failure(description: failure ?? "a statement failed") }
    return data
  }

  /// Runs statements; their results are dropped, or printed into nothing.
  mutating func run(_ statements: String, printing: Bool = false) throws(Workplace.Failure) {
    var failure: String?
    let succeeded = interpreter.runScript(statements, named: "bench", keepGoing: false) { [printer] event, sources in
      if case .failure(let diagnostic, _, _) = event { failure = "\(diagnostic.message) in `\(statements.prefix(80))`" }
      if printing { _ = printer.text(of: event, sources: sources).output.utf8.count }
    }
    guard succeeded else { throw Workplace.Failure(description: failure ?? "a statement failed") }
  }
}

/// Makes the series once they are requested.
private final class SharedSeries {
  lazy var series = MeasuredSeries(count: count)
  private let count: Int

  init(count: Int) { self.count = count }
}
