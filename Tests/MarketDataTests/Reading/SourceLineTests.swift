import Calendar
import Columns
import MarketData
import Platform
import TestSupport
import Testing

@Suite("The lines that bars were read from")
struct SourceLineTests {
  private func lines(
    _ text: String, _ options: BarFile.Options = .init(), _ indices: [Int]? = nil
  ) throws -> [String] {
    let place = try TemporaryFolder()
    let files = DiskFiles(folder: place.path)
    try files.write(text, to: "x.csv")
    let loaded = try BarFile.load(path: "x.csv", in: files, options: options)
    let times = (indices ?? Array(loaded.bars.times.indices)).map { loaded.bars.times[$0] }
    let found = try BarFile.lines(
      ofBarsAt: times, path: "x.csv", in: files, contentHash: loaded.contentHash, options: options)
    let lines = try #require(found)
    return lines.map { $0.map { "\($0.number) \($0.text)" } ?? "no line" }
  }

  @Test("Blank lines and rows without prices count as lines")
  func skipped() throws {
    let text = "date,close\n2024-01-02,1\n\n2024-01-03,null\n2024-01-04,3\n\n2024-01-05,4\n"
    #expect(try lines(text) == ["2 2024-01-02,1", "5 2024-01-04,3", "7 2024-01-05,4"])
  }

  @Test("A finding names the line of its bar behind blank lines, and of gaps the largest one's")
  func findings() throws {
    let text =
      "date,open,high,low,close\n2024-01-02,1,1,1,1\n\n\n2024-01-03,1,1,2,1\n2024-01-12,1,1,1,1\n2024-03-12,1,1,1,1\n"
    let findings = try read(text).findings
    #expect(findings.first { $0.code == .inconsistentPrices }?.firstLine == 5)
    #expect(findings.first { $0.code == .gaps }?.firstLine == 6)
  }

  @Test("Bars on another clock, and those of a calendar, are found by their own times")
  func clock() throws {
    let text = "date,close\n2024-01-02,1\n2024-01-03,2\n2024-01-04,3\n"
    let shown = BarFile.Options(zone: "UTC", clock: "America/Chicago")
    #expect(try lines(text, shown, [1]) == ["3 2024-01-03,2"])
    let market = BarFile.Options(zone: "UTC", calendar: "XNYS")
    #expect(try lines(text, market, [1]) == ["3 2024-01-03,2"])
  }

  @Test("The two runs through the hour that a clock repeats have lines of their own")
  func repeatedHour() throws {
    let text =
      "time,close\n2024-11-03 00:30,1\n2024-11-03 01:00,2\n2024-11-03 01:30,3\n2024-11-03 01:00,4\n2024-11-03 01:30,5\n2024-11-03 02:00,6\n"
    let numbers = try lines(text, BarFile.Options(zone: "America/New_York")).map { $0.split(separator: " ")[0] }
    #expect(numbers == ["2", "3", "4", "5", "6", "7"])
  }

  @Test("Rows in falling order, and large files, give the same lines")
  func order() throws {
    #expect(
      try lines("date,close\n2024-01-04,3\n2024-01-03,2\n2024-01-02,1\n") == [
        "4 2024-01-02,1", "3 2024-01-03,2", "2 2024-01-04,3",
      ])
    var text = "time,open,high,low,close,volume\n"
    var rows: [String] = []
    for minute in 0..<380_000 {
      let stamp = Timestamp(milliseconds: 1_700_000_000_000 / 60_000 * 60_000 + Int64(minute) * 60_000)
      rows.append("\(Zone.utc.iso8601(stamp)),1.25,1.5,1.125,1.\(minute % 89 + 10),\(minute)")
    }
    text += rows.joined(separator: "\n") + "\n"
    #expect(text.utf8.count > 16 << 20)
    let found = try lines(text, .init(), [0, 123_456, 379_999])
    #expect(found == [0, 123_456, 379_999].map { "\($0 + 2) \(rows[$0])" })
  }
}
