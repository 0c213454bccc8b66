import LibC
import TestSupport
import Testing

@Suite("--session")
struct SessionOptionTests {
  @Test("A script starts from the session and leaves its file alone")
  func script() throws {
    let place = try Place()
    let file = place.path + "/s.json"
    #expect(try place.tas("-c", "let x = 3; indicator fast = ema(close, 12); save session \"\(file)\"").status == 0)
    let saved = try #require(place.text("s.json"))
    let ran = try place.tas("--session", file, "-c", "print x + 1; let x = 10")
    #expect(ran.output.hasPrefix("4\n") && ran.status == 0, "\(ran)")
    #expect(place.text("s.json") == saved)
  }

  @Test("There is nothing to undo at the start")
  func undo() throws {
    let place = try Place()
    let file = place.path + "/s.json"
    #expect(try place.tas("-c", "let x = 3; save session \"\(file)\"").status == 0)
    let ran = try place.tas("--session", file, "-c", "undo")
    #expect(ran.status == 1 && ran.errors.contains("nothing to undo"))
  }

  @Test(
    "A damaged session is refused and never written over",
    arguments: ["", "{", "[]", "{\"schema\": 99, \"program\": \"tas\"}", "{\"schema\": 1}", "\u{0}\u{1}"])
  func damaged(_ text: String) throws {
    let place = try Place()
    let file = try place.write("bad.json", text)
    let ran = try place.tas("--session", file, "-c", "print 1")
    #expect(ran.status == 1 && ran.output == "", "\(ran)")
    #expect(ran.errors.contains("session") && ran.errors.contains(file), "\(ran.errors)")
    #expect(place.text("bad.json") == text)
    let terminal = try place.terminal("--session", file)
    #expect(terminal.exitStatus() == 1, "\(terminal.screen.text)")
    #expect(place.text("bad.json") == text)
  }

  @Test("The prompt creates the file, saves it on leaving and finds all of it the next time")
  func prompt() throws {
    let place = try Place()
    let file = place.path + "/work.json"
    let first = try place.prompt("--session", file)
    #expect(first.enter("let x = 3"))
    #expect(first.waits(atPrompt: "tas> "))
    #expect(first.enter("load sample SPY"))
    #expect(first.waits(atPrompt: "tas SPY 1d> "))
    #expect(first.leave() == 0, "\(first.screen.text)")
    #expect(first.screen.text.contains("saved the session to"))

    let second = try place.terminal("--session", file)
    #expect(second.waits(atPrompt: "tas SPY 1d> "), "\(second.screen.text)")
    #expect(second.enter("print x * 7"))
    #expect(second.waits(for: "\n21\n"))
    #expect(second.enter("let y = 1; quit"))
    #expect(second.exitStatus() == 0)
    #expect(place.text("work.json")?.contains("\"y\"") == true)
    // It is among those that are kept, too.
    #expect(place.journals.first?.contains("let y = 1") == true)
  }

  @Test("A session that could not be saved is refused at the start")
  func missingFolder() throws {
    let place = try Place()
    let terminal = try place.terminal("--session", place.path + "/none/work.json", columns: 200)
    #expect(terminal.exitStatus() == 2)
    #expect(terminal.screen.text.contains("its folder does not exist"), "\(terminal.screen.text)")
  }
}
