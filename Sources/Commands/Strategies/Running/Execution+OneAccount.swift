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
  /// The terms of one account among the settings of a statement, and the other settings; no terms if the statement
  /// shares no account.
  mutating func sharedTerms(
    _ settings: [Setting], inOneAccount span: SourceSpan?
  ) throws(Diagnostic) -> (terms: SharedTerms?, own: [Setting]) {
    var terms = SharedTerms()
    var own: [Setting] = []
    for setting in settings {
      guard let (name, allowed) = SharedTerms.allowed.first(where: { $0.0 == setting.name }) else {
        own.append(setting)
        continue
      }
      guard span != nil else {
        throw Diagnostic(
          .unknownSetting, "`\(name)` is for one account of many symbols", at: setting.nameSpan,
          hints: ["`backtest … on A, B in one account with \(name) …`"])
      }
      if name == "prefer" {
        guard case .expression(let expression) = setting.value else { continue }
        terms.preference = expression
        continue
      }
      let value = try termValue(setting)
      guard terms.take(name, value) else {
        throw Diagnostic(
          .invalidSetting, "`\(name)` is \(allowed), not `\(sources.text(of: setting.valueSpan))`",
          at: setting.valueSpan)
      }
    }
    return (span == nil ? nil : terms, own)
  }

  /// The value of a term with its names and expressions resolved.
  private mutating func termValue(_ setting: Setting) throws(Diagnostic) -> Settings.SettingValue {
    func word(_ word: Word) throws(Diagnostic) -> Settings.SettingValue { .word(try text(word)) }
    switch setting.value {
    case .list: return .terms([])
    case .word(let name):
      guard setting.name != "group", session.names[try text(name)] != nil else { return try word(name) }
      let (number, isRate) = try decidingNumber(.name(try text(name), name.span), "`\(setting.name)`")
      return .number(number, isRate: isRate)
    case .expression(let expression):
      let (number, isRate) = try decidingNumber(expression, "`\(setting.name)`")
      return .number(number, isRate: isRate)
    case .terms(let values):
      var terms: [SettingTerm] = []
      for value in values {
        switch value {
        case .word(let word): terms.append(.word(try text(word)))
        case .expression(let expression):
          let (number, isRate) = try decidingNumber(expression, "`\(setting.name)`")
          terms.append(.number(number, isRate: isRate))
        case .terms, .list: break
        }
      }
      return .terms(terms)
    }
  }

  /// Runs a strategy on many symbols with the money of one account.
  package mutating func runShared(
    _ subject: Subject, on words: [Word], _ series: [Evaluation.Series], terms: SharedTerms, settings: Settings,
    window: (window: Window, span: SourceSpan)?, at span: SourceSpan
  ) throws(Diagnostic) -> BacktestReport {
    guard let first = series.first else {
      throw Diagnostic(.noData, "none of the symbols is loaded", at: subject.span)
    }
    try check(settings, forOneAccountOf: series, subject, at: span)
    var (compiler, values) = try compiled(subject, like: settings.like, on: first)
    try refuseLegs(of: compiler, at: span)
    if let preference = terms.preference { try compiler.plan(preference: preference) }
    for series in series { try checkValuations(of: compiler, on: series) }
    let symbols = try sharedSymbols(words, series, terms, at: span)
    let survivors = try survivorRemark(words)
    let steps = PortfolioClock(series.map(\.bars))
    let clock = compiler.clockSeries(series, steps)
    let range = try bars(window, in: clock)
    guard !range.isEmpty else { throw Diagnostic(.emptyWindow, "there are no bars in this window", at: subject.span) }
    do throws(RunFailure) {
      let text = session.strategies[compiler.definition.name]?.text ?? ""
      var run = try compiler.runShared(
        on: symbols, clock: steps, terms: terms, text: text, values: values, settings: settings, range: range,
        environment: environment, certifies: true)
      let basis = trialBasis(
        of: compiler.definition, settings, on: clock, range,
        terms: "\(terms.text) \(symbolTerms(series, symbols.membership))")
      count(&run, of: basis, values, on: series)
      warn(run.certificate?.lookAhead ?? [], at: subject.span)
      return BacktestReport(
        run,
        notes: contractNotes(series, settings) + [survivors].compactMap { $0 }
          + portfolioNotes(series, clock, range, membership: symbols.membership),
        findings: compiler.warnings)
    } catch {
      throw diagnostic(error, of: compiler, on: clock, subject, at: span)
    }
  }

  /// Refuses settings and series that one account does not take.
  package func check(
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

  /// The terms of the contracts among symbols: those of the account are the terms of shares.
  func contractNotes(_ series: [Evaluation.Series], _ settings: Settings) -> [String] {
    series.compactMap { series in
      guard let contract = settings.contracts[series.name], contract != Contract() else { return nil }
      return "\(series.name): contract \(contract.text)" + (contract.margin == nil ? "" : ", whole contracts")
    }
  }

  /// Refuses a spread, which names its symbols itself.
  func refuseLegs(of compiler: StrategyCompiler, at span: SourceSpan) throws(Diagnostic) {
    if let leg = compiler.legs.first {
      throw Diagnostic(
        .backtestRefused, "`\(compiler.definition.name)` trades its own legs, on any symbols", at: span,
        hints: ["without `in one account` it runs on the series that its rules are read on, such as \(leg.symbol)"])
    }
  }

  /// The symbols with the membership and labels of their universes.
  package mutating func sharedSymbols(
    _ words: [Word], _ series: [Evaluation.Series], _ terms: SharedTerms, at span: SourceSpan
  ) throws(Diagnostic) -> SharedSymbols {
    var symbols = SharedSymbols(series: series)
    symbols.membership = try membership(of: words)
    if let grouping = terms.grouping { symbols.groups = try groups(by: grouping.column, of: words, at: span) }
    return symbols
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
