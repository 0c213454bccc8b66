/// The ways in which candidates match the typed text: by prefix, otherwise ignoring case, otherwise by the words of their
/// titles, otherwise by letters in order.
package enum CompletionMatch {
  /// The candidates that begin with the text as typed, else those that begin so in another case.
  package static func beginning(_ candidates: [Completion.Candidate], typed: String) -> [Completion.Candidate] {
    guard !typed.isEmpty else { return candidates }
    let exact = candidates.filter { $0.bare.hasPrefix(typed) || $0.text.hasPrefix(typed) }
    if !exact.isEmpty { return exact }
    let lower = typed.lowercased()
    return candidates.filter { $0.bare.lowercased().hasPrefix(lower) }
  }

  /// The candidates that have the letters typed in their order, those with the letters together first.
  package static func similar(_ candidates: [Completion.Candidate], typed: String) -> [Completion.Candidate] {
    guard typed.count >= 2 else { return [] }
    let lower = typed.lowercased()
    let ranked = candidates.compactMap { candidate in
      rank(of: lower, in: candidate.bare.lowercased()).map { (candidate, $0) }
    }
    let sorted = ranked.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
    return Array(sorted.prefix(24).map(\.element.0))
  }

  /// The candidates that mean what a word says, by the words of their details: `bollinger` is of `bbands`.
  package static func meaning(_ candidates: [Completion.Candidate], typed: String) -> [Completion.Candidate] {
    guard typed.count >= 4 else { return [] }
    let lower = typed.lowercased()
    let found = candidates.filter { candidate in
      candidate.detail.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(lower) }
    }
    return Array(found.prefix(24))
  }

  /// How far a name is from one that begins with the letters; nil if it does not have them in order.
  package static func rank(of letters: String, in name: String) -> Int? {
    var rest = name[...]
    var gaps = 0
    for letter in letters {
      guard let index = rest.firstIndex(of: letter) else { return nil }
      if index != rest.startIndex { gaps += 1 }
      rest = rest[rest.index(after: index)...]
    }
    // Letters far apart fit nearly everything.
    return gaps <= 2 ? gaps * 100 + name.count : nil
  }
}

extension Completion.Candidate {
  /// The text without the leading quote.
  fileprivate var bare: Substring { text.hasPrefix("\"") ? text.dropFirst() : text[...] }
}
