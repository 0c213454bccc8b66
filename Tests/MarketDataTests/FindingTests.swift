import Calendar
import Columns
import MarketData
import Testing

@Suite("Findings")
struct FindingTests {
  private static let head = "Date,Open,High,Low,Close,Volume\n"

  /// Rows of one day each, and the findings they give: code, count, line.
  static let cases: [(rows: String, code: BarFinding.Code, count: Int, line: Int?)] = [
    ("2024-01-03,1,2,0.5,1,9\n2024-01-02,1,2,0.5,1,9\n2024-01-04,1,2,0.5,1,9\n", .unsorted, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-02,1,2,0.5,1,9\n2024-01-03,1,2,0.5,1,9\n", .repeatedRows, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-02,1,2,0.5,1.2,9\n2024-01-03,1,2,0.5,1,9\n", .conflictingRows, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,,,,,\n2024-01-04,1,2,0.5,1,9\n", .emptyRows, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,,0.5,1,9\n", .missingPrices, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,0.8,0.9,0.85,9\n", .inconsistentPrices, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,1.1,0.5,1.2,9\n", .inconsistentPrices, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,2,-1,1,9\n", .nonPositivePrices, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,2,0.5,1,-9\n", .negativeVolume, 1, 3),
    ("2024-01-02,1,2,0.5,1,0\n2024-01-03,1,2,0.5,1,0\n", .zeroVolume, 2, nil),
    ("2024-01-02,1,2,0.5,1,\n2024-01-03,1,2,0.5,1,\n", .missingColumns, 2, nil),
    ("2024-01-02,1,2,0.5,1,0\n2024-01-03,1,2,0.5,1,\n", .zeroVolume, 2, nil),
    ("2024-01-02,4,5,3,4,9\n2024-01-03,1,2,0.5,1,9\n2024-01-04,1,2,0.5,1,9\n", .possibleSplits, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,2,0.5,1,9\n2024-01-10,1,2,0.5,1,9\n", .gaps, 1, 3),
  ]

  @Test("odd bars are found, counted and placed", arguments: cases)
  func finding(rows: String, code: BarFinding.Code, count: Int, line: Int?) throws {
    let loaded = try read(Self.head + rows)
    #expect(loaded.findings.map(\.code) == [code])
    #expect(loaded.findings.first?.count == count)
    #expect(loaded.findings.first?.firstLine == line)
    #expect(zip(loaded.bars.times, loaded.bars.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("The findings of a window are those of its bars, and a gap is long from two weeks on")
  func windows() throws {
    let rows = [
      "2024-01-02,1,2,0.5,1,9", "2024-01-03,0,2,0,1,9", "2024-01-04,1,0.8,0.9,1,9", "2024-01-05,100,120,50,101,9",
      "2024-01-08,1,2,0.5,1,9", "2024-01-16,1,2,0.5,1,9", "2024-02-01,1,2,0.5,1,9", "2024-02-02,1,2,0.5,1,9",
    ]
    let bars = try read(Self.head + rows.joined(separator: "\n") + "\n").bars
    let all: Set<BarFinding.Code> = [.inconsistentPrices, .nonPositivePrices, .otherCurrency, .gaps, .stuckPrice]
    #expect(
      bars.findings(all, in: 0..<8).map(\.code) == [.inconsistentPrices, .nonPositivePrices, .otherCurrency, .gaps])
    #expect(bars.findings(all, in: 1..<2).map(\.code) == [.nonPositivePrices])
    #expect(bars.findings(all, in: 2..<3).map(\.code) == [.inconsistentPrices])
    #expect(bars.findings(all, in: 3..<6).map(\.code) == [.otherCurrency])
    #expect(bars.findings(all, in: 4..<6).isEmpty)
    #expect(bars.findings([.gaps], in: 4..<8).map(\.message).first?.contains("2024-01-16") == true)
    // The bar before the gap is not in the window.
    #expect(bars.findings(all, in: 6..<8).isEmpty)
    #expect(bars.longGaps(in: 0..<8) == [6])
    let months = try read("DATE,CPI\n2025-08-01,1\n2025-09-01,2\n2025-11-01,3\n2025-12-01,4\n2026-01-01,5\n")
    #expect(months.bars.longGaps(in: 0..<5) == [2])
    #expect(
      months.bars.findings([.gaps], in: 0..<5).first?.message
        == "1 gap of more than one bar, 61 days after 2025-09-01: the bars on both sides count as neighbours")
    #expect(bars.findings([], in: 0..<8).isEmpty)
    #expect(bars.findings(all, in: 3..<3).isEmpty)
  }

