extension ReadyStrategy {
  /// Swing entries and exits of a backtester on half-hour bars of regular hours, in its default and its suggested setups.
  ///
  /// It fills at the close that decides, in whole units, with indicators as in pandas: `with like swing, fill close,
  /// units whole, cash 30k`.
  static let swings = [
    ReadyStrategy(
      "swing_bands", "Buys weakness below the lower band, sells above the upper one; a stop by closes.",
      """
      strategy swing_bands(period = 20, width = 2, strength = 14, oversold = 30, loss = 2%) {
          # Buys weakness below the lower band, sells above the upper one.
          # The stop is reached by closes alone, as in the first version, so that a gap can lose more than `loss`.
          let bands = bbands(close, period, width, deviation="sample")
          dip: enter long when close < bands.lower and rsi(strength) < oversold
          rip: exit long when close > bands.upper
          stop loss on close
      }
      """),
    ReadyStrategy(
      "swing_conservative", "The same dip with an early exit at the middle band, in an expanding economy only.",
      series: Cycle.series,
      """
      strategy swing_conservative(period = 20, width = 2, strength = 14, oversold = 30, loss = 1.5%) {
          # Buys weakness below the lower band, sells above the middle one; only while the economy expands.
      \(Cycle.lines)
          let bands = bbands(close, period, width, deviation="sample")
          dip:      enter long when close < bands.lower and rsi(strength) < oversold and stage == 4
          rip:      exit long when close > bands.middle
          economic: exit long when nz(stage, 0) != 4
          stop loss on close
      }
      """),
    ReadyStrategy(
      "swing_aggressive", "The same dip with a wide stop and a target.",
      """
      strategy swing_aggressive(period = 20, width = 2, strength = 14, oversold = 30, loss = 3%, gain = 5%) {
          # Buys weakness below the lower band, sells above the upper one or with the gain.
          # The gain is checked at closes, as the stop is: the first version knows no prices inside a bar.
          let bands = bbands(close, period, width, deviation="sample")
          goal: exit long when profit >= gain
          dip:  enter long when close < bands.lower and rsi(strength) < oversold
          rip:  exit long when close > bands.upper
          stop loss on close
      }
      """),
    ReadyStrategy(
      "swing_low_volatility", "The dip out of a squeeze of the bands, in an expanding economy only.",
      series: Cycle.series,
      """
      strategy swing_low_volatility(period = 20, width = 2, channel = 1.5, strength = 14, oversold = 30, loss = 2%) {
          # Buys below the lower band while the bands lie inside the channel, sells above the channel.
          # Mended: the first version computed the squeeze last and wrote its own bands and channel over those of the
          # user; each keeps its numbers here.
      \(Cycle.lines)
          let bands = bbands(close, period, width, deviation="sample")
          let narrow = kc(period, width=channel)
          let wide = kc(period, width=width)
          let squeezed = bands.lower > narrow.lower and bands.upper < narrow.upper
          dip:      enter long when squeezed and close < bands.lower and rsi(strength) < oversold and stage == 4
          rip:      exit long when close > wide.upper
          economic: exit long when nz(stage, 0) != 4
          stop loss on close
      }
      """),
    ReadyStrategy(
      "swing_technical", "The dip below the Keltner channel, sold when the relative strength is high.",
      """
      strategy swing_technical(period = 20, width = 2, strength = 14, oversold = 30, overbought = 70, loss = 2%, gain = 3%) {
          # Buys weakness below the Keltner channel, sells when the RSI is high or with the gain.
          let channel = kc(period, width=width)
          goal: exit long when profit >= gain
          dip:  enter long when close < channel.lower and rsi(strength) < oversold
          hot:  exit long when rsi(strength) > overbought
          stop loss on close
      }
      """),
  ]
}
