import Calendar

/// The days on which a reference is wrong, with the evidence.
struct ReferenceDeviation: Sendable {
  let calendars: Set<String>
  let evidence: String
  let holds: @Sendable (CivilDate) -> Bool

  init(_ calendars: Set<String>, _ evidence: String, holds: @escaping @Sendable (CivilDate) -> Bool) {
    self.calendars = calendars
    self.evidence = evidence
    self.holds = holds
  }

  init(_ calendars: Set<String>, _ evidence: String, _ days: String) {
    let days = Set(days.split(separator: " ").map(String.init))
    self.init(calendars, evidence) { days.contains($0.description) }
  }

  static let all: [ReferenceDeviation] = [
    ReferenceDeviation(
      ["XNYS"],
      "It knows no hours but scheduled ones; pandas_market_calendars lists these interruptions with their reasons.",
      "1994-02-11 1995-12-18 1996-01-08 1997-10-27 2002-09-11 2005-06-01"),
    ReferenceDeviation(
      ["NYSE"],
      "Openings one to three minutes late for a minute of silence: a bar of a minute is no other for it.",
      "1990-12-27 1991-01-17 1991-02-25 2001-09-17 2001-10-08 2003-03-20 2004-06-07 2006-12-27"),
    ReferenceDeviation(
      ["NYSE"],
      """
      The board of the NYSE resolved on 1999-06-03 to close at 13:00 (mondovisione.com, "NYSE defers off-hours trading"), \
      and SPY had 3.4 million shares after 8.1 million on the day before. exchange_calendars has it.
      """,
      "1999-12-31"),
    ReferenceDeviation(
      ["XCBF", "CFE"],
      "No stock traded that week in New York, nor did an option on an index of them; both references have it for the NYSE.",
      "2001-09-11 2001-09-12 2001-09-13 2001-09-14"),
    ReferenceDeviation(
      ["XCBF", "CFE"],
      """
      Options on an index end a quarter of an hour after its stocks: the early closes of New York are theirs. One \
      reference has of them the Friday after Thanksgiving, the other the days around 4 July as well, none 24 December.
      """
    ) { date in
      let day = MarketCalendar.newYork.day(date)
      return day.closes.map { $0 < 900 } ?? false
    },
    ReferenceDeviation(
      ["CME_Globex_Equity", "CME_Globex_Fixed_Income", "CMEGlobex_FX", "CME_Globex_Crypto"],
      """
      The reference opens every Good Friday since 2023. The market opens on those on which the employment report is \
      published, the first Friday of a month, as on 2010-04-02, 2012-04-06, 2015-04-03, 2021-04-02 and 2023-04-07; \
      the report of March 2024 came on 2024-04-05, a week after Good Friday.
      """
    ) { $0.year >= 2024 && $0.day > 7 && MarketCalendar.newYork.day($0).reason == "Good Friday" },
    ReferenceDeviation(
      ["CMEGlobex_EnergyAndMetals", "CME_Globex_Crypto"],
      "The reference knows Christmas since 1999 only.",
      """
      1990-12-25 1991-12-25 1992-12-25 1993-12-24 1994-12-26 1995-12-25 1996-12-25 1997-12-25 1998-12-25
      """.split(separator: "\n").joined(separator: " ")),
    ReferenceDeviation(
      ["XTKS"],
      "3 May 1998 was a Sunday, whose substitute is Monday the 4th; the Act moved it further from 2007 on only. JPX has it so.",
      "1998-05-06"),
  ]
}
