import Columns
import MarketData
import Testing
import Work

@Suite("Malformed files")
struct MalformedFilesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var code: MarketDataError.Code
    var line: Int?
    var column: Int?
    var found: String?

    var testDescription: String { "\(code.name) at \(line ?? 0):\(column ?? 0)" }
  }

  private static let head = "Date,Open,High,Low,Close,Volume\n2024-01-02,1,2,0.5,1.5,100\n"

  static let rows: [Case] = [
    Case(text: head + "2024-01-03,1,x,0.5,1.5,100\n", code: .badNumber, line: 3, column: 14, found: "x"),
    Case(text: head + "2024-01-03,1,2,0.5,1.5.5,100", code: .badNumber, line: 3, column: 20, found: "1.5.5"),
    Case(text: head + "2024-01-03,1,2,0.5,1.5,nan1\n", code: .badNumber, line: 3, column: 24, found: "nan1"),
    Case(text: head + "2024-01-03,1,2,0.5,inf,1\n", code: .badNumber, line: 3, column: 20, found: "inf"),
    Case(text: head + "2024-01-03,1,2,0.5,0x10,1\n", code: .badNumber, line: 3, column: 20, found: "0x10"),
    Case(text: head + "2024-01-03,1,2,0.5,1e999,1\n", code: .badNumber, line: 3, column: 20, found: "1e999"),
    Case(
      text: head + "2024-01-03,1,2,0.5,\"1,23\",1\n",
      code: .badNumber,
      line: 3,
      column: 21,
      found: "1,23"
    ),
    Case(text: head + "2024-01-03,1,2,0.5,1 5,1\n", code: .badNumber, line: 3, column: 20, found: "1 5"),
    Case(text: head + "2024-02-30,1,2,0.5,1,1\n", code: .badDate, line: 3, column: 1, found: "2024-02-30"),
    Case(text: head + "2024-1x-03,1,2,0.5,1,1\n", code: .badDate, line: 3, column: 1, found: "2024-1x-03"),
    Case(text: head + "03/01/2024,1,2,0.5,1,1\n", code: .badDate, line: 3, column: 1, found: "03/01/2024"),
    Case(text: head + ",1,2,0.5,1,1\n", code: .badDate, line: 3, column: 1, found: ""),
    Case(
      text: head + "2024-01-03T25:00,1,2,0.5,1,1\n",
      code: .badDate,
      line: 3,
      column: 1,
      found: "2024-01-03T25:00"
    ),
    Case(
      text: head + "\n\n2024-01-03,1,2,0.5,1,1\r\n2024-01-04,1,2\r\n",
      code: .fieldCount,
      line: 6,
      column: 1,
      found: "2024-01-04,1,2"
    ),
    Case(
      text: head + "2024-01-03,1,2,0.5,1.5,100,7\n",
      code: .fieldCount,
      line: 3,
      column: 1,
      found: "2024-01-03,1,2,0.5,1.5,100,7"
    ),
    Case(
      text: head + "2024-01-0",
      code: .fieldCount,
      line: 3,
      column: 1,
      found: "2024-01-0"
    ),
    Case(
      text: head + "2024-01-03,\"1,2,0.5,1.5,100\n",
      code: .unclosedQuote,
      line: 3,
      column: 12,
      found: "\"1,2,0.5,1.5,100"
    ),
    Case(
      text: "Date,Name ü,Close\n2024-01-02,é,1\n2024-01-03,éé,?\n",
      code: .badNumber,
      line: 3,
      column: 15,
      found: "?"
    ),
    Case(
      text: "date,time,open,high,low,close\n2024-01-02,09:30,1,1,1,1\n2024-01-02,9h,1,1,1,1\n",
      code: .badTime,
      line: 3,
      column: 12,
      found: "9h"
    ),
    Case(
      text: "symbol,date,close\nA,2024-01-02,1\nB,2024-01-03,1\n",
      code: .severalSymbols,
      line: 3,
      column: 1,
      found: "B"
    ),
    Case(
      text: "Price,Close,Close\nTicker,A,B\nDate,,\n2024-01-02,1,2\n2024-01-03,1,2\n",
      code: .severalSymbols,
      line: 1,
      column: 1
    ),
    Case(
      text: "Date,Time,Open,High,Low,Close\n20240102,930,1,2,0.5,1\n20240102,1000,1,2,0.5,1\n",
      code: .badTime,
      line: 1,
      column: 1
    ),
    Case(
      text: "Date,Close,Currency\n2024-01-02,1,USD\n2024-01-03,1,EUR\n",
      code: .severalSymbols,
      line: 3,
      column: 14,
      found: "EUR"
    ),
    Case(
      text: "Date,Close\n1/2/2024,1\n13/2/2024,1\n2/14/2024,1\n",
      code: .badDate,
      line: 4,
      column: 1,
      found: "2/14/2024"
    ),
  ]

  static let files: [Case] = [
    Case(text: "", code: .emptyFile),
    Case(text: "\n  \n\r\n", code: .emptyFile),
    Case(text: "\u{FEFF}", code: .emptyFile),
    Case(text: "Date,Open,High,Low,Close\n", code: .noRows, line: 1, column: 1),
    Case(text: "Date,Open,High,Low,Close\n2024-01-02,,,,\n", code: .noRows),
    Case(text: "hello\nworld\n", code: .notATable, line: 1, column: 1, found: "hello"),
    Case(text: "{\"a\": 1}", code: .notATable),
    Case(text: "<!DOCTYPE html><html></html>", code: .notATable),
    Case(text: "a\0b,c\n", code: .binaryFile),
    Case(text: "Date,Open,High,Low,Close\nyesterday,1,2,3,4\n", code: .badDate, line: 1, column: 1),
    Case(text: "a,b,c\n1,2,3\n", code: .noDateColumn, line: 1, column: 1),
    Case(text: "Date,Foo,Bar\n2024-01-02,2,3\n", code: .noPriceColumn, line: 1, column: 1),
    Case(text: "2024-01-02,2,3\n", code: .noPriceColumn, line: 1, column: 1),
    Case(
      text: "Date,Open,High,Low,Close\n2024-01-02,1,2\n",
      code: .fieldCount,
      line: 2,
      column: 1,
      found: "2024-01-02,1,2"
    ),
  ]

  @Test("a malformed row is named by line, column and text", arguments: rows)
  func row(_ expected: Case) { check(expected) }

  @Test("a file without bars is refused by its kind", arguments: files)
  func file(_ expected: Case) { check(expected) }

  private func check(_ expected: Case) {
    guard let error = fault(expected.text) else {
      Issue.record("read without an error")
      return
    }
    #expect(error.code == expected.code, "\(error)")
    #expect(error.line == expected.line)
    #expect(error.column == expected.column)
    #expect(error.found == expected.found)
    #expect(error.file == "test.csv")
  }

  @Test("paths that cannot be read are told apart")
  func paths() {
    #expect(throws: MarketDataError.self) { try BarFile.load(path: "/no/such/file.csv") }
    func code(_ path: String) -> MarketDataError.Code? {
      do {
        _ = try BarFile.load(path: path)
        return nil
      } catch { return error.code }
    }
    #expect(code("/no/such/file.csv") == .noSuchFile)
    #expect(code("/tmp") == .directory)
    #expect(code("/dev/null") == .emptyFile)
    #expect(code("/bin/sh") == .binaryFile)
  }

  @Test(
    "a file that is no text is called what it is",
    arguments: [
      (Array("PK\u{3}\u{4}....[Content_Types].xml".utf8), "an Excel workbook (.xlsx)"),
      (Array("PAR1..".utf8), "Parquet"),
      (Array("%PDF-1.7\n".utf8), "a PDF document"), ([0xFF, 0xFE, 0, 0, 0x44, 0, 0, 0], "UTF-32 text"),
      ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x44], "UTF-32 text"), ([0xFF, 0xFE, 0x44, 0], "UTF-16 text"),
      ([0x28, 0xB5, 0x2F, 0xFD], "compressed by Zstandard"), (Array("SQLite format 3\0".utf8), "an SQLite database"),
    ])
  func binaryKinds(_ bytes: [UInt8], _ name: String) {
    #expect {
      try BarFile.read(bytes, name: "a.csv")
    } throws: { error in
      guard let error = error as? MarketDataError else { return false }
      return error.code == .binaryFile && error.message.contains(name) && error.hint != nil
    }
  }

  @Test("the first fault of a long file is the one that is named, whatever the threads")
  func firstFault() {
    var lines = ["timestamp,open,high,low,close"]
    for index in 0..<90_000 { lines.append("2024-01-01T00:00:00.\(100_000 + index)Z,1.25,1.5,1,1.25") }
    lines[40_000] = "2024-01-01T00:00:00Z,1.25,1.5,1,bad"
    lines[70_000] = "2024-01-01T00:00:00Z,1.25,1.5,1,worse"
    let text = lines.joined(separator: "\n")
    #expect(text.utf8.count > 3 << 20)
    for threads in [1, 2, 3, 8] {
      let error = fault(text, .init(threads: threads))
      #expect(error?.line == 40_001)
      #expect(error?.column == 33)
      #expect(error?.found == "bad")
    }
  }

  @Test("an unknown timezone is refused and the nearest one named")
  func zones() {
    let text = "Date,Close\n2024-01-02,1\n"
    #expect(fault(text, .init(zone: "America/New_Yrok"))?.code == .unknownZone)
    #expect(fault(text, .init(zone: "America/New_Yrok"))?.hint == "did you mean America/New_York?")
    #expect(fault(text, .init(zone: "new york"))?.hint == "did you mean America/New_York?")
    #expect(fault(text, .init(zone: "../../etc/passwd"))?.code == .unknownZone)
    #expect(fault(text, .init(zone: ""))?.code == .unknownZone)
    #expect(fault(text, .init(zone: "America"))?.code == .unknownZone)
    #expect(fault(text, .init(zone: "+05:30")) == nil)
    #expect(fault(text, .init(zone: "+99:30"))?.code == .unknownZone)
  }

  @Test("work that is stopped says so")
  func interrupted() {
    let bytes = Array("Date,Close\n2024-01-02,1\n".utf8)
    let error = #expect(throws: MarketDataError.self) {
      try BarFile.read(bytes, name: "x", monitor: WorkMonitor(isCancelled: { true }))
    }
    #expect(error?.code == .interrupted)
  }
}
