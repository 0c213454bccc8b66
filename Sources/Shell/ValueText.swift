import Columns
import Evaluation
import Language

/// Values as texts: for words, for messages, for JSON.
enum ValueText {
  /// The value as it would be typed, without quotes around texts.
  static func plain(_ value: Value) -> String {
    switch value {
    case .number(let number): number.isNaN ? "missing" : NumberText.plain(number)
    case .rate(let rate): rate.isNaN ? "missing" : NumberText.percent(rate)
    case .truth(let truth): truth.map { $0 ? "true" : "false" } ?? "missing"
    case .text(let text): text
    case .date(let date): self.date(date)
    case .moment(let milliseconds):
      milliseconds.isNaN ? "missing" : Zone.utc.iso8601(Timestamp(milliseconds: Int64(milliseconds)))
    case .timeOfDay(let minutes):
      minutes.isNaN ? "missing" : "\(padded(Int(minutes) / 60)):\(padded(Int(minutes) % 60))"
    case .duration(let duration): "\(duration.count)\(duration.unit.rawValue)"
    case .bars(let count): "\(count) bars"
    case .list(let values): "[\(values.map(plain).joined(separator: ", "))]"
    }
  }

  /// A date as it was written, at its own precision.
  static func date(_ date: DateLiteral) -> String {
    switch date {
    case .year(let year): "\(year)"
    case .month(let year, let month): "\(year)-\(padded(month))"
    case .day(let year, let month, let day): "\(year)-\(padded(month))-\(padded(day))"
    case .time(let year, let month, let day, let hour, let minute, let second, _):
      "\(year)-\(padded(month))-\(padded(day))T\(padded(hour)):\(padded(minute))"
        + (second == 0 ? "" : ":\(padded(second))")
    case .today: "today"
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
