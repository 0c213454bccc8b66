import Testing

/// The conventions that a mode argument chooses, by hand.
@Suite("Modes and conventions")
struct ModeTests {
  @Test("rsi with simple smoothing takes plain means, and is missing if nothing moved")
  func simpleRSI() throws {
    expectRow(
      try computed("rsi", [rowX], [3, 1])[0],
      [__, __, __, 100, 200.0 / 3, 100.0 / 3, 60, 75, 100, 100, 200.0 / 3, 80]
    )
    expectRow(try computed("rsi", [[5, 5, 5, 5, 6]], [2, 1])[0], [__, __, __, __, 100])
    expectRow(try computed("rsi", [[5, 5, 5, 5, 6]], [2])[0], [__, __, 0, 0, 100])
  }

  @Test("atr takes Wilder's, the simple and the exponential average of the true range")
  func atr() throws {
    let high: [Double] = [10, 12, 11, 15, 14]
    let low: [Double] = [8, 9, 10, 11, 13]
    let close: [Double] = [9, 11, 10, 14, 13]
    // True ranges: none, 3, 1, 5, 1.
    expectRow(try computed("trange", [high, low, close])[0], [__, 3, 1, 5, 1])
    expectRow(try computed("atr", [high, low, close], [2])[0], [__, __, 2, 3.5, 2.25])
    expectRow(try computed("atr", [high, low, close], [2, 1])[0], [__, __, 2, 3, 3])
    expectRow(try computed("atr", [high, low, close], [2, 2])[0], [__, __, 2, 4, 2])
  }

  @Test("bbands take another width below and a sample's deviation")
  func bands() throws {
    let plain = try computed("bbands", [[1, 3, 5, 3]], [2, 2])
    expectRow(plain[0], [__, 4, 6, 6])
    expectRow(plain[1], [__, 2, 4, 4])
    expectRow(plain[2], [__, 0, 2, 2])
    expectRow(try computed("bbands", [[1, 3, 5, 3]], [2, 2, 1])[2], [__, 1, 3, 3])
    let root = 2.0.squareRoot()
    expectRow(
      try computed("bbands", [[1, 3, 5, 3]], [2, 2, nil, 0, 1])[0],
      [__, 2 + 2 * root, 4 + 2 * root, 4 + 2 * root]
    )
  }

  @Test("macd lets fast and slow change places")
  func macdOrder() throws {
    let straight = try computed("macd", [rowX], [3, 5, 2])
    let swapped = try computed("macd", [rowX], [5, 3, 2])
    for (left, right) in zip(straight, swapped) { expectRow(left, right) }
    // TA-Lib 0.8.2.
    expectRow(Array(straight[0].prefix(7)), [__, __, __, __, __, 4.0 / 15, 17.0 / 30])
    expectRow(Array(straight[1].prefix(6)), [__, __, __, __, __, 0.5])
  }

  @Test("An average of an indicator begins at its first value")
  func chained() throws {
    let rsi = try computed("rsi", [rowX], [3])[0]
    let alone = try computed("ema", [Array(rsi.dropFirst(3))], [4])[0]
    expectRow(try computed("ema", [rsi], [4])[0], [__, __, __] + alone)
  }

  @Test("Flat prices give what TA-Lib gives")
  func flat() throws {
    let flat = [Double](repeating: 10.1, count: 12)
    for (name, first) in [("rsi", 3), ("cmo", 3)] {
      let row = try computed(name, [flat], [3])[0]
      expectRow(row, [Double](repeating: __, count: first) + [Double](repeating: 0, count: 12 - first))
    }
    for (name, first) in [("adx", 5), ("dx", 3), ("plus_di", 3), ("cci", 2), ("willr", 2)] {
      let row = try computed(name, [flat, flat, flat], [3])[0]
      expectRow(row, [Double](repeating: __, count: first) + [Double](repeating: 0, count: 12 - first))
    }
  }
}
