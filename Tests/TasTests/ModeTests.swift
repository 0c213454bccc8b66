import LibC
import TestSupport
import Testing

@Suite("Modes: where statements come from")
struct ModeTests {
  @Test("A script runs, and NAME=VALUE sets its params")
  func script() throws {
    let place = try Place()
    let script = try place.write("double.tas", "param n = 3\nparam word = \"a\"\nprint n * 2, word\n")
    let plain = try place.tas(script)
    #expect(plain.output.hasSuffix("6 a\n") && plain.errors == "" && plain.status == 0, "\(plain)")
    let other = try place.tas(script, "n=5", "word=b c=d")
    #expect(other.output.hasSuffix("10 b c=d\n") && other.status == 0, "\(other)")
  }

  @Test("-c runs statements, one that begins with a minus sign too")
  func statements() throws {
    let place = try Place()
    #expect(try place.tas("-c", "print 1; print 2").output == "1\n2\n")
    #expect(try place.tas("-c", "-2^2").output == "-4\n")
    #expect(try place.tas("-c", "param n = 1; print n", "n=7").output.hasSuffix("7\n"))
    let nothing = try place.tas("-c", "")
    #expect(nothing.output == "" && nothing.errors == "" && nothing.status == 0)
  }

  @Test("Two tables in CSV and two results in Markdown are apart, and rows of text are not")
  func separated() throws {
    let place = try Place()
    func output(_ format: String, _ statements: String) throws -> String {
      try place.tas("--format", format, "-c", "let a = 1; " + statements).output
    }
    let both = try output("csv", "names; names")
    #expect(both.split(separator: "\n\n").count == 2, "\(both)")
    #expect(try output("csv", "print 1; print 2") == "1\n2\n")
    let pages = try output("markdown", "names; names")
    #expect(pages.contains("|\n\n| name |"), "\(pages)")
  }

  @Test("`tas replay FILE --check` names the first number that is another one")
  func replay() throws {
    let place = try Place()
    let file = place.path + "/a \"$x\".json"
    let quoted = file.replacing("\"", with: "\\\"").replacing("$", with: "\\$")
    let statements =
      "load sample SPY; strategy s { enter long when close > sma(50); exit long when close < sma(50) }; backtest s; "
    let saved = try place.tas("-c", statements + "save session \"\(quoted)\"")
    #expect(saved.status == 0, "\(saved)")
    let same = try place.tas("replay", file, "--check")
    #expect(same.status == 0 && same.output.contains("are the same to the bit"), "\(same)")
    let name = "a \"$x\".json"
    let text = try #require(place.text(name))
    let line = try #require(text.split(separator: "\n").last { $0.contains("\"sharpe_ratio\":") })
    try place.write(name, text.replacing(line, with: "        \"sharpe_ratio\": 0.5,"))
    let other = try place.tas("replay", file, "--check")
    #expect(other.status == 1 && other.errors.contains("`sharpe_ratio` of the backtest"), "\(other)")
    #expect(try place.tas("--check", "-c", "print 1").status == 2)
    // The end value beside the numbers is one of them.
    let end = try #require(text.split(separator: "\n").last { $0.contains("\"end_value\":") })
    let first = try #require(text.split(separator: "\n").first { $0.contains("\"end_value\":") })
    for changed in Set([first, end]) {
      try place.write(name, text.replacing(changed, with: "      \"end_value\": 9999,"))
      let outer = try place.tas("replay", file, "--check")
      #expect(outer.status == 1 && outer.errors.contains("`end_value` of the backtest"), "\(outer)")
    }
  }

