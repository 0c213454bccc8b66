import Calendar
import Columns
import MarketData
import Testing

@Suite("Sessions, closes and publication")
struct SessionTests {
  private static func newYork() throws -> Zone { try ZoneDatabase.zone(named: "America/New_York") }

  private static func bars(_ times: [String], _ timeframe: Timeframe, _ zone: Zone, _ session: SessionHours? = nil)
    -> Bars
  {
    let column = Column(repeating: 1, count: times.count)
    return Bars(
      times: times.map { zone.timestamp(of: civil($0)) }, open: column, high: column, low: column, close: column,
      volume: column, timeframe: timeframe, zone: zone, session: session)
  }

  private static func civil(_ text: String) -> CivilTime {
    let numbers = text.split { "-T:".contains($0) }.compactMap { Int($0) }
    let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) ?? CivilDate(daysSince1970: 0)
    return CivilTime(date: date, hour: numbers.count > 3 ? numbers[3] : 0, minute: numbers.count > 4 ? numbers[4] : 0)
  }

  private static func closings(_ bars: Bars) -> [String] { bars.closings().map { "\(bars.zone.civilTime(at: $0))" } }

  @Test("Hours are read unchanged, and known for New York")
  func reading() throws {
    let zone = try Self.newYork()
    #expect(SessionHours("regular", in: zone)?.description == "09:30-16:00")
    #expect(SessionHours("extended", in: zone)?.description == "04:00-20:00")
    #expect(SessionHours("regular", in: .utc) == nil)
    #expect(SessionHours("9:00-17:30")?.description == "09:00-17:30")
    #expect(SessionHours("18:00-17:00")?.runsOverMidnight == true)
    #expect(SessionHours("17:00-17:00")?.runsOverMidnight == true)
    #expect(SessionHours("00:00-24:00")?.closes == 1440)
    #expect(SessionHours("16:00-00:00")?.closes == 1440)
    for text in [
      "", "09:30", "09:30-", "9-16", "09:30-25:00", "09:60-10:00", "24:00-09:00", "a:00-b:00",
    ] {
      #expect(SessionHours(text) == nil, "\(text)")
    }
    // Typed, the regular hours are those of half days too.
    #expect(SessionHours("09:30-16:00", in: zone) == SessionHours("regular", in: zone))
    for word in ["regular", "extended", "09:30-15:00", "18:00-17:00"] {
      #expect(SessionHours(word, in: zone)?.word(in: zone) == word)
    }
  }

  @Test("A session's date, opening and close are found from a moment")
  func cursor() throws {
    let zone = try Self.newYork()
    var cursor = SessionCursor(hours: .regular(in: zone), zone: zone)
    func go(_ text: String) -> (Bool, String, String, String) {
      let isNew = cursor.go(to: zone.timestamp(of: Self.civil(text)))
      return (
        isNew, "\(cursor.date)", "\(zone.civilTime(at: cursor.open))", "\(zone.civilTime(at: cursor.close))"
      )
    }
    #expect(go("2024-11-27T10:00") == (true, "2024-11-27", "2024-11-27T09:30", "2024-11-27T16:00"))
    #expect(go("2024-11-27T15:59") == (false, "2024-11-27", "2024-11-27T09:30", "2024-11-27T16:00"))
    // The day after Thanksgiving.
    #expect(go("2024-11-29T09:30") == (true, "2024-11-29", "2024-11-29T09:30", "2024-11-29T13:00"))
    cursor = SessionCursor(hours: SessionHours("18:00-17:00"), zone: zone)
    #expect(go("2024-03-10T18:00") == (true, "2024-03-11", "2024-03-10T18:00", "2024-03-11T17:00"))
    #expect(go("2024-03-11T03:00") == (false, "2024-03-11", "2024-03-10T18:00", "2024-03-11T17:00"))
    #expect(go("2024-03-11T17:30") == (false, "2024-03-11", "2024-03-10T18:00", "2024-03-11T17:00"))
    #expect(go("2024-03-11T18:00") == (true, "2024-03-12", "2024-03-11T18:00", "2024-03-12T17:00"))
    cursor = SessionCursor(hours: nil, zone: zone)
    #expect(go("2024-03-10T12:00") == (true, "2024-03-10", "2024-03-10T00:00", "2024-03-11T00:00"))
  }

  @Test("Bars of a day and longer close at the end of their period, shorter ones their length after their opening")
  func closes() throws {
    let zone = try Self.newYork()
    #expect(
      Self.closings(Self.bars(["2024-01-02", "2024-01-05"], .day, zone)) == ["2024-01-03T00:00", "2024-01-06T00:00"])
    #expect(Self.closings(Self.bars(["2024-01-03"], .week, zone)) == ["2024-01-08T00:00"])
    #expect(Self.closings(Self.bars(["2024-02-01"], .month, zone)) == ["2024-03-01T00:00"])
    #expect(Self.closings(Self.bars(["2024-02-29"], .month, zone)) == ["2024-03-01T00:00"])
    #expect(Self.closings(Self.bars(["2024-10-01"], .quarter, zone)) == ["2025-01-01T00:00"])
    // Of three days each, which do not begin where the calendar's do: each ends three days later.
    #expect(
      Self.closings(Self.bars(["2024-01-02", "2024-01-05"], Timeframe(3, .day), .utc))
        == ["2024-01-05T00:00", "2024-01-08T00:00"])
    #expect(
      Self.closings(Self.bars(["2024-01-02T15:30", "2024-01-02T23:30"], Timeframe(30, .minute), zone))
        == ["2024-01-02T16:00", "2024-01-03T00:00"])
    // The last seven hours of a day are cut short; bars of another grid are not.
    #expect(
      Self.closings(Self.bars(["2024-01-02T14:00", "2024-01-02T21:00"], Timeframe(7, .hour), .utc))
        == ["2024-01-02T21:00", "2024-01-03T00:00"])
    #expect(
      Self.closings(Self.bars(["2024-01-02T22:00"], Timeframe(4, .hour), .utc)) == ["2024-01-03T02:00"])
  }

  @Test("A bar of several hours ends where the clock says, also where the clock was changed in it")
  func clockChanges() throws {
    let zone = try Self.newYork()
    // Forward on 10 March, back on 3 November 2024, both at two in the night.
    #expect(
      Self.closings(Self.bars(["2024-03-10T00:00", "2024-03-10T04:00"], Timeframe(4, .hour), zone))
        == ["2024-03-10T04:00", "2024-03-10T08:00"])
    #expect(
      Self.closings(Self.bars(["2024-11-03T00:00", "2024-11-03T04:00"], Timeframe(4, .hour), zone))
        == ["2024-11-03T04:00", "2024-11-03T08:00"])
    #expect(
      Self.closings(Self.bars(["2024-03-09", "2024-03-10"], .day, zone)) == ["2024-03-10T00:00", "2024-03-11T00:00"])
  }

  @Test("A bar of a session closes with it, on half days early")
  func sessionCloses() throws {
    let zone = try Self.newYork()
    let hours = try #require(SessionHours.regular(in: zone))
    #expect(
      Self.closings(
        Self.bars(["2024-11-27T09:30", "2024-11-27T13:30", "2024-11-29T09:30"], Timeframe(4, .hour), zone, hours))
        == ["2024-11-27T13:30", "2024-11-27T16:00", "2024-11-29T13:00"])
  }

  @Test("The usual publication lags, and lags of all units")
  func publication() throws {
    let lags: [(Timeframe, String)] = [(.day, "1d"), (.week, "5d"), (.month, "15d"), (.quarter, "30d"), (.year, "90d")]
    for (timeframe, text) in lags { #expect(PublicationLag.usual(for: timeframe).description == text) }
    let end = Zone.utc.timestamp(of: Self.civil("2024-01-31"))
    for (lag, text) in [
      (PublicationLag(10, .day), "2024-02-10T00:00"), (PublicationLag(2, .week), "2024-02-14T00:00"),
      (PublicationLag(1, .month), "2024-02-29T00:00"), (PublicationLag(1, .quarter), "2024-04-30T00:00"),
      (PublicationLag(1, .year), "2025-01-31T00:00"), (PublicationLag(36, .hour), "2024-02-01T12:00"),
      (PublicationLag(0, .day), "2024-01-31T00:00"),
    ] {
      #expect("\(Zone.utc.civilTime(at: lag.moment(after: end, in: .utc)))" == text)
    }
  }
}
