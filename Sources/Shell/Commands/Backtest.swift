import Backtesting
import Evaluation
import Indicators
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Strategies
import Text
import Workspace

extension Command {
  static let backtest = Command(
    CommandSyntax(
      "backtest",
      forms: [
        CommandSyntax.Form(
          "", [.required(.strategy)],
          clauses: [
            .clause("on", .symbols),
            .window, .clause("with", .runSettings), .reserved("in one account"),
          ])
      ], showsResultName: true),
    category: .strategies, summary: "Runs a strategy on the bars and says what it would have earned.",
    discussion: """
      Orders decided at a bar's close fill at the next open; then stops, trails and targets work inside the bar; \
      at the close the rules decide, exits first. Every assumption is printed with the result. Settings are \
      those of `settings`, for this run only. With several symbols each is a run of its own with the full cash.
      """,
    examples: [
      "backtest cross", "backtest cross(fast=8, slow=21) since 2010 with cash 100k, commission 0.1% as trial",
      "backtest cross on SPY, AAPL",
    ], changesSession: true
  ) { execution, call throws(Diagnostic) in
    try execution.backtest(call)
  }
}

extension Execution {
  fileprivate mutating func backtest(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.strategy]
    let symbols = call[.symbols] ?? []
    var runs: [BacktestReport] = []
    let targets: [(String, Evaluation.Series)]
    if symbols.isEmpty {
      let series = try activeSeries(at: call.commandSpan)
      targets = [(series.name, series)]
    } else {
      targets = try loadedSeries(symbols).map { ($0.name, $0.series) }
    }
    let settings = try settings(call[.runSettings] ?? [])
    for (name, series) in targets {
      let range = try bars(call.window, in: series)
      var report = try run(subject, on: series, named: name, settings: settings, range: range, at: call.commandSpan)
      let loaded = session.series[name]
      report.notes = loaded?.priceRemarks ?? []
      runs.append(report)
    }
    if let only = runs.first, runs.count == 1 { return only }
    return BacktestList(runs: runs)
  }

  /// Runs a strategy with the arguments of its call.
  mutating func run(
    _ subject: Subject, on series: Evaluation.Series, named name: String, settings: Settings,
    range: Range<Int>, at span: SourceSpan
  ) throws(Diagnostic) -> BacktestReport {
    guard !range.isEmpty else { throw Diagnostic(.emptyWindow, "there are no bars in this window", at: subject.span) }
    let (compiler, values) = try compiled(subject, like: settings.like)
    try checkValuations(of: compiler, on: series)
    warnShort(compiler.warmUp(values), series, at: subject.span)
    do {
      return BacktestReport(
        try compiler.run(
          on: series, named: name, text: session.strategies[compiler.definition.name]?.text ?? "", values: values,
          settings: settings, range: range, environment: environment))
    } catch {
      switch error {
      case .evaluation(let error): throw diagnostic(error, at: subject.span)
      case .backtest(let error): throw diagnostic(error, at: span)
      }
    }
  }

  /// The strategy of a subject, checked, with a value for each parameter.
  mutating func compiled(
    _ subject: Subject, like preset: Preset?
  ) throws(Diagnostic) -> (StrategyCompiler, [Double]) {
    var compiler = try compiler(subject.name, like: preset)
    try compiler.check()
    for warning in compiler.warnings where !warnings.contains(warning) { warnings.append(warning) }
    var values = compiler.defaults
    var spans: [Int: SourceSpan] = [:]
    for parameter in subject.parameters {
      let index = try compiler.parameterIndex(parameter)
      guard case .single(let expression) = parameter.values else {
        throw Diagnostic(
          .wrongKind, "a backtest takes one value for `\(parameter.name)`", at: parameter.values.span,
          hints: ["`sweep` tries a range of values"])
      }
      values[index] = try number(expression, "`\(parameter.name)`").0
      spans[index] = parameter.values.span
    }
    try compiler.check(values, at: spans, or: subject.span)
    return (compiler, values)
  }

  /// A compiler for the strategy of a name, whose indicators follow the conventions of a preset.
  mutating func compiler(_ word: Word, like preset: Preset?) throws(Diagnostic) -> StrategyCompiler {
    let name = try text(word)
    guard let strategy = session.strategies[name] else {
      let hint = Spelling.hint(for: name, in: Array(session.strategies.keys))
      throw Diagnostic(
        .unknownStrategy, "there is no strategy `\(name)`", at: word.span,
        hints: [hint ?? "`strategy \(name) { … }` defines one"])
    }
    var names = session.expressionNames
    names.like = preset
    return StrategyCompiler(
      definition: strategy.definition, names: names, source: session.seriesSource, today: environment.today)
  }

  /// The session's settings with those of the statement.
  mutating func settings(_ settings: [Setting]) throws(Diagnostic) -> Settings {
    var result = session.settings
    for setting in settings { try apply(setting, to: &result) }
    return result
  }

  /// Reads one setting and changes it.
  mutating func apply(_ setting: Setting, to settings: inout Settings) throws(Diagnostic) {
    guard let definition = Settings.definition(named: setting.name) else {
      let known = Settings.definitions.map(\.name)
      let hint = Spelling.hint(for: setting.name, in: known)
      throw Diagnostic(
        .unknownSetting, "there is no setting `\(setting.name)`", at: setting.nameSpan,
        hints: [hint ?? "the settings: \(known.joined(separator: ", "))"])
    }
    var value: Settings.SettingValue
    switch setting.value {
    case .word(let word):
      let text = try text(word)
      value = .word(text)
      // A bare name is a word where the setting takes words, else the value of the name.
      if !definition.choices.contains(text), session.names[text] != nil {
        let (number, isRate) = try number(.name(text, word.span), "`\(setting.name)`")
        value = .number(number, isRate: isRate)
      }
    case .expression(let expression):
      if case .literal(.text(let text), _) = expression {
        value = .word(text)
      } else {
        let (number, isRate) = try number(expression, "`\(setting.name)`")
        value = .number(number, isRate: isRate)
      }
    }
    guard definition.write(&settings, value) else {
      let hint = value.word.flatMap { Spelling.hint(for: $0, in: definition.choices) }
      throw Diagnostic(
        .invalidSetting, "`\(setting.name)` is \(definition.allowed), not `\(sources.text(of: setting.valueSpan))`",
        at: setting.valueSpan, hints: hint.map { [$0] } ?? [])
    }
  }

  func diagnostic(_ error: BacktestError, at span: SourceSpan) -> Diagnostic {
    if case .interrupted = error { return diagnostic(EvaluationError.interrupted, at: nil) }
    return Diagnostic(.backtestRefused, error.description.trimmedStop, at: span)
  }
}

extension StrategyCompiler {
  /// The index of a parameter that a call names.
  func parameterIndex(_ parameter: Subject.Parameter) throws(Diagnostic) -> Int {
    let names = definition.parameters.map(\.name)
    guard let index = names.firstIndex(of: parameter.name) else {
      let hint = Spelling.hint(for: parameter.name, in: names)
      throw Diagnostic(
        .unknownArgument, "`\(definition.name)` has no parameter `\(parameter.name)`", at: parameter.nameSpan,
        hints: [hint ?? (names.isEmpty ? "it has no parameters" : "its parameters: \(names.joined(separator: ", "))")])
    }
    return index
  }
}
