import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Reports
import Sessions
import Strategies
import Text
import Workspace

extension Execution {
  /// True if a word names a portfolio.
  package mutating func isPortfolio(_ word: Word) throws(Diagnostic) -> Bool {
    session.strategies[try text(word)]?.definition.isPortfolio ?? false
  }

  /// Runs a portfolio on its own symbols.
  package mutating func runPortfolio(
    _ subject: Subject, settings: Settings, window: (window: Window, span: SourceSpan)?, at span: SourceSpan
  ) throws(Diagnostic) -> BacktestReport {
    let name = try text(subject.name)
    guard let definition = session.strategies[name]?.definition else {
      throw Diagnostic(.unknownStrategy, "there is no portfolio `\(name)`", at: subject.span)
    }
    let members = try portfolioMembers(of: definition)
    try check(settings, forPortfolio: members, subject, at: span)
    let (compiler, values) = try compiled(subject, like: settings.like, on: members.series[0])
    let steps = PortfolioClock(members.series.map(\.bars))
    let clock = compiler.clockSeries(members.series, steps)
    let range = try bars(window, in: clock)
    guard !range.isEmpty else { throw Diagnostic(.emptyWindow, "there are no bars in this window", at: subject.span) }
    do throws(RunFailure) {
      var run = try compiler.runPortfolio(
        on: members.series, clock: steps, reserve: members.reserve, membership: members.membership,
        groups: members.groups,
        text: session.strategies[name]?.text ?? "", values: values, settings: settings, range: range,
        environment: environment, certifies: true)
      let basis = trialBasis(
        of: definition, settings, on: clock, range, terms: symbolTerms(members.series, members.membership))
      count(&run, of: basis, values, on: members.series)
      warn(run.certificate?.lookAhead ?? [], at: subject.span)
      return BacktestReport(
        run,
        notes: [members.survivors].compactMap { $0 }
          + portfolioNotes(members.series, clock, range, membership: members.membership),
        findings: compiler.warnings)
    } catch {
      throw diagnostic(error, of: compiler, on: clock, subject, at: span)
    }
  }

  /// The portfolio that a subject names, which is on its own symbols; nil for a strategy.
  package mutating func portfolio(
    _ subject: Subject, on words: [Word], inOneAccount account: SourceSpan?
  ) throws(Diagnostic) -> StrategyDefinition? {
    guard let definition = session.strategies[try text(subject.name)]?.definition, definition.isPortfolio else {
      return nil
    }
    if let word = words.first {
      throw Diagnostic(
        .backtestRefused, "a portfolio names its own symbols", at: word.span,
        hints: ["its clause `on` names them"])
    }
    if let account { throw Diagnostic(.backtestRefused, "a portfolio is already one account", at: account) }
    return definition
  }

  /// Refuses settings and symbols that a portfolio does not take.
  func check(
    _ settings: Settings, forPortfolio members: PortfolioMembers, _ subject: Subject, at span: SourceSpan
  ) throws(Diagnostic) {
    guard settings.backtest.maximumVolumeShare == nil else {
      throw Diagnostic(
        .backtestRefused, "a portfolio has no volume limit", at: subject.span,
        hints: ["`set max_volume off`, or `with max_volume off`"])
    }
    guard !members.series.isEmpty else {
      throw Diagnostic(.noData, "none of the symbols of this portfolio is loaded", at: subject.span)
    }
    try refuse(settings, for: members.series, at: span)
    try refuseOtherTimeframes(members.series, "the bars of a portfolio", at: subject.span)
  }

  /// Refuses settings that a portfolio does not follow, so that none is left out without a word.
  private func refuse(_ settings: Settings, for symbols: [Evaluation.Series], at span: SourceSpan) throws(Diagnostic) {
    if settings.backtest.maintenance > 0 {
      throw Diagnostic(
        .backtestRefused, "a portfolio has no `maintenance`", at: span,
        hints: ["`with maintenance 0%`"])
    }
    guard
      let symbol = symbols.first(where: { symbol in
        settings.contracts[symbol.name].map { $0.multiplier != 1 || $0.margin != nil } ?? false
      })
    else { return }
    throw Diagnostic(
      .backtestRefused,
      "a portfolio pays its symbols in full, but \(symbol.name) is a contract with a multiplier or a margin",
      at: span, hints: ["`set contract \(symbol.name) none` makes it a share"])
  }

