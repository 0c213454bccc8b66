import LibC
import TestSupport
import Testing

@Suite("The prompt")
struct PromptTests {
  @Test("It greets, runs the typed text, shows the series in use, and leaves with Ctrl-D")
  func session() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.screen.lines.prefix(3).contains { $0.contains("`help` explains") })
    #expect(terminal.enter("print 1 + 1"))
    #expect(terminal.waits(for: "\n2\n"))
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(terminal.enter("load sample SPY"))
    #expect(terminal.waits(atPrompt: "tas SPY 1d> "), "\(terminal.screen.text)")
    #expect(terminal.enter("use SPY timeframe 1w"))
    #expect(terminal.waits(atPrompt: "tas SPY 1w> "), "\(terminal.screen.text)")
    #expect(terminal.leave() == 0)
    #expect(terminal.screen.text.hasSuffix("tas SPY 1w>\nsaved: `load session` brings this session back"))
  }

  @Test("`quit` and `exit` leave", arguments: ["quit", "exit", "print 1; quit; print 2"])
  func quit(_ words: String) throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter(words))
    #expect(terminal.exitStatus() == 0)
    #expect(!terminal.screen.text.contains("\n2"))
  }

  @Test("An error stays on the screen with its place, and the next statement runs")
  func failing() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("print 1 + nothing"))
    #expect(terminal.waits(for: "   | print 1 + nothing\n   |           ^^^^^^^"), "\(terminal.screen.text)")
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(terminal.enter("print 7"))
    #expect(terminal.waits(for: "\n7\n"))
  }

  @Test("An open bracket asks for more lines, and Ctrl-C drops all of them")
  func continuation() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("print max(1,"))
    #expect(terminal.waits(atPrompt: "...> "), "\(terminal.screen.text)")
    #expect(terminal.enter("5)"))
    #expect(terminal.waits(for: "\n5\n"))
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(terminal.enter("strategy x {"))
    #expect(terminal.waits(atPrompt: "...> "))
    terminal.send("\u{3}")
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(terminal.enter("print 8"))
    #expect(terminal.waits(for: "\n8\n"))
  }

  @Test("A strategy that is pasted is one entry, also in the history of the next start")
  func paste() throws {
    let place = try Place()
    let first = try place.prompt()
    let strategy = """
      strategy cross(fast = 12, slow = 26) {
          golden: enter long when ema(fast) crosses above ema(slow)  # größer
          death:  exit long  when ema(fast) crosses below ema(slow)
      }
      """
    first.paste(strategy)
    #expect(first.waits { $0.cursorLine == "...> }" })
    first.send("\r")
    #expect(first.waits(for: "cross is a strategy of 2 rules"), "\(first.screen.text)")
    #expect(first.waits(atPrompt: "tas> "))
    #expect(first.enter("print 5"))
    #expect(first.leave() == 0)

    let second = try place.prompt()
    second.send("\u{1B}[A")
    #expect(second.waits { $0.cursorLine == "tas> print 5" })
    second.send("\u{1B}[A")
    #expect(
      second.waits { $0.text.hasSuffix("tas> " + strategy.split(separator: "\n").joined(separator: "\n...> ")) },
      "\(second.screen.text)")
    second.send("\u{1B}[B")
    second.send("\u{3}")
    #expect(second.waits(atPrompt: "tas> "))
    second.send("\u{12}golden")
    #expect(second.waits(for: "(search `golden'): "))
    second.send("\r")
    #expect(second.waits(for: "cross is a strategy of 2 rules"))
    #expect(second.enter("history last 2"))
    #expect(second.waits(for: "history last 2\n"))
    // The entry of the earlier start has its time.
    #expect(second.enter("history print"))
    #expect(
      second.waits { $0.lines.contains { $0.contains(/20\d\d-\d\d-\d\dT[\d:]+Z  print 5/) } }, "\(second.screen.text)")
  }

  @Test("Text beyond ASCII is edited and printed as it is")
  func unicode() throws {
    let place = try Place()
    let terminal = try place.prompt()
    terminal.send("print \"größe 日本 €\"\u{1B}[D\u{1B}[D\u{7F}\r")
    #expect(terminal.waits(for: "\ngröße 日本€\n"), "\(terminal.screen.text)")
  }

  @Test("A window that changes its size redraws the line, and results follow the new width")
  func resize() throws {
    let place = try Place()
    let terminal = try place.prompt(columns: 100)
    terminal.send("print \"a text that is longer than the new window is wide\"")
    terminal.settle()
    terminal.resize(columns: 40, rows: 24)
    terminal.settle()
    terminal.send("\r")
    #expect(terminal.waits(for: "a text that is longer"))
    #expect(terminal.enter("set commission = 0.1%; settings"))
    #expect(terminal.waits(for: "periods_per_year"))
    #expect(terminal.leave() == 0)
  }

  @Test("The typed entries are there the next time with `load session`, and doing nothing loses nothing")
  func autosave() throws {
    let place = try Place()
    let first = try place.prompt()
    #expect(first.enter("let x = 41"))
    #expect(first.waits(for: "x = 41\n"))
    #expect(first.leave() == 0)
    let saved = place.journals
    #expect(saved.count == 1)

    try place.write("config/tas/rc.tas", "set commission = 0.2%\n")
    let idle = try place.prompt()
    #expect(idle.screen.text.contains("`load session` brings back"))
    #expect(idle.enter("print 1"))
    #expect(idle.leave() == 0)
    #expect(place.journals == saved)

    let second = try place.prompt()
    #expect(second.enter("load session; print x + 1"))
    #expect(second.waits(for: "\n42\n"), "\(second.screen.text)")
  }

  @Test("A window that is closed saves the session")
  func hangUp() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("let x = 41"))
    #expect(terminal.waits(for: "x = 41\n"))
    #expect(terminal.waits(atPrompt: "tas> "))
    terminal.hangUp()
    #expect(terminal.exitStatus() == 0)
    #expect(place.journals.first?.contains("\"x\"") == true)
  }

  @Test("The start-up file runs first, its errors are reported, and --no-rc leaves it out")
  func startupFile() throws {
    let place = try Place()
    try place.write("config/tas/rc.tas", "let a = 20\nnonsense(1)\nlet b = 22\n")
    let terminal = try place.prompt()
    #expect(terminal.screen.text.contains("rc.tas:2:1"), "\(terminal.screen.text)")
    #expect(terminal.enter("print a + b"))
    #expect(terminal.waits(for: "\n42\n"))
    let without = try place.prompt("--no-rc")
    #expect(without.enter("print a"))
    #expect(without.waits(for: "unknown name `a`"))
  }

  @Test("Ctrl-C stops a statement that has nothing to keep, and leaves the session as it was")
  func interruptStatement() throws {
    let place = try Place()
    // No program writes into it: the load waits for as long as it may.
    try #require(mkfifo(place.path + "/bars", 0o600) == 0)
    let terminal = try place.prompt()
    #expect(terminal.enter("load \"\(place.path)/bars\" as waited"))
    #expect(terminal.waits { _ in terminal.modes?.isByLine == true })
    terminal.settle(seconds: 0.4)
    terminal.send("\u{3}")
    #expect(terminal.waits(for: "\nerror: interrupted; nothing was changed [interrupted]\n"), "\(terminal.screen.text)")
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(!terminal.screen.text.contains("^C"))
    #expect(terminal.enter("print last(close @ waited)"))
    #expect(terminal.waits(for: "`waited` is not loaded"))
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(terminal.enter("print 3"))
    #expect(terminal.waits(for: "\n3\n"))
  }

  @Test("Ctrl-C stops a long statement, which keeps what it has by then")
  func interruptSweep() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("load sample SPY"))
    #expect(terminal.waits(atPrompt: "tas SPY 1d> "))
    terminal.paste(LongWork.strategy)
    terminal.send("\r")
    #expect(terminal.waits(for: "cross is a strategy"))
    #expect(terminal.waits(atPrompt: "tas SPY 1d> "))
    #expect(terminal.enter(LongWork.sweep))
    #expect(terminal.waits { _ in terminal.modes?.isByLine == true })
    terminal.settle(seconds: 0.4)
    terminal.send("\u{3}")
    // How far it came depends on the machine.
    #expect(
      terminal.waits { screen in
        screen.text.contains("stopped after") || screen.text.contains("interrupted; nothing was changed")
      }, "\(terminal.screen.text)")
    #expect(terminal.waits(atPrompt: "tas SPY 1d> "))
    #expect(!terminal.screen.text.contains("^C"))
    #expect(terminal.enter("print 3"))
    #expect(terminal.waits(for: "\n3\n"))
  }

  @Test("Ctrl-C ends a script with status 130")
  func interruptScript() throws {
    let place = try Place()
    let statements = "load sample SPY\n\(LongWork.strategy)\nprint \"begun\"\n\(LongWork.sweep)\nprint \"ended\""
    let terminal = try place.terminal("--keep-going", "-c", statements)
    #expect(terminal.waits(for: "begun"))
    terminal.settle(seconds: 0.4)
    terminal.send("\u{3}")
    #expect(terminal.exitStatus() == 130, "\(terminal.screen.text)")
    #expect(terminal.screen.text.contains("interrupted"))
    // The error shows the statement; its output would begin a line.
    #expect(!terminal.screen.text.contains("\nended"))
  }

  @Test("Ctrl-C ends a long script of short statements, and what it prints")
  func interruptBetweenStatements() throws {
    let place = try Place()
    let script = try place.write("many.tas", String(repeating: "print \"again\"\n", count: 200_000))
    let terminal = try place.terminal(script)
    #expect(terminal.waits(for: "again"))
    terminal.send("\u{3}")
    #expect(terminal.exitStatus() == 130)
    #expect(terminal.screen.text.contains("error: interrupted before this statement"))
  }

  @Test("Without colours and on simple terminals there are no escape sequences in results")
  func simpleTerminals() throws {
    let place = try Place()
    for variables in [["TERM": "dumb"], ["NO_COLOR": "1"]] {
      let terminal = try place.terminal("-c", "load sample SPY; nonsense(1)", environment: variables)
      #expect(terminal.exitStatus() == 1)
      #expect(terminal.screen.text.contains("SPY: 5,849 bars"))
      #expect(!terminal.output.contains(0x1B), "\(variables)")
    }
    let colourful = try place.terminal("-c", "load sample SPY; nonsense(1)")
    #expect(colourful.exitStatus() == 1)
    #expect(colourful.output.contains(0x1B))
    let prompt = try place.prompt(environment: ["TERM": "dumb"])
    #expect(prompt.enter("print 6"))
    #expect(prompt.waits(for: "\n6\n"), "\(prompt.screen.text)")
  }

  @Test("A terminal without UTF-8 gets drawings in ASCII")
  func plainDrawings() throws {
    let place = try Place()
    let terminal = try place.terminal("-c", "load sample SPY; rsi(14) last 3", environment: ["LANG": "C"])
    #expect(terminal.exitStatus() == 0)
    #expect(terminal.output.allSatisfy { $0 < 0x80 }, "\(terminal.screen.text)")
    // A file is UTF-8 for any terminal.
    let file = try place.tas("-c", "load sample SPY; rsi(14) last 3", environment: ["LANG": "C"])
    #expect(file.output.contains("─"))
  }

  @Test("Long work shows its progress on a terminal and wipes it")
  func progress() throws {
    let place = try Place()
    let work = LongWork.sweep(fast: 80, slow: 700)
    let terminal = try place.terminal("-c", "load sample SPY\n\(LongWork.strategy)\n\(work)")
    #expect(terminal.waits(seconds: 60) { $0.text.contains("%") })
    terminal.send("\u{3}")
    #expect(terminal.exitStatus() == 130)
    #expect(!terminal.screen.text.contains("░"), "\(terminal.screen.text)")
    #expect(terminal.screen.text.contains("the best so far"), "\(terminal.screen.text)")
    let quiet = try place.shell("tas -c 'load sample SPY' 2>&1 >/dev/null")
    #expect(quiet.output == "")
  }
}

/// Work that takes many seconds.
enum LongWork {
  static let strategy = """
    strategy cross(fast = 12, slow = 26) {
      enter long when ema(fast) crosses above ema(slow)
      exit long when ema(fast) crosses below ema(slow)
    }
    """

  static let sweep = sweep(fast: 400, slow: 2000)

  static func sweep(fast: Int, slow: Int) -> String {
    "sweep cross(fast=2..\(fast), slow=20..\(slow)) where fast < slow by sharpe top 5"
  }
}
