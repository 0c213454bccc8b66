import LineEditing
import Platform
import Sessions
import Shell
import Typing

/// The display while an entry is typed: completions, colours, the elements that may follow.
struct PromptTyping {
  private let session: Session
  private let highlight: StatementHighlight
  private let folders: FolderListing

  /// The help for typing with the names of a session and the files of a machine.
  init(session: Session, files: any FileSystem) {
    self.session = session
    highlight = StatementHighlight(session: session)
    folders = FolderListing(files)
  }

  /// The candidates at the cursor.
  func completions(of text: String, at cursor: Int) -> Completions {
    let before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    let after = String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self)
    let completion = Completion(of: before, following: after[...], session: session, folders: folders)
    return Completions(
      replaceStart: completion.start,
      candidates: completion.candidates.map { CompletionCandidate(text: $0.text, detail: $0.detail) })
  }

  /// The styles of the parts of an entry.
  func styles(of text: String) -> [StyledSpan] {
    // Before the first key there is nothing to read, and the tables of the language are not made yet.
    if text.isEmpty { return [] }
    return highlight.parts(of: text).map { StyledSpan(start: $0.start, end: $0.end, style: $0.meaning.style) }
  }

  /// The arguments of a call that was opened, else the rest of an earlier entry that began like this one and worked,
  /// else the rest of the only word that fits, else the continuation of the command.
  func hint(after text: String, worked: some Sequence<String>) -> LineHint? {
    guard !text.allSatisfy(\.isWhitespace), text.utf8.count < 2000 else { return nil }
    let suggestion = StatementHint.text(after: text, session: session)
    if let suggestion, text.hasSuffix("(") { return LineHint(text: suggestion, isInsertable: false) }
    // Names that no longer exist would make it fail.
    if let entry = worked.prefix(20).first(where: { highlight.knowsAllNames(in: $0) }) {
      return LineHint(text: String(decoding: entry.utf8.dropFirst(text.utf8.count), as: UTF8.self), isInsertable: true)
    }
    if let rest = restOfWord(at: text) { return LineHint(text: rest, isInsertable: true) }
    return suggestion.map { LineHint(text: $0, isInsertable: false) }
  }

  /// The rest of the word at the end of a text, if only one known word begins so.
  private func restOfWord(at text: String) -> String? {
    guard let last = text.last, last.isLetter || last.isNumber || last == "_" else { return nil }
    let completion = Completion(of: text, session: session)
    let typed = String(decoding: text.utf8.dropFirst(completion.start), as: UTF8.self)
    guard typed.count >= 2, let first = completion.candidates.first, first.text.hasPrefix(typed),
      completion.candidates.count == 1 || typed.count >= 3
    else { return nil }
    return first.text == typed ? nil : String(first.text.dropFirst(typed.count))
  }
}

extension StatementHighlight.Meaning {
  /// The style that shows the meaning.
  fileprivate var style: TextStyle {
    switch self {
    case .command: .command
    case .keyword: .keyword
    case .name: .name
    case .function: .function
    case .unknown: .unknown
    case .number: .number
    case .text: .text
    case .comment: .comment
    case .sign: .operator
    case .bracket: .bracket
    }
  }
}
