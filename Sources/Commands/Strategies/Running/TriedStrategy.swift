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
  package let settings: Settings
  package let series: Evaluation.Series
  package let compiler: StrategyCompiler
  /// The values that each parameter is tried with, and the places of those typed.
  package let values: [[Double]]
  package let spans: [Int: SourceSpan]
  /// The bars examined.
  package let range: Range<Int>
  /// The figure that ranks; the usual one if an expression does.
  package let metric: Metric
  /// The parts of `where` that compare parameters alone, and those that read figures of the rows.
  var ofParameters: Expression?
  let ofRows: Expression?
  /// The definition as typed.
  package let text: String

  package var name: String { compiler.definition.name }

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

  /// The runs of the combinations of a grid.
  package func sweep(_ grid: SweepGrid, _ environment: Environment) throws(RunFailure) -> SweepRun {
    SweepRun(
      compiler: compiler, series: series,
      settings: try compiler.runSettings(
        settings, on: series, named: series.name, today: environment.today, monitor: environment.monitor),
      range: range, metric: metric, grid: grid, benchmark: settings.benchmark, contracts: settings.contracts,
      environment: environment)
  }

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
  /// The strategy of a call on a series, checked, with its values, its window and its conditions.
  ///
  /// - Parameter settingNames: the settings that are also tried, which conditions of rows may read.
  mutating func tried(
    _ subject: Subject, _ settings: Settings, on series: Evaluation.Series, _ call: CommandCall,
    trying settingNames: [String] = []
  ) throws(Diagnostic) -> TriedStrategy {
    try refusePortfolio(subject, isTried: true)
    var compiler = try compiler(subject.name, like: settings.like, on: series)
    try compiler.check()
    warn(compiler.warnings)
    let (values, spans) = try triedValues(of: subject, compiler)
    let metric = try metric(call[.metric])
    try checkValuations(of: compiler, on: series)
    let range = try bars(call.window, in: series)
    remarkPrices(of: series, in: range, reach: compiler.reach(compiler.defaults), isComputed: true)
    remarkActions(of: series, in: range)
    let (ofParameters, ofRows) = try conditions(call[.condition], compiler, settingNames)
    compiler.finer = try finerBars(for: series, settings, at: call.commandSpan)
    return TriedStrategy(
      subject: subject, settings: settings, series: series, compiler: compiler, values: values, spans: spans,
      range: range, metric: metric, ofParameters: ofParameters, ofRows: ofRows,
      text: session.strategies[compiler.definition.name]?.text ?? "")
  }

  /// The combinations of a strategy that its condition keeps, checked.
  mutating func grid(of tried: TriedStrategy) throws(Diagnostic) -> SweepGrid {
    let grid = try grid(tried.values, tried.compiler, where: tried.ofParameters, at: tried.subject.span)
    try tried.compiler.check(grid, at: tried.spans, or: tried.subject.span)
    return grid
  }

  /// The basis of the trials of its combinations.
  ///
  /// - Parameter account: the words for the account that its symbols share.
  func trialBasis(of tried: TriedStrategy, sharing account: String = "") -> TrialBasis {
    trialBasis(of: tried.compiler.definition, tried.settings, on: tried.series, tried.range, terms: account)
  }

  /// The reason why the runs of a strategy did not come to their end.
  func diagnostic(_ failure: RunFailure, of tried: TriedStrategy, at span: SourceSpan) -> Diagnostic {
    diagnostic(failure, of: tried.compiler, on: tried.series, tried.subject, at: span)
  }
}
