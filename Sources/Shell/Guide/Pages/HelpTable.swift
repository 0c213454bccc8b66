import Backtesting
import Presentation
import Strategies

/// Pages of help that are one table: every clause of rules, every metric, every setting.
package struct HelpTable: Sendable {
  /// The word that `help` is asked with.
  package let name: String
  package let aliases: [String]
  /// The topic, in one sentence.
  package let summary: String
  private let table: @Sendable () -> Table

  /// All of them, in the order of the documentation.
  package static let all: [HelpTable] = [
    HelpTable(
      name: "language", aliases: ["topics", "syntax", "grammar"],
      summary: "The parts of the language, with a page for each: `help NAME`."
    ) {
      Table(
        columns: [.text("page", .name), .text("topic").wrapping],
        rows: LanguagePage.all.map { [.text($0.name), .text($0.summary)] })
    },
    HelpTable(
      name: "rules", aliases: ["clauses", "rule"],
      summary: "The clauses between the braces of a strategy or a portfolio; `help NAME` says more of each."
    ) {
      Table(
        columns: [.text("clause", .name), .text("of"), .text("effect").wrapping],
        rows: RuleClause.all.map { [.text($0.name), .text($0.place.rawValue), .text($0.summary)] })
    },
    HelpTable(
      name: "metrics", aliases: ["metric", "statistics", "formulas"],
      summary: "The figures of a backtest with their formulas; `explain trial.NAME` puts the numbers of a run into one."
    ) {
      Table(
        columns: [.text("metric", .name), .text("formula").wrapping],
        rows: Metric.all.map { [.text($0.name), .text($0.formula)] })
    },
    HelpTable(
      name: "options", aliases: ["configuration"],
      summary: "The settings that `set NAME VALUE` changes for the session and `with NAME VALUE` for one run."
    ) {
      let settings = Settings()
      return Table(
        columns: [.text("setting", .name), .text("default"), .text("meaning").wrapping],
        rows: Settings.definitions.map { [.text($0.name), .text($0.read(settings)), .text($0.summary)] })
    },
  ]

  package init(name: String, aliases: [String], summary: String, table: @escaping @Sendable () -> Table) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.table = table
  }

  package static func named(_ word: String) -> HelpTable? { all.first { $0.name == word || $0.aliases.contains(word) } }

  /// The page as help shows it.
  package var document: Document {
    Document(StyledText(name)) {
      StyledText(summary)
      table()
      Block.note(StyledText("also under: \(aliases.joined(separator: ", "))"))
    }
  }
}
