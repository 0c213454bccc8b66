import Calendar

extension Timestamp {
  /// The moment `days` days of 24 hours later, or the last one that can be written.
  func adding(days: Int) -> Timestamp { adding(hours: days.multipliedReportingOverflow(by: 24).partialValue) }

  /// The moment `hours` hours later, or the last one that can be written.
  func adding(hours: Int) -> Timestamp {
    let (sum, overflows) = milliseconds.addingReportingOverflow(Int64(hours) * 3_600_000)
    return Timestamp(milliseconds: overflows ? (hours < 0 ? .min : .max) : sum)
  }
}
