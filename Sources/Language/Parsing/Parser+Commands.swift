import Text

extension Parser {
  /// Reads a command of the table, whose word comes next; an unnamed one begins with a clause, at `head`.
  mutating func call(_ syntax: CommandSyntax, _ head: NameAhead, isNamed: Bool = true) throws(Diagnostic) -> Statement {
    if isNamed { skip(over: head, as: .command) }
    let former = syntax.formerCommands.contains(head.name) ? head.name : nil
    let formerForm = former.flatMap { name in syntax.forms.first { $0.name == name } }
    let form = if let formerForm { formerForm } else { try form(of: syntax, head) }
    expectations?.command = syntax.name
    clauseWords = form.clauseWords + (syntax.hasResult ? ["as", "to"] : [])
    if form.hasWindow, !form.subject.contains(where: \.readsExpressions) { clauseWords.append(Window.formerWord) }
    headingAtEnd = nil
    var call = CommandCall(
      command: syntax.name, commandSpan: head.span, form: form.name, formerCommand: former,
      arguments: [])
    var tail = Tail()
    do throws(Diagnostic) {
      try read(form.subject, into: &call, skipping: form.leadingKeywords.count)
      try readClauses(of: form, hasResult: syntax.hasResult, head, into: &call, &tail)
    } catch {
      throw withUsage(error, of: form, syntax)
    }
    if tail.usesFormerWindow { call.formerCommand = Window.formerWord }
    if let (window, span) = tail.window { call.arguments.append(("window", .window(window, span))) }
    var statement = Statement(
      kind: .command(call),
      resultName: tail.resultName ?? headingAtEnd,
      output: tail.output,
      replacesLoaded: tail.replacesLoaded,
      span: statementSpan
    )
    statement.resultHeadsColumn = tail.resultName == nil && headingAtEnd != nil
    return statement
  }

  // MARK: Forms

  /// The form with the most leading keywords in the text, which are read.
  private mutating func form(of syntax: CommandSyntax, _ head: NameAhead) throws(Diagnostic)
    -> CommandSyntax.Form
  {
    var best: (form: CommandSyntax.Form, rest: Parser)?
    let forms = syntax.forms
    for form in forms where !form.leadingKeywords.isEmpty {
      var rest = self
      // Completion offers a dotted form among the plain ones.
      if form.isDotted { rest.expectations = nil }
      let stands = try rest.takeWords(form.leadingKeywords, isDotted: form.isDotted)
      if !form.isDotted { expectations = rest.expectations }
      if stands, form.yieldsToName, try rest.isBehindName() { continue }
      if stands, form.leadingKeywords.count > best?.form.leadingKeywords.count ?? 0 { best = (form, rest) }
    }
    if let best {
      let all = best.form.isDotted ? nil : expectations
      self = best.rest
      expectations = all
      return best.form
    }
    for form in forms where !form.followers.isEmpty && form.leadingKeywords.isEmpty {
      if try isName(before: form.followers) { return form }
    }
    if let plain = forms.first(where: { $0.leadingKeywords.isEmpty && $0.followers.isEmpty }) { return plain }
    let words = forms.compactMap(\.leadingKeywords.first)
    let list = words.map { "`\(head.name) \($0)`" }.joined(separator: ", ")
    let found = try wordAhead()
    var hints = found.flatMap { Spelling.hint(for: $0.name, in: words) { "`\(head.name) \($0)`" } }.map { [$0] } ?? []
    if hints.isEmpty, head.name == "save", var name = found?.name {
      if name == "as", let found {
        var rest = self
        rest.skip(to: found.span.end)
        name = try rest.wordAhead()?.name ?? "base"
      }
      hints = [
        "`save scenario \(name)` keeps the open model as a scenario, `save session \"\(name).json\"` the session"
      ]
    }
    throw Diagnostic(
      .missingForm,
      found.map { "there is no `\(head.name) \($0.name)`" } ?? "`\(head.name)` needs one of its forms",
      at: found?.span ?? head.span,
      hints: hints.isEmpty ? ["the forms are \(list)"] : hints
    )
  }

