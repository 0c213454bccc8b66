import Columns
import Evaluation
import Text

/// The beginning and the settling of a series, in words and as JSON.
package struct BeginningText: Sendable {
  /// As the plan counts it; moved if values were missing at the beginning of the data.
  package let beginning: Beginning
  /// The first bar with a value; nil if there is none.
  package let first: Int?
  /// The bars that it is counted on; nil if nothing is loaded.
  package let bars: Bars?
  /// True if the values depend on later bars.
  package let looksAhead: Bool

  package init(beginning: Beginning, first: Int?, bars: Bars?, looksAhead: Bool = false) {
    self.looksAhead = looksAhead
    self.beginning = first.map { beginning.moved(toBegin: $0) } ?? beginning
    self.first = first
    self.bars = bars
  }

  /// The settled bar if the data have it.
  private var settledBar: Int? {
    guard !looksAhead, first != nil, let settled = beginning.settled, let bars else { return nil }
    if settled >= bars.count { return nil }
    return settled
  }

  /// The date of the settled bar; nil if it is not known or not in the data.
  package var settledLabel: String? { settledBar.flatMap { bar in bars.map { $0.label(at: bar) } } }

  /// The rows of `explain`.
  package var facts: [(String, String)] {
    [("first valid bar", barText(beginning.warmUp, first)), ("settled bar", settledText)]
  }

  private func barText(_ count: Int, _ bar: Int?) -> String {
    let after = count == 0 ? "the first" : "after \(NumberText.counted(count, "bar"))"
    guard let bars else { return after }
    guard let bar else { return "none: \(after), and there are \(NumberText.grouped(bars.count))" }
    return "\(bars.label(at: bar)), \(bar == 0 ? "the first" : "after \(NumberText.counted(bar, "bar"))")"
  }

  private var settledText: String {
    if looksAhead { return "none: each value depends on later bars" }
    guard let settled = beginning.settled else { return "not known before the run" }
    return barText(settled, settledBar)
  }

  /// The line under a table: none if the first value is settled already.
  package var note: String? {
    guard let bars, first != nil, !looksAhead else { return nil }
    guard let settled = beginning.settled else { return "settled bar not known" }
    if settled <= beginning.warmUp { return nil }
    if let settledLabel { return "settled \(settledLabel)" }
    return
      "not settled: needs \(NumberText.counted(settled + 1, "bar")), and there are \(NumberText.grouped(bars.count))"
  }
}
