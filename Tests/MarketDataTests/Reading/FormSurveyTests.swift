import Calendar
import Columns
import MarketData
import Testing

/// Every row has its say in the form of a file, and what was read is looked at.
@Suite("All rows decide the form of a file")
struct FormSurveyTests {
  private func days(_ loaded: LoadedBars) -> [String] {
    loaded.bars.times.indices.map { loaded.bars.civilTime(at: $0).date.description }
  }

  private func codes(_ loaded: LoadedBars) -> Set<BarFinding.Code> { Set(loaded.findings.map(\.code)) }

  private func date(_ number: Int) -> CivilDate {
    (CivilDate(year: 2024, month: 1, day: 1) ?? CivilDate(daysSince1970: 0)).adding(days: number)
  }

  @Test("a comma that comes late in the file is the decimal mark, or stands between thousands, as its neighbours say")
  func lateMarks() throws {
    func text(_ late: String) -> String {
      "Date;Close\n" + (0..<30).map { "\(date($0));\($0 < 26 ? "\(990 + $0 % 9)" : late)\n" }.joined()
    }
    #expect(try read(text("101,5")).bars.close.values.last == 101.5)
    #expect(try read(text("1,004")).bars.close.values.last == 1004)
    #expect(try read(text("1.004")).bars.close.values.last == 1004)
    #expect(codes(try read(text("1.004"))).contains(.ambiguousNumbers))
  }

  @Test("prices of three decimals between commas are no thousands")
  func threeDecimals() throws {
    let loaded = try read("Date,Open,High,Low,Close\n2024-01-02,142.123,142.456,141.001,142.100\n")
    #expect(loaded.bars.close.values == [142.1])
    #expect(!codes(loaded).contains(.ambiguousNumbers))
  }

  @Test("epoch stamps in nanoseconds, and those of 1970 in milliseconds, stay in one unit")
  func oneUnit() throws {
    let nano = try read("t,o,h,l,c,v\n1704187800000000000,1,3,0.5,2,100\n1704187860000000000,1,3,0.5,2,100\n")
    #expect(nano.bars.label(at: 1) == "2024-01-02T09:31:00Z")
    let rows = stride(from: -3, through: 300, by: 1).map { "\($0 * 86_400_000 + 1),1\n" }.joined()
    let old = try read("ts,close\n1704187800000,1\n" + rows, .init(timeframe: .day))
    #expect(!codes(old).contains(.mixedUnits))
  }

  @Test("dates of 1970 alone, and before 1900, are said")
  func oddDates() throws {
    #expect(codes(try read("date,close\n1970-01-01,1\n2024-01-02,1\n2024-01-03,1\n")).contains(.oddDates))
    #expect(codes(try read("date,close\n1871-01-02,1\n1871-01-03,1\n")).contains(.oddDates))
    let long = (0..<900).map { "\(CivilDate(daysSince1970: $0 - 300)),1\n" }.joined()
    #expect(!codes(try read("date,close\n" + long)).contains(.oddDates))
  }

  @Test("stated orders of dates and columns are believed, and words that are none are refused")
  func stated() throws {
    let text = "Date,Close\n1/2/2024,1\n2/2/2024,1\n5/2/2024,1\n"
    #expect(days(try read(text, .init(form: FileForm(dates: "month-first"))))[0] == "2024-01-02")
    #expect(!codes(try read(text, .init(form: FileForm(dates: "day-first")))).contains(.ambiguousDates))
    #expect(fault(text, .init(form: FileForm(dates: "seconds")))?.code == .unknownOption)
    #expect(fault(text, .init(form: FileForm(dates: "sideways")))?.code == .unknownOption)
    #expect(fault(text, .init(form: FileForm(decimals: "dot")))?.code == .unknownOption)
    #expect(fault(text, .init(form: FileForm(columns: "date, opem")))?.code == .unknownOption)
    #expect(fault(text, .init(form: FileForm(columns: "date, open")))?.code == .unknownOption)
    #expect(fault(text, .init(form: FileForm(columns: "date, close, open")))?.code == .unknownOption)
  }

