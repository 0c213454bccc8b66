import Language
import OrderedCollections
import Reports
import Research
import Sessions
import Text

extension Command {
  package static let figures = Command(
    CommandSyntax(
      "figures",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .company, then: .optional(role: .span))],
          clauses: .list(FigureHistory.periodFields.names()))
      ]),
    category: .valuation, summary: "Shows a company's reported figures by period.",
    discussion: """
      Income, balance sheet, cash flow, amounts per share, growth, margins and returns, the periods to the right: fiscal \
      years, quarters, or the twelve months to each quarter's end. Counts of shares and amounts per share are in the \
      shares of today. `explain figures.revenue.2023` shows the tags and filings of a number, and why one is \
      missing; a quarter is `figures.revenue.2026q1`, the latest twelve months are `figures.revenue.ltm`. A file has full \
      numbers. `where` and `sort by` choose and order the periods by their lines; a window applies to fiscal years: \
      `since 2018` begins with the fiscal year 2018, `last 3` shows three periods.
      """,
    examples: [
      "figures AAPL", "figures AAPL quarterly since 2025", "figures AAPL where growth > 5% sort by margin desc",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.figures(call)
  }
}

extension OptionalRole<Word> {
  fileprivate static var span: Self { Self(.word("span", .any, "annual|quarterly|ltm")) }
}

extension Execution {
  /// The number of periods shown by default.
  private static let usualPeriods: [FigureHistory.Span: Int] = [.annual: 10, .quarterly: 8, .trailing: 8]

  fileprivate mutating func figures(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var (company, span) = (call[.company], call[.span])
    // `figures quarterly` is of the current company.
    if let word = company, span == nil, FigureHistory.Span(rawValue: try text(word)) != nil,
      session.research.fundamentals[try text(word)] == nil
    {
      (company, span) = (nil, word)
    }
    let fundamentals = try companyFigures(company, at: call.commandSpan)
    let chosen = try span.map { word throws(Diagnostic) in try self.span(word) } ?? .annual
    let all = fundamentals.history(chosen)
    let clauses = ListClauses(call)
    let listing = try listing(of: all.frame, clauses, rows: Self.usualPeriods[chosen].map { .last($0) })
    guard !listing.indexes.isEmpty else {
      throw Diagnostic(
        .noFigures,
        all.periods.isEmpty
          ? "\(fundamentals.symbol) states no \(chosen.rawValue) figures"
          : "no \(chosen.rawValue) figures of \(fundamentals.symbol) "
            + (clauses.condition == nil ? "are in that window" : "match"),
        at: clauses.condition?.span ?? clauses.window?.span ?? span?.span ?? call.commandSpan,
        hints: [
          chosen == .annual || fundamentals.years.isEmpty
            ? "the fiscal years are \(fundamentals.years.map { "\($0.year)" }.joined(separator: ", "))"
            : "`figures \(fundamentals.symbol) annual` shows the fiscal years"
        ])
    }
    return FiguresReport(history: all.keeping(listing.indexes), remark: Self.remark(listing, clauses))
  }

  /// The number of periods that are left out.
  private static func remark(_ listing: Listing, _ clauses: ListClauses) -> String? {
    guard clauses.condition == nil, clauses.key == nil, clauses.top == nil, clauses.window == nil else {
      return listing.note
    }
    let older = listing.total - listing.indexes.count
    return older > 0 ? "\(older) older periods: `since YEAR` shows them" : nil
  }

  private mutating func span(_ word: Word) throws(Diagnostic) -> FigureHistory.Span {
    let text = try text(word)
    if let span = FigureHistory.Span(rawValue: text) { return span }
    let words = FigureHistory.Span.allCases.map(\.rawValue)
    throw Diagnostic(
      .invalidWord, "`\(text)` is not a kind of period", at: word.span,
      hints: [Spelling.hint(for: text, in: words) ?? "it is \(Wording.list(words, or: true))"])
  }

