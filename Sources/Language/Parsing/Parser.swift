import Text

/// Reads statements from text, one by one.
///
/// The parser always knows which of three slots it is in: an *expression* slot (tokens), a *word* slot (a symbol, a
/// file, the name of a thing, read raw), or a *clause* slot (words that are keywords only there). The grammar, in
/// EBNF; `{x}` is any number of x, `[x]` at most one:
///
/// ```
/// Script     = { [ Statement ] ( newline | ";" ) } ;
/// Statement  = Definition | Strategy | Valuation | Loop | Guard | Command | Expr [ Window ] [ As ] [ To ] ;
/// Loop       = "for" Name "in" Word { "," Word } "{" { [ Statement ] ( newline | ";" ) } "}" ;
/// Guard      = "if" Expr "{" { [ Statement ] ( newline | ";" ) } "}" ;
/// As         = "as" Word ;
/// To         = "to" Text [ "over" ] ;                         (* always the last clause *)
///
/// Definition = ( "let" | "param" ) Name "=" Expr
///            | "indicator" Name [ Parameters ] "=" Expr [ "start" Expr ] ;
/// Parameters = "(" [ Name "=" Expr { "," Name "=" Expr } ] ")" ;
///
/// Command    = word { Element } { Clause | Window | As } [ To ] ;     (* from the table, see CommandSyntax *)
/// Element    = keyword | Word { "," Word } | Expr { "," Expr [ "as" Word ] }
///            | Word [ "(" [ Name "=" Range { "," Name "=" Range } ] ")" ]           (* a strategy *)
///            | Name [ "=" ] Value { "," Name [ "=" ] Value }                        (* settings *)
///            | Dotted ( "=" | "+" | "-" | "*" | "/" ) Range { "," … }               (* axes *)
///            | Word [ Sum ] { "," Word [ Sum ] }                                    (* weighted names *)
///            | Word [ "at" Sum ] { "," Word [ "at" Sum ] }                          (* companies at prices *)
///            | Unknown { "," Unknown } | Uncertain                                  (* of solve, of simulate *)
///            | { Name "=" ( bare word | Text ) } ;                                  (* overrides of run *)
/// Clause     = keyword { keyword } { Element } ;                                    (* each at most once *)
/// Value      = Number | Duration | Date | Time | Text | "(" Expr ")" | Word
///            | "[" Value { "," Value } "]" ;                  (* values that `sweep` tries *)
/// Window     = "last" Sum [ "bars" ] | "since" Sum [ "until" Sum ] | "until" Sum
///            | "all" ;
///
/// Portfolio  = "portfolio" Name [ Parameters ] "{" { [ PortfolioClause ] ( newline | ";" ) } "}" ;
/// Strategy   = "strategy" Name [ Parameters ] "{" { [ [ Name ":" ] Rule ] ( newline | ";" ) } "}" ;
/// Rule       = "let" Name "=" Expr
///            | "enter" ( "long" | "short" ) [ "at" Order ] "when" Expr
///            | "exit" ( [ "long" | "short" ] [ Sum ] "when" Expr | "after" Sum "bars"
///                       | "at" "session" "close" )
///            | ( "stop" | "target" | "trail" ) [ "at" ] Expr
///            | "target" [ "at" ] Expr "for" Sum
///            | "stop" [ "at" ] Expr "on" "close"
///            | "wait" Sum "bars" [ "after" "stop" ]
///            | "once" "a" "day"
///            | "size" ( "risk" Expr | Expr [ "of" "equity" | "shares" | "contracts" | "units" ] )
///            | "allow" Sum "entries" ;
/// Order      = ( "limit" | "stop" ) Expr [ "for" Sum "bars" ] | "close" ;
///
/// Valuation  = "dcf" [ "full" [ Word ] | Word Block | Word "drivers" { Name } Block [ "like" Word ] | Word "with" Clauses
///                    | Word "with" "assumptions" "of" Word [ "," Items ] | Word "=" Word "with" Items
///                    | Items ] [ As ] [ To ] ;
/// Block      = "{" { [ Item ] ( newline | ";" | "," ) } "}" ;
/// Items      = Item { "," Item } ;
/// Item       = Change | ( "part" | "segment" ) Name "{" { [ Change ] ( newline | ";" | "," ) } "}"
///            | "preset" Name [ "relative" ] | "allow" Word ;
/// Change     = Dotted ( [ "[" Expr "]" ] "=" Given | "to" Expr | "+" Product | "-" Product
///                     | "*" Unary | "/" Unary ) [ "because" Text ] ;  (* `growth[3] = 1%` is year 3 alone *)
/// Dotted     = Name [ "." Name ] ;                            (* `aero.margin`, without blanks *)
/// Given      = SignedWord | Path | Number Name Sum            (* `mid-year`, `A+`; `12x ebitda 2.1B` *)
///            | Grant | "[" Grant { "," Grant } "]" ;
/// Grant      = Sum "at" Sum { "life" ( Years | Sum ) | "volatility" Sum } ;
/// Years      = Digits [ "." Digits ] "y" ;                    (* `8.4y`, after `life` only *)
/// Path       = Phase { "then" [ "growth" | "margin" ] Phase } [ "of" Name ] ;  (* `10% of change`, `80% of capex` *)
/// Phase      = ( "to" Expr | List | Expr [ "to" Expr ] | Multiple [ [ "of" ] Name ] )
///              { "for" Sum | "by" [ "year" ] Sum } ;
/// Unknown    = Dotted [ "=" Range ] | Change ;                (* a range is tried beside a second unknown *)
/// Uncertain  = [ Sum "runs" ] Draw { "," ( Draw | "correlation" Dotted Dotted Sum ) } ;
/// Draw       = Dotted ( "~" | "+" | "-" | "*" | "/" ) Name "(" Expr { "," Expr } ")"
///              [ "between" Sum "and" Sum ] ;                  (* of `simulate` *)
///
/// Expr       = And { "or" And } ;
/// And        = Not { "and" Not } ;
/// Not        = "not" Not | Compare ;
/// Compare    = Sum [ CompareOp Sum | "crosses" [ "above" | "below" ] Sum | "between" Sum "and" Sum ] ;
/// CompareOp  = "<" | "<=" | ">" | ">=" | "==" | "!=" ;
/// Sum        = Product { ( "+" | "-" ) Product } ;
/// Product    = Unary { ( "*" | "/" ) Unary } ;
/// Unary      = "-" Unary | Power ;
/// Power      = Seen [ "^" Exponent ] ;
/// Exponent   = "-" Exponent | Power ;
/// Seen       = Postfix { "@" ( Timeframe | Symbol | Text ) } ;     (* at most one of each kind *)
/// Postfix    = Primary { "." word | "[" Expr "]" } ;
/// Primary    = Number | Duration | Whole ( "bars" | "bar" ) | Date | Time | Text | "true" | "false" | "today"
///            | "?"                                            (* in `solve` only *)
///            | Name [ "(" [ Argument { "," Argument } ] ")" ] | "(" Expr ")" | List ;
/// Argument   = Expr | Name "=" Expr ;                         (* named ones last *)
/// List       = "[" Expr { "," Expr } "]" ;
/// Range      = Sum ".." Sum [ "step" Sum ] | List | Sum ;     (* in the places of ranges only *)
///
/// Word       = bare word | Text ;                             (* `$name` is replaced by a value *)
/// Number     = Digits [ "." Digits ] [ ( "e" | "E" ) [ "+" | "-" ] Digits ] [ Suffix ] ;
/// Suffix     = "%" | "bp" | "pp" | "k" | "M" | "B" | "T" | "x" ;
/// Duration   = Digits ( "s" | "m" | "h" | "d" | "w" | "mo" | "q" | "y" ) ;
/// Date       = d4 "-" d2 [ "-" d2 [ "T" d2 ":" d2 [ ":" d2 ] [ "Z" | ( "+" | "-" ) d2 ":" d2 ] ] ] ;
/// Time       = ( d1 | d2 ) ":" d2 ;
/// ```
///
/// A newline is a blank inside `( )` and `[ ]` and after `\`, `,`, `=` and operators; inside `{ }` it ends a
/// clause, unless the next line begins with `and` or `or`. Elsewhere it ends the statement, unless the next line is
/// indented and begins with a clause of it.
///
/// ```swift
/// let tree = try Parser.expression(parsing: "close > sma(20)", source: SourceID(0))
/// var parser = Parser(source: SourceID(0), text: "print 1; print 2", commands: syntaxes)
/// while let statement = try parser.next() { print(statement.span) }
/// ```
public struct Parser: Sendable {
  /// The greatest depth of nested brackets, signs and exponents.
  static let deepestNesting = 200
  /// The greatest height of a tree, so that no walk over a tree exhausts the stack.
  static let tallestTree = 500

