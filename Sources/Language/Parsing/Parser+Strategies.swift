import Text

extension Parser {
  private static let clauseStarts = [
    "let", "enter", "exit", "stop", "target", "trail", "size", "allow", "wait", "once", "legs", "resize",
  ]
  private static let automaticLabels = ["stop", "target", "trail", "time", "end", "session"]

  /// True if `strategy NAME` continues with parameters or a block; otherwise it is a command.
  func beginsStrategy(_ head: NameAhead) throws(Diagnostic) -> Bool {
    var rest = self
    rest.expectations = nil
    rest.skip(to: head.span.end)
    guard let name = try rest.nameAhead() else { return false }
    let offset = try lexer.skipBlanks(from: name.span.end, newlines: .end)
    if lexer.byte(offset) == Ascii.openParenthesis || lexer.byte(offset) == Ascii.openBrace { return true }
    // A brace alone on the next line is a misplaced block, even if the command would accept the brace.
    let next = try lexer.skipBlanks(from: offset, newlines: .blank)
    return lexer.byte(offset) == Ascii.newline && lexer.byte(next) == Ascii.openBrace
  }

  /// Reads `strategy NAME(…) { … }`, whose first word comes next.
  mutating func strategy(_ head: NameAhead) throws(Diagnostic) -> Statement {
    skip(to: head.span.end)
    let name = try newName(of: "the strategy")
    let parameters =
      try peek().punctuation == .openParenthesis ? try self.parameters(of: "a strategy") : []
    let clauses = try block { parser, clauses throws(Diagnostic) in
      let clause = try parser.strategyClause()
      try parser.refuseRepeated(clause, after: clauses)
      clauses.append(clause)
    }
    let definition = StrategyDefinition(
      name: name.name,
      nameSpan: name.span,
      parameters: parameters,
      clauses: clauses
    )
    return Statement(kind: .strategy(definition), span: statementSpan)
  }

  /// Reads a block in braces, clause by clause.
  mutating func block<Clause>(
    separatedByCommas: Bool = false,
    _ read: (inout Parser, inout [Clause]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> [Clause] {
    if try peek().kind == .separator {
      let next = try lexer.skipBlanks(from: position, newlines: .blank)
      if lexer.byte(next) == Ascii.openBrace {
        throw Diagnostic(
          .misplacedBrace,
          "the `{` of a block must be on its statement's line",
          at: lexer.span(next, next + 1),
          hints: ["move it up to the previous line"]
        )
      }
    }
    guard try peek().punctuation == .openBrace else { throw unexpected("`{`") }
    try open()
    var clauses: [Clause] = []
    while true {
      try skipSeparators()
      if separatedByCommas, try take(.comma) != nil {
        continuesLine = false
        continue
      }
      if try peek().punctuation == .closeBrace { break }
      try read(&self, &clauses)
      guard try !isAtEnd() else { continue }
      if separatedByCommas, try peek().punctuation == .comma { continue }
      throw unexpected(
        separatedByCommas ? "a newline, `,` or `}`" : "a newline, `;` or `}`",
        hints: separatedByCommas ? [] : try hintsBehindClause())
    }
    try close()
    return clauses
  }

  private mutating func strategyClause() throws(Diagnostic) -> StrategyClause {
    expect(keywords: Self.clauseStarts)
    let start = try offsetAhead()
    var label: NameAhead?
    if let name = try nameAhead() {
      let next = try lexer.skipBlanks(from: name.span.end, newlines: .end)
      if lexer.byte(next) == Ascii.colon, lexer.byte(next + 1) != Ascii.equals {
        if Self.automaticLabels.contains(name.name) || Self.isAutomaticName(name.name) {
          throw Diagnostic(
            .reservedLabel,
            "the label `\(name.name)` is the name of an automatic exit or rule",
            at: name.span,
            hints: ["choose another, such as `my_\(name.name)`"]
          )
        }
        label = name
        mark(name.span, .definition)
        skip(to: next + 1)
        expect(keywords: Self.clauseStarts)
      }
    }
    let kind = try clauseKind()
    return StrategyClause(
      label: label?.name,
      labelSpan: label?.span,
      kind: kind,
      span: lexer.span(start, position)
    )
  }

  /// True for `enter_1`, `exit_2`: the names of rules without a label.
  private static func isAutomaticName(_ name: String) -> Bool {
    for prefix in ["enter_", "exit_"] where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count)
      return !number.isEmpty && number.allSatisfy(\.isNumber)
    }
    return false
  }

  /// Reads `NAME = EXPR` after `let`.
  mutating func letClause() throws(Diagnostic) -> StrategyClause.Kind {
    let name = try newName(of: "the value")
    try require(.assign)
    return .let(name: name.name, nameSpan: name.span, try expression())
  }

