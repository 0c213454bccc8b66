extension MarketRules {
  /// The trade in currencies between banks: from Sunday 17:00 to Friday 17:00 in New York.
  static let currencies = MarketRules(
    "currencies, 24 hours on 5 days", zone: "America/New_York", opens: -420, closes: 1020,
    [HolidayRule("New Year's Day", .fixed(1, 1)), HolidayRule("Christmas", .fixed(12, 25))])

  /// The trade in crypto currencies: always.
  static let crypto = MarketRules(
    "crypto currencies, 24 hours on 7 days", zone: "UTC", opens: 0, closes: 1440, weekdays: 1...7, [])
}
