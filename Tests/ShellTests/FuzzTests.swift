import Calendar
import JSON
import Language
import LibC
import OrderedCollections
import Platform
import Research
import Sessions
import Shell
import Strategies
import Synchronization
import TestSupport
import Testing
import Work

/// Damaged statements and files: each ends in a value or an error, in time, and an error leaves the session as it was.
///
/// `scripts/fuzz` tries as many as one likes.
@Suite("Damaged statements and files")
struct FuzzTests {
  /// The inputs of each kind: of `TAS_FUZZ` a share each, else as many as a test can afford.
  private static let count: Int = {
    if let text = getenv("TAS_FUZZ").map({ String(cString: $0) }), let count = Int(text) { return count / 2 }
    return Thoroughness.isFull ? 1500 : 200
  }()

  private static let seed: UInt64 = {
    getenv("TAS_FUZZ_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_261_122
  }()

  @Test("Statements that were changed at random")
  func statements() throws {
    let corpus = try Corpus()
    var random = Dice(Self.seed)
    var workplace = try Workplace()
    let begin = workplace.interpreter
    for number in 0..<Self.count {
      if number % 50 == 0 { workplace.interpreter = begin }
      let text = corpus.statement(using: &random)
      workplace.note(text)
      let before = workplace.interpreter.fingerprint
      let outcome = workplace.run(text)
      #expect(outcome.seconds < 20, "\(text)")
      if outcome.failedAtOnce {
        #expect(workplace.interpreter.fingerprint == before, "an error changed the session: \(text)")
      }
    }
  }

  @Test("Numbers at the edge of all numbers end in a value or an error in each statement of the tour")
  func edges() throws {
    var workplace = try Workplace()
    let tour = String(decoding: try DiskFiles().read(PackageFolder.file("scripts/tour.tas")), as: UTF8.self)
    var pick = 0
    for statement in Corpus.statements(of: tour) where !statement.hasPrefix("quit") {
      for variant in Corpus.edges(of: statement) {
        pick += 1
        guard Thoroughness.isFull || pick % 16 == 0 else { continue }
        workplace.note(variant)
        #expect(workplace.run(variant).seconds < 20, "\(variant)")
      }
      workplace.run(statement)
    }
    // A place of a list is counted from 1.
    for variant in ["explain cell -9223372036854775808 close", "load session -9223372036854775808"] {
      #expect(workplace.run("load bars.csv as WEEK; show close last 3; \(variant)").codes.last != nil, "\(variant)")
    }
  }

  @Test("A run with a setting at any size ends by itself")
  func amounts() throws {
    var workplace = try Workplace()
    let names = Settings.definitions.map(\.name)
    #expect(names.contains("cash") && names.contains("commission"))
    for name in names {
      for amount in ["1e306", "1e-306", "1e308", "-1e306", "1e308 * 10", "0"] {
        let statement = "backtest climb with \(name) = (\(amount))"
        workplace.note(statement)
        #expect(!workplace.run(statement).codes.contains("interrupted"), "\(statement)")
      }
    }
    for clause in ["size", "size 1e306 shares; stop", "target", "trail", "stop", "limit"] {
      for amount in ["1e306", "1e-306", "1e306%", "1e-306%"] {
        let statement = "strategy wide { enter long when close > open; \(clause) \(amount) }; backtest wide"
        workplace.note(statement)
        #expect(!workplace.run(statement).codes.contains("interrupted"), "\(statement)")
      }
    }
  }

  @Test("Sessions, scenarios, forecasts, company facts and bars that were changed at random")
  func files() throws {
    var random = Dice(Self.seed &+ 1)
    var workplace = try Workplace()
    workplace.run("save session \"session.json\"; save scenarios to \"scenarios.json\"")
    workplace.run("save forecasts to \"forecasts.json\"")
    let begin = workplace.interpreter
    let files = workplace.files
    let kinds: [(name: String, statement: String)] = [
      ("session.json", "load session"), ("scenarios.json", "load scenarios"), ("forecasts.json", "load forecasts"),
      ("facts.json", "load fundamentals"), ("bars.csv", "load"),
    ]
    var originals: [String: [UInt8]] = [:]
    for kind in kinds { originals[kind.name] = try files.read(kind.name) }
    for number in 0..<Self.count {
      workplace.interpreter = begin
      // Sessions have most to lose.
      let kind = number % 2 == 0 ? kinds[0] : kinds[Int.random(in: 0..<kinds.count, using: &random)]
      let bytes = Damage.of(originals[kind.name] ?? [], isJSON: kind.name.hasSuffix("json"), using: &random)
      try files.write(bytes, to: "damaged." + FileName.ending(of: kind.name))
      workplace.note(String(decoding: bytes, as: UTF8.self))
      let before = workplace.interpreter.fingerprint
      let outcome = workplace.run("\(kind.statement) \"damaged.\(FileName.ending(of: kind.name))\"")
      #expect(outcome.seconds < 20, "\(kind.name) \(number)")
      if outcome.failedAtOnce {
        #expect(workplace.interpreter.fingerprint == before, "an error changed the session: \(kind.name) \(number)")
      } else if kind.name == "session.json" {
        try checkReopens(workplace, number)
      }
    }
  }

  /// A session that opened in part is whole once it is saved: it opens again as the same.
  private func checkReopens(_ workplace: Workplace, _ number: Int) throws {
    var workplace = workplace
    let fingerprint = workplace.interpreter.fingerprint
    workplace.run("save session \"again.json\" over")
    let codes = workplace.run("load session \"again.json\"").codes
    #expect(!codes.contains("damaged-entry") && !codes.contains("damaged-session"), "\(number): \(codes)")
    let again = workplace.interpreter.fingerprint
    if again != fingerprint {
      let place = zip(again, fingerprint).prefix { $0 == $1 }.count
      Issue.record(
        "\(number): \(fingerprint.dropFirst(place - 100).prefix(300)) | \(again.dropFirst(place).prefix(200))")
    }
  }
}

/// An interpreter with a session of all sorts, whose files stay in one folder.
private struct Workplace {
  let files: FencedFiles
  let deadline = Deadline()
  var interpreter: Interpreter

