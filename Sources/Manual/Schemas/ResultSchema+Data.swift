import Sessions
import Shell

extension ResultSchema {
  /// Recorded from the results of all transcripts; a test holds it against them.
  package static let ofData: [ResultSchema] = [
    ResultSchema(
      "loaded", "Bars, a published series, company figures or dates that were loaded.",
      [
        .always("name", [.string]),
        .always("symbol", [.string]),
        .sometimes("company", [.string]),
        .sometimes("currency", [.string]),
        .sometimes("years", [.list]),
        .sometimes(
          "moves", [.list],
          [
            .always("scenario", [.string]),
            .always("before", [.number]),
            .always("after", [.number]),
            .always("refusal", [.null]),
            .always("changes", [.list]),
          ]),
        .sometimes("timeframe", [.string, .null]),
        .sometimes("timezone", [.string, .null]),
        .sometimes("bars", [.number, .null]),
        .sometimes("first", [.string]),
        .sometimes("last", [.string]),
        .sometimes("source", [.string]),
        .sometimes("dialect", [.string]),
        .sometimes(
          "findings", [.list],
          [
            .always("code", [.string]),
            .always("message", [.string]),
            .always("count", [.number]),
            .always("line", [.number, .null]),
            .always("places", [.list]),
          ]),
        .sometimes("macro", [.boolean]),
        .sometimes("content_hash", [.string]),
        .sometimes("published", [.string, .null]),
        .sometimes("session", [.string, .null]),
        .sometimes("adjusted", [.string]),
        .sometimes("actions", [.number]),
        .sometimes("calendar", [.string, .null]),
        .sometimes("calendar_guessed", [.boolean]),
        .sometimes("repair", [.string, .null]),
        .sometimes("dates", [.number]),
      ]),
    ResultSchema(
      "loaded_files", "Several files that were loaded.",
      [
        .always(
          "files", [.list],
          [
            .always("name", [.string]),
            .always("symbol", [.string]),
            .always("timeframe", [.string]),
            .always("timezone", [.string]),
            .always("bars", [.number]),
            .always("first", [.string]),
            .always("last", [.string]),
            .always("source", [.string]),
            .always("dialect", [.string]),
            .always("findings", [.list]),
            .always("macro", [.boolean]),
            .always("content_hash", [.string]),
            .always("published", [.string, .null]),
            .always("session", [.null]),
            .always("adjusted", [.string]),
            .always("actions", [.number]),
            .always("calendar", [.null]),
            .always("calendar_guessed", [.boolean]),
            .always("repair", [.null]),
          ])
      ]),
    ResultSchema(
      "cycle", "The stage of the economic cycle, its inputs, conditions, changes and shares.",
      [
        .always("stage", [.string, .null]), .always("since", [.string, .null]), .always("as_of", [.string]),
        .always("parameters", [.object]),
        .always(
          "inputs", [.list],
          [
            .always("input", [.string]), .always("series", [.string, .null]), .always("sample", [.boolean]),
            .always("value", [.number, .null]), .always("period", [.string, .null]),
            .always("known", [.string, .null]), .always("mean", [.number, .null]),
            .always("change", [.number, .null]),
          ]),
        .always(
          "conditions", [.list],
          [
            .always("stage", [.string]), .always("alternative", [.number]), .always("quantity", [.string]),
            .always("comparison", [.string]), .always("limit", [.number]), .always("now", [.number, .null]),
            .always("holds", [.boolean]),
          ]),
        .always(
          "transitions", [.list],
          [
            .always("date", [.string]), .always("stage", [.string]), .always("previous", [.string, .null]),
          ]),
        .always(
          "distribution", [.list],
          [
            .always("stage", [.string]), .always("days", [.number]), .always("share", [.number, .null]),
          ]),
      ]),
    ResultSchema(
      "value", "One value.",
      [
        .always("expression", [.string]),
        .always("value", [.string, .number, .boolean, .null]),
      ]),
    ResultSchema(
      "series", "A series with its last rows.",
      [
        .always("expression", [.string]),
        .always("bars", [.number]),
        .always("missing", [.number]),
        .always("first_valid", [.string, .null]),
        .always("settled", [.string, .null]),
        .always("last", [.string, .number, .boolean, .null]),
        .always("rows", [.list]),
      ]),
    ResultSchema(
      "table", "A list.", isOpen: true,
      [
        .always("columns", [.list]),
        .always("rows", [.list]),
      ]),
    ResultSchema(
      "chart", "The values behind a drawing.",
      [
        .always("title", [.string]),
        .always("columns", [.list]),
        .always("rows", [.list]),
      ]),
    ResultSchema(
      "report", "The story of a backtest, of a valuation or of a session.",
      [
        .always("title", [.string]),
        .always("sections", [.list]),
      ]),
    ResultSchema(
      "scan", "Symbols with their last values.",
      [
        .always("columns", [.list]),
        .always("rows", [.list]),
        .always("scanned", [.number]),
        .always("matched", [.number]),
        .always("without_bars", [.list]),
      ]),
    ResultSchema(
      "correlation", "How alike the returns of several symbols move, each with each.",
      [
        .always("symbols", [.list]),
        .always("timeframe", [.string]),
        .always("returns", [.number]),
        .always("window", [.object]),
        .always("matrix", [.list]),
      ]),
    ResultSchema(
      "study", "What followed events, against all bars.",
      [
        .always("condition", [.string]),
        .always("measure", [.string]),
        .always("bars", [.number]),
        .always("events", [.number]),
        .always("overlapping", [.number]),
        .always("skipped", [.number]),
        .always("fill", [.string]),
        .always(
          "rows", [.list],
          [
            .always("after", [.number]),
            .always("events", [.number]),
            .always("left_out", [.number]),
            .always("mean", [.number]),
            .always("median", [.number]),
            .always("deviation", [.number]),
            .always("share_above_zero", [.number]),
            .always("worst", [.number]),
            .always("best", [.number]),
            .always("baseline_mean", [.number]),
            .always("baseline_bars", [.number]),
            .always("difference", [.number]),
            .always("t", [.number]),
          ]),
        .always("matched", [.number]),
        .always("total", [.number]),
      ]),
    ResultSchema(
      "figures", "Reported figures by year.",
      [
        .always("ticker", [.string]),
        .always("company", [.string]),
        .always("currency", [.string]),
        .always("span", [.string]),
        .always(
          "periods", [.list],
          [
            .always("name", [.string]),
            .always("start", [.string]),
            .always("end", [.string]),
          ]),
        .always(
          "rows", [.list],
          [
            .always("line", [.string]),
            .always("title", [.string]),
            .always("section", [.string]),
            .always("unit", [.string]),
            .always("values", [.list]),
            .always("tags", [.list]),
          ]),
        .always("changes", [.list]),
        .always("warnings", [.list]),
      ]),
  ]
}
