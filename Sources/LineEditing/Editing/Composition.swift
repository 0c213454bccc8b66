/// Joins a letter and an accent that follows it into the one character that means the same.
///
/// libedit counts a column for a mark that takes none, so a letter with a separate accent would move all
/// that follows it. Most letters have a joined form; text copied from file names on macOS comes apart.
package enum Composition {
  /// The joined form of a letter and a mark, or nil if Unicode has none.
  package static func join(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    guard isMark(mark) else { return nil }
    return joined[String([base, mark])]
  }

  /// True if this is one of the accents that may have a joined form.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }

  /// The text with all letters joined with the marks that follow them.
  package static func join(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard text.contains(where: isMark) else { return text }
    var result: [Unicode.Scalar] = []
    for scalar in text {
      if let last = result.last, let one = join(last, scalar) {
        result[result.count - 1] = one
      } else {
        result.append(scalar)
      }
    }
    return result
  }

  /// Swift compares texts by meaning, so the joined form is found under the separate one.
  private static let joined: [String: Unicode.Scalar] = {
    var table: [String: Unicode.Scalar] = [:]
    let letters: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x4FF, 0x1E00...0x1EFF, 0x1F00...0x1FFF]
    for value in letters.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let key = String([scalar])
      if table[key] == nil { table[key] = scalar }
    }
    return table
  }()
}