  /// The end of a text.
  struct Outcome {
    var codes: [String] = []
    /// True if the first statement failed.
    var failedAtOnce = false
    var seconds = 0.0
  }

  init() throws {
    let folder = "/tmp/tas-fuzz-\(UInt64.random(in: 0 ... .max))"
    files = FencedFiles(disk: DiskFiles(folder: folder))
    files.makeFolder("")
    var environment = Environment.still
    environment.files = files
    let deadline = deadline
    environment.monitor = WorkMonitor(isCancelled: { deadline.isOver })
    interpreter = Interpreter(environment: environment)
    var bars = "date,open,high,low,close,volume\n"
    for index in 0..<300 {
      let close = 100 + index * 7 % 97
      bars += "\(CivilDate(daysSince1970: 18_000 + index)),\(close),\(close + 1),\(close - 1),\(close),5\n"
    }
    try files.write(bars, to: "bars.csv")
    let facts = try DiskFiles().read(PackageFolder.file("Tests/TranscriptTests/Fixtures/acme_facts_2025.json"))
    try files.write(facts, to: "facts.json")
    let said = run(Self.session)
    #expect(Set(said.codes).subtracting(["default-used", "possible-splits", "names-both"]).isEmpty)
  }

  private static let session = """
    load bars.csv as WEEK; load bars.csv as GOOG; load fundamentals facts.json as ACME; use WEEK
    set commission = 0.1%; set like = tradingview
    let n = 3; let instant = 2020-01-31T14:30; let span = 2w; param symbol = "WEEK"
    indicator lift(k = 2) = ema(close, 5) * k; indicator fast = ema(close, n)
    indicator ticks = ticks[1] + 1 start 0
    strategy climb(fast = 5, slow = 9) {
      golden: enter long when ema(fast) crosses above ema(slow)
      exit long when ema(fast) crosses below ema(slow)
      stop 5%; size 50%
    }
    universe both = WEEK, GOOG
    backtest climb as trial; backtest climb(fast = 3) on GOOG as other; describe close as numbers
    dcf OWN { revenue = 100M; growth = 6% to 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; price = 20 }
    save scenario base note "first"; save forecast "view"
    dcf bull = base with growth + 3pp, margin = [20%, 21%, 22%, 23%, 24%]
    """

  /// Keeps the input for whoever has to find out why the program ended.
  func note(_ text: String) { try? files.disk.write(text, to: "last-input.txt", .unsynced) }

