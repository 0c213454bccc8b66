import LibC
import Manual
import Platform
import Presentation
import Text

/// The program: reads its arguments, chooses a mode, gives the exit status.
@main
enum Tas {
  /// Reads the arguments and runs; wrong usage is reported in two lines and with the status of the contract.
  static func main() {
    Console.openMissingStreams()
    let arguments = CommandLine.arguments.dropFirst()
    if let page = ScriptTool.help(for: arguments) ?? ServeCall.help(for: arguments) {
      Console.write(page, to: .output)
      exit(.success)
    }
    hideArguments()
    do {
      let options = try CallOptions(arguments)
      if options.showsHelp || options.showsVersion {
        Console.write(options.showsHelp ? help : version + "\n", to: .output)
        exit(.success)
      }
      exit(try Program(options: options).run())
    } catch {
      let message = (error as? UsageError)?.message ?? "\(error)"
      Console.write("error: \(message)\n`tas --help` shows the usage\n", to: .errors)
      exit(.wrongUsage)
    }
  }

  /// The page of `--help`.
  private static var help: String {
    let description: [StyledText] = [
      "OVERVIEW: An analysis shell: indicators, backtests and discounted cash flows in one language.",
      """
      Results go to standard output, diagnostics to standard error. The exit status is 0 if all statements \
      succeeded, 1 if one failed, 2 for wrong usage, 130 if interrupted. NAME=VALUE sets a `param` of \
      the script. The prompt begins with the start-up file `$XDG_CONFIG_HOME/tas/rc.tas`, else `~/.config/tas/rc.tas`.
      """,
    ]
    let usage = """
      USAGE: tas [OPTIONS]                           the prompt, or a script on standard input
             tas [OPTIONS] FILE.tas … [NAME=VALUE …] runs scripts in one session; `-` is standard input
             tas [OPTIONS] -c "STATEMENT; STATEMENT" [NAME=VALUE …]
             tas replay SESSION.json --check         computes its results again, to the bit
             tas serve [FILE.tas]                    answers requests about its session, `tas serve --help`
             tas check|fmt FILE.tas …, tas test FOLDER  check, format, test scripts
             tas [OPTIONS] --batch                   answers a program, a JSON object a line
      """
    func lines(_ name: String, _ summary: String) -> String {
      let texts = StyledText(summary).wrapped(to: 80 - 26).map(\.plain)
      let starts = ["  \(name)"] + texts.dropFirst().map { _ in "" }
      return zip(starts, texts).map { $0 + String(repeating: " ", count: max(1, 26 - $0.count)) + $1 }
        .joined(separator: "\n")
    }
    let options = ProgramOption.all.map { option in
      let name = (option.name == "--help" ? "-h, " : "") + option.name + (option.value.map { " <\($0)>" } ?? "")
      let values = option.standard.map {
        " (values: \(option.choices.joined(separator: ", ")); default: \($0))"
      }
      return lines(name, option.summary + (values ?? ""))
    }
    let parts =
      description.map { $0.wrapped(to: 79).map(\.plain).joined(separator: "\n") } + [
        usage, "ARGUMENTS:\n" + lines("<file>", "Scripts, then values for their params."),
        "OPTIONS:\n" + options.joined(separator: "\n"),
      ]
    return parts.joined(separator: "\n\n") + "\n\n"
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

/// The version of the program.
let version = Environment.version
