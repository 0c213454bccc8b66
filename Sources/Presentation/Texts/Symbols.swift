/// The characters that drawings are made of, in Unicode or in ASCII.
struct Symbols: Sendable {
  let isUnicode: Bool

  var rule: String { isUnicode ? "─" : "-" }
  var ellipsis: String { isUnicode ? "…" : "..." }
  var hidden: String { isUnicode ? "⋮" : "..." }
  var bullet: String { isUnicode ? "•" : "*" }
  var axis: String { isUnicode ? "│" : "|" }
  var tick: String { isUnicode ? "├" : "+" }
  var leftTick: String { isUnicode ? "┤" : "+" }
  var leftCorner: String { isUnicode ? "└" : "+" }
  var timeTick: String { isUnicode ? "┬" : "+" }
  var lastTick: String { isUnicode ? "◂" : "<" }
  var zone: Character { isUnicode ? "░" : "'" }
  var breakMark: String { isUnicode ? "╱" : "/" }
  var corner: String { isUnicode ? "┘" : "+" }
  var guide: Character { isUnicode ? "┄" : "." }
  var lineKey: String { isUnicode ? "━" : "-" }
  var buy: Character { isUnicode ? "▲" : "^" }
  var sell: Character { isUnicode ? "▼" : "v" }

  /// Blocks that fill a cell from below, from an eighth to full.
  static let lowerEighths: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// Blocks that fill a cell from the left, from an eighth to full.
  static let leftEighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  /// The shade of a field by its strength from 0 to 1, from none to full.
  func shade(_ strength: Double) -> Character {
    let shades: [Character] = isUnicode ? [" ", "░", "▒", "▓", "█"] : [" ", ".", ":", "+", "#"]
    return shades[min(max(Int((strength * 5).rounded(.down)), 0), 4)]
  }
  /// Characters that distinguish lines if there is no colour.
  static let lineMarks: [Character] = ["●", "◆", "■", "○", "◇", "□"]
  /// Characters that lines are drawn with if there is neither colour nor Unicode.
  static let asciiLines: [Character] = ["*", "+", "o", "x", "#", "@", "%", "&"]
}
