import TestSupport

extension PseudoTerminal {
  /// Waits until an empty line can be typed, behind whatever prompt there is.
  func waitsForPrompt(seconds: Double = 20) -> Bool {
    waits(seconds: seconds) { [self] in $0.cursorLine.hasSuffix(">") && modes?.isByLine == false }
  }

  /// Types a line at the prompt and hands it over.
  func enter(_ line: String) -> Bool {
    guard waitsForPrompt() else { return false }
    send(line + "\r")
    return true
  }

  /// Presses Ctrl-D at the prompt and waits for the end.
  func leave() -> Int32? {
    guard waitsForPrompt() else { return nil }
    send("\u{4}")
    return exitStatus()
  }
}
