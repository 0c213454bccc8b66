extension Metric {
  /// Figures of the money.
  static let curve: [Metric] = [
    Metric(
      "total_return",
      "Total return",
      .fraction,
      "Equity at the last close over the starting cash, less 1.",
      aliases: ["return"]
    ) { $0.totalReturn },
    Metric(
      "cagr",
      "Compound annual growth",
      .fraction,
      "(end value / start value) ^ (365.25 / days from the first to the last bar) - 1; missing below 30 days.",
      aliases: ["annual_return"]
    ) { $0.cagr },
    Metric(
      "buy_and_hold_return",
      "Buy and hold",
      .fraction,
      "The window's last close over its first close, less 1, without costs.",
      aliases: ["buy_and_hold", "benchmark_return"]
    ) { $0.buyAndHoldReturn },
    Metric(
      "start_value",
      "Start value",
      .money,
      "The cash before the first bar."
    ) { $0.startValue },
    Metric(
      "end_value",
      "End value",
      .money,
      "Cash and holdings at the last close.",
      aliases: ["final_equity"]
    ) { $0.endValue },
    Metric(
      "exposure",
      "Exposure",
      .fraction,
      "The share of closes at which a position is held."
    ) { $0.exposure },
  ]

  /// Figures of the ups and downs on the way.
  static let risk: [Metric] = [
    Metric(
      "volatility",
      "Volatility",
      .fraction,
      "The sample deviation of the returns times the root of the periods a year.",
      aliases: ["vol"],
      .lower
    ) { $0.volatility },
    Metric(
      "sharpe_ratio",
      "Sharpe ratio",
      .ratio,
      "Mean return less risk_free over its sample deviation, times the root of the periods a year.",
      aliases: ["sharpe"]
    ) { $0.sharpeRatio },
    Metric(
      "sortino_ratio",
      "Sortino ratio",
      .ratio,
      "Mean return less risk_free over the root of its mean squared negatives (all returns counted), a year.",
      aliases: ["sortino"]
    ) { $0.sortinoRatio },
    Metric(
      "calmar_ratio",
      "Calmar ratio",
      .ratio,
      "Compound annual growth over the depth of the deepest drawdown.",
      aliases: ["calmar", "mar"]
    ) { $0.calmarRatio },
    Metric(
      "max_drawdown",
      "Max drawdown",
      .fraction,
      "The lowest equity over the highest equity before it, less 1, at closes; zero or negative.",
      aliases: ["drawdown", "max_dd"]
    ) { $0.maxDrawdown },
    Metric(
      "max_drawdown_duration",
      "Longest drawdown",
      .bars,
      "The most bars from a peak to its recovery, or to the last bar.",
      .lower,
      detail: .full
    ) { $0.maxDrawdownDuration },
    Metric(
      "average_drawdown",
      "Average drawdown",
      .fraction,
      "The mean depth of all drawdowns; zero or negative.",
      detail: .full
    ) { $0.averageDrawdown },
    Metric(
      "ulcer_index",
      "Ulcer index",
      .fraction,
      "The root of the mean squared drawdown over all closes.",
      aliases: ["ulcer"],
      .lower,
      detail: .full
    ) { $0.ulcerIndex },
    Metric(
      "recovery_factor",
      "Recovery factor",
      .ratio,
      "Total return over the depth of the deepest drawdown.",
      detail: .full
    ) { $0.recoveryFactor },
    Metric(
      "downside_deviation",
      "Downside deviation",
      .fraction,
      "The root of the mean squared negative return (all returns counted), a year.",
      .lower,
      detail: .full
    ) { $0.downsideDeviation },
  ]

  /// Figures of the distribution of returns.
  static let distribution: [Metric] = [
    Metric(
      "value_at_risk",
      "Value at risk, 5 %",
      .fraction,
      "The 5 % quantile of the returns, linear between the two nearest.",
      aliases: ["var"],
      detail: .full
    ) { $0.valueAtRisk },
    Metric(
      "conditional_value_at_risk",
      "Conditional value at risk, 5 %",
      .fraction,
      "The mean of the lowest 5 % of the returns, at least one.",
      aliases: ["cvar", "expected_shortfall"],
      detail: .full
    ) { $0.conditionalValueAtRisk },
    Metric(
      "omega_ratio",
      "Omega ratio",
      .ratio,
      "The sum of the positive returns over that of the negative ones.",
      aliases: ["omega"],
      detail: .full
    ) { $0.omegaRatio },
    Metric(
      "tail_ratio",
      "Tail ratio",
      .ratio,
      "The 95 % quantile of the returns over the 5 % quantile, both as magnitudes.",
      detail: .full
    ) { $0.tailRatio },
    Metric(
      "skewness",
      "Skewness",
      .ratio,
      "The adjusted third moment of the returns; negative if losses have the longer tail.",
      aliases: ["skew"],
      detail: .full
    ) { $0.skewness },
    Metric(
      "kurtosis",
      "Excess kurtosis",
      .ratio,
      "The adjusted fourth moment of the returns, less the 3 of a normal distribution.",
      .lower,
      detail: .full
    ) { $0.kurtosis },
    Metric(
      "best_period",
      "Best return",
      .fraction,
      "The highest return of a bar, on intraday bars of a day.",
      detail: .full
    ) { $0.bestPeriod },
    Metric(
      "worst_period",
      "Worst return",
      .fraction,
      "The lowest return of a bar, on intraday bars of a day.",
      detail: .full
    ) { $0.worstPeriod },
    Metric(
      "positive_periods",
      "Positive returns",
      .fraction,
      "The share of returns above zero; flat periods count as not positive.",
      detail: .full
    ) { $0.positivePeriods },
  ]

  /// Figures of single trades.
  static let closedTrades: [Metric] = [
    Metric(
      "trades",
      "Trades",
      .count,
      "The number of closed trades.",
      aliases: ["total_trades"]
    ) { $0.trades },
    Metric(
      "open_trades",
      "Open trades",
      .count,
      "The number of trades that are open after the last bar."
    ) { $0.openTrades },
    Metric(
      "win_rate",
      "Win rate",
      .fraction,
      "The share of closed trades that gained money after costs."
    ) { $0.winRate },
    Metric(
      "profit_factor",
      "Profit factor",
      .ratio,
      "The money that winners gained over the money that losers lost; missing without losers."
    ) { $0.profitFactor },
    Metric(
      "expectancy",
      "Expectancy",
      .money,
      "The mean gain of a closed trade after costs."
    ) { $0.expectancy },
    Metric(
      "average_return",
      "Average trade",
      .fraction,
      "The mean gain of a closed trade over its value at entry.",
      aliases: ["average_trade"]
    ) { $0.averageReturn },
    Metric(
      "average_win",
      "Average win",
      .fraction,
      "The mean return of the trades that gained money."
    ) { $0.averageWin },
    Metric(
      "average_loss",
      "Average loss",
      .fraction,
      "The mean return of the trades that lost money; negative."
    ) { $0.averageLoss },
    Metric(
      "payoff_ratio",
      "Payoff ratio",
      .ratio,
      "Average win over average loss, as magnitudes.",
      aliases: ["payoff"]
    ) { $0.payoffRatio },
    Metric(
      "best_trade",
      "Best trade",
      .fraction,
      "The highest return of a closed trade."
    ) { $0.bestTrade },
    Metric(
      "worst_trade",
      "Worst trade",
      .fraction,
      "The lowest return of a closed trade."
    ) { $0.worstTrade },
    Metric(
      "average_bars",
      "Average bars held",
      .bars,
      "The mean number of closes from entry to exit.",
      .lower
    ) { $0.averageBars },
    Metric(
      "max_bars",
      "Most bars held",
      .bars,
      "The most closes from entry to exit.",
      .lower
    ) { $0.maxBars },
    Metric(
      "longest_win_streak",
      "Longest win streak",
      .count,
      "The most trades in a row that gained money."
    ) { $0.longestWinStreak },
    Metric(
      "longest_loss_streak",
      "Longest loss streak",
      .count,
      "The most trades in a row that lost money.",
      .lower
    ) { $0.longestLossStreak },
    Metric(
      "average_mae",
      "Average adverse excursion",
      .fraction,
      "The mean over closed trades of the worst price while held over the entry price, less 1, by side.",
      aliases: ["mae"],
      detail: .full
    ) { $0.averageAdverseExcursion },
    Metric(
      "average_mfe",
      "Average favourable excursion",
      .fraction,
      "The mean over closed trades of the best price while held over the entry price, less 1, by side.",
      aliases: ["mfe"],
      detail: .full
    ) { $0.averageFavourableExcursion },
    Metric(
      "sqn",
      "System quality number",
      .ratio,
      "The root of the number of trades times their mean gain over its sample deviation."
    ) { $0.sqn },
    Metric(
      "kelly",
      "Kelly fraction",
      .fraction,
      "Win rate less the loss rate over the payoff ratio.",
      aliases: ["kelly_criterion"]
    ) { $0.kelly },
  ]

  /// Figures of the costs of trading.
  static let costs: [Metric] = [
    Metric(
      "commission_paid",
      "Commission paid",
      .money,
      "The commission of all fills.",
      aliases: ["commission"],
      .lower
    ) { $0.commissionPaid },
    Metric(
      "slippage_paid",
      "Slippage paid",
      .money,
      "The distance of fills from the price, times units.",
      .lower
    ) { $0.slippagePaid },
    Metric(
      "turnover",
      "Turnover",
      .money,
      "The value of all fills.",
      .lower
    ) { $0.turnover },
    Metric(
      "break_even_cost",
      "Break-even cost",
      .fraction,
      "The cost of each fill, as a fraction of its value, at which the run gains nothing; costs compound.",
      detail: .full
    ) { $0.breakEvenCost },
  ]
}
