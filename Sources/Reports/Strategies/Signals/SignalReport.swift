import Backtesting
import Columns
import Evaluation
import Presentation
import Robustness
import Strategies
import Text

/// The answer of `signal`: the side of a strategy at the last close, why, and its state in the journal.
package struct SignalReport: ShapedResult {
  /// The result of entering the signal in the journal.
  package enum Entering: Sendable, Hashable {
    /// It was written.
    case written
    /// It was written beside one that was given on other data: that one counts.
    case writtenAgain
    /// It is there already.
    case standsAlready
    /// The journal has another one of the same bar on the same data, which stays.
    case contradicts(SignalEntry)
    /// Nothing is written of a bar that is not over.
    case unfinished
    /// It could not be written, for a reason.
    case refused(String)

    /// The word for programs.
    var word: String {
      switch self {
      case .written: "written"
      case .writtenAgain: "written again"
      case .standsAlready: "stands already"
      case .contradicts: "contradicts"
      case .unfinished: "unfinished"
      case .refused: "not written"
      }
    }
  }

  /// The run over all bars that the signal is read from.
  package let report: BacktestReport
  /// The bars after which the signal is settled.
  package let horizon: Int
  /// A hash of the bars up to the last.
  package let dataHash: String
  /// The result of entering the signal in the journal.
  package var entering: Entering
  /// Remarks below the rules.
  package var notes: [String]
  /// The side of the last close; nil if the strategy is out.
  package let stance: Side?
  private let since: Int?
  private let reasons: WhyReport

  /// Reads the signal of the last bar of a run.
  ///
  /// - Throws: the error of a rule that cannot be taken apart on the last bar.
  package init(
    _ report: BacktestReport, horizon: Int, dataHash: String, entering: Entering = .unfinished, notes: [String] = []
  ) throws(EvaluationError) {
    (self.report, self.horizon, self.dataHash) = (report, horizon, dataHash)
    (self.entering, self.notes) = (entering, notes)
    let stances = report.result.stances()
    let stance = stances.last ?? nil
    self.stance = stance
    since = stance.flatMap { side in
      let before = stances.lastIndex { $0 != side }
      return report.result.range.lowerBound + (before.map { $0 + 1 } ?? 0)
    }
    reasons = try report.why(bar: report.result.range.upperBound - 1, isNot: false)
  }

  /// The bar of the signal.
  package var index: Int { report.result.range.upperBound - 1 }
  /// The close of that bar.
  package var close: Double { report.bars.close[index] }
  /// The decision.
  package var decision: SignalEntry.Decision { SignalEntry.Decision(stance) }
  /// The direction in which prices are expected to go.
  package var direction: Direction { Direction(stance) }

  package var reasonAgainstReplay: String? { StatementReason.records }
  package var picture: Picture? { nil }

  package static let shape = ResultShape<SignalReport>(
    "signal", "The side of a strategy at the last close, and why.",
    [
      .text("strategy") { $0.report.strategy }, .text("call") { $0.report.title },
      .text("symbol") { $0.report.seriesName }, .text("timeframe") { "\($0.report.bars.timeframe)" },
      .text("date") { $0.report.label($0.index) }, .number("close", .possible) { $0.close },
      .text("decision") { $0.decision.word }, .text("direction") { $0.direction.word },
      .text("stance") { $0.stance?.name ?? "out" },
      .text("since", .possible) { signal in signal.since.map { signal.report.label($0) } },
      .integer("horizon") { $0.horizon }, .strings("pending") { $0.report.pendingRemarks },
      .list("rules", RuleReading.fields) { $0.reasons.moments.flatMap(\.rules) },
      .truth("unfinished") { $0.report.series.endsUnfinished }, .text("journal") { $0.entering.word },
      .text("data_hash") { $0.dataHash }, .strings("notes") { $0.remarks },
    ])

  package var document: Document {
    let rules = reasons.moments.flatMap(\.rules)
    return Document(
      "\(report.title) on \(report.seriesName) \("\(report.bars.timeframe)"): \(decision.word, .strong)\(stance == nil ? ", flat," : "") at the close of \(report.label(index))"
    ) {
      facts
      if !rules.isEmpty {
        Block.blank
        reasons.table(rules)
      }
      Block.blank
      for remark in remarks { Block.note(StyledText(remark)) }
    }
  }

  private var facts: [Property] {
    let known: Set = ["bar", "position"]
    return [Property("close", close), Property("stance", StyledText(stanceText))]
      + reasons.moments.flatMap(\.facts).filter { !known.contains($0.0) }.map { Property($0.0, StyledText($0.1)) }
  }

  private var stanceText: String {
    guard let stance, let since else { return "out: no position is held" }
    if since == index { return "\(stance.name) from this close on" }
    return "\(stance.name) since the close of \(report.label(since))"
  }

  private var remarks: [String] { report.pendingRemarks + [journalRemark] + notes }

  private var journalRemark: String {
    let settling = "settled after \(NumberText.counted(horizon, "bar"))"
    switch entering {
    case .written: return "written into the journal, \(settling)"
    case .writtenAgain:
      return "written into the journal beside a signal of the same bar on other data, which is the one that counts"
    case .standsAlready: return "in the journal already, \(settling)"
    case .contradicts(let entry):
      let price = NumberFormat.general.text(entry.price)
      let words = "\(entry.decision.word) of this bar at \(price) for \(NumberText.counted(entry.horizon, "bar"))"
      return "contradicts the journal, which says \(words) on the same data: nothing was written"
    case .unfinished:
      return "the last bar of \(report.bars.timeframe) is not over: nothing was written into the journal"
    case .refused(let reason): return "not written into the journal: \(reason)"
    }
  }
}

extension SignalEntry.Decision {
  /// The decision of a side; to hold if the account is out.
  package init(_ side: Side?) {
    switch side {
    case .long: self = .buy
    case .short: self = .sell
    case nil: self = .hold
    }
  }
}

extension Direction {
  /// The direction that a side expects; neutral if the account is out.
  package init(_ side: Side?) {
    switch side {
    case .long: self = .bullish
    case .short: self = .bearish
    case nil: self = .neutral
    }
  }
}