  @discardableResult
  mutating func run(_ text: String) -> Outcome {
    var outcome = Outcome()
    var isFirst = true
    deadline.begin()
    let start = Deadline.now()
    _ = interpreter.runScript(text, named: "fuzz", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let done):
        outcome.codes += done.warnings.map(\.code.name)
      case .failure(let diagnostic, _, _):
        outcome.codes.append(diagnostic.code.name)
        outcome.failedAtOnce = isFirst
      }
      isFirst = false
    }
    outcome.seconds = Deadline.now() - start
    return outcome
  }
}

/// The time that a statement may take before it is interrupted.
private final class Deadline: Sendable {
  private let end = Mutex(Double.infinity)

  func begin() { end.withLock { $0 = Self.now() + 1 } }

  var isOver: Bool { Self.now() > end.withLock { $0 } }

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Files of one folder: a path that leads out of it leads nowhere.
private struct FencedFiles: FileSystem {
  let disk: DiskFiles

  private func check(_ path: String, _ action: FileError.Action) throws(FileError) {
    let isInside = disk.absolutePath(of: path).hasPrefix(disk.folder + "/")
    guard isInside else { throw FileError(action, path, number: ENOENT) }
  }

  func open(_ path: String) throws(FileError) -> any ReadableFile {
    try check(path, .read)
    return try disk.open(path)
  }

  func write(_ bytes: [UInt8], to path: String, _ options: WriteOptions) throws(FileError) {
    try check(path, .write)
    try disk.write(bytes, to: path, options.union(.unsynced))
  }

  func move(_ path: String, to newPath: String) throws(FileError) {
    try check(newPath, .write)
    try disk.move(path, to: newPath)
  }

  func openForAppending(_ path: String) throws(FileError) -> any AppendedFile {
    try check(path, .write)
    return try disk.openForAppending(path)
  }

  func remove(_ path: String) throws(FileError) {
    try check(path, .write)
    try disk.remove(path)
  }

  func isHeld(_ path: String) -> Bool { disk.isHeld(path) }
  func makeFolder(_ path: String) { disk.makeFolder(path) }
  func removeLeftovers(in folder: String) {}
  func absolutePath(of path: String) -> String { disk.absolutePath(of: path) }
  func entries(of folder: String) -> [FolderEntry] { disk.entries(of: folder) }
  func status(of path: String) -> FileStatus? { disk.status(of: path) }
}

/// The statements of all transcripts, and their pieces.
private struct Corpus {
  private let statements: [String]
  private let pieces: [String]

  init() throws {
    var statements: [String] = []
    let folder = PackageFolder.file("Tests/TranscriptTests/Transcripts")
    for group in DiskFiles().entries(of: folder) where group.isFolder {
      for file in DiskFiles().entries(of: "\(folder)/\(group.name)").sorted(by: { $0.name < $1.name }) {
        let text = String(decoding: try DiskFiles().read("\(folder)/\(group.name)/\(file.name)"), as: UTF8.self)
        statements += Self.statements(of: text)
      }
    }
    self.statements = statements.filter { !$0.hasPrefix("run ") }
    pieces = Array(Set(statements.flatMap(Self.tokens))).sorted()
  }

  /// The statements of a script.
  static func statements(of text: String) -> [String] {
    var statements: [String] = []
    var pending = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      pending += pending.isEmpty ? line : "\n" + line
      guard Parser.isComplete(pending, commands: CommandTable.syntaxes) else { continue }
      statements.append(pending)
      pending = ""
    }
    return statements
  }

  /// A statement with each of its numbers at each edge.
  static func edges(of statement: String) -> [String] {
    let tokens = tokens(statement)
    return tokens.indices.filter { tokens[$0].first?.isNumber == true }.flatMap { place in
      let unit = String(tokens[place].drop { $0.isNumber || $0 == "_" })
      return [
        "9223372036854775807", "-9223372036854775808", "4611686018427387905", "1e308", "-1e308", "1e-308", "1e19", "-1",
        "0", "",
      ].map { edge in (tokens[..<place] + [edge + unit] + tokens[(place + 1)...]).joined() }
    }
  }

  private static let numbers = [
    "9223372036854775807", "-9223372036854775808", "0", "-1", "1", "2", "0.5", "-0.0", "0/0", "1e-300", "1e19", "1e308",
    "99999999999999999999", "2.5", "50%", "-3%",
    "1bp", "10k", "2y", "3 bars", "2012-02-30", "2012-01-31", "2012", "25:00", "today", "\"\"", "\"\\u{202E}\"", "true",
  ]

