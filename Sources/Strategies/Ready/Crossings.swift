extension ReadyStrategy {
  /// Crossings of averages, as a strategy service on vectorbt has them ready.
  ///
  /// It fills at the close that decides, holds fractional units and counts 365 days a year:
  /// `with like service, fill close, commission 0.1%, periods_per_year 365`.
  static let crossings = [
    ReadyStrategy(
      "ema_crossover", "Long while the fast exponential average is above the slow one.",
      """
      strategy ema_crossover(fast = 12, slow = 26) {
          # Long while the fast exponential average is above the slow one.
          golden: enter long when ema(fast) crosses above ema(slow)
          death:  exit long when ema(fast) crosses below ema(slow)
      }
      """),
    ReadyStrategy(
      "sma_crossover", "Long while the fast simple average is above the slow one.",
      """
      strategy sma_crossover(fast = 20, slow = 50) {
          # Long while the fast simple average is above the slow one.
          golden: enter long when sma(fast) crosses above sma(slow)
          death:  exit long when sma(fast) crosses below sma(slow)
      }
      """),
    ReadyStrategy(
      "macd_momentum", "Long while the MACD is above its signal line.",
      """
      strategy macd_momentum(fast = 12, slow = 26, smooth = 9) {
          # Long while the MACD is above its signal line.
          # Mended: the first version let the MACD cross itself, which it never does; it meets its signal line here.
          let lines = macd(fast, slow, smooth)
          turn_up:   enter long when lines.macd crosses above lines.signal
          turn_down: exit long when lines.macd crosses below lines.signal
      }
      """),
    ReadyStrategy(
      "triple_ma_trend", "Long while three exponential averages are in order.",
      """
      strategy triple_ma_trend(fast = 9, middle = 21, slow = 50) {
          # Long while three exponential averages are in order.
          # Mended: the first version wanted two crossings on the same bar, which hardly ever happens; the order of the
          # three averages is the intent.
          aligned: enter long when ema(fast) > ema(middle) and ema(middle) > ema(slow)
          broken:  exit long when ema(fast) < ema(middle)
      }
      """),
  ]
}
