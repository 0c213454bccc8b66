/// The number of independent trials that correlated ones are worth.
///
/// A sweep tries many neighbours of one idea, whose returns go together: counted one by one they would deflate its best
/// too much.
public enum IndependentTrials {
  /// The equivalent number of independent trials for a mean correlation: all of them if it is 0, one if it is 1.
  ///
  /// Bailey and López de Prado (2014), "The deflated Sharpe ratio", appendix. A correlation below 0 counts as 0.
  /// Missing below one trial, or if the correlation is.
  public static func count(of trials: Double, meanCorrelation: Double) -> Double {
    guard trials >= 1, !meanCorrelation.isNaN else { return .nan }
    let correlation = min(max(meanCorrelation, 0), 1)
    return correlation + (1 - correlation) * trials
  }

  /// The number that the trials of a matrix are worth.
  ///
  /// Trials whose returns do not vary never traded, so they are not trials: they are left out. Missing without others.
  public static func count(of returns: ReturnMatrix) -> Double {
    let (varied, correlation) = correlated(returns)
    return varied > 1 ? count(of: varied, meanCorrelation: correlation) : varied > 0 ? 1 : .nan
  }

  /// The mean correlation of the pairs of trials of a matrix; missing if fewer than two of them vary.
  public static func meanCorrelation(of returns: ReturnMatrix) -> Double { correlated(returns).correlation }

  /// The number of trials that vary and the mean correlation of their pairs.
  ///
  /// Missing returns count as the mean of their trial.
  private static func correlated(_ returns: ReturnMatrix) -> (varied: Double, correlation: Double) {
    // The sum of the correlations of all pairs is the squared length of the sum of the trials, each scaled to length 1:
    // no pair is looked at.
    var sum = [Double](repeating: 0, count: returns.bars)
    var varied = 0.0
    for trial in 0..<returns.trials {
      let own = returns[trial]
      let moments = ReturnMoments(of: Array(own))
      guard moments.deviation > 1e-12 * moments.mean.magnitude else { continue }
      let length = moments.deviation * Double(moments.count - 1).squareRoot()
      varied += 1
      for (bar, value) in own.enumerated() where value.isFinite { sum[bar] += (value - moments.mean) / length }
    }
    guard varied > 1 else { return (varied, .nan) }
    let pairs = sum.reduce(0) { $0 + $1 * $1 } - varied
    return (varied, pairs / (varied * (varied - 1)))
  }
}
