import LibC
import Probability

/// The part of a Sharpe ratio that chance explains: by the length of the series, by the shape of its returns, and by
/// the number of trials of which it is the best.
///
/// All Sharpe ratios are of one period, as ``ReturnMoments/sharpeRatio`` is, but for
/// ``minimumBacktestYears(trials:annualSharpe:)``.
public enum SharpeSignificance {
  /// The Euler–Mascheroni constant.
  private static let euler = 0.577_215_664_901_532_9

  /// The probability that the true Sharpe ratio exceeds a benchmark: the probabilistic Sharpe ratio.
  ///
  /// Bailey and López de Prado (2012), "The Sharpe ratio efficient frontier". Missing below two returns, without
  /// deviation, or if the benchmark is missing.
  public static func probability(thatExceeds benchmark: Double, _ moments: ReturnMoments) -> Double {
    guard moments.count > 1 else { return .nan }
    let error = (variance(moments) / Double(moments.count - 1)).squareRoot()
    guard error > 0 else { return .nan }
    return NormalDistribution.probability((moments.sharpeRatio - benchmark) / error)
  }

  /// The Sharpe ratio that the best of some trials without any skill is expected to have.
  ///
  /// Bailey and López de Prado (2014), "The deflated Sharpe ratio".
  ///
  /// - Parameters:
  ///   - trials: the number of independent trials, not necessarily a whole number; one trial has an expectation of 0.
  ///   - deviation: the standard deviation of the Sharpe ratios of the trials, 0 or more.
  /// - Returns: 0 or more; missing below one trial.
  public static func expectedMaximum(ofTrials trials: Double, deviation: Double) -> Double {
    guard trials >= 1, deviation >= 0 else { return .nan }
    // The formula approximates many trials, and falls below the expectation of a single one between 1 and 1.3.
    guard trials > 1 else { return 0 }
    // The upper tail by its own probability, which keeps its digits for very many trials.
    let best = -NormalDistribution.quantile(1 / trials)
    let next = -NormalDistribution.quantile(1 / (trials * M_E))
    return max(0, deviation * ((1 - euler) * best + euler * next))
  }

  /// The probability that the true Sharpe ratio exceeds 0, once it is counted of how many trials it is the best: the
  /// deflated Sharpe ratio.
  ///
  /// Bailey and López de Prado (2014), "The deflated Sharpe ratio". With one trial it is
  /// ``probability(thatExceeds:_:)`` of 0. Missing if that is, and below one trial.
  ///
  /// - Parameters:
  ///   - moments: those of the chosen trial.
  ///   - trials: the number of independent trials.
  ///   - deviation: the standard deviation of the Sharpe ratios of all trials, also of one period.
  public static func deflated(_ moments: ReturnMoments, trials: Double, deviation: Double) -> Double {
    probability(thatExceeds: expectedMaximum(ofTrials: trials, deviation: deviation), moments)
  }

  /// The number of periods that a track record needs for its Sharpe ratio to exceed a benchmark with a probability.
  ///
  /// Bailey and López de Prado (2012), "The Sharpe ratio efficient frontier". Infinite if the ratio does not exceed the
  /// benchmark; missing if the moments are, and for a probability outside 0.5..<1.
  public static func minimumTrackRecordLength(
    _ moments: ReturnMoments, benchmark: Double, probability: Double
  ) -> Double {
    let distance = moments.sharpeRatio - benchmark
    guard probability >= 0.5, probability < 1, !distance.isNaN else { return .nan }
    guard distance > 0 else { return .infinity }
    let reach = NormalDistribution.quantile(probability) / distance
    return 1 + variance(moments) * reach * reach
  }

  /// The years of data below which the best of some trials without skill is expected to reach a Sharpe ratio of a
  /// year.
  ///
  /// Bailey, Borwein, López de Prado and Zhu (2014), "Pseudo-mathematics and financial charlatanism".
  /// Missing below one trial and for a ratio of 0 or less.
  public static func minimumBacktestYears(trials: Double, annualSharpe: Double) -> Double {
    guard annualSharpe > 0 else { return .nan }
    let expected = expectedMaximum(ofTrials: trials, deviation: 1) / annualSharpe
    return expected * expected
  }

  /// The variance of an estimated Sharpe ratio, times the number of returns less one (Mertens 2002).
  private static func variance(_ moments: ReturnMoments) -> Double {
    let ratio = moments.sharpeRatio
    return 1 - moments.skewness * ratio + (moments.kurtosis - 1) / 4 * ratio * ratio
  }
}
