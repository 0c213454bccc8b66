import Language
import OrderedCollections
import Presentation
import Reports
import Sessions
import Strategies
import Text

/// A strategy as the list of strategies shows it.
private struct ListedStrategy: Sendable {
  let name: String
  let kind: String
  let origin: String
  let summary: String

  static let columns: [Field<ListedStrategy>] = [
    .text(.text("name", .name)) { $0.name }, .text(.text("kind")) { $0.kind }, .text(.text("origin")) { $0.origin },
    .text(.text("summary").wrapping) { $0.summary },
  ]
}

extension Command {
  package static let strategies = Command(
    CommandSyntax(
      "strategies", forms: [CommandSyntax.Form("", [], clauses: .list(ListedStrategy.columns.names()))]),
    category: .strategies, summary: "Lists the strategies of the session and those that are ready inside the program.",
    discussion: """
      `load strategy NAME` defines a ready one in the session, with the economic series that it reads; \
      `show strategy NAME` shows its text. `where` and `sort by` know name, kind, origin and summary; the origin is \
      session or ready.
      """,
    examples: ["strategies", "strategies where origin == \"ready\" top 3"]
  ) { execution, call throws(Diagnostic) in
    let defined = execution.session.strategies.map { name, strategy in
      let definition = strategy.definition
      let clauses = NumberText.counted(definition.clauses.count, "clause")
      return ListedStrategy(
        name: name, kind: definition.isPortfolio ? "portfolio" : "strategy", origin: "session",
        summary: definition.isPortfolio ? clauses : NumberText.counted(definition.rules, "rule"))
    }
    let ready = ReadyStrategy.all.map {
      ListedStrategy(name: $0.name, kind: "strategy", origin: "ready", summary: $0.summary)
    }
    let frame = ItemFrame(one: "a strategy", many: "strategies", defined + ready, ListedStrategy.columns)
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(table: frame.table(listing), notes: listing.notes, details: listing.details)
  }
}
