import LibC
import LineEditing
import Platform

/// A line that is typed at the terminal as the answer to a question, shown or not.
enum AskedLine {
  /// Asks a question on the terminal and reads the answer; nil if standard input is not a terminal or nothing was typed.
  ///
  /// - Parameter isShown: false to read it without its echo.
  static func read(asking question: String, isShown: Bool) -> String? {
    guard isTerminal(0) else { return nil }
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var shown = termios()
    guard tcgetattr(descriptor, &shown) == 0 else { return nil }
    var hidden = shown
    if isShown { hidden.c_lflag |= tcflag_t(ECHO) } else { hidden.c_lflag &= ~tcflag_t(ECHO) }
    hidden.c_lflag |= tcflag_t(ICANON)
    guard tcsetattr(descriptor, TCSAFLUSH, &hidden) == 0 else { return nil }
    defer { tcsetattr(descriptor, TCSAFLUSH, &shown) }
    say(question, to: descriptor)
    defer { if !isShown { say("\n", to: descriptor) } }
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < 4096 {
      let count = LibC.read(descriptor, &byte, 1)
      if count < 0, errno == EINTR, !Interrupts.isPending { continue }
      guard count == 1, byte != 10, byte != 13 else { break }
      bytes.append(byte)
    }
    if Interrupts.isPending { return nil }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func say(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
  }
}
