import LibC

/// The question to the terminal for the colour of its background, and the answer.
package struct BackgroundQuery {
  /// The sequence that asks.
  static let question = "\u{1B}]11;?\u{1B}\\"
  /// The wait for an answer before the terminal is given its usual mode, in which it would show it, in milliseconds.
  static let patience: Int32 = 100

  /// True once the terminal was asked.
  var isAsked = false
  /// True once it has answered, or had the time to.
  package var isAnswered = false
  /// The background as far as it is known.
  package var background = Theme.Background(stating: LineEditor.environment("COLORFGBG"))

  package init() {}

  /// The colours for the background.
  var theme: Theme { Theme(background: background, hasManyColors: Self.hasManyColors) }

  /// Reads an answer: the text between `ESC ]` and the end of the sequence.
  package mutating func read(_ answer: String) {
    guard answer.hasPrefix("11;") else { return }
    isAnswered = true
    if let lightness = Self.lightness(of: answer.dropFirst(3)) { background = lightness > 0.5 ? .light : .dark }
  }

  /// The lightness of `rgb:ffff/ffff/dddd` or `#rrggbb`, from 0 to 1.
  package static func lightness(of color: Substring) -> Double? {
    var parts: [Substring]
    if color.hasPrefix("rgb") {
      parts = color.drop { $0 != ":" }.dropFirst().split(separator: "/")
    } else if color.hasPrefix("#"), color.count == 7 {
      let digits = color.dropFirst()
      parts = [digits.prefix(2), digits.dropFirst(2).prefix(2), digits.suffix(2)]
    } else {
      return nil
    }
    parts = Array(parts.prefix(3))
    let values = parts.compactMap { part in
      Int(part, radix: 16).map { Double($0) / (part.reduce(1.0) { value, _ in value * 16 } - 1) }
    }
    guard values.count == 3 else { return nil }
    return 0.299 * values[0] + 0.587 * values[1] + 0.114 * values[2]
  }

  static var hasManyColors: Bool {
    LineEditor.environment("COLORTERM") != nil || LineEditor.environment("TERM")?.contains("256") == true
      || LineEditor.environment("TERM")?.contains("kitty") == true
  }
}

extension LineEditor {
  /// Asks the terminal for its background, once, if the answer is useful.
  func askForBackground() {
    guard terminalKind == .full, isColorEnabled, theme == nil, !background.isAsked, background.background == .unknown,
      Self.environment("TERM") != "linux"
    else { return }
    background.isAsked = true
    write(BackgroundQuery.question)
  }

  /// Waits for an answer that is still under way, before the terminal's usual mode would show it.
  func awaitBackground() {
    guard background.isAsked, !background.isAnswered else { return }
    background.isAnswered = true
    var waited: Int32 = 0
    while waited < BackgroundQuery.patience {
      if takeAnswerAhead() { return }
      if let byte = byteFromTerminal(within: 10) { bytesAhead.append(byte) } else { waited += 10 }
    }
  }

  /// Takes an answer out of the bytes that were read ahead.
  private func takeAnswerAhead() -> Bool {
    let bytes = bytesAhead
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: [0x1B, 0x5D]) }),
      let end = bytes[start...].firstIndex(where: { $0 == 0x07 || $0 == 0x5C })
    else { return false }
    let last = bytes[end] == 0x5C ? end - 1 : end
    background.read(String(decoding: bytes[(start + 2)..<max(last, start + 2)], as: UTF8.self))
    bytesAhead.removeSubrange(start...end)
    return true
  }
}
