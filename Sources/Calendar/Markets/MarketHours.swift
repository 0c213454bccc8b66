/// The hours of a market on its own clock, with its holidays and shorter days.
public struct MarketHours: Sendable, Hashable {
  private let calendar: MarketCalendar
  private let zone: Zone

  /// The hours of a market.
  ///
  /// - Parameter zone: the zone of the market's clock.
  public init(_ calendar: MarketCalendar, zone: Zone) { (self.calendar, self.zone) = (calendar, zone) }

  /// True if the market trades at a moment; its pause in the middle of the day counts.
  public func isOpen(at time: Timestamp) -> Bool {
    let civil = zone.civilTime(at: time)
    let minute = civil.millisecondOfDay / 60_000
    // A session may begin on the evening before its date.
    return (0...1).contains { later in
      let day = calendar.day(civil.date.adding(days: later))
      guard let opens = day.opens, let closes = day.closes else { return false }
      return opens <= minute - later * 1440 && minute - later * 1440 < closes
    }
  }
}
