import Calendar
import Text

/// The way in which bars get their calendar.
public enum CalendarChoice: Sendable, Hashable {
  /// By their zone and days, if a calendar fits these.
  case guessed
  /// None.
  case none
  /// The one of a market.
  case market(MarketCalendar)

  /// The choice of a word: a calendar's code or the name of its exchange, or `none`; nil without a word is a guess.
  ///
  /// Throws `unknown-calendar`, with the nearest code as a hint if there is one.
  public init(_ word: String?, file: String) throws(MarketDataError) {
    guard let word else {
      self = .guessed
      return
    }
    if word.lowercased() == "none" {
      self = .none
      return
    }
    guard let calendar = MarketCalendar(named: word) else {
      let codes = MarketCalendar.allCases.map(\.rawValue)
      throw MarketDataError(
        .unknownCalendar, file: file, found: RowFault.shortened(word),
        message: "there is no calendar `\(RowFault.shortened(word))`",
        hint: "the calendars: \(codes.joined(separator: ", ")), none", candidates: codes)
    }
    self = .market(calendar)
  }

  /// The calendar requested.
  var market: MarketCalendar? { if case .market(let calendar) = self { calendar } else { nil } }
}
