extension ReadyStrategy {
  /// Rules on relative strength, alone and beside averages, from the same service.
  ///
  /// Its strength is of simple means: `with like service`.
  static let strengths = [
    ReadyStrategy(
      "rsi_mean_reversion", "Buys weakness and sells strength, both by the relative strength index.",
      """
      strategy rsi_mean_reversion(period = 14, oversold = 30, overbought = 70) {
          # Buys weakness and sells strength, both by the relative strength index.
          weak:   enter long when rsi(period) < oversold
          strong: exit long when rsi(period) > overbought
      }
      """),
    ReadyStrategy(
      "rsi_momentum", "Long while the relative strength index is above its middle.",
      """
      strategy rsi_momentum(period = 14, middle = 50) {
          # Long while the relative strength index is above its middle.
          strong: enter long when rsi(period) > middle
          weak:   exit long when rsi(period) < middle
      }
      """),
    ReadyStrategy(
      "dual_ema_rsi", "A crossing of averages not bought while the market is hot, and sold once it is.",
      """
      strategy dual_ema_rsi(fast = 12, slow = 26, period = 14, overbought = 70) {
          # A crossing of averages not bought while the market is hot, and sold once it is.
          # Mended: the first version exited with the RSI below 30, exactly when its sister rules buy; it
          # exits above `overbought` here, as the condition of its entry implies.
          golden: enter long when ema(fast) crosses above ema(slow) and rsi(period) < overbought
          death:  exit long when ema(fast) crosses below ema(slow)
          hot:    exit long when rsi(period) > overbought
      }
      """),
    ReadyStrategy(
      "macd_rsi_confluence", "A turn of the MACD soon after weakness of the relative strength index.",
      """
      strategy macd_rsi_confluence(fast = 12, slow = 26, smooth = 9, period = 14, oversold = 30, overbought = 70, look = 10) {
          # A turn of the MACD soon after weakness of the relative strength index.
          # Mended: the first version let the MACD cross itself; it meets its signal line here. It also wanted the RSI
          # below 30 on the bar of the crossing, when the rise that makes the MACD cross has lifted the RSI already:
          # weakness within the last `look` bars counts here.
          let lines = macd(fast, slow, smooth)
          turn_up:   enter long when lines.macd crosses above lines.signal and lowest(rsi(period), look) < oversold
          turn_down: exit long when lines.macd crosses below lines.signal
          hot:       exit long when rsi(period) > overbought
      }
      """),
  ]

  /// The presets of that service: the same rules with other numbers.
  static let presets = [
    ReadyStrategy(
      "scalping_ema", "The crossing of exponential averages of 5 and 13 bars.",
      """
      strategy scalping_ema(fast = 5, slow = 13) {
          # `ema_crossover` with short averages, for intraday bars.
          golden: enter long when ema(fast) crosses above ema(slow)
          death:  exit long when ema(fast) crosses below ema(slow)
      }
      """),
    ReadyStrategy(
      "swing_trading_sma", "The crossing of simple averages of 20 and 50 bars.",
      """
      strategy swing_trading_sma(fast = 20, slow = 50) {
          # `sma_crossover` under the name of its preset.
          golden: enter long when sma(fast) crosses above sma(slow)
          death:  exit long when sma(fast) crosses below sma(slow)
      }
      """),
    ReadyStrategy(
      "conservative_rsi", "Buys rare weakness and sells rare strength: an RSI of 21 bars, 25 and 75.",
      """
      strategy conservative_rsi(period = 21, oversold = 25, overbought = 75) {
          # `rsi_mean_reversion` with a longer period and wider limits.
          weak:   enter long when rsi(period) < oversold
          strong: exit long when rsi(period) > overbought
      }
      """),
    ReadyStrategy(
      "aggressive_momentum", "A fast crossing of averages with a fast RSI: 8 and 21, 9 bars, 60.",
      """
      strategy aggressive_momentum(fast = 8, slow = 21, period = 9, overbought = 60) {
          # `dual_ema_rsi` with faster numbers.
          # Mended: its exit below an RSI of 40 is one above 60, as in `dual_ema_rsi`.
          golden: enter long when ema(fast) crosses above ema(slow) and rsi(period) < overbought
          death:  exit long when ema(fast) crosses below ema(slow)
          hot:    exit long when rsi(period) > overbought
      }
      """),
    ReadyStrategy(
      "trend_following", "Three exponential averages of 12, 26 and 50 bars in order.",
      """
      strategy trend_following(fast = 12, middle = 26, slow = 50) {
          # `triple_ma_trend` with slower numbers.
          # Mended: the order of the averages takes the place of two crossings on the same bar.
          aligned: enter long when ema(fast) > ema(middle) and ema(middle) > ema(slow)
          broken:  exit long when ema(fast) < ema(middle)
      }
      """),
  ]
}
