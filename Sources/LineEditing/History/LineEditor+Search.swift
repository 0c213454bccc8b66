/// The keys of a search through the history.
extension LineEditor {
  func beginSearch() -> Outcome {
    guard search == nil, size.columns >= 8 else { return refuse() }
    search = IncrementalSearch(entries: history.entries, original: line)
    searchRecalls = usesViKeys && !vi.isInserting
    return .nothing
  }

  /// Gives a key to the search.
  ///
  /// - Returns: the keys that libedit is to see next.
  func continueSearch(with keys: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard keys.count == 1, let key = keys.first else {
      endSearch()
      return keys
    }
    switch key {
    case "\u{12}": search?.older(last: lastPattern)
    case "\u{13}": search?.newer()
    case "\u{8}", "\u{7F}": search?.shorten()
    case "\u{7}", "\u{3}":
      // The line of before comes back; Ctrl-C then drops it as always.
      if let original = search?.original { replaceLine(with: original) }
      search = nil
      history.endWalk()
      return key == "\u{3}" ? [key] : []
    case "\u{1B}", PrivateKey.escape.scalar:
      endSearch()
      return []
    case "\r", "\n", PrivateKey.newline.scalar:
      endSearch()
      // The `/` of vi brings an entry back to be changed; Enter after it hands the entry over.
      return searchRecalls ? [] : keys
    case _ where key.value >= 0x20 && !(0x7F...0x9F).contains(key.value): search?.extend(String([key]))
    default:
      endSearch()
      return keys
    }
    showMatch()
    return []
  }

  /// Adds text to the pattern of the search.
  func continueSearch(withText text: String) {
    search?.extend(text)
    showMatch()
  }

  private func showMatch() {
    if let search, line != search.shown { replaceLine(with: search.shown) }
  }

  /// Looks for the last pattern again, from the entry on that was found last.
  func searchAgain(forOlder isOlder: Bool) -> Outcome {
    guard search == nil, !lastPattern.isEmpty else { return refuse() }
    var again = IncrementalSearch(entries: history.entries, original: line, pattern: lastPattern, found: lastFound)
    if isOlder { again.older(last: lastPattern) } else { again.newer() }
    guard !again.hasFailed, again.found != lastFound else { return refuse() }
    lastFound = again.found
    replaceLine(with: again.shown)
    return .changed
  }

  private func endSearch() {
    if let pattern = search?.pattern, !pattern.isEmpty { lastPattern = pattern }
    lastFound = search?.found
    search = nil
    history.endWalk()
  }
}
