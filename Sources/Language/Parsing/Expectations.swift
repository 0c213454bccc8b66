/// The continuations that are possible at the end of a text: the material of completion.
public struct Expectations: Hashable, Sendable {
  /// A call whose arguments are being typed.
  public struct Call: Hashable, Sendable {
    /// The function's or the strategy's name.
    public var function: String
    /// The index of the argument that the end of the text is in.
    public var argument: Int
    /// The argument's name, if `name =` was typed.
    public var argumentName: String?
    /// The names of the arguments before it.
    public var given: [String] = []
    /// For each unnamed argument before it, whether it is a literal.
    public var literals: [Bool] = []

    /// Makes a call.
    public init(
      function: String, argument: Int, argumentName: String? = nil, given: [String] = [], literals: [Bool] = []
    ) {
      self.function = function
      self.argument = argument
      self.argumentName = argumentName
      self.given = given
      self.literals = literals
    }
  }

  /// The first byte of the word under the cursor; the end of the text if there is none.
  public var start: Int
  /// True inside an open quote; `start` is then after the quote.
  public var isQuoted = false
  /// True if a statement begins: commands are expected there.
  public var isStatementStart = false
  /// True if an operand of an expression may begin.
  public var isExpression = false
  /// Keywords expected there, in the order of the parser's tries; several words are joined by blanks.
  public var keywords: [String] = []
  /// The kinds of names that a word there may be of.
  public var words: [CommandSyntax.WordKind] = []
  /// The names of the values of a list's items, if an expression on these is expected there.
  public var columns: [String] = []
  /// The assumption whose value is expected there, or whose values to try are.
  public var assumption: String?
  /// True if a range of values to try is expected.
  public var isRange = false
  /// The names already in the list, not offered again.
  public var given: [String] = []
  /// The setting whose value is expected there.
  public var setting: String?
  /// The name before `.`: a function's if it was called; empty for other operands, nil without a `.`.
  public var fieldBase: String?
  /// The command of the table that the statement begins with.
  public var command: String?
  /// The role of the value expected there in the command, such as `by`.
  public var role: String?
  /// The word of the window whose end is expected there: `last`, `since`.
  public var window: String?
  /// True after `@`, before a timeframe or a symbol.
  public var isContext = false
  /// The innermost call, if an argument begins.
  public var call: Call?

  /// True if nothing is expected.
  public var isEmpty: Bool {
    !isStatementStart && !isExpression && keywords.isEmpty && words.isEmpty && setting == nil
      && fieldBase == nil && call == nil
  }
}

extension Parser {
  /// The continuations that are possible at the end of a text.
  ///
  /// The word under the cursor is left out, everything before it is parsed, and the words and kinds that the parser
  /// asks for at the end is collected.
  public static func expectations(in text: String, commands: [CommandSyntax]) -> Expectations {
    let bytes = Array(text.utf8)
    let lexer = Lexer(source: SourceID(0), bytes: bytes)
    var end = Expectations(start: bytes.count)
    switch lexer.stateAtEnd() {
    case .comment: return end
    case .text(let quote):
      end = expectations(in: bytes, upTo: quote, commands)
      end.start = quote + 1
      end.isQuoted = true
      end.keywords = []
      end.isStatementStart = false
      end.isExpression = false
      return end
    case .code: break
    }

    // A word that is read raw may hold more than a name: `data/goog.csv`.
    var wordStart = bytes.count
    while wordStart > lexer.start, !Ascii.endsWord(bytes[wordStart - 1]), bytes[wordStart - 1] != Ascii.equals {
      wordStart -= 1
    }
    var nameStart = bytes.count
    while nameStart > wordStart, Ascii.isNamePart(bytes[nameStart - 1]) { nameStart -= 1 }
    // A word would touch the string, the percentage or the `\` before it.
    let touched = [Ascii.doubleQuote, Ascii.singleQuote, Ascii.percent, Ascii.backslash]
    if nameStart > lexer.start, touched.contains(bytes[nameStart - 1]) { return end }
    if wordStart < nameStart {
      let asWord = expectations(in: bytes, upTo: wordStart, commands)
      let holdsName = bytes[wordStart] == Ascii.caret || Ascii.isLetter(bytes[wordStart])
      if !asWord.words.isEmpty, !asWord.isExpression, !asWord.words.contains(.assumption) || !holdsName {
        return asWord
      }
      // The values of settings are such words, too: `stop-first`.
      if asWord.setting != nil { return asWord }
    }
    return expectations(in: bytes, upTo: nameStart, commands)
  }

