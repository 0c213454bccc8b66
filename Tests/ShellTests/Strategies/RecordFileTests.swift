import JSON
import Language
import LibC
import Platform
import Reports
import Sessions
import Shell
import Testing

/// The journal of signals and the audit on the disk.
@Suite("Files of records")
struct RecordFileTests {
  private static let prepared = """
    load sample SPY
    strategy cross(fast = 12, slow = 26) {
      enter long when ema(fast) crosses above ema(slow); exit long when ema(fast) crosses below ema(slow)
    }
    """

  private func environment(_ folder: StrategyFolder, _ files: any FileSystem = DiskFiles()) -> Environment {
    var environment = Environment.still
    environment.dataDirectory = folder.path
    environment.files = files
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

  private func lines(_ folder: StrategyFolder, _ name: String) throws -> [String] {
    let text = String(decoding: try DiskFiles().read("\(folder.path)/\(name)"), as: UTF8.self)
    #expect(text.hasSuffix("\n"))
    return text.split(separator: "\n").map(String.init)
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
    let lines = try lines(folder, "audit.jsonl")
    #expect(lines.count == 12)
    for line in lines { #expect(throws: Never.self) { try JSONValue(parsing: Array(line.utf8)) } }
    #expect(Set(lines).count == 12)
  }

  @Test("A file that another program holds is known by its error, as a moment later nobody may hold it")
  func held() throws {
    let folder = try StrategyFolder()
    let path = "\(folder.path)/held.jsonl"
    let first = try DiskFiles().openForAppending(path)
    let error = try #require(throws: FileError.self) { _ = try DiskFiles().openForAppending(path) }
    #expect(error.isLocked)
    try first.append([])
  }

  @Test("A last line that was never ended stands alone, and the next one behind it")
  func torn() throws {
    let folder = try StrategyFolder()
    _ = run("signal cross\nsignal cross(fast = 5)", environment(folder))
    let whole = try lines(folder, "signals.jsonl")
    #expect(whole.count == 2)
    try folder.write(whole[0] + "\n" + String(whole[1].prefix(40)), to: "signals.jsonl")
    _ = run("signal cross(fast = 7)", environment(folder))
    let after = try lines(folder, "signals.jsonl")
    #expect(after.count == 3 && after[0] == whole[0] && after[1] == String(whole[1].prefix(40)))
    let journal = try #require(run("journal", environment(folder)).data)
    #expect(journal["entries"]?.elements?.count == 2)
    #expect("\(journal)".contains("damaged") && "\(journal)".contains("2"))
  }

  @Test("A damaged line is told and left out, and the others count", arguments: ["signals.jsonl", "audit.jsonl"])
  func damaged(_ name: String) throws {
    let folder = try StrategyFolder()
    let statement = name == "signals.jsonl" ? "signal" : "validate"
    _ = run("\(statement) cross\n\(statement) cross(fast = 5)\n\(statement) cross(fast = 7)", environment(folder))
    var lines = try lines(folder, name)
    #expect(lines.count == 3)
    lines[1] = lines[1].replacing("\"", with: "'")
    try folder.write(lines.joined(separator: "\n") + "\n", to: name)
    let listed = try #require(run(name == "signals.jsonl" ? "journal" : "audit", environment(folder)).data)
    #expect((listed["entries"] ?? listed["records"])?.elements?.count == 2)
    #expect(listed["damaged"]?.elements?.count == 1)
  }

  @Test("On a full disk the answer says that nothing was written")
  func fullDisk() throws {
    let folder = try StrategyFolder()
    let full = environment(folder, FullDisk(disk: DiskFiles()))
    let signal = try #require(run("signal cross", full).data)
    #expect("\(signal)".contains("not written"))
    let validated = try #require(run("validate cross", full).data)
    #expect("\(validated)".contains("not written into the audit: cannot write"))
    #expect(validated["unified_confidence"]?.doubleValue != nil)
    // Once there is room the next line is whole.
    _ = run("validate cross", environment(folder))
    #expect(try lines(folder, "audit.jsonl").last?.hasPrefix("{") == true)
  }
}

/// The files of the machine on a disk that is full: half of a line still fits.
private struct FullDisk: FileSystem {
  private struct Half: AppendedFile {
    let path: String
    let file: any AppendedFile

    func append(_ bytes: [UInt8]) throws(FileError) {
      try file.append(Array(bytes.prefix(bytes.count / 2)))
      throw FileError(.write, path, number: ENOSPC)
    }

    func synchronize() throws(FileError) { try file.synchronize() }
  }

  let disk: DiskFiles

  func openForAppending(_ path: String) throws(FileError) -> any AppendedFile {
    Half(path: path, file: try disk.openForAppending(path))
  }

  func open(_ path: String) throws(FileError) -> any ReadableFile { try disk.open(path) }
  func write(_ bytes: [UInt8], to path: String, _ options: WriteOptions) throws(FileError) {
    throw FileError(.write, path, number: ENOSPC)
  }
  func move(_ path: String, to newPath: String) throws(FileError) { try disk.move(path, to: newPath) }
  func remove(_ path: String) throws(FileError) { try disk.remove(path) }
  func isHeld(_ path: String) -> Bool { disk.isHeld(path) }
  func makeFolder(_ path: String) { disk.makeFolder(path) }
  func removeLeftovers(in folder: String) {}
  func absolutePath(of path: String) -> String { disk.absolutePath(of: path) }
  func entries(of folder: String) -> [FolderEntry] { disk.entries(of: folder) }
  func status(of path: String) -> FileStatus? { disk.status(of: path) }
}
