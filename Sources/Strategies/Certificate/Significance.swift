import Backtesting
import Robustness

/// The part of a result that is more than the luck of the best of many trials.
package struct Significance: Sendable, Hashable {
  /// The trials on the same data, this one among them.
  package var trials: Int
  /// The deviation of their Sharpe ratios of a year; 0 of one.
  package var trialsDeviation: Double
  /// The Sharpe ratio of a year that the best of that many trials without skill is expected to reach.
  package var luckySharpe: Double
  /// The probability that the true Sharpe ratio is above 0, the number of trials counted: the deflated Sharpe ratio; missing
  /// if the run has fewer closed trades than a rule shows itself in.
  package var deflatedSharpe: Double
  /// The returns that the run has, and those that it would need for 95 %; infinite if its Sharpe ratio is not above
  /// luck's.
  package var returns: Int
  /// The closed trades of the run.
  package var trades: Int
  package var neededReturns: Double
  /// The years of data below which the best of that many trials without skill reaches the run's Sharpe ratio.
  package var minimumYears: Double

  /// The probability from which on a result is called evidence.
  package static let level = 0.95

  /// The returns below which the probability says nothing: its error is that of large samples.
  package static let fewestReturns = 30

  /// The closed trades below which a run says nothing of its rules: it is their holding that was good or bad.
  package static let fewestTrades = 10

  /// True if there are too few returns or trades for the probability to mean anything.
  package var isTooShort: Bool { returns < Self.fewestReturns || trades < Self.fewestTrades }

  /// True if the probability reaches the level on returns that are enough.
  package var isEvidence: Bool { deflatedSharpe >= Self.level && !isTooShort }

  /// The significance of a run as the best of some trials; nil if its returns do not vary.
  package init?(of result: BacktestResult, among tally: TrialTally) {
    let moments = ReturnMoments(of: result.excessReturns())
    let year = result.basis.periodsPerYear.squareRoot()
    guard moments.sharpeRatio.isFinite, year > 0 else { return nil }
    let count = Double(max(1, tally.count))
    let lucky = SharpeSignificance.expectedMaximum(ofTrials: count, deviation: tally.deviation / year)
    trials = max(1, tally.count)
    trialsDeviation = tally.deviation
    luckySharpe = lucky * year
    let probability = SharpeSignificance.probability(thatExceeds: lucky, moments)
    guard probability.isFinite else { return nil }
    trades = result.trades.count
    deflatedSharpe = trades < Self.fewestTrades ? .nan : probability
    returns = moments.count
    neededReturns = SharpeSignificance.minimumTrackRecordLength(
      moments, benchmark: lucky, probability: Self.level)
    minimumYears = SharpeSignificance.minimumBacktestYears(
      trials: count, annualSharpe: moments.sharpeRatio * year)
  }
}