  private static func expectations(in bytes: [UInt8], upTo end: Int, _ commands: [CommandSyntax])
    -> Expectations
  {
    var parser = Parser(source: SourceID(0), bytes: Array(bytes[..<end]), commands: commands)
    parser.expectations = Expectations(start: end)
    while true {
      do throws(Diagnostic) {
        guard try parser.next() != nil else { break }
        // After a complete statement the next one needs a line or a `;` before it.
        if try parser.offsetAhead() >= end { break }
      } catch {
        if parser.position >= end { break }
        parser.recover()
        if parser.position >= end { break }
      }
      if parser.expectations?.isEmpty == false { break }
    }
    return parser.expectations ?? Expectations(start: end)
  }

  // MARK: Collecting

  /// True if expectations are collected, and this is the end of the text.
  private var collects: Bool {
    guard isExpecting else { return false }
    do throws(Diagnostic) {
      return try offsetAhead() >= lexer.bytes.count
    } catch {
      return false
    }
  }

  /// Expects a keyword next.
  mutating func expect(keyword: String) {
    guard collects, expectations?.keywords.contains(keyword) == false else { return }
    expectations?.keywords.append(keyword)
  }

  /// Expects one of several keywords next.
  mutating func expect(keywords: [String]) {
    guard collects else { return }
    for keyword in keywords { expect(keyword: keyword) }
  }

  /// Expects a raw word next.
  mutating func expect(words kinds: [CommandSyntax.WordKind]) {
    guard collects else { return }
    for kind in kinds where expectations?.words.contains(kind) == false { expectations?.words.append(kind) }
  }

  /// Expects the name of a value of a list's items next.
  mutating func expect(columns names: [String]) {
    guard collects else { return }
    expectations?.columns = names
  }

  /// Expects the value of an assumption next, or values of it to try.
  mutating func expect(assumption: String, isRange: Bool = false) {
    guard collects else { return }
    expectations?.assumption = assumption
    expectations?.isRange = isRange
  }

  /// The names already in the list.
  mutating func expect(besides given: [String]) {
    guard collects else { return }
    expectations?.given = given
  }

  /// A statement may begin.
  mutating func expectStatement() {
    guard collects else { return }
    expectations?.isStatementStart = true
    expectations?.isExpression = true
  }

  /// Expects a value of a role next.
  mutating func expect(role: String) {
    guard collects else { return }
    expectations?.role = role
  }

  /// Expects the end of a window next.
  mutating func expect(window: String) {
    guard collects else { return }
    expectations?.window = window
  }

  /// Expects a timeframe or a symbol next.
  mutating func expectContext() {
    guard collects else { return }
    expectations?.isContext = true
  }

  /// Expects an operand next.
  mutating func expectExpression() {
    guard collects else { return }
    expectations?.isExpression = true
  }

  /// Expects a field next, after a `.`.
  mutating func expect(fieldOf base: String) {
    guard collects else { return }
    expectations?.fieldBase = base
  }

  /// Expects a value of a setting next.
  mutating func expect(valueOf setting: String) {
    guard collects else { return }
    expectations?.setting = setting
    expectations?.isExpression = true
  }

  /// An argument may begin.
  mutating func expect(
    argument: Int, named name: String? = nil, of function: String, given: [String] = [], literals: [Bool] = []
  ) {
    guard collects else { return }
    expectations?.call = Expectations.Call(
      function: function, argument: argument, argumentName: name, given: given, literals: literals)
  }

  /// Notes the beginnings that an element may have.
  mutating func expect(_ element: CommandSyntax.Element) {
    guard collects else { return }
    switch element {
    case .keyword(let word): expect(keyword: word)
    case .assign: break
    case .optional(let element): expect(element)
    case .group(let elements): if let first = elements.first { expect(first) }
    case .value(let slot):
      expect(role: slot.name)
      switch slot.reading {
      case .choice(let words): expect(keywords: words)
      case .word(let kind), .words(let kind), .wordsBeforeColon(let kind), .subject(let kind), .subjects(let kind),
        .weighted(let kind), .priced(let kind):
        expect(words: [kind])
      case .expression, .columns, .values, .range: expectExpression()
      case .key(let names):
        expect(columns: names)
        expectExpression()
      case .settings: expect(words: [.setting])
      case .axes, .unknowns, .uncertain: expect(words: [.assumption])
      case .overrides: break
      }
    }
  }
}
