/// The ways that an account could have gone, had chance dealt the same returns otherwise.
///
/// Each run starts at 1 and compounds: every return multiplies the account by `1 + r`. An account that lost everything
/// stays at 0.
public struct ResampledPaths: Sendable, Hashable {
  /// The middle and the edges of the runs after some returns.
  public struct FanStep: Sendable, Hashable {
    /// The number of returns done.
    public let step: Int
    /// The account that 5 % of the runs are below.
    public let lowest: Double
    /// The account that 25 % of the runs are below.
    public let lower: Double
    /// The account that half of the runs are below.
    public let median: Double
    /// The account that 75 % of the runs are below.
    public let upper: Double
    /// The account that 95 % of the runs are below.
    public let highest: Double
  }

  /// The return of each full run as a fraction, ascending.
  public let finalReturns: [Double]
  /// The deepest drawdown of each run as a fraction of the peak before it, 0 or less, the deepest first.
  public let drawdowns: [Double]
  /// The lowest account of each run over its start, less 1: 0 or less, the lowest first.
  public let lows: [Double]
  /// The account at up to 100 steps, evenly spread, the last one being the end.
  public let fan: [FanStep]

  /// The number of runs.
  public var runs: Int { finalReturns.count }

  /// The share of runs that fall from their start by a level, 0...1; missing without runs.
  ///
  /// - Parameter level: the fraction of the starting account lost that is ruin, 0.3 for 30 %; its sign does not matter.
  public func riskOfRuin(level: Double) -> Double { SortedSample.share(upTo: -level.magnitude, in: lows) }

  /// The share of runs that fall from a peak by a level, 0...1; missing without runs.
  ///
  /// - Parameter level: the fraction of the peak lost, 0.3 for 30 %; its sign does not matter.
  public func drawdownProbability(level: Double) -> Double {
    SortedSample.share(upTo: -level.magnitude, in: drawdowns)
  }

  /// The share of runs, 0...1, that end below a return, equal ones counted by half; missing without runs.
  public func percentile(ofReturn value: Double) -> Double { SortedSample.percentile(of: value, in: finalReturns) }

  /// The share of runs, 0...1, whose drawdown is deeper than one, equal ones counted by half; missing without runs.
  ///
  /// - Parameter value: the drawdown as a fraction, 0 or less.
  public func percentile(ofDrawdown value: Double) -> Double { SortedSample.percentile(of: value, in: drawdowns) }

  /// The return that a share of the runs ends below, linear between the two nearest; missing without runs.
  public func finalReturn(atShare share: Double) -> Double { SortedSample.quantile(share, of: finalReturns) }

  /// The drawdown that a share of the runs is deeper than, linear between the two nearest; missing without runs.
  public func drawdown(atShare share: Double) -> Double { SortedSample.quantile(share, of: drawdowns) }
}
