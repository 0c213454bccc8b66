extension ExampleScript {
  /// All examples, the simplest first.
  package static let all: [ExampleScript] = [
    ExampleScript(
      "rsi2_pullback", "Buys weakness above the long average and sells the first strength.",
      #"""
      # RSI(2) pullback: buys weakness above the long average, and sells the first strength.
      load sample SPY
      strategy pullback(oversold = 10, trend = 200) {
          dip:      enter long when rsi(2) < oversold and close > sma(trend)
          strength: exit long when close > sma(5)
          exit after 10 bars
          stop 3 * atr(14)
          size risk 1%
      }
      backtest pullback since 2000 with cash 100k, commission 0.005 per share minimum 1 maximum 1%, slippage 2bp as trial
      trades trial last 5
      why trade 1
      calendar trial by year

      """#),
    ExampleScript(
      "donchian_breakout", "A resting stop at the highest high buys, and a trail follows.",
      #"""
      # Donchian breakout: a resting stop at the highest high buys, a trail of three average ranges follows.
      load sample AAPL
      use AAPL adjusted for splits and dividends
      strategy donchian(entry = 55, width = 3) {
          breakout: enter long at stop highest(high, entry) for 1 bars when close > sma(200)
          stop 2 * atr(20)
          trail width * atr(20)
          size risk 1%
      }
      backtest donchian since 2005 with cash 100k, commission 5bp, slippage 5bp as trial
      orders trial last 5
      trades trial sort by pnl desc top 5

      """#),
    ExampleScript(
      "dual_momentum", "Each month the strongest two of five, in one account.",
      #"""
      # Dual momentum: each month the strongest two of five that also beat their own past, in one account.
      load sample SPY
      load sample AAPL
      load sample IBM
      load sample BAC
      load sample MSFT
      use AAPL adjusted for splits and dividends
      universe five = SPY, AAPL, IBM, BAC, MSFT
      portfolio momentum(n = 2, look = 252) {
          on five
          long when returns(look) > 0
          rank by returns(look) desc
          hold n
          rebalance monthly
      }
      backtest momentum since 2005 with cash 100k, commission 5bp as trial
      calendar trial by year
      trades trial sort by pnl desc top 5

      """#),
    ExampleScript(
      "opening_range", "A break of the first two hours of a session, closed the same day.",
      #"""
      # Opening range: a break of the first two hours of the session is bought, and no position is held overnight.
      load sample SPY timeframe 1h session regular
      strategy range(hours = 2) {
          let top = valuewhen(bar_of_session == hours, highest(high, hours))
          break: enter long at stop top for 1 bars when bar_of_session >= hours and close < top and entries_today == 0
          exit at session close
          stop 2%
          once a day
      }
      backtest range with cash 100k, commission 0.005 per share minimum 1, slippage 1bp as trial
      trades trial last 5

      """#),
    ExampleScript(
      "pairs", "The ratio of two prices against its own past, both legs as one trade.",
      #"""
      # Pairs: the ratio of two prices against its own past. Both legs are entered and exited as one, with equal money in each.
      load sample SPY
      load sample IBM
      strategy pairs(n = 60, k = 2) {
          let other = close @ SPY
          let z = zscore(log(close / other), n)
          legs IBM, -close / other * SPY
          cheap: enter long  when z crosses below -k
          dear:  enter short when z crosses above k
          back:  exit when z * z[1] <= 0
          lost:  exit when profit < -5%
          exit after 40 bars
          size 80%
      }
      backtest pairs since 2000 with commission 5bp, slippage 2bp, borrow_rate 1% as trial
      trades trial last 3
      why trade 2 of trial
      sweep pairs(n = [40, 60, 120], k = [1.5, 2, 2.5]) since 2000 by sharpe top 3 with commission 5bp, slippage 2bp

      """#),
  ]
}