  @Test("`tas replay FILE --check` fails if nothing can be checked, and checks what rests on no bars")
  func replayNothing() throws {
    let place = try Place()
    let file = place.path + "/kept.json"
    let last = "load sample SPY; rsi(14) last 2; _ as kept; "
    #expect(try place.tas("-c", last + "save session \"\(file)\"").status == 0)
    let nothing = try place.tas("replay", file, "--check")
    #expect(nothing.status == 1 && nothing.errors.contains("[replayed-nothing]"), "\(nothing)")
    #expect(try place.tas("-c", "let k = 14; let j = k * 2; load sample SPY; save session \"\(file)\"").status == 0)
    let constants = try place.tas("replay", file, "--check")
    // A constant does not replace a run whose bars are gone.
    let bars = try place.write("a.csv", "Date,Close\n2024-01-02,1\n2024-01-03,2\n2024-01-04,3\n2024-01-05,2\n")
    let run = "let k = 14; load \"\(bars)\" as A; strategy s { enter long when close > 1 }; backtest s; "
    #expect(try place.tas("-c", run + "save session \"\(file)\"").status == 0)
    #expect(try place.tas("replay", file, "--check").status == 0)
    unlink(bars)
    let gone = try place.tas("replay", file, "--check")
    #expect(gone.status == 1 && gone.errors.contains("no run in"), "\(gone)")
    #expect(constants.status == 0 && constants.output.contains("2 numbers of 2 results are the same"), "\(constants)")
  }

  @Test("Several `-c` and several scripts run in one session, up to the first that fails")
  func several() throws {
    let place = try Place()
    #expect(try place.tas("-c", "let x = 1", "-c", "print x + 1").output == "x = 1\n2\n")
    let stopped = try place.tas("-c", "print 1; foo; print 2", "-c", "print 3")
    #expect(stopped.output == "1\n" && stopped.status == 1 && stopped.errors.contains("[unknown-name]"))
    #expect(try place.tas("--keep-going", "-c", "print 1; foo; print 2", "-c", "print 3").output == "1\n2\n3\n")
    let first = try place.write("first.tas", "param n = 1\nlet x = n * 2\n")
    let second = try place.write("second.tas", "print x\n")
    #expect(try place.tas(first, second, "n=4").output.hasSuffix("\n8\n"))
    #expect(try place.tas(first, place.path + "/none.tas").status == 2)
  }

  @Test("-i stays at the prompt after its statements, which are kept as typed ones are")
  func staying() throws {
    let place = try Place()
    let terminal = try place.terminal("-i", "-c", "let x = 6; foo")
    #expect(terminal.waits(for: "[unknown-name]"), "\(terminal.screen.text)")
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(terminal.enter("print x * 7"))
    #expect(terminal.waits(for: "\n42\n"))
    #expect(terminal.leave() == 0)
    #expect(place.journals.first?.contains("let x = 6") == true)
    #expect(try place.tas("-i", "-c", "print 1").status == 2)
  }

  @Test("Programs get all rows of a list, and people the last ten")
  func allRows() throws {
    let place = try Place()
    func output(_ arguments: String...) throws -> String {
      let program = try #require(BuiltProducts.executable("tas"))
      return try place.run(program, arguments + ["-c", "load sample SPY; rsi(14)"]).output
    }
    #expect(try output("--format", "csv").split(separator: "\n").count == 5850)
    #expect(try output("--format", "json").contains("1998-01-02"))
    #expect(try output().contains("\nlast 10 of 5,849 bars, 14 missing"))
    let out = try place.tas("-c", "load sample SPY; rsi(14) to \"-\"")
    #expect(out.output.split(separator: "\n").contains("2021-03-31,58.1647964484309"))
    #expect(out.errors == "note: wrote 5,849 rows to standard output [rows-written]\n")
  }

  @Test("Standard input is a script, with `-` and without")
  func standardInput() throws {
    let place = try Place()
    #expect(try place.tas(input: "print 1\nprint 2").output == "1\n2\n")
    #expect(try place.tas("-", input: "print 3\n").output == "3\n")
    #expect(try place.tas("-", "n=4", input: "param n = 1\nprint n").output.hasSuffix("4\n"))
    #expect(try place.shell("echo 'print 5' | tas").output == "5\n")
    #expect(try place.tas().output == "")
  }