  private mutating func clauseKind() throws(Diagnostic) -> StrategyClause.Kind {
    guard let word = try nameAhead() else { throw unexpected("a rule or clause of the strategy") }
    if Self.clauseStarts.contains(word.name) { mark(word.span, .keyword) }
    skip(to: word.span.end)
    if Self.clauseStarts.contains(word.name), word.name != "let", try isAssignment(after: word.span.end) {
      throw Diagnostic(
        .unexpectedToken, "a clause of a strategy has no `=`", at: try peek().span,
        hints: ["leave out the `=`: `\(word.name) …`"])
    }
    switch word.name {
    case "let": return try letClause()
    case "enter": return try entry(word)
    case "exit": return try exit(word)
    case "stop":
      let level = try level(of: word)
      guard try take("on") != nil else { return .stop(level, onClose: false) }
      try require("close")
      return .stop(level, onClose: true)
    case "target":
      let level = try level(of: word)
      return .target(level, share: try take("for") == nil ? nil : try sum())
    case "trail": return .trail(try level(of: word))
    case "wait": return try wait()
    case "once":
      try require("a")
      try require("day")
      return .onceADay
    case "size": return .size(try size())
    case "legs": return .legs(try legs())
    case "resize": return try resize()
    case "allow":
      expect(role: word.name)
      let entries = try sum()
      if try take("entry") == nil { try require("entries") }
      return .allow(entries: entries)
    default:
      let hint = ForeignWords.strategyClause(word.name) ?? Spelling.hint(for: word.name, in: Self.clauseStarts)
      throw Diagnostic(
        .unknownClause,
        "a strategy has no clause `\(word.name)`",
        at: word.span,
        hints: [
          hint
            ?? "the clauses are \(Self.clauseStarts.map { "`\($0)`" }.joined(separator: " "))"
        ]
      )
    }
  }

  /// Reads `weekly`, `weekly when off by 10%`.
  private mutating func resize() throws(Diagnostic) -> StrategyClause.Kind {
    let period = try period("a position is brought back to its size", "resize")
    guard try take("when") != nil else { return .resize(period, offBy: nil) }
    try require("off")
    try require("by")
    return .resize(period, offBy: try sum())
  }

  /// Reads `KO, -hedge * PEP`.
  private mutating func legs() throws(Diagnostic) -> [Expression] {
    var legs: [Expression] = []
    repeat {
      let leg = try sum()
      guard LegTerm(leg) != nil else {
        throw Diagnostic(
          .unexpectedToken, "a leg is a symbol with its weight before it", at: leg.span,
          hints: ["`legs KO, -hedge * PEP`; a symbol with a dot is quoted: `\"BRK.B\"`"])
      }
      legs.append(leg)
    } while try take(.comma) != nil
    return legs
  }

  private mutating func side() throws(Diagnostic) -> StrategyClause.Side? {
    if try take("long") != nil { return .long }
    return try take("short") != nil ? .short : nil
  }

  private mutating func entry(_ word: NameAhead) throws(Diagnostic) -> StrategyClause.Kind {
    guard let side = try side() else {
      guard let when = try nameAhead(), when.name == "when" else { throw unexpected("`long` or `short`") }
      throw Diagnostic(
        .missingSide,
        "an entry says whether it is long or short",
        at: word.span.joined(with: when.span),
        hints: ["write `enter long when …`"]
      )
    }
    let order = try take("at") == nil ? nil : try entryOrder()
    if let word = try nameAhead(), word.name == "if" { throw unexpected("`when`", hints: ["write `when`"]) }
    if lexer.byte(try offsetAhead()) == Ascii.colon {
      throw unexpected("`when`", hints: ["write `when` for the `:`; a label comes first: `dip: enter long when …`"])
    }
    try require("when")
    return .enter(side, order, when: try expression())
  }

