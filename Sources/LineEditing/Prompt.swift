/// A prompt taken apart into the pieces that libedit needs.
struct Prompt {
  /// Whole rows above the last one, printed before the line is edited.
  var rowsAbove: String

  /// The last row with each group of escape sequences between two marks, as libedit expects it.
  var marked: [Unicode.Scalar]

  /// The last row without its escape sequences.
  var visible: String

  /// The mark that stands before and after escape sequences.
  static let mark: Unicode.Scalar = "\u{1}"

  /// Takes a prompt apart that may hold colours (`ESC [ … m`) and newlines.
  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    let lastRow = scalars.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    rowsAbove = Prompt.string(scalars[..<lastRow])
    marked = []
    visible = ""

    var escapes: [Unicode.Scalar] = []
    var index = lastRow
    while index < scalars.count {
      if scalars[index] == "\u{1B}", index + 1 < scalars.count, scalars[index + 1] == "[" {
        let start = index
        index += 2
        while index < scalars.count, !("@"..."~").contains(scalars[index]) { index += 1 }
        index = min(index + 1, scalars.count)
        escapes += scalars[start..<index]
        continue
      }
      if scalars[index].value >= 0x20 {
        Prompt.append(&escapes, to: &marked)
        marked.append(scalars[index])
        visible.unicodeScalars.append(scalars[index])
      }
      index += 1
    }
    guard !escapes.isEmpty else { return }
    // libedit draws escape sequences together with the character that follows. So a prompt cannot end
    // with them: they go before a blank that ends the prompt, which looks the same, or get one.
    if marked.last == " ", visible.unicodeScalars.count > 1, marked.dropLast().last != Prompt.mark {
      marked.removeLast()
    } else {
      visible += " "
    }
    Prompt.append(&escapes, to: &marked)
    marked.append(" ")
  }

  private static func append(_ escapes: inout [Unicode.Scalar], to marked: inout [Unicode.Scalar]) {
    guard !escapes.isEmpty else { return }
    marked.append(mark)
    marked += escapes
    marked.append(mark)
    escapes = []
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }
}
