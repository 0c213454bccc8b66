import LibC
import LineEditing
import TestSupport
import Testing

private let up = "\u{1B}[A"
private let down = "\u{1B}[B"

@Suite("History")
struct HistoryTests {
  @Test("Entries survive a restart, and one of several lines comes back as one, exactly")
  func restart() throws {
    let path = try temporaryPath("folder/history")
    let first = try echo("--history", path)
    #expect(first.enter("let größe = 30"))
    first.send("f(\\n, \ra\u{16}\t)  \r")
    #expect(first.waits(forEntry: "f(\\\\n, \\na\\t)"), "\(first.screen.text)")
    #expect(first.leaves())
    #expect(contents(of: path) == "let größe = 30\nf(\\\\n, \\na\t)  \n")
    var information = stat()
    #expect(stat(path, &information) == 0 && information.st_mode & 0o777 == 0o600)

    let second = try echo("--history", path)
    second.send("\(up)")
    #expect(second.waits { $0.lines[0] == "tas> f(\\n," && $0.lines[1].hasPrefix("...> a") })
    second.send("\r")
    #expect(second.waits(forEntry: "f(\\\\n, \\na\\t)"), "\(second.screen.text)")
    second.send("\(up)\(up)\r")
    #expect(second.waits(forEntry: "let größe = 30"))
    #expect(second.leaves())
    #expect(contents(of: path) == "let größe = 30\nf(\\\\n, \\na\t)  \nlet größe = 30\n")
  }