  private mutating func entryOrder() throws(Diagnostic) -> StrategyClause.EntryOrder {
    guard let word = try nameAhead() else { throw unexpected("`limit`, `stop` or `close`") }
    switch word.name {
    case "close":
      skip(over: word, as: .keyword)
      return .close
    case "limit", "stop":
      skip(over: word, as: .keyword)
      if let when = try nameAhead(), when.name == "when" {
        throw Diagnostic(
          .unexpectedToken, "a \(word.name) order needs its price", at: word.span.joined(with: when.span),
          hints: ["`enter long at \(word.name) close * \(word.name == "limit" ? "0.98" : "1.02") when …`"])
      }
      let price = try expression()
      if let side = try nameAhead(), ["below", "above", "under", "over"].contains(side.name) {
        let sign = ["below", "under"].contains(side.name) ? "-" : "+"
        throw unexpected(
          "`when`", hints: ["`at \(word.name) close * (1 \(sign) \(lexer.text(price.span.start, price.span.end)))`"])
      }
      let bars = try take("for") == nil ? nil : try countOfBars()
      return word.name == "limit" ? .limit(price, bars: bars) : .stop(price, bars: bars)
    default:
      throw Diagnostic(
        .unexpectedToken, "an entry is `at limit PRICE`, `at stop PRICE` or `at close`", at: word.span,
        hints: [
          ["market", "open", "next", "mkt"].contains(word.name)
            ? "without `at` an entry fills at the next open: `enter long when …`"
            : "`enter long at limit close * 0.98 for 3 bars when …`"
        ])
    }
  }

  /// Reads `3 bars`, `n bars`, `1 bar`.
  private mutating func countOfBars() throws(Diagnostic) -> Expression {
    let bars = try sum()
    if let count = bars.countBeforeBars { return count }
    if case .literal(.duration(let duration), let span) = bars {
      throw Diagnostic(
        .unexpectedToken,
        "an order waits for a count of bars, but `\(lexer.text(span.start, span.end))` is a span of time",
        at: span, hints: ["`for \(duration.count) bars`"])
    }
    if try take("bar") == nil { try require("bars") }
    return bars
  }

  /// The refusal of an exit of a side with an order type, except the end of a session.
  private mutating func orderOfExit(_ word: NameAhead) throws(Diagnostic) -> Diagnostic {
    let span = lexer.span(word.span.start, position)
    if try isAt("session") {
      return Diagnostic(
        .unexpectedToken, "the end of a session closes either side", at: span, hints: ["`exit at session close`"])
    }
    return Diagnostic(
      .unexpectedToken, "an exit fills at the market; exit prices are clauses of their own", at: span,
      hints: ["`stop 5%`, `target 10%` and `trail 3%` wait at their prices: `stop at low - atr(14)`, `target at PRICE`"]
    )
  }

  private mutating func exit(_ word: NameAhead) throws(Diagnostic) -> StrategyClause.Kind {
    if try take("after") != nil {
      expect(role: "exit after")
      let bars = try sum()
      if let count = bars.countBeforeBars { return .exitAfter(bars: count) }
      if case .literal(.duration, _) = bars { return .exitAfter(bars: bars) }
      if try take("bars") != nil { return .exitAfter(bars: bars) }
      // A name may denote a duration.
      guard case .name = bars else {
        let typed = "`exit after \(lexer.text(bars.span.start, bars.span.end))"
        let isCount = if case .literal(.number, _) = bars { true } else { false }
        let word = try nameAhead().map { Self.unitWords[$0.name.lowercased()] } ?? nil
        let unit = word ?? "d"
        let units = Self.unitNames[unit] ?? "days"
        throw unexpected(
          "`bars`", hints: ["\(typed) bars`" + (isCount ? " counts closes, and \(typed)\(unit)` \(units)" : "")])
      }
      return .exitAfter(bars: bars)
    }
    let side = try side()
    if try take("at") != nil {
      guard side == nil else { throw try orderOfExit(word) }
      guard try take("session") != nil else {
        throw unexpected(
          "`session`",
          hints: ["`exit at session close` exits at the end of the day, `exit long when clock >= 15:55` at a time"])
      }
      try require("close")
      return .exitAtSessionClose
    }
    var share: Expression?
    if try !isAt("when"), try !isAtEnd() {
      let first = lexer.byte(try offsetAhead())
      // Without a side a name is one that is spelled wrongly.
      if side != nil || Ascii.isDigit(first) || first == Ascii.openParenthesis { share = try sum() }
    }
    if share != nil, try isAt("at") {
      throw unexpected(
        "`when`", hints: ["a part at a gain is `target 5% for 50%`, and at a rule `exit long 50% when …`"])
    }
    try require("when")
    return .exit(side, share: share, when: try expression())
  }

  private mutating func level(of clause: NameAhead) throws(Diagnostic) -> StrategyClause.Level {
    let isPrice = try takeQualifier("at") != nil
    expect(role: isPrice ? "price" : clause.name)
    let value = try expression()
    if case .literal(.number, let span) = value, let word = try nameAhead(), ["atr", "natr"].contains(word.name) {
      let product = "\(lexer.text(span.start, span.end)) * \(word.name)(14)"
      throw unexpected("the end of the rule", hints: ["a multiple of the range is `\(product)`"])
    }
    return isPrice ? .price(value) : .distance(value)
  }

