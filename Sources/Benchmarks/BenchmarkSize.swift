/// The amount of data that each measurement works on.
///
/// `full` gives the numbers in notes and comparisons; `small` shows in seconds that each group runs.
public struct BenchmarkSize: Sendable {
  /// The bars of a minute on which indicators, expressions, loads and backtests are measured.
  let bars: Int
  /// The bars of a day on which sweeps are measured.
  let days: Int
  /// The symbols of a portfolio, and the days of each.
  let symbols: (count: Int, days: Int)
  /// The rounds in which an indicator or a simulation takes turns with its peers.
  let rounds: Int
  /// The shortest and the longest number of runs of a measurement; between them a second of work is enough.
  let runs: ClosedRange<Int>
  /// The values of a parameter in the largest sweep.
  let sweepSteps: Int
  /// The longest fast average of a sweep compared with its peers; the slow one is up to twice as long.
  let raceSteps: Int
  /// The runs of a simulation.
  let simulationRuns: Int
  /// The values of an assumption in a grid.
  let gridSteps: Int
  /// The blocks of statements in the script that is parsed.
  let scriptBlocks: Int
  /// The small statements in the script that is run.
  let statements: Int
  /// The values, indicators and strategies of the session that is saved.
  let sessionNames: Int

  /// The size that speeds are compared at.
  public static let full = BenchmarkSize(
    bars: 1_000_000, days: 2500, symbols: (500, 5000), rounds: 6, runs: 3...20, sweepSteps: 50,
    raceSteps: 100, simulationRuns: 1_000_000, gridSteps: 100,
    scriptBlocks: 2000, statements: 5000, sessionNames: 100)

  /// As little as shows that a group runs.
  public static let small = BenchmarkSize(
    bars: 2500, days: 300, symbols: (4, 300), rounds: 1, runs: 1...1, sweepSteps: 5, raceSteps: 12,
    simulationRuns: 1000, gridSteps: 3,
    scriptBlocks: 2, statements: 5, sessionNames: 2)
}
