import LibC
import Presentation

/// The time from the start of the program to its end, output written.
enum Starting {
  static func measure(_ workplace: Workplace) throws {
    let binary = workplace.program
    guard access(binary, X_OK) == 0 else { throw Workplace.Failure(description: "there is no program \(binary)") }
    let scripts = [
      ("start.version", ["--version"]), ("start.print", ["-c", "print 1"]),
      ("start.sample", ["-c", "load sample SPY; rsi(14) last 1"]),
      ("start.backtest", ["-c", sampleBacktest]),
    ]
    for (name, arguments) in scripts {
      let runs = try workplace.runs { try run(binary, arguments) }
      workplace.report(Measurement(name: name, unit: .milliseconds, runs: runs))
    }
  }

  private static let sampleBacktest = """
    load sample SPY; \
    strategy s { enter long when ema(12) crosses above ema(26); exit long when ema(12) crosses below ema(26) }; \
    backtest s
    """

  /// Runs a program to its end with its output into nothing.
  private static func run(_ binary: String, _ arguments: [String]) throws(Workplace.Failure) {
    var vector: [UnsafeMutablePointer<CChar>?] = ([binary] + arguments).map { strdup($0) }
    defer { for pointer in vector { free(pointer) } }
    vector.append(nil)
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    guard posix_spawn(&process, binary, &actions, nil, vector, environ) == 0 else {
      throw Workplace.Failure(description: "cannot start \(binary)")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    guard status == 0 else { throw Workplace.Failure(description: "\(binary) \(arguments) failed") }
  }
}
