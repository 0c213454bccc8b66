/// The continuations that are possible at the end of a text: the material of completion.
public struct Expectations: Hashable, Sendable {
  /// A call whose arguments are being typed.
  public struct Call: Hashable, Sendable {
    /// The function's or the strategy's name.
    public var function: String
    /// The index of the argument that the end of the text is in.
    public var argument: Int
    /// The argument's name, where `name =` was typed.
    public var argumentName: String?
    /// The names of the arguments in front of it.
    public var given: [String] = []
    /// For each argument in front of it without a name, whether it is written out as a literal.
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

  /// The offset where the word under the cursor begins, in bytes; the end of the text where there is none.
  public var start: Int
  /// True inside an open quote; `start` is then behind the quote.
  public var isQuoted = false
  /// True where a statement begins: the commands may stand there.
  public var isStatementStart = false
  /// True where an operand of an expression may begin.
  public var isExpression = false
  /// Keywords that may stand there, in the order they were asked for; several words are joined by blanks.
  public var keywords: [String] = []
  /// The kinds of names that a word there may be of.
  public var words: [CommandSyntax.WordKind] = []
  /// The names of the values of a list's things, where an expression on these stands there.
  public var columns: [String] = []
  /// The assumption whose value stands there, and whether values to try stand there.
  public var assumption: String?
  /// True where a range of values to try may stand.
  public var isRange = false
  /// The names that stand in the list already, and not again.
  public var given: [String] = []
  /// The setting whose value stands there.
  public var setting: String?
  /// The name in front of `.`: a function's where it was called; empty for other operands, nil without a `.`.
  public var fieldBase: String?
  /// The command of the table that the statement begins with.
  public var command: String?
  /// The role of the value that stands there in the command, such as `by`.
  public var role: String?
  /// The word of the window whose end stands there: `last`, `since`.
  public var window: String?
  /// True behind `@`, where a timeframe or a symbol stands.
  public var isContext = false
  /// The innermost call, where an argument begins.
  public var call: Call?

  /// True where nothing may stand.
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
    // A word would touch the string, the percentage or the `\` in front.
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
        // Behind a statement that is complete the next one has a line or a `;` in front.
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

  /// True where expectations are collected, and this is the end of the text.
  private var collects: Bool {
    guard isExpecting else { return false }
    do throws(Diagnostic) {
      return try offsetAhead() >= lexer.bytes.count
    } catch {
      return false
    }
  }

  /// A keyword may stand next.
  mutating func expect(keyword: String) {
    guard collects, expectations?.keywords.contains(keyword) == false else { return }
    expectations?.keywords.append(keyword)
  }

  /// One of several keywords may stand next.
  mutating func expect(keywords: [String]) {
    guard collects else { return }
    for keyword in keywords { expect(keyword: keyword) }
  }

  /// A raw word may stand next.
  mutating func expect(words kinds: [CommandSyntax.WordKind]) {
    guard collects else { return }
    for kind in kinds where expectations?.words.contains(kind) == false { expectations?.words.append(kind) }
  }

  /// The name of a value of a list's things may stand next.
  mutating func expect(columns names: [String]) {
    guard collects else { return }
    expectations?.columns = names
  }

  /// The value of an assumption may stand next, or values of it to try.
  mutating func expect(assumption: String, isRange: Bool = false) {
    guard collects else { return }
    expectations?.assumption = assumption
    expectations?.isRange = isRange
  }

  /// The names that stand in the list already.
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

  /// A value of a role may stand next.
  mutating func expect(role: String) {
    guard collects else { return }
    expectations?.role = role
  }

  /// The end of a window may stand next.
  mutating func expect(window: String) {
    guard collects else { return }
    expectations?.window = window
  }

  /// A timeframe or a symbol may stand next.
  mutating func expectContext() {
    guard collects else { return }
    expectations?.isContext = true
  }

  /// An operand may stand next.
  mutating func expectExpression() {
    guard collects else { return }
    expectations?.isExpression = true
  }

  /// A field may stand next, behind a `.`.
  mutating func expect(fieldOf base: String) {
    guard collects else { return }
    expectations?.fieldBase = base
  }

  /// A value of a setting may stand next.
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
