import JSON
import Presentation
import Strategies
import Text

extension Significance {
  static let fields: [Field<Significance>] = [
    .integer("trials") { $0.trials }, .number("trials_deviation", .possible) { $0.trialsDeviation },
    .number("deflated_sharpe", .possible) { $0.deflatedSharpe }, .number("lucky_sharpe", .possible) { $0.luckySharpe },
    .truth("evidence") { $0.isEvidence }, .integer("returns") { $0.returns }, .integer("closed_trades") { $0.trades },
    .number("needed_returns", .possible) { $0.neededReturns }, .number("minimum_years", .possible) { $0.minimumYears },
  ]

  package var json: JSONValue { Self.fields.json(self) }

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
}

/// What a gain says: how much of it may be luck, and whether holding made more.
struct GainVerdict {
  /// The trials on the same data, this one among them.
  var trials: Int
  /// The deflated Sharpe ratio.
  var probability: Double
  var isEvidence: Bool
  /// The reason why nothing can be said about luck; nil if something can.
  var shortage: String?
  /// The annual Sharpe ratio that the best of ``trials`` trials has without skill.
  var luckySharpe: Double
  /// The total return, and that of buy and hold; missing if that is not known.
  var gain: Double
  var holding: Double

  init(_ significance: Significance, gain: Double, holding: Double) {
    (trials, probability) = (significance.trials, significance.deflatedSharpe)
    (isEvidence, shortage) = (significance.isEvidence, significance.shortage)
    luckySharpe = significance.luckySharpe
    (self.gain, self.holding) = (gain, holding)
  }

  /// The verdict on a run whose significance a session's file kept; nil of other JSON.
  init?(kept: JSONValue, trades: Int, gain: Double, holding: Double) {
    guard let trials = kept["trials"]?.doubleValue, let returns = kept["returns"]?.doubleValue,
      let isEvidence = kept["evidence"]?.boolValue
    else { return nil }
    (self.trials, self.isEvidence) = (Int(trials), isEvidence)
    probability = kept["deflated_sharpe"]?.doubleValue ?? .nan
    luckySharpe = kept["lucky_sharpe"]?.doubleValue ?? .nan
    shortage = Significance.shortage(returns: Int(returns), trades: trades)
    (self.gain, self.holding) = (gain, holding)
  }

  /// True if nothing speaks against the gain: it is more than luck, and more than holding made.
  var isGood: Bool { gain > 0 && isEvidence && shortage == nil && !(holding >= gain) }

  /// The verdict in one line: `verdict: more than luck (…), but 75.00% is less than the 291.00% of buy and hold`.
  var text: String { "verdict: \(words)" }

  /// The verdict on the best row of a sweep; `worth` says how many independent trials its trials amount to.
  func textOfBest(_ worth: String?) -> String {
    "the best of \(NumberText.counted(trials, "trial")) on these data\(worth.map { " (\($0))" } ?? ""): without skill its sharpe would be about "
      + "\(NumberFormat.fixed(2).text(luckySharpe)); verdict: \(words)"
  }

  private var words: String {
    func percent(_ number: Double) -> String { NumberFormat.percent(2).grouped.text(number) }
    guard gain > 0 else {
      let own = gain < 0 ? "a loss of \(percent(-gain))" : "no gain"
      if holding.isNaN { return own }
      return holding < 0
        ? "\(own), and buy and hold lost \(percent(-holding))" : "\(own), and buy and hold made \(percent(holding))"
    }
    guard !holding.isNaN else { return luck }
    let isLess = gain < holding
    let joint = shortage != nil || !isEvidence ? "; " : isLess ? ", but " : ", and "
    // Two numbers that are shown alike are not compared.
    let order = percent(gain) == percent(holding) ? "as much as" : isLess ? "less than" : "more than"
    return "\(luck)\(joint)\(percent(gain)) is \(order) the \(percent(holding)) of buy and hold"
  }

  private var luck: String {
    if let shortage { return "none on luck (\(shortage))" }
    let probability = NumberText.percentShort(probability)
    return isEvidence
      ? "more than luck (deflated Sharpe \(probability))"
      : "may be luck (deflated Sharpe \(probability), below \(NumberText.percentShort(Significance.level)))"
  }
}