  @Test("Entries keep their times, those of files without times have none")
  func times() throws {
    let path = try temporaryPath("history")
    try write("before\n: odd entry\n", to: path)
    var history = History(path: path, limit: 10)
    history.add("rsi(14)", time: "2026-03-02T09:14:05Z")
    history.add("f(\n: 1;)", time: "2026-03-02T09:15:00Z")
    #expect(
      contents(of: path)?.hasSuffix("\n: 2026-03-02T09:14:05Z;rsi(14)\n: 2026-03-02T09:15:00Z;f(\\n: 1;)\n") == true)
    let again = History(path: path, limit: 10)
    #expect(again.entries == ["before", ": odd entry", "rsi(14)", "f(\n: 1;)"])
    #expect(again.times == [nil, nil, "2026-03-02T09:14:05Z", "2026-03-02T09:15:00Z"])
  }

  @Test("An entry with a secret can be called back, and is in files without it")
  func secrets() throws {
    let path = try temporaryPath("history")
    var history = History(path: path, limit: 10, kept: { $0.replacing("S3CRET", with: "…") })
    for entry in ["rsi(14)", "load \"https://h/x?key=S3CRET\"", "close"] {
      history.add(entry)
      history.note(entry, worked: false)
    }
    #expect(history.entries.count == 3)
    #expect(contents(of: path) == "rsi(14)\nload \"https://h/x?key=…\"\nclose\n")
    #expect(contents(of: path + ".failed")?.contains("S3CRET") == false)
  }

  @Test("Up and Down go through the entries and come back to the line being typed")
  func upAndDown() throws {
    let terminal = try echo()
    #expect(terminal.enter("one", "two", "two", "", "three"))
    terminal.send("draft")
    #expect(terminal.waits { $0.cursorLine == "tas> draft" })
    terminal.send("\u{1}\(up)")
    #expect(terminal.waits { $0.cursorLine == "tas> three" })
    terminal.send(up)
    #expect(terminal.waits { $0.cursorLine == "tas> two" })
    terminal.send(up)
    #expect(terminal.waits { $0.cursorLine == "tas> one" })
    terminal.send(up)
    terminal.send(down)
    #expect(terminal.waits { $0.cursorLine == "tas> two" })
    terminal.send(down + down)
    #expect(terminal.waits { $0.cursorLine == "tas> draft" })
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "draft"))
    #expect(terminal.leaves())
  }

  @Test("Up after a few letters finds entries that begin with them")
  func prefix() throws {
    let terminal = try echo()
    #expect(terminal.enter("load a", "show close", "load b", "use SPY"))
    terminal.send("lo\(up)")
    #expect(terminal.waits { $0.cursorLine == "tas> load b" })
    terminal.send(up)
    #expect(terminal.waits { $0.cursorLine == "tas> load a" })
    terminal.send(down + down)
    #expect(terminal.waits { $0.cursorLine == "tas> lo" })
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "lo"))
  }

  @Test("An entry of several lines is edited row by row, and Up at its top moves on to older entries")
  func severalLines() throws {
    let terminal = try echo()
    #expect(terminal.enter("older"))
    terminal.paste("first\nsecond\nthird")
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "first\\nsecond\\nthird"))
    // The cursor is at the end; Up moves on to older entries until another key is pressed.
    terminal.send(up)
    #expect(terminal.waits { $0.cursorLine == "...> third" && $0.cursorColumn == 10 })
    terminal.send(up)
    #expect(terminal.waits { $0.cursorLine == "tas> older" })
    terminal.send(down + "\u{1B}[D" + up + up + "X" + down + "Y\r")
    #expect(terminal.waits(forEntry: "firsXt\\nseconYd\\nthird"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("Up in a further line goes through the lines of the entry")
  func furtherLines() throws {
    let terminal = try echo()
    terminal.send("alpha(\rbeta,\rga")
    #expect(terminal.waits { $0.cursorLine == "...> ga" })
    terminal.send(up)
    #expect(terminal.waits { $0.lines[0...2] == ["tas> alpha(", "...> beta,", "...> ga"] && $0.cursorRow == 1 })
    #expect(terminal.screen.lines[3] == "")
    terminal.send("\u{1}X" + down + "\u{5}mma)\r")
    #expect(terminal.waits(forEntry: "alpha(\\nXbeta,\\ngamma)"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("Ctrl-R searches while the pattern is typed")
  func search() throws {
    let terminal = try echo()
    #expect(terminal.enter("sma(close, 20)", "close * 2", "ébène", "ema(close, 5)"))
    terminal.send("\u{12}clo")
    #expect(terminal.waits { $0.cursorLine == "(search `clo'): ema(close, 5)" }, "\(terminal.screen.text)")
    terminal.send("se, 2")
    #expect(terminal.waits { $0.cursorLine == "(search `close, 2'): sma(close, 20)" })
    terminal.send(String(repeating: "\u{7F}", count: 3) + " *")
    #expect(terminal.waits { $0.cursorLine == "(search `close *'): close * 2" })
    terminal.send("\r")
    #expect(terminal.waits { $0.text.hasSuffix("tas> close * 2\nentry: close * 2\ntas>") })
    terminal.send("\u{12}é\u{5}!\r")
    #expect(terminal.waits(forEntry: "ébène!"), "\(terminal.screen.text)")
    terminal.send("draft\u{12}clo\u{12}")
    #expect(terminal.waits { $0.cursorLine == "(search `clo'): ema(close, 5)" }, "\(terminal.screen.text)")
    terminal.send("zzz")
    #expect(terminal.waits { $0.cursorLine == "(no match `clozzz'): ema(close, 5)" })
    terminal.send("\u{7}")
    #expect(terminal.waits { $0.cursorLine == "tas> draft" })
    terminal.send("\u{12}clo\u{3}")
    #expect(terminal.waits { $0.text.hasSuffix("tas> draft^C\ninterrupted\ntas>") })
    #expect(terminal.leaves())
  }

  @Test("Blank entries and repetitions are not kept, and the limit holds")
  func limit() throws {
    let path = try temporaryPath("history")
    var history = History(path: path, limit: 3)
    for entry in ["a", "a", " \n", "b", "a", "c"] { history.add(entry) }
    #expect(history.entries == ["b", "a", "c"])
    #expect(contents(of: path) == "a\nb\na\nc\n")
    // The file may grow to twice the limit before it is shortened.
    for number in 1...4 { history.add("entry \(number)") }
    #expect(History(path: path, limit: 3).entries == ["entry 2", "entry 3", "entry 4"])
    #expect(contents(of: path) == "entry 2\nentry 3\nentry 4\n")
    var information = stat()
    #expect(stat(path, &information) == 0 && information.st_mode & 0o777 == 0o600)
  }

  @Test(
    "Every text comes back from the file as it was",
    arguments: [
      "plain", "a\nb\n\nc", "back\\slash \\n \\\\", "\r\n mixed \r", "tab\there", " blanks ", "日本語 é 👍🏽", "\\",
    ]
  )
  func encoding(entry: String) throws {
    let line = HistoryFile.encode(entry)
    #expect(!line.utf8.contains(0x0A) && !line.utf8.contains(0x0D))
    #expect(Array(HistoryFile.decode(line[...]).utf8) == Array(entry.utf8))
    let file = HistoryFile(path: try temporaryPath("history"))
    #expect(file.append(entry) && file.append("next"))
    #expect(file.load(limit: 10).map { Array($0.entry.utf8) } == [Array(entry.utf8), Array("next".utf8)])
  }

  @Test("A file with a torn last line, strange bytes or escapes is read as far as it goes")
  func damagedFile() throws {
    let path = try temporaryPath("history")
    try write("one\n\n\\x \\\ntorn", to: path)
    let file = HistoryFile(path: path)
    #expect(file.append("two"))
    #expect(file.load(limit: 10).map(\.entry) == ["one", "\\x \\", "torn", "two"])
    #expect(HistoryFile(path: "/nowhere/at/all").load(limit: 10) == [])
    #expect(!HistoryFile(path: "/proc/no/history").append("x"))
  }

  @Test("Shells that share a file lose no entry of each other")
  func sharedFile() async throws {
    let path = try temporaryPath("history")
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let file = HistoryFile(path: path)
          for number in 0..<50 {
            file.append("\(writer) \(number) " + String(repeating: "x", count: 5000))
            if number == 25 { _ = file.load(limit: 1000) }
          }
        }
      }
    }
    let entries = HistoryFile(path: path).load(limit: 1000).map(\.entry)
    #expect(entries.count == 400)
    #expect(entries.allSatisfy { $0.hasSuffix("xxx") && $0.count > 5003 })
  }

  @Test("In a terminal of a few columns Ctrl-R does nothing, and the line stays", arguments: [2, 3, 7])
  func narrow(columns: Int) throws {
    let program = try #require(BuiltProducts.executable("line-editing-echo"))
    let terminal = try PseudoTerminal(program: program, arguments: [], environment: [:], columns: columns, rows: 10)
    // Rows are as short as the terminal, so the screen is compared without its line breaks and blanks.
    func shows(_ text: String) -> Bool {
      terminal.waits { $0.text.filter { !$0.isWhitespace }.hasSuffix(text) }
    }
    try #require(shows("tas>"))
    terminal.send("1\r")
    #expect(shows("entry:1tas>"))
    terminal.send("\u{12}x\r")
    #expect(shows("entry:xtas>"), "\(terminal.screen.text)")
    terminal.send("\u{4}")
    #expect(terminal.exitStatus() == 0)
  }
}
