import Synchronization

/// The ways to the keys of providers: the variables of the environment, the user who types one, a program that keeps
/// them.
public struct Keyring: Sendable {
  /// The value of a variable of the environment.
  public var variable: @Sendable (String) -> String?
  /// Asks the user for a secret without echoing it; nil if there is no terminal or nothing was typed.
  public var ask: @Sendable (_ question: String) -> Secret?
  /// Runs a line of the system's shell and returns its output; nil if it failed or may not run.
  public var output: @Sendable (_ line: String) -> String?

  /// The line of the shell that prints the key of a provider, with `{provider}` for its word; nil for none.
  public var command: String?

  /// Makes a keyring; by default one without keys.
  public init(
    variable: @escaping @Sendable (String) -> String? = { _ in nil },
    ask: @escaping @Sendable (_ question: String) -> Secret? = { _ in nil },
    output: @escaping @Sendable (_ line: String) -> String? = { _ in nil }
  ) {
    self.variable = variable
    self.ask = ask
    self.output = output
  }

  /// The same ways, by which each line of the shell runs once.
  public var remembering: Keyring {
    let outputs = Outputs()
    var copy = self
    copy.output = { [output] line in outputs.output(of: line, output) }
    return copy
  }
}

/// The outputs of shell lines that have already run, by line.
private final class Outputs: Sendable {
  private let known = Mutex<[String: String?]>([:])

  func output(of line: String, _ run: (String) -> String?) -> String? {
    if let text = known.withLock({ $0[line] }) { return text }
    let text = run(line)
    known.withLock { $0[line] = .some(text) }
    return text
  }
}
