import Calendar

extension CivilDate {
  /// The time since another day as a fraction of years of 365 days, as discounting counts it (actual/365 fixed);
  /// negative if the other day is later.
  func yearFraction(since other: CivilDate) -> Double { Double(daysSince1970 - other.daysSince1970) / 365 }
}
