import Calendar
import Columns
import Language
import Platform
import Presentation
import Sessions
import Shell

/// A script with its output: a `.tas` file that anybody can run, whose comments hold the expectation.
///
/// Below a statement, lines that begin with `#|` are its standard output, lines that begin with `#!` its standard
/// error. All other comments are for the reader.
///
/// A line `#| ...` denotes any lines of standard output. If it is the only one it also denotes the output of
/// the statements right above, back to a blank line, a comment or an expectation. So a file shows the one behaviour it
/// is about, and not the loading that leads there:
///
///     load sample SPY
///     strategy s { enter long when close > 100 }
///     #| ...
///     backtest s
///     #| ...
///     #| the last trade is open [open-trade]
///
/// Standard error is never left out, so no statement fails or warns unseen. Recording keeps lines with gaps as long as
/// they fit, and writes the whole output where they do not.
struct Transcript {
  /// A piece of a transcript, in order.
  enum Part: Equatable {
    /// Blank lines and comments for the reader.
    case remark(String)
    /// A statement with its lines and its output.
    case statement(String, output: [String], errors: [String])
  }

  /// The expected output that denotes any.
  static let anyOutput = ["..."]

  var parts: [Part] = []

  /// Reads a file's text.
  init(_ text: String) {
    var pending: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("#|") || line.hasPrefix("#!") {
        // A statement that never becomes complete has its error below all the same.
        if !pending.isEmpty {
          parts.append(.statement(pending.joined(separator: "\n"), output: [], errors: []))
          pending = []
        }
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

  /// The places of the statements whose standard output is left out.
  private var omitted: Set<Int> {
    var omitted: Set<Int> = []
    for (index, part) in parts.enumerated() {
      guard case .statement(_, output: Self.anyOutput, _) = part else { continue }
      omitted.insert(index)
      for above in parts[..<index].indices.reversed() {
        guard case .statement(_, output: [], errors: []) = parts[above] else { break }
        omitted.insert(above)
      }
    }
    return omitted
  }

  /// The text that each part prints now, in each of some formats; nil for remarks.
  func printed(formats: [OutputFormat]) -> [[OutputFormat: OutcomePrinter.Text]?] {
    var interpreter = Interpreter(environment: .fixed())
    let printers = formats.map { ($0, OutcomePrinter(format: $0)) }
    return parts.map { part in
      guard case .statement(let text, _, _) = part else { return nil }
      var printed = Dictionary(uniqueKeysWithValues: formats.map { ($0, OutcomePrinter.Text()) })
      _ = interpreter.runScript(text, named: "prompt", keepGoing: true) { event, sources in
        for (format, printer) in printers {
          let text = printer.text(of: event, sources: sources)
          printed[format]?.output += text.output
          printed[format]?.errors += text.errors
        }
      }
      return printed
    }
  }

  /// The transcript with the present output of its statements, all of it.
  func played(format: OutputFormat = .table) -> Transcript { holding(printed(formats: [format]), format: format) }

  /// The transcript with the text that its parts print.
  func holding(_ printed: [[OutputFormat: OutcomePrinter.Text]?], format: OutputFormat = .table) -> Transcript {
    var result = self
    for (index, part) in parts.enumerated() {
      guard case .statement(let text, _, _) = part, let printed = printed[index]?[format] else { continue }
      result.parts[index] = .statement(
        text, output: Self.lines(printed.output), errors: Self.lines(printed.errors))
    }
    return result
  }

  /// True if lines are as expected; an expected line `...` denotes any number of them.
  static func fits(_ lines: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
    guard let first = expected.first else { return lines.isEmpty }
    let rest = expected.dropFirst()
    if first != anyOutput[0] { return lines.first == first && fits(lines.dropFirst(), rest) }
    return (lines.startIndex...lines.endIndex).contains { fits(lines[$0...], rest) }
  }

  /// The transcript, played, without the outputs that another one leaves out.
  func omittingOutputs(as expected: Transcript) -> Transcript {
    var result = self
    let omitted = expected.omitted
    // True if a statement above printed something that no `...` denotes yet.
    var isPending = false
    for (index, part) in parts.enumerated() {
      guard case .statement(let text, let output, let errors) = part,
        case .statement(_, let expectedOutput, _) = expected.parts[index]
      else { continue }
      guard omitted.contains(index) else {
        if expectedOutput.contains(Self.anyOutput[0]), Self.fits(output[...], expectedOutput[...]) {
          result.parts[index] = .statement(text, output: expectedOutput, errors: errors)
        }
        continue
      }
      isPending = isPending || !output.isEmpty
      let isLast = !errors.isEmpty || !omitted.contains(index + 1)
      result.parts[index] = .statement(text, output: isLast && isPending ? Self.anyOutput : [], errors: errors)
      if isLast { isPending = false }
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
    var environment = Environment(
      today: CivilDate(daysSince1970: 19_877), now: { "2024-06-03T12:00:00Z" },
      stateDirectory: stateDirectory,
      files: DiskFiles(folder: Files.workingFolder), workers: 2, transport: ScriptedNetwork(),
      clock: ScriptedNetwork.clock, keyring: Keyring(variable: { ScriptedNetwork.variables[$0] }))
    environment.sockets = ScriptedSockets()
    environment.workforce = .inPlace
    environment.liveAccount = "live"
    return environment
  }
}
