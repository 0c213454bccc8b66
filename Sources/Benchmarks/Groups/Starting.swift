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
    var child = ChildProcess(binary, arguments)
    child.open("/dev/null", O_WRONLY, as: 1)
    let status: Int32
    do { status = ChildProcess.status(of: try child.start()) } catch {
      throw Workplace.Failure(description: "\(error)")
    }
    guard status == 0 else { throw Workplace.Failure(description: "\(binary) \(arguments) failed") }
  }
}
