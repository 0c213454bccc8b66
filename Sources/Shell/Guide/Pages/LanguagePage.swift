import Presentation

/// A page of help on the language itself: a topic that belongs to no command or function.
package struct LanguagePage: Sendable {
  /// The word that `help` is asked with.
  package let name: String
  /// Other words for it.
  package let aliases: [String]
  /// The topic, in one sentence.
  package let summary: String
  /// The rules, a paragraph each.
  package let paragraphs: [String]
  /// Statements that show it on the sample SPY.
  package let examples: [String]

  /// The page of a word; nil if there is none.
  package static func named(_ word: String) -> LanguagePage? {
    all.first { $0.name == word } ?? all.first { $0.aliases.contains(word) }
  }

  /// The page as help shows it.
  package var document: Document {
    Document(StyledText(name)) {
      StyledText(summary)
      for paragraph in paragraphs { StyledText(paragraph) }
      Block.heading("Examples")
      Block.code(examples.joined(separator: "\n"))
      if !aliases.isEmpty { Block.note(StyledText("also under: \(aliases.joined(separator: ", "))")) }
    }
  }

  /// All text of the page, for the search.
  package var text: String { ([name, summary] + aliases + paragraphs + examples).joined(separator: " ") }

  /// All pages, in the order of the documentation.
  package static let all: [LanguagePage] = values + time + rules + work
}
