import Calendar
import JSON
import Strategies
import TestSupport
import Testing

@Suite("How much of a result is the luck of many trials")
struct SignificanceTests {
  /// A file of a random walk without drift, in which any finding is luck.
  private func walk(_ seed: UInt64, bars: Int, in folder: StrategyFolder) throws {
    var dice = Dice(seed)
    var price = 100.0
    var text = "date,open,high,low,close,volume\n"
    let first = try #require(CivilDate(year: 2015, month: 1, day: 5)).daysSince1970
    for index in 0..<bars {
      let open = price
      let move = (0..<6).reduce(0) { sum, _ in sum + dice.number(-1...1) } / 100
      price *= 1 + move
      let day = CivilDate(daysSince1970: first + index / 5 * 7 + index % 5)
      text += "\(day),\(open),\(max(open, price)),\(min(open, price)),\(price),1000\n"
    }
    try folder.write(text, to: "walk.csv")
  }

  private static let rules =
    "strategy s(n = 20) { enter long when close crosses above sma(n); exit when close crosses below sma(n) }"

  @Test(
    "On random walks the best of many is called evidence no more often than the level says", .timeLimit(.minutes(5)))
  func noise() throws {
    let walks = Thoroughness.some(0..<200)
    let folder = try StrategyFolder()
    var called = 0
    for seed in walks {
      try walk(UInt64(seed) + 1, bars: 400, in: folder)
      var session = ScriptedSession()
      let swept = try session.result(
        "load \"\(folder.path)/walk.csv\" as W; \(Self.rules); sweep s(n = 5..44) with certificate off")
      let significance = try #require(swept["significance"])
      #expect(significance["trials"]?.intValue == 40)
      if significance["evidence"] == .bool(true) { called += 1 }
    }
    // 5 % of the walks, and two deviations of that count.
    let expected = 0.05 * Double(walks.count)
    #expect(Double(called) <= expected + 2 * (expected * 0.95).squareRoot(), "\(called) of \(walks.count)")
  }

  @Test("Five hundred trials on noise are no evidence, and say how much luck alone gives")
  func manyTrials() throws {
    let folder = try StrategyFolder()
    try walk(77, bars: 600, in: folder)
    var session = ScriptedSession()
    let swept = try session.result(
      "load \"\(folder.path)/walk.csv\" as W; \(Self.rules); sweep s(n = 3..502) with certificate off")
    let significance = try #require(swept["significance"])
    #expect(significance["trials"]?.intValue == 500)
    #expect(significance["evidence"] == .bool(false))
    let lucky = try #require(significance["lucky_sharpe"]?.doubleValue)
    #expect(lucky > 0)
    // A combination of the sweep is no new trial, another one is.
    let again = try session.result("backtest s(n = 50)")
    #expect(again["significance"]?["trials"]?.intValue == 500)
    let other = try session.result("backtest s(n = 2)")
    #expect(other["significance"]?["trials"]?.intValue == 501)
  }

  @Test("Tallies of parts add up to the tally of all")
  func tallies() {
    var dice = Dice(4)
    for _ in 0..<200 {
      let sharpes = (0..<dice.whole(2...60)).map { _ in dice.whole(0...9) == 0 ? .nan : dice.number(-2...3) }
      let cut = dice.whole(0...sharpes.count)
      var parts = TrialTally(sharpes[..<cut])
      parts.add(TrialTally(sharpes[cut...]))
      let whole = TrialTally(sharpes)
      #expect(parts.count == sharpes.count && parts.known == whole.known)
      #expect(abs(parts.mean - whole.mean) < 1e-12 && abs(parts.deviation - whole.deviation) < 1e-12)
    }
  }
}