  /// Words, numbers, strings and signs.
  private static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var last = Character(" ")
    for character in text {
      let isWord = character.isLetter || character.isNumber || character == "_"
      let wasWord = last.isLetter || last.isNumber || last == "_"
      if isWord && wasWord, !tokens.isEmpty {
        tokens[tokens.count - 1].append(character)
      } else {
        tokens.append(String(character))
      }
      last = character
    }
    return tokens
  }

  /// A statement with some changes.
  func statement(using random: inout Dice) -> String {
    func any<Element>(_ list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &random)] }
    var tokens = Self.tokens(any(statements))
    // Expensive commands keep their numbers, as larger ones would take too long for a test.
    let isWide = ["study", "sweep", "simulate", "sensitivity", "tornado", "plot", "dcf"].contains(tokens.first)
    for _ in 0..<Int.random(in: 1...4, using: &random) where !tokens.isEmpty {
      let place = Int.random(in: 0..<tokens.count, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: tokens.remove(at: place)
      case 1: tokens.insert(tokens[place], at: place)
      case 2: tokens.swapAt(place, Int.random(in: 0..<tokens.count, using: &random))
      case 3, 4: tokens[place] = any(pieces)
      case 5: tokens.insert(any(pieces), at: place)
      case 6, 7:
        let numbered = tokens.indices.filter { tokens[$0].first?.isNumber == true }
        if !isWide, !numbered.isEmpty { tokens[any(numbered)] = any(Self.numbers) }
      case 8:
        tokens.insert(
          any(["(", ")", "{", "}", "[", "]", ";", "\n", "\"", "'", "@", "$", "\\", "#", ",", "="]), at: place)
      case 9: tokens = Array(tokens[..<place])
      case 10:
        let other = Self.tokens(any(statements))
        tokens = Array(tokens[..<place]) + other[Int.random(in: 0..<other.count, using: &random)...]
      default:
        let text = any(["\0", "\u{FEFF}", "é", "日", "\u{1F600}", "\r\n", "\t", String(repeating: "(", count: 600)])
        tokens.insert(text, at: place)
      }
    }
    return tokens.joined()
  }
}

/// Damage to a file.
private enum Damage {
  static func of(_ bytes: [UInt8], isJSON: Bool, using random: inout Dice) -> [UInt8] {
    if isJSON, Bool.random(using: &random), let value = try? JSONValue(parsing: bytes) {
      var value = value
      for _ in 0..<Int.random(in: 1...3, using: &random) { value = changed(value, using: &random) }
      return Array(value.write().utf8)
    }
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: 32...126, using: &random), at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
      case 4:
        let piece = bytes[place..<min(bytes.count, place + Int.random(in: 1...200, using: &random))]
        bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &random))
      default: if Int.random(in: 0..<4, using: &random) == 0 { bytes = Array(bytes[..<place]) }
      }
    }
    return bytes
  }

  /// A document with one of its values, anywhere, changed, dropped or doubled.
  private static func changed(_ value: JSONValue, using random: inout Dice) -> JSONValue {
    let stopsHere = Int.random(in: 0..<6, using: &random) == 0
    switch value {
    case .object(var members) where !members.isEmpty && !stopsHere:
      let place = Int.random(in: 0..<members.count, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: members.remove(at: place)
      case 1: members[place].key += "x"
      default: members[place].value = changed(members[place].value, using: &random)
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && !stopsHere:
      let place = Int.random(in: 0..<elements.count, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: elements.remove(at: place)
      case 1: elements.append(elements[place])
      case 2: elements.swapAt(place, Int.random(in: 0..<elements.count, using: &random))
      default: elements[place] = changed(elements[place], using: &random)
      }
      return .array(elements)
    default: return other(using: &random)
    }
  }

  private static func other(using random: inout Dice) -> JSONValue {
    let values: [JSONValue] = [
      .null, .bool(true), .integer(0), .integer(-1), .integer(.max), .integer(.min), .number(1e300), .number(-0.5),
      .string(""), .string("WEEK"), .string("base"), .string("1h"), .string("2012-01-31"), .string("\u{202E}\0\n"),
      .string("let x = 1"), .string("strategy climb { enter long when close > 1 }"), .string("../../etc/passwd"),
      .array([]), [:], .array([.null, .integer(1)]), ["name": "WEEK"],
    ]
    return values[Int.random(in: 0..<values.count, using: &random)]
  }
}
