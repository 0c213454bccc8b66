import Presentation

/// A clause allowed between the braces of a strategy or of a portfolio.
package struct RuleClause: Sendable {
  /// The definitions that have clauses.
  package enum Place: String, Sendable, CaseIterable {
    case strategy, portfolio
  }

  /// The word that begins it.
  package let name: String
  /// The definition that contains it.
  package let place: Place
  /// The ways to write it, one a line.
  package let usage: [String]
  /// Its effect, in one sentence.
  package let summary: String
  /// When and at which price it acts, in a few sentences.
  package let discussion: String
  /// A statement on the sample SPY that has it.
  package let example: String

  package init(
    _ name: String, _ place: Place = .strategy, usage: [String], _ summary: String, _ discussion: String,
    example: String
  ) {
    self.name = name
    self.place = place
    self.usage = usage
    self.summary = summary
    self.discussion = discussion
    self.example = example
  }

  /// All clauses, in the order of the documentation.
  package static let all: [RuleClause] = entries + exits + amounts + portfolios

  /// The clauses that begin with a word, of strategies first.
  package static func named(_ word: String) -> [RuleClause] { all.filter { $0.name == word } }

  /// The page of a clause.
  package var document: Document {
    Document(StyledText("\(name), a clause of a \(place.rawValue)")) {
      StyledText(summary)
      Block.code(usage.joined(separator: "\n"))
      StyledText(discussion)
      Block.heading("Example")
      Block.code(example)
    }
  }
}
