import Calendar
import Language
import Text

extension Diagnostic {
  /// The warning if a time in minutes meets bars of a day or longer, each of which is longer: months may be meant.
  package static func minutes(
    _ duration: DurationLiteral, on timeframe: Timeframe, at span: SourceSpan?
  ) -> Diagnostic? {
    guard duration.unit == .minutes, duration.count > 0, duration.count < 1440, timeframe.unit >= .day else {
      return nil
    }
    return Diagnostic(
      .minutesOnDays,
      "`\(duration.count)m` is \(NumberText.counted(duration.count, "minute")), less than a bar of \(timeframe)",
      at: span,
      hints: [monthsHint(duration.count)], severity: .warning)
  }

  /// The warning if `last` takes more millions of rows than there are; nil for a count of another kind.
  package static func millions(_ expression: Expression, of rows: Int) -> Diagnostic? {
    guard let count = expression.millions, count * 1_000_000 > rows else { return nil }
    return Diagnostic(
      .minutesOnDays,
      "`\(count)M` is \(NumberText.grouped(count * 1_000_000)), but there are \(NumberText.counted(rows, "bar"))",
      at: expression.span, hints: [monthsHint(count)], severity: .warning)
  }

  /// The spelling of a number of months.
  package static func monthsHint(_ count: Int) -> String {
    count == 1 ? "a month is `1mo`" : "\(NumberText.grouped(count)) months are `\(count)mo`"
  }
}

extension Expression {
  /// The digits of a whole number of millions, `6M`; nil for anything else.
  package var millions: Int? {
    guard case .literal(.number(let number), _) = self, number.suffix == .million else { return nil }
    return Int(number.digits).flatMap { (1...1200).contains($0) ? $0 : nil }
  }
}
