import TestSupport
import Testing

/// Rows computed with pandas 3 (`rolling(n)`), or by definition.
@Suite("Statistics over a window")
struct StatisticsTests {
  @Test("median is the middle value, of an even number the mean of two")
  func median() throws {
    expectRow(try computed("median", [rowX], [4])[0], [__, __, __, 2.5, 3, 3, 3.5, 4, 5, 5, 5.5, 6.5])
    expectRow(try computed("median", [rowX], [5])[0], [__, __, __, __, 3, 3, 3, 4, 5, 5, 5, 6])
    expectRow(try computed("median", [rowX], [1])[0], rowX)
  }

  @Test(
    "A volatility is missing on the windows that hold a price at or below zero, and on no others",
    arguments: [0, -37.63])
  func volatilityOfNoPrice(bad: Double) throws {
    let close = (0..<60).map { 20 + Double($0 * 7 % 5) / 4 }
    for name in ["hv", "parkinson", "garman_klass", "rogers_satchell", "yang_zhang"] {
      func values(_ close: [Double]) throws -> [Double] {
        let open = close.map { $0 + 0.1 }
        let inputs =
          name == "hv"
          ? [close]
          : name == "parkinson"
            ? [close.map { $0 + 1 }, close] : [open, close.map { $0 + 1 }, close.map { $0 - 1 }, close]
        return try computed(name, inputs, [10, 252])[0]
      }
      var with = close
      with[30] = bad
      let (plain, holed) = (try values(close), try values(with))
      // hv and yang_zhang look at the close before the window, too.
      let length = name == "hv" || name == "yang_zhang" ? 11 : 10
      for index in close.indices {
        if (30..<30 + length).contains(index) {
          #expect(holed[index].isNaN, "\(name) at \(index)")
        } else {
          #expect(
            plain[index].isNaN == holed[index].isNaN && !(abs(plain[index] - holed[index]) > 1e-9),
            "\(name) at \(index)")
        }
      }
    }
  }

  @Test("rank counts from the smallest, ties share the mean of their places")
  func rank() throws {
    expectRow(try computed("rank", [rowX], [4])[0], [__, __, __, 4, 2.5, 1, 4, 3.5, 3, 4, 3, 4])
  }

  @Test("percentrank is the share of earlier values that are below, with ties of those that are not above")
  func percentRank() throws {
    expectRow(
      try computed("percentrank", [rowX], [4, 1])[0],
      [__, __, __, __, 75, 25, 100, 100, 100, 100, 75, 100]
    )
    expectRow(
      try computed("percentrank", [rowX], [4])[0],
      [__, __, __, __, 50, 0, 100, 75, 50, 100, 75, 100]
    )
  }

  @Test("Ranked windows agree with plain counting over many bars")
  func rankedWindows() throws {
    var dice = Dice(11)
    let values = (0..<3000).map { _ in Double(dice.whole(0...200)) }
    for period in [1, 2, 3, 20, 63, 64, 65, 127, 128, 129, 160, 161, 257, 512, 513, 700] {
      let ranks = try computed("rank", [values], [Double(period)])[0]
      let medians = try computed("median", [values], [Double(period)])[0]
      for index in stride(from: period - 1, to: 3000, by: 7) {
        let window = values[(index - period + 1)...index].sorted()
        let smaller = window.filter { $0 < values[index] }.count
        let equal = window.filter { $0 == values[index] }.count
        #expect(ranks[index] == Double(smaller) + Double(equal + 1) / 2)
        #expect(medians[index] == (window[(period - 1) / 2] + window[period / 2]) / 2)
      }
    }
  }

  @Test("stdev, zscore and correlation agree with pandas, of the population and of a sample")
  func deviations() throws {
    expectRow(
      Array(try computed("stdev", [rowX], [5, 1, 1])[0].suffix(3)),
      [1.7888543819998317, 0.8944271909999162, 1.30384048104053]
    )
    expectRow(
      Array(try computed("zscore", [rowX], [5])[0].suffix(3)),
      [1.375, 0.5000000000000002, 1.543487266282579]
    )
    expectRow(
      Array(try computed("zscore", [rowX], [5, 1])[0].suffix(3)),
      [1.2298373876248845, 0.4472135954999582, 1.3805369799252665]
    )
    expectRow(
      Array(try computed("correlation", [rowX, rowY], [5])[0].suffix(4)),
      [0, 0.07537783614444088, 0.13363062095621212, 0.022815832379813737]
    )
  }

  @Test("A window of equal values has no deviation, no z-score and no correlation")
  func flat() throws {
    let flat = [Double](repeating: 10.1, count: 8)
    let ramp = (0..<8).map(Double.init)
    expectRow(try computed("stdev", [flat], [3])[0], [__, __, 0, 0, 0, 0, 0, 0])
    expectRow(try computed("zscore", [flat], [3])[0], [Double](repeating: __, count: 8))
    expectRow(try computed("correlation", [flat, ramp], [3])[0], [Double](repeating: __, count: 8))
    expectRow(try computed("correl", [flat, ramp], [3])[0], [__, __, 0, 0, 0, 0, 0, 0])
  }

  @Test("regression gives the least-squares line of the first series over the second")
  func regression() throws {
    let outputs = try computed("regression", [rowY, rowX], [5])
    expectRow(Array(outputs[1].suffix(4)), [0, 0.125, 0.5, 1.0 / 17])
    expectRow(Array(outputs[2].suffix(4)), [4.8, 5, 2, 72.0 / 17])
    expectRow(
      Array(outputs[3].suffix(3)),
      [0.005681818181818182, 0.017857142857142856, 0.000520562207183758]
    )
    expectRow(Array(outputs[0].suffix(3)), [5.875, 5, 80.0 / 17])
    expectRow(Array(outputs[4].suffix(3)), [1.125, -3, -12.0 / 17])
    expectRow(
      try computed("regression", [rowY, [3, 3, 3] + rowX.dropFirst(3)], [3])[1].prefix(3).map { $0 },
      [__, __, __]
    )
  }
}
