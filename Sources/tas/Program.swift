import ArgumentParser
import Language
import LineEditing
import Shell

/// One run of the program: where its statements come from and where its output goes.
struct Program {
  let options: Tas
  let console: Console

  init(options: Tas) {
    self.options = options
    console = Console(color: options.color, format: options.format)
  }

  /// Chooses the mode.
  func run() throws -> ExitCode {
    if let statements = options.statements {
      guard options.arguments.isEmpty else { throw ValidationError("-c takes no file beside it") }
      return runScript(statements, named: "-c", overrides: [])
    }
    guard let file = options.arguments.first, file != "-" else {
      let overrides = try Self.overrides(options.arguments.dropFirst())
      if options.arguments.isEmpty, isTerminal(0) { return Prompt(program: self).run() }
      let bytes: [UInt8]
      do { bytes = try TextFile.read(descriptor: 0, named: "standard input") } catch {
        return usage(error.message)
      }
      return runScript(String(decoding: bytes, as: UTF8.self), named: "standard input", overrides: overrides)
    }
    let overrides = try Self.overrides(options.arguments.dropFirst())
    let bytes: [UInt8]
    do { bytes = try TextFile.read(file) } catch { return usage(error.message) }
    return runScript(String(decoding: bytes, as: UTF8.self), named: file, overrides: overrides)
  }

  /// `name=value` arguments.
  private static func overrides(_ arguments: ArraySlice<String>) throws -> [Override] {
    try arguments.map { argument in
      guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
        throw ValidationError("`\(argument)` is no NAME=VALUE")
      }
      return Override(name: String(argument[..<equals]), text: String(argument[argument.index(after: equals)...]))
    }
  }

  private func usage(_ message: String) -> ExitCode {
    console.write(errors: "error: \(message)\n")
    return ExitCode(2)
  }

  /// An interpreter with the session that `--session` names; nil where that cannot be read.
  func makeInterpreter(overrides: [Override]) -> Interpreter? {
    var interpreter = Interpreter(environment: Surroundings.environment(console: console), overrides: overrides)
    guard let path = options.session, TextFile.exists(path) else { return interpreter }
    let isOpen = interpreter.open(session: path) { console.print($0, sources: $1.sources) }
    return isOpen ? interpreter : nil
  }

  private func runScript(_ text: String, named name: String, overrides: [Override]) -> ExitCode {
    Interrupts.install()
    guard var interpreter = makeInterpreter(overrides: overrides) else { return ExitCode(1) }
    var wasInterrupted = false
    var succeeded = interpreter.runScript(text, named: name, keepGoing: options.keepGoing) { event, sources in
      if case .failure(let diagnostic, _, _) = event, diagnostic.code == .interrupted { wasInterrupted = true }
      console.print(event, sources: sources)
    }
    if succeeded {
      for override in interpreter.unusedOverrides {
        let diagnostic = Diagnostic(.unusedOverride, "no `param` is called `\(override.name)`", at: nil)
        console.print(.failure(diagnostic, line: 1, source: nil), sources: interpreter.sources)
        succeeded = false
      }
    }
    if wasInterrupted { return ExitCode(130) }
    return succeeded ? .success : ExitCode(1)
  }
}
