import Shell

extension ResultSchema {
  /// Recorded from the results of all transcripts; a test holds it against them.
  package static let ofValuations: [ResultSchema] = [
    ResultSchema(
      "valuation", "A company valued.", isOpen: true,
      [
        .always("ticker", [.string]),
        .always("scenario", [.string, .null]),
        .always("changed", [.boolean]),
        .always("model", [.string]),
        .always("assumptions", [.object]),
        .always(
          "past_years", [.list],
          [
            .always("year", [.number]),
            .always("fiscal_year", [.number, .null]),
            .always("period_end", [.string]),
            .always("revenue", [.number]),
            .always("growth", [.number, .null]),
            .always("margin", [.number, .null]),
            .always("operating_income", [.number, .null]),
            .always("tax_rate", [.number, .null]),
            .always("tax", [.number, .null]),
            .always("nopat", [.number, .null]),
            .always("depreciation", [.number, .null]),
            .always("capex", [.number, .null]),
            .always("working_capital", [.number, .null]),
            .always("reinvestment", [.number, .null]),
            .always("free_cash_flow", [.number, .null]),
            .always("net_income", [.number, .null]),
            .always("dividends", [.number, .null]),
            .always("payout", [.number, .null]),
            .always("book", [.number]),
            .always("return_on_equity", [.number, .null]),
          ]),
        .always(
          "years", [.list],
          [
            .always("year", [.number]),
            .always("period_end", [.string, .null]),
            .always("revenue", [.number]),
            .always("growth", [.number]),
            .always("margin", [.number]),
            .always("operating_income", [.number]),
            .always("ebitda", [.number]),
            .always("tax_rate", [.number]),
            .always("tax", [.number]),
            .always("nol", [.number]),
            .always("nopat", [.number]),
            .always("depreciation", [.number]),
            .always("capex", [.number]),
            .always("working_capital", [.number]),
            .always("reinvestment", [.number]),
            .always("invested_capital", [.number, .null]),
            .always("roic", [.number, .null]),
            .always("free_cash_flow", [.number]),
            .always("discount_rate", [.number]),
            .always("discount_factor", [.number]),
            .always("present_value", [.number]),
          ]),
        .always("present_value_of_flows", [.number, .null]),
        .always("present_value_of_terminal", [.number, .null]),
        .always("terminal_share", [.number, .null]),
        .always("enterprise_value", [.number, .null]),
        .always(
          "bridge", [.list],
          [
            .always("item", [.string]),
            .always("value", [.number]),
          ]),
        .always("equity_value", [.number, .null]),
        .always("value_per_share", [.number, .null]),
        .always("price", [.number, .null]),
        .always("upside", [.number, .null]),
        .always("cagr", [.number, .null]),
        .always(
          "findings", [.list],
          [
            .always("code", [.string]),
            .always("severity", [.string]),
            .always("message", [.string]),
            .always("value", [.number, .null]),
            .always("threshold", [.number, .null]),
            .always("assumptions", [.list]),
          ]),
      ]),
    ResultSchema(
      "comparison", "Scenarios, forecasts or backtests side by side.",
      [
        .always("columns", [.list]),
        .always(
          "rows", [.list],
          [
            .always("item", [.string]),
            .always("values", [.list]),
          ]),
        .always(
          "attribution", [.list],
          [
            .always("from", [.string]),
            .always("to", [.string]),
            .always("gap", [.number]),
            .always("parts", [.list]),
          ]),
        .sometimes(
          "football_field", [.object],
          [
            .always("relative", [.boolean]),
            .always("price", [.number, .null]),
            .always("bars", [.list]),
          ]),
        .sometimes("weighted_value", [.number]),
        .sometimes(
          "walks", [.list],
          [
            .always("from", [.string]),
            .always("to", [.string]),
            .always("start", [.number]),
            .always("end", [.number]),
            .always("gap", [.number]),
            .always("years_passed", [.number]),
            .always("steps", [.list]),
            .always("opinions", [.list]),
          ]),
        .sometimes(
          "differences", [.list],
          [
            .always("from", [.string]),
            .always("to", [.string]),
            .always("pairs", [.number]),
            .always("mean", [.number]),
            .always("mean_a_year", [.number]),
            .always("low", [.number]),
            .always("high", [.number]),
            .always("p", [.number]),
            .always("draws", [.number]),
            .always("block", [.number]),
            .always("seed", [.number]),
          ]),
      ]),
    ResultSchema(
      "sensitivity", "Values for each pair of two assumptions.",
      [
        .always("title", [.string]),
        .always(
          "axes", [.list],
          [
            .always("parameter", [.string]),
            .always("shift", [.boolean]),
            .always("values", [.list]),
            .always("base", [.number, .null]),
          ]),
        .always("values", [.list]),
        .always("base_value", [.number]),
        .always("price", [.number, .null]),
        .always("refused", [.number]),
        .sometimes("model", [.string]),
        .sometimes("basis", [.string]),
        .sometimes("upside", [.list]),
        .sometimes("constrained", [.list]),
      ]),
    ResultSchema(
      "solution", "The assumption that gives a value.",
      [
        .sometimes("ticker", [.string]),
        .sometimes("scenario", [.string, .null]),
        .always("parameter", [.string]),
        .always("shift", [.boolean]),
        .always("value", [.number, .null]),
        .always("target", [.number]),
        .always("roots", [.list]),
        .always("unique", [.boolean]),
        .always(
          "range", [.list],
          [
            .always("parameter", [.number]),
            .always("value", [.number]),
          ]),
      ]),
    ResultSchema(
      "curve", "Pairs of two assumptions that give the same value.",
      [
        .always("parameters", [.list]),
        .always("target", [.number]),
        .always(
          "curve", [.list],
          [
            .always("first", [.number]),
            .always("second", [.number]),
            .always("roots", [.list]),
            .always("refusal", [.null]),
          ]),
      ]),
    ResultSchema(
      "tornado", "The influence of each assumption.",
      [
        .always("title", [.string]),
        .always("base_value", [.number]),
        .always("price", [.number, .null]),
        .always("swing", [.number, .null]),
        .always(
          "rows", [.list],
          [
            .always("assumption", [.string]),
            .always("low", [.number, .null]),
            .always("high", [.number, .null]),
            .always("value_low", [.number]),
            .always("value_high", [.number]),
            .always("width", [.number]),
          ]),
        .sometimes("without_influence", [.list]),
        .sometimes("model", [.string]),
        .sometimes("basis", [.string]),
      ]),
    ResultSchema(
      "breakeven", "What each assumption has to be for the value to reach the price.",
      [
        .always("title", [.string]),
        .always("base_value", [.number]),
        .always("target", [.number]),
        .always(
          "rows", [.list],
          [
            .always("assumption", [.string]),
            .always("base", [.number, .null]),
            .always("value", [.number, .null]),
            .always("distance", [.number, .null]),
            .always("factor", [.boolean]),
            .always("swings", [.number, .null]),
            .always("unique", [.boolean]),
            .always("text", [.string]),
          ]),
      ]),
    ResultSchema(
      "simulation", "The distribution of a value.",
      [
        .always("title", [.string]),
        .always("runs", [.number]),
        .always("refused", [.number]),
        .always("seed", [.number]),
        .always("base_value", [.number]),
        .always("price", [.number, .null]),
        .always("mean", [.number]),
        .always("stdev", [.number]),
        .always("lowest", [.number]),
        .always("highest", [.number]),
        .always(
          "percentiles", [.object],
          [
            .always("p1", [.number]),
            .always("p5", [.number]),
            .always("p25", [.number]),
            .always("p50", [.number]),
            .always("p75", [.number]),
            .always("p95", [.number]),
            .always("p99", [.number]),
          ]),
        .always("probability_above_price", [.number, .null]),
        .always(
          "histogram", [.object],
          [
            .always("start", [.number]),
            .always("step", [.number]),
            .always("counts", [.list]),
            .always("below", [.number]),
            .always("above", [.number]),
          ]),
        .always(
          "explained", [.list],
          [
            .always("assumption", [.string]),
            .always("rank_correlation", [.number]),
            .always("share", [.number]),
          ]),
        .always("draws", [.list]),
        .always(
          "findings", [.list],
          [
            .always("code", [.string]),
            .always("severity", [.string]),
            .always("message", [.string]),
            .always("value", [.number]),
            .always("threshold", [.number]),
            .always("assumptions", [.list]),
          ]),
      ]),
    ResultSchema(
      "draws", "The draws of a simulation.",
      [
        .always("title", [.string]),
        .always("runs", [.number]),
        .always("seed", [.number]),
        .always(
          "draws", [.list],
          [
            .always("assumption", [.string]),
            .always("values", [.list]),
          ]),
        .always("values", [.list]),
      ]),
    ResultSchema(
      "findings", "What is to be doubted in a valuation.",
      [
        .always("title", [.string]),
        .always("value", [.number]),
        .always(
          "findings", [.list],
          [
            .always("code", [.string]),
            .always("severity", [.string]),
            .always("message", [.string]),
            .always("value", [.number]),
            .always("threshold", [.number, .null]),
            .always("assumptions", [.list]),
            .always("remedy", [.string, .null]),
            .always("effect", [.number, .null]),
          ]),
      ]),
    ResultSchema(
      "multiples", "Multiples beside those of peers.",
      [
        .always("ticker", [.string]),
        .always("price", [.number]),
        .always("peers", [.list]),
        .always("value", [.number, .null]),
        .always(
          "rows", [.list],
          [
            .always("multiple", [.string]),
            .always("own", [.number]),
            .always("peers", [.list]),
            .always("low", [.number, .null]),
            .always("median", [.number, .null]),
            .always("high", [.number, .null]),
            .always("value_low", [.number, .null]),
            .always("value", [.number, .null]),
            .always("value_high", [.number, .null]),
          ]),
        .always("notes", [.list]),
      ]),
    ResultSchema(
      "forecast", "A frozen forecast.", isOpen: true,
      [
        .always("id", [.string]),
        .always("name", [.string]),
        .always("ticker", [.string]),
        .always("company", [.string]),
        .always("saved_at", [.string]),
        .always("note", [.string]),
        .always("scenario", [.string]),
        .always("version", [.string]),
        .always("assumptions", [.object]),
        .always(
          "outputs", [.object],
          [
            .always("value_per_share", [.number]),
            .always("enterprise_value", [.number]),
            .always("equity_value", [.number]),
            .always("present_value_of_flows", [.number]),
            .always("present_value_of_terminal", [.number]),
            .always("terminal_share", [.number]),
            .always("price", [.number]),
            .always("upside", [.number]),
            .always("cagr", [.number]),
            .always("base_end", [.string]),
            .always("valuation_date", [.string]),
            .always("base_revenue", [.number]),
            .always("years", [.list]),
            .always("percentiles", [.list]),
          ]),
      ]),
    ResultSchema(
      "forecast_review", "A forecast beside what came of it.",
      [
        .always("forecast", [.string]),
        .always("ticker", [.string]),
        .always("day", [.string]),
        .always("value_per_share", [.number]),
        .always("price", [.number]),
        .always("price_now", [.number, .null]),
        .always("price_day", [.string, .null]),
        .always("price_change", [.number, .null]),
        .always("price_percentile", [.null]),
        .always(
          "periods", [.list],
          [
            .always("year", [.number]),
            .always("period_end", [.string]),
            .always("actual_end", [.string]),
            .always("filed", [.string]),
            .always("lines", [.list]),
          ]),
        .always(
          "progress", [.object, .null],
          [
            .always("year", [.number]),
            .always("period_end", [.string]),
            .always("known_to", [.string]),
            .always("share", [.number]),
            .always("lines", [.list]),
          ]),
        .always("missing", [.list]),
        .sometimes(
          "lines", [.list],
          [
            .always("year", [.number]),
            .always("line", [.string]),
            .always("forecast", [.number]),
            .always("actual", [.number]),
            .always("error", [.number]),
            .always("error_share", [.number]),
          ]),
        .sometimes("matched", [.number]),
        .sometimes("total", [.number]),
      ]),
  ]
}
