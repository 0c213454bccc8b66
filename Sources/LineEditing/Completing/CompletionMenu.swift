/// The candidates under the line, one of them possibly chosen.
struct CompletionMenu {
  /// The line when the list was opened, to come back to.
  let original: EditedText
  /// The place in the line at which the word begins that a candidate replaces.
  let start: Int
  let candidates: [CompletionCandidate]
  /// The candidate shown in the line; nil while none is chosen.
  private(set) var chosen: Int?
  /// The number of candidates that were on show the last time, for the keys that turn pages.
  var pageSize = 1

  init(original: EditedText, start: Int, candidates: [CompletionCandidate]) {
    self.original = original
    self.start = start
    self.candidates = candidates
  }

  /// The line with the candidate that is chosen.
  var line: EditedText {
    guard let chosen else { return original }
    let word = Array(candidates[chosen].text.unicodeScalars)
    return EditedText(
      scalars: original.scalars[..<start] + word + original.scalars[original.cursor...], cursor: start + word.count)
  }

  /// Chooses another candidate, `step` further on, wrapping around.
  mutating func move(by step: Int) {
    let count = candidates.count
    guard let chosen else {
      self.chosen = step > 0 ? 0 : count - 1
      return
    }
    self.chosen = ((chosen + step) % count + count) % count
  }

  /// Turns a page; at the first and the last one the choice goes to the end.
  mutating func turn(by pages: Int) {
    chosen = min(max((chosen ?? 0) + pages * pageSize, 0), candidates.count - 1)
  }
}

extension EditedText {
  /// A text of pieces with the cursor at a place.
  init(scalars: some Sequence<Unicode.Scalar>, cursor: Int) {
    self.init(scalars: Array(scalars), cursor: cursor)
  }
}
