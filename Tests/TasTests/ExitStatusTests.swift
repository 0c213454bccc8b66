import Manual
import TestSupport
import Testing

@Suite("Exit statuses, and what goes to which stream")
struct ExitStatusTests {
  private static let calls: [([String], Int32)] = [
    (["-c", "print 1"], 0), (["--version"], 0), (["--help"], 0), (["-h"], 0), (["-c", "quit; nonsense("], 0),
    (["-c", "nonsense(1)"], 1), (["-c", "print 1)"], 1), (["-c", "assert 1 > 2"], 1), (["-c", "print 1", "x=2"], 1),
    (["-", "x=1"], 1), (["--bogus"], 2), (["--format", "xml", "-c", ""], 2), (["--format"], 2), (["-c"], 2),
    (["--color", "red", "-c", ""], 2), (["-c", "print 1", "file.tas"], 2), (["/nowhere/at/all.tas"], 2), (["/tmp"], 2),
    (["-", "noequals"], 2), (["-", "=1"], 2), (["-", "x=1", "x=2"], 2),
    (["--session", "/nowhere/at/all.json", "-c", "print 1"], 2),
  ]

  @Test(
    "The arguments decide the status",
    arguments: calls)
  func statuses(_ arguments: [String], _ status: Int32) throws {
    let place = try Place()
    let program = try #require(BuiltProducts.executable("tas"))
    let ran = try place.run(program, arguments)
    #expect(ran.status == status, "\(ran)")
    // Whoever called it wrongly learns it on standard error alone.
    if status == 2 { #expect(ran.output == "" && ran.errors.hasPrefix("error: "), "\(ran)") }
    if status == 0 { #expect(ran.errors == "", "\(ran)") }
  }

  @Test(
    "A wrong option is reported with what is meant or allowed",
    arguments: [
      (["--forma", "csv"], "unknown option '--forma'. Did you mean '--format'?"), (["-x"], "unknown option '-x'"),
      (["--session"], "missing value for '--session <file>'"),
      (["--session", "--safe"], "missing value for '--session <file>'"),
      (["--safe=1"], "the option '--safe' does not take any value, but '1' was specified."),
      (
        ["--color=red"],
        "the value 'red' is invalid for '--color <when>'. Please provide one of 'auto', 'always' or 'never'."
      ),
    ])
  func wrongOptions(_ arguments: [String], _ message: String) throws {
    let ran = try Place().run(try #require(BuiltProducts.executable("tas")), arguments)
    #expect(ran.errors == "error: \(message)\n`tas --help` shows the usage\n")
  }

  @Test("The program takes each option of the table", arguments: ProgramOption.all)
  func options(_ option: ProgramOption) throws {
    let value = option.value.map { _ in ["=" + (option.choices.last ?? "1")] } ?? []
    let ran = try Place().tas(option.name == "-c" ? "-c=" : option.name + value.joined(), "--version")
    #expect(ran.status == 0 && !ran.output.isEmpty, "\(ran)")
  }

  @Test("`--help` counts whatever else is wrong, and after `--` all words are files")
  func specialOptions() throws {
    let help = try Place().tas("--bogus", "--help")
    #expect(help.status == 0 && help.output.hasPrefix("OVERVIEW: "))
    let file = try Place().tas("--", "-c")
    #expect(file.status == 2 && file.errors.contains("-c"))
    #expect(try Place().tas("--format=json", "-c", "print 1").output.hasPrefix("{"))
  }

  @Test("A script stops at its first failing statement, or continues with --keep-going")
  func keepGoing() throws {
    let place = try Place()
    let script = try place.write("three.tas", "print 1\nnonsense(\n  3\n) + 1\nprint 2\n")
    let stopped = try place.tas(script)
    #expect(stopped.output == "1\n" && stopped.status == 1)
    let whole = try place.tas("--keep-going", script)
    #expect(whole.output == "1\n2\n" && whole.status == 1)
    #expect(whole.errors.contains("three.tas:2:1"))
  }

  @Test("Results go to standard output, diagnostics to standard error, and JSON has them on both")
  func streams() throws {
    let place = try Place()
    let table = try place.tas("-c", "print 1; nonsense(1)")
    #expect(table.output == "1\n")
    #expect(table.errors.hasPrefix("error: unknown function `nonsense` [unknown-function]\n"))
    let json = try place.tas("--format", "json", "-c", "print 1; nonsense(1)")
    #expect(json.errors == table.errors)
    #expect(
      json.output.split(separator: "\n")[1].hasPrefix(
        #"{"kind":"error","line":1,"data":{"code":"unknown-function","message":"unknown function `nonsense`","#))
    #expect(json.output.contains(#""span":{"start":9,"end":17}"#))
  }

  @Test("An override that no param took is an error at the end, also in JSON")
  func unusedOverride() throws {
    let place = try Place()
    let ran = try place.tas("--format", "json", "-", "m=2", input: "param n = 1")
    #expect(ran.status == 1)
    #expect(ran.output.hasPrefix(#"{"kind":"defined""#))
    #expect(ran.output.contains(#""code":"unused-override""#))
    #expect(ran.errors == "error: no `param` is called `m` [unused-override]\n")
  }

  @Test("A parameter that is a rate takes no number of percent, and one that is a number no rate")
  func overriddenRate() throws {
    let place = try Place()
    let script = "param rate = 2%; print rate"
    let meant = try place.tas("-", "rate=5%", input: script)
    #expect(meant.output.hasSuffix("5%\n") && meant.errors.isEmpty)
    let wrong = try place.tas("-", "rate=5", input: script)
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("`rate` is a rate, like its default, so 5 is 500% [number-as-rate]"))
    #expect(wrong.errors.contains("write `rate=5%`, or `500%` if that is meant"))
    let small = try place.tas("-", "rate=0.05", input: script)
    #expect(small.status == 0 && small.output.hasSuffix("5%\n"))
    #expect(small.errors.contains("warning: `rate` is a rate, like its default, so 0.05 is 5% [number-as-rate]"))
    let number = try place.tas("-", "n=2%", input: "param n = 5; print n")
    #expect(number.status == 1 && number.errors.contains("`n` is a number, like its default, but 2% is a rate"))
  }

  @Test("A session that is loaded has the tables of its results")
  func keptRows() throws {
    let place = try Place()
    let session = place.path + "/kept.json"
    let made = "load sample SPY; strategy s(k = 5) { enter long when close > sma(k) }"
    _ = try place.tas(
      "-c", "\(made); backtest s as r; sweep s(k = 3..5) as sw; study rsi(14) < 30 as st; save session \"\(session)\"")
    let loaded = try place.tas("-c", "load session \"\(session)\"; sw; st")
    #expect(!loaded.output.contains("and not the rows"))
    let again = try place.tas("-c", "\(made); sweep s(k = 3..5) as sw")
    // The table of the sweep as shown, line for line.
    let table = again.output.split(separator: "\n").drop { !$0.contains("───") }.dropFirst().prefix(3)
    #expect(table.count == 3 && table.allSatisfy { loaded.output.contains($0) })
  }

  @Test("--version and --help")
  func help() throws {
    let place = try Place()
    let version = try place.tas("--version").output
    #expect(version.split(separator: ".").count == 3 && version.hasSuffix("\n"))
    let help = try place.tas("--help").output
    for word in ["--format", "--session", "--no-rc", "--keep-going", "--color", "--version", "NAME=VALUE", "130"] {
      #expect(help.contains(word), "\(word)")
    }
  }

  @Test(
    "A reader that goes away ends the program quietly, with the status of a broken pipe",
    arguments: [
      "tas -c 'load sample SPY; show close all'", "tas -c 'load sample SPY; show close all' --format json",
      "tas -c 'load sample SPY\nshow close all\nlet x = 3\nsave session \"after.json\"'",
      "echo 'load sample SPY\nshow close all\nshow open all' | tas -",
    ])
  func brokenPipe(_ call: String) throws {
    let place = try Place()
    let ran = try place.shell("{ \(call); echo $? >&2; } | head -1")
    #expect(!ran.output.isEmpty)
    #expect(ran.errors == "141\n")
    #expect(place.text("after.json") == nil)
  }

  @Test("A file of data in the place of a script is loaded; a text may be a script")
  func data() throws {
    let place = try Place()
    let table = "Date,Open,High,Low,Close,Volume\n2024-01-02,1,2,0.5,1.5,100\n2024-01-03,1.5,2.5,1,2,100\n"
    let loaded = try place.tas(place.write("bars $1.csv", table))
    #expect(loaded.status == 0 && loaded.output.contains("2 bars of 1d"), "\(loaded)")
    let both = try place.tas(place.path + "/bars $1.csv", place.write("mean.tas", "print mean_of(close)\n"))
    #expect(both.status == 0 && both.output.hasSuffix("\n1.75\n"), "\(both)")
    let script = try place.tas(place.write("notes.txt", "print 6 * 7\n"))
    #expect(script.output == "42\n")
    let terminal = try PseudoTerminal(
      program: try #require(BuiltProducts.executable("tas")), arguments: ["--no-rc", place.path + "/bars $1.csv"],
      environment: place.environment, columns: 80, rows: 24)
    #expect(
      terminal.waits(for: "2 bars of 1d") && terminal.waits(atPrompt: "tas bars $1 1d> "), "\(terminal.screen.text)")
    #expect(terminal.leave() == 0)
  }

  @Test("A full disk is reported, and closed streams bring nothing out of order")
  func unwritableOutput() throws {
    let place = try Place()
    let full = try place.shell("tas -c 'print 1' > /dev/full")
    #expect(full.status == 1 && full.errors == "error: cannot write the results: No space left on device\n")
    let session = place.path + "/s.json"
    let closed = try place.shell("tas -c 'let x = 3; save session \"\(session)\"; print 1' >&- 2>&- <&-")
    #expect(closed.status == 0)
    #expect(place.text("s.json")?.hasPrefix("{") == true)
    #expect(place.text("s.json")?.hasSuffix("}\n") == true, "\(place.text("s.json") ?? "")")
  }

  @Test("Colour is for terminals, unless it is asked for")
  func colour() throws {
    let place = try Place()
    let statements = "load sample SPY; show close last 2; nonsense(1)"
    for arguments in [[], ["--color", "never"], ["--color", "auto"]] {
      let program = try #require(BuiltProducts.executable("tas"))
      let ran = try place.run(program, arguments + ["-c", statements])
      #expect(!ran.output.contains("\u{1B}") && !ran.errors.contains("\u{1B}"))
    }
    let always = try place.tas("--color", "always", "-c", statements, environment: ["NO_COLOR": "1"])
    #expect(always.output.contains("\u{1B}[") && always.errors.contains("\u{1B}["))
  }
}