  /// The price bases of the symbols, if they differ from traded prices, and the splits that their indicators see.
  func portfolioNotes(
    _ symbols: [Evaluation.Series], _ clock: Evaluation.Series, _ range: Range<Int>,
    membership: [String: [ClosedRange<Int>]] = [:]
  ) -> [String] {
    var notes: [String] = []
    let days = [range.lowerBound, range.upperBound - 1].map { clock.bars.civilTime(at: $0).date.daysSince1970 }
    let strangers = symbols.map(\.name).filter { name in
      membership[name].map { !Membership($0).overlaps(days[0]...days[1]) } ?? false
    }
    if !strangers.isEmpty { notes.append("no member of the universe in the window: \(Wording.list(strangers))") }
    let adjusted = symbols.filter { $0.basis != .nothing }.map(\.name)
    if !adjusted.isEmpty { notes.append("adjusted prices: \(Wording.list(adjusted))") }
    let (since, until) = (clock.bars.times[range.lowerBound], clock.bars.times[range.upperBound - 1])
    let absent = symbols.filter { symbol in
      guard let first = symbol.bars.times.first, let last = symbol.bars.times.last else { return true }
      return first > until || last < since
    }
    if !absent.isEmpty { notes.append("no bars in the window: \(Wording.list(absent.map(\.name)))") }
    let present = symbols.filter { symbol in !absent.contains { $0.name == symbol.name } }
    notes += holdingRemark(present, on: days[0], since: since)
    var remarked: [(symbol: String, text: String)] = []
    for symbol in symbols {
      let bars = symbol.bars.firstIndex(notBefore: since)..<symbol.bars.firstIndex(notBefore: until)
      guard !bars.isEmpty else { continue }
      let remarks =
        symbol.basis == .nothing
        ? backtestRemarks(of: symbol, in: bars) : defectRemarks(of: symbol, in: bars).map(\.text)
      remarked += remarks.map { (symbol.name, $0) }
    }
    return notes + Wording.remarks(remarked)
  }

  /// Names the symbols that buy and hold adds later because they have no bar on the first day.
  private func holdingRemark(_ symbols: [Evaluation.Series], on day: Int, since: Timestamp) -> [String] {
    let dayBefore = Timestamp(milliseconds: since.milliseconds - 86_400_000)
    let late = symbols.filter { symbol in
      let bars = symbol.bars
      let next = bars.firstIndex(notBefore: dayBefore)..<bars.count
      return !next.lazy.map { bars.civilTime(at: $0).date.daysSince1970 }.prefix { $0 <= day }.contains(day)
    }
    guard !late.isEmpty, late.count < symbols.count else { return [] }
    let named = late.prefix(10).map(\.name) + (late.count > 10 ? ["\(late.count - 10) more"] : [])
    return [
      "buy and hold begins with equal parts of \(NumberText.counted(symbols.count - late.count, "symbol")) and adds \(Wording.list(named)), which \(Wording.plural(late.count, "has", "have")) no bar on the first day, when \(Wording.plural(late.count, "it begins", "they begin"))"
    ]
  }

  /// The group of each symbol of a portfolio, by the column of its universes that names them.
  private mutating func groups(
    by column: Word, of definition: StrategyDefinition
  ) throws(Diagnostic) -> [String: String] {
    var words: [Word] = []
    for clause in definition.clauses { if case .portfolio(.on(let symbols)) = clause.kind { words += symbols } }
    return try groups(by: try text(column), of: words, at: column.span)
  }

  /// The series of a portfolio, and the symbol that it holds as cash.
  mutating func portfolioMembers(of definition: StrategyDefinition) throws(Diagnostic) -> PortfolioMembers {
    var members = PortfolioMembers()
    for clause in definition.clauses {
      switch clause.kind {
      case .portfolio(.on(let words)):
        members.series = try loadedSeries(words).map { seriesInSession($0) }
        members.membership = try membership(of: words)
        members.survivors = try survivorRemark(words)
      case .portfolio(.group(let column, _, _)): members.groups = try groups(by: column, of: definition)
      case .portfolio(.cash(let word)):
        let loaded = try loadedSeries(word)
        if let index = members.series.firstIndex(where: { $0.name == loaded.name }) {
          members.reserve = index
        } else {
          members.cash = seriesInSession(loaded)
        }
      default: break
      }
    }
    if let cash = members.cash {
      members.series.append(cash)
      members.reserve = members.series.count - 1
    }
    return members
  }
}

/// The series that a portfolio is on.
struct PortfolioMembers {
  package var series: [Evaluation.Series] = []
  package var membership: [String: [ClosedRange<Int>]] = [:]
  package var groups: [String: String] = [:]
  /// The remark that its universe has no dates; nil if it has, or there is none.
  package var survivors: String?
  /// The index of the symbol that receives the weight not allocated to the others.
  package var reserve: Int?
  package var cash: Evaluation.Series?
}
