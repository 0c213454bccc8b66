extension ReadyStrategy {
  /// The rules of a trading bot for crypto pairs, long only.
  ///
  /// The bot asks a learnt model to confirm each entry; a model is not part of the rules and is left out. Its
  /// backtester charges 0.26 % a side and one basis point of slippage: `with commission 0.26%, slippage 1bp`.
  static let bots = [
    ReadyStrategy(
      "bot_momentum", "Long when the fast average is clearly above the slow one, with a stop, a trail and a target.",
      """
      strategy bot_momentum(fast = 9, slow = 26, clear = 0.1%, loss = 1.2%, back = 0.9%, gain = 2.2%) {
          # Long when the fast average is clearly above the slow one. While the close is near the slow one nothing is
          # done. Stop, trail and target are the bot's usual numbers.
          # Mended: the bot's labels say exponential averages and its code takes simple ones; the code is followed.
          let busy = abs(close / sma(slow) - 1) >= clear
          above: enter long when busy and sma(fast) > (1 + clear) * sma(slow)
          below: exit long when busy and sma(fast) < (1 - clear) * sma(slow)
          stop loss
          trail back
          target gain
      }
      """),
    ReadyStrategy(
      "bot_mean_reversion",
      "Buys a fall below the average and sells a rise above it, with a stop, a trail and a target.",
      """
      strategy bot_mean_reversion(window = 20, away = 1%, loss = 1.2%, back = 0.9%, gain = 2.2%) {
          # Buys a fall below the average and sells a rise above it. Stop, trail and target are the bot's usual numbers.
          # Mended: the bot exited only if the rise was below twice `away`, so a jump past it was held.
          let deviation = close / sma(window) - 1
          low:  enter long when deviation < -away
          high: exit long when deviation > away
          stop loss
          trail back
          target gain
      }
      """),
  ]
}
