import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import Reports
import Sessions
import Text

/// A length of time in the returns of a run, which of intraday bars are those of days.
struct ReturnLength {
  /// The number of returns; of part of a day a fraction.
  var count: Double
  /// The length as typed, `12 bars`; nil if it is the count itself.
  var typed: String?

  /// The returns that the length touches, so that no less is left out than was asked.
  var touched: Int { Int(min((count - 1e-9).rounded(.up), 1e9)) }
}

extension Execution {
  /// The returns of a run that a length covers: a number of bars, or a span of the calendar, as in walk-forwards.
  ///
  /// - Parameters:
  ///   - least: the least count of bars.
  ///   - hints: ways to write such a length.
  mutating func returns(
    in expression: Expression, of basis: ReturnBasis, _ bars: Bars, _ range: Range<Int>, atLeast least: Int,
    hints: [String]
  ) throws(Diagnostic) -> ReturnLength {
    func length(ofBars count: Double) -> ReturnLength {
      guard let marks = basis.marks else { return ReturnLength(count: count) }
      let share = Double(marks.count) / Double(max(1, range.count))
      return ReturnLength(count: count * share, typed: NumberText.counted(Int(count), "bar"))
    }
    let value = try value(of: expression).value
    switch value {
    case .bars(let count) where count >= least: return length(ofBars: Double(count))
    case .number(let count) where count >= Double(least) && count == count.rounded() && count < 1e9:
      return length(ofBars: count)
    case .duration(let duration) where duration.count >= 1:
      if let warning = Diagnostic.minutes(duration, on: bars.timeframe, at: expression.span) { warn(warning) }
      let end = bars.times[range.upperBound - 1]
      let start = DateRange.moment(duration, before: end, zone: bars.zone)
      let years = Double(end.milliseconds - start.milliseconds) / (365.25 * 86_400_000)
      return ReturnLength(count: years * basis.periodsPerYear, typed: "\(duration.count)\(duration.unit.rawValue)")
    default:
      throw Diagnostic(
        .wrongKind, "a span of time or a count of bars is needed here, but this is \(value.shown)",
        at: expression.span, hints: hints)
    }
  }
}
