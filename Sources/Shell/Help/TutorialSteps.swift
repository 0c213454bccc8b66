import Language
import Sessions

extension TutorialStep {
  /// The ten steps, on the data inside the program.
  static let all: [TutorialStep] = [
    TutorialStep(
      "load data",
      "Bars of real markets are inside the program. `load sample SPY` loads an index fund by day; `data` lists others, and `load \"FILE.csv\"` reads your own. Tab completes what you begin to type.",
      type: "load sample SPY"
    ) { $0.isCall(of: "load") && $1.active != nil },
    TutorialStep(
      "compute",
      "An expression alone shows its value. `rsi(14)` is the relative strength of the close over 14 bars; `last 5` says how many rows to show.",
      type: "rsi(14) last 5"
    ) { statement, _ in if case .expression(_, _) = statement.kind { true } else { false } },
    TutorialStep(
      "list and choose",
      "`show` lists several expressions side by side. `where` keeps the bars on which a condition holds, `since` says from when on. Every list takes these clauses.",
      type: "show close, rsi(14) where rsi(14) < 30 since 2020"
    ) { statement, _ in statement.isCall(of: "show", with: "where") },
    TutorialStep(
      "draw", "`plot` draws in the terminal. Several expressions of one unit share a scale.",
      type: "plot close, sma(200) since 2019"
    ) { statement, _ in statement.isCall(of: "plot") },
    TutorialStep(
      "name a series",
      "`indicator` names a series of your own, with parameters where you give some. It is computed anew for whatever series is in use; `let` keeps one value instead.",
      type: "indicator gap(n = 200) = close / sma(n) - 1"
    ) { statement, _ in
      if case .definition(let definition) = statement.kind { definition.kind == .indicator } else { false }
    },
    TutorialStep(
      "write rules",
      "A strategy is rules between braces. They are read at each close, and fill at the next open. Alt-Enter, or an open brace, goes on in the next line. No rule can see a later bar.",
      type:
        "strategy cross(fast = 12, slow = 26) { enter long when ema(fast) crosses above ema(slow); exit when ema(fast) crosses below ema(slow) }"
    ) { statement, _ in if case .strategy = statement.kind { true } else { false } },
    TutorialStep(
      "backtest",
      "`backtest` runs the rules and says what came of them, what it took for granted, and what to doubt. `with` sets costs for one run, `set` for the session.",
      type: "backtest cross since 2010 with commission 0.1%"
    ) { statement, _ in statement.isCall(of: "backtest") },
    TutorialStep(
      "look behind the numbers",
      "`trades` lists the trades of the last run, `why trade 1` takes the rules apart that made one, `explain cross.sharpe_ratio` puts the numbers into a formula.",
      type: "trades sort by pnl desc top 5"
    ) { statement, _ in
      ["trades", "why", "explain", "orders", "stats", "drawdowns"].contains(statement.command ?? "")
    },
    TutorialStep(
      "try parameters",
      "`sweep` runs every combination. The best of many is partly luck, and the answer says of how many.",
      type: "sweep cross(fast = 5..15, slow = 20..60 step 5) where fast < slow by sharpe top 3"
    ) { statement, _ in statement.isCall(of: "sweep") },
    TutorialStep(
      "value a company",
      "`dcf` values a company by its cash flows. Growth goes from 6% to 3%; what you leave out has a default, and the page says which. Then `solve growth` or `sensitivity discount = 8%..10%` ask back.",
      type: "dcf ACME { revenue = 100M; growth = 6% to 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }"
    ) { statement, _ in if case .valuation = statement.kind { true } else { false } },
  ]
}
