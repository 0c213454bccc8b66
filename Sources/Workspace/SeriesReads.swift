import Calendar
import Columns
import Evaluation
import OrderedCollections
import Synchronization

/// The series that the expressions and rules of a statement read besides the one that they are computed on, and the time
/// that it looks at.
///
/// A source that has it records each series on which an evaluator computes besides its own, from any use: `close @ QQQ`
/// in an expression, in a rule, in a condition of a list.
package final class SeriesReads: Sendable {
  /// The time that a statement looks at.
  package struct Span: Sendable {
    /// The opening of its first bar.
    package var start: Timestamp
    /// The opening of the first bar that it looks back to.
    package var earliest: Timestamp
    /// The opening of its last bar.
    package var last: Timestamp
  }

  private struct State {
    var series: OrderedDictionary<String, Evaluation.Series> = [:]
    var span: Span?
  }

  private let state = Mutex(State())

  package init() {}

  /// The series that were read, each once, in the order of reading.
  package var series: [Evaluation.Series] { state.withLock { Array($0.series.values) } }

  /// The time examined; nil if no bars were chosen.
  package var span: Span? { state.withLock { $0.span } }

  /// Notes a series that was read.
  func note(_ series: Evaluation.Series) {
    state.withLock { if $0.series[series.name] == nil { $0.series[series.name] = series } }
  }

  /// Notes bars that the statement looks at, with those before them that it looks back to.
  package func look(at range: Range<Int>, of bars: Bars, reach: Int) {
    guard let first = range.first, let last = range.last else { return }
    let (start, earliest) = (bars.times[first], bars.times[max(0, first - reach)])
    state.withLock { state in
      let known = state.span ?? Span(start: start, earliest: earliest, last: bars.times[last])
      state.span = Span(
        start: min(known.start, start), earliest: min(known.earliest, earliest), last: max(known.last, bars.times[last])
      )
    }
  }
}
