/// The ways in which candidates match the typed text: by prefix, otherwise ignoring case, otherwise by letters in
/// order.
enum CompletionMatch {
  /// The candidates that begin with the text as typed, else those that begin so in another case.
  static func beginning(_ candidates: [Completion.Candidate], typed: String) -> [Completion.Candidate] {
    guard !typed.isEmpty else { return candidates }
    let exact = candidates.filter { $0.bare.hasPrefix(typed) || $0.text.hasPrefix(typed) }
    if !exact.isEmpty { return exact }
    let lower = typed.lowercased()
    return candidates.filter { $0.bare.lowercased().hasPrefix(lower) }
  }

  /// The candidates that have the letters typed in their order, those with the letters together first.
  static func similar(_ candidates: [Completion.Candidate], typed: String) -> [Completion.Candidate] {
    guard typed.count >= 2 else { return [] }
    let lower = typed.lowercased()
    let ranked = candidates.compactMap { candidate in
      rank(of: lower, in: candidate.bare.lowercased()).map { (candidate, $0) }
    }
    let sorted = ranked.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
    return Array(sorted.prefix(24).map(\.element.0))
  }

  /// How far a name is from one that begins with the letters; nil where it does not have them in order.
  static func rank(of letters: String, in name: String) -> Int? {
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
  /// The text without the quote in front.
  fileprivate var bare: Substring { text.hasPrefix("\"") ? text.dropFirst() : text[...] }
}