  @Test("A script with #! in its first line runs by itself")
  func interpreterLine() throws {
    let place = try Place()
    let script = try place.write("own.tas", "#!/usr/bin/env tas\nparam n = 1\nprint n + 1\n")
    chmod(script, 0o755)
    let ran = try place.run(script, ["n=41"])
    #expect(ran.output.hasSuffix("42\n") && ran.status == 0, "\(ran)")
  }

  @Test("A result comes in each format")
  func formats() throws {
    let place = try Place()
    let bars = "Date,Open,High,Low,Close,Volume\n2021-03-30,390,395,389,394.75,100\n2021-03-31,395,397,394,396.25,200\n"
    let file = try place.write("spy.csv", bars)
    func output(_ format: String) throws -> [Substring] {
      let ran = try place.tas("--format", format, "-c", "load \(file); show close last 2")
      #expect(ran.status == 0 && ran.errors == "")
      return ran.output.split(separator: "\n")
    }
    let json = try output("json")
    #expect(json.count == 2)
    #expect(json[0].hasPrefix(#"{"kind":"loaded","line":1,"data":{"#))
    #expect(
      json[1]
        == #"{"kind":"table","line":1,"data":{"columns":["date","close"],"rows":[["2021-03-30",394.75],["2021-03-31",396.25]],"matched":2,"total":2}}"#
    )
    #expect(try output("csv").suffix(3) == ["date,close", "2021-03-30,394.75", "2021-03-31,396.25"])
    #expect(try output("markdown").contains { $0.hasPrefix("| 2021-03-31") })
    #expect(try output("table").contains { $0.hasPrefix("2021-03-31  396.25") })
  }

  @Test("Options may follow the script")
  func optionsBehind() throws {
    let place = try Place()
    let script = try place.write("one.tas", "print 1")
    #expect(
      try place.tas(script, "--format", "json").output
        == "{\"kind\":\"printed\",\"line\":1,\"data\":{\"values\":[1.0]}}\n")
  }

  @Test("A byte order mark and line ends of Windows mean nothing")
  func windowsText() throws {
    let place = try Place()
    let script = try place.write("windows.tas", "\u{FEFF}print 1\r\nprint \"ä\" \\\r\n  , 2\r\n")
    let ran = try place.tas(script)
    #expect(ran.output == "1\nä 2\n" && ran.status == 0, "\(ran)")
  }

  @Test("Bytes that are not UTF-8 are an error at their place, in comments and texts alike")
  func otherEncodings() throws {
    let place = try Place()
    let script = try place.write("latin.tas", Array("print 1\nprint \"caf".utf8) + [0xE9] + Array("\"\nprint 2".utf8))
    let ran = try place.tas(script)
    #expect(ran.output == "1\n" && ran.status == 1)
    #expect(ran.errors.contains("the byte 0xE9 is not UTF-8 [invalid-utf8]"))
    #expect(ran.errors.contains("latin.tas:2:11"))
    #expect(try place.tas("--keep-going", script).output == "1\n2\n")
    let outer = try place.tas("-c", "run \"\(script)\"")
    #expect(outer.status == 1 && outer.errors.contains("latin.tas:2:11"), "\(outer)")
  }

  @Test("The start-up file is read by the prompt only")
  func noStartupFile() throws {
    let place = try Place()
    try place.write("config/tas/rc.tas", "print \"from rc\"\n")
    #expect(try place.tas("-c", "print 1").output == "1\n")
    #expect(try place.tas(input: "print 1").output == "1\n")
  }

  @Test("Megabytes of output come whole")
  func largeOutput() throws {
    let place = try Place()
    let line = "print \"" + String(repeating: "x", count: 1000) + "\"\n"
    let ran = try place.tas(input: String(repeating: line, count: 3000))
    #expect(ran.output.utf8.count == 3000 * 1001 && ran.status == 0)
  }
}
