import JSON
import Presentation
import Strategies
import Text

extension Significance {
  package var json: JSONValue {
    [
      "trials": .integer(trials), "trials_deviation": .number(trialsDeviation),
      "deflated_sharpe": .number(deflatedSharpe), "lucky_sharpe": .number(luckySharpe),
      "evidence": .bool(isEvidence), "returns": .integer(returns), "closed_trades": .integer(trades),
      "needed_returns": .number(neededReturns),
      "minimum_years": .number(minimumYears),
    ]
  }

  /// The reason why nothing can be said about luck; nil if something can.
  package var shortage: String? { Self.shortage(returns: returns, trades: trades) }

  static func shortage(returns: Int, trades: Int) -> String? {
    switch trades {
    case 0: "no closed trade"
    case 1: "1 closed trade: holding, not a rule"
    case ..<fewestTrades: "\(trades) closed trades are too few"
    default: returns < fewestReturns ? "\(NumberText.counted(returns, "return")) are too few" : nil
    }
  }

  private var probability: String { NumberText.percentShort(deflatedSharpe) }

  /// The few words of a certificate: `12 trials on these data, deflated Sharpe 31%: no evidence`.
  var text: String {
    let trials = "\(NumberText.counted(trials, "trial")) on these data"
    if let shortage { return "\(trials), no verdict of luck: \(shortage)" }
    return "\(trials), deflated Sharpe \(probability)\(isEvidence ? "" : ": no evidence")"
  }

  /// The sentence below a sweep.
  var sentence: String {
    let lucky = NumberFormat.fixed(2).text(luckySharpe)
    let start =
      "the best of \(NumberText.counted(trials, "trial")) on these data: without skill its sharpe would be about \(lucky)"
    let years = minimumYears.isFinite ? ", as luck alone gives it in \(yearsText) of data or less" : ""
    if let shortage { return "\(start); no verdict of luck: \(shortage)" }
    return isEvidence
      ? "\(start); more than luck with \(probability) (deflated Sharpe)"
      : "\(start); more than luck with \(probability) (deflated Sharpe): no evidence\(years)"
  }

  private var yearsText: String { "\(NumberFormat.fixed(1).text(minimumYears)) years" }
}