  /// True if a name comes next, and after it one of some words or a bracket.
  private func isName(before words: [String]) throws(Diagnostic) -> Bool {
    guard let name = try nameAhead() else { return false }
    var rest = self
    rest.expectations = nil
    rest.skip(to: name.span.end)
    if lexer.byte(name.span.end) == Ascii.openParenthesis { return true }
    return try rest.wordAhead().map { words.contains($0.name) } ?? false
  }

  /// True if the previous word was a name, not a kind: a list continues, `to` follows, or nothing does.
  private mutating func isBehindName() throws(Diagnostic) -> Bool {
    if !isExpecting, try isAtEnd() { return true }
    if lexer.byte(try offsetAhead()) == Ascii.comma { return true }
    return try wordAhead()?.name == "to"
  }

  /// Reads words in a row if all of them come next.
  private mutating func takeWords(_ words: [String], isDotted: Bool = false) throws(Diagnostic) -> Bool {
    for word in words {
      expect(keyword: word)
      // A `:` may touch the word, as in `describe trades: return`.
      guard let next = try wordAhead(),
        isDotted ? next.name.hasPrefix(word + ".") : next.name == word || next.name.hasPrefix(word + ":")
      else { return false }
      let end = next.span.start + word.utf8.count
      mark(lexer.span(next.span.start, end), .keyword)
      skip(to: end)
    }
    return true
  }

  /// The error of a statement that ended too early, with the form that was begun or, after the command's word alone,
  /// all its forms.
  private mutating func withUsage(
    _ error: Diagnostic, of form: CommandSyntax.Form, _ syntax: CommandSyntax
  ) -> Diagnostic {
    guard error.code == .unexpectedToken, error.hints.isEmpty, (try? isAtEnd()) == true else { return error }
    if form.leadingKeywords.isEmpty, syntax.forms.count > 1 {
      return error.hint("the forms are " + syntax.briefUsage.map { "`\($0)`" }.joined(separator: ", "))
    }
    return error.hint("the form is `\(form.usage(of: syntax)[0])`")
  }

  // MARK: Clauses

  private mutating func readClauses(
    of form: CommandSyntax.Form,
    hasResult: Bool,
    _ head: NameAhead,
    into call: inout CommandCall,
    _ tail: inout Tail
  ) throws(Diagnostic) {
    var places: [Int: (clause: CommandSyntax.Clause, span: SourceSpan)] = [:]
    // The file is the last thing of a statement.
    while tail.output == nil {
      for (index, clause) in form.clauses.enumerated() where !clause.isWindow {
        if places[form.group(of: index)] == nil { expect(keyword: clause.keywords.joined(separator: " ")) }
      }
      if hasResult { expect(keywords: tail.resultWords) }
      if form.hasWindow { expect(keywords: tail.windowWords) }
      if try isAtEnd() { return }
      if let (index, start) = try clause(of: form) {
        let clause = form.clauses[index]
        let keywords = lexer.span(start, position)
        let group = form.group(of: index)
        if let first = places[group] {
          let words = "`\(clause.keywords.joined(separator: " "))`"
          guard first.clause == clause else {
            throw Diagnostic(
              .duplicateClause, "\(words) takes the place of `\(first.clause.keywords.joined(separator: " "))`",
              at: keywords
            )
            .pointing(at: first.span, "give one of the two")
          }
          throw duplicate(words, at: keywords, first: first.span)
        }
        if clause.elements.isEmpty {
          call.arguments.append((clause.keywords.joined(separator: " "), .present(keywords)))
        } else {
          let read = call.arguments.count
          try self.read(clause.elements, into: &call)
          // A clause may be present without its optional value: `with trades`.
          if call.arguments.count == read {
            call.arguments.append((clause.keywords.joined(separator: " "), .present(keywords)))
          }
        }
        places[group] = (clause, lexer.span(start, position))
        spentWords += form.clauses.indices.filter { form.group(of: $0) == group }.map { form.clauses[$0].keywords[0] }
        continue
      }
      if form.hasWindow, try window(into: &tail) { continue }
      if hasResult, try resultClause(into: &tail) { continue }
      throw misfit(head, hasResult: hasResult)
    }
  }