  @Test(
    "months, quarters and years are dates",
    arguments: [
      ("date,value\n2020Q1,1\n2020Q2,2\n2020Q3,3\n", "2020-04-01", "1q"),
      ("quarter,value\nQ1 2020,1\nQ2 2020,2\nQ3 2020,3\n", "2020-04-01", "1q"),
      ("TIME_PERIOD,OBS_VALUE\n2020-Q1,1\n2020-Q2,2\n2020-Q3,3\n", "2020-04-01", "1q"),
      ("year,value\n1990,1\n1991,2\n1992,3\n", "1991-01-01", "1y"),
      ("month,value\n2024-01,1\n2024-02,2\n", "2024-02-01", "1mo"),
      ("date,value\n202401,1\n202402,2\n202403,3\n", "2024-02-01", "1mo"),
      ("date,value\n2024M01,1\n2024M02,2\n2024M03,3\n", "2024-02-01", "1mo"),
      ("date,value\nJan-90,1\nFeb-90,2\nMar-90,3\n", "1990-02-01", "1mo"),
      ("date,value\n01/2024,1\n02/2024,2\n03/2024,3\n", "2024-02-01", "1mo"),
      ("date,value\n1950,1\n1960,2\n1970,3\n", "1960-01-01", "1y"),
    ])
  func periods(text: String, second: String, timeframe: String) throws {
    let loaded = try read(text)
    #expect(loaded.isMacro)
    #expect(days(loaded)[1] == second)
    #expect(loaded.bars.timeframe.description == timeframe)
  }

  @Test("a year beside a column of months is refused, and not read as many rows of one year")
  func twoColumns() {
    #expect(fault("year,month,value\n2024,1,5\n2024,2,6\n")?.code == .noDateColumn)
  }

  @Test("totals and notes below the table are left out; a malformed row is named")
  func footers() throws {
    let head = "Date,Open,High,Low,Close,Volume\n2024-01-02,1,2,0.5,1.5,100\n2024-01-03,1,2,0.5,1.5,100\n"
    #expect(try read(head + "Total,,,,,200\n").bars.count == 2)
    #expect(try read(head + ",,,,,\n").bars.count == 2)
    #expect(try read(head + "\nSource: X, Y\n* as of 2024, revised\n").findings.first?.count == 2)
    #expect(fault(head + "2024-13-03,1,2,0.5,1.5,100\n")?.code == .badDate)
    #expect(fault(head + "total,1,2,3,4,5\n2024-01-05,1,2,0.5,1.5,100\n")?.code == .badDate)
  }

