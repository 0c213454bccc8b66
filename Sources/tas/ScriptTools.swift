import Language
import Platform
import Shell

/// The words that do something with scripts other than to run them: `tas check`, `tas test`, `tas fmt`.
///
/// A script that is called like one of them is run by `tas ./check`.
enum ScriptTool: String, CaseIterable {
  case check, test, fmt, watch

  /// The page of `tas fmt --help`; nil for other arguments.
  static func help(for arguments: some Collection<String>) -> String? {
    guard let tool = arguments.first.flatMap(Self.init), arguments.contains("--help") || arguments.contains("-h") else {
      return nil
    }
    return tool.help
  }

  private var help: String {
    switch self {
    case .check:
      """
      tas check FILE.tas …

      Checks scripts without running them: syntax, kinds, unknown and unused names. `-` is standard input.

      The exit status is 0 without errors, else 1; 2 if a file is missing.

      """
    case .test:
      """
      tas test FOLDER|FILE.tas … [--junit FILE.xml]

      Runs scripts as tests, those of a folder with all below it, each in its own session. A test passes if all of
      its statements succeed; `assert` and `expect` state the expected results. The report is TAP 14.

        --junit FILE.xml   writes the report for build servers, too

      The exit status is 0 if all pass, else 1; 2 if a file is missing.

      """
    case .watch:
      """
      tas watch FILE.tas [--log FILE.jsonl]

      Runs a script and then keeps its streams alive, without a prompt: for a service manager. What the streams tell is
      printed line by line; with --log it is also added to a file, an event of JSON a line. Started again after it was
      killed, it logs the bars that came meanwhile, as far as the providers have them, and none twice.

      SIGTERM and Ctrl-C end it between two bars. The exit status is 0 then, 1 if the script fails or all streams are
      refused, 2 if the file is missing.

      """
    case .fmt:
      """
      tas fmt [--check] [--diff] FILE.tas …

      Formats scripts in place: indents, blanks, commas, `=`, unneeded parentheses. Comments and line breaks
      stay, and a script is written only if it reads back as the same one. `-` is standard input, which goes to
      standard output. Each rewritten file is named, with the number of changed lines.

        --check   writes nothing; the exit status is 1 if a file would change
        --diff    writes nothing; shows what would change

      Otherwise the exit status is 0, or 1 if a script cannot be read; 2 if a file is missing.

      """
    }
  }

  /// Does it with the files that follow the word.
  func run(_ program: Program, _ arguments: [String]) throws -> ExitStatus {
    guard !arguments.isEmpty else {
      let what = self == .test ? "FOLDER" : "FILE.tas"
      throw UsageError(
        "`tas \(rawValue)` needs a \(self == .test ? "folder" : "script"): `tas \(rawValue) \(what)`")
    }
    do throws(FileError) {
      switch self {
      case .check: return try Self.check(arguments, program)
      case .test: return try Self.test(arguments, program)
      case .fmt: return try Self.format(arguments, program)
      case .watch: return try Watch(program: program, path: arguments[0]).run()
      }
    } catch {
      return program.wrongUsage(error.message)
    }
  }

  private static func check(_ paths: [String], _ program: Program) throws(FileError) -> ExitStatus {
    var hasSucceeded = true
    for path in paths {
      let check = ScriptCheck(try program.script(path), named: path, environment: program.environment)
      if !check.hasSucceeded { hasSucceeded = false }
      for diagnostic in check.diagnostics {
        let line = diagnostic.span.map { check.sources.line(of: $0.start, in: $0.source) } ?? 1
        program.show(.failure(diagnostic, line: line, source: path), check.sources)
      }
    }
    return hasSucceeded ? .success : .failure
  }

  private static func test(_ paths: [String], _ program: Program) throws(FileError) -> ExitStatus {
    var scripts: [String] = []
    for path in paths { scripts += program.environment.files.isFolder(path) ? tests(below: path, program) : [path] }
    var results: [TestReport.Timed] = []
    program.console.write(TestReport.head(count: scripts.count))
    for path in scripts {
      let bytes = try program.script(path)
      let start = ContinuousClock.now
      let test = ScriptTest(bytes, named: path, environment: program.environment)
      let time = start.duration(to: .now).components
      results.append((test, Double(time.seconds) + Double(time.attoseconds) / 1e18))
      program.console.write(TestReport.line(results.count, test))
    }
    if let file = program.options.junit {
      try program.environment.files.write(TestReport.junit(results, suite: paths.joined(separator: " ")), to: file)
    }
    return results.allSatisfy { $0.test.failure == nil } ? .success : .failure
  }

  /// The scripts of a folder and of the folders in it, in the order of the alphabet.
  private static func tests(below folder: String, _ program: Program) -> [String] {
    var found: [String] = []
    for entry in program.environment.files.entries(of: folder) {
      let path = folder.hasSuffix("/") ? folder + entry.name : "\(folder)/\(entry.name)"
      if entry.isFolder {
        found += tests(below: path, program)
      } else if entry.name.hasSuffix(".tas") {
        found.append(path)
      }
    }
    return found.sorted()
  }

  private static func format(_ paths: [String], _ program: Program) throws(FileError) -> ExitStatus {
    let (checks, differs) = (program.options.check, program.options.diff)
    var hasSucceeded = true
    for path in paths {
      let bytes = try program.script(path)
      var sources = SourceMap()
      let source = sources.add(name: path, bytes: bytes)
      let text: String
      do throws(Diagnostic) { text = try ScriptLayout.format(bytes, source: source) } catch {
        let line = error.span.map { sources.line(of: $0.start, in: source) } ?? 1
        program.show(.failure(error, line: line, source: path), sources)
        hasSucceeded = false
        continue
      }
      if path == "-", !checks, !differs {
        program.console.write(text)
        continue
      }
      guard Array(text.utf8) != bytes else { continue }
      let difference = LineDifference(from: String(decoding: bytes, as: UTF8.self), to: text)
      let lines = "\(difference.count) line\(difference.count == 1 ? "" : "s")"
      if differs { program.console.write(difference.unified(named: path)) }
      if checks {
        hasSucceeded = false
        program.console.write("\(path): \(lines) would change\n", to: differs ? .errors : .output)
      } else if !differs {
        try program.environment.files.write(text, to: path)
        program.console.write("\(path): \(lines) rewritten\n")
      }
    }
    return hasSucceeded ? .success : .failure
  }
}

extension Program {
  /// The bytes of a script; `-` is standard input.
  fileprivate func script(_ path: String) throws(FileError) -> [UInt8] {
    guard path == "-" else { return try environment.files.read(path) }
    return try DiskFile(descriptor: 0, path: "standard input", isOwned: false).bytes(limit: FileLimit.document)
  }
}