  private mutating func wait() throws(Diagnostic) -> StrategyClause.Kind {
    let start = try offsetAhead()
    expect(role: "wait")
    let bars = try sum()
    if case .literal(.duration, let span) = bars {
      throw Diagnostic(
        .unexpectedToken, "a strategy waits for a count of bars, but this is a time", at: span,
        hints: ["`wait 5 bars` counts closes after an exit; \(lexer.text(start, span.end)) is not one"])
    }
    var count = bars.countBeforeBars
    if count == nil {
      if try take("bar") == nil, try take("bars") == nil {
        throw unexpected("`bars`", hints: ["`wait \(lexer.text(start, bars.span.end)) bars`"])
      }
      count = bars
    }
    guard try take("after") != nil else { return .wait(bars: count ?? bars, afterStop: false) }
    try require("stop")
    return .wait(bars: count ?? bars, afterStop: true)
  }

  mutating func size() throws(Diagnostic) -> StrategyClause.Size {
    if try takeQualifier("risk") != nil {
      expect(role: "risk")
      return .risk(try expression())
    }
    expect(role: "size")
    let amount = try expression()
    for word in ["shares", "share", "contracts", "contract", "units", "unit"] {
      if try take(word) != nil { return .shares(amount) }
    }
    if let word = try nameAhead(), word.name == "risk" {
      throw unexpected(
        "the end of the rule", hints: ["`size risk \(lexer.text(amount.span.start, amount.span.end))`"])
    }
    guard try take("of") != nil else { return .amount(amount) }
    guard try take("equity") != nil else {
      throw unexpected(
        "`equity`", hints: ["`size \(lexer.text(amount.span.start, amount.span.end)) of equity`"])
    }
    return .equityShare(amount)
  }

  /// Reads a word before an operand, as in `stop at PRICE`; the word alone is a name, as in `stop at`.
  private mutating func takeQualifier(_ word: String) throws(Diagnostic) -> SourceSpan? {
    guard try isAt(word), let name = try nameAhead() else { return nil }
    let next = try lexer.skipBlanks(from: name.span.end, newlines: .end)
    let byte = lexer.byte(next)
    if Ascii.isNameStart(byte) {
      let follower = lexer.text(next, lexer.endOfName(from: next))
      let joins = ["and", "or", "between", "crosses", "on", "for", "of", "shares", "contracts", "units", "when"]
      if joins.contains(follower) { return nil }
    } else if !Ascii.isDigit(byte), byte != Ascii.openParenthesis {
      guard next >= lexer.bytes.count, isExpecting else { return nil }
    }
    skip(over: name, as: .keyword)
    return name.span
  }

  func refuseRepeated(_ clause: StrategyClause, after clauses: [StrategyClause]) throws(Diagnostic) {
    if let label = clause.label, let span = clause.labelSpan,
      let first = clauses.first(where: { $0.label == label })
    {
      throw Diagnostic(.duplicateLabel, "the label `\(label)` is given twice", at: span)
        .pointing(at: first.labelSpan ?? first.span, "first here")
    }
    guard let word = clause.kind.singleWord else { return }
    if let first = clauses.first(where: { $0.kind.singleWord == word }) {
      let hints =
        [
          "stop": ["one more level is a rule: `exit long when profit < -9%`"],
          "target": ["one more level is a rule: `exit long 50% when profit > 9%`"],
        ][word] ?? []
      throw Diagnostic(.duplicateClause, "`\(word)` is given twice", at: clause.span, hints: hints)
        .pointing(at: first.span, "first here")
    }
  }
}

extension Expression {
  /// The count of `10 bars` or `n + 1 bars`, whose last number took the word along; nil if no word was taken.
  fileprivate var countBeforeBars: Expression? {
    switch self {
    case .literal(.bars(let count), let span): return .literal(.number(NumberLiteral(digits: String(count))), span)
    case .binary(let binary, let left, let right, let span):
      return right.countBeforeBars.map { .binary(binary, left, $0, operatorSpan: span) }
    default: return nil
    }
  }
}

extension StrategyClause.Kind {
  /// The words of a clause allowed at most once; nil for rules and `let`.
  fileprivate var singleWord: String? {
    switch self {
    case .let, .enter, .exit: nil
    case .exitAfter: "exit after"
    case .exitAtSessionClose: "exit at session close"
    case .stop: "stop"
    case .target: "target"
    case .trail: "trail"
    case .size: "size"
    case .legs: "legs"
    case .resize: "resize"
    case .allow: "allow"
    case .wait: "wait"
    case .onceADay: "once"
    case .portfolio(let clause): clause.word
    }
  }
}