  @Test("prices that leap are said, splits stay splits, and a bad tick is another unit that can be mended")
  func leaps() throws {
    func text(_ closes: [Double], volumes: [Double] = []) -> String {
      "Date,Open,High,Low,Close,Volume\n"
        + closes.enumerated().map { place, close in
          let volume = volumes.indices.contains(place) ? volumes[place] : 900
          return "\(date(place)),\(close),\(close),\(close),\(close),\(volume)\n"
        }
        .joined()
    }
    let plain = [Double](repeating: 50, count: 8).enumerated().map { $0.element + Double($0.offset) }
    let thin =
      "Date,Open,High,Low,Close,Volume\n2024-01-02,2,2,2,2,9\n2024-01-03,2,35,2,34,9\n2024-01-04,33,36,30,34,9\n"
    #expect(codes(try read(thin)).contains(.leaps))
    #expect(try read(thin).bars.close.values == [2, 34, 34])
    #expect(codes(try read(text(plain + plain.map { $0 * 1000 }))).contains(.leaps))
    let steady = (0..<9).map { 50 + Double($0 % 2) }
    // From five for one on the volume decides, and of a hundredfold too; without volumes the ratio is close to the number.
    for ratio in [5, 7, 10, 20, 30, 50, 100, 0.1, 0.05, 0.01] {
      let prices = steady + steady.map { $0 / ratio * 0.97 }
      let volumes = steady.map { _ in 900.0 } + steady.map { _ in 900 * ratio }
      let split = try read(text(prices, volumes: volumes))
      #expect(codes(split).contains(.possibleSplits) && !codes(split).contains(.leaps), "\(ratio)")
      #expect(!codes(split).contains(.otherCurrency), "\(ratio)")
      let leap = codes(try read(text(prices)))
      #expect(!leap.contains(.possibleSplits), "\(ratio)")
      #expect(leap.contains(ratio == 100 || ratio == 0.01 ? .otherCurrency : .leaps), "\(ratio)")
      let bare = codes(try read(text(prices, volumes: prices.map { _ in 0 })))
      #expect(bare.contains(max(ratio, 1 / ratio) > 99 ? .otherCurrency : .possibleSplits), "\(ratio)")
    }
    for ratio in [5.4, 13.7, 17, 22, 33, 64, 87, 130] {
      let found = codes(try read(text(steady + steady.map { $0 / ratio }, volumes: steady.map { _ in 0 })))
      #expect(found.contains(.leaps) && !found.contains(.possibleSplits), "\(ratio)")
    }
    let tick = text(plain + [570] + plain.reversed())
    #expect(codes(try read(tick)).contains(.otherCurrency))
    #expect(try read(tick, .init(repair: "currency")).bars.close.values[8] == 57)
  }

  @Test("days that run before a month and a year of two digits are no years, and a volume in money gives way")
  func runningDays() throws {
    let rows = (2...12).map { "\($0 < 10 ? "0" : "")\($0).01.24;\(100 + $0),5\n" }.joined()
    let loaded = try read("Datum;Schluss\n" + rows)
    #expect(days(loaded).first == "2024-01-02" && days(loaded).last == "2024-01-12")
    for names in ["Volume USD,Volume BTC", "Volume BTC,Volume USD"] {
      let isMoneyFirst = names.hasPrefix("Volume USD")
      let text = "Date,\(names),Close\n2024-01-02,\(isMoneyFirst ? "900,9" : "9,900"),100\n"
      #expect(try read(text).bars.volume.values == [9])
    }
  }

  @Test("titles of several fields above the line of names are skipped, and a table without names is none of them")
  func titles() throws {
    let table = "Date,Open,High,Low,Close,Number of Shares\n2024-01-02,1,2,0.5,1.5,100\n2024-01-03,1,2,0.5,1.6,100\n"
    let titles = "Security,SPX Index\nStart Date,01/02/2024\nPeriod,D\n\n"
    for text in [titles + table, "Prices of ACME,,,,,\n,,,,,\n" + table] {
      let loaded = try read(text)
      #expect(loaded.bars.close.values == [1.5, 1.6] && loaded.bars.volume.values == [100, 100])
      #expect(loaded.dialect.notes.contains { $0.hasSuffix("before the table") })
    }
    let bare = try read("A,2024-01-02,1,2,0.5,1.5\nA,2024-01-03,1,2,0.5,1.6\nDate,Open,High,Low,Close,Volume\n")
    #expect(bare.bars.close.values == [1.5, 1.6])
  }

