import LibC
import Platform
import TestSupport
import Testing

@Suite("The prompt keeps what was done, whatever ends it")
struct AutosaveTests {
  @Test("Each statement is in the journal once its result is shown, for its owner alone")
  func afterEachStatement() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("let kept = 41"))
    #expect(terminal.waits(for: "kept = 41\n"))
    #expect(place.journals.first?.contains("\"statement\":\"let kept = 41\"") == true)
    #expect(terminal.enter("let later = 7; nonsense(1)"))
    #expect(terminal.waits(for: "unknown function"))
    #expect(place.journals.first?.contains("\"later\"") == true)
    var status = stat()
    let file = try #require(DiskFiles().entries(of: place.state + "/sessions").first?.name)
    #expect(stat(place.state + "/sessions/" + file, &status) == 0 && status.st_mode & 0o777 == 0o600)
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
      let found = try place.tas("-c", "load session; strategies")
      #expect(found.status == 0 && found.output.contains("cross"), "\(statement) \(found)")
    }
  }

  @Test("A session that cannot be kept is marked in the prompt until it is, and leaving says how to keep it elsewhere")
  func unkept() throws {
    let place = try Place()
    let obstacle = place.state + "/sessions"
    DiskFiles().makeFolder(place.state)
    try DiskFiles().write("no folder", to: obstacle)
    let terminal = try place.prompt()
    #expect(terminal.enter("let kept = 41"))
    #expect(terminal.waits(atPrompt: "NOT SAVED tas> "), "\(terminal.screen.text)")
    #expect(terminal.enter("quit"))
    #expect(terminal.waits(for: "saves it elsewhere"), "\(terminal.screen.text)")
    #expect(terminal.waits(atPrompt: "NOT SAVED tas> "))
    unlink(obstacle)
    #expect(terminal.enter("print 1"))
    #expect(terminal.waits(for: "is saved again"), "\(terminal.screen.text)")
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(place.journals.first?.contains("kept") == true)
    #expect(terminal.leave() == 0)
  }

  /// True if a user may mount disks in a namespace of their own.
  private static let mayMount = (try? Place().shell("unshare -rm mount -t tmpfs tmpfs /tmp").status) == 0

  @Test(
    "A disk that is full or read only is said with its reason, and what is saved elsewhere is no loss",
    .enabled(if: mayMount, "needs namespaces in which a user may mount disks"),
    arguments: [
      ("mount -t tmpfs -o ro tmpfs $0", "Read-only file system"),
      ("mount -t tmpfs -o size=64k tmpfs $0; head -c 99999 /dev/zero >$0/fill 2>/dev/null", "No space left on device"),
    ])
  func disks(_ mount: String, _ reason: String) throws {
    let place = try Place()
    DiskFiles().makeFolder(place.path + "/state")
    let terminal = try shell("exec unshare -rm sh -c '\(mount); exec tas' \(place.path)/state", in: place)
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(terminal.enter("let kept = 41"))
    #expect(terminal.waits(atPrompt: "NOT SAVED tas> "), "\(terminal.screen.text)")
    #expect(terminal.screen.text.replacing("\n", with: "").contains(reason), "\(terminal.screen.text)")
    #expect(terminal.enter("quit"))
    #expect(terminal.waits(for: "saves it elsewhere"), "\(terminal.screen.text)")
    #expect(terminal.enter("save session \"\(place.path)/elsewhere.json\""))
    #expect(terminal.waits(for: "saved the session"), "\(terminal.screen.text)")
    #expect(terminal.waits { $0.lines[$0.cursorRow] == "tas>" }, "\(terminal.screen.text)")
    #expect(terminal.enter("quit"))
    #expect(terminal.exitStatus() == 0)
    #expect(place.text("elsewhere.json")?.contains("kept") == true)
  }

  @Test("Whoever leaves twice leaves without the session, and the status says so")
  func lost() throws {
    let place = try Place()
    DiskFiles().makeFolder(place.state)
    try DiskFiles().write("no folder", to: place.state + "/sessions")
    let terminal = try place.prompt()
    #expect(terminal.enter("let kept = 41"))
    #expect(terminal.waits(atPrompt: "NOT SAVED tas> "), "\(terminal.screen.text)")
    #expect(terminal.enter("quit"))
    #expect(terminal.waits(for: "saves it elsewhere"))
    #expect(terminal.enter("quit"))
    #expect(terminal.exitStatus() == 1)
    #expect(terminal.screen.text.contains("this session is NOT saved"))
  }

  @Test("Output without a reader loses nothing either")
  func head() throws {
    let place = try Place()
    let terminal = try shell("tas | head -1", in: place)
    terminal.send("let kept = 3; load sample SPY\n")
    terminal.settle(seconds: 0.5)
    terminal.send("show close all\n")
    _ = terminal.exitStatus()
    let journal = try #require(place.journals.first)
    #expect(journal.contains("\"kept\"") && journal.contains("SPY"), "\(terminal.screen.text)")
  }

  /// Commands of the system's shell in a terminal, with tas in its path.
  private func shell(_ commands: String, in place: Place) throws -> PseudoTerminal {
    try PseudoTerminal(
      program: "/bin/sh", arguments: ["-c", commands], environment: place.environment, columns: 80, rows: 24)
  }

  @Test("Sessions are kept by time; doing nothing, or the same again, takes no place")
  func kept() throws {
    let place = try Place()
    for number in 1...3 {
      let terminal = try place.prompt()
      #expect(terminal.enter("let number = \(number)"))
      #expect(terminal.waits(for: "number = \(number)\n"))
      #expect(terminal.leave() == 0)
      let idle = try place.prompt()
      #expect(idle.enter("load session; print number"))
      #expect(idle.waits(for: "\n\(number)\n"))
      #expect(idle.leave() == 0)
    }
    #expect(place.journals.count == 3)
    for (place, number) in zip(place.journals, [3, 2, 1]) { #expect(place.contains("let number = \(number)")) }
    let listed = try place.tas("--format", "csv", "-c", "sessions")
    #expect(listed.output.split(separator: "\n").count == 4, "\(listed.output)")
    let second = try place.tas("-c", "load session 2; print number")
    #expect(second.output.hasSuffix("\n2\n"), "\(second)")
  }

  @Test("Two prompts have a session each, and the one that is open cannot be loaded by the other")
  func twoPrompts() throws {
    let place = try Place()
    let first = try place.prompt()
    #expect(first.enter("let first = 1"))
    #expect(first.waits(for: "first = 1\n"))
    let second = try place.prompt()
    #expect(second.enter("let second = 2"))
    #expect(second.waits(for: "second = 2\n"))
    #expect(place.journals.count == 2)
    #expect(second.enter("load session"))
    #expect(second.waits(for: "there is no session to load"), "\(second.screen.text)")
    #expect(second.enter("sessions where open; sessions last 2"))
    #expect(second.waits(for: "1 of 2 sessions match"), "\(second.screen.text)")
    #expect(second.waits(for: "is the one of this prompt"), "\(second.screen.text)")
    #expect(first.enter("let third = 3"))
    #expect(first.waits(for: "third = 3\n"))
    #expect(first.leave() == 0)
    #expect(second.enter("load session"))
    #expect(second.waits(for: ": 2 names"), "\(second.screen.text)")
    #expect(second.enter("undo; print second"))
    #expect(second.waits(for: "\n2\n"), "\(second.screen.text)")
    #expect(second.leave() == 0)
    #expect(place.journals.count == 2)
    #expect(place.journals.contains { $0.contains("let third = 3") && !$0.contains("let second") })
  }

  @Test("A session of --session that was damaged in part is kept before it is written, where it was opened")
  func unread() throws {
    let place = try Place()
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

  @Test("Killed at any moment, the prompt loses the statement under way at most", arguments: 0..<8)
  func killedAtAnyMoment(_ number: Int) throws {
    let place = try Place()
    let terminal = try place.prompt()
    var dice = Dice(UInt64(number))
    #expect(terminal.waitsForPrompt())
    let count = 40
    terminal.send((0..<count).map { "let n\($0) = \($0)\r" }.joined())
    let moment = Int.random(in: 0..<count, using: &dice)
    // The screen scrolls: any later one shows that this one was done.
    var shown = -1
    #expect(
      terminal.waits { screen in
        shown = (0..<count).last { screen.text.contains("\nn\($0) = \($0)\n") } ?? shown
        return shown >= moment
      }, "\(terminal.screen.text)")
    kill(terminal.processIdentifier, SIGKILL)
    _ = terminal.exitStatus()
    let found = try place.tas("-c", "load session; print n\(shown)")
    #expect(found.status == 0 && found.errors.isEmpty && found.output.hasSuffix("\n\(shown)\n"), "\(found)")
    #expect(place.journals.count == 1)
  }

  @Test("What a killed program left is swept at the start")
  func leftovers() throws {
    let place = try Place()
    let name = "state/tas/.tas-999999999-0.tmp"
    try place.write(name, "half")
    let picture = "/tmp/.tas-999999999-\(UInt64.random(in: 0 ... .max)).tmp.png"
    try DiskFiles().write("half", to: picture)
    let terminal = try place.prompt()
    #expect(place.text(name) == nil)
    #expect(!DiskFiles().exists(picture))
    #expect(terminal.leave() == 0)
  }

  @Test(
    "A start-up file that others can write, or whose folder they can, is not run, and that is said",
    arguments: [false, true])
  func openFolder(ofFolder: Bool) throws {
    let place = try Place()
    let file = try place.write("config/tas/rc.tas", "print \"from the folder\"\n")
    let open = ofFolder ? place.path + "/config/tas" : file
    #expect(chmod(open, ofFolder ? 0o777 : 0o666) == 0)
    let refused = try place.prompt()
    #expect(refused.screen.text.contains("the start-up file is not run"), "\(refused.screen.text)")
    #expect(!refused.screen.text.contains("from the folder"))
    #expect(refused.leave() == 0)
    #expect(chmod(open, ofFolder ? 0o755 : 0o644) == 0)
    let run = try place.prompt()
    #expect(run.screen.text.contains("from the folder"), "\(run.screen.text)")
    #expect(run.leave() == 0)
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
