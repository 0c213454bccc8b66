/// The entries of this and earlier starts, and the walk through them with Up and Down.
package struct History {
  /// The entries, oldest first.
  package private(set) var entries: [String]
  /// The time of each entry; nil if it is not known.
  package private(set) var times: [String?]

  /// The entries that failed the last time they ran.
  private(set) var failed: Set<String> = []

  private let limit: Int
  private let file: HistoryFile?
  /// The file of the outcomes that changed: `-` before an entry that failed, `+` before one that works again.
  private let outcomes: HistoryFile?
  private let kept: (String) -> String
  private var walk: Walk?

  /// A walk goes through the entries that begin with the text before the cursor at its start.
  private struct Walk {
    var draft: String
    var prefix: String
    /// The entry on show; `entries.count` is the draft.
    var index: Int
    var shown: String
  }

  /// A history kept in a file, or in memory only if the path is nil.
  ///
  /// - Parameter kept: an entry as stored in the file.
  package init(path: String?, limit: Int, kept: @escaping (String) -> String = { $0 }) {
    self.limit = max(limit, 0)
    self.kept = kept
    file = path.map(HistoryFile.init(path:))
    outcomes = path.map { HistoryFile(path: $0 + ".failed") }
    let lines = file?.load(limit: self.limit) ?? []
    entries = lines.map(\.entry)
    times = lines.map(\.time)
    for line in (outcomes?.load(limit: self.limit) ?? []).map(\.entry) {
      if line.hasPrefix("-") {
        failed.insert(String(line.dropFirst()))
      } else {
        failed.remove(String(line.dropFirst()))
      }
    }
  }

  /// Takes note of whether an entry worked.
  package mutating func note(_ entry: String, worked: Bool) {
    guard failed.contains(entry) == worked else { return }
    if worked { failed.remove(entry) } else { failed.insert(entry) }
    outcomes?.append((worked ? "+" : "-") + kept(entry))
  }

  /// Adds an entry, unless it is blank or the same as the one before.
  package mutating func add(_ entry: String, time: String? = nil) {
    walk = nil
    guard limit > 0, !entry.isBlank, entry != entries.last else { return }
    entries.append(entry)
    times.append(time)
    if entries.count > limit {
      times.removeFirst(entries.count - limit)
      entries.removeFirst(entries.count - limit)
    }
    file?.append(kept(entry), time: time)
  }

  /// Ends a walk: the next one begins at the newest entry.
  mutating func endWalk() {
    walk = nil
  }

  /// The next older entry to show, or nil at the oldest.
  ///
  /// - Parameters:
  ///   - text: the full text shown; a text that is not the entry shown last begins a new walk.
  ///   - prefix: the text before the cursor, with which entries must begin; used when a walk begins.
  mutating func older(than text: String, startingWith prefix: String) -> String? {
    var walk = current(text, prefix: prefix)
    let older = entries[..<walk.index].lastIndex { $0.hasPrefix(walk.prefix) && $0 != text }
    guard let older else { return nil }
    walk.index = older
    walk.shown = entries[older]
    self.walk = walk
    return walk.shown
  }

  /// The next newer entry to show, in the end the draft with which the walk began, or nil.
  mutating func newer(than text: String) -> String? {
    guard var walk, walk.shown == text, walk.index < entries.count else { return nil }
    let newer = entries[(walk.index + 1)...].firstIndex { $0.hasPrefix(walk.prefix) && $0 != text }
    walk.index = newer ?? entries.count
    walk.shown = newer.map { entries[$0] } ?? walk.draft
    self.walk = walk
    return walk.shown
  }

  private func current(_ text: String, prefix: String) -> Walk {
    if let walk, walk.shown == text { return walk }
    return Walk(draft: text, prefix: prefix, index: entries.count, shown: text)
  }
}

extension String {
  /// True if there are only blanks, tabs and newlines.
  var isBlank: Bool {
    unicodeScalars.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
  }
}