  @Test(
    "short bars of other hours that are stamped with their end are seen; those stamped with their beginning are not",
    arguments: [
      // Each from its first bar's beginning to its last one's end: New York's session in Warsaw, some hours around it,
      // Mumbai's session.
      (930, 1320, 5, true), (420, 1110, 5, true), (930, 1320, 1, true), (555, 930, 5, false), (525, 825, 15, false),
    ])
  func endsOfUnknownHours(first: Int, end: Int, length: Int, isSeen: Bool) throws {
    func text(shift: Int) -> String {
      var text = "Date,Time,Open,High,Low,Close,Volume\n"
      for day in [1, 2, 3, 4, 7] {
        for minute in stride(from: first, to: end, by: length) {
          let stamp = minute + shift
          text += "2024-01-0\(day),\(stamp / 60):\(stamp % 60 < 10 ? "0" : "")\(stamp % 60),1,2,0.5,1,9\n"
        }
      }
      return text
    }
    #expect(!codes(try read(text(shift: 0))).contains(.endStamps))
    let ended = try read(text(shift: length))
    #expect(codes(ended).contains(.endStamps) == isSeen)
    guard isSeen else { return }
    let taken = try read(text(shift: length), .init(stamped: "close"))
    #expect(taken.bars.times == (try read(text(shift: 0))).bars.times && !codes(taken).contains(.endStamps))
  }

  @Test("one session on a Saturday makes no weekend a gap")
  func saturday() throws {
    let weekdays = (0..<60).map { date($0) }.filter { $0.weekday <= 5 || $0 == date(19) }
    let text = "Date,Open,High,Low,Close,Volume\n" + weekdays.map { "\($0),1,2,0.5,1,9\n" }.joined()
    #expect(try read(text).findings.isEmpty)
  }

  @Test("Sundays of currencies are seen, and a calendar is offered")
  func sundays() throws {
    let rows = (0..<60).map { date($0) }.filter { $0.weekday != 6 }.map { "\($0),1,2,0.5,1,9\n" }.joined()
    let text = "Date,Open,High,Low,Close,Volume\n" + rows
    #expect(codes(try read(text)).contains(.sundayStubs))
    #expect(try read(text, .init(calendar: "FX")).findings.first { $0.code == .sundayStubs }?.count == 8)
    let always = (0..<60).map { "\(date($0)),1,2,0.5,1,9\n" }.joined()
    #expect(!codes(try read("Date,Open,High,Low,Close,Volume\n" + always)).contains(.sundayStubs))
  }

