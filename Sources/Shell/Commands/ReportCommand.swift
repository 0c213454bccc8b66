import Backtesting
import Columns
import Commands
import Evaluation
import Language
import MarketData
import OrderedCollections
import Platform
import Presentation
import Reports
import Research
import Sessions
import Strategies
import Valuation
import Work
import Workspace

/// The forms of `report`.
private enum ReportForm: String {
  case one = ""
  case session
}

extension Command {
  static let report = Command(
    CommandSyntax(
      "report",
      forms: [
        CommandSyntax.Form(ReportForm.one, [.required(.reported)]),
        CommandSyntax.Form(ReportForm.session, [.keyword("session")]),
      ]), category: .session, summary: "Reports a backtest or a valuation in full.",
    discussion: """
      Of a backtest: the main caveats, the figures next to buy and hold, equity with the worst drawdowns, months, how \
      returns are distributed and how they changed, trades on the price, the best, worst and longest of them, costs, \
      assumptions and checks, and how to run it again. Of a scenario: its figures, the way from flows to a \
      share, the value at other assumptions, which of them moves it most, the values of a simulation, the other \
      scenarios, the model and the findings. `report session` reports all backtests and scenarios.

      `to "FILE.html"` is one page to hand over, whose charts can be moved and which needs no network; `to "FILE.md"` writes \
      Markdown with an `.svg` file beside it for each figure; `to "FILE.pdf"` prints the page, for which Chromium or Chrome \
      is needed.
      """,
    examples: ["backtest cross as trial; report trial", "report base", "report session"]
  ) { execution, call throws(Diagnostic) in
    let story =
      switch try call.form(of: ReportForm.self) {
      case .one: try execution.story(of: try call[.reported], call)
      case .session: try execution.sessionStory(call)
      }
    try execution.checkInterruption()
    return story
  }
}

extension Execution {
  fileprivate mutating func story(of word: Word, _ call: CommandCall) throws(Diagnostic) -> ReportResult {
    let name = try text(word)
    if let result = session.results[name], result.backtest != nil || result.absent != nil {
      return story(
        of: try backtest(word, at: word.span), origin: result.origin, walk: result.whole as? WalkForwardReport)
    }
    if session.results[name] == nil, let story = try accountStory(word, named: name) { return story }
    if name == "_" { return story(of: try backtest(word, at: word.span), origin: []) }
    let own = name.split(separator: "@", maxSplits: 1).first.map(String.init) ?? name
    guard session.research.scenarios.named(own).isEmpty else { return try story(of: try scenario(word), at: word.span) }
    if let result = session.results[name] {
      throw Diagnostic(
        .unknownResult, "`\(name)` is a \(result.kind), but a report is of a backtest or a scenario", at: word.span)
    }
    let names = session.results.values.filter { $0.backtest != nil }.map(\.name)
    throw Diagnostic(
      .unknownResult, "there is no backtest and no scenario `\(name)`", at: word.span,
      hints: names.isEmpty
        ? ["`backtest STRATEGY as \(name)` makes one"] : ["backtests: \(names.joined(separator: ", "))"])
  }

  /// The report of a backtest, with the data that it ran on.
  private func story(
    of report: BacktestReport, origin: [(String, String)], walk: WalkForwardReport? = nil
  ) -> ReportResult {
    // The data are below, with their span.
    var facts = origin.filter { $0.0 != "source" && $0.0 != "statement" }
    let statement = origin.first { $0.0 == "statement" }?.1 ?? ""
    let names = report.result.symbols.isEmpty ? [report.seriesName] : report.result.symbols
    for name in names {
      guard let loaded = session.series[name] else { continue }
      let span = "\(loaded.bars.label(at: 0)) to \(loaded.bars.label(at: loaded.bars.count - 1))"
      facts.append(("data \(name)", "\(loaded.source.title), \(span), hash \(loaded.contentHash)"))
    }
    facts.append(("tas", Environment.version))
    return report.story(
      origin: facts, script: [report.text, statement].filter { !$0.isEmpty }.joined(separator: "\n\n"), walk: walk,
      names: session.strategies[report.strategy]?.definition.parameters.map(\.name) ?? [],
      isStopped: isStopped)
  }

