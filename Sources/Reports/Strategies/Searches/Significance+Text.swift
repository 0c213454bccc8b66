import JSON
import Presentation
import Strategies
import Text

extension Significance {
  package var json: JSONValue {
    [
      "trials": .integer(trials), "trials_deviation": .number(trialsDeviation),
      "deflated_sharpe": .number(deflatedSharpe), "lucky_sharpe": .number(luckySharpe),
      "evidence": .bool(isEvidence), "returns": .integer(returns), "needed_returns": .number(neededReturns),
      "minimum_years": .number(minimumYears),
    ]
  }

  private var probability: String { NumberText.percentShort(deflatedSharpe) }

  /// The few words of a certificate: `12 trials on these data, deflated Sharpe 31%: no evidence`.
  var text: String {
    let verdict =
      isTooShort
      ? ": no evidence, \(NumberText.counted(returns, "return")) are too few" : isEvidence ? "" : ": no evidence"
    return "\(NumberText.counted(trials, "trial")) on these data, deflated Sharpe \(probability)\(verdict)"
  }

  /// The sentence below a sweep.
  var sentence: String {
    let lucky = NumberFormat.fixed(2).text(luckySharpe)
    let start =
      "the best of \(NumberText.counted(trials, "trial")) on these data: without skill its sharpe would be about \(lucky)"
    let years = minimumYears.isFinite ? ", as luck alone gives it in \(yearsText) of data or less" : ""
    if isTooShort { return "\(start); \(NumberText.counted(returns, "return")) are too few for evidence" }
    return isEvidence
      ? "\(start); more than luck with \(probability) (deflated Sharpe)"
      : "\(start); more than luck with \(probability) (deflated Sharpe): no evidence\(years)"
  }

  private var yearsText: String { "\(NumberFormat.fixed(1).text(minimumYears)) years" }
}