  /// The figures of a company, or of the current one: that of the model, of the series in use, or the only one loaded.
  private mutating func companyFigures(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> Fundamentals {
    let loaded = session.research.fundamentals
    if let word {
      let ticker = try text(word)
      if let fundamentals = loaded[ticker] { return fundamentals }
      throw noFigures(of: ticker, at: word.span)
    }
    let inWork = [session.research.model?.ticker, session.active?.name].compactMap { $0 }.first { loaded[$0] != nil }
    if let fundamentals = inWork.flatMap({ loaded[$0] }) { return fundamentals }
    if loaded.count == 1, let only = loaded.values.first { return only }
    guard !loaded.isEmpty else { throw noFigures(of: nil, at: span) }
    throw Diagnostic(
      .missingArgument, "`figures` needs a company", at: span, hints: [loaded.keys.joined(separator: ", ")])
  }

  private func noFigures(of ticker: String?, at span: SourceSpan) -> Diagnostic {
    let name = ticker ?? "TICKER"
    let near = ticker.flatMap { Spelling.hint(for: $0, in: Array(session.research.fundamentals.keys)) }
    return Diagnostic(
      .noFigures, ticker.map { "there are no figures of `\($0)`" } ?? "there are no figures of a company", at: span,
      hints: [near ?? Self.waysToFigures(of: name)])
  }

  /// `explain figures.LINE.PERIOD`.
  package mutating func explainFigure(_ word: Word, of company: Word?, at span: SourceSpan) throws(Diagnostic)
    -> any StatementResult
  {
    let path = try text(word).split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    let lines = FigureLine.allCases.map(\.rawValue)
    guard let name = path.first, let line = FigureLine(rawValue: name) else {
      throw Diagnostic(
        .unknownName, "there is no line `\(path.first ?? "")` of figures", at: word.span,
        hints: [path.first.flatMap { Spelling.hint(for: $0, in: lines) } ?? lines.joined(separator: ", ")])
    }
    let fundamentals = try companyFigures(company, at: span)
    let (history, place) = try self.place(path.dropFirst().joined(separator: "."), of: fundamentals, at: word.span)
    return FigureExplanation(
      ticker: fundamentals.symbol, period: history.periods[place], line: line, cell: history[line, place])
  }

  /// The explanation of a line of figures by its name alone, for the period that a valuation starts from; nil if it is
  /// none, or no company has figures.
  package mutating func explanation(ofLine name: String, at span: SourceSpan) throws(Diagnostic)
    -> (any StatementResult)?
  {
    let loaded = session.research.fundamentals
    guard FigureLine(rawValue: name) != nil, !loaded.isEmpty else { return nil }
    let company: Fundamentals
    do { company = try companyFigures(nil, at: span) } catch {
      throw Diagnostic(
        .missingArgument, "`\(name)` is a line of figures, and several companies have it", at: span,
        hints: loaded.keys.prefix(2).map { "`explain figures.\(name).ltm of \($0)`" })
    }
    guard let period = company.period() else { return nil }
    let key = period.isTrailing ? "ltm" : "\(period.figures.year)"
    return try explainFigure(Word(parts: [.text("\(name).\(key)")], span: span), of: nil, at: span)
  }

  private func place(
    _ key: String, of fundamentals: Fundamentals, at span: SourceSpan
  ) throws(Diagnostic) -> (FigureHistory, Int) {
    let spans: [FigureHistory.Span] = key.lowercased() == "ltm" ? [.trailing] : [.annual, .quarterly]
    for span in spans {
      let history = fundamentals.history(span)
      let place = span == .trailing ? history.periods.indices.last : history.place(of: key)
      if let place { return (history, place) }
    }
    let years = fundamentals.years.suffix(8).map { "\($0.year)" }
    throw Diagnostic(
      .unknownName, key.isEmpty ? "the period is missing" : "\(fundamentals.symbol) has no figures of `\(key)`",
      at: span,
      hints: ["\(years.joined(separator: ", ")), a quarter such as \(years.last ?? "2025")q1, or ltm"])
  }
}
