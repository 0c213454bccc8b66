import Commands
import Evaluation
import Indicators
import Language
import Sessions

extension Command {
  package static let show = Command(
    CommandSyntax(
      "show",
      forms: [
        CommandSyntax.Form("", [.required(.columns)], clauses: .list),
        CommandSyntax.Form("strategy", [.keyword("strategy"), .required(.anyStrategy)]),
      ]),
    category: .data, summary: "Shows expressions bar by bar as a table, or the text of a strategy.",
    discussion: """
      `where` keeps the bars on which a condition holds, then the window cuts: `last 10` are the last ten rows \
      that are listed; `sort by` orders them, and `top N` keeps the first N. `where` and `sort by` know the \
      headings that `as` gives. Without a window it shows the last ten, and a file gets all. `show SPY` lists the prices and \
      the volume of a series, in use or not. `show strategy NAME` \
      shows the text of a strategy of the session, or of one that is ready inside the program.
      """,
    examples: [
      "show close, sma(close, 20) as average, rsi(14) last 5", "show close, rsi(14) where rsi(14) < 30 last 3",
      "show close, returns(1) as move sort by move desc top 3", "show SPY since 2021-03-29",
    ]
  ) { execution, call throws(Diagnostic) in
    if call.form == "strategy" { return try execution.text(ofStrategy: try call[.anyStrategy]) }
    var expressions = try call[.columns]
    let series: Evaluation.Series
    if let named = execution.barsNamed(by: expressions) {
      series = named.series
      expressions = BarField.allCases.map { NamedExpression(field: $0.rawValue, at: named.span) }
    } else {
      series = try execution.activeSeries(at: call.commandSpan)
    }
    var headings: [(name: String, expression: Expression)] = []
    for item in expressions {
      if let word = item.name { headings.append((try execution.text(word), item.expression)) }
    }
    let frame = BarFrame(bars: series, headings: headings)
    let listing = try execution.listing(of: frame, ListClauses(call), rows: .last(10))
    if let first = listing.indexes.min(), let last = listing.indexes.max() {
      execution.remarkPrices(of: series, in: first..<last + 1)
    }
    return try execution.table(expressions, on: series, listing)
  }
}

extension NamedExpression {
  /// A field of the bars under its own name.
  fileprivate init(field: String, at span: SourceSpan) {
    self.init(expression: .name(field, span), name: Word(parts: [.text(field)], span: span))
  }
}