  let lexer: Lexer
  let commands: [CommandSyntax]

  /// The offset after the last piece that was read.
  var position: Int
  /// The token after `position`, if already read.
  var lookahead: Token?
  /// True after an operator, a comma or `=`: the next newline is a blank.
  var continuesLine = false
  /// The brackets that are open.
  var brackets: [Token] = []
  /// The depth of the current expression.
  var nesting = 0
  /// The height of the expression that was read last.
  var height = 0
  /// True if `?` is the unknown of `solve`.
  var allowsUnknown = false
  /// The words that begin a clause of the current statement.
  var clauseWords: [String] = []
  /// Those whose clauses are already present and are not offered.
  var spentWords: [String] = []
  /// The heading that ends the current statement: it also names the result.
  var headingAtEnd: Word?
  /// The offset at which the current statement begins.
  var statementStart: Int
  /// True between an error and `recover`.
  var hasFailed = false
  /// True once the input ended if it had to continue.
  var ranOut = false
  /// True if a line may continue with a clause on the next, indented line.
  ///
  /// False if a statement is to run as soon as its line is there.
  public var joinsClauseLines = true
  /// The role of the value that is read in the current command.
  var role = ""
  /// The continuations possible at the end of the text; nil if they are not collected.
  var expectations: Expectations? { didSet { isExpecting = expectations != nil } }
  /// True if the continuations are collected: asked at every token.
  private(set) var isExpecting = false
  /// The parts of the text read so far; nil if they are not collected.
  var marks: [SyntaxMark]?

