import TestSupport
import Testing

@Suite("Entries of the prompt that are not statements")
struct PromptEntryKeyTests {
  @Test("`?rsi` and `rsi?` are help, `quit()` leaves")
  func help() throws {
    let place = try Place()
    for entry in ["?rsi", "rsi?"] {
      let terminal = try place.prompt("--no-rc")
      #expect(terminal.enter(entry))
      #expect(
        terminal.waits(for: "Relative Strength Index") || terminal.waits(for: "elative strength"),
        "\(terminal.screen.text)")
      terminal.send("q")
      terminal.settle()
      terminal.send("\u{3}")
      #expect(terminal.enter("quit()"))
      #expect(terminal.exitStatus() == 0)
    }
  }

  @Test("`cd` and `pwd` move through folders, and data loaded before is still found")
  func folders() throws {
    let place = try Place()
    try place.write("one/goog.csv", "Date,Close\n2020-01-02,1\n2020-01-03,2\n")
    try place.write("two/other.csv", "Date,Close\n2020-01-02,1\n2020-01-03,2\n")
    let terminal = try place.prompt(columns: 120)
    #expect(terminal.enter("cd \(place.path)/one"))
    #expect(terminal.enter("pwd"))
    #expect(terminal.waits(for: "\n\(place.path)/one\n"), "\(terminal.screen.text)")
    #expect(terminal.enter("load goog.csv as G"))
    #expect(terminal.waits(atPrompt: "tas G 1d> "), "\(terminal.screen.text)")
    #expect(terminal.enter("cd ../two"))
    #expect(terminal.enter("load other.csv as O"))
    #expect(terminal.waits(atPrompt: "tas O 1d> "), "\(terminal.screen.text)")
    #expect(terminal.enter("save session \"../kept.json\""))
    #expect(terminal.enter("cd -"))
    #expect(terminal.enter("cd nowhere"))
    #expect(terminal.waits(for: "error: cannot go to nowhere"), "\(terminal.screen.text)")
    #expect(terminal.enter("cd; pwd"))
    #expect(terminal.waits(for: "error: "))
    #expect(terminal.leave() == 0)
    let other = try place.terminal("--session", place.path + "/kept.json", columns: 120)
    #expect(other.waits(atPrompt: "tas O 1d> "), "\(other.screen.text)")
    #expect(other.enter("print count(close @ G)"))
    #expect(!other.screen.text.contains("not there"), "\(other.screen.text)")
  }

  @Test("`!` runs a program, `|` gives it the output, and neither does with --safe")
  func programs() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("!echo out$((1+1))side"))
    #expect(terminal.waits(for: "\nout2side\n"), "\(terminal.screen.text)")
    #expect(terminal.enter("print \"a|b\"; print 7 | sed s/^/piped:/"))
    #expect(terminal.waits(for: "\npiped:a|b\npiped:7\n"), "\(terminal.screen.text)")
    #expect(terminal.leave() == 0)
    let safe = try place.prompt("--safe")
    #expect(safe.enter("!touch made"))
    #expect(safe.waits(for: "error: `!` runs no programs with `--safe`"), "\(safe.screen.text)")
    #expect(safe.enter("print 1 | cat"))
    #expect(safe.waits(for: "error: `|` runs no programs with `--safe`"), "\(safe.screen.text)")
    #expect(safe.enter("let x = 41"))
    #expect(safe.enter("save session \"kept.json\""))
    #expect(safe.waits(for: "no files are written with `--safe`"), "\(safe.screen.text)")
    #expect(safe.leave() == 0)
    #expect(place.text("state/tas/session.json") == nil)
  }

  @Test("`edit` and Ctrl-X Ctrl-E edit an entry in the person's editor")
  func editing() throws {
    let place = try Place()
    let editor = try place.write("editor", "#!/bin/sh\nsed 's/1/2/' \"$1\" > \"$1.new\" && mv \"$1.new\" \"$1\"\n")
    let terminal = try place.prompt(environment: ["EDITOR": "sh \(editor)"])
    terminal.send("print 1 + 40")
    #expect(terminal.waits { $0.cursorLine == "tas> print 1 + 40" })
    #expect(terminal.types("\u{18}\u{5}"))
    #expect(terminal.waits { $0.cursorLine == "tas> print 2 + 40" }, "\(terminal.screen.text)")
    terminal.send("\r")
    #expect(terminal.waits(for: "\n42\n"))
    #expect(terminal.enter("print 10"))
    #expect(terminal.enter("edit"))
    #expect(terminal.waits { $0.cursorLine == "tas> print 20" }, "\(terminal.screen.text)")
  }

  @Test("`clear` clears the screen")
  func clearing() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("print 5"))
    #expect(terminal.waits(for: "\n5\n"))
    #expect(terminal.enter("clear"))
    #expect(terminal.waits { $0.lines[0] == "tas>" }, "\(terminal.screen.text)")
  }

  @Test("A paste that stops at an error says what did not run, and a clause may begin a line of it")
  func pasting() throws {
    let place = try Place()
    let terminal = try place.prompt()
    terminal.paste("print 1\nprint nothing_known\nlet later = 3\nprint later")
    terminal.send("\r")
    #expect(terminal.waits(for: "not run: 2 statements after it, from `let later = 3` on"), "\(terminal.screen.text)")
    #expect(terminal.enter("load sample SPY"))
    #expect(terminal.waits(atPrompt: "tas SPY 1d> "))
    terminal.paste("show close\n  where close > 300\n  last 2")
    terminal.send("\r")
    #expect(terminal.waits(for: "2021-03-31"), "\(terminal.screen.text)")
    #expect(!terminal.screen.text.contains("error: there is no"), "\(terminal.screen.text)")
  }

  @Test("Only what worked is suggested, also in the next start")
  func suggestions() throws {
    let place = try Place()
    let first = try place.prompt()
    #expect(first.enter("print 12345"))
    #expect(first.enter("print 12399 + nothing_known"))
    #expect(first.waits(for: "unknown name"))
    #expect(first.enter("let price_limit = 3"))
    #expect(first.leave() == 0)
    let second = try place.prompt()
    second.send("print 123")
    #expect(second.waits { $0.cursorLine == "tas> print 12345" && $0.cursorColumn == 14 }, "\(second.screen.text)")
    #expect(second.types("\u{5}"))
    #expect(second.waits { $0.cursorLine == "tas> print 12345" && $0.cursorColumn == 16 })
    #expect(second.types("\u{15}", "let pr"))
    #expect(second.waits { $0.cursorLine == "tas> let price_limit = 3" })
    #expect(second.types("\u{1B}f", "\u{1B}f"))
    #expect(second.waits { $0.cursorColumn == 22 }, "\(second.screen.cursorColumn)")
  }
}
