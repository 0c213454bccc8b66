import Backtesting
import Columns
import Evaluation
import Indicators
import Language
import MarketData
import OrderedCollections
import Platform
import Reports
import Sessions
import Strategies
import Text
import Workspace

extension Execution {
  /// Runs a strategy with the arguments of its call.
  ///
  /// - Parameters:
  ///   - range: the bars that are traded, of many symbols the steps of their clock.
  ///   - certifies: true for the checks of whether the result can be trusted.
  ///   - scansColumns: true to look for columns of files that know later bars without the other checks.
  package mutating func run(
    _ subject: Subject, on ground: RunGround, settings: Settings, range: Range<Int>, at span: SourceSpan,
    certifies: Bool = false, scansColumns: Bool = false
  ) throws(Diagnostic) -> BacktestReport {
    guard !range.isEmpty else { throw Diagnostic(.emptyWindow, "there are no bars in this window", at: subject.span) }
    if !ground.kind.isOfMany { try refusePortfolio(subject) }
    let (compiler, values) = try compiled(subject, with: settings, on: ground.symbols[0])
    let series = ground.series(named: compiler.definition.name)
    let run = try strategyRun(compiler, on: ground, settings, range, at: span)
    if !ground.kind.isOfMany { warnShort(compiler.warmUp(values), series, at: subject.span) }
    do throws(RunFailure) {
      var backtest = try run.backtest(values, certifies: certifies, environment)
      if certifies { count(&backtest, of: run.job.identity, values, on: ground.symbols) }
      warn(backtest.certificate?.lookAhead ?? [], at: subject.span)
      if scansColumns { warn(compiler.lookAhead(on: series, in: range), at: subject.span) }
      return BacktestReport(
        backtest, notes: notes(of: run, in: range, reach: compiler.reach(values)), findings: compiler.warnings)
    } catch {
      throw diagnostic(error, of: compiler, on: series, subject, at: span)
    }
  }

  /// The run of a strategy that was planned, on its ground.
  ///
  /// - Throws: a ground that the strategy does not fit, a valuation that a symbol has none of.
  mutating func strategyRun(
    _ compiler: StrategyCompiler, on ground: RunGround, _ settings: Settings, _ range: Range<Int>, at span: SourceSpan
  ) throws(Diagnostic) -> StrategyRun {
    var compiler = compiler
    switch ground.kind {
    case .single: compiler.finer = try finerBars(for: ground.symbols[0], settings, at: span)
    case .account: try refuseLegs(of: compiler, at: span)
    case .portfolio: break
    }
    for symbol in ground.symbols { try checkValuations(of: compiler, on: symbol) }
    return try StrategyRun(session.job(of: compiler.definition, on: ground, settings, range), compiler, on: ground)
  }

  /// The columns of files in the rules of a strategy that know later bars, on the series that it runs on.
  func lookAhead(of tried: TriedStrategy) -> [LookAheadFinding] {
    let (first, last) = (
      tried.series.bars.times[tried.range.lowerBound], tried.series.bars.times[tried.range.upperBound - 1]
    )
    return tried.ground.symbols.flatMap { series in
      let bars = series.bars
      let end = bars.index(of: last).map { $0 + 1 } ?? bars.firstIndex(notBefore: last)
      let start = bars.firstIndex(notBefore: first)
      return start < end ? tried.compiler.lookAhead(on: series, in: start..<end) : []
    }
  }

  /// The strategy of a subject, checked, with a value for each parameter.
  package mutating func compiled(
    _ subject: Subject, with settings: Settings, on series: Evaluation.Series
  ) throws(Diagnostic) -> (StrategyCompiler, [Double]) {
    var compiler = try compiler(subject.name, with: settings, on: series)
    try compiler.check()
    warn(compiler.warnings)
    var values = compiler.defaults
    var spans: [Int: SourceSpan] = [:]
    for parameter in subject.parameters {
      let index = try compiler.parameterIndex(parameter)
      guard case .single(let expression) = parameter.values else {
        throw Diagnostic(
          .wrongKind, "a backtest takes one value for `\(parameter.name)`", at: parameter.values.span,
          hints: ["`sweep` tries a range of values"])
      }
      let (value, isRate) = try decidingNumber(expression, "`\(parameter.name)`")
      warn(
        try compiler.checkKind(isRate: isRate, of: index, value, isComputed: expression.isComputed, at: expression.span)
      )
      values[index] = value
      spans[index] = parameter.values.span
    }
    try compiler.check(values, at: spans, or: subject.span)
    return (compiler, values)
  }

  /// A compiler for the strategy of a name on a series, with the settings of a run.
  package mutating func compiler(
    _ word: Word, with settings: Settings, on series: Evaluation.Series?
  ) throws(Diagnostic) -> StrategyCompiler {
    let name = try text(word)
    guard let strategy = session.strategies[name] else {
      let hint =
        ReadyStrategy.named(name) != nil
        ? "`load strategy \(name)` defines the built-in one"
        : Spelling.hint(for: name, in: Array(session.strategies.keys))
      throw Diagnostic(
        .unknownStrategy, "there is no strategy `\(name)`", at: word.span,
        hints: [hint ?? "`strategy \(name) { … }` defines one"])
    }
    return StrategyCompiler(
      definition: strategy.definition, names: session.expressionNames(with: settings), source: seriesSource,
      series: series,
      today: environment.today)
  }

