import Manual
import Presentation
import Text

/// The arguments of a call.
///
/// Names, values and summaries are those of ``ProgramOption``; what each sets is here.
struct CallOptions {
  var statements: [String] = []
  var staysAtPrompt = false
  var format = OutputFormat.table
  var session: String?
  var skipsStartupFile = false
  var isSafe = false
  var check = false
  var diff = false
  var isBatch = false
  var describesItself = false
  var junit: String?
  var log: String?
  var live: String?
  var manual: String?
  var worker: String?
  var keepGoing = false
  var color = ColorChoice.auto
  var showsVersion = false
  var showsHelp = false
  var arguments: [String] = []

  /// Reads the arguments; `--help` among them counts whatever else is wrong.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    var failure: UsageError?
    while let argument = rest.popFirst() {
      do throws(UsageError) {
        if argument == ServeCall.word, self.arguments.isEmpty, statements.isEmpty {
          // It has options of its own.
          self.arguments = [argument] + rest
          break
        } else if argument == "--" {
          self.arguments += rest
          break
        } else if argument.hasPrefix("-"), argument != "-" {
          try take(argument, &rest)
        } else {
          self.arguments.append(argument)
        }
      } catch { failure = failure ?? error }
    }
    if let failure, !showsHelp { throw failure }
  }

  /// Takes an option, with its value if it has one.
  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0] == "-h" ? "--help" : parts[0]
    guard let option = ProgramOption.all.first(where: { $0.name == name }) else {
      // One letter is near any other.
      let near = name.hasPrefix("--") ? Spelling.nearest(to: name, in: ProgramOption.all.map(\.name)) : nil
      throw UsageError("unknown option '\(parts[0])'" + (near.map { ". Did you mean '\($0)'?" } ?? ""))
    }
    guard let word = option.value else {
      if parts.count > 1 {
        throw UsageError("the option '\(name)' does not take any value, but '\(parts[1])' was specified.")
      }
      guard turnOn(name) else { throw UsageError("unknown option '\(name)'") }
      return
    }
    let usage = "'\(name) <\(word)>'"
    let value: String
    if parts.count > 1 {
      value = parts[1]
    } else if let next = rest.first, name == "-c" || next == "-" || !next.hasPrefix("-") {
      value = rest.removeFirst()
    } else {
      throw UsageError("missing value for \(usage)")
    }
    guard set(name, to: value) else {
      let choices = Wording.list(option.choices.map { "'\($0)'" }, or: true)
      throw UsageError("the value '\(value)' is invalid for \(usage). Please provide one of \(choices).")
    }
  }

  /// Turns an option without a value on; false for one that the program does not know.
  private mutating func turnOn(_ name: String) -> Bool {
    switch name {
    case "-i": staysAtPrompt = true
    case "--no-rc": skipsStartupFile = true
    case "--safe": isSafe = true
    case "--check": check = true
    case "--diff": diff = true
    case "--batch": isBatch = true
    case "--describe": describesItself = true
    case "--keep-going": keepGoing = true
    case "--version": showsVersion = true
    case "--help": showsHelp = true
    default: return false
    }
    return true
  }

  /// Sets the value of an option; false for one that it cannot have.
  private mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "-c": statements.append(value)
    case "--session": session = value
    case "--junit": junit = value
    case "--log": log = value
    case "--live": live = value
    case "--manual": manual = value
    case "--worker": worker = value
    case "--format":
      guard let format = OutputFormat.named(value) else { return false }
      self.format = format
    case "--color":
      guard let color = ColorChoice(rawValue: value) else { return false }
      self.color = color
    default: return false
    }
    return true
  }
}

/// Arguments that the program cannot be called with.
struct UsageError: Error {
  /// What is wrong, as the rest of a line after `error:`.
  let message: String

  init(_ message: String) { self.message = message }
}

/// The rule for colouring output.
enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
