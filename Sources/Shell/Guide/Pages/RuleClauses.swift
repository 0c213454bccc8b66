extension RuleClause {
  /// The clauses that open a position.
  static let entries: [RuleClause] = [
    RuleClause(
      "enter",
      usage: [
        "enter long|short when COND", "enter long|short at limit PRICE [for N bars] when COND",
        "enter long|short at stop PRICE [for N bars] when COND", "enter long|short at close when COND",
      ],
      "Opens a position if the condition holds at a close.",
      """
      Without `at` it fills at the next open, `at close` at the next close. A limit order fills at its price or at a \
      better open, a stop order at its price or at a worse one; the price is that of the deciding close, and the order \
      works on the next bar, or on N bars. Exits come first: one that holds at a close while its side is held \
      exits, and cancels an entry of that side at the same close. A limit and a stop order of one side at one close \
      are a bracket: the first that fills cancels the other, and on a bar that reaches both prices that is the one \
      nearer to the open. A long and a short entry at one close are a conflict, and neither is taken.
      """,
      example: "strategy dip { enter long at limit close * 0.98 for 3 bars when rsi(14) < 35; exit when rsi(14) > 60 }"),
    RuleClause(
      "allow", usage: ["allow N entries"], "Lets a position be entered N times before it is closed.",
      "Without it a rule that holds again while a position is held does nothing.",
      example: "strategy steps { enter long when rsi(14) < 40; exit when rsi(14) > 60; size 25%; allow 3 entries }"),
    RuleClause(
      "once", usage: ["once a day"], "Takes one entry a day.",
      "A second entry of a session, or of a date if no hours are set, is rejected; `orders` lists it.",
      example: "strategy daily { enter long when close > open; exit after 1 bars; once a day }"),
    RuleClause(
      "wait", usage: ["wait N bars", "wait N bars after stop"], "Decides no entry at the N closes after an exit.",
      """
      It cancels waiting orders; with `after stop` only a stop or a trail begins the pause. A reversal is not an exit \
      here: an entry of the other side fills at the price at which the position is closed.
      """,
      example: "strategy calm { enter long when rsi(14) < 40; exit when rsi(14) > 60; wait 5 bars }"),
  ]

  /// The clauses that close a position or a part of it.
  static let exits: [RuleClause] = [
    RuleClause(
      "exit",
      usage: [
        "exit [long|short] [50%] when COND", "exit after 10 bars", "exit after 5d", "exit at session close",
      ],
      "Closes the position, or a share of it, if the condition holds at a close.",
      """
      It fills at the next open. Without a position on its side it only cancels a waiting order of that side; \
      with one, an entry of its side at the same close is cancelled. A share is of the position at that time, once in a position, and its part is its own \
      trade. `at session close` exits at the last close of each session that the calendar knows.
      """,
      example:
        "strategy parts { enter long when rsi(14) < 30; exit long 50% when rsi(14) > 50; exit when rsi(14) > 70 }"),
    RuleClause(
      "stop",
      usage: ["stop RATE", "stop DISTANCE", "stop at PRICE", "stop … on close"],
      "Closes the position at a loss: a rate of its entry, a distance in prices, or a price.",
      """
      It works from the fill on, inside of bars; at an open beyond it, it fills there. An entry that would fill beyond its \
      stop is rejected, as `beyond-stop`, and so is one whose stop is missing at the deciding close, as `level-missing`, \
      such as `stop at sma(200)` on the first 199 bars. `on close` is reached by closes \
      alone and fills at the next open. If a bar reaches both a stop and a target, the stop counts: `set inside` changes it.
      """,
      example: "strategy guarded { enter long when rsi(14) < 30; exit when rsi(14) > 70; stop 2 * atr(14) }"),
    RuleClause(
      "target", usage: ["target RATE [for 50%]", "target DISTANCE [for 50%]", "target at PRICE [for 50%]"],
      "Closes the position, or a share of it, at a gain.",
      """
      It fills at its price, or at a better open. `for 50%` takes that share of the rest of an entry, once. An entry \
      that would fill at its target or beyond it is rejected, as `beyond-target`, one whose target is missing at the \
      deciding close as `level-missing`.
      """,
      example: "strategy reach { enter long when rsi(14) < 30; target 6% for 50%; exit when rsi(14) > 70 }"),
    RuleClause(
      "trail", usage: ["trail RATE", "trail DISTANCE", "trail at PRICE"],
      "Closes the position if the price falls back from its best by that much.",
      """
      The best price is that of the bars since the fill. `trail at PRICE` is read at each close and moves the stop if \
      that brings it nearer to the bars, never back.
      """,
      example: "strategy follow { enter long when close > highest(high, 20)[1]; trail at lowest(low, 10)[1] }"),
  ]

  /// The clauses on the sizes of positions, and on the symbols held.
  static let amounts: [RuleClause] = [
    RuleClause(
      "size",
      usage: ["size 50%", "size EXPR of equity", "size EXPR shares|contracts|units", "size MONEY", "size risk RATE"],
      "Sets the size of an entry: a share of the equity, units, money, or the loss at the stop.",
      """
      It is read at the deciding close. A share of the equity and money include the commission: `size 50%` spends half of \
      the equity in total. For units and for a risk, the commission is added. `size risk 1%` needs a stop: the distance to it times the units is 1 % of the \
      equity. Without the clause an entry takes all of the equity.
      """,
      example: "strategy careful { enter long when rsi(14) < 30; exit when rsi(14) > 70; stop 3%; size risk 1% }"),
    RuleClause(
      "resize", usage: ["resize daily|weekly|monthly|quarterly|yearly [when off by RATE]"],
      "Brings the position back to its size after the last close of each period.",
      """
      Excess units are sold, missing units are bought, at the fill after that close. `when off by 10%` compares \
      at the fill, not at the close: the units held with those of the size at the fill price; they may be \
      10 % more or less.
      """,
      example:
        "strategy steady { enter long when close > sma(200); exit when close < sma(200); size 60%; resize monthly }"),
    RuleClause(
      "legs", usage: ["legs A, -EXPR * B"], "Makes the position a spread of several symbols that fill together.",
      """
      Rules are read on the series in use; all legs fill at the next bar on which each has an open. A minus sells the \
      leg while the spread is held long.
      """,
      example:
        "load sample AAPL; use SPY; strategy spread { legs SPY, -2 * AAPL; enter long when zscore(close / (close @ AAPL), 20) < -2; exit when zscore(close / (close @ AAPL), 20) > 0 }"
    ),
    RuleClause(
      "let", usage: ["let NAME = EXPR"], "Names a value that the clauses below it use.",
      "It is computed on every bar, and visible only in this definition.",
      example: "strategy named { let fast = ema(12); enter long when close crosses above fast; exit when close < fast }"
    ),
  ]

  /// The clauses of a portfolio: one account over many symbols.
  static let portfolios: [RuleClause] = [
    RuleClause(
      "on", .portfolio, usage: ["on SYMBOL, UNIVERSE, …"], "Names the symbols that may be held.",
      "A universe whose file has dates is its members of each day: a held symbol leaves on the first day after its last one, by `left-universe`.",
      example: "load sample AAPL; portfolio both { on SPY, AAPL; rebalance monthly }; backtest both since 2015"),
    RuleClause(
      "long", .portfolio, usage: ["long when COND"], "Says which symbols may be bought.",
      "It is read for each symbol at the close of the last bar of a period. Without it and `short when` all may be.",
      example:
        "load sample AAPL; portfolio up { on SPY, AAPL; long when close > sma(200); rebalance monthly }; backtest up since 2015"
    ),
    RuleClause(
      "short", .portfolio, usage: ["short when COND"], "Says which symbols may be sold short.",
      "Those with the lowest rank are sold, at most `hold` of them in addition to those bought. A symbol for which both rules are true is neither.",
      example:
        "load sample AAPL; load sample IBM; portfolio spread { on SPY, AAPL, IBM; long when close > sma(200); short when close < sma(200); rank by returns(126); hold 1; rebalance monthly }; backtest spread since 2015"
    ),
    RuleClause(
      "rank", .portfolio, usage: ["rank by EXPR [desc|asc]"], "Orders the symbols; the best are held.",
      "A missing value ranks last and is not held.",
      example:
        "load sample AAPL; portfolio best { on SPY, AAPL; rank by returns(126); hold 1; rebalance monthly }; backtest best since 2015"
    ),
    RuleClause(
      "hold", .portfolio, usage: ["hold N"], "Sets how many symbols are held, the best ranked.",
      "The money of places that nothing qualifies for stays cash.",
      example:
        "load sample AAPL; portfolio one { on SPY, AAPL; rank by returns(60); hold 1; rebalance quarterly }; backtest one since 2015"
    ),
    RuleClause(
      "weight", .portfolio, usage: ["weight EXPR"], "Divides the equity in the proportion of an expression.",
      "Weights are parts of all of them together; `size 20%` gives each a share instead, and without both parts are equal.",
      example:
        "load sample AAPL; portfolio quiet { on SPY, AAPL; weight 1 / hv(60); rebalance monthly }; backtest quiet since 2015"
    ),
    RuleClause(
      "limit", .portfolio, usage: ["limit RATE"], "Sets the largest share of the equity of one symbol.",
      "The excess stays cash, or goes to the symbol of `cash`.",
      example:
        "load sample AAPL; portfolio capped { on SPY, AAPL; weight returns(60) + 1; limit 60%; rebalance monthly }; backtest capped since 2015"
    ),
    RuleClause(
      "group", .portfolio, usage: ["group by COLUMN [hold N] [limit RATE]"],
      "Bounds the symbols of a group: how many are held, and their share of the equity.",
      "The groups are a column of the universe's file: `universe sp from \"members.csv\"`.",
      example: "help universe"),
    RuleClause(
      "rebalance", .portfolio, usage: ["rebalance daily|weekly|monthly|quarterly|yearly"],
      "Sets when the symbols are chosen and weighted again.",
      "It decides at the last close of each period and fills at the next open of each symbol.",
      example: "load sample AAPL; portfolio yearly { on SPY, AAPL; rebalance yearly }; backtest yearly since 2015"),
    RuleClause(
      "cash", .portfolio, usage: ["cash SYMBOL"], "Names the symbol that takes the remaining money.",
      "Without it the money is idle and earns `cash_rate`.",
      example:
        "load sample AAPL; portfolio parked { on AAPL; long when close > sma(200); rebalance monthly; cash SPY }; backtest parked since 2015"
    ),
  ]
}
