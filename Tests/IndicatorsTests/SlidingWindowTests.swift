import Columns
import Indicators
import TestSupport
import Testing

/// Indicators whose windows slide four bars at a time, against sums and extremes written out bar by bar.
@Suite("Sliding windows")
struct SlidingWindowTests {
  private static let periods = Array(1...41) + [63, 64, 65, 100, 255]

  private let bars = RandomInputs(300, seed: 11)

  private func values(_ field: BarField) -> [Double] { bars.fields[field]?.values.array ?? [] }

  @Test("A mean over any period is the mean of the window", arguments: periods)
  func means(period: Int) throws {
    let (open, close) = (values(.open), values(.close))
    let bodies = zip(close, open).map { $0 - $1 }
    expectRow(try computed("qstick", [open, close], [Double(period)])[0], windows(bodies, period) { mean($0) })
  }

  @Test("A range over any period is that of the window", arguments: periods.filter { $0 > 1 })
  func extremes(period: Int) throws {
    let close = values(.close)
    let moves = [0] + zip(close.dropFirst(), close).map { abs($0 - $1) }
    var expected = windows(close, period) { ($0.max() ?? 0) - ($0.min() ?? 0) }
    let paths = windows(moves, period) { $0.reduce(0, +) }
    for index in expected.indices { expected[index] = paths[index] == 0 ? 0 : expected[index] / paths[index] }
    // The first window has no move into its first bar.
    expected[period - 1] = .nan
    expectRow(try computed("vhf", [close], [Double(period)])[0], expected)
  }

  @Test("Linear weights over any period are those of wma", arguments: periods)
  func weights(period: Int) throws {
    let close = values(.close)
    let sums = zip(try computed("roc", [close], [2])[0], try computed("roc", [close], [5])[0]).map { $0 + $1 }
    let weights = Double(period * (period + 1))
    let expected = windows(Array(sums.dropFirst(5)), period) { window in
      let weighted = zip(1..., window).map { weight, value -> Double in Double(weight) * value }
      return weighted.reduce(0, +) * 2 / weights
    }
    let missing = [Double](repeating: .nan, count: 5)
    expectRow(try computed("coppock", [close], [Double(period), 2, 5])[0], missing + expected)
  }

  @Test("A huge value is forgotten with the bar that leaves the window", arguments: [3, 4, 9, 14])
  func forgetting(period: Int) throws {
    var high = [Double](repeating: 0.3, count: 40)
    high[7] = 1e18
    let low = [Double](repeating: 0.1, count: 40)
    let row = try computed("adr", [high, low], [Double(period)])[0]
    expectRow(Array(row.dropFirst(7 + period)), [Double](repeating: 0.2, count: 40 - 7 - period))
  }

  @Test(
    "A swing is what stands out from each bar around it, however many these are",
    arguments: [(1, 1), (2, 2), (1, 4), (5, 1), (8, 8), (9, 8), (3, 20), (30, 2)]
  )
  func swings(left: Int, right: Int) throws {
    let (high, low) = (values(.high), values(.low))
    func marks(_ values: [Double], _ standsOut: (Double, Double) -> Bool) -> [Double] {
      values.indices.map { index in
        let place = index - right
        if place < left { return 0 }
        let others = (place - left...index).filter { $0 != place }
        return others.allSatisfy { standsOut(values[place], values[$0]) } ? 100 : 0
      }
    }
    let rows = try computed("fractal", [high, low], [Double(left), Double(right)])
    expectRow(rows[0], marks(high, >))
    expectRow(rows[1], marks(low, <))
    #expect(left > 8 || rows[0].contains(100) && rows[1].contains(100))
  }

  @Test("A forecast is compared with the present value, whatever the period", arguments: [2, 5, 23, 24, 25, 60])
  func forecasts(period: Int) throws {
    let close = values(.close)
    let forecasts = try computed("tsf", [close], [Double(period)])[0]
    let expected = [Double.nan] + zip(close.dropFirst(), forecasts).map { 100 * ($0 - $1) / $0 }
    expectRow(try computed("fosc", [close], [Double(period)])[0], expected)
  }

  private func mean(_ values: ArraySlice<Double>) -> Double { values.reduce(0, +) / Double(values.count) }

  private func windows(_ values: [Double], _ period: Int, _ join: (ArraySlice<Double>) -> Double) -> [Double] {
    values.indices.map { $0 < period - 1 ? .nan : join(values[($0 - period + 1)...$0]) }
  }
}
