import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Sessions
import Strategies
import Text
import Workspace

extension Execution {
  /// The ground of a strategy whose symbols share an account, or of a portfolio, which names its own; nil for a strategy
  /// that runs on each symbol by itself.
  ///
  /// - Parameters:
  ///   - words: the symbols of the statement; without any the series in use.
  ///   - variants: the settings that it runs with, and the terms of its account.
  mutating func ground(
    of subject: Subject, on words: [Word], _ variants: [SweepVariant], inOneAccount account: SourceSpan?,
    at span: SourceSpan
  ) throws(Diagnostic) -> RunGround? {
    if let definition = try portfolio(subject, on: words, inOneAccount: account) {
      let ground = try ground(ofPortfolio: definition, subject)
      for variant in variants { try check(variant.settings, forPortfolio: ground.symbols, subject, at: span) }
      return ground
    }
    guard account != nil else { return nil }
    let series = try words.isEmpty ? [activeSeries(at: span)] : loadedSeries(words).map(seriesInSession)
    guard !series.isEmpty else { throw Diagnostic(.noData, "none of the symbols is loaded", at: subject.span) }
    for variant in variants { try check(variant.settings, forOneAccountOf: series, subject, at: span) }
    let terms = variants.first?.terms ?? SharedTerms()
    var ground = RunGround(
      .account(terms), series, membership: try membership(of: words),
      groups: try terms.grouping.map { grouping throws(Diagnostic) in
        try groups(by: grouping.column, of: words, at: span)
      } ?? [:])
    ground.survivors = try survivorRemark(words)
    return ground
  }

  /// The ground of a portfolio on its own symbols.
  private mutating func ground(
    ofPortfolio definition: StrategyDefinition, _ subject: Subject
  ) throws(Diagnostic) -> RunGround {
    var symbols: [Evaluation.Series] = []
    var membership: [String: [ClosedRange<Int>]] = [:]
    var groups: [String: String] = [:]
    var words: [Word] = []
    var reserve: LoadedSeries?
    for clause in definition.clauses {
      switch clause.kind {
      case .portfolio(.on(let names)):
        words += names
        symbols = try loadedSeries(names).map { seriesInSession($0) }
        membership = try self.membership(of: names)
      case .portfolio(.cash(let word)): reserve = try loadedSeries(word)
      default: break
      }
    }
    for case .portfolio(.group(let column, _, _)) in definition.clauses.map(\.kind) {
      groups = try self.groups(by: try text(column), of: words, at: column.span)
    }
    if let reserve, !symbols.contains(where: { $0.name == reserve.name }) { symbols.append(seriesInSession(reserve)) }
    guard !symbols.isEmpty else {
      throw Diagnostic(.noData, "none of the symbols of this portfolio is loaded", at: subject.span)
    }
    var ground = RunGround(
      .portfolio(reserve: reserve.flatMap { reserve in symbols.firstIndex { $0.name == reserve.name } }), symbols,
      membership: membership, groups: groups)
    ground.survivors = try survivorRemark(words)
    return ground
  }

  /// True if a word names a portfolio.
  package mutating func isPortfolio(_ word: Word) throws(Diagnostic) -> Bool {
    session.strategies[try text(word)]?.definition.isPortfolio ?? false
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

  /// Refuses a portfolio if a strategy on one series is needed.
  ///
  /// - Parameter isTried: true if values of its parameters are tried.
  mutating func refusePortfolio(_ subject: Subject, isTried: Bool = false) throws(Diagnostic) {
    guard try isPortfolio(subject.name) else { return }
    let name = try text(subject.name)
    throw Diagnostic(
      .wrongKind, "`\(name)` is a portfolio of many symbols, and this is about the rules on one", at: subject.span,
      hints: [
        isTried
          ? "`sweep \(name)(P=RANGE)` tries all values, `walkforward \(name)(P=RANGE) train 2y test 6mo` from window to window"
          : "`backtest \(name)` runs it"
      ])
  }

  /// Refuses a spread, which names its symbols itself.
  func refuseLegs(of compiler: StrategyCompiler, at span: SourceSpan) throws(Diagnostic) {
    if let leg = compiler.legs.first {
      throw Diagnostic(
        .backtestRefused, "`\(compiler.definition.name)` trades its own legs, on any symbols", at: span,
        hints: ["without `in one account` it runs on the series that its rules are read on, such as \(leg.symbol)"])
    }
  }

  /// The group of each symbol that has one, by a column of the universes among some words.
  package mutating func groups(by column: String, of words: [Word], at span: SourceSpan) throws(Diagnostic) -> [String:
    String]
  {
    var groups: [String: String] = [:]
    var columns: Set<String> = []
    for word in words {
      guard let universe = session.universes[try text(word)] else { continue }
      columns.formUnion(universe.labels.keys)
      groups.merge(universe.labels[column.lowercased()] ?? [:]) { $1 }
    }
    guard groups.isEmpty else { return groups }
    throw Diagnostic(
      .invalidSetting, "no universe of this run gives the \(column) of its symbols", at: span,
      hints: [
        columns.isEmpty
          ? "`universe U from \"members.csv\"` with a heading `symbol, from, until, \(column)` does"
          : "the columns: \(columns.sorted().joined(separator: ", "))"
      ])
  }

}

// MARK: - Settings that a ground does not take

extension Execution {
  /// Refuses settings and series that one account does not take.
  private func check(
    _ settings: Settings, forOneAccountOf series: [Evaluation.Series], _ subject: Subject, at span: SourceSpan
  ) throws(Diagnostic) {
    if settings.backtest.maintenance > 0 {
      throw Diagnostic(
        .backtestRefused, "one account of many symbols has no `maintenance`", at: span,
        hints: ["`with maintenance 0%`"])
    }
    if let timeframe = settings.insideTimeframe {
      throw Diagnostic(
        .backtestRefused, "one account of many symbols does not look into bars of \(timeframe)", at: span,
        hints: ["`with inside stop-first`, `target-first` or `path`"])
    }
    try refuseOtherTimeframes(series, "the bars of one account", at: subject.span)
  }

  /// Refuses settings and symbols that a portfolio does not take.
  private func check(
    _ settings: Settings, forPortfolio symbols: [Evaluation.Series], _ subject: Subject, at span: SourceSpan
  ) throws(Diagnostic) {
    guard settings.backtest.maximumVolumeShare == nil else {
      throw Diagnostic(
        .backtestRefused, "a portfolio has no volume limit", at: subject.span,
        hints: ["`set max_volume off`, or `with max_volume off`"])
    }
    try refuse(settings, for: symbols, at: span)
    try refuseOtherTimeframes(symbols, "the bars of a portfolio", at: subject.span)
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

  /// Refuses series whose bars are not equally long.
  func refuseOtherTimeframes(
    _ series: [Evaluation.Series], _ subject: String, at span: SourceSpan
  ) throws(Diagnostic) {
    guard let first = series.first, let other = series.first(where: { $0.bars.timeframe != first.bars.timeframe })
    else {
      return
    }
    let longer =
      [first.bars.timeframe, other.bars.timeframe].max { $0.nominalMilliseconds < $1.nominalMilliseconds } ?? .day
    throw Diagnostic(
      .backtestRefused,
      "\(subject) must be equally long: those of \(first.name) are \(first.bars.timeframe), those of \(other.name) \(other.bars.timeframe)",
      at: span, hints: ["`load … timeframe \(longer)` makes longer bars"])
  }
}
