import Evaluation
import Shell

/// The names that only a definition knows while it is typed: its parameters, the `let`s of a strategy, and
/// the fields of the open position that a strategy may read.
///
/// A definition that is not complete yet cannot be parsed, so its words are examined one by one.
package struct LocalNames {
  /// The names, in the order of the text.
  package private(set) var candidates: [Completion.Candidate] = []

  /// The names that the definition at the end of a text knows.
  package init(in text: String) {
    let words = Self.words(of: text)
    guard let start = words.lastIndex(where: { $0 == "strategy" || $0 == "indicator" }),
      start == 0 || words[start - 1] == "\n" || words[start - 1] == ";"
    else { return }
    let definition = words[start...]
    var depth = 0
    var isHeader = true
    var isBody = false
    for (index, word) in zip(definition.indices, definition) {
      switch word {
      case "(", "{":
        depth += 1
        if word == "{" { (isHeader, isBody) = (false, true) }
      case ")", "}":
        depth -= 1
        if depth == 0 { isHeader = false }
        if depth == 0, word == "}" { candidates = [] }
      case "=" where isHeader && depth == 1:
        candidates.append(Completion.Candidate(text: String(words[index - 1]), detail: "parameter"))
      case "=" where isBody && words[index - 2] == "let":
        candidates.append(Completion.Candidate(text: String(words[index - 1]), detail: "let of the strategy"))
      case "\n", ";":
        if depth == 0 { candidates = [] }
      default: break
      }
    }
    guard isBody, depth > 0 else { return }
    candidates += PositionVariable.allCases.map {
      Completion.Candidate(text: $0.rawValue, detail: $0.isOfAccount ? "of the account" : "of the open position")
    }
  }

  /// Names, numbers, signs and ends of lines, without comments.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "#" {
        rest = rest.drop { !$0.isNewline }
      } else if first == "_" || first.isLetter || first.isNumber {
        let word = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        words.append(word)
        rest = rest[word.endIndex...]
      } else {
        if first.isNewline { words.append("\n") } else if first != " " && first != "\t" { words.append(rest.prefix(1)) }
        rest = rest.dropFirst()
      }
    }
    return words
  }
}