  /// The report of a scenario, with the studies that its model allows.
  private mutating func story(of scenario: Scenario, at span: SourceSpan) throws(Diagnostic) -> ReportResult {
    if let drivers = try driverReport(of: scenario, at: span) { return story(of: scenario, drivers, at: span) }
    let report = try self.report(of: ModelInWork(scenario), at: span)
    let title = "\(scenario.ticker) \(scenario.name)"
    var studies = ValuationStudies()
    if let tornado = try? Tornado(of: scenario.assumptions, swing: nil) {
      studies.tornado = TornadoReport(title: title, tornado: tornado)
    }
    studies.sensitivity = sensitivity(of: scenario.assumptions, title: title)
    studies.simulation = simulation(of: scenario.assumptions, title: title)
    studies.figures = figures(of: scenario.ticker)
    studies.comparison = comparison(with: scenario, at: span)
    return report.story(studies, origin: [("scenario", title), ("tas", Environment.version)])
  }

  /// The report of a scenario of a driver model, with the studies that such a model allows.
  private mutating func story(
    of scenario: Scenario, _ report: DriverReport, at span: SourceSpan
  ) -> ReportResult {
    let title = "\(scenario.ticker) \(scenario.name)"
    let subject = DriverSubject(title: title, ticker: scenario.ticker, work: report.work)
    return report.story(
      sensitivity: sensitivity(of: subject, report.valuation), tornado: tornado(of: subject, report.valuation),
      comparison: comparison(with: scenario, at: span), figures: figures(of: scenario.ticker),
      origin: [("scenario", title), ("tas", Environment.version)])
  }

  /// The company's reported figures of its last eight years; nil if none are loaded.
  private func figures(of ticker: String) -> FiguresReport? {
    guard let history = session.research.fundamentals[ticker]?.history(.annual), !history.periods.isEmpty else {
      return nil
    }
    return FiguresReport(history: history.keeping(Array(history.periods.indices.suffix(8))))
  }

  /// A scenario compared with the others of its company; nil if there are none.
  private mutating func comparison(with scenario: Scenario, at span: SourceSpan) -> ComparisonReport? {
    let others = session.research.scenarios.filter { $0.ticker == scenario.ticker && $0.name != scenario.name }
    guard !others.isEmpty else { return nil }
    let names = [scenario.name] + others.map(\.name)
    let words = names.prefix(6).map { WeightedWord(word: Word(parts: [.text($0)], span: span)) }
    return try? compareValuations(words, at: span)
  }

  /// The values of many draws of growth and the rate of discount around what the model has; nil if it has neither.
  private func simulation(of assumptions: Assumptions, title: String) -> SimulationReport? {
    let drawn = [("growth", 0.02, "growth + normal(0pp, 2pp)"), ("discount", 0.01, "discount + normal(0pp, 1pp)")]
    let monitor = environment.monitor
    var (inputs, texts): ([Simulation.Input], [String]) = ([], [])
    for (name, deviation, text) in drawn where assumptions[name] != nil {
      guard let distribution = try? Distribution(.normal(mean: 0, deviation: deviation)) else { continue }
      inputs.append(Simulation.Input(Variation(name, .shift(.add)), distribution))
      texts.append(text)
    }
    let made = try? Simulation(
      of: assumptions, inputs: inputs, runs: 20_000, threads: environment.workers,
      progress: { _, _ in !monitor.isStopped })
    return made.map { SimulationReport(title: title, simulation: $0, draws: texts) }
  }

  /// The value by the rate of discount and by growth, each moved in five steps; nil if the model has not both.
  private func sensitivity(of assumptions: Assumptions, title: String) -> SensitivityReport? {
    let steps = [-0.02, -0.01, 0, 0.01, 0.02]
    let axes = ["discount", "growth"].map { Sensitivity.Axis(Variation($0, .shift(.add)), steps) }
    let monitor = environment.monitor
    let grid = try? Sensitivity(of: assumptions, axes: axes, mostCells: session.settings.maxCells) { monitor.isStopped }
    return grid.map { SensitivityReport(title: title, sensitivity: $0) }
  }

  /// All backtests and scenarios, one after the other.
  fileprivate mutating func sessionStory(_ call: CommandCall) throws(Diagnostic) -> ReportResult {
    var reports: [ReportResult] = []
    for result in session.results.values {
      if let backtest = result.backtest {
        reports.append(story(of: backtest, origin: result.origin, walk: result.whole as? WalkForwardReport))
      }
      try checkInterruption()
    }
    for scenario in session.research.scenarios {
      reports.append(try story(of: scenario, at: call.commandSpan))
      try checkInterruption()
    }
    guard !reports.isEmpty else {
      throw Diagnostic(
        .noResult, "there is no backtest and no scenario to report", at: call.commandSpan,
        hints: ["`backtest STRATEGY` makes one, and `save scenario NAME` keeps a scenario"])
    }
    return ReportResult.binding(reports, title: "Report of a session")
  }
}
