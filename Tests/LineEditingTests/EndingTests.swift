import LibC
import TestSupport
import Testing

@Suite("Interrupting, ending, and the terminal's state")
struct EndingTests {
  @Test("Ctrl-C drops the line and a new prompt comes")
  func interrupt() throws {
    let terminal = try echo()
    terminal.send("wrong (\u{3}")
    #expect(terminal.waits { $0.text.hasSuffix("wrong (^C\ninterrupted\ntas>") }, "\(terminal.screen.text)")
    terminal.send("right\r")
    #expect(terminal.waits(forEntry: "right"))
    #expect(terminal.leaves())
  }

  @Test("Ctrl-C drops all lines of an entry")
  func interruptContinuation() throws {
    let terminal = try echo()
    terminal.send("f(\ra,\r\u{3}")
    #expect(terminal.waits(for: "interrupted"))
    #expect(terminal.waits(atPrompt: "tas> "))
    terminal.send("x\r")
    #expect(terminal.waits(forEntry: "x"))
    #expect(terminal.leaves())
  }

  @Test("A signal SIGINT from elsewhere is an interrupt as well")
  func interruptSignal() throws {
    let terminal = try echo()
    terminal.send("abc")
    #expect(terminal.waits(for: "abc"))
    terminal.signal(SIGINT)
    #expect(terminal.waits(for: "interrupted"))
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(terminal.leaves())
  }

  @Test("Ctrl-C reaches work that runs, and the shell continues")
  func interruptWork() throws {
    let terminal = try echo()
    terminal.send("sleep\r")
    #expect(terminal.waits(for: "sleeping"))
    terminal.send("\u{3}")
    #expect(terminal.waits(for: "woken"))
    terminal.send("abc\r")
    #expect(terminal.waits(forEntry: "abc"))
    #expect(terminal.leaves())
  }

  @Test("Ctrl-D ends on an empty line only")
  func endOfInput() throws {
    let terminal = try echo()
    terminal.send("ab\u{4}")
    terminal.settle()
    #expect(terminal.exitStatus(seconds: 0.1) == nil)
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "ab"))
    #expect(terminal.leaves())
  }

  @Test("Ctrl-D on an empty further line hands over what there is")
  func endOfInputInContinuation() throws {
    let terminal = try echo()
    terminal.send("f(\r")
    #expect(terminal.waits(for: "...>"))
    terminal.send("\u{4}")
    #expect(terminal.waits(forEntry: "f("))
    #expect(terminal.leaves())
  }

  @Test("The terminal is in its usual mode while work runs and after the end")
  func modes() throws {
    let terminal = try echo()
    var modes = try #require(terminal.modes)
    #expect(!modes.isEchoing && !modes.isByLine && !modes.hasSignals)
    #expect(terminal.screen.marksPastes)
    terminal.send("sleep\r")
    #expect(terminal.waits(for: "sleeping"))
    modes = try #require(terminal.modes)
    #expect(modes.isEchoing && modes.isByLine && modes.hasSignals)
    #expect(!terminal.screen.marksPastes)
    terminal.send("\u{3}")
    #expect(terminal.waits { $0.text.hasSuffix("woken\ntas>") && $0.marksPastes })
    #expect(terminal.leaves())
    modes = try #require(terminal.modes)
    #expect(modes.isEchoing && modes.isByLine && modes.hasSignals)
    #expect(!terminal.screen.marksPastes)
  }

  @Test("A signal that ends the program while a line is edited leaves the terminal restored")
  func terminated() throws {
    let terminal = try echo()
    terminal.signal(SIGTERM)
    #expect(terminal.exitStatus() == 128 + SIGTERM)
    let modes = try #require(terminal.modes)
    #expect(modes.isEchoing && modes.isByLine && modes.hasSignals)
    #expect(!terminal.screen.marksPastes)
  }

  @Test("A terminal that disappears is the end of the input")
  func hangUp() throws {
    let path = try temporaryPath("history")
    let terminal = try echo("--history", path)
    terminal.send("kept\rlost")
    #expect(terminal.waits(for: "lost"))
    terminal.hangUp()
    let status = try #require(terminal.exitStatus())
    #expect(status == 0)
    #expect(contents(of: path) == "kept\n")
  }

  @Test("Stopped and continued, the line is drawn again and can be finished")
  func stoppedAndContinued() throws {
    let terminal = try echo()
    terminal.send("abc")
    #expect(terminal.waits(for: "abc"))
    terminal.signal(SIGSTOP)
    terminal.signal(SIGCONT)
    terminal.settle()
    terminal.send("d\r")
    #expect(terminal.waits(forEntry: "abcd"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("Ctrl-Z stops the program and fg brings the line back")
  func suspended() throws {
    let program = try #require(BuiltProducts.executable("line-editing-echo"))
    let terminal = try PseudoTerminal(program: "/bin/sh", arguments: ["-i"], environment: ["PS1": "sh: "])
    #expect(terminal.waits(for: "sh:"))
    terminal.send("\(program)\r")
    #expect(terminal.waits { $0.cursorLine == "tas>" })
    terminal.send("abc\u{1A}")
    #expect(terminal.waits { $0.cursorLine == "sh:" }, "\(terminal.screen.text)")
    var modes = try #require(terminal.modes)
    #expect(modes.isByLine)
    #expect(!terminal.screen.marksPastes)
    terminal.send("fg\r")
    #expect(terminal.waits { $0.cursorLine == "tas> abc" }, "\(terminal.screen.text)")
    terminal.send("d\r")
    #expect(terminal.waits(forEntry: "abcd"))
    terminal.send("\u{4}")
    #expect(terminal.waits { $0.cursorLine == "sh:" })
    modes = try #require(terminal.modes)
    #expect(modes.isByLine)
    terminal.send("exit\r")
    #expect(terminal.exitStatus() == 0)
  }
}
