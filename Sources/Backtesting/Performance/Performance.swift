/// The figures of an equity curve and its trades.
///
/// Fractions are fractions (0.12 is 12 %), a figure that is not defined is NaN. `Metric.all` has the name,
/// formula and unit of each. Returns are those of `ReturnBasis`; the risk-free rate is 0.
public struct Performance: Sendable, Hashable {
  /// The figures that are computed.
  public enum Detail: Sendable, Hashable {
    /// Those that a sweep lists; the others are missing.
    case essential
    /// All, with quantiles of the returns and the length of drawdowns.
    case full
  }

  /// Equity before the first bar.
  public var startValue: Double
  /// Equity at the last close.
  public var endValue: Double
  /// Equity at the last close over the starting cash, less 1.
  public var totalReturn: Double
  /// Gain a year, compounded, by calendar days.
  public var cagr: Double
  /// The deviation of returns a year.
  public var volatility: Double
  /// Mean return over its deviation, a year.
  public var sharpeRatio: Double
  /// Mean return over its downside deviation, a year.
  public var sortinoRatio: Double
  /// Gain a year over the depth of the deepest drawdown.
  public var calmarRatio: Double
  /// The deepest drawdown, zero or negative.
  public var maxDrawdown: Double
  /// The share of closes with a position.
  public var exposure: Double
  /// The last close over the first one, less 1.
  public var buyAndHoldReturn: Double

  /// Closed trades.
  public var trades: Double
  /// Trades open after the last bar.
  public var openTrades: Double
  /// The share of closed trades that gained money.
  public var winRate: Double
  /// The gains of winners over the losses of losers.
  public var profitFactor: Double
  /// The mean gain of a closed trade, in money.
  public var expectancy: Double
  /// The mean return of a closed trade.
  public var averageReturn: Double
  /// The mean return of winners.
  public var averageWin: Double
  /// The mean return of losers, negative.
  public var averageLoss: Double
  /// Average win over average loss.
  public var payoffRatio: Double
  /// The highest return of a trade.
  public var bestTrade: Double
  /// The lowest return of a trade.
  public var worstTrade: Double
  /// The mean number of closes that a trade lasted.
  public var averageBars: Double
  /// The most closes that a trade lasted.
  public var maxBars: Double
  /// The most winners in a row.
  public var longestWinStreak: Double
  /// The most losers in a row.
  public var longestLossStreak: Double
  /// The system quality number of the gains.
  public var sqn: Double
  /// The Kelly fraction of the trades.
  public var kelly: Double

  /// The commission of all fills.
  public var commissionPaid: Double
  /// The cost of slippage.
  public var slippagePaid: Double
  /// The value of all fills.
  public var turnover: Double
  /// The cost of a fill, as a fraction of its value, at which the run gains nothing.
  public var breakEvenCost: Double

  /// The most bars from a peak to its recovery.
  public var maxDrawdownDuration = Double.nan
  /// The mean depth of all drawdowns.
  public var averageDrawdown = Double.nan
  /// The root of the mean squared drawdown.
  public var ulcerIndex = Double.nan
  /// The downside deviation of returns a year.
  public var downsideDeviation = Double.nan
  /// The 5 % quantile of returns.
  public var valueAtRisk = Double.nan
  /// The mean of the lowest 5 % of returns.
  public var conditionalValueAtRisk = Double.nan
  /// The sum of positive returns over that of negative ones.
  public var omegaRatio = Double.nan
  /// The 95 % quantile of returns over the 5 % quantile.
  public var tailRatio = Double.nan
  /// The adjusted third moment of returns.
  public var skewness = Double.nan
  /// The adjusted fourth moment of returns, less 3.
  public var kurtosis = Double.nan
  /// The highest return.
  public var bestPeriod = Double.nan
  /// The lowest return.
  public var worstPeriod = Double.nan
  /// The share of returns above zero.
  public var positivePeriods = Double.nan
  /// Total return over the depth of the deepest drawdown.
  public var recoveryFactor = Double.nan
  /// Gain a year that the benchmark's moves do not explain, compounded.
  public var alpha = Double.nan
  /// The move of the returns with one of the benchmark.
  public var beta = Double.nan
  /// The correlation of the returns with those of the benchmark.
  public var benchmarkCorrelation = Double.nan
  /// Mean return above the benchmark over its deviation, a year.
  public var informationRatio = Double.nan
  /// The deviation of the returns above the benchmark, a year.
  public var trackingError = Double.nan
  /// The share of the benchmark's gains that the run takes part in.
  public var upCapture = Double.nan
  /// The share of the benchmark's losses that the run takes part in.
  public var downCapture = Double.nan
  /// The mean worst return inside a trade.
  public var averageAdverseExcursion = Double.nan
  /// The mean best return inside a trade.
  public var averageFavourableExcursion = Double.nan

  /// The number of returns in a year of the annualised figures.
  public var periodsPerYear: Double
}

/// The facts about a run that performance needs besides its equity.
package struct RunTotals {
  var cash: Double
  var exposedBars: Int
  var commissionPaid: Double
  var slippagePaid: Double
  var turnover: Double
  var firstClose: Double
  /// The worth of a unit bought at the first close at the last one.
  var holdingWorth: Double
  var openTrades: Int
  var tally: TradeTally

  package init(
    cash: Double, exposedBars: Int, commissionPaid: Double, slippagePaid: Double, turnover: Double, firstClose: Double,
    holdingWorth: Double, openTrades: Int, tally: TradeTally
  ) {
    self.cash = cash
    self.exposedBars = exposedBars
    self.commissionPaid = commissionPaid
    self.slippagePaid = slippagePaid
    self.turnover = turnover
    self.firstClose = firstClose
    self.holdingWorth = holdingWorth
    self.openTrades = openTrades
    self.tally = tally
  }
}
