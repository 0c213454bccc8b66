import Columns
import Evaluation
import Language
import Testing

/// From which bar on an expression has values, and from which on the beginning of the data no longer counts.
@Suite("First valid bar and settled bar")
struct BeginningTests {
  /// The first n with q^n < 1e-6, where q is the weight of the bar before in an average.
  private static func bars(keeping q: Double) -> Int {
    var (count, weight) = (0, 1.0)
    while weight >= 1e-6 {
      weight *= q
      count += 1
    }
    return count
  }

  private static let ema20 = bars(keeping: 19.0 / 21)
  private static let wilder14 = bars(keeping: 13.0 / 14)

  @Test("A settled bar is the sum of what the parts need")
  func counts() throws {
    let expected: [(String, Int, Int?)] = [
      ("close", 0, 0), ("close + 1", 0, 0), ("close[3]", 3, 3), ("sma(close, 20)", 19, 19),
      ("sma(close, 20)[5] > high", 24, 24), ("close crosses above sma(close, 20)", 20, 20),
      ("ema(close, 20)", 19, 19 + Self.ema20), ("ema(close, 20)[2] - sma(close, 50)", 49, 21 + Self.ema20),
      ("sma(rsi(14), 5)", 18, 18 + Self.wilder14), ("ema(rsi(14), 20)", 33, 33 + Self.wilder14 + Self.ema20),
      ("rsi(14, smoothing=\"simple\")", 14, 14), ("macd(average=\"sma\").macd", 25, 25),
      ("macd(average=\"sma\").signal", 33, 33), ("nz(ema(close, 20), 0)", 0, 19 + Self.ema20),
      ("if(close > 3, ema(close, 20), close)", 19, 19 + Self.ema20),
      ("cumulative(volume)", 0, nil), ("sma(obv(), 3)", 2, nil), ("close - mean_of(close)", 0, nil),
      ("kama(10)", 10, nil), ("barssince(close > 3)", 0, nil),
    ]
    for (text, warmUp, settled) in expected {
      let plannable = try Plannable(text)
      let beginning = plannable.plan.beginning(of: try plannable.node())
      #expect(beginning == Beginning(warmUp: warmUp, settled: settled), "\(text): \(beginning)")
      #expect(try plannable.plan.settled(of: plannable.node()) == settled)
    }
    let own = try Plannable("x", names: names(["indicator x = 0.9 * x[1] + close start close"]))
    #expect(try own.plan.settled(of: own.node()) == nil)
  }

  @Test("Arguments known only at the run leave it open until they are bound")
  func parameters() throws {
    let plannable = try Plannable("ema(close, n) > sma(m)") { planner in
      planner.locals["n"] = planner.addParameter(0, kind: .number)
      planner.locals["m"] = planner.addParameter(1, kind: .number)
    }
    let node = try plannable.node()
    #expect(plannable.plan.settled(of: node) == nil)
    #expect(
      plannable.plan.beginning(of: node, parameters: [20, 50]) == Beginning(warmUp: 49, settled: 19 + Self.ema20))
    #expect(plannable.plan.beginning(of: node, parameters: [20, 300]) == Beginning(warmUp: 299, settled: 299))
  }

  @Test("The weight falls from 1 at the warm-up to a millionth at the settled bar")
  func weights() {
    let beginning = Beginning(warmUp: 10, settled: 70)
    #expect(beginning.weight(at: 0) == 1 && beginning.weight(at: 10) == 1)
    #expect(abs(beginning.weight(at: 40) - 1e-3) < 1e-12)
    #expect(beginning.weight(at: 70) == 0)
    #expect(Beginning(warmUp: 10, settled: 10).weight(at: 9) == 1)
    #expect(Beginning(warmUp: 10, settled: nil).weight(at: 100).isNaN)
    #expect(beginning.moved(toBegin: 15) == Beginning(warmUp: 15, settled: 75))
    #expect(beginning.moved(toBegin: 3) == beginning)
    #expect(beginning.later(Beginning(warmUp: 20, settled: 30)) == Beginning(warmUp: 20, settled: 70))
    #expect(beginning.later(Beginning(warmUp: 20, settled: nil)).settled == nil)
  }

  @Test("From the settled bar on bars that begin later give the same to six digits")
  func cutData() throws {
    let texts = [
      "ema(close, 20)", "ema(rsi(14), 9)", "rsi(ema(close, 10), 7)[3]", "macd().histogram", "atr(14) / close",
      "sma(ema(close, 12) - ema(close, 26), 9)", "dema(close, 10) - tema(close, 8)", "adx(8)",
      "stdev(ema(close, 9), 20)", "nz(ema(close, 15), 0) + highest(rsi(9), 10)", "trix(close, 9)[1] - cmo(9)",
      "bbands(20, 2, 2, \"ema\").upper - t3(close, 5)", "ema(close, 20, seed=\"late\")", "macd(like=\"swing\").signal",
    ]
    let all = randomBars(1500, seed: 11)
    let cut = 37
    let late = all.suffix(from: cut)
    for text in texts {
      let plannable = try Plannable(text)
      let settled = try #require(try plannable.plan.settled(of: plannable.node()), "\(text)")
      let whole = try values(text, on: all)
      let part = try values(text, on: late)
      let numbers = whole.suffix(500)
      let range = (numbers.max() ?? 0) - (numbers.min() ?? 0)
      let differences = part.indices.map { abs(part[$0] - whole[$0 + cut]) / range }
      #expect((differences.dropFirst(settled).max() ?? 1) <= 1e-6, "\(text)")
      #expect(settled < 800, "\(text)")
      let warmUp = try plannable.plan.warmUp(of: plannable.node())
      #expect((differences.dropFirst(warmUp + (settled - warmUp) / 6).max() ?? 0) > 1e-6, "\(text) is a far guess")
    }
  }
}

extension Bars {
  fileprivate func suffix(from first: Int) -> Bars {
    func rest(_ column: Column) -> Column { Column(Array(column.values[first...])) }
    return Bars(
      times: Array(times[first...]), open: rest(open), high: rest(high), low: rest(low), close: rest(close),
      volume: rest(volume), timeframe: timeframe, zone: zone)
  }
}
