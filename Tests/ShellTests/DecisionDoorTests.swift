import Language
import Shell
import TestSupport
import Testing

/// The code of the first failure of a script; nil if all of it succeeds.
private func firstFailure(_ script: [String]) -> String? {
  var interpreter = Interpreter(environment: .still)
  var first: String?
  _ = interpreter.runScript(script.joined(separator: "\n"), named: "test", keepGoing: false) { event, _ in
    if case .failure(let diagnostic, _, _) = event, first == nil { first = diagnostic.code.name }
  }
  return first
}

@Suite("Nothing that looks ahead reaches a decision")
struct DecisionDoorTests {
  private static let data = [
    "load sample SPY", "strategy p(k = 100) { enter long when close > k; exit when close < k }",
  ]

  /// A random number that is computed from all bars, plain or in the middle of an expression.
  private static func lookingAhead(_ dice: inout Dice, depth: Int = 2) -> String {
    if depth == 0 || dice.below(3) == 0 {
      return dice.pick([
        "mean_of(close)", "max_of(high)", "min_of(low)", "stdev_of(close)", "count_of(close > open)",
        "quantile(close, 0.5)", "mean_of(rsi(14))", "last(close)", "last(sma(20))",
      ])
    }
    let inner = lookingAhead(&dice, depth: depth - 1)
    return dice.pick([
      "\(inner) * 1.01", "abs(\(inner))", "max(3, \(inner))", "round(\(inner))", "if(2 > 1, \(inner), 5)",
      "(\(inner) + 1) / 2", "50 + 0 * \(inner)", "min(\(inner), 1000)", "sqrt(abs(\(inner)) + 1)",
    ])
  }

  /// The ways to a decision, each with a place for a number.
  private static func door(_ value: String, _ dice: inout Dice) -> [String] {
    let named = dice.below(2) == 0
    let setup = named ? ["let m = \(value)"] : []
    let used = named ? "m" : value
    return setup
      + dice.pick([
        ["backtest p(k = \(used))"],
        ["signals p(k = \(used))"],
        ["sweep p(k = [\(used), 3])"],
        ["sweep p(k = 1..(\(used)) step 50)"],
        ["let s = \(used)", "backtest p with cash s"],
        ["let s = (\(used)) / 1e9", "backtest p with commission s"],
        ["let s = \(used)", "set cash = s"],
        ["let s = \(used)", "set periods_per_year = s"],
        ["strategy d(k = \(used)) { enter long when close > k }"],
        ["strategy d { let k = \(used); enter long when close > k }"],
        ["strategy d { enter long when close > 0; stop at \(used) }"],
        ["strategy d { enter long when close > 0; size \(used) }"],
        ["strategy d { enter long when close > 0; exit after \(used) bars }"],
        ["indicator i(n = 1) = close > n", "strategy d { enter long when i(n = \(used)) }"],
        ["indicator i = close > \(used)", "strategy d { enter long when i }"],
        ["param q = \(used)", "backtest p(k = q)"],
        ["scan SPY: close where close > \(used) at 2010-06-01"],
        [
          "dcf SPY { date = 2001-01-02; base_end = 2000-12-31; price = 90; revenue = 100; growth = (\(used)) / 1e9; margin = 10%; shares = 1; discount = 9%; terminal = 2% }",
          "strategy d { enter long when close > value() }", "backtest d",
        ],
        [
          "dcf SPY { date = 2001-01-02; base_end = 2000-12-31; price = 90; revenue = 100; growth = 3%; margin = 10%; shares = 1; discount = 9%; terminal = 2% }",
          "dcf growth + (\(used)) / 1e9", "save scenario base", "dcf child = base with discount = 8%",
          "strategy d { enter long when close > value(child) }", "backtest d",
        ],
      ])
  }

  @Test("A value that depends on later bars is refused at every door")
  func doors() {
    for seed in Thoroughness.some(0..<120) {
      var dice = Dice(UInt64(seed))
      let script = Self.data + Self.door(Self.lookingAhead(&dice), &dice)
      #expect(firstFailure(script) == "hindsight-in-rule", "\(script.dropFirst(2).joined(separator: "; "))")
    }
  }

  @Test("The same doors take a number that was known")
  func known() {
    for seed in Thoroughness.some(0..<60) {
      var dice = Dice(UInt64(1000 + seed))
      let script = Self.data + Self.door("120", &dice)
      #expect(firstFailure(script) == nil, "\(script.dropFirst(2).joined(separator: "; "))")
    }
  }
}
