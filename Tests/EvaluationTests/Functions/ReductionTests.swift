import Columns
import Evaluation
import Testing

@Suite("Functions over the full range")
struct ReductionTests {
  private let made = bars([.nan, 3, 1, .nan, 7, 5, .nan])

  @Test(
    "Missing values are left out",
    arguments: [
      ("first(close)", 3), ("last(close)", 5), ("mean_of(close)", 4), ("min_of(close)", 1), ("max_of(close)", 7),
      // The squares 1, 9, 9, 1 of the distances from the mean.
      ("stdev_of(close)", 5.0.squareRoot()), ("count_of(close > 2)", 3), ("count_of(na(close))", 3),
      // Type 7 of 1, 3, 5, 7: between ranks 0 and 3.
      ("quantile(close, 0%)", 1), ("quantile(close, 50%)", 4), ("quantile(close, 100%)", 7),
      ("quantile(close, 25%)", 2.5),
      ("quantile(close, 0.9)", 6.4), ("mean_of(5)", 5), ("last(close > 6)", 0),
    ] as [(String, Double)])
  func values(text: String, expected: Double) throws {
    #expect(abs(try scalar(text, on: made) - expected) <= 1e-12, "\(text)")
  }

  @Test("Without values the result is missing, and a count is 0")
  func nothing() throws {
    let empty = bars([.nan, .nan])
    for text in [
      "first(close)", "last(close)", "mean_of(close)", "stdev_of(close)", "min_of(close)", "max_of(close)",
      "quantile(close, 50%)",
    ] {
      #expect(try scalar(text, on: empty).isNaN)
      #expect(try scalar(text, on: bars([])).isNaN)
    }
    #expect(try scalar("count_of(close > 1)", on: empty) == 0)
  }

  @Test("The deviation bears a mean that is large beside it")
  func deviation() throws {
    let large = bars((0..<1000).map { 1e9 + Double($0 % 2) })
    #expect(try scalar("stdev_of(close)", on: large) == 0.5)
  }

  @Test("A result that is not finite is missing")
  func overflow() throws {
    let large = bars([1e308, 1e308, -1e308])
    #expect(try scalar("mean_of(close)", on: bars([1e308, 1e308])).isNaN)
    #expect(try scalar("stdev_of(close)", on: large).isNaN)
    #expect(try scalar("quantile(close, 25%)", on: large).isNaN)
    #expect(try scalar("max_of(close)", on: large) == 1e308)
  }

  @Test("Of one value the deviation is 0 and each quantile that value")
  func single() throws {
    #expect(try scalar("stdev_of(close)", on: bars([3])) == 0)
    #expect(try scalar("quantile(close, 30%)", on: bars([3])) == 3)
  }
}
