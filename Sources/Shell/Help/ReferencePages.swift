import Backtesting
import Evaluation
import Indicators
import Presentation
import Sessions
import StandardIndicators

/// The reference as Markdown pages of a DocC catalogue, made from the tables that the program itself uses.
public enum ReferencePages {
  /// A page: its file name and its text.
  public struct Page: Sendable {
    /// The name in the catalogue.
    public var file: String
    /// The Markdown.
    public var text: String
  }

  /// All pages.
  public static var all: [Page] {
    [overview, language, rules] + categories + groups + [functions, metrics, assumptions]
  }

  private static let mark =
    "<!-- Made from the tables of commands and indicators; `RECORD=1 scripts/test Reference` rewrites it. -->"

  private static func page(_ file: String, _ title: String, _ abstract: String, _ body: [String]) -> Page {
    Page(file: file + ".md", text: (["# \(title)", mark, abstract] + body).joined(separator: "\n\n") + "\n")
  }

  private static var overview: Page {
    page(
      "Reference", "The tas reference", "Every command, indicator and function, as `help` in the prompt has it.",
      ["## Language", languageLine + "\n" + rulesLine, "## Commands"]
        + Command.Category.allCases.map { category in
          "- <doc:\(fileName(category))>: " + entries(of: category).map { "`\($0.name)`" }.joined(separator: ", ")
        }
        + ["## Indicators and functions"]
        + Indicator.Group.allCases.filter { !members(of: $0).isEmpty }.map { group in
          "- <doc:\(fileName(group))>: " + members(of: group).map { "`\($0.name)`" }.joined(separator: ", ")
        } + ["- <doc:Functions>: " + builtFunctions.map { "`\($0.name)`" }.joined(separator: ", ")]
        + ["- <doc:Metrics>: the figures of a backtest", "- <doc:Assumptions>: the inputs of a valuation"])
  }

  private static var languageLine: String {
    "- <doc:Language>: " + LanguagePage.all.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  private static var language: Page {
    page(
      "Language", "The language", "Topics that belong to no command; `help NAME` shows each.",
      LanguagePage.all.map { page in
        (["## \(page.name)", page.summary] + page.paragraphs + ["For example:", code(page.examples)])
          .joined(separator: "\n\n")
      })
  }

  private static var rulesLine: String {
    "- <doc:Rules>: " + RuleClause.all.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  private static var rules: Page {
    page(
      "Rules", "Rules", "The clauses between the braces of a strategy or a portfolio; `help NAME` shows each.",
      RuleClause.all.map { clause in
        (["## \(clause.name), of a \(clause.place.rawValue)", clause.summary, code(clause.usage), clause.discussion]
          + ["For example:", code([clause.example])]).joined(separator: "\n\n")
      })
  }

  private static var metrics: Page {
    page(
      "Metrics", "Metrics", "The figures of a backtest; `explain trial.NAME` puts the numbers of a run into a formula.",
      Metric.all.map { metric in
        ["## \(metric.name)", metric.title + ".", metric.formula].joined(separator: "\n\n")
      })
  }

  private static var assumptions: Page {
    page(
      "Assumptions", "Assumptions of a valuation",
      "`help NAME` says more of each; a value outside the usual range is a warning.",
      [MarkdownRenderer().render(Document { HelpPages.assumptionTable }).trimmedNewlines])
  }

  // MARK: Commands

  private static func fileName(_ category: Command.Category) -> String {
    "Commands-" + category.rawValue.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func entries(of category: Command.Category) -> [HelpPages.DefinitionEntry] {
    HelpPages.definitions.filter { $0.category == category }
      + CommandTable.all.filter { $0.category == category }.map { command in
        HelpPages.DefinitionEntry(
          name: command.name, category: category, summary: command.summary, usage: command.usage,
          discussion: command.discussion, examples: command.examples)
      }
  }

  private static var categories: [Page] {
    Command.Category.allCases.map { category in
      page(
        fileName(category), category.rawValue, "The commands of this part, in order of first use.",
        entries(of: category).map(section))
    }
  }

  private static func section(_ entry: HelpPages.DefinitionEntry) -> String {
    var parts = ["## \(entry.name)", entry.summary, code(entry.usage)]
    if !entry.discussion.isEmpty { parts.append(entry.discussion) }
    if !entry.examples.isEmpty { parts += ["For example:", code(entry.examples)] }
    return parts.joined(separator: "\n\n")
  }

  private static func code(_ lines: [String]) -> String { "```\n\(lines.joined(separator: "\n"))\n```" }

  // MARK: Indicators and functions

  private static func fileName(_ group: Indicator.Group) -> String {
    "Indicators-" + group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst()
  }

  private static func members(of group: Indicator.Group) -> [Indicator] {
    Indicator.listed.filter { $0.group == group }
  }

  private static var groups: [Page] {
    Indicator.Group.allCases.filter { !members(of: $0).isEmpty }.map { group in
      page(
        fileName(group), "Indicators: \(group.rawValue)", "`indicators \(group.rawValue)` lists them in the prompt.",
        members(of: group).compactMap { indicator in
          HelpPages.mainPage(on: indicator.name).map { document in
            MarkdownRenderer().render(document).trimmedNewlines
          }
        })
    }
  }

  private static var builtFunctions: [BarFunction] { BarFunction.all.filter { $0.twin == nil } }

  private static var functions: Page {
    page(
      "Functions", "Functions", "Functions of each bar, and of the full range.",
      builtFunctions.map { function in
        var parts = ["## \(function.name)", function.summary, code([function.signature])]
        if !function.discussion.isEmpty { parts.append(function.discussion) }
        if function.looksAhead { parts.append("It uses the full range, so no rule may use it.") }
        parts.append("For example `\(function.example)`.")
        return parts.joined(separator: "\n\n")
      })
  }
}

extension String {
  /// The text without line breaks at its end.
  fileprivate var trimmedNewlines: String {
    var text = Substring(self)
    while text.last == "\n" { text = text.dropLast() }
    return String(text)
  }
}
