import Testing

/// Rows of numbers by definition.
@Suite("Functions over bars")
struct WindowFunctionTests {
  @Test("highest and lowest look back over the present bar and those before")
  func extremes() throws {
    expectRow(try computed("highest", [rowX], [3])[0], [__, __, 3, 4, 4, 4, 5, 5, 5, 7, 7, 8])
    expectRow(try computed("lowest", [rowX], [3])[0], [__, __, 1, 2, 3, 2, 2, 2, 5, 5, 5, 6])
    expectRow(try computed("highest", [rowX], [1])[0], rowX)
    expectRow(try computed("highest", [[3, 2, 1, 0]], [4])[0], [__, __, __, 3])
  }

  @Test("sum and mean add up a window")
  func sums() throws {
    expectRow(try computed("sum", [rowX], [3])[0], [__, __, 6, 9, 10, 9, 10, 12, 15, 17, 18, 21])
    expectRow(try computed("mean", [rowX], [2])[0], [__, 1.5, 2.5, 3.5, 3.5, 2.5, 3.5, 5, 5, 6, 6.5, 7])
  }

  @Test("A sum forgets what has left the window")
  func sumsDoNotDrift() throws {
    let values = [1e17, 0.1, -1e16] + [Double](repeating: 0.1, count: 50)
    for row in try computed("sum", [values], [4])[0][6...] { #expect(abs(row - 0.4) < 1e-15) }
    for row in try computed("stdev", [values], [4])[0][6...] { #expect(row == 0) }
  }

  @Test("cumulative skips missing values and continues")
  func cumulative() throws {
    expectRow(try computed("cumulative", [[1, __, 2, 3, __, 4]])[0], [1, __, 3, 6, __, 10])
    let tenths = [Double](repeating: 0.1, count: 10_000)
    #expect(try computed("cumulative", [tenths])[0].last == 1000)
  }

  @Test("change and returns compare with an earlier value")
  func differences() throws {
    expectRow(try computed("change", [rowX])[0], [__, 1, 1, 1, -1, -1, 3, 0, 0, 2, -1, 2])
    expectRow(try computed("change", [rowX], [3])[0], [__, __, __, 3, 1, -1, 1, 2, 3, 2, 1, 3])
    expectRow(try computed("returns", [[4, 5, 0, 3]])[0], [__, 0.25, -1, __])
  }

  @Test("rising is true above all values before, falling below all")
  func rising() throws {
    expectRow(try computed("rising", [rowX], [2])[0], [__, __, 1, 1, 0, 0, 1, 0, 0, 1, 0, 1])
    expectRow(try computed("falling", [rowX], [2])[0], [__, __, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    // Above all three before, though they did not rise one by one.
    expectRow(try computed("rising", [[1, 5, 2, 6]], [3])[0], [__, __, __, 1])
  }

  @Test("barssince counts from the last true bar, and missing counts as false")
  func barsSince() throws {
    expectRow(try computed("barssince", [[0, __, 1, 0, __, 1, 1, 0]])[0], [__, __, 0, 1, 2, 0, 0, 1])
    expectRow(try computed("barssince", [[0, 0, __]])[0], [__, __, __])
  }

  @Test("valuewhen gives the value at the n-th last event")
  func valueWhen() throws {
    let condition: [Double] = [0, 1, 0, __, 1, 0, 1]
    let values: [Double] = [10, 11, 12, 13, __, 15, 16]
    expectRow(try computed("valuewhen", [condition, values])[0], [__, 11, 11, 11, __, __, 16])
    expectRow(try computed("valuewhen", [condition, values], [1])[0], [__, __, __, __, 11, 11, __])
    expectRow(try computed("valuewhen", [condition, values], [2])[0], [__, __, __, __, __, __, 11])
  }

  @Test("count counts true bars, and missing counts as false")
  func count() throws {
    expectRow(try computed("count", [[1, 0, __, 1, 1, 1, 0]], [3])[0], [__, __, 1, 1, 2, 3, 2])
  }
}
