import TestSupport

extension PseudoTerminal {
  /// Waits until an empty line can be typed, after any prompt.
  func waitsForPrompt(seconds: Double = 20) -> Bool {
    waits(seconds: seconds) { [self] in $0.cursorLine.hasSuffix(">") && modes?.isByLine == false }
  }

  /// Types a line at the prompt and hands it over.
  ///
  /// It waits until the line is handed over: before that the prompt still stands empty on the screen, and a wait for the
  /// next one would be answered by it.
  func enter(_ line: String) -> Bool {
    guard waitsForPrompt() else { return false }
    let before = output.count
    send(line + "\r")
    return waits(seconds: 20) { [self] _ in output[before...].contains(UInt8(ascii: "\n")) }
  }

  /// Types pieces one after the other, each once the previous one is drawn: pieces sent at once would count as a paste.
  func types(_ pieces: String...) -> Bool { types(pieces) }

  /// Types a text, each tab by itself.
  func typesWithTabs(_ text: String) -> Bool {
    types(
      text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init).flatMap { [$0, "\t"] }.dropLast())
  }

  private func types(_ pieces: some Sequence<String>) -> Bool {
    for piece in pieces where !piece.isEmpty {
      let before = output.count
      send(piece)
      _ = waits(seconds: 1) { [self] _ in output.count > before }
      settle(seconds: 0.1)
    }
    return true
  }

  /// Presses Ctrl-D at the prompt and waits for the end.
  func leave() -> Int32? {
    guard waitsForPrompt() else { return nil }
    send("\u{4}")
    return exitStatus()
  }
}
