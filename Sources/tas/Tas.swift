import ArgumentParser
import Shell

/// The program: reads its arguments, chooses a mode, gives the exit status.
@main
struct Tas: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tas",
    abstract: "An analysis shell: indicators, backtests and discounted cash flows in one language.",
    usage: """
      tas [OPTIONS]                           the prompt, or a script on standard input
      tas [OPTIONS] FILE.tas [NAME=VALUE …]   runs a script
      tas [OPTIONS] -c "STATEMENT; STATEMENT"
      """,
    discussion: """
      Results go to standard output, diagnostics to standard error. The exit status is 0 where all statements \
      succeeded, 1 where one failed, 2 for wrong usage, 130 where it was interrupted.
      """,
    version: version)

  @Option(name: [.customShort("c")], help: ArgumentHelp("Run these statements.", valueName: "statements"))
  var statements: String?

  @Option(help: "How results are printed: table, json, csv or markdown.")
  var format: OutputFormat = .table

  @Option(help: ArgumentHelp("Open this session first; the prompt saves it at the end.", valueName: "file"))
  var session: String?

  @Flag(name: .customLong("no-rc"), help: "Do not read the start-up file.")
  var skipsStartupFile = false

  @Flag(help: "Go on after a statement that fails.")
  var keepGoing = false

  @Option(help: "When to colour: auto, always or never.")
  var color: ColorChoice = .auto

  @Argument(help: ArgumentHelp("A script, then values for its params.", valueName: "file"))
  var arguments: [String] = []

  func run() throws {
    let status = try Program(options: self).run()
    if status != .success { throw status }
  }
}

/// When output is coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

extension OutputFormat: ExpressibleByArgument {}

/// The version of the program.
let version = "0.1.0"
