import Language
import Sessions

extension TutorialStep {
  /// The steps, on the data inside the program.
  package static let all: [TutorialStep] = [
    TutorialStep(
      "load data",
      "Bars of real markets are inside the program. `load sample SPY` loads an index fund by day; `data` names the others, and `load \"FILE.csv\"` reads a file of your own. Tab completes what you are typing.",
      type: "load sample SPY"
    ) { $0.isCall(of: "load") && $1.active != nil },
    TutorialStep(
      "compute",
      "An expression alone shows its value. `rsi(14)` is the relative strength of the close over 14 bars; `last 5` shows the last five rows.",
      type: "rsi(14) last 5"
    ) { statement, _ in if case .expression(_, _) = statement.kind { true } else { false } },
    TutorialStep(
      "list and choose",
      "`show` lists several expressions side by side. `where` keeps the bars on which a condition holds, `since` sets the first date. Every list takes these clauses.",
      type: "show close, rsi(14) where rsi(14) < 30 since 2020"
    ) { statement, _ in statement.isCall(of: "show", with: "where") },
    TutorialStep(
      "draw", "`plot` draws in the terminal. Expressions in the same unit share a scale.",
      type: "plot close, sma(200) since 2019"
    ) { statement, _ in statement.isCall(of: "plot") },
    TutorialStep(
      "name a series",
      "`indicator` names a series of your own, with parameters if you like. It is computed again for whichever series is in use; `let` keeps a single value instead.",
      type: "indicator gap(n = 200) = close / sma(n) - 1"
    ) { statement, _ in
      if case .definition(let definition) = statement.kind { definition.kind == .indicator } else { false }
    },
    TutorialStep(
      "write rules",
      "A strategy is a set of rules in braces. They are checked at each close, and orders fill at the next open. Alt-Enter, or an open brace, starts a new line. No rule can see a later bar.",
      type:
        "strategy cross(fast = 12, slow = 26) { enter long when ema(fast) crosses above ema(slow); exit when ema(fast) crosses below ema(slow) }"
    ) { statement, _ in if case .strategy = statement.kind { true } else { false } },
    TutorialStep(
      "backtest",
      "`backtest` runs the rules and shows the results, its assumptions, and the caveats. `with` sets costs for one run, `set` for the session.",
      type: "backtest cross since 2010 with commission 0.1%"
    ) { statement, _ in statement.isCall(of: "backtest") },
    TutorialStep(
      "explain the numbers",
      "`trades` lists the trades of the last run, `why trade 1` shows which rules made the first one, `why not 2019-06-03` the missing conditions on a day without one, `explain cross.sharpe_ratio` puts the numbers into the formula, and `explain cell 1 pnl` does so for a number of the last table.",
      type: "trades sort by pnl desc top 5"
    ) { statement, _ in
      ["trades", "why", "explain", "orders", "stats", "drawdowns"].contains(statement.command ?? "")
    },
    TutorialStep(
      "try parameters",
      "`sweep` runs every combination. The best of many is partly luck; the answer says how many were tried.",
      type: "sweep cross(fast = 5..15, slow = 20..60 step 5) where fast < slow by sharpe top 3"
    ) { statement, _ in statement.isCall(of: "sweep") },
    TutorialStep(
      "value a company",
      "`dcf` values a company by its cash flows. Here growth falls from 6% to 3%; anything you leave out has a default, and the page says which. Next, `solve growth` finds the growth that the price implies, and `sensitivity discount = 8%..10%` varies the discount rate.",
      type: "dcf ACME { revenue = 100M; growth = 6% to 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }"
    ) { statement, _ in if case .valuation = statement.kind { true } else { false } },
    TutorialStep(
      "bear, base and bull",
      "`save scenario` keeps the open model under a name. `dcf bull = base with …` makes a scenario that follows it: what changes in `base` changes in `bull`. `compare` puts them side by side, and says what moves the value from one to the other.",
      type:
        "save scenario base; dcf bull = base with growth + 2pp; dcf bear = base with growth - 2pp; compare bear, base, bull"
    ) { statement, _ in statement.isCall(of: "compare") },
  ]
}
