/// Measurements that belong together.
///
///     let workplace = try Workplace(size: .small, program: "tas", output: { print($0) })
///     defer { workplace.remove() }
///     for group in BenchmarkGroup.all { try group.run(workplace) }
public struct BenchmarkGroup: Sendable {
  /// The name that the command line takes.
  public let name: String
  /// Measures, and reports each measurement to the workplace.
  public let run: @Sendable (Workplace) throws -> Void

  /// All groups, in the order in which they run.
  public static let all: [BenchmarkGroup] = [
    BenchmarkGroup(name: "start", run: Starting.measure),
    BenchmarkGroup(name: "prompt", run: Typing.measure),
    BenchmarkGroup(name: "load", run: Loading.measure),
    BenchmarkGroup(name: "indicators", run: IndicatorRace.measure),
    BenchmarkGroup(name: "windows", run: Computing.measureWindows),
    BenchmarkGroup(name: "expressions", run: Computing.measureExpressions),
    BenchmarkGroup(name: "backtest", run: Backtests.measure),
    BenchmarkGroup(name: "portfolio", run: Portfolios.measure),
    BenchmarkGroup(name: "sweep", run: Sweeps.measure),
    BenchmarkGroup(name: "search", run: Searching.measure),
    BenchmarkGroup(name: "parse", run: Parsing.measure),
    BenchmarkGroup(name: "valuation", run: Valuing.measure),
    BenchmarkGroup(name: "charts", run: Charts.measure),
    BenchmarkGroup(name: "append", run: Growing.measure),
    BenchmarkGroup(name: "live", run: Watching.measure),
    BenchmarkGroup(name: "session", run: Saving.measure),
  ]
}