  /// Suspicious parts in the last statement.
  public internal(set) var warnings: [Diagnostic] = []

  /// Makes a parser at the start of a text.
  public init(source: SourceID, text: String, commands: [CommandSyntax]) {
    self.init(source: source, bytes: Array(text.utf8), commands: commands)
  }

  /// Makes a parser at the start of a text of bytes, which may turn out not to be UTF-8.
  public init(source: SourceID, bytes: [UInt8], commands: [CommandSyntax]) {
    lexer = Lexer(source: source, bytes: bytes)
    self.commands = commands
    position = lexer.start
    statementStart = lexer.start
  }

  // MARK: Statements

  /// Reads the next statement; nil at the end of the text.
  ///
  /// After an error the next call continues if `recover` stops.
  public mutating func next() throws(Diagnostic) -> Statement? {
    if hasFailed { recover() }
    reset()
    do throws(Diagnostic) {
      try refuseForeignEntry()
      try skipSeparators()
      statementStart = try offsetAhead()
      if statementStart >= lexer.bytes.count {
        expectStatement()
        return nil
      }
      if lexer.byte(statementStart) == Ascii.openBrace {
        throw Diagnostic(
          .misplacedBrace, "a statement does not begin with `{`", at: lexer.span(statementStart, statementStart + 1),
          hints: ["the `{` of a block must be on its statement's line: `strategy NAME {`, `dcf TICKER {`"])
      }
      let statement = try statement()
      try expectEnd()
      return statement
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Goes to the next line outside the brackets of the statement that was read last.
  ///
  /// Called after an error of the parser, and after a statement that failed when it ran.
  public mutating func recover() {
    // The end of a line ahead was seen, not read: the next statement begins after it.
    let reached = max(position, lookahead.map { $0.isEnd ? $0.span.start : $0.span.end } ?? 0)
    var offset = statementStart
    var brackets = OpenBrackets()
    let bytes = lexer.bytes
    scan: while offset < bytes.count {
      switch bytes[offset] {
      case Ascii.hash:
        offset = lexer.endOfLine(from: offset)
        continue scan
      case Ascii.doubleQuote, Ascii.singleQuote:
        if let end = lexer.endOfQuoted(at: offset) {
          offset = end
        } else {
          brackets.meetUnclosedText()
          offset = lexer.endOfLine(from: offset)
        }
        continue scan
      case Ascii.backslash:
        offset = lexer.continuation(at: offset) ?? offset + 1
        continue scan
      case Ascii.newline where brackets.isEmpty && offset >= reached:
        break scan
      default: brackets.meet(bytes[offset])
      }
      offset += 1
    }
    position = min(bytes.count, max(offset, reached))
    hasFailed = false
    reset()
  }

  /// Refuses a command of another prompt, such as `\q`, whose sign begins no statement.
  private mutating func refuseForeignEntry() throws(Diagnostic) {
    var start = position
    while Ascii.isBlank(lexer.byte(start)) || [Ascii.newline, Ascii.semicolon].contains(lexer.byte(start)) {
      start += 1
    }
    guard ForeignWords.beginsEntry(lexer.byte(start), lexer.byte(start + 1)) else { return }
    statementStart = start
    var end = start
    while end < lexer.bytes.count, lexer.byte(end) > Ascii.space, lexer.byte(end) != Ascii.semicolon { end += 1 }
    let line = lexer.text(start, lexer.endOfLine(from: start))
    throw Diagnostic(
      .unknownCommand, "`\(lexer.text(start, end))` is a command of other programs", at: lexer.span(start, end),
      hints: [ForeignWords.entry(line).map { "`\($0)`" } ?? "`commands` lists those of tas"])
  }

  /// Refuses a query of SQL and an import of Python, whose words are commands or names here.
  private func refuseForeignLine(_ head: NameAhead) throws(Diagnostic) {
    guard head.name.utf8.count == 6 else { return }
    let hint: String?
    switch head.name.lowercased() {
    case "select":
      hint = ForeignLines.query(lexer.text(head.span.start, lexer.endOfLine(from: head.span.start))).map { "`\($0)`" }
    case "import":
      let module = lexer.endOfName(from: try lexer.skipBlanks(from: head.span.end, newlines: .end))
      let name = lexer.text(head.span.end, module).drop { $0 == " " }
      hint =
        ForeignLines.isModule(String(name))
        ? "nothing is imported: `load \"prices.csv\" as X` reads a file, `indicators` lists the functions" : nil
    default: return
    }
    guard let hint else { return }
    throw Diagnostic(.unknownCommand, "there is no command `\(head.name)` of this form", at: head.span, hints: [hint])
  }

  private mutating func reset() {
    lookahead = nil
    continuesLine = false
    brackets = []
    nesting = 0
    height = 0
    allowsUnknown = false
    clauseWords = []
    spentWords = []
    warnings = []
  }

  mutating func statement() throws(Diagnostic) -> Statement {
    guard let head = try nameAhead() else { return try bareExpression() }
    try refuseForeignLine(head)
    if try refinesLast(head), let refinement = command(named: "_") {
      return try call(refinement, head, isNamed: head.name == "_")
    }
    switch head.name {
    case "let", "param", "indicator":
      mark(head.span, .command)
      return try definition(head)
    case _ where try isAssignment(after: head.span.end):
      mark(head.span, .name)
      throw missingLet(head)
    case "strategy" where try beginsStrategy(head):
      mark(head.span, .command)
      return try strategy(head)
    case "portfolio" where try beginsStrategy(head):
      mark(head.span, .command)
      return try portfolio(head)
    case "dcf":
      mark(head.span, .command)
      return try valuation(head)
    case "for" where try beginsLoop(head):
      return try loop(head)
    case "if" where beginsGuard(head):
      return try guarded(head)
    default:
      // `_` alone is a value, the last result.
      let syntax = head.name == "_" ? nil : command(named: head.name)
      let isValue = try syntax?.isValueToo == true ? goesOnAsExpression(after: head) : false
      if let syntax, !isValue { return try call(syntax, head) }
      if try looksLikeCommand(head) {
        mark(head.span, .name)
        throw unknownCommand(head)
      }
      return try bareExpression()
    }
  }

  private mutating func bareExpression() throws(Diagnostic) -> Statement {
    expectStatement()
    clauseWords = Window.words + ["as", "to"]
    let value = try expression()
    var tail = Tail()
    while tail.output == nil {
      expect(keywords: tail.windowWords + tail.resultWords)
      if try isAtEnd() { break }
      if try window(into: &tail) { continue }
      guard try resultClause(into: &tail) else { throw unknownClause(in: clauseWords) }
    }
    return Statement(
      kind: .expression(value, window: tail.window?.window),
      resultName: tail.resultName,
      output: tail.output,
      replacesLoaded: tail.replacesLoaded,
      span: statementSpan
    )
  }

  /// The span of the current statement as far as read.
  var statementSpan: SourceSpan { lexer.span(statementStart, position) }

  // MARK: Words that begin a statement

  /// The command of a name, of an alias, or of a command that became one of its forms.
  func command(named name: String) -> CommandSyntax? {
    // Indices are searched, as a command is long to copy.
    let index =
      commands.indices.first { commands[$0].name == name }
      ?? commands.indices.first { commands[$0].aliases.contains(name) }
      ?? commands.indices.first { commands[$0].formerCommands.contains(name) }
    return index.map { commands[$0] }
  }

  /// All words that begin a statement.
  var commandNames: [String] {
    var names = ["let", "param", "indicator", "strategy", "dcf", "for", "if"]
    for command in commands {
      for name in [command.name] + command.aliases where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// True if the text after a name continues an expression: a parenthesis, a bracket, a comparison.
  private func goesOnAsExpression(after head: NameAhead) throws(Diagnostic) -> Bool {
    let byte = lexer.byte(try lexer.skipBlanks(from: head.span.end, newlines: newlines))
    return [UInt8]("([=!@".utf8).contains(byte)
  }

  /// The words that may begin a statement on the last result.
  private static let refinements: Set<String> = [
    "_", "all", "sort", "where", "first", "last", "since", "until", "top",
  ]

  /// True if the clauses of a list begin a statement, which then applies them to the last result: `where profit > 0`,
  /// `last 3`, `_ last 3`.
  private func refinesLast(_ head: NameAhead) throws(Diagnostic) -> Bool {
    guard Self.refinements.contains(head.name) else { return false }
    let offset = try lexer.skipBlanks(from: head.span.end, newlines: newlines)
    let next = lexer.byte(offset)
    let word = Ascii.isNameStart(next) ? lexer.text(offset, lexer.endOfName(from: offset)) : ""
    switch head.name {
    case "_":
      guard !word.isEmpty else { return false }
      return try refinesLast(NameAhead(name: word, span: lexer.span(offset, lexer.endOfName(from: offset))))
    case "all": return try isAtEnd(behind: head)
    case "sort": return word == "by"
    case "where", "first", "last", "since", "until", "top":
      guard offset > head.span.end else { return false }
      if isExpecting, offset >= lexer.bytes.count { return true }
      if !word.isEmpty {
        return word == "not" || !ReservedWord.operators.contains(word) && !["as", "to"].contains(word)
      }
      return Ascii.isDigit(next) || next == Ascii.doubleQuote || next == Ascii.dollar
        || next == Ascii.openParenthesis && head.name == "where"
    default: return false
    }
  }

  /// True if a name ends the statement.
  private func isAtEnd(behind head: NameAhead) throws(Diagnostic) -> Bool {
    var rest = self
    rest.skip(to: head.span.end)
    return try rest.isAtEnd()
  }

  /// True if the text after a name can only follow a command: a word, a number, a file.
  private func looksLikeCommand(_ head: NameAhead) throws(Diagnostic) -> Bool {
    guard !ReservedWord.contains(head.name) else { return false }
    let offset = try lexer.skipBlanks(from: head.span.end, newlines: newlines)
    let byte = lexer.byte(offset)
    if Ascii.isNameStart(byte) {
      let word = lexer.text(offset, lexer.endOfName(from: offset))
      return !ReservedWord.continuesLine(word.lowercased()) && !Window.words.contains(word) && word != "as"
        && word != "to"
    }
    let isApart = offset > head.span.end
    return Ascii.isDigit(byte) || byte == Ascii.doubleQuote || byte == Ascii.singleQuote
      || byte == Ascii.dollar || byte == UInt8(ascii: "~") && lexer.byte(offset + 1) == UInt8(ascii: "/")
      || isApart && byte == Ascii.dot
  }

  private func unknownCommand(_ head: NameAhead) -> Diagnostic {
    var hints: [String] = []
    if let hint = ForeignWords.command(head.name) ?? Spelling.hint(for: head.name, in: commandNames) {
      hints.append(hint)
    } else if commandNames.contains(head.name.lowercased()) {
      hints.append("commands are lower case: `\(head.name.lowercased())`")
    } else {
      hints.append("`commands` lists the commands, and a function has parentheses: `\(head.name)(…)`")
    }
    return Diagnostic(.unknownCommand, "there is no command `\(head.name)`", at: head.span, hints: hints)
  }

  private func missingLet(_ head: NameAhead) -> Diagnostic {
    let line = lexer.text(head.span.start, lexer.endOfLine(from: head.span.start))
    let own =
      line.contains(" with ")
      ? "a scenario that follows another: `dcf \(line)`" : ForeignLines.assignment(line).map { "`\($0)`" }
    if let own {
      return Diagnostic(
        .missingLet, "a statement does not begin with `\(head.name) =`", at: head.span, hints: [own])
    }
    return Diagnostic(
      .missingLet,
      "a statement does not begin with `\(head.name) =`",
      at: head.span,
      hints: [
        "`let \(head.name) = …` defines a name", "`set \(head.name) = …` changes a setting",
        "`\(head.name) == …` compares",
      ]
    )
  }
}
