import ArgumentParser
import LibC
import Manual
import Platform
import Presentation
import Shell

/// The program: reads its arguments, chooses a mode, gives the exit status.
@main
struct Tas: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tas",
    abstract: "An analysis shell: indicators, backtests and discounted cash flows in one language.",
    usage: """
      tas [OPTIONS]                           the prompt, or a script on standard input
      tas [OPTIONS] FILE.tas … [NAME=VALUE …] runs scripts in one session; `-` is standard input
      tas [OPTIONS] -c "STATEMENT; STATEMENT" [NAME=VALUE …]
      tas replay SESSION.json --check         computes its results again, to the bit
      tas check|fmt FILE.tas …, tas test FOLDER  check, format, test scripts
      tas [OPTIONS] --batch                   answers a program, a JSON object a line
      """,
    discussion: """
      Results go to standard output, diagnostics to standard error. The exit status is 0 if all statements \
      succeeded, 1 if one failed, 2 for wrong usage, 130 if interrupted. NAME=VALUE sets a `param` of \
      the script. The prompt begins with the start-up file `$XDG_CONFIG_HOME/tas/rc.tas`, else `~/.config/tas/rc.tas`.
      """,
    version: version)

  @Option(
    name: [.customShort("c")], parsing: .unconditionalSingleValue,
    help: .option("-c"))
  var statements: [String] = []

  @Flag(name: .customShort("i"), help: .option("-i"))
  var staysAtPrompt = false

  @Option(help: .option("--format"))
  var format: OutputFormat = .table

  @Option(help: .option("--session"))
  var session: String?

  @Flag(name: .customLong("no-rc"), help: .option("--no-rc"))
  var skipsStartupFile = false

  @Flag(name: .customLong("safe"), help: .option("--safe"))
  var isSafe = false

  @Flag(help: .option("--check"))
  var check = false

  @Flag(help: .option("--diff"))
  var diff = false

  @Flag(name: .customLong("batch"), help: .option("--batch"))
  var isBatch = false

  @Flag(name: .customLong("describe"), help: .option("--describe"))
  var describesItself = false

  @Option(help: .option("--junit"))
  var junit: String?

  @Option(help: .option("--log"))
  var log: String?

  @Option(help: .option("--manual"))
  var manual: String?

  @Flag(help: .option("--keep-going"))
  var keepGoing = false

  @Option(help: .option("--color"))
  var color: ColorChoice = .auto

  @Argument(help: ArgumentHelp("Scripts, then values for their params.", valueName: "file"))
  var arguments: [String] = []

  /// Reads the arguments and runs; wrong usage is reported in two lines and with the status of the contract.
  static func main() {
    Console.openMissingStreams()
    if let page = ScriptTool.help(for: CommandLine.arguments.dropFirst()) {
      Console.write(page, to: .output)
      exit(.success)
    }
    hideArguments()
    do {
      let options = try CallOptions(quick: CommandLine.arguments.dropFirst()) ?? CallOptions(Tas.parse())
      exit(try Program(options: options).run())
    } catch {
      let isAsked = exitCode(for: error) == .success
      guard !isAsked else {
        Console.write(fullMessage(for: error) + "\n", to: .output)
        exit(.success)
      }
      let message = message(for: error)
      let sentence = message.prefix(1).lowercased() + message.dropFirst()
      Console.write("error: \(sentence)\n`tas --help` shows the usage\n", to: .errors)
      exit(.wrongUsage)
    }
  }

  /// Puts crosses over the secrets of addresses in the arguments, because the list of processes is public.
  private static func hideArguments() {
    // The texts of the arguments are copied before.
    for (index, argument) in CommandLine.arguments.enumerated().dropFirst() {
      guard let place = CommandLine.unsafeArgv[index] else { continue }
      let bytes = Array(argument.utf8)
      // A text that is not UTF-8 has other offsets.
      guard strlen(place) == bytes.count else { continue }
      for range in AddressText.secrets(in: bytes) {
        for offset in range { place[offset] = CChar(bitPattern: UInt8(ascii: "x")) }
      }
    }
  }

  private static func exit(_ status: ExitStatus) -> Never { Console.exit(status) }
}

/// The end of a run, as the caller sees it.
enum ExitStatus: Int32 {
  /// All statements succeeded.
  case success = 0
  /// A statement failed.
  case failure = 1
  /// The arguments are wrong, or a file that they name is not there.
  case wrongUsage = 2
  /// It was stopped by Ctrl-C.
  case interrupted = 130
}

extension ArgumentHelp {
  /// What the table of the options has about one of them, by its name.
  fileprivate static func option(_ name: String) -> ArgumentHelp {
    let option = ProgramOption.all.first { $0.name == name }
    return ArgumentHelp(option?.summary ?? "", valueName: option?.value)
  }
}

/// The rule for colouring output.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

extension OutputFormat: ExpressibleByArgument {
  /// The format of a name of the table.
  public init?(argument: String) {
    guard let format = OutputFormat.named(argument) else { return nil }
    self = format
  }

  /// The names that `--help` and the message of a wrong one list.
  public static var allValueStrings: [String] { all.map(\.name) }

  /// The name, as `--help` shows the default.
  public var defaultValueDescription: String { name }
}

/// The version of the program.
let version = Environment.version
