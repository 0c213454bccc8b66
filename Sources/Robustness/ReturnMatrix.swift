/// The returns of many trials on the same bars, one trial after the other in one piece of memory.
///
/// Column-major: the return of a trial on a bar is at `trial * bars + bar`. Returns are fractions of one bar.
public struct ReturnMatrix: Sendable, Hashable {
  /// The number of bars.
  public let bars: Int
  /// The number of trials.
  public let trials: Int
  /// All returns, trial by trial.
  public let values: [Double]

  /// Takes returns trial by trial; values that do not fill a last trial are left out.
  public init(bars: Int, values: [Double]) {
    self.bars = max(0, bars)
    trials = bars > 0 ? values.count / bars : 0
    self.values = values.count == self.bars * trials ? values : Array(values.prefix(self.bars * trials))
  }

  /// Takes a list of returns for each trial; a trial that is shorter than the longest lacks its last returns.
  public init(_ trials: [[Double]]) {
    bars = trials.map(\.count).max() ?? 0
    self.trials = bars > 0 ? trials.count : 0
    var values: [Double] = []
    values.reserveCapacity(bars * trials.count)
    for trial in trials {
      values += trial
      values.append(contentsOf: repeatElement(.nan, count: bars - trial.count))
    }
    self.values = values
  }

  /// The returns of a trial.
  public subscript(trial: Int) -> ArraySlice<Double> { values[trial * bars..<(trial + 1) * bars] }
}
