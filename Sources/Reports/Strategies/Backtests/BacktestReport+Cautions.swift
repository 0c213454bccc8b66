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
    if let verdict, !verdict.isGood { add([verdict.text]) }
    return all.map { StyledText($0) }
  }

  /// The remarks that explain the result and leave it as good as it is.
  var explanations: [StyledText] {
    let told = Set(doubtfulRemarks + [ruinRemark].compactMap { $0 })
    var all = remarks.filter { !told.contains($0) }
    for finding in findings where finding.severity == .note && !all.contains(finding.message) {
      all.append(finding.message)
    }
    if let verdict, verdict.isGood { all.append(verdict.text) }
    return all.map { StyledText($0) }
  }

  /// The remarks on prices and fills that a reader should not rely on.
  private var doubtfulRemarks: [String] {
    notes + [liquidationRemark, gapRemark, endedRemark, sharpeRemark].compactMap { $0 }
  }

  private static let unreliable = "no figure below can be relied on"

  /// A run on part of the data that did otherwise than the run on all of them; nil if none did.
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
        "`\($0.column)` \($0.text): a rule reads later bars, and \(Self.unreliable)"
      }
    }
    return (keptCertificate?.certificate["looks_ahead"]?.elements ?? []).compactMap { finding in
      guard let column = finding["column"]?.stringValue, let holds = finding["holds"]?.stringValue else { return nil }
      return "`\(column)` goes with \(holds): a rule reads later bars, and \(Self.unreliable)"
    }
  }

  /// The number of trials, and the share of the result that is more than their luck.
  var luckFigures: [Property] {
    guard let verdict else { return [] }
    return [
      Property(
        "trials on these data", cell: .integer(verdict.trials),
        remark: "different rules and parameters that were run, this one among them"),
      Property(
        "deflated Sharpe ratio", verdict.probability, .percent(1),
        remark: StyledText(verdict.shortage ?? "the probability that it is more than the luck of the best of that many")
      ),
    ]
  }
}
