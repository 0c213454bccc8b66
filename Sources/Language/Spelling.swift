/// Finds the word that was probably meant.
public enum Spelling {
  /// The candidate nearest to a word, or nil where none is near.
  ///
  /// Case does not count. The distance is Damerau and Levenshtein's: letters put in, left out, changed, or two
  /// neighbours exchanged. A word of up to three letters may differ by one of them, a word of up to seven by two, a longer
  /// one by three. Of equally near candidates the first wins.
  public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().unicodeScalars)
    guard !letters.isEmpty, letters.count <= 64 else { return nil }
    let limit = letters.count <= 3 ? 1 : letters.count <= 7 ? 2 : 3
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate != word {
      let other = Array(candidate.lowercased().unicodeScalars)
      guard abs(other.count - letters.count) <= limit else { continue }
      let distance = distance(letters, other)
      // A distance as long as the word itself says nothing: `a` is not a misspelt `b`.
      guard distance <= limit, distance < max(letters.count, other.count), distance < best?.distance ?? .max
      else { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// How many letters must be put in, left out, changed or exchanged to turn one word into the other.
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
