import TestSupport
import Testing

@Suite("Typing on all kinds of terminals")
struct TypingMatrixTests {
  @Test(
    "A line is edited, completed, brought back and handed over",
    arguments: ["xterm-256color", "dumb", "", "unknown"], [40, 80, 200])
  func typing(kind: String, columns: Int) throws {
    for (language, keys) in [("C.UTF-8", "emacs"), ("C", "emacs"), ("C.UTF-8", "vi"), ("C", "vi")] {
      let place = try Place()
      let settings = try place.write(".editrc", keys == "vi" ? "bind -v\n" : "bind -e\n")
      let terminal = try place.prompt(
        environment: ["TERM": kind, "LC_ALL": language, "EDITRC": settings], columns: columns)
      let words = "\(kind) \(columns) \(language) \(keys)"
      // Typed, and mended in the middle.
      #expect(terminal.types("print 1 + 4", "\u{1B}[D", "5\u{1B}[C", "1\r"))
      #expect(terminal.waits(for: "\n542\n"), "\(words): \(terminal.screen.text)")
      // The only word that fits.
      #expect(terminal.types("loa", "\t", "sample SP", "\t", "\r"))
      #expect(terminal.waits(atPrompt: "tas SPY 1d> "), "\(words): \(terminal.screen.text)")
      // A list, and a letter that leaves it.
      #expect(terminal.types("show close l", "\t", "a", "st", " 1\r"))
      #expect(terminal.waits(for: "2021-03-31"), "\(words): \(terminal.screen.text)")
      // Two lines, brought back as one entry.
      #expect(terminal.types("print max(1,\r", "7)\r"))
      #expect(terminal.waits(for: "\n7\n"), "\(words): \(terminal.screen.text)")
      #expect(terminal.types("\u{1B}[A", "\u{7F}", " + 1)\r"))
      #expect(terminal.waits(for: "\n8\n"), "\(words): \(terminal.screen.text)")
      #expect(terminal.screen.lines.allSatisfy { $0.count <= columns })
      if kind != "xterm-256color" {
        // The keys are echoed by the terminal until the line editor reads.
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[38"), "\(words)")
      }
      #expect(terminal.leave() == 0, "\(words): \(terminal.screen.text)")
    }
  }

  @Test("Colours come on a terminal that has them, and not with NO_COLOR or `--color never`")
  func colours() throws {
    let place = try Place()
    for (arguments, variables, isColourful) in [
      ([], [:], true), (["--color", "never"], [:], false), ([], ["NO_COLOR": "1"], false),
    ] as [([String], [String: String], Bool)] {
      let program = try #require(BuiltProducts.executable("tas"))
      let environment = place.environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(variables) { $1 }
      let terminal = try PseudoTerminal(program: program, arguments: arguments, environment: environment)
      #expect(terminal.waits(atPrompt: "tas> ", seconds: 30))
      #expect(terminal.types("print 12 + nope + 3"))
      let output = String(decoding: terminal.output, as: UTF8.self)
      #expect(output.contains("\u{1B}[38;5;") == isColourful)
      #expect(terminal.waits { $0.cursorLine == "tas> print 12 + nope + 3" })
    }
  }

  @Test("The colours follow the background that the terminal tells", arguments: ["ffff/ffff/ffff", "0000/0000/0000"])
  func background(_ color: String) throws {
    let place = try Place()
    let terminal = try place.prompt(environment: ["TERM": "xterm-256color"])
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}]11;?"))
    terminal.send("\u{1B}]11;rgb:\(color)\u{1B}\\")
    #expect(terminal.types("print 1"))
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(output.contains(color.hasPrefix("f") ? "38;5;25m" : "38;5;81m"), "\(terminal.screen.text)")
    #expect(terminal.waits { $0.cursorLine == "tas> print 1" })
  }
}
