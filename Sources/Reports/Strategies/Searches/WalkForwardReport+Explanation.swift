import Backtesting
import Presentation
import Strategies
import Text

// What a walk-forward has beside the figures of a backtest.
extension WalkForwardReport {
  /// The formula of the efficiency with the numbers of the windows put in.
  package var efficiencyExplanation: Explanation {
    let trained = walk.outcomes.compactMap(\.trained?.cagr)
    let percent = NumberFormat.percent(2)
    let mean = trained.reduce(0, +) / Double(trained.count)
    var facts = [
      ("statistic", "Efficiency"),
      ("formula", "The yearly gain of the tests over the mean yearly gain of the choices in training."),
      (
        "convention",
        "as Pardo (2008), The Evaluation and Optimization of Trading Strategies; none if training gained nothing"
      ),
    ]
    if let joined { facts.append(("gain a year of the tests", percent.text(joined.performance.cagr))) }
    if !trained.isEmpty {
      facts.append(("gains a year in training", trained.map { percent.text($0) }.joined(separator: ", ")))
      facts.append(("their mean", percent.text(mean)))
    }
    return Explanation(
      expression: "\(joined?.name ?? strategy).efficiency",
      facts: facts + [("value", efficiency.isNaN ? "missing" : NumberText.plain(efficiency))])
  }
}
