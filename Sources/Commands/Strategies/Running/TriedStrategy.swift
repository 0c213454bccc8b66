import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Reports
import Sessions
import Strategies
import Workspace

/// A strategy on one series whose parameters take several values, with all that a statement says of its runs.
struct TriedStrategy {
  package let subject: Subject
  /// The run with the defaults of the parameters, and with the first of several settings.
  package let run: StrategyRun
  /// The series that its range is of.
  package let series: Evaluation.Series
  /// The values that each parameter is tried with, and the places of those typed.
  package let values: [[Double]]
  package let spans: [Int: SourceSpan]
  /// The figure that ranks; the usual one if an expression does.
  package let metric: Metric
  /// The parts of `where` that compare parameters alone, and those that read figures of the rows.
  var ofParameters: Expression?
  let ofRows: Expression?

  package var name: String { run.name }
  package var compiler: StrategyCompiler { run.compiler }
  package var ground: RunGround { run.ground }
  package var settings: Settings { run.settings }
  /// The bars examined.
  package var range: Range<Int> { run.range }

  /// The places of the parameters that were given, among all of the strategy.
  package var shown: [Int] {
    values.indices.filter { index in
      subject.parameters.contains { $0.name == compiler.definition.parameters[index].name }
    }
  }

  /// The parameters that were given.
  package var parameters: [(name: String, kind: Kind)] {
    shown.map { (compiler.definition.parameters[$0].name, compiler.parameterKinds[$0]) }
  }

  /// The first and the last bar, as results name them.
  package var since: String { series.bars.label(at: range.lowerBound) }
  package var until: String { series.bars.label(at: range.upperBound - 1) }

  /// The values of a combination of the parameters that were given.
  package func shown(_ combination: [Double]) -> [Double] { shown.map { combination[$0] } }

  /// The rows as a frame: parameters and figures.
  ///
  /// - Parameter bars: the bars that the runs are on.
  package func frame(of rows: [SweepRow], _ grid: SweepGrid, on bars: Range<Int>) -> ItemFrame<SweepRow> {
    let years = series.bars.years(in: bars)
    let parameters = compiler.definition.parameters.indices.map { index in
      Field<SweepRow>(compiler.definition.parameters[index].name, compiler.parameterKinds[index]) {
        values[index][grid.indices(of: $0.index)[index]]
      }
    }
    return ItemFrame(
      one: "a combination", many: "combinations", rows,
      parameters + SweepFrame.columns + [Field("years", isDerived: true) { _ in years }], series: series)
  }

  /// The years of the bars examined.
  package var years: Double { series.bars.years(in: range) }

  /// All that the runs take for granted.
  package func assumptions(_ money: BacktestSettings, _ basis: ReturnBasis) -> RunAssumptions {
    RunAssumptions(
      settings, money, basis, staleAfter: settings.staleAfter,
      hasWaitingOrders: compiler.clauses.contains { $0.order != nil })
  }
}

extension Bars {
  /// The time from the first to the last bar of some, in years of 365.25 days; 0 if there is none.
  package func years(in range: Range<Int>) -> Double {
    guard let first = range.first, let last = range.last else { return 0 }
    return Double(times[last].milliseconds - times[first].milliseconds) / (365.25 * 86_400_000)
  }
}

extension Execution {
  /// The strategy of a call on its ground, checked, with its values, its window and its conditions.
  ///
  /// - Parameter settingNames: the settings that are also tried, which conditions of rows may read.
  mutating func tried(
    _ subject: Subject, _ settings: Settings, on ground: RunGround, _ call: CommandCall,
    trying settingNames: [String] = []
  ) throws(Diagnostic) -> TriedStrategy {
    if !ground.kind.isOfMany { try refusePortfolio(subject, isTried: true) }
    var compiler = try compiler(subject.name, with: settings, on: ground.symbols[0])
    try compiler.check()
    warn(compiler.warnings)
    let (values, spans) = try triedValues(of: subject, compiler)
    let metric = try metric(call[.metric])
    let series = ground.series(named: compiler.definition.name)
    let range = try bars(call.window, in: series)
    if ground.kind.isOfMany {
      try check(metric, for: ground, at: subject.span)
      guard !range.isEmpty else { throw Diagnostic(.emptyWindow, "there are no bars in this window", at: subject.span) }
    } else {
      remarkPrices(of: series, in: range, reach: compiler.reach(compiler.defaults), isComputed: true)
      remarkActions(of: series, in: range)
    }
    let run = try strategyRun(compiler, on: ground, settings, range, at: call.commandSpan)
    let (ofParameters, ofRows) = try conditions(call[.condition], compiler, settingNames)
    return TriedStrategy(
      subject: subject, run: run, series: series, values: values, spans: spans, metric: metric,
      ofParameters: ofParameters, ofRows: ofRows)
  }

  /// Refuses a figure that runs of many symbols do not have.
  private func check(_ metric: Metric, for ground: RunGround, at span: SourceSpan) throws(Diagnostic) {
    let isPortfolio = ground.kind.isPortfolio
    guard
      metric.name == "break_even_cost" || isPortfolio && ["average_mae", "average_mfe"].contains(metric.name)
    else { return }
    throw Diagnostic(
      .wrongKind, "\(isPortfolio ? "a portfolio" : "one account of many symbols") has no `\(metric.name)` to rank by",
      at: span, hints: ["`by sharpe`, `by max_drawdown`; `stats` lists the figures"])
  }

  /// The run of a strategy with the settings and the terms of a variant.
  mutating func run(of tried: TriedStrategy, _ variant: SweepVariant, at span: SourceSpan) throws(Diagnostic)
    -> StrategyRun
  {
    var ground = tried.ground
    if let terms = variant.terms { ground.kind = .account(terms) }
    return try strategyRun(tried.compiler, on: ground, variant.settings, tried.range, at: span)
  }

  /// The runs of the combinations of a grid.
  func sweep(of tried: TriedStrategy, _ grid: SweepGrid, at span: SourceSpan) throws(Diagnostic) -> SweepRun {
    do throws(RunFailure) {
      return try SweepRun(tried.run, metric: tried.metric, grid: grid, environment: environment)
    } catch {
      throw diagnostic(error, of: tried, at: span)
    }
  }

  /// The combinations of a strategy that its condition keeps, checked.
  mutating func grid(of tried: TriedStrategy) throws(Diagnostic) -> SweepGrid {
    let grid = try grid(tried.values, tried.compiler, where: tried.ofParameters, at: tried.subject.span)
    try tried.compiler.check(grid, at: tried.spans, or: tried.subject.span)
    return grid
  }

  /// The reason why the runs of a strategy did not come to their end.
  func diagnostic(_ failure: RunFailure, of tried: TriedStrategy, at span: SourceSpan) -> Diagnostic {
    diagnostic(failure, of: tried.compiler, on: tried.series, tried.subject, at: span)
  }
}
