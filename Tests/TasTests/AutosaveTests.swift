import LibC
import TestSupport
import Testing

@Suite("The prompt keeps what was done, whatever ends it")
struct AutosaveTests {
  private func session(_ place: Place, _ suffix: String = "") -> String {
    place.text("state/tas/session.json" + suffix) ?? ""
  }

  @Test("Each statement is in the file once its result is shown, for its owner alone")
  func afterEachStatement() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("let kept = 41"))
    #expect(terminal.waits(for: "kept = 41\n"))
    #expect(session(place).contains("\"kept\""))
    #expect(terminal.enter("let later = 7; nonsense(1)"))
    #expect(terminal.waits(for: "unknown function"))
    #expect(session(place).contains("\"later\""))
    var status = stat()
    #expect(stat(place.state + "/session.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(
    "A signal loses nothing that was finished, during a statement and between two",
    arguments: [SIGTERM, SIGHUP, SIGKILL])
  func signals(_ number: Int32) throws {
    for statement in ["print 5", LongWork.sweep] {
      let place = try Place()
      let terminal = try place.prompt()
      #expect(terminal.enter("load sample SPY"))
      #expect(terminal.waits(atPrompt: "tas SPY 1d> "))
      terminal.paste(LongWork.strategy)
      terminal.send("\r")
      #expect(terminal.waits(for: "cross is a strategy"))
      #expect(terminal.waits(atPrompt: "tas SPY 1d> "))
      #expect(terminal.enter(statement))
      terminal.settle(seconds: 0.3)
      kill(terminal.processIdentifier, number)
      _ = terminal.exitStatus()
      #expect(session(place).contains("strategy cross"), "\(statement)")
      #expect(session(place).hasSuffix("}\n"))
    }
  }

  @Test("Output that nobody reads loses nothing either")
  func head() throws {
    let place = try Place()
    let terminal = try shell("tas | head -1", in: place)
    terminal.send("let kept = 3; load sample SPY\n")
    terminal.settle(seconds: 0.5)
    terminal.send("show close all\n")
    _ = terminal.exitStatus()
    #expect(session(place).contains("\"kept\"") && session(place).contains("SPY"), "\(terminal.screen.text)")
  }

  /// Commands of the system's shell in a terminal, with tas in its path.
  private func shell(_ commands: String, in place: Place) throws -> PseudoTerminal {
    try PseudoTerminal(
      program: "/bin/sh", arguments: ["-c", commands], environment: place.environment, columns: 80, rows: 24)
  }

  @Test("The three sessions before are kept; doing nothing, or the same again, takes no place")
  func backups() throws {
    let place = try Place()
    for number in 1...5 {
      let terminal = try place.prompt()
      #expect(terminal.enter("let number = \(number)"))
      #expect(terminal.waits(for: "number = \(number)\n"))
      #expect(terminal.leave() == 0)
      let idle = try place.prompt()
      #expect(idle.enter("load session; print number"))
      #expect(idle.waits(for: "\n\(number)\n"))
      #expect(idle.leave() == 0)
    }
    for (suffix, number) in [("", 5), (".1", 4), (".2", 3), (".3", 2)] {
      #expect(session(place, suffix).contains("let number = \(number)"), "\(suffix)")
    }
    #expect(session(place, ".4") == "")
  }

  @Test("A session that did not open is kept, and the prompt says so")
  func unread() throws {
    let place = try Place()
    let damaged = "{\"program\": \"tas\", \"schema\": 2, \"names\": ["
    try place.write("state/tas/session.json", damaged)
    let terminal = try place.prompt(columns: 200)
    #expect(terminal.enter("load session"))
    #expect(terminal.waits(for: "the session is damaged"))
    #expect(terminal.enter("let x = 3"))
    #expect(terminal.waits(for: "is kept as \(place.state)/session.json.1"), "\(terminal.screen.text)")
    #expect(terminal.leave() == 0)
    #expect(session(place, ".1") == damaged && session(place).contains("\"x\""))

    // A file of --session with a damaged part opens, and is kept before it is written.
    let part = "{\"program\": \"tas\", \"schema\": 3, \"names\": [{\"name\": 3}], \"settings\": {\"cash\": \"500\"}}"
    let file = try place.write("work.json", part)
    let other = try place.terminal("--session", file, columns: 200)
    #expect(other.waits(for: "[damaged-entry]"), "\(other.screen.text)")
    #expect(other.waits(atPrompt: "tas> "))
    #expect(place.text("work.json") == part)
    #expect(other.enter("let y = 3"))
    #expect(other.waits(for: "is kept as \(file).1"), "\(other.screen.text)")
    #expect(other.leave() == 0)
    #expect(place.text("work.json.1") == part && place.text("work.json")?.contains("\"500\"") == true)
  }

  @Test("A file that is no session is not offered at the start, and is kept with a word")
  func noSession() throws {
    let place = try Place()
    try place.write("state/tas/session.json", "xx\n")
    let terminal = try place.prompt(columns: 200)
    #expect(terminal.screen.text.contains("the session of last time cannot be read: the session is damaged"))
    #expect(!terminal.screen.text.contains("brings back"), "\(terminal.screen.text)")
    #expect(terminal.enter("let q=1"))
    #expect(
      terminal.waits(for: "session.json could not be read and is kept as \(place.state)/session.json.1"),
      "\(terminal.screen.text)")
    #expect(terminal.leave() == 0)
    #expect(session(place, ".1") == "xx\n" && session(place).contains("let q=1"))

    // `save session` says the same.
    try place.write("state/tas/session.json", "[]")
    let saved = try place.tas("-c", "let r = 2; save session")
    let told = saved.output.split(whereSeparator: \.isNewline).joined(separator: " ")
    #expect(told.contains("could not be read and is kept as \(place.state)/session.json.1"), "\(saved)")
    #expect(session(place, ".1") == "[]" && session(place).contains("let r = 2"))
  }

  @Test("What a killed program left is swept at the start")
  func leftovers() throws {
    let place = try Place()
    let name = "state/tas/.tas-999999999-0.tmp"
    try place.write(name, "half")
    let terminal = try place.prompt()
    #expect(place.text(name) == nil)
    #expect(terminal.leave() == 0)
  }

  @Test("Without a home no start-up file of the working folder runs")
  func noHome() throws {
    let place = try Place()
    try place.write(".config/tas/rc.tas", "print \"from the folder\"\n")
    let terminal = try shell("cd \(place.path); unset HOME XDG_CONFIG_HOME XDG_STATE_HOME; exec tas", in: place)
    #expect(terminal.waits(atPrompt: "tas> "), "\(terminal.screen.text)")
    #expect(!terminal.screen.text.contains("from the folder"))
    #expect(terminal.leave() == 0)
    #expect(place.text(".local/state/tas/history") == nil)
  }
}