  @Test("with the calendar said, a Sunday is the beginning of Monday's session and no day of its own")
  func sundaysJoined() throws {
    let rows = [
      "2024-01-05,10,11,9,10,5", "2024-01-07,12,15,11,13,1", "2024-01-08,13,14,8,9,4", "2024-01-09,9,10,8,9,5",
      "2024-01-14,9,9,9,9,",
    ]
    let text = "Date,Open,High,Low,Close,Volume\n" + rows.joined(separator: "\n") + "\n"
    for calendar in ["FX", "CME_FX"] {
      let bars = try read(text, .init(calendar: calendar)).bars
      #expect((0..<bars.count).map { bars.label(at: $0) } == ["2024-01-05", "2024-01-08", "2024-01-09"])
      let monday = [bars.open[1], bars.high[1], bars.low[1], bars.close[1], bars.volume[1]]
      #expect(monday == [12, 15, 8, 9, 5])
    }
    // Markets whose days begin in the morning, and those that trade on Sundays, keep what the file has.
    for calendar in ["XNYS", "CRYPTO"] { #expect(try read(text, .init(calendar: calendar)).bars.count == 5) }
    let left = try read(text, .init(calendar: "FX", repair: "outside_sessions")).bars
    #expect(left.count == 3 && left.open[1] == 13)
    // Days that begin in the evening before are whole sessions.
    let evenings = (0..<40).map { date($0) }.filter { $0.weekday == 7 || $0.weekday < 5 }
    let stamped = "Date,Open,High,Low,Close\n" + evenings.map { "\($0) 18:00,1,2,0.5,1\n" }.joined()
    #expect(!codes(try read(stamped)).contains(.sundayStubs))
    #expect(try read(stamped, .init(calendar: "FX")).bars.count == evenings.count)
  }

  @Test("a column that is said to be in UTC is, whatever the calendar's clock")
  func stampsInUTC() throws {
    let text = "timestamp_utc,open,high,low,close\n2024-01-02 15:00:00,1,1,1,1\n2024-01-02 15:01:00,1,1,1,1\n"
    #expect(try read(text, .init(calendar: "CME_FX")).bars.label(at: 0) == "2024-01-02T09:00:00-06:00")
    let local = text.replacing("timestamp_utc", with: "timestamp")
    #expect(try read(local, .init(calendar: "CME_FX")).bars.label(at: 0) == "2024-01-02T15:00:00-06:00")
  }

  @Test("newest-first rows keep the hour that the clock repeats, and a time that it skips is said")
  func clocks() throws {
    let hours = ["00", "01", "01", "02", "03"]
    let rows = hours.map { "2024-11-03 \($0):00:00,1,2,0.5,1,9\n" }
    for rows in [rows, rows.reversed()] {
      let loaded = try read("time,open,high,low,close,volume\n" + rows.joined(), .init(zone: "America/New_York"))
      #expect(loaded.bars.count == 5)
      #expect(loaded.bars.label(at: 2) == "2024-11-03T01:00:00-05:00")
    }
    let spring = try read(
      "time,close\n2024-03-10 01:00:00,1\n2024-03-10 02:00:00,1\n2024-03-10 04:00:00,1\n",
      .init(zone: "America/New_York"))
    #expect(spring.findings.first { $0.code == .skippedTimes }?.firstLine == 3)
  }

  @Test("bars stamped with their end on half days and in other lengths are seen", arguments: [15, 30])
  func halfDays(minutes: Int) throws {
    var text = "time,open,high,low,close,volume\n"
    var begins = text
    for (day, last) in [(26, 960), (27, 960), (29, 780), (25, 960)] {
      for minute in stride(from: 570 + minutes, through: last, by: minutes) {
        func row(_ minute: Int) -> String {
          func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
          return "2024-11-\(day) \(two(minute / 60)):\(two(minute % 60)):00,1,2,0.5,1,9\n"
        }
        text += row(minute)
        begins += row(minute - minutes)
      }
    }
    #expect(codes(try read(text, .init(zone: "America/New_York"))).contains(.endStamps))
    #expect(!codes(try read(begins, .init(zone: "America/New_York"))).contains(.endStamps))
    let stamped = try read(text, .init(zone: "America/New_York", stamped: "close"))
    #expect(stamped.bars.times == (try read(begins, .init(zone: "America/New_York"))).bars.times)
  }

  @Test("an hour cut short by the close begins where the one before ends, and is known at the close")
  func shortHour() throws {
    let stamps = ["10:30", "11:30", "12:30", "13:30", "14:30", "15:30", "16:00"]
    let rows = stamps.map { "2024-01-03 \($0):00,1,2,0.5,1,9\n" }.joined()
    let bars = try read(
      "time,open,high,low,close,volume\n" + rows, .init(zone: "America/New_York", stamped: "close")
    ).bars
    #expect(bars.label(at: 0) == "2024-01-03T09:30:00-05:00")
    #expect(bars.label(at: 6) == "2024-01-03T15:30:00-05:00")
    #expect(bars.zone.iso8601(bars.closings()[6]) == "2024-01-03T16:00:00-05:00")
  }

  @Test("names of columns")
  func names() throws {
    let head = "2024-01-02,1,3,0.5,2,100\n2024-01-03,1,3,0.5,2,100\n"
    #expect(try read("t,o,h,l,c,v\n" + head).bars.volume.values == [100, 100])
    #expect(try read("Date,Open,High,Low,Close,Volume (BTC)\n" + head).bars.volume.values == [100, 100])
    #expect(try read("Date,Open,High,Low,Close,Volume MA\n" + head).bars.volume.missingCount == 2)
    let history = try read(
      "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits\n2024-01-02,1,3,0.5,2,100,0,0\n2024-01-03,1,3,0.5,2,100,0,0\n"
    )
    #expect(history.findings.first { $0.code == .unusedColumns }?.message.contains("Dividends, Stock Splits") == true)
  }
}
