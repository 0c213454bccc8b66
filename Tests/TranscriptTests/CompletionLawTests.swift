import Calendar
import Language
import Platform
import Sessions
import Shell
import TestSupport
import Testing
import Typing

/// What Tab offers, for the beginnings of all statements that there are.
@Suite("Completion and the parser")
struct CompletionLawTests {
  /// A session with something of everything that has a name.
  private static let session: Session = {
    let environment = Environment(today: CivilDate(daysSince1970: 20_000), now: { "" }, stateDirectory: "/nowhere")
    var interpreter = Interpreter(environment: environment)
    let statements = """
      load sample AAPL; load sample SPY; universe pair = SPY, AAPL; let n = 20; indicator fast = ema(close, n)
      strategy cross(fast = 12, slow = 26) { enter long when ema(fast) crosses above ema(slow); exit when close < open }
      backtest cross as trial; trades as listed
      dcf ACME { revenue = 1B; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; price = 250 }
      save scenario base; dcf bull = base with growth + 2pp; save forecast "Q3 view"
      """
    _ = interpreter.runScript(statements, named: "test", keepGoing: true) { event, _ in
      if case .failure(let diagnostic, _, _) = event { Issue.record("\(diagnostic.message)") }
    }
    return interpreter.session
  }()

  /// What an offer follows from, but for the names that the text itself defines.
  private struct Place: Hashable {
    var expected: Expectations
    var typed: String
  }

  /// True if a text is no mistake, or one that only misses what has not been typed yet.
  private static func parsesOn(_ text: String) -> Bool {
    var parser = Parser(source: SourceID(0), text: text, commands: CommandTable.syntaxes)
    do {
      while try parser.next() != nil {}
      return true
    } catch {
      if parser.waitsForMore || error.span?.start ?? 0 >= text.utf8.count { return true }
    }
    let needsBlank = text.last.map { !"(=./".contains($0) } ?? false
    return !Parser.expectations(in: text + (needsBlank ? " " : ""), commands: CommandTable.syntaxes).isEmpty
  }

  @Test("Each word that is offered behind the beginning of a statement parses on")
  func offersParse() throws {
    var tried: Set<String> = []
    var seen: [Place: Int] = [:]
    var refused: Set<String> = []
    for statement in try Self.statements() {
      for prefix in Self.beginnings(of: statement) where tried.insert(prefix).inserted {
        var expected = Parser.expectations(in: prefix, commands: CommandTable.syntaxes)
        let typed = String(decoding: prefix.utf8.dropFirst(expected.start), as: UTF8.self)
        expected.start = 0
        let place = Place(expected: expected, typed: typed)
        seen[place, default: 0] += 1
        let count = seen[place] ?? 0
        // The letters of a word choose among what was offered where it begins.
        if count > 2, !typed.isEmpty { continue }
        let completion = Completion(of: prefix, session: Self.session)
        var candidates = completion.candidates.map(\.text)
        // What was offered elsewhere already is tried with one word of each shape.
        if count > 2 { candidates = Self.shapes(of: candidates, besides: expected.keywords) }
        let before = String(decoding: prefix.utf8.prefix(completion.start), as: UTF8.self)
        for candidate in candidates where !Self.parsesOn(before + candidate) {
          refused.insert("\(before)▸\(candidate)")
        }
      }
    }
    #expect(seen.count > (Thoroughness.isFull ? 500 : 100))
    #expect(refused.isEmpty, "\(refused.count): \(refused.sorted().prefix(100).joined(separator: "\n"))")
  }

  /// The statements of the transcripts, and the examples of help.
  private static func statements() throws -> [String] {
    try Thoroughness.some(TranscriptTests.files).flatMap { file in
      let text = try #require(Files.text("\(TranscriptTests.folder)/\(file)"))
      return Transcript(text).parts.compactMap { part in
        if case .statement(let statement, output: _, errors: _) = part { statement } else { nil }
      }
    } + CommandTable.all.flatMap(\.examples)
  }

  /// The beginnings of a statement that end where a word begins, after its first letter and after its third.
  private static func beginnings(of statement: String) -> [String] {
    let bytes = Array(statement.utf8.prefix(600))
    var start = 0
    return (0...bytes.count).compactMap { end in
      if end == 0 || !isWord(bytes[end - 1]) { start = end }
      return [0, 1, 3].contains(end - start) ? String(decoding: bytes[..<end], as: UTF8.self) : nil
    }
  }

  /// The keywords among words, and of the others one of each shape: names, calls, strings, numbers, words with blanks.
  private static func shapes(of words: [String], besides keywords: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { word in
      if keywords.contains(word) { return true }
      let signs = word.filter { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return seen.insert((word.first?.isNumber == true ? "1" : "a") + signs).inserted
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte) || byte >= 0x80
  }
}