  /// The clause whose keywords are next, the one with most keywords first, which are read.
  private mutating func clause(of form: CommandSyntax.Form) throws(Diagnostic) -> (Int, Int)? {
    // `validate cross @ [15m, 1h]` says the timeframes as an expression says its one.
    let sign = try offsetAhead()
    if lexer.byte(sign) == Ascii.at, let index = form.clauses.firstIndex(where: { $0.keywords == ["timeframes"] }) {
      skip(to: sign + 1)
      return (index, sign)
    }
    guard let next = try nameAhead() else { return nil }
    let start = next.span.start
    var best: (index: Int, rest: Parser, count: Int)?
    for (index, clause) in form.clauses.enumerated() where !clause.isWindow {
      // Keywords that do not match are read only to be offered: the parser is long to copy.
      guard isExpecting || clause.keywords.first == next.name else { continue }
      var rest = self
      var stands = true
      for keyword in clause.keywords where stands { stands = try rest.take(keyword) != nil }
      expectations = rest.expectations
      if stands, clause.keywords.count > best?.count ?? 0 { best = (index, rest, clause.keywords.count) }
    }
    guard let best else { return nil }
    let all = expectations
    self = best.rest
    expectations = all
    return (best.index, start)
  }

  private mutating func misfit(_ head: NameAhead, hasResult: Bool) -> Diagnostic {
    let name: NameAhead?
    do throws(Diagnostic) {
      name = try nameAhead()
    } catch {
      return error
    }
    if !hasResult, let name, name.name == "as" || name.name == "to" {
      return Diagnostic(
        .unknownClause,
        "`\(head.name)` has no result to \(name.name == "as" ? "name" : "write")",
        at: name.span
      )
    }
    if name == nil, lexer.byte(head.span.end) == Ascii.openParenthesis {
      return unexpected(
        "the end of the statement", hints: ["a command has no parentheses: `\(head.name) …`"])
    }
    if name == nil, position == head.span.end {
      return unexpected(
        "the end of the statement",
        hints: [
          "`\(head.name)` is a command here; a value of this name is shown by `print \(head.name)`"
        ]
      )
    }
    return unknownClause(in: clauseWords)
  }
}

extension CommandSyntax.Form {
  /// The keywords at the subject's front.
  var leadingKeywords: [String] {
    var words: [String] = []
    for case .keyword(let word) in subject.prefix(while: { if case .keyword = $0 { true } else { false } }) {
      words.append(word)
    }
    return words
  }

  /// The place of the first clause of those that a clause is an alternative of; its own place if it is not one.
  func group(of index: Int) -> Int {
    var first = index
    while first > 0, clauses[first].isAlternative { first -= 1 }
    return first
  }

  /// True if a window may follow.
  var hasWindow: Bool { clauses.contains { $0.isWindow } }

  /// The words that begin a clause.
  var clauseWords: [String] {
    var words: [String] = []
    for clause in clauses {
      for word in clause.isWindow ? Window.words : Array(clause.keywords.prefix(1))
      where !words.contains(word) {
        words.append(word)
      }
    }
    return words
  }
}

extension CommandSyntax.Element {
  /// True if the element is made of expressions that a window may follow.
  var readsExpressions: Bool {
    switch self {
    case .value(let slot): slot.reading == .expression || slot.reading == .columns
    case .optional(let element): element.readsExpressions
    case .group(let elements): elements.contains { $0.readsExpressions }
    case .keyword, .assign: false
    }
  }
}
