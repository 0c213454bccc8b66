import JSON
import Language
import Platform
import Reports
import Sessions
import Shell
import Testing

/// The journal of signals and the audit on the disk.
@Suite("Records")
struct RecordFileTests {
  private static let prepared = """
    load sample SPY
    strategy cross(fast = 12, slow = 26) {
      enter long when ema(fast) crosses above ema(slow); exit long when ema(fast) crosses below ema(slow)
    }
    """

  private func environment(_ folder: StrategyFolder) -> Environment {
    var environment = Environment.still
    environment.dataDirectory = folder.path
    environment.files = DiskFiles()
    return environment
  }

  /// The data of the last result, and the messages of what failed.
  private func run(_ script: String, _ environment: Environment) -> (data: JSONValue?, errors: [String]) {
    var interpreter = Interpreter(environment: environment)
    var (data, errors): (JSONValue?, [String]) = (nil, [])
    _ = interpreter.runScript("\(Self.prepared)\n\(script)", named: "test", keepGoing: true) { event, _ in
      switch event {
      case .outcome(let outcome): data = outcome.result?.data ?? data
      case .failure(let diagnostic, _, _): errors.append(diagnostic.message)
      }
    }
    return (data, errors)
  }

  private func count(_ statement: String, _ environment: Environment) -> Int? {
    let data = run(statement, environment).data
    return (data?["entries"] ?? data?["records"])?.elements?.count
  }

  @Test("Two programs at once write each line whole, and none is lost")
  func together() async throws {
    let folder = try StrategyFolder()
    let environment = environment(folder)
    try await withThrowingTaskGroup(of: [String].self) { group in
      for program in 0..<2 {
        group.addTask {
          let statements = (0..<6).map { "validate cross(fast = \(3 + program * 6 + $0)) timeframes 1d" }
          return run(statements.joined(separator: "\n"), environment).errors
        }
      }
      for try await errors in group { #expect(errors.isEmpty) }
    }
    #expect(count("audit", environment) == 12)
  }

  @Test("A file that another program holds is known by its error, as a moment later it may be free")
  func held() throws {
    let folder = try StrategyFolder()
    let path = "\(folder.path)/held.jsonl"
    let first = try DiskFiles().openForAppending(path)
    let error = try #require(throws: FileError.self) { _ = try DiskFiles().openForAppending(path) }
    #expect(error.isLocked)
    try first.append([])
  }

  @Test("The files of an earlier version are read, taken over by the first write, and left as they are")
  func former() throws {
    let source = try StrategyFolder()
    _ = run("validate cross\nvalidate cross(fast = 5)\nvalidate cross(fast = 7)", environment(source))
    let audit = try #require(run("audit", environment(source)).data?["records"]?.elements)
    var lines = audit.map { $0.write() }
    #expect(lines.count == 3)
    // The second line is damaged, the last one was never ended.
    lines[1] = lines[1].replacing("\"", with: "'")
    let text = lines.joined(separator: "\n")
    let folder = try StrategyFolder()
    try folder.write(text, to: "audit.jsonl")
    #expect(count("audit", environment(folder)) == 2)
    _ = run("validate cross(fast = 9)", environment(folder))
    let listed = try #require(run("audit", environment(folder)).data)
    #expect(listed["records"]?.elements?.count == 3)
    #expect(listed["damaged"]?.elements?.count == 1)
    #expect(try DiskFiles().read("\(folder.path)/audit.jsonl") == Array(text.utf8))
  }

  @Test("Where the book cannot be written the answer says so")
  func unwritable() throws {
    let folder = try StrategyFolder()
    try folder.write("no database, and longer than the beginning of one", to: "book.sqlite")
    let signal = try #require(run("signal cross", environment(folder)).data)
    #expect("\(signal)".contains("not written"))
    // The signals that a validation is scored by cannot be read either.
    let errors = run("validate cross", environment(folder)).errors
    #expect(errors.contains { $0.contains("cannot read") && $0.contains("is not a book, or is damaged") })
  }
}
