import Calendar
import Columns
import Language
import Text

extension Value {
  /// The value as it would be typed, without quotes around texts; `missing` if it is missing.
  public var text: String {
    switch self {
    case .number(let number): number.isNaN ? "missing" : Self.shortest(number)
    case .rate(let rate): rate.isNaN ? "missing" : NumberText.percent(rate)
    case .truth(let truth): truth == true ? "true" : "false"
    case .text(let text): text
    case .date(let date): date.description
    case .moment(let milliseconds):
      milliseconds.isNaN ? "missing" : Zone.utc.iso8601(Timestamp(milliseconds: Int64(milliseconds)))
    case .timeOfDay(let minutes): minutes.isNaN ? "missing" : Literal.timeOfDay(minutes: Int(minutes)).description
    case .duration(let duration): Literal.duration(duration).description
    case .bars(let count): Literal.bars(count).description
    case .list(let values): "[\(values.map(\.text).joined(separator: ", "))]"
    }
  }

  /// The shortest text that reads back as the number, whole numbers without a point.
  private static func shortest(_ number: Double) -> String {
    number.isFinite ? NumberText.plain(number) : "\(number)"
  }
}
