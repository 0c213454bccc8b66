import Text

extension Window {
  /// The words that begin a window.
  static let words = ["first", "last", "since", "until", "all"]
  /// The word of an earlier version, `between D and D`; read only if no comparison is possible.
  public static let formerWord = "between"
}

extension Parser {
  /// The clauses read after a statement's subject.
  struct Tail {
    var window: (window: Window, span: SourceSpan)?
    /// True if the window was written as `between D and D`.
    var usesFormerWindow = false
    var resultName: Word?
    var resultSpan: SourceSpan?
    var output: Word?
    var replacesLoaded = false

    /// The words of windows that may follow.
    var windowWords: [String] { window?.window.continuations ?? Window.words }
    /// The words that may follow and begin no window: `as` once, and `to`.
    var resultWords: [String] { resultName == nil ? ["as", "to"] : ["to"] }
  }

  // MARK: Windows

  /// Reads a window if one comes next; false if none does.
  mutating func window(into tail: inout Tail) throws(Diagnostic) -> Bool {
    expect(keywords: tail.windowWords)
    guard let word = try nameAhead(), Window.words.contains(word.name) || word.name == Window.formerWord else {
      return false
    }
    let start = word.span.start
    skip(over: word, as: .keyword)
    if word.name != "all" { expect(window: word.name) }
    var window: Window
    switch word.name {
    case "first", "last":
      let count = try sum()
      if try nameAhead()?.name == "bars" { try require("bars") }
      try refuseUnit(behind: count, of: word.name)
      window = word.name == "first" ? .first(count) : .last(count)
    case "since": window = .range(since: try date(word), until: nil)
    case "until": window = .range(since: nil, until: try date(word))
    case Window.formerWord:
      tail.usesFormerWindow = true
      let since = try date(word)
      try require("and")
      continuesLine = true
      window = .range(since: since, until: try date(word))
    default: window = .all
    }
    var span = lexer.span(start, position)
    if let earlier = tail.window {
      guard let joined = earlier.window.joined(with: window) else {
        throw duplicate("a window", at: span, first: earlier.span)
      }
      window = joined
      span = span.joined(with: earlier.span)
    }
    tail.window = (window, span)
    return true
  }

  /// The units of time by the words for them.
  static let unitWords: [String: String] = {
    var words: [String: String] = [:]
    for (word, unit) in [
      ("second", "s"), ("minute", "m"), ("hour", "h"), ("day", "d"), ("week", "w"), ("month", "mo"), ("quarter", "q"),
      ("year", "y"), ("yr", "y"),
    ] {
      words[word] = unit
      words[word + "s"] = unit
    }
    return words
  }()

  /// The words for several of a unit.
  static let unitNames = [
    "s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks", "mo": "months", "q": "quarters",
    "y": "years",
  ]

  /// The number before an offset, as written; nil if there is something else.
  private func numberBefore(_ place: Int) -> String? {
    var end = place
    while end > 0, lexer.byte(end - 1) == Ascii.space { end -= 1 }
    var start = end
    while start > 0, Ascii.isDigit(lexer.byte(start - 1)) || lexer.byte(start - 1) == Ascii.underscore { start -= 1 }
    guard start < end, end < place, start == 0 || !Ascii.isNamePart(lexer.byte(start - 1)) else { return nil }
    return lexer.text(start, end)
  }

  /// The word before an offset.
  func wordBefore(_ place: Int) -> String {
    var end = place
    while end > 0, lexer.byte(end - 1) == Ascii.space { end -= 1 }
    var start = end
    while start > 0, Ascii.isNamePart(lexer.byte(start - 1)) || lexer.byte(start - 1) == Ascii.dot { start -= 1 }
    return lexer.text(start, end)
  }

  /// Refuses a count with the name of a unit after it, `last 3 days`.
  private mutating func refuseUnit(behind count: Expression, of word: String) throws(Diagnostic) {
    guard case .literal(.number, let span) = count, let name = try nameAhead(),
      let unit = Self.unitWords[name.name.lowercased()]
    else { return }
    throw Diagnostic(
      .unexpectedToken, "a time is a number followed by its unit, not a word", at: name.span,
      hints: ["`\(word) \(lexer.text(span.start, span.end))\(unit)`"])
  }

  /// Reads an end of a window; a whole number is a year.
  private mutating func date(_ word: NameAhead) throws(Diagnostic) -> Expression {
    let date = asDate(try sum())
    var part = date
    while case .binary(_, let left, _, _) = part { part = left }
    switch part {
    case .literal(.date, _), .name, .call, .field, .context, .lag: return date
    default:
      let hint =
        word.name == Window.formerWord
        ? ["`since 2012-01-31 until 2012-06-30` is a window"]
        : ["such as `\(word.name) 2012-01-31`, `\(word.name) 2012` or `\(word.name) today - 2y`"]
      throw Diagnostic(
        .windowNeedsDates,
        "a window needs dates, but this is not a date",
        at: part.span,
        hints: hint
      )
    }
  }

