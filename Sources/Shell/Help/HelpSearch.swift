import Backtesting
import Evaluation
import Indicators
import Language
import Sessions
import StandardIndicators
import Strategies
import Text
import Valuation

/// A topic of help as the search sees it.
private struct SearchedTopic: Sendable {
  let name: String
  let summary: String
  /// The name, its other names and the summary, in lower case.
  private let title: String
  /// The words of the title.
  private let titleWords: Set<String>
  /// The words of the rest of its page, in lower case.
  private let words: Set<String>

  init(_ name: String, _ summary: String, also names: [String] = [], body: [String] = []) {
    self.name = name
    self.summary = summary
    title = ([name, summary] + names).joined(separator: " ").lowercased()
    titleWords = Self.words(of: title)
    words = Self.words(of: body.joined(separator: " ").lowercased())
  }

  private static func words(of text: String) -> Set<String> {
    Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
  }

  /// The strength of a match, the best first.
  enum Match: CaseIterable, Comparable {
    /// The name, its other names or the summary have the word, begin a word with it, or have it inside of one.
    case title, beginning, inside
    /// The rest of the page has the word.
    case page
  }

  /// The place of a word in the topic; nil if it has it nowhere.
  ///
  /// Two or three letters count as a word or its beginning alone: `vi` is inside `deviation`.
  func match(_ word: String) -> Match? {
    if titleWords.contains(word) { return .title }
    if titleWords.contains(where: { $0.hasPrefix(word) }) { return .beginning }
    if word.count > 3, title.contains(word) { return .inside }
    return words.contains(word) ? .page : nil
  }

  /// The longer words of all titles, which a misspelled word may mean.
  static let allTitleWords: [String] = Set(all.flatMap(\.titleWords)).filter { $0.count > 4 }.sorted()

  /// All that help knows, in the order of the documentation.
  static let all: [SearchedTopic] = commands + language + clauses + indicators + functions + others

  private static let commands: [SearchedTopic] =
    CommandTable.all.map { command in
      SearchedTopic(
        command.name, command.summary, also: command.syntax.aliases,
        body: command.usage + [command.discussion] + command.examples)
    }
    + HelpPages.definitions.map { entry in
      SearchedTopic(entry.name, entry.summary, body: entry.usage + [entry.discussion] + entry.examples)
    }

  private static let language: [SearchedTopic] =
    LanguagePage.all.map { page in
      SearchedTopic(page.name, page.summary, also: page.aliases, body: [page.text])
    }
    + HelpTable.all.map { SearchedTopic($0.name, $0.summary, also: $0.aliases) }

  private static let clauses: [SearchedTopic] = RuleClause.all.map { clause in
    SearchedTopic(
      clause.name, clause.summary, also: ["rule", "clause", clause.place.rawValue],
      body: clause.usage + [clause.discussion, clause.example])
  }

  private static let indicators: [SearchedTopic] = Indicator.listed.map { indicator in
    var body = [indicator.formula, indicator.convention]
    for parameter in indicator.parameters { body += [parameter.name, parameter.meaning] + parameter.aliases }
    return SearchedTopic(
      indicator.name, indicator.summary,
      also: indicator.otherNames + [indicator.fullName, indicator.group.rawValue], body: body)
  }

  private static let functions: [SearchedTopic] =
    BarFunction.all.filter { $0.twin == nil }.map { function in
      SearchedTopic(
        function.name, function.summary, also: function.aliases,
        body: [function.signature, function.discussion, function.example])
    }

  private static let others: [SearchedTopic] =
    StandardName.all.map { SearchedTopic($0.name, $0.summary) }
    + AssumptionDefinition.all.map { SearchedTopic($0.name, $0.meaning, also: $0.aliases) }
    + Settings.definitions.map { SearchedTopic($0.name, $0.summary, body: [$0.allowed, "setting"]) }
    + Metric.all.map { SearchedTopic($0.name, $0.title, also: $0.aliases, body: [$0.formula, "metric"]) }
    + ExampleScript.all.map { SearchedTopic($0.name, $0.summary, body: [$0.text, "example"]) }
}

extension HelpPages {
  /// The topics that have all words somewhere on their page, the best matches first.
  ///
  /// A topic is as good as its weakest word.
  package static func search(_ words: [String]) -> [(String, String)] {
    let words = words.flatMap { $0.lowercased().split(separator: " ").map(String.init) }
    let found = topics(with: words)
    guard found.isEmpty, words.count > 1 || Spelling.nearest(to: words.joined(), in: HelpPages.topics) == nil else {
      return found
    }
    // A word that no page has is one of a title, spelled otherwise.
    return topics(with: words.map { Spelling.nearest(to: $0, in: SearchedTopic.allTitleWords) ?? $0 })
  }

  private static func topics(with words: [String]) -> [(String, String)] {
    var found: [SearchedTopic.Match: [(String, String)]] = [:]
    for topic in SearchedTopic.all {
      let matches = words.compactMap(topic.match)
      guard matches.count == words.count, let weakest = matches.max() else { continue }
      found[weakest, default: []].append((topic.name, topic.summary))
    }
    return SearchedTopic.Match.allCases.flatMap { found[$0] ?? [] }
  }
}
