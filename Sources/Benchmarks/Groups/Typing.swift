import JSON
import Language
import LibC
import Presentation
import Sessions
import Shell
import Typing

/// The time that typing takes: from the start to the prompt, for a list of candidates, for the colours of a line.
enum Typing {
  static func measure(_ workplace: Workplace) throws {
    let session = try workplace.session("load sample SPY").interpreter.session
    let lists = try workplace.runs {
      let completion = Completion(of: "show ", session: session)
      guard completion.candidates.count > 200 else { throw Workplace.Failure(description: "too few candidates") }
    }
    let count = Completion(of: "show ", session: session).candidates.count
    workplace.report(
      Measurement(
        name: "prompt.completion", unit: .milliseconds, runs: lists, details: [("candidates", .integer(count))]))
    let line =
      "show " + Array(repeating: "sma(close, 20) + rsi(14) * 2.5%", count: 400).joined(separator: ", ").prefix(9_995)
    let highlight = StatementHighlight(session: session)
    let colours = try workplace.runs {
      guard highlight.parts(of: line).count > 1000 else { throw Workplace.Failure(description: "too few parts") }
    }
    workplace.report(
      Measurement(
        name: "prompt.highlight", unit: .milliseconds, runs: colours, details: [("bytes", .integer(line.utf8.count))]))
    try starts(workplace)
  }

  /// The starts of tas and, if installed, of the shells it is compared with.
  private static func starts(_ workplace: Workplace) throws {
    let shells: [(name: String, program: String?, arguments: [String], prompt: String)] = [
      ("prompt.start", workplace.program, ["--no-rc"], "tas"),
      ("prompt.start.duckdb", found("duckdb", in: "TAS_BENCH_DUCKDB"), ["-no-init"], "D "),
      ("prompt.start.fish", found("fish", in: "TAS_BENCH_FISH"), ["--no-config", "--private"], "> "),
    ]
    for shell in shells {
      guard let program = shell.program else {
        workplace.note("\(shell.name): not measured, the program is not installed")
        continue
      }
      var terminal = try PromptStart(program, shell.arguments, prompt: shell.prompt, home: workplace.folder)
      do {
        let runs = try workplace.runs { try terminal.run() }
        workplace.report(Measurement(name: shell.name, unit: .milliseconds, runs: runs))
      } catch  where program != workplace.program {
        // Another shell that does not start here is not this bench's failure.
        workplace.note("\(shell.name): not measured, \(error)")
      }
    }
  }

  /// A program that a variable names, or in the search path.
  private static func found(_ name: String, in variable: String) -> String? {
    if let path = Machine.variable(variable) { return access(path, X_OK) == 0 ? path : nil }
    return (Machine.variable("PATH") ?? "").split(separator: ":").map { "\($0)/\(name)" }.first {
      access($0, X_OK) == 0
    }
  }
}

/// The start of a program in a terminal, up to its prompt.
private struct PromptStart {
  private let program: String
  private let arguments: [String]
  private let prompt: [UInt8]
  private let home: String

  init(_ program: String, _ arguments: [String], prompt: String, home: String) throws {
    self.program = program
    self.arguments = arguments
    self.prompt = Array(prompt.utf8)
    self.home = home
  }

  /// Starts the program, waits for its prompt and ends it.
  mutating func run() throws {
    var master: Int32 = -1
    var slave: Int32 = -1
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else {
      throw Workplace.Failure(description: "there is no pseudo-terminal")
    }
    defer { close(master) }
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let process = try spawn(on: path, closing: [master, slave])
    close(slave)
    defer {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    var output: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, 5000) > 0 {
      let count = read(master, &block, block.count)
      guard count > 0 else { break }
      output += block[..<count]
      // Some query the terminal's type before they show a prompt.
      if output.suffix(3).elementsEqual(Array("\u{1B}[c".utf8)) {
        let answer = Array("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[?62c".utf8)
        _ = write(master, answer, answer.count)
      }
      // The last row is the prompt.
      let row = output.suffix(while: { $0 != 0x0A })
      if row.count >= prompt.count, row.indices.contains(where: { row[$0...].starts(with: prompt) }) { return }
    }
    throw Workplace.Failure(description: "\(program) shows no prompt")
  }

  /// Starts the program as the leader of a session whose terminal this is: some shells want no other.
  private func spawn(on terminal: String, closing descriptors: [Int32]) throws -> pid_t {
    var child = ChildProcess(
      program, arguments,
      environment: [
        "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=\(home)", "COLORFGBG=15;0",
        "PATH=\(Machine.variable("PATH") ?? "")",
      ])
    child.useTerminal(terminal)
    for descriptor in descriptors { child.close(descriptor) }
    return try child.start()
  }
}

extension [UInt8] {
  /// The bytes at the end for which a condition holds.
  fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var start = endIndex
    while start > startIndex, condition(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
