import Language
import Reports
import Sessions

extension Command {
  package static let validate = Command(
    CommandSyntax(
      "validate",
      forms: [
        CommandSyntax.Form(
          "", [.required(.strategy)],
          clauses: [
            .clause("timeframes", .validatedTimeframes), .clause("walkforward", .walkForwardResult),
            .clause("horizon", .horizonBars), .clause("on", .whySymbol), .window, .clause("with", .runSettings),
          ])
      ]),
    category: .strategies, summary: "Says how much confidence the signal of a strategy deserves, and why.",
    discussion: """
      Three scores are joined by weight, each the share of closes after which the price went the strategy's way within \
      `horizon` bars (5): the backtest on all bars, the tests of a walk-forward (a named result, or the last one of \
      the strategy), and the settled signals of the journal with that horizon, at least 5 of them. Walk-forwards and signals of \
      earlier rules of the same name do not count. A missing score has no \
      part in it: its weight goes to the others, and the page says so. A window keeps the backtest and the timeframes within \
      it; a walk-forward and the journal keep their own.

      Then, in this order: live results that differ from the backtest take up to 30%, timeframes that conflict 15%, and \
      timeframes that agree with the direction add 8%. The timeframes are the loaded bars made longer: 15m, 1h, 4h, 1d \
      and 1w unless `timeframes` gives others, also as `@ [1d, 1w]`; each has the direction of its last stance times its share of right ones. \
      The plain mean, with its own drift and consensus, is shown beside it.

      `set validation_weights 0.4 0.35 0.25`, `set drift_threshold 0.15` and `set consensus \
      duration|equal|recent-performance` change how, and `with` does so once; `audit` lists earlier results.

      In JSON, `timestamp` and `next_retraining_date` are milliseconds since 1970, as programs of validation services expect \
      them; `time` and `next_retraining` are the same in ISO 8601.
      """,
    examples: [
      "validate cross", "validate cross since 2010", "validate cross @ [1d, 1w]",
      "validate cross with validation_weights 1 1 1",
      "validate cross(fast=8) timeframes 1d, 1w horizon 20 bars",
      "walkforward cross(fast=5..15 step 5) train 500 bars test 250 bars as wf; validate cross walkforward wf",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.validate(call)
  }
}

extension OptionalRole<[Word]> {
  static var validatedTimeframes: Self { Self(.words("timeframes", .timeframe, "TF, …")) }
}

extension OptionalRole<Word> {
  static var walkForwardResult: Self { Self(.word("walkforward", .result, "RESULT")) }
}
