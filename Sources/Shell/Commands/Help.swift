import Evaluation
import Indicators
import Language
import Presentation
import Reports
import StandardIndicators
import Text

extension Command {
  static let help = Command(
    CommandSyntax("help", forms: [CommandSyntax.Form("", [.optional(role: .topic)])]), category: .help,
    summary: "Explains a command, an indicator or a function, and finds by words.",
    examples: ["help", "help rsi", "help backtest", "help volatility", "help \"weighted average\""]
  ) { execution, call throws(Diagnostic) in
    let words = call[.topic] ?? []
    guard let first = words.first else { return HelpPage(topic: "help", document: HelpPages.overview) }
    let terms = try words.map { word throws(Diagnostic) in try execution.text(word) }
    let topic = terms.joined(separator: ", ")
    if let document = HelpPages.page(on: topic) { return HelpPage(topic: topic, document: document) }
    let found = HelpPages.search(terms)
    if !found.isEmpty {
      return HelpPage(
        topic: topic,
        document: Document("\(topic)") {
          Table(
            columns: [.text("topic", .name), .text("what it is").wrapping],
            rows: found.map { [.text($0.0), .text($0.1)] })
          if let hint = Spelling.hint(for: topic, in: HelpPages.topics) { Block.note(StyledText(hint)) }
        })
    }
    let hint = Spelling.hint(for: topic, in: HelpPages.topics)
    throw Diagnostic(
      .unknownTopic, "there is no help on `\(topic)`", at: first.span, hints: [hint ?? "`help` lists what there is"])
  }

  static let commands = Command(
    CommandSyntax("commands"), category: .help, summary: "Lists all commands.",
    examples: ["commands"]
  ) { _, _ throws(Diagnostic) in
    TableResult(
      table: Table(
        columns: [.text("command", .name), .text("category"), .text("summary").wrapping],
        rows: CommandTable.all.filter { !$0.isReserved }.map {
          [.text($0.name), .text($0.category.rawValue), .text($0.summary)]
        }
          + HelpPages.definitions.map { [.text($0.name), .text($0.category.rawValue), .text($0.summary)] }))
  }

  static let indicators = Command(
    CommandSyntax("indicators", forms: [CommandSyntax.Form("", [.optional(role: .group)])]), category: .help,
    summary: "Lists indicators and functions, of one group or all.",
    examples: ["indicators", "indicators momentum"]
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
      Indicator.all.map { ($0.name, $0.group.rawValue, $0.summary) }
      + BarFunction.all.filter { !$0.isReserved }.map { ($0.name, "function", $0.summary) }
    return TableResult(
      table: Table(
        columns: [.text("name", .name), .text("group"), .text("summary").wrapping],
        rows: rows.filter { group == nil || $0.1 == group }.map { [.text($0.0), .text($0.1), .text($0.2)] }))
  }
}