  private func asDate(_ expression: Expression) -> Expression {
    switch expression {
    case .literal(.number(let number), let span):
      guard number.suffix == .none, let year = Int(number.digits), (1000...9999).contains(year) else {
        return expression
      }
      return .literal(.date(.year(year)), span)
    case .binary(let sign, let left, let right, let operatorSpan):
      return .binary(sign, asDate(left), right, operatorSpan: operatorSpan)
    default:
      return expression
    }
  }

  // MARK: Results

  /// Reads `as NAME` or `to "FILE"`; false if neither comes next.
  mutating func resultClause(into tail: inout Tail) throws(Diagnostic) -> Bool {
    if let keyword = try take("as") {
      let name = try word(.newName)
      let span = keyword.joined(with: name.span)
      if let first = tail.resultSpan { throw duplicate("`as`", at: span, first: first) }
      tail.resultName = name
      tail.resultSpan = span
      return true
    }
    guard let keyword = try take("to") else { return false }
    let file = try word(.file)
    guard file.isQuoted else {
      throw Diagnostic(
        .unquotedOutput,
        "the file after `to` must be quoted",
        at: file.span,
        hints: ["write `to \"\(lexer.text(file.span.start, file.span.end))\"`"]
      )
    }
    tail.output = file
    expect(keyword: "over")
    tail.replacesLoaded = try take("over") != nil
    if try !isAtEnd() {
      throw unexpected("the end of the statement", hints: ["`to \"FILE\"` comes last"])
        .pointing(at: keyword.joined(with: file.span), "the output")
    }
    return true
  }

  // MARK: Errors

  /// The error for a duplicate clause.
  func duplicate(_ what: String, at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    Diagnostic(.duplicateClause, "\(what) is given twice", at: span).pointing(at: first, "first here")
  }

  /// The error for text after a statement that is not one of its clauses.
  mutating func unknownClause(in words: [String]) -> Diagnostic {
    let words = words.filter { $0 != Window.formerWord }
    let name: NameAhead?
    do throws(Diagnostic) {
      name = try nameAhead()
    } catch {
      return error
    }
    guard let name, !ReservedWord.operators.contains(name.name.lowercased()) else {
      return unexpected("the end of the statement")
    }
    if let unit = Self.unitWords[name.name.lowercased()], let number = numberBefore(name.span.start) {
      return Diagnostic(
        .unexpectedToken, "a time is a number followed by its unit, not a word", at: name.span,
        hints: ["`\(number)\(unit)`"])
    }
    if words.contains("below"), wordBefore(name.span.start) == "compare" {
      return Diagnostic(
        .unknownClause, "`plot` takes values, and a result is not a value", at: name.span,
        hints: ["`plot \(name.name).equity` draws one, `compare \(name.name), …` compares results"])
    }
    if words.contains("sort"), wordBefore(name.span.start) == "rejected" {
      return Diagnostic(
        .unknownClause, "the result comes before `rejected`", at: name.span,
        hints: ["`orders \(name.name) rejected`"])
    }
    if words.contains("groups"), ["folds", "fold", "k", "splits"].contains(name.name.lowercased()) {
      return Diagnostic(
        .unknownClause, "there is no clause `\(name.name)` here", at: name.span,
        hints: ["`groups 6 test 1` tests each of 6 folds once"])
    }
    let foreign = ForeignWords.clause(name.name, besides: words)
    if let hint = foreign ?? Spelling.hint(for: name.name, in: words) {
      return Diagnostic(
        .unknownClause,
        "there is no clause `\(name.name)` here",
        at: name.span,
        hints: [hint]
      )
    }
    return Diagnostic(
      .unknownClause,
      "there is no clause `\(name.name)` here",
      at: name.span,
      hints: words.isEmpty
        ? ["nothing may follow; a list continues after a comma"]
        : ["possible here: \(words.map { "`\($0)`" }.joined(separator: " "))"]
    )
  }
}

extension Window {
  /// `since D`, `until D`, and `first N` or `last N` of what lies between them, together; nil for windows that exclude
  /// each other.
  package func joined(with other: Window) -> Window? {
    switch (self, other) {
    case (.range(let since?, nil), .range(nil, let until?)),
      (.range(nil, let until?), .range(let since?, nil)):
      .range(since: since, until: until)
    case (.range, .first), (.range, .last): .end(other, of: self)
    case (.first, .range), (.last, .range): .end(self, of: other)
    case (.end(let end, of: let range), .range): range.joined(with: other).map { .end(end, of: $0) }
    default: nil
    }
  }

  /// The words that may follow and say more of the same window.
  var continuations: [String] {
    switch self {
    case .all: []
    case .first, .last: ["since", "until"]
    case .range(let since, let until):
      [since == nil ? "since" : nil, until == nil ? "until" : nil].compactMap(\.self) + ["first", "last"]
    case .end(_, of: let range): range.continuations.filter { $0 != "first" && $0 != "last" }
    }
  }
}
