/// One possible text at the cursor.
public struct CompletionCandidate: Equatable, Sendable {
  /// The text that replaces the line from `Completions.replaceStart` to the cursor.
  public var text: String

  /// A few words of description, shown next to it when few candidates are listed.
  ///
  /// May be empty.
  public var detail: String

  /// True if the word is at its end, so that a blank may follow when it is the only candidate.
  ///
  /// False for a candidate that continues, such as a function's name with its bracket or a folder.
  public var isFinished: Bool

  /// A candidate as given.
  ///
  /// - Parameter isFinished: nil decides by the last character: one of `( [ { . / = @ $ :` continues.
  public init(text: String, detail: String = "", isFinished: Bool? = nil) {
    self.text = text
    self.detail = detail
    self.isFinished = isFinished ?? !(text.last.map { "([{./=@$:".contains($0) } ?? true)
  }
}

/// The candidates for the place of the cursor.
public struct Completions: Equatable, Sendable {
  /// The beginning of the text that a candidate replaces: an offset in UTF-8 into the full entry.
  public var replaceStart: Int

  /// The candidates in the order in which they are listed.
  public var candidates: [CompletionCandidate]

  /// Completions as given.
  public init(replaceStart: Int, candidates: [CompletionCandidate]) {
    self.replaceStart = replaceStart
    self.candidates = candidates
  }

  /// Nothing to offer.
  public static let none = Completions(replaceStart: 0, candidates: [])

  /// The text that the completion key can insert without a choice being made.
  ///
  /// - Parameter typed: the text between `replaceStart` and the cursor.
  /// - Returns: the only candidate, or the beginning that all share if it is longer than the text typed, else nil.
  package func insertion(for typed: String) -> String? {
    guard let first = candidates.first else { return nil }
    if candidates.allSatisfy({ $0.text == first.text }) { return first.text }
    var shared = Substring(first.text)
    for candidate in candidates.dropFirst() {
      shared = sharedPrefix(shared, Substring(candidate.text))
    }
    return shared.count > typed.count ? String(shared) : nil
  }

  private func sharedPrefix(_ left: Substring, _ right: Substring) -> Substring {
    left.prefix(zip(left, right).prefix { $0 == $1 }.count)
  }
}
