import Evaluation
import Indicators
import Language
import MarketData
import OrderedCollections
import Research
import Sessions
import Shell
import Sourcing
import StandardIndicators
import Strategies
import Workspace

/// The meaning of each part of a text that is being typed: the material of its colours.
///
/// The parts are those that the parser reads; whether a name is known is asked of the language's tables and of the
/// session.
public struct StatementHighlight: Sendable {
  /// The meanings.
  public enum Meaning: Hashable, Sendable {
    case command, keyword, name, function, unknown, number, text, comment, sign, bracket
  }

  /// A part of the text; offsets in bytes of UTF-8.
  public struct Part: Hashable, Sendable {
    /// The first byte.
    public var start: Int
    /// The byte after the last one.
    public var end: Int
    /// The meaning.
    public var meaning: Meaning
  }

  private let session: Session

  /// The meanings that a text has in a session.
  public init(session: Session) { self.session = session }

  /// The parts of a text in order, without overlaps.
  public func parts(of text: String) -> [Part] {
    let bytes = Array(text.utf8)
    let marks = Parser.marks(in: text, commands: CommandTable.syntaxes)
    var local: Set<String> = []
    for mark in marks {
      if case .definition = mark.kind { local.insert(Self.text(mark, bytes)) }
      if mark.kind == .command, Self.text(mark, bytes) == "plot" { local.insert("candles") }
    }
    // A long line has the same names again and again, and looking one up costs more than reading it.
    var names = KnownWords()
    var functions = KnownWords()
    var parts: [Part] = []
    parts.reserveCapacity(marks.count)
    for mark in marks {
      var meaning: Meaning
      switch mark.kind {
      case .name: meaning = names.meaning(of: mark, in: bytes) { self.meaning(of: mark, bytes, local) }
      case .function: meaning = functions.meaning(of: mark, in: bytes) { self.meaning(of: mark, bytes, local) }
      default: meaning = self.meaning(of: mark, bytes, local)
      }
      // A word at the end is still being typed.
      if meaning == .unknown, mark.end == bytes.count { meaning = .name }
      parts.append(Part(start: mark.start, end: mark.end, meaning: meaning))
    }
    return parts
  }

  /// The meanings of words that were looked up, by their bytes; of long ones none.
  private struct KnownWords {
    private var meanings: [UInt64: Meaning] = [:]

    mutating func meaning(of mark: SyntaxMark, in bytes: [UInt8], _ look: () -> Meaning) -> Meaning {
      guard mark.end - mark.start <= 8 else { return look() }
      var key: UInt64 = 0
      for byte in bytes[mark.start..<min(mark.end, bytes.count)] { key = key << 8 | UInt64(byte) }
      if let known = meanings[key] { return known }
      let meaning = look()
      meanings[key] = meaning
      return meaning
    }
  }

  /// True if a text has no name that nothing is known by.
  public func knowsAllNames(in text: String) -> Bool { !parts(of: text + " ").contains { $0.meaning == .unknown } }

  private func meaning(of mark: SyntaxMark, _ bytes: [UInt8], _ local: Set<String>) -> Meaning {
    var word: String { Self.text(mark, bytes) }
    switch mark.kind {
    case .command: return .command
    case .keyword: return .keyword
    case .name:
      let name = word
      return isKnown(name: name) || local.contains(name) ? .name : .unknown
    case .function:
      let name = word
      return isKnown(function: name) || local.contains(name) ? .function : .unknown
    case .field, .argument, .definition: return .name
    case .word(let kind):
      let name = word
      return isQuoted(name) ? .text : isKnown(name, kind) ? .name : .unknown
    case .number: return .number
    case .text: return .text
    case .comment: return .comment
    case .bracket: return .bracket
    case .sign: return .sign
    }
  }

  private func isQuoted(_ word: String) -> Bool { word.hasPrefix("\"") || word.hasPrefix("'") }

  private func isKnown(name: String) -> Bool {
    Self.names.contains(name) || session.names[name] != nil || session.results[name] != nil || name == "_"
      || session.series[name] != nil || session.universes[name] != nil || isKnown(function: name)
      || session.research.scenarios.contains { $0.name == name } || session.strategies[name] != nil
  }

  private func isKnown(function name: String) -> Bool {
    Indicator.named(name) != nil || BarFunction.named(name) != nil || session.names[name] != nil
      || session.strategies[name] != nil
  }

  /// True if a raw word names something; always for kinds that may name something new.
  private func isKnown(_ word: String, _ kind: CommandSyntax.WordKind) -> Bool {
    switch kind {
    case .setting: Settings.definition(named: word) != nil
    case .sample: Sample.all.contains { $0.name.lowercased() == word.lowercased() }
    case .strategy: session.strategies[word] != nil
    case .readyStrategy: ReadyStrategy.all.contains { $0.name == word }
    case .anyStrategy: session.strategies[word] != nil || ReadyStrategy.all.contains { $0.name == word }
    case .provider: ProviderTable.words.contains(ProviderTable.word(of: word))
    default: true
    }
  }

  private static let names: Set<String> = Set(
    Planner.barsFieldNames + StandardName.all.map(\.name) + PositionVariable.allCases.map(\.rawValue)
      + ["today", "true", "false"])

  private static func text(_ mark: SyntaxMark, _ bytes: [UInt8]) -> String {
    String(decoding: bytes[mark.start..<min(mark.end, bytes.count)], as: UTF8.self)
  }
}
