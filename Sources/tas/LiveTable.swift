import LibC
import LineEditing
import Platform
import Presentation
import Reports
import Sessions
import Shell

/// A table or a chart at the prompt that is drawn again in its place when something comes from live series, until a key is
/// typed.
extension Prompt {
  /// Draws the table of a statement again and again; the key that ends it is taken.
  ///
  /// - Parameter text: the statement, whose output is the last on the screen.
  func draw(_ text: String, _ interpreter: inout Interpreter) {
    var usual = termios()
    guard tcgetattr(0, &usual) == 0 else { return }
    var raw = usual
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(0, TCSADRAIN, &raw) == 0 else { return }
    defer { tcsetattr(0, TCSADRAIN, &usual) }
    var rows = output(of: text, &interpreter).count { $0 == "\n" }
    while !Console.isOutputGone, !Interrupts.isPending, interpreter.isLive {
      var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, 100) > 0 {
        var byte: UInt8 = 0
        _ = read(0, &byte, 1)
        return
      }
      let lines = interpreter.takeLive()
      guard !lines.isEmpty else { continue }
      let notices = lines.filter { $0.kind != .bar }.map { $0.text + "\n" }.joined()
      let table = output(of: text, &interpreter)
      let height = TerminalSize.current().rows
      console.write(rows < height ? "\r\u{1B}[\(rows)A\u{1B}[J" : "\u{1B}[H\u{1B}[J")
      console.write(notices + table)
      rows = table.count { $0 == "\n" }
      if interpreter.isLiveOver { return }
    }
  }

  /// The output of a statement, as the terminal shows it.
  private func output(of text: String, _ interpreter: inout Interpreter) -> String {
    var output = ""
    let columns = environment.terminalColumns() ?? TextRenderer.unlimited
    let color = interpreter.session.look.color ?? console.outputColor
    _ = interpreter.runScript(text, named: "prompt", keepGoing: false) { event, sources in
      let printer = OutcomePrinter(
        format: console.format, width: columns, color: color, errorWidth: console.errorWidth,
        errorColor: console.colorsErrors, unicode: console.isUnicode, isStopped: { Interrupts.isPending })
      let text = printer.text(of: event, sources: sources)
      output += text.errors + text.output
    }
    return output
  }
}