  @Test("bars outside the sessions of a calendar, a price that does not move and pence for pounds are found and mended")
  func mends() throws {
    var text = Self.head
    // 2024-03-29 is Good Friday; from 04-08 to 04-12 nothing trades; 04-17 is in pence.
    for day in [25, 26, 27, 28, 29] { text += "2024-03-\(day),1,1.2,0.5,1,9\n" }
    for day in 1...5 { text += "2024-04-0\(day),1,1.2,0.5,1,9\n" }
    for day in 8...12 { text += "2024-04-\(day < 10 ? "0" : "")\(day),1,1,1,1,0\n" }
    text +=
      "2024-04-15,1,1.2,0.5,1,9\n2024-04-16,1,1.2,0.5,1,9\n2024-04-17,100,120,50,101,9\n2024-04-18,1,1.2,0.5,1,9\n"
    let options = BarFile.Options(calendar: "XNYS")
    let found = try BarFile.read(Array(text.utf8), name: "x.csv", options: options)
    #expect(found.findings.map(\.code) == [.zeroVolume, .outsideSessions, .stuckPrice, .otherCurrency])
    #expect(found.findings.map(\.firstLine) == [12, 6, 12, 19])
    #expect(found.findings.map(\.count) == [5, 1, 5, 1])
    var mending = options
    mending.repair = "all"
    let mended = try BarFile.read(Array(text.utf8), name: "x.csv", options: mending)
    #expect(mended.findings.filter { $0.code == .repaired }.count == 3)
    // The days that were left out are sessions without bars now, and said to be.
    #expect(mended.findings.filter { $0.code != .repaired }.map(\.code) == [.gaps])
    #expect(mended.bars.count == found.bars.count - 6)
    #expect(mended.bars.high.values.allSatisfy { $0 < 1.21 })
    #expect(mended.contentHash == found.contentHash)
  }

  @Test("a calendar is guessed for bars of a zone whose days fit, and each missing session is a gap")
  func guess() throws {
    var text = Self.head
    var date = try #require(CivilDate(year: 2023, month: 11, day: 1))
    let last = try #require(CivilDate(year: 2024, month: 4, day: 30))
    let missing = try #require(CivilDate(year: 2024, month: 2, day: 6))
    while date <= last {
      if MarketCalendar.newYork.isTradingDay(date), date != missing { text += "\(date),1,2,0.5,1,9\n" }
      date = date.adding(days: 1)
    }
    let loaded = try BarFile.read(Array(text.utf8), name: "x.csv", options: .init(zone: "America/New_York"))
    #expect(loaded.bars.calendar == .newYork)
    #expect(loaded.hasGuessedCalendar)
    #expect(loaded.findings.map(\.message) == ["1 gap of 1 session after 2024-02-05 (calendar XNYS)"])
    let none = try BarFile.read(
      Array(text.utf8), name: "x.csv", options: .init(zone: "America/New_York", calendar: "none"))
    #expect(none.bars.calendar == nil)
    #expect(none.findings.isEmpty)
  }

  @Test("holidays and weekends are not gaps, and of conflicting rows the last counts")
  func noFinding() throws {
    let holidays =
      "2024-03-28,1,2,0.5,1,9\n2024-04-02,1,2,0.5,1,9\n2024-04-03,1,2,0.5,1,9\n2024-04-08,1,2,0.5,1,9\n"
    #expect(try read(Self.head + holidays).findings.isEmpty)
    let conflict = "2024-01-02,1,2,0.5,1,9\n2024-01-02,1,2,0.5,2,9\n2024-01-03,1,2,0.5,1,9\n"
    #expect(try read(Self.head + conflict).bars.close.values == [2, 1])
  }

