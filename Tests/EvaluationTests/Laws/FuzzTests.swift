import Columns
import Evaluation
import Indicators
import Language
import StandardIndicators
import TestSupport
import Testing

@Suite("Whatever is typed, the planner answers")
struct FuzzTests {
  private static let words: [String] =
    BarFunction.all.map(\.name) + Indicator.all.map(\.name)
    + [
      "close", "open", "time", "clock", "year", "x", "own", "f", "true", "false", "today", "profit", "trial", "nothing",
      "1", "0", "-1", "2.5",
      "1e300", "2%", "9e300%", "90d", "1_000_000_000y", "20 bars", "1000000000 bars", "2012", "2012-02-29", "14:30",
      "\"ema\"", "'x'", "[1, 2]",
    ]
  private static let signs = [
    "+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "and", "or", "crosses", "crosses above", "crosses below",
  ]

  /// An expression that can be read, of any kinds.
  private func anything(_ depth: Int, _ dice: inout Dice) -> String {
    guard depth > 0 else { return dice.pick(Self.words) }
    func next() -> String { anything(depth - 1, &dice) }
    switch dice.whole(0...11) {
    case 0, 1, 2: return "(\(next()) \(dice.pick(Self.signs)) \(next()))"
    case 3: return "(not \(next()))"
    case 4: return "(-\(next()))"
    case 5: return "(\(next()))[\(next())]"
    case 6: return "(\(next())).\(dice.pick(["upper", "k", "signal", "sharpe", "value", "plus"]))"
    case 7: return "(\(next()) between \(next()) and \(next()))"
    case 8: return "[\(next()), \(next())]"
    default:
      let arguments = (0..<dice.whole(0...4)).map { _ in next() }
      let named =
        dice.whole(0...3) == 0 ? ["\(dice.pick(["period", "x", "n", "width", "smoothing", "high"]))=\(next())"] : []
      return
        "\(dice.pick(Self.words.filter { $0.first?.isLetter == true }))(\((arguments + named).joined(separator: ", ")))"
    }
  }

  private func sessionNames() throws -> Names {
    var names = try names(
      [
        "indicator x = close - open", "indicator own(n = 2) = own[1] * n + close start close",
        "indicator f(s = close, n = 3) = sma(s, n)",
        "indicator loop = loop + 1",
      ], values: ["rate": .rate(0.1)])
    names.results["trial"] = ["sharpe": 1]
    return names
  }

  @Test(
    "Random expressions of any kinds are planned or refused, and what is planned can be computed",
    arguments: Thoroughness.some(0..<8))
  func anyKinds(seed: Int) throws {
    var dice = Dice(UInt64(seed) + 6000)
    let names = try sessionNames()
    let series = Series(name: "X", bars: randomBars(40, seed: 1, holes: 0.05))
    var planned = 0
    for _ in 0..<3000 {
      let text = anything(dice.whole(1...4), &dice)
      guard let tree = try? expression(text) else { continue }
      var planner = Planner(names: names, today: today)
      planner.knowsPosition = dice.whole(0...1) == 0
      guard let result = try? planner.plan(tree) else { continue }
      planned += 1
      let nodes: [NodeID] =
        switch result.content {
        case .node(let node): [node]
        case .record(let outputs): outputs.map(\.node)
        case .value: []
        }
      var evaluator = Evaluator(plan: planner.plan, series: series, today: today)
      for node in nodes {
        guard !planner.plan.isPerBar(node) else {
          _ = try? evaluator.perBar(node)
          continue
        }
        guard let column = try? evaluator.column(node) else { continue }
        #expect(column.count == 40 && column.values.allSatisfy { !$0.isInfinite }, "\(text)")
        if result.kind == .truth { #expect(column.values.allSatisfy { $0.isNaN || $0 == 0 || $0 == 1 }, "\(text)") }
      }
    }
    #expect(planned > 50)
  }

  @Test("Random words in any order are read or refused", arguments: Thoroughness.some(0..<4))
  func wordSoup(seed: Int) throws {
    var dice = Dice(UInt64(seed) + 7000)
    let names = try sessionNames()
    let pieces = Self.words + Self.signs + ["(", ")", "[", "]", ",", ".", "=", "@", "between", "not", "if", "?"]
    for _ in 0..<4000 {
      let text = (0..<dice.whole(1...9)).map { _ in dice.pick(pieces) }.joined(separator: dice.pick([" ", ""]))
      guard let tree = try? expression(text) else { continue }
      var planner = Planner(names: names, today: today)
      _ = try? planner.plan(tree)
    }
  }

  @Test("Numbers at the ends of what can be written do not trap")
  func extremes() throws {
    for text in [
      "close[1e9]", "close[1000000000 bars]", "close[1_000_000_000y]", "sma(close, 1_000_000_000y)",
      "today - 1_000_000_000w",
      "today + 1_000_000_000q - 1_000_000_000q", "round(close, 1e300)", "round(close, -1e300)", "1e308 * 1e308",
      "sma(close, 1e300)",
      "rsi(14) < 1e300%", "own[1e300]", "close[1e9][1e9][1e9]", "quantile(close, 1e300)", "2012-01-01 - 1_000_000_000h",
      "time > 9999",
      "mod(1e308, 1e-308)", "na(2012-01-31)", "na(today)", "if(close > 1, 2012-01-31, today)", "fixnan(2012)",
      "quantile(close, last(close))", "close[last(close)]", "sma(close, last(close))", "case(true)", "case()", "min()",
      "if()", "2012 == 1e300",
    ] {
      guard let plannable = try? Plannable(text, names: sessionNames()), let node = plannable.planned.node else {
        continue
      }
      var evaluator = Evaluator(plan: plannable.plan, series: Series(name: "X", bars: bars([1, 2, 3])), today: today)
      _ = try? evaluator.column(node)
    }
  }

  @Test("Long and deep expressions are planned or refused")
  func size() throws {
    let long = Array(repeating: "close", count: 3000).joined(separator: " + ")
    let deep = String(repeating: "abs(", count: 3000) + "close" + String(repeating: ")", count: 3000)
    for text in [long, deep] {
      guard let plannable = try? Plannable(text), let node = plannable.planned.node else { continue }
      var evaluator = Evaluator(plan: plannable.plan, series: Series(name: "X", bars: bars([1, 2, 3])), today: today)
      #expect(try evaluator.column(node).count == 3)
    }
  }
}
