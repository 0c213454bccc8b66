import Calendar
import Columns
import Evaluation
import Sessions
import Shell

/// The ends of a window that are often meant: counts and spans of time, or dates.
package struct WindowCandidates {
  /// The candidates in the order in which they are listed.
  package let candidates: [Completion.Candidate]

  /// The candidates after a word of a window.
  package init(_ word: String, _ session: Session) {
    switch word {
    case "first", "last":
      let counts = [5, 10, 20, 60, 250].map { Completion.Candidate(text: "\($0)", detail: "the \(word) \($0) rows") }
      let spans = [
        ("5d", "days"), ("1w", "week"), ("1mo", "month"), ("3mo", "months"), ("6mo", "months"), ("1y", "year"),
        ("5y", "years"),
      ]
      candidates =
        counts
        + spans.map { span, unit in
          let count = span.prefix { $0.isNumber }
          let noun = count == "1" ? "\(unit) of the calendar" : "\(count) \(unit) of the calendar"
          return Completion.Candidate(text: span, detail: "the \(word) \(noun)")
        }
    default:
      let years = Self.years(of: session).map {
        Completion.Candidate(text: "\($0)", detail: "a year of the bars in use")
      }
      candidates =
        [
          Completion.Candidate(text: "today - 1y", detail: "a year ago"),
          Completion.Candidate(text: "today - 3mo", detail: "three months ago"),
        ] + years
    }
  }

  /// The years that the series in use covers, the latest first.
  private static func years(of session: Session) -> [Int] {
    guard let bars = session.active?.series.bars, let first = bars.times.first, let last = bars.times.last else {
      return []
    }
    let years =
      bars.zone.civilTime(at: first).date
      .year...max(
        bars.zone.civilTime(at: first).date.year, bars.zone.civilTime(at: last).date.year)
    return Array(years.reversed().prefix(30))
  }
}
