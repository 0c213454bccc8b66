/// Sums over closed trades, added one by one in the order of their exits.
public struct TradeTally: Sendable, Hashable {
  /// The number of trades.
  public private(set) var count = 0
  /// The number that gained money after costs.
  public private(set) var wins = 0
  /// The number that lost money after costs.
  public private(set) var losses = 0
  /// The money that the winners gained.
  public private(set) var grossProfit = 0.0
  /// The money that the losers lost, as a negative number.
  public private(set) var grossLoss = 0.0
  private(set) var sumOfReturns = 0.0
  private(set) var sumOfWinReturns = 0.0
  private(set) var sumOfLossReturns = 0.0
  private(set) var best = -Double.infinity
  private(set) var worst = Double.infinity
  private(set) var sumOfBars = 0
  private(set) var maxBars = 0
  private(set) var winStreak = 0
  private(set) var lossStreak = 0
  private(set) var longestWinStreak = 0
  private(set) var longestLossStreak = 0
  private var meanOfPnl = 0.0
  private var squaresOfPnl = 0.0

  /// Makes an empty tally.
  public init() {}

  /// Counts one more trade.
  @inline(__always)
  public mutating func add(pnl: Double, returnRate: Double, bars: Int) {
    count += 1
    // Welford's update: the deviation of large sums that nearly cancel stays exact.
    let distance = pnl - meanOfPnl
    meanOfPnl += distance / Double(count)
    squaresOfPnl += distance * (pnl - meanOfPnl)
    if pnl > 0 {
      wins += 1
      grossProfit += pnl
      sumOfWinReturns += returnRate
      winStreak += 1
      lossStreak = 0
      longestWinStreak = max(longestWinStreak, winStreak)
    } else {
      winStreak = 0
      if pnl < 0 {
        losses += 1
        grossLoss += pnl
        sumOfLossReturns += returnRate
        lossStreak += 1
        longestLossStreak = max(longestLossStreak, lossStreak)
      } else {
        lossStreak = 0
      }
    }
    sumOfReturns += returnRate
    best = max(best, returnRate)
    worst = min(worst, returnRate)
    sumOfBars += bars
    maxBars = max(maxBars, bars)
  }

  /// The mean gain of a trade in money; missing without trades.
  public var meanPnl: Double { count > 0 ? meanOfPnl : .nan }

  /// The sample deviation of the gains; missing below two trades.
  public var deviationOfPnl: Double {
    count > 1 ? (squaresOfPnl / Double(count - 1)).squareRoot() : .nan
  }
}

extension TradeTally: StateRecord {
  static var blank: TradeTally { TradeTally() }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("count", &count)
    fields.visit("wins", &wins)
    fields.visit("losses", &losses)
    fields.visit("gross_profit", &grossProfit)
    fields.visit("gross_loss", &grossLoss)
    fields.visit("sum_of_returns", &sumOfReturns)
    fields.visit("sum_of_win_returns", &sumOfWinReturns)
    fields.visit("sum_of_loss_returns", &sumOfLossReturns)
    fields.visit("best", &best)
    fields.visit("worst", &worst)
    fields.visit("sum_of_bars", &sumOfBars)
    fields.visit("max_bars", &maxBars)
    fields.visit("win_streak", &winStreak)
    fields.visit("loss_streak", &lossStreak)
    fields.visit("longest_win_streak", &longestWinStreak)
    fields.visit("longest_loss_streak", &longestLossStreak)
    fields.visit("mean_of_pnl", &meanOfPnl)
    fields.visit("squares_of_pnl", &squaresOfPnl)
  }
}
