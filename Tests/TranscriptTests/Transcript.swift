import Calendar
import Columns
import Language
import Presentation
import Shell

/// A script with what it prints: a `.tas` file that anybody can run, whose comments hold the expectation.
///
/// Below a statement, lines that begin with `#|` are what it prints on standard output, lines that begin with
/// `#!` what it prints on standard error. All other comments are for the reader.
struct Transcript {
  /// A piece of a transcript, in order.
  enum Part: Equatable {
    /// Blank lines and comments for the reader.
    case remark(String)
    /// A statement with its lines and what it prints.
    case statement(String, output: [String], errors: [String])
  }

  var parts: [Part] = []

  /// Reads a file's text.
  init(_ text: String) {
    var pending: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("#|") || line.hasPrefix("#!") {
        add(expectation: line)
      } else if pending.isEmpty, line.isEmpty || line.hasPrefix("#") {
        parts.append(.remark(line))
      } else {
        pending.append(line)
        let statement = pending.joined(separator: "\n")
        if Parser.isComplete(statement, commands: CommandTable.syntaxes) {
          parts.append(.statement(statement, output: [], errors: []))
          pending = []
        }
      }
    }
    while pending.last == "" { pending.removeLast() }
    if !pending.isEmpty { parts.append(.statement(pending.joined(separator: "\n"), output: [], errors: [])) }
    while parts.last == .remark("") { parts.removeLast() }
  }

  private mutating func add(expectation line: String) {
    guard case .statement(let text, var output, var errors)? = parts.last else { return }
    let expected = String(line.dropFirst(line.count > 2 ? 3 : 2))
    if line.hasPrefix("#|") { output.append(expected) } else { errors.append(expected) }
    parts[parts.count - 1] = .statement(text, output: output, errors: errors)
  }

  /// The transcript with what its statements print now.
  func played(format: OutputFormat = .table) -> Transcript {
    precondition(Files.isInWorkingFolder, "the folder that transcripts run in cannot be made")
    var interpreter = Interpreter(environment: .fixed())
    let printer = OutcomePrinter(format: format)
    var result = self
    for (index, part) in parts.enumerated() {
      guard case .statement(let text, _, _) = part else { continue }
      var printed = OutcomePrinter.Text()
      _ = interpreter.runScript(text, named: "prompt", keepGoing: true) { event, sources in
        let text = printer.text(of: event, sources: sources)
        printed.output += text.output
        printed.errors += text.errors
      }
      result.parts[index] = .statement(
        text, output: Self.lines(printed.output), errors: Self.lines(printed.errors))
    }
    return result
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines.map { line in
      var line = Substring(line)
      while line.last == " " { line = line.dropLast() }
      return String(line)
    }
  }

  /// The text of the file.
  var text: String {
    var lines: [String] = []
    for part in parts {
      switch part {
      case .remark(let line): lines.append(line)
      case .statement(let text, let output, let errors):
        lines.append(text)
        lines += output.map { $0.isEmpty ? "#|" : "#| \($0)" }
        lines += errors.map { $0.isEmpty ? "#!" : "#! \($0)" }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Environment {
  /// A world that never changes: a fixed day, a fixed time, identifiers that count.
  static func fixed(stateDirectory: String = "state") -> Environment {
    let counter = Counter()
    return Environment(
      today: CivilDate(daysSince1970: 19_877), now: { "2024-06-03T12:00:00Z" },
      newIdentifier: { "00000000-0000-4000-8000-\(counter.next())" }, stateDirectory: stateDirectory, workers: 2)
  }
}
