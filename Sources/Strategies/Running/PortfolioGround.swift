import Backtesting
import Evaluation

/// The symbols and rules that a portfolio ran on, from which its decision at any close follows.
package struct PortfolioGround: Sendable {
  /// The clock of the symbols.
  package var clock: PortfolioClock
  /// The rules, with the values of the parameters.
  package var rules: PortfolioRules
  /// The symbols in the order that breaks ties.
  package var symbols: [Evaluation.Series]
  /// The largest gross value of the positions, over the equity.
  package var leverage: Double
}

extension StrategyBacktest {
  /// The decision of a portfolio on each symbol at the close of a step, from the values that the run read, from the
  /// cache of each series if still there.
  package func choices(at step: Int) throws(EvaluationError) -> [PortfolioChoice] {
    guard let portfolio else { return [] }
    var members: [PortfolioSymbol] = []
    for series in portfolio.symbols {
      var member = try evidence.portfolioSymbol(series)
      member.membership = membership[series.name].map(Membership.init)
      members.append(member)
    }
    let ranking = PortfolioRanking(
      members, clock: portfolio.clock, rules: portfolio.rules, leverage: portfolio.leverage)
    return ranking.choices(at: step)
  }
}
