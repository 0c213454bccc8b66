/// Finds the word that was probably meant.
///
/// ```swift
/// Spelling.nearest(to: "clsoe", in: ["open", "close"])  // "close"
/// Spelling.hint(for: "clsoe", in: ["open", "close"])    // "did you mean `close`?"
/// ```
public enum Spelling {
  /// The candidate nearest to a word, or nil if none is near.
  ///
  /// Case does not count. The distance is Damerau and Levenshtein's: letters inserted, deleted, replaced, or two
  /// neighbours exchanged. A word of up to three letters may differ by one of them, a word of up to seven by two, a longer
  /// one by three. Of equally near candidates the first wins.
  public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    nearest(to: word, in: candidates) { [$0] }
  }

  /// The candidate with the spelling nearest to a word, or nil if none is near.
  ///
  /// - Parameter spellings: The texts under which a candidate may be written, such as its name and its aliases.
  public static func nearest<Candidate>(
    to word: String,
    in candidates: some Sequence<Candidate>,
    spellings: (Candidate) -> [String]
  ) -> Candidate? {
    let letters = Array(word.lowercased().unicodeScalars)
    guard !letters.isEmpty, letters.count <= 64 else { return nil }
    let limit = letters.count <= 3 ? 1 : letters.count <= 7 ? 2 : 3
    var best: (candidate: Candidate, distance: Int)?
    for candidate in candidates {
      for spelling in spellings(candidate) where spelling != word {
        let other = Array(spelling.lowercased().unicodeScalars)
        guard abs(other.count - letters.count) <= limit else { continue }
        let distance = distance(letters, other)
        // A distance as long as the word itself means nothing: `a` is not a misspelt `b`.
        guard distance <= limit, distance < max(letters.count, other.count), distance < best?.distance ?? .max
        else { continue }
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// The number of letters to insert, delete, replace or exchange to turn one word into the other.
  public static func distance(from left: String, to right: String) -> Int {
    distance(Array(left.unicodeScalars), Array(right.unicodeScalars))
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var cost = min(last[column + 1] + 1, current[column] + 1)
        cost = min(cost, last[column] + (scalar == other ? 0 : 1))
        if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}

extension Spelling {
  /// The hint that offers the nearest candidate, ``did you mean `close`?``, or nil if none is near.
  ///
  /// - Parameter written: The candidate as it must be typed, with its quotes; in backquotes by default.
  public static func hint(
    for word: String,
    in candidates: some Sequence<String>,
    written: (String) -> String = { "`\($0)`" }
  ) -> String? {
    nearest(to: word, in: candidates).map { hint(offering: [$0], written: written) }
  }

  /// The hint that offers names that are known to fit: ``did you mean `a`, `b` or `c`?``.
  public static func hint(
    offering names: [String],
    written: (String) -> String = { "`\($0)`" }
  ) -> String {
    "did you mean \(Wording.list(names.map(written), or: true))?"
  }
}
