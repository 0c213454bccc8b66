import Columns
import Indicators
import Testing

/// The parts of oscillators, and their values where the divisor is zero.
@Suite("Oscillators")
struct OscillatorTests {
  private let bars = RandomInputs(200, seed: 5)

  private func values(_ fields: BarField...) -> [[Double]] { fields.map { bars.fields[$0]?.values.array ?? [] } }

  @Test("A swing is marked on the bar that confirms it, not on its own")
  func swings() throws {
    // TA-Lib 0.8.2: the high of bar 2 is known on bar 4; two equal highs are none.
    let high: [Double] = [5, 6, 9, 7, 6, 8, 8, 8, 7, 10, 12, 11, 9, 9, 9, 13, 1, 2]
    let rows = try computed("fractal", [high, high.map { $0 - 3 }])
    #expect(rows[0].indices.filter { rows[0][$0] == 100 } == [4, 12, 17])
    #expect(rows[1].indices.filter { rows[1][$0] == 100 } == [6, 10])
    for count in 5..<high.count {
      let part = Array(high.prefix(count))
      expectRow(try computed("fractal", [part, part])[0], Array(rows[0].prefix(count)))
    }
  }

  @Test("adosc is the difference of two averages of ad that start from its first value")
  func chaikin() throws {
    let inputs = values(.high, .low, .close, .volume)
    let line = try computed("ad", inputs)[0]
    func average(_ period: Double) -> [Double] {
      var state = line[0]
      return line.map { value in
        state += (value - state) * 2 / (period + 1)
        return state
      }
    }
    let row = try computed("adosc", inputs, [3, 10])[0]
    #expect(row.prefix(9).allSatisfy { $0.isNaN })
    for (value, pair) in zip(row, zip(average(3), average(10))).dropFirst(9) {
      // The running sum has lost the digits that the difference is made of.
      #expect(abs(value - (pair.0 - pair.1)) <= 1e-13 * (line.map(\.magnitude).max() ?? 0))
    }
  }

  @Test("Indicators that take others in are what these give")
  func compositions() throws {
    let inputs = values(.close)
    let strength = try computed("rsi", inputs, [7])[0]
    let known = Array(strength.dropFirst(7))
    let missing = [Double](repeating: .nan, count: 7)
    let parts = try computed("stochf", [known, known, known], [5, 3, 1])
    let rows = try computed("stochrsi", inputs, [7, 5, 3, 1])
    // While rsi does not move, its digits beyond the tenth are rounding.
    let range = zip(try computed("highest", [known], [5])[0], try computed("lowest", [known], [5])[0]).map { $0 - $1 }
    #expect(rows[0].count == missing.count + parts[0].count)
    for (index, value) in rows[0].dropFirst(7).enumerated() where !value.isNaN && range[index] > 1e-6 {
      #expect(abs(value - parts[0][index]) <= 1e-6)
    }

    let bars = values(.high, .low, .close)
    let kdj = try computed("kdj", bars, [9, 3, 13, 3, 13])
    let stoch = try computed("stoch", bars, [9, 3, 13, 3, 13])
    expectRow(kdj[0], stoch[0])
    expectRow(kdj[1], stoch[1])
    expectRow(kdj[2], zip(stoch[0], stoch[1]).map { 3 * $0 - 2 * $1 })
    let simple = try computed("kdj", bars, [9, 3, 0, 3, 0])
    expectRow(simple[1], try computed("stoch", bars, [9, 3, 0, 3, 0])[1])

    expectRow(try computed("pvo", values(.volume), [5, 9, 1])[0], try computed("ppo", values(.volume), [9, 5, 1])[0])
    expectRow(try computed("pvo", values(.volume), [9, 5, 0])[0], try computed("ppo", values(.volume), [5, 9, 0])[0])
  }

  @Test("The order of periods counts where TA-Lib lets it count")
  func order() throws {
    let bars = values(.high, .low, .close)
    let middle = values(.high, .low)
    expectRow(try computed("ao", middle, [5, 34])[0], try computed("ao", middle, [34, 5])[0].map { -$0 })
    expectRow(try computed("ultosc", bars, [7, 14, 28])[0], try computed("ultosc", bars, [28, 7, 14])[0])
  }

  @Test("Without moves or trades each gives what TA-Lib gives")
  func flat() throws {
    let flat = [Double](repeating: 10.1, count: 60)
    let none = [Double](repeating: 0, count: 60)
    // TA-Lib 0.8.2.
    let expected: [(name: String, inputs: Int, volume: Bool, value: Double)] = [
      ("ac", 2, false, 0), ("ao", 2, false, 0), ("cmou", 1, false, 0), ("coppock", 1, false, 0),
      ("dpo", 1, false, 0), ("er", 1, false, 1), ("fosc", 1, false, 0), ("imi", 2, false, 50),
      ("kdj", 3, false, 0), ("qstick", 2, false, 0), ("smi", 3, false, 0), ("stochrsi", 1, false, 0),
      ("tsi", 1, false, 0), ("ultosc", 3, false, 0), ("vhf", 1, false, 0), ("vortex", 3, false, 0),
      ("wad", 3, false, 0), ("adosc", 3, true, 0), ("cmf", 3, true, 0), ("efi", 1, true, 0),
      ("marketfi", 2, true, 0), ("nvi", 1, true, 1000), ("pvi", 1, true, 1000), ("pvo", 0, true, 0),
      ("pvt", 1, true, 0), ("rvol", 0, true, .nan), ("adr", 2, false, 0), ("cvi", 2, false, 0),
      ("massi", 2, false, 25), ("rvi", 1, false, 50), ("fractal", 2, false, 0),
    ]
    for row in expected {
      let inputs = [[Double]](repeating: flat, count: row.inputs) + (row.volume ? [none] : [])
      let last = try #require(try computed(row.name, inputs)[0].last)
      #expect(last.isNaN == row.value.isNaN && (last.isNaN || abs(last - row.value) <= 1e-12), "\(row.name): \(last)")
    }
  }

  @Test("A close of 0 moves no index, and a rate from 0 is 0")
  func zeros() throws {
    let close: [Double] = [0, 1, 0, 2, 4, 0, 0, 3]
    let volume: [Double] = [1, 2, 3, 2, 1, 2, 1, 2]
    // TA-Lib 0.8.2.
    expectRow(try computed("nvi", [close, volume])[0], [1000, 1000, 1000, 1000, 2000, 2000, 2000, 2000])
    expectRow(try computed("pvi", [close, volume])[0], [1000, 1000, 0, 0, 0, 0, 0, 0])
    expectRow(try computed("pvt", [close, volume])[0], [0, 0, -3, -3, -2, -4, -4, -4])
    expectRow(try computed("fosc", [close], [2])[0], [__, __, 0, 150, 0, 0, 0, 100])
    expectRow(
      try computed("coppock", [close], [2, 1, 2])[0],
      [__, __, __, 100.0 / 3, 100, -100, -400.0 / 3, -100.0 / 3]
    )
    expectRow(try computed("rvol", [[0, 0, 0, 1, 2, 0, 0, 0, 3]], [2])[0], [__, __, __, __, 4, 0, 0, __, __])
  }
}
