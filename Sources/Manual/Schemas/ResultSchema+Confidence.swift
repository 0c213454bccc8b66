import Sessions
import Shell

extension ResultSchema {
  /// The results that say how much of another one is luck, and how much confidence is left.
  package static let ofConfidence: [ResultSchema] = [
    ResultSchema(
      "walkforward", "The choice of each window, and the run on the tests alone.",
      [
        .always("name", [.string, .null]),
        .always("strategy", [.string]),
        .always("symbol", [.string]),
        .always("timeframe", [.string]),
        .always("terms", [.string]),
        .always("by", [.string]),
        .always("combinations", [.number]),
        .always(
          "windows", [.list],
          [
            .always("train", [.object]),
            .always("test", [.object]),
            .always("counted", [.object]),
            .always("whole", [.boolean]),
            .always("parameters", [.object, .null]),
            .always("train_score", [.number, .null]),
            .always("train_total_return", [.number, .null]),
            .always("train_cagr", [.number, .null]),
            .always("train_sharpe_ratio", [.number, .null]),
            .always("train_max_drawdown", [.number, .null]),
            .always("train_trades", [.number, .null]),
            .always("test_score", [.number, .null]),
            .always("test_total_return", [.number, .null]),
            .always("test_cagr", [.number, .null]),
            .always("test_sharpe_ratio", [.number, .null]),
            .always("test_max_drawdown", [.number, .null]),
            .always("test_trades", [.number, .null]),
          ]),
        .always("efficiency", [.number, .null]),
        .always("significance", [.object, .null]),
        .always("stability", [.object]),
        .always(
          "divergence", [.object, .null],
          [
            .always("windows", [.number]),
            .always("known", [.number]),
            .always("overfitted", [.number]),
            .always("mean", [.number, .null]),
            .always("largest", [.number, .null]),
          ]),
        .always("performance", [.object, .null]),
        .always("assumptions", [.object, .null]),
        .always("looks_ahead", [.list]),
        .always("trades", [.list]),
        .always("notes", [.list]),
      ]),
    ResultSchema(
      "montecarlo", "The returns and drawdowns that a backtest could have had.",
      [
        .always("result", [.string]),
        .always("method", [.string]),
        .always("runs", [.number]),
        .always("seed", [.number]),
        .always("dealt", [.number]),
        .always("mean_block", [.number, .null]),
        .always("return_period", [.string, .null]),
        .always("total_return", [.object]),
        .always("max_drawdown", [.object]),
        .always("max_drawdown_reordered", [.object, .null]),
        .always(
          "actual", [.object],
          [
            .always("total_return", [.number, .null]),
            .always("max_drawdown", [.number, .null]),
          ]),
        .always(
          "percentile", [.object],
          [
            .always("total_return", [.number, .null]),
            .always("max_drawdown", [.number, .null]),
          ]),
        .always("loss_probability", [.number, .null]),
        .always("ruin_level", [.number]),
        .always("risk_of_ruin", [.number, .null]),
        .always("drawdown_probability", [.number, .null]),
        .always(
          "fan", [.list],
          [
            .always("step", [.number, .null]),
            .always("p5", [.number, .null]),
            .always("p25", [.number, .null]),
            .always("p50", [.number, .null]),
            .always("p75", [.number, .null]),
            .always("p95", [.number, .null]),
          ]),
        .always("probability_of_chance", [.number, .null]),
        .always("left_out", [.number]),
        .always("notes", [.list]),
      ]),
    ResultSchema(
      "crossvalidation", "What choosing among combinations is worth on bars that the choice did not see.",
      [
        .always("strategy", [.string]),
        .always("symbol", [.string]),
        .always("groups", [.number]),
        .always("test_groups", [.number]),
        .always("purge", [.number]),
        .always("embargo", [.number]),
        .always("combinations", [.number]),
        .always("returns", [.number]),
        .always("return_period", [.string]),
        .always("splits", [.number]),
        .always(
          "window", [.object],
          [
            .always("since", [.string]),
            .always("until", [.string]),
          ]),
        .always(
          "paths", [.list],
          [
            .always("sharpe_ratio", [.number, .null]),
            .always("total_return", [.number, .null]),
          ]),
        .always(
          "sharpe_ratio", [.object],
          [
            .always("lowest", [.number, .null]),
            .always("median", [.number, .null]),
            .always("highest", [.number, .null]),
            .always("share_below_zero", [.number, .null]),
          ]),
        .always(
          "overfitting", [.object],
          [
            .always("probability", [.number, .null]),
            .always("probability_of_loss", [.number, .null]),
            .always("slope", [.number, .null]),
            .always("blocks", [.number, .null]),
          ]),
        .always("reality_check", [.number, .null]),
        .always(
          "superior_ability", [.object],
          [
            .always("lower", [.number, .null]),
            .always("consistent", [.number, .null]),
            .always("upper", [.number, .null]),
          ]),
        .always(
          "choices", [.list],
          [
            .always("parameters", [.object]),
            .always("splits", [.number]),
          ]),
        .always("looks_ahead", [.list]),
        .always("assumptions", [.object]),
      ]),
    ResultSchema(
      "signal", "The side that a strategy stands for at the last close, and why.",
      [
        .always("strategy", [.string]),
        .always("call", [.string]),
        .always("symbol", [.string]),
        .always("timeframe", [.string]),
        .always("date", [.string]),
        .always("close", [.number, .null]),
        .always("decision", [.string]),
        .always("direction", [.string]),
        .always("stance", [.string]),
        .always("since", [.string, .null]),
        .always("horizon", [.number]),
        .always("pending", [.list]),
        .always(
          "rules", [.list],
          [
            .always("rule", [.string]),
            .always("type", [.string]),
            .always("side", [.string]),
            .always("holds", [.boolean, .null]),
            .always("legs", [.list]),
          ]),
        .always("unfinished", [.boolean]),
        .always("journal", [.string]),
        .always("data_hash", [.string]),
        .always("notes", [.list]),
      ]),
    ResultSchema(
      "journal", "Signals that were written down, and what became of them.",
      [
        .always(
          "entries", [.list],
          [
            .always("strategy", [.string]),
            .always("symbol", [.string]),
            .always("timeframe", [.string]),
            .always("time", [.number]),
            .always("decision", [.string]),
            .always("direction", [.string]),
            .always("price", [.number]),
            .always("horizon", [.number]),
            .always("data_hash", [.string]),
            .always("written_at", [.number]),
            .always("outcome", [.string]),
            .always("counts", [.boolean]),
            .always("market_return", [.number, .null]),
            .always("return", [.number, .null]),
            .always("rewritten", [.list]),
          ]),
        .always("settled", [.number]),
        .always("hit_rate", [.number, .null]),
        .always("rewritten", [.number]),
        .always(
          "damaged", [.list],
          [
            .always("line", [.number]),
            .always("reason", [.string]),
          ]),
        .always(
          "repeated", [.list],
          [
            .always("line", [.number]),
            .always("reason", [.string]),
          ]),
        .always("matched", [.number]),
        .always("total", [.number]),
      ]),
    ResultSchema(
      "validation", "The confidence in the signal of a strategy, with every step that led to it.",
      [
        .always("symbol", [.string]),
        .always("direction", [.string]),
        .always("unified_confidence", [.number]),
        .always("backtesting_score", [.number, .null]),
        .always("walkforward_score", [.number, .null]),
        .always("live_score", [.number, .null]),
        .always("multi_tf_consensus", [.object]),
        .always("drift_detected", [.boolean]),
        .always("drift_magnitude", [.number, .null]),
        .always("drift_severity", [.string]),
        .always("drift_explanation", [.string]),
        .always("timeframe_conflict", [.boolean]),
        .always("conflict_explanation", [.string]),
        .always("consensus_direction", [.string]),
        .always("hierarchy_weights", [.object]),
        .always("recommendation", [.string]),
        .always("retraining_trigger", [.boolean]),
        .always("retraining_reason", [.string]),
        .always("next_retraining_date", [.number]),
        .always(
          "adjustments", [.list],
          [
            .always("name", [.string]),
            .always("factor", [.number]),
          ]),
        .always("missing", [.list]),
        .always("timestamp", [.number]),
        .always("strategy", [.string]),
        .always("timeframe", [.string]),
        .always("horizon", [.number]),
        .always(
          "weights", [.object],
          [
            .always("backtest", [.number]),
            .always("walkforward", [.number]),
            .always("live", [.number]),
          ]),
        .always(
          "weights_set", [.object],
          [
            .always("backtest", [.number]),
            .always("walkforward", [.number]),
            .always("live", [.number]),
          ]),
        .always(
          "steps", [.list],
          [
            .always("name", [.string]),
            .always("factor", [.number, .null]),
            .always("confidence", [.number]),
          ]),
        .always(
          "timeframes", [.list],
          [
            .always("timeframe", [.string]),
            .always("signal", [.string]),
            .always("direction", [.string]),
            .always("score", [.number]),
            .always("weight", [.number]),
            .always("accuracy", [.number, .null]),
            .always("counted", [.number]),
          ]),
        .always(
          "agreement", [.object, .null],
          [
            .always("direction", [.string]),
            .always("strength", [.string]),
            .always("alignment", [.number]),
            .always("change", [.number]),
            .always("conflicting", [.list]),
          ]),
        .always(
          "data_drift", [.object, .null],
          [
            .always("statistic", [.number]),
            .always("p_value", [.number]),
            .always("severity", [.string]),
            .always("drifted", [.boolean]),
            .always("reference", [.number]),
            .always("current", [.number]),
          ]),
        .always("status", [.string]),
        .always(
          "record", [.object],
          [
            .always("symbol", [.string]),
            .always("backtest_score", [.number, .null]),
            .always("walkforward_score", [.number, .null]),
            .always("live_score", [.number, .null]),
            .always("m15_signal", [.string, .null]),
            .always("h1_signal", [.string, .null]),
            .always("d1_signal", [.string, .null]),
            .always("timestamp", [.number]),
          ]),
        .always("time", [.string]),
        .always("next_retraining", [.string]),
        .always(
          "app", [.object],
          [
            .always("confidence", [.number]),
            .always("drift", [.number, .null]),
            .always("drift_threshold", [.number]),
            .always("drift_detected", [.boolean]),
            .always("consensus_method", [.string]),
            .always("consensus", [.string, .null]),
            .always("status", [.string]),
          ]),
        .always("notes", [.list]),
      ]),
    ResultSchema(
      "audit", "Confidences that were shown, with the weights that were set.",
      [
        .always(
          "records", [.list],
          [
            .always("symbol", [.string]),
            .always("confidence", [.number]),
            .always("weights", [.object]),
            .always("client_state", [.object, .null]),
            .always("logged_at", [.number]),
          ]),
        .always(
          "damaged", [.list],
          [
            .always("line", [.number]),
            .always("reason", [.string]),
          ]),
        .always("matched", [.number]),
        .always("total", [.number]),
      ]),
  ]
}
