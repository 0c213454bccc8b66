import Backtesting
import JSON
import Presentation
import Robustness
import Strategies
import Text

/// A figure that says how much of a backtest may be luck; it depends on the trials on the same data, and so is no
/// ``Metric`` of the run alone.
package struct LuckFigure: Sendable {
  /// The key in results: `deflated_sharpe`.
  package let name: String
  package let title: String
  /// Its computation with its source, in a sentence or two.
  package let formula: String

  /// The figures of a certificate's significance.
  package static let all = [
    LuckFigure(
      name: "deflated_sharpe", title: "Deflated Sharpe ratio",
      formula: """
        The probability that the true Sharpe ratio is above the one of luck: the normal distribution at (SR - luck) / e of \
        returns, e² = (1 - skewness SR + (kurtosis - 1) / 4 SR²) / (returns - 1). Bailey and López de Prado (2014), "The \
        deflated Sharpe ratio".
        """),
    LuckFigure(
      name: "lucky_sharpe", title: "Sharpe ratio of luck",
      formula: """
        The Sharpe ratio of a year that the best of N trials without skill is expected to have: d ((1 - γ) z(1 - 1/N) + γ z(1 - \
        1/(N e))), d the deviation of the trials' Sharpe ratios, z the normal quantile, γ = 0.5772; 0 for one trial. \
        Bailey and López de Prado (2014).
        """),
    LuckFigure(
      name: "needed_returns", title: "Minimum track record",
      formula: """
        The returns above which the deflated Sharpe ratio reaches 95%: 1 + (1 - skewness SR + (kurtosis - 1) / 4 SR²) (1.645 / \
        (SR - luck))²; endless where the ratio is not above the one of luck. Bailey and López de Prado (2012).
        """),
    LuckFigure(
      name: "minimum_years", title: "Minimum length of data",
      formula: """
        The years of data below which the best of N trials without skill reaches the run's Sharpe ratio: ((1 - γ) z(1 - 1/N) + \
        γ z(1 - 1/(N e)))² / SR², SR of a year, z the normal quantile, γ = 0.5772. Bailey, \
        Borwein, López de Prado and Zhu (2014), "Pseudo-mathematics and financial charlatanism".
        """),
  ]

  /// The figure with a name; nil for another.
  package static func named(_ name: String) -> LuckFigure? { all.first { $0.name == name } }
}

extension BacktestReport {
  /// The luck figures that the run has, by name; empty of a run whose trials were not counted.
  package var luckValues: [(name: String, value: Double)] {
    guard let kept = run.significance?.json ?? keptCertificate?.significance else { return [] }
    return LuckFigure.all.compactMap { figure in
      // JSON has no number for a length without an end.
      kept[figure.name].map { (figure.name, $0.doubleValue ?? .infinity) }
    }
  }

  /// The explanation of a luck figure with the numbers of this run; nil of a run without it.
  package func explanation(of figure: LuckFigure) -> Explanation? {
    guard let value = luckValues.first(where: { $0.name == figure.name })?.value else { return nil }
    let kept = run.significance?.json ?? keptCertificate?.significance ?? .null
    let moments = ReturnMoments(of: result.excessReturns())
    let year = performance.periodsPerYear.squareRoot()
    let lucky = kept["lucky_sharpe"]?.doubleValue ?? .nan
    var facts = [
      ("statistic", figure.title), ("formula", figure.formula),
      ("returns", NumberText.grouped(moments.count)),
      ("sharpe ratio", "\(number(moments.sharpeRatio * year)) a year, \(number(moments.sharpeRatio)) a return"),
      ("skewness, kurtosis", "population: \(number(moments.skewness)), \(number(moments.kurtosis))"),
      ("trials on these data", NumberText.grouped(kept["trials"]?.intValue ?? 1)),
    ]
    if let deviation = kept["trials_deviation"]?.doubleValue {
      facts.append(("deviation of their sharpe ratios", "\(number(deviation)) a year"))
    }
    facts.append(("sharpe ratio of luck", "\(number(lucky)) a year, \(number(lucky / year)) a return"))
    facts.append(("value", value.isInfinite ? "endless" : number(value)))
    facts.append(("run", "\(title) on \(seriesName)"))
    return Explanation(expression: "\(name).\(figure.name)", facts: facts)
  }

  private func number(_ value: Double) -> String { NumberText.plain(value) }
}
