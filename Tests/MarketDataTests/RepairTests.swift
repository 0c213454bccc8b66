import Columns
import MarketData
import Testing

@Suite("Mends of bad bars")
struct RepairTests {
  private static let head = "date,open,high,low,close,volume\n"

  private func mended(_ rows: String, _ repair: String) throws -> Bars {
    try read(Self.head + rows, BarFile.Options(calendar: "none", repair: repair)).bars
  }

  @Test("A high or low that is wrong is mended, and the one that is right stays")
  func highLow() throws {
    let bars = try mended(
      """
      2024-01-02,98.78,97.38,98.38,99.49,10
      2024-01-03,100,0,99,100,10
      2024-01-04,99,98,101,100,10
      2024-01-05,99,101,98,100,10
      """, "high_low")
    #expect(bars.high.values == [99.49, 100, 101, 101])
    #expect(bars.low.values == [98.38, 99, 98, 98])
  }

  @Test("A minute without a trade is none of the faults, a day without one is")
  func volume() throws {
    let minutes = try mended(
      """
      2024-01-02T10:00,1,1,1,1,10
      2024-01-02T10:01,1,1,1,1,0
      2024-01-02T10:02,1,1,1,1,-5
      2024-01-02T10:03,1,1,1,1,7
      """, "volume")
    #expect(minutes.volume.values.map { $0.isNaN } == [false, false, true, false])
    #expect(minutes.volume[1] == 0)
    let days = try mended("2024-01-02,1,1,1,1,10\n2024-01-03,1,1,1,1,0\n2024-01-04,1,1,1,1,7\n", "volume")
    #expect(days.volume.values.map { $0.isNaN } == [false, true, false])
  }

  @Test("A series of closes alone, such as a rate, is not stuck")
  func stuck() throws {
    let days = (1...9).map { day in "2024-01-0\(day),5.25\n" }.joined()
    let options = BarFile.Options(calendar: "none", repair: "stuck")
    #expect(try read("date,close\n" + days, options).bars.count == 9)
    let prices = (1...9).map { "2024-01-0\($0),5,\($0 == 1 ? 6 : 5),5,5,0\n" }.joined()
    #expect(try read(Self.head + prices, options).bars.count < 9)
  }
}