  @Test("a series that trades every day has a gap where a day is missing")
  func everyDay() throws {
    var text = Self.head
    for day in 1...20 where day != 9 { text += "2024-01-\(day < 10 ? "0" : "")\(day),1,2,0.5,1,9\n" }
    let findings = try read(text).findings
    #expect(findings.map(\.code) == [.gaps])
    #expect(findings.first?.message == "1 gap of 2 days after 2024-01-08")
  }

  @Test("a minute series has a gap within a day, none over night")
  func minutes() throws {
    var text = "Time,Open,High,Low,Close,Volume\n"
    for day in [2, 3] {
      for minute in 0..<59 where day == 2 || !(10..<45).contains(minute) {
        text += "2024-01-0\(day) 10:\(minute < 10 ? "0" : "")\(minute),1,2,0.5,1,9\n"
      }
    }
    let findings = try read(text).findings
    #expect(findings.map(\.code) == [.gaps])
    #expect(findings.first?.message == "1 gap of 36 minutes after 2024-01-03T10:09:00Z")
  }

  @Test(
    "commas that fit both ways are said to be ambiguous, and the closer reading is taken",
    arguments: [
      ("998;999;1,001", [998, 999, 1001], true), ("1,085;1,086;1,084", [1.085, 1.086, 1.084], true),
      ("998;1,001.5;1,002", [998, 1001.5, 1002], false), ("998;999,5;1,002", [998, 999.5, 1.002], false),
      ("0,998;1,001;1,002", [0.998, 1.001, 1.002], false),
      ("1,234,567;1,300,000;998", [1_234_567, 1_300_000, 998], false),
      ("998.5;999;1,002", [998.5, 999, 1002], false), ("1.002,5;999;1,002", [1002.5, 999, 1.002], false),
    ] as [(String, [Double], Bool)])
  func commas(closes: String, expected: [Double], isDoubtful: Bool) throws {
    let rows = closes.split(separator: ";").enumerated().map { "2024-01-0\($0 + 2);\($1)\n" }.joined()
    let read = try read("Date;Close\n" + rows)
    #expect(read.bars.close.values.array == expected)
    #expect(read.findings.map(\.code).contains(.ambiguousNumbers) == isDoubtful)
  }

  @Test(
    "quoted commas that fit both ways are decimal marks beside dates with points, else between thousands, and it is said",
    arguments: [("02.01.2024", "03.01.2024", [1.086, 1.087]), ("2024-01-02", "2024-01-03", [1086, 1087])])
  func quotedCommas(first: String, second: String, expected: [Double]) throws {
    let read = try read("Date,Close\n\(first),\"1,086\"\n\(second),\"1,087\"\n")
    #expect(read.bars.close.values.array == expected)
    #expect(read.findings.map(\.code).contains(.ambiguousNumbers))
  }

  @Test("whole prices beside volumes with marks between thousands leave the volumes whole, and it is said")
  func volumes() throws {
    let read = try read("Date;Close;Volume\n2024-01-02;10;1,000\n2024-01-03;11;2,500\n")
    #expect(read.bars.volume.values == [1000, 2500])
    #expect(read.findings.map(\.code).contains(.ambiguousNumbers))
  }

  @Test("dates that fit both ways are said to be ambiguous, and the closer reading is taken")
  func ambiguous() throws {
    let close = try read("Date,Close\n1/2/2024,1\n2/2/2024,1\n5/2/2024,1\n")
    #expect(close.findings.map(\.code).contains(.ambiguousDates))
    #expect(close.bars.label(at: 0) == "2024-02-01")
    let months = try read("Date,Close\n1/2/2024,1\n1/3/2024,1\n1/4/2024,1\n")
    #expect(months.bars.label(at: 0) == "2024-01-02")
    #expect(months.dialect.notes == ["day and month ambiguous"])
  }
}
