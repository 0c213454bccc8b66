import Evaluation
import Indicators
import Language
import Presentation
import Reports
import Sessions
import StandardIndicators
import Text

extension Command {
  static let help = Command(
    CommandSyntax("help", forms: [CommandSyntax.Form("", [.optional(role: .topic)])]), category: .help,
    summary: "Explains a command, an indicator or a function, and searches by words.",
    examples: ["help", "help rsi", "help backtest", "help volatility", "help weighted average"]
  ) { execution, call throws(Diagnostic) in
    let words = call[.topic] ?? []
    guard let first = words.first else { return HelpPage(topic: "help", document: HelpPages.overview) }
    let terms = try words.map { word throws(Diagnostic) in try execution.text(word) }
    let topic = terms.joined(separator: " ")
    if let document = HelpPages.page(on: topic) { return HelpPage(topic: topic, document: document) }
    let found = HelpPages.search(terms)
    if !found.isEmpty {
      return HelpPage(
        topic: topic,
        document: Document("\(topic)") {
          Table(
            columns: [.text("topic", .name), .text("meaning").wrapping],
            rows: found.map { [.text($0.0), .text($0.1)] })
          if let hint = Spelling.hint(for: topic, in: HelpPages.topics) { Block.note(StyledText(hint)) }
        })
    }
    let hint = Spelling.hint(for: topic, in: HelpPages.topics)
    throw Diagnostic(
      .unknownTopic, "there is no help on `\(topic)`", at: first.span, hints: [hint ?? "`help` lists them all"])
  }

  /// The values of a list of names, each with the group that it belongs to and what it does.
  private static func listFields(_ name: String, _ group: String) -> [Field<(String, String, String)>] {
    [
      .text(.text(name, .name)) { $0.0 }, .text(.text(group)) { $0.1 }, .text(.text("summary").wrapping) { $0.2 },
    ]
  }

  static let commands = Command(
    CommandSyntax(
      "commands", forms: [CommandSyntax.Form("", [], clauses: .list(listFields("command", "category").names()))]),
    category: .help, summary: "Lists all commands.", examples: ["commands", "commands where category == \"Session\""]
  ) { execution, call throws(Diagnostic) in
    let rows =
      CommandTable.all.map { ($0.name, $0.category.rawValue, $0.summary) }
      + HelpPages.definitions.map { ($0.name, $0.category.rawValue, $0.summary) }
    let frame = ItemFrame(one: "a command", many: "commands", rows, listFields("command", "category"))
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(table: frame.table(listing), notes: listing.notes, details: listing.details)
  }

  static let indicators = Command(
    CommandSyntax(
      "indicators",
      forms: [CommandSyntax.Form("", [.optional(role: .group)], clauses: .list(listFields("name", "group").names()))]),
    category: .help, summary: "Lists indicators and functions, of one group or all.",
    examples: ["indicators", "indicators momentum", "indicators where group != \"pattern\" sort by name"]
  ) { execution, call throws(Diagnostic) in
    let word = call[.group]
    let group = try word.map { word throws(Diagnostic) in try execution.text(word) }
    let groups = Indicator.Group.allCases.map(\.rawValue) + ["function"]
    if let group, !groups.contains(group) {
      throw Diagnostic(
        .unknownGroup, "there is no group `\(group)`", at: word?.span,
        hints: [Spelling.hint(for: group, in: groups)]
          .compactMap { $0 } + ["the groups: \(groups.joined(separator: ", "))"])
    }
    let rows =
      Indicator.listed.map { ($0.name, $0.group.rawValue, $0.summary) }
      + BarFunction.all.filter { $0.twin == nil }.map { ($0.name, "function", $0.summary) }
    let frame = ItemFrame(
      one: "an indicator", many: "indicators", rows.filter { group == nil || $0.1 == group },
      listFields("name", "group"))
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(table: frame.table(listing), notes: listing.notes, details: listing.details)
  }
}
