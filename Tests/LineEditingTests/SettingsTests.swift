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

  @Test("With the keys of vi, completion, search, pasting and Ctrl-C go on to work")
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
}
