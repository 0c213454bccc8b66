import Backtesting
import JSON
import Language
import Presentation
import Strategies
import Text

/// The remarks of a report in two kinds: those that put its figures in doubt, and those that explain them.
extension BacktestReport {
  /// The reasons to doubt the result, the strongest first.
  var cautions: [StyledText] {
    var all: [String] = []
    func add(_ texts: [String]) { for text in texts where !all.contains(text) { all.append(text) } }
    add([replayCaution].compactMap { $0 })
    add(lookAheadCautions)
    add([ruinRemark].compactMap { $0 })
    add(doubtfulRemarks)
    add(findings.filter { $0.severity != .note }.map(\.message))
    add([luckCaution].compactMap { $0 })
    return all.map { StyledText($0) }
  }

  /// The remarks that explain the result and leave it as good as it is.
  var explanations: [StyledText] {
    let told = Set(doubtfulRemarks + [ruinRemark].compactMap { $0 })
    var all = remarks.filter { !told.contains($0) }
    for finding in findings where finding.severity == .note && !all.contains(finding.message) {
      all.append(finding.message)
    }
    return all.map { StyledText($0) }
  }

  /// The remarks on prices and fills that a reader should not rely on.
  private var doubtfulRemarks: [String] { notes + [liquidationRemark, gapRemark, endedRemark].compactMap { $0 } }

  private static let unreliable = "no figure below can be relied on"

  /// A run on part of the data that did otherwise than the run on all of them; nil where none did.
  private var replayCaution: String? {
    let date =
      run.certificate.map { $0.firstDifference.map(label) } ?? keptCertificate?.certificate["differs_from"]?.stringValue
    return date.map {
      "the run on a part of the data did otherwise than the one on all of them, from \($0) on: a rule knows later bars, "
        + "and \(Self.unreliable)"
    }
  }

  private var lookAheadCautions: [String] {
    if let certificate = run.certificate {
      return certificate.lookAhead.map {
        "`\($0.column)` \($0.text): a rule reads what nobody knew, and \(Self.unreliable)"
      }
    }
    return (keptCertificate?.certificate["looks_ahead"]?.elements ?? []).compactMap { finding in
      guard let column = finding["column"]?.stringValue, let holds = finding["holds"]?.stringValue else { return nil }
      return "`\(column)` goes with \(holds): a rule reads what nobody knew, and \(Self.unreliable)"
    }
  }

  /// The trials on the same data and the probability that the run is more than luck; nil where they were not counted.
  private var luck: (trials: Int, probability: Double, isEvidence: Bool, shortage: String?)? {
    if let own = run.significance { return (own.trials, own.deflatedSharpe, own.isEvidence, own.shortage) }
    guard let kept = keptCertificate?.significance, let trials = kept["trials"]?.doubleValue,
      let returns = kept["returns"]?.doubleValue, let isEvidence = kept["evidence"]?.boolValue
    else { return nil }
    let shortage = Significance.shortage(returns: Int(returns), trades: result.trades.count)
    return (Int(trials), kept["deflated_sharpe"]?.doubleValue ?? .nan, isEvidence, shortage)
  }

  private var luckCaution: String? {
    // Nobody takes a loss for skill.
    guard let luck, !luck.isEvidence, performance.totalReturn > 0 else { return nil }
    if let shortage = luck.shortage { return "this result may be luck: \(shortage)" }
    let probability = NumberText.percentShort(luck.probability)
    let what =
      luck.trials == 1
      ? "it is more than that with a probability of \(probability)"
      : "with \(NumberText.grouped(luck.trials)) trials on these data it is more than the luck of the best of them with a "
        + "probability of \(probability)"
    return "this result may be luck: \(what), and \(NumberText.percentShort(Significance.level)) is called evidence"
  }

  /// The number of trials, and the share of the result that is more than their luck.
  var luckFigures: [Property] {
    guard let luck else { return [] }
    return [
      Property(
        "trials on these data", cell: .integer(luck.trials),
        remark: "different rules and parameters that were run, this one among them"),
      Property(
        "deflated Sharpe ratio", luck.probability, .percent(1),
        remark: StyledText(luck.shortage ?? "the probability that it is more than the luck of the best of that many")),
    ]
  }
}