  /// The reason why a strategy did not run to its end, at the place in the strategy if it is known.
  package func diagnostic(
    _ failure: RunFailure, of compiler: StrategyCompiler, on series: Evaluation.Series, _ subject: Subject,
    at span: SourceSpan
  ) -> Diagnostic {
    switch failure {
    case .evaluation(let error): return diagnostic(error, at: subject.span)
    case .rateUnknown(let name):
      let isBars = session.series[name] != nil
      let what = isBars ? "has bars of prices, not rates" : "is not a series of the session"
      return Diagnostic(
        .unknownSeries, "the rate of the settings comes from `\(name)`, which \(what)", at: span,
        hints: [
          isBars
            ? "`load sample FEDFUNDS` loads one of rates; a number is written `5%`"
            : "`settings` lists them; `set cash_rate 0%` takes a number"
        ])
    case .backtest(.unknownTick(let name)):
      return Diagnostic(
        .backtestRefused, "the \(name) is in ticks, but the tick of \(series.name) is not known", at: span,
        hints: ["`set contract \(series.name) tick 0.01` sets it"])
    case .backtest(.interrupted): return diagnostic(EvaluationError.interrupted, at: nil)
    case .backtest(.moneyTooSmall(let amount, let cash, let bar)):
      let isTyped = compiler.sizeIsConstant
      let number = isTyped ? NumberText.plain(amount) : NumberFormat.general.text(amount)
      let money = NumberText.plain(cash)
      return Diagnostic(
        .sizeTooSmall,
        "this size is money: \(number) on \(series.bars.label(at: bar)), below 1% of the cash of \(money)",
        at: compiler.sizeSpan ?? span,
        hints: [
          isTyped
            ? "\(shareHint(amount)), `\(number) shares` a count"
            : "`of equity` after it makes it a share of the equity, `shares` a count"
        ])
    case .backtest(.splitInsideBar(let ratio, let date)):
      return Diagnostic(
        .backtestRefused,
        "the split \(NumberText.plain(ratio)):1 of \(date) lies inside a bar of \("\(series.bars.timeframe)"), whose prices are from before and after it",
        at: span,
        hints: ["`use \(series.name) adjusted for splits` takes it out of the prices"])
    case .backtest(let error):
      return Diagnostic(.backtestRefused, error.description.trimmedStop, at: span)
    }
  }
}

/// The words for a size that is a share of the equity: a number above 1 is one in percent.
private func shareHint(_ amount: Double) -> String {
  let number = NumberText.plain(amount)
  return amount <= 1
    ? "`\(NumberText.percent(amount))` or `\(number) of equity` is a share of the equity"
    : "`\(number)%` is a share of the equity"
}

extension StrategyCompiler {
  /// The index of a parameter that a call names.
  package func parameterIndex(_ parameter: Subject.Parameter) throws(Diagnostic) -> Int {
    let names = definition.parameters.map(\.name)
    guard let index = names.firstIndex(of: parameter.name) else {
      let hint = Spelling.hint(for: parameter.name, in: names)
      throw Diagnostic(
        .unknownArgument, "`\(definition.name)` has no parameter `\(parameter.name)`", at: parameter.nameSpan,
        hints: [hint ?? (names.isEmpty ? "it has no parameters" : "its parameters: \(names.joined(separator: ", "))")])
    }
    return index
  }

  /// Refuses a rate for a parameter whose default is a number, and a number that is not a rate for one whose default is
  /// a rate.
  ///
  /// Zero is both. A number below 1 is a rate: one that was computed, such as `k * 2` of a rate, as it is, and one that
  /// was written as a number with the warning that is returned.
  func checkKind(
    isRate: Bool, of index: Int, _ value: Double, isComputed: Bool, at span: SourceSpan
  ) throws(Diagnostic) -> [Diagnostic] {
    let kind = parameterKinds[index]
    let name = definition.parameters[index].name
    guard kind.isNumeric else {
      throw Diagnostic(
        .wrongKind, "`\(name)` is \(kind.described), like its default, and a run takes only numbers", at: span,
        hints: ["define the strategy again with another default of `\(name)`"])
    }
    guard isRate != (kind == .rate), value != 0 else { return [] }
    if !isRate, abs(value) < 1 {
      guard !isComputed else { return [] }
      let (text, percent) = (NumberText.plain(value), NumberText.percent(value))
      return [
        Diagnostic(
          .numberAsRate, "`\(name)` is a rate, like its default, so \(text) is \(percent)", at: span,
          hints: ["write `\(percent)`, or `\(text)%` if that is meant"], severity: .warning)
      ]
    }
    throw Diagnostic(
      .wrongKind, "`\(name)` is \(kind.described), like its default, but this is \(isRate ? "a rate" : "a number")",
      at: span,
      hints: [
        isRate
          ? "write `\(NumberText.plain(value))`"
          : "write `\(NumberText.plain(value))%` or `\(NumberText.percent(value))`"
      ])
  }

  private var sizeClause: PlannedClause? { clauses.first { if case .size = $0.part { true } else { false } } }

  /// The place of the clause that sets the size; nil if there is none.
  fileprivate var sizeSpan: SourceSpan? { sizeClause?.span }

  /// True if the size is a number that is written out.
  fileprivate var sizeIsConstant: Bool { (sizeClause?.part.node).map { plan.constantValue($0) != nil } ?? false }
}
