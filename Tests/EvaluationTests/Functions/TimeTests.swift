import Calendar
import Columns
import Evaluation
import Language
import TestSupport
import Testing

@Suite("Times and dates on the clock of the series")
struct TimeTests {
  private func series(_ moments: [Int64], zone: Zone = newYork, timeframe: Timeframe = Timeframe(30, .minute)) -> Bars {
    let column = Column(repeating: 1, count: moments.count)
    return Bars(
      times: moments.map { Timestamp(milliseconds: $0) }, open: column, high: column, low: column, close: column,
      volume: column,
      timeframe: timeframe, zone: zone)
  }

  @Test("The rule of New York is read")
  func zone() { #expect(newYork.offset(at: Timestamp(milliseconds: 1_340_000_000_000)) == -4 * 3600) }

  @Test("Time fields over two changes of the clock are those of the zone, bar by bar")
  func daylight() throws {
    // Half hours around 2012-03-11 and 2012-11-04, and a long gap between.
    let spring = (0..<200).map { 1_331_360_000_000 + Int64($0) * 1_800_000 }
    let autumn = (0..<200).map { 1_351_920_000_000 + Int64($0) * 1_800_000 }
    for zone in [newYork, .utc, Zone(fixedOffset: 19_800)] {
      let bars = series(spring + autumn, zone: zone)
      for (name, part) in Self.parts {
        let expected = (0..<bars.count).map { Double(part(bars.civilTime(at: $0))) }
        #expect(try values(name + " + 0", on: bars) == expected, "\(name) in \(zone.identifier)")
      }
      #expect(try values("time", on: bars) == bars.times.map { Double($0.milliseconds) })
    }
  }

  private static let parts: [(String, @Sendable (CivilTime) -> Int)] = [
    ("year", { $0.date.year }), ("month", { $0.date.month }), ("day", { $0.date.day }),
    ("weekday", { $0.date.weekday }),
    ("hour", { $0.hour }), ("minute", { $0.minute }),
    ("if(clock >= 00:00, hour * 60 + minute, -1)", { $0.hour * 60 + $0.minute }),
  ]

  @Test("Random moments, before 1970 too, have the fields of their civil time")
  func randomMoments() throws {
    var dice = Dice(8)
    let moments = Set((0..<3000).map { _ in Int64(dice.number(-2e12...3e12)) }).sorted()
    let bars = series(moments)
    for (name, part) in Self.parts {
      #expect(try values(name + " + 0", on: bars) == (0..<bars.count).map { Double(part(bars.civilTime(at: $0))) })
    }
  }

  @Test("The clock compares with a time of the day")
  func clock() throws {
    // 13:59, 14:00 and 14:30 of 2012-06-01 in New York.
    let day: Int64 = 1_338_523_200_000
    let bars = series([day + 839 * 60_000, day + 840 * 60_000, day + 870 * 60_000])
    #expect(try values("clock >= 14:00", on: bars) == [0, 1, 1])
    #expect(try values("clock between 14:00 and 14:15", on: bars) == [0, 1, 0])
  }

  @Test(
    "A date is compared at its own precision",
    arguments: [
      // The bars: the millisecond before the period, its start, one within, its last, the one after.
      ("2012", 1_325_394_000_000, 1_357_016_400_000), ("2012-03", 1_330_578_000_000, 1_333_252_800_000),
      ("2012-03-11", 1_331_442_000_000, 1_331_524_800_000),
      ("2012-03-11T14:30", 1_331_490_600_000, 1_331_490_660_000),
      ("2012-03-11T14:30:15", 1_331_490_615_000, 1_331_490_616_000),
      ("2012-03-11T18:30Z", 1_331_490_600_000, 1_331_490_660_000),
    ] as [(String, Int64, Int64)])
  func precision(date: String, start: Int64, end: Int64) throws {
    let bars = series([start - 1, start, (start + end) / 2, end - 1, end])
    let expected: [(String, [Double])] = [
      ("<", [1, 0, 0, 0, 0]), ("<=", [1, 1, 1, 1, 0]), (">", [0, 0, 0, 0, 1]), (">=", [0, 1, 1, 1, 1]),
      ("==", [0, 1, 1, 1, 0]), ("!=", [1, 0, 0, 0, 1]),
    ]
    let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="]
    for (sign, row) in expected {
      #expect(try values("time \(sign) \(date)", on: bars) == row, "time \(sign) \(date)")
      #expect(try values("\(date) \(mirrored[sign] ?? sign) time", on: bars) == row, "\(date) mirrored \(sign)")
    }
    #expect(try values("time between \(date) and \(date)", on: bars) == [0, 1, 1, 1, 0])
  }

  @Test("Dates move by the calendar")
  func shifts() throws {
    #expect(try scalar("2012-03-31 - 1mo == 2012-02-29") == 1)
    #expect(try scalar("2012-02-29 + 1y == 2013-02-28") == 1)
    #expect(try scalar("2012-01-01 + 2w == 2012-01-15") == 1)
    #expect(try scalar("2012-01-01T10:00 + 90m == 2012-01-01T11:30") == 1)
    #expect(try scalar("today - 1d < today") == 1)
  }

  @Test("A window that reaches back beyond all calendars is all of the series")
  func longWindows() {
    let bars = series([0, 1_000_000, 2_000_000])
    #expect(WindowRange.bars(last: .init(1_000_000_000, .years), of: 0..<3, in: bars) == 0..<3)
    #expect(WindowRange.bars(last: .init(1_000_000_000, .seconds), of: 0..<3, in: bars) == 0..<3)
    #expect(WindowRange.bars(last: .init(1000, .seconds), of: 0..<3, in: bars) == 2..<3)
    #expect(WindowRange.bars(last: .init(1001, .seconds), of: 0..<3, in: bars) == 1..<3)
  }
}
