import TestSupport
import Testing

@Suite("The file .editrc")
struct SettingsTests {
  @Test("Binds keys after ours, those of other programs not")
  func binds() throws {
    let path = try temporaryPath(".editrc")
    try write("line-editing-echo:bind ^T ed-move-to-beg\nother:bind ^A ed-delete-prev-char\n", to: path)
    let terminal = try echo("--editrc", environment: ["EDITRC": path])
    terminal.send("abc\u{14}x\u{5}\u{1}y\r")
    #expect(terminal.waits(forEntry: "yxabc"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("With the keys of vi, completion, search, pasting and Ctrl-C still work")
  func viKeys() throws {
    let path = try temporaryPath(".editrc")
    try write("bind -v\n", to: path)
    let terminal = try echo("--editrc", environment: ["EDITRC": path])
    #expect(terminal.presses("de", "\t", "x\r"))
    #expect(terminal.waits(forEntry: "describe x"), "\(terminal.screen.text)")
    terminal.paste("a\tb\nc")
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "a\\tb\\nc"), "\(terminal.screen.text)")
    terminal.send("\u{12}des\r")
    #expect(terminal.waits { $0.text.hasSuffix("entry: describe x\ntas>") }, "\(terminal.screen.text)")
    terminal.send("abc\u{3}")
    #expect(terminal.waits(for: "interrupted"))
    #expect(terminal.leaves())
  }

  /// An editor with the keys of vi and the entry `(one⏎two⏎three` in work, behind Escape.
  private func viBlock() throws -> PseudoTerminal {
    let path = try temporaryPath(".editrc")
    try write("bind -v\n", to: path)
    let terminal = try echo("--editrc", environment: ["EDITRC": path])
    terminal.paste("(one\ntwo a\nthree")
    #expect(terminal.waits { $0.cursorLine == "...> three" }, "\(terminal.screen.text)")
    #expect(terminal.presses("\u{1B}"))
    return terminal
  }

  @Test(
    "With the keys of vi a command for the line acts on the line of a block",
    arguments: [
      (["d", "d"], "(one\\ntwo a)"), (["k", "d", "d"], "(one\\nthree)"), (["k", "c", "c", "x"], "(one\\nx\\nthree)"),
      (["k", "0", "D"], "(one\\n\\nthree)"), (["k", "S", "y"], "(one\\ny\\nthree)"),
      (["k", "I", "b"], "(one\\nbtwo a\\nthree)"), (["k", "A", "c"], "(one\\ntwo ac\\nthree)"),
      (["k", "$", "x"], "(one\\ntwo \\nthree)"), (["k", "0", "d", "w"], "(one\\na\\nthree)"),
      (["k", "0", "C", "z"], "(one\\nz\\nthree)"), (["c", "c", "w"], "(one\\ntwo a\\nw)"),
      (["0", "C", "v"], "(one\\ntwo a\\nv)"),
      (["y", "y", "k", "0", "P"], "(one\\nthreetwo a\\nthree)"),
    ])
  func viLines(keys: [String], entry: String) throws {
    let terminal = try viBlock()
    for key in keys { #expect(terminal.presses(key)) }
    // The bracket is closed at the very end.
    #expect(terminal.presses("\u{1B}"))
    terminal.send("j")
    terminal.settle()
    terminal.send("j")
    terminal.settle()
    #expect(terminal.presses("A", ")"))
    terminal.send("\r")
    #expect(terminal.waits { $0.text.contains("entry: \(entry)") }, "\(terminal.screen.text)")
  }

  @Test("With the keys of vi the cursor shows the mode, and the terminal gets its own back")
  func viCursor() throws {
    let terminal = try viBlock()
    func shapes() -> [String] {
      String(decoding: terminal.output, as: UTF8.self).matches(of: /\u{1B}\[(\d) q/).map { String($0.1) }
    }
    #expect(shapes() == ["6", "2"], "\(shapes())")
    #expect(terminal.presses("i"))
    #expect(shapes() == ["6", "2", "6"])
    #expect(terminal.presses("\u{1B}", "c", "w"))
    #expect(shapes() == ["6", "2", "6", "2", "6"])
    #expect(terminal.presses(")"))
    terminal.send("\r")
    #expect(terminal.waits(for: "entry: "))
    terminal.settle()
    #expect(Array(shapes().suffix(2)) == ["0", "6"], "\(shapes())")
  }

  @Test("With the keys of vi n and N repeat the last search")
  func viSearch() throws {
    let path = try temporaryPath(".editrc")
    try write("bind -v\n", to: path)
    let terminal = try echo("--editrc", environment: ["EDITRC": path])
    #expect(terminal.enter("sma one", "rsi", "sma two", "sma three"))
    #expect(terminal.presses("\u{1B}", "/", "s", "m", "a", "\u{1B}"))
    #expect(terminal.screen.cursorLine == "tas> sma three", "\(terminal.screen.text)")
    #expect(terminal.presses("\u{1B}", "n"))
    #expect(terminal.screen.cursorLine == "tas> sma two", "\(terminal.screen.text)")
    #expect(terminal.presses("n"))
    #expect(terminal.screen.cursorLine == "tas> sma one", "\(terminal.screen.text)")
    #expect(terminal.presses("N"))
    #expect(terminal.screen.cursorLine == "tas> sma two", "\(terminal.screen.text)")
    // Enter behind the pattern brings the entry back, and the next one hands it over.
    #expect(terminal.presses("/", "r", "s", "\r"))
    #expect(terminal.screen.cursorLine == "tas> rsi", "\(terminal.screen.text)")
    terminal.send("\r")
    #expect(terminal.waits { $0.lines.filter { $0 == "entry: rsi" }.count == 2 }, "\(terminal.screen.text)")
  }
}
