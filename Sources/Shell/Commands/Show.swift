import Language

extension Command {
  static let show = Command(
    CommandSyntax(
      "show",
      forms: [
        CommandSyntax.Form(
          "", [.required(.columns)], clauses: [.clause("where", .condition), .window])
      ]),
    category: .data, summary: "Shows expressions bar by bar as a table.",
    discussion: """
      `where` keeps the bars on which a condition holds, then the window cuts: `last 10` are the last ten rows \
      that are listed. Without a window it shows the last ten.
      """,
    examples: [
      "show close, sma(close, 20) as average, rsi(14) last 5", "show close, rsi(14) where rsi(14) < 30 last 3",
    ]
  ) { execution, call throws(Diagnostic) in
    let series = try execution.activeSeries(at: call.commandSpan)
    return try execution.table(
      try call[.columns], on: series, where: call[.condition], window: call.window, rows: 10)
  }
}
