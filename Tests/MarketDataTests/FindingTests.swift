import Columns
import MarketData
import Testing

@Suite("Findings")
struct FindingTests {
  private static let head = "Date,Open,High,Low,Close,Volume\n"

  /// Rows of one day each, and the findings they give: code, count, line.
  static let cases: [(rows: String, code: Finding.Code, count: Int, line: Int?)] = [
    ("2024-01-03,1,2,0.5,1,9\n2024-01-02,1,2,0.5,1,9\n2024-01-04,1,2,0.5,1,9\n", .unsorted, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-02,1,2,0.5,1,9\n2024-01-03,1,2,0.5,1,9\n", .repeatedRows, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-02,1,2,0.5,1.2,9\n2024-01-03,1,2,0.5,1,9\n", .conflictingRows, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,,,,,\n2024-01-04,1,2,0.5,1,9\n", .emptyRows, 1, 3),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,,0.5,1,9\n", .missingPrices, 1, nil),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,0.8,0.9,0.85,9\n", .inconsistentPrices, 1, nil),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,1.1,0.5,1.2,9\n", .inconsistentPrices, 1, nil),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,2,-1,1,9\n", .nonPositivePrices, 1, nil),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,2,0.5,1,-9\n", .negativeVolume, 1, nil),
    ("2024-01-02,1,2,0.5,1,0\n2024-01-03,1,2,0.5,1,0\n", .zeroVolume, 2, nil),
    ("2024-01-02,4,5,3,4,9\n2024-01-03,1,2,0.5,1,9\n2024-01-04,1,2,0.5,1,9\n", .possibleSplits, 1, nil),
    ("2024-01-02,1,2,0.5,1,9\n2024-01-03,1,2,0.5,1,9\n2024-01-10,1,2,0.5,1,9\n", .gaps, 1, nil),
  ]

  @Test("what is odd is found, counted and placed", arguments: cases)
  func finding(rows: String, code: Finding.Code, count: Int, line: Int?) throws {
    let loaded = try read(Self.head + rows)
    #expect(loaded.findings.map(\.code) == [code])
    #expect(loaded.findings.first?.count == count)
    #expect(loaded.findings.first?.firstLine == line)
    #expect(zip(loaded.bars.times, loaded.bars.times.dropFirst()).allSatisfy { $0 < $1 })
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
