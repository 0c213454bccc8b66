import Filings
import Language
import OrderedCollections
import Reports
import Research
import Text

extension Command {
  static let figures = Command(
    CommandSyntax(
      "figures",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .company, then: .optional(role: .span))], clauses: [.clause("since", .sinceYear)])
      ]),
    category: .valuation, summary: "Shows a company's reported figures by period.",
    discussion: """
      Income, balance sheet, cash flow, amounts per share, growth, margins and returns, the periods to the right: fiscal \
      years, quarters, or the twelve months to each quarter's end. Counts of shares and amounts per share are in the \
      shares of today. `explain figures.revenue.2023` tells the tags and filings behind a number, and why one is \
      missing; a quarter is `figures.revenue.2026q1`, the latest twelve months are `figures.revenue.ltm`. A file has full \
      numbers.
      """,
    examples: ["figures AAPL", "figures AAPL quarterly since 2025"]
  ) { execution, call throws(Diagnostic) in
    try execution.figures(call)
  }
}

extension OptionalRole<Word> {
  fileprivate static var span: Self { Self(.word("span", .any, "annual|quarterly|ltm")) }
  fileprivate static var sinceYear: Self { Self(.word("since", .any, "YEAR")) }
}

extension Execution {
  /// The periods that are shown where nobody says since when.
  private static let usualPeriods: [FigureHistory.Span: Int] = [.annual: 10, .quarterly: 8, .trailing: 8]

  fileprivate mutating func figures(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var (company, span) = (call[.company], call[.span])
    // `figures quarterly` is of the company in work.
    if let word = company, span == nil, FigureHistory.Span(rawValue: try text(word)) != nil,
      session.research.fundamentals[try text(word)] == nil
    {
      (company, span) = (nil, word)
    }
    let fundamentals = try companyFigures(company, at: call.commandSpan)
    let chosen = try span.map { word throws(Diagnostic) in try self.span(word) } ?? .annual
    let since = try call[.sinceYear].map { word throws(Diagnostic) in try year(word) }
    let all = fundamentals.history(chosen, since: since)
    let count = since == nil ? Self.usualPeriods[chosen] ?? all.periods.count : all.periods.count
    guard !all.periods.isEmpty else {
      throw Diagnostic(
        .noFigures, "\(fundamentals.symbol) states no \(chosen.rawValue) figures\(since.map { " since \($0)" } ?? "")",
        at: call[.sinceYear]?.span ?? span?.span ?? call.commandSpan,
        hints: [
          chosen == .annual || fundamentals.years.isEmpty
            ? "the fiscal years are \(fundamentals.years.map { "\($0.year)" }.joined(separator: ", "))"
            : "`figures \(fundamentals.symbol) annual` shows the fiscal years"
        ])
    }
    return FiguresReport(
      history: fundamentals.history(chosen, since: since, last: count),
      older: all.periods.count - min(count, all.periods.count))
  }

  private mutating func span(_ word: Word) throws(Diagnostic) -> FigureHistory.Span {
    let text = try text(word)
    if let span = FigureHistory.Span(rawValue: text) { return span }
    let words = FigureHistory.Span.allCases.map(\.rawValue)
    throw Diagnostic(
      .invalidWord, "`\(text)` is no kind of period", at: word.span,
      hints: [Spelling.hint(for: text, in: words) ?? "it is \(Wording.list(words, or: true))"])
  }

  private mutating func year(_ word: Word) throws(Diagnostic) -> Int {
    let text = try text(word)
    if let year = Int(text), (1900...2999).contains(year) { return year }
    throw Diagnostic(.invalidWord, "`\(text)` is not a year", at: word.span, hints: ["such as `since 2018`"])
  }

  /// The figures of a company, or of the one in work: that of the model, of the series in use, or the only one loaded.
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
      hints: [near ?? "`load sample fundamentals \(name)` or `load fundamentals FILE as \(name)` reads them"])
  }

  /// `explain figures.LINE.PERIOD`.
  mutating func explainFigure(_ word: Word, of company: Word?, at span: SourceSpan) throws(Diagnostic)
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
