import LibC
import Platform
import TestSupport
import Testing

/// The outcome of a run of a program.
struct Ran {
  /// Its standard output.
  var output: String
  /// Its standard error.
  var errors: String
  /// Its exit status, or 128 and the signal's number.
  var status: Int32
}

/// A folder for one test, with a home of its own inside.
struct Place {
  /// The folder's path.
  let path: String

  init() throws {
    var template = Array("/tmp/tas-tests-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The folder of the program's history and session.
  var state: String { path + "/state/tas" }

  /// The environment that programs get.
  var environment: [String: String] {
    let folder = BuiltProducts.executable("tas").map { String($0.dropLast("/tas".count)) } ?? ""
    return [
      "HOME": path, "XDG_STATE_HOME": path + "/state", "XDG_CONFIG_HOME": path + "/config", "LANG": "C.UTF-8",
      "PAGER": "cat", "TAS_OFFLINE": "1",
      "PATH": folder + ":/usr/bin:/bin",
    ]
  }

  /// The journals of the sessions that are kept, the one that was added to last first.
  var journals: [String] {
    let folder = state + "/sessions"
    return DiskFiles().entries(of: folder).map { "\(folder)/\($0.name)" }
      .sorted { (DiskFiles().status(of: $0)?.modified ?? 0) > (DiskFiles().status(of: $1)?.modified ?? 0) }
      .map { bytes($0).map { String(decoding: $0, as: UTF8.self) } ?? "" }
  }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

  /// Writes a file of bytes, with its folders, and gives its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    for (index, character) in zip(file.indices, file).dropFirst() where character == "/" {
      mkdir(String(file[..<index]), 0o755)
    }
    let stream = try #require(fopen(file, "w"))
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
    return file
  }

  /// The text of a file, or nil if there is none.
  func text(_ name: String) -> String? { bytes(path + "/" + name).map { String(decoding: $0, as: UTF8.self) } }

  private func bytes(_ file: String) -> [UInt8]? {
    guard let stream = fopen(file, "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&block, 1, block.count, stream), count > 0 { bytes += block[..<count] }
    return bytes
  }

  /// Runs tas to its end.
  func tas(_ arguments: String..., input: String? = nil, environment: [String: String] = [:]) throws -> Ran {
    let program = try #require(BuiltProducts.executable("tas"), "tas is not built")
    return try run(program, arguments, input: input, environment: environment)
  }

  /// Runs commands of the system's shell, with tas in its path.
  func shell(_ commands: String) throws -> Ran { try run("/bin/sh", ["-c", commands]) }

  /// Runs a program to its end; its streams are files.
  func run(
    _ program: String, _ arguments: [String], input: String? = nil, environment added: [String: String] = [:]
  ) throws -> Ran {
    let source = try input.map { try write("input", $0) } ?? "/dev/null"
    let variables = environment.merging(added) { $1 }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var child = ChildProcess(program, arguments, environment: variables)
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    child.open(source, O_RDONLY, as: 0)
    child.open(path + "/output", flags, as: 1)
    child.open(path + "/errors", flags, as: 2)
    let result = ChildProcess.status(of: try child.start())
    return Ran(
      output: text("output") ?? "", errors: text("errors") ?? "",
      status: result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + (result & 0x7F))
  }

  /// Starts tas in a terminal.
  func terminal(
    _ arguments: String..., environment added: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    let program = try #require(BuiltProducts.executable("tas"), "tas is not built")
    return try PseudoTerminal(
      program: program, arguments: arguments, environment: environment.merging(added) { $1 }, columns: columns,
      rows: rows)
  }

  /// Starts the prompt and waits for it.
  func prompt(
    _ arguments: String..., environment added: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> PseudoTerminal {
    let program = try #require(BuiltProducts.executable("tas"), "tas is not built")
    let terminal = try PseudoTerminal(
      program: program, arguments: arguments, environment: environment.merging(added) { $1 }, columns: columns,
      rows: rows)
    try #require(terminal.waits(atPrompt: "tas> ", seconds: 30), "\(terminal.screen.text)")
    return terminal
  }
}
