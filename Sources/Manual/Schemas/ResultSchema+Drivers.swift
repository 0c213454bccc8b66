extension ResultSchema {
  /// Recorded from the results of all transcripts; a test holds it against them.
  package static let ofDrivers: [ResultSchema] = [
    ResultSchema(
      "drivers", "The kinds of business and their drivers.",
      [
        .always(
          "businesses", [.list],
          [
            .always("business", [.string]),
            .always("financial", [.boolean]),
            .always("drivers", [.list]),
          ]),
        .always("assumptions", [.list]),
      ]),
    ResultSchema(
      "dial", "How bold the drivers are.",
      [
        .always("score", [.number]),
        .always("label", [.string]),
        .always("target", [.number]),
        .always("aligned", [.boolean]),
        .always(
          "parts", [.object],
          [
            .always("revenue", [.number]),
            .always("margin", [.number]),
            .always("discount", [.number]),
            .always("terminal", [.number]),
          ]),
      ]),
    ResultSchema(
      "drift", "The changes of drivers since the base.",
      [
        .always(
          "changes", [.list],
          [
            .always("section", [.string]),
            .always("assumption", [.string]),
            .always("title", [.string]),
            .always("base", [.string, .number]),
            .always("current", [.string, .number]),
            .always("effect", [.number]),
          ])
      ]),
    ResultSchema(
      "cards", "The bear, base and bull case of drivers.",
      [
        .always(
          "cards", [.list],
          [
            .always("preset", [.string]),
            .always("valuation", [.object, .null]),
            .always("refusal", [.string, .null]),
          ])
      ]),
    ResultSchema(
      "template", "A short model of drivers.",
      [
        .always("horizon", [.number]),
        .always("like", [.string]),
        .always("revenue_index", [.number]),
        .always("flow_margin", [.number]),
        .always("flow_index", [.number]),
        .always("share_index", [.number]),
        .always("implied_price", [.number]),
        .always("assumptions", [.list]),
      ]),
  ]
}
