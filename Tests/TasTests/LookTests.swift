import TestSupport
import Testing

@Suite("How results look, and that programs never see it")
struct LookTests {
  private static let look = """
    set digits 4, thousands off, null "none", rows 3, colour off, theme light, chart_width 40, wide_tables drop
    """
  private static let statements =
    "load sample SPY; rsi(14); show volume, close last 3; rsi(14) last 3; plot close last 50"

  @Test("A look changes nothing of JSON, CSV and files", arguments: ["json", "csv"])
  func programs(format: String) throws {
    let place = try Place()
    let plain = try place.tas("--format", format, "-c", Self.statements)
    let other = try place.tas("--format", format, "-c", Self.look, "-c", Self.statements)
    #expect(plain.status == 0 && other.status == 0)
    #expect(other.output.hasSuffix(plain.output))
    let file = place.path + "/out"
    for ending in ["csv", "json"] {
      let write = "load sample SPY; show rsi(14), volume to \"\(file)"
      #expect(try place.tas("-c", write + "1.\(ending)\"").status == 0)
      #expect(try place.tas("-c", Self.look, "-c", write + "2.\(ending)\"").status == 0)
      #expect(place.text("out1.\(ending)") == place.text("out2.\(ending)"))
    }
  }

  @Test("Eyes see digits, thousands, missing values and rows as they were set")
  func eyes() throws {
    let place = try Place()
    let plain = try place.tas("-c", "load sample SPY; show volume, rsi(14) last 1; rsi(14) first 1")
    #expect(
      plain.output.contains("  58.1648") && plain.output.contains(",") && plain.output.contains("1998-01-02        -"))
    let other = try place.tas(
      "-c", "load sample SPY", "-c", "set digits 4, thousands off, null \"none\", rows 3", "-c",
      "show volume, rsi(14); rsi(14) first 1")
    #expect(other.output.contains("  58.16\n") && other.output.contains("none"), "\(other.output)")
    #expect(other.output.contains("last 3 of 5,849 bars"))
    let json = try place.tas("-c", "set format json", "-c", "print 1")
    #expect(json.output.contains(#""kind":"printed""#))
  }

  @Test("Single values and pages of HTML have the look, and what is printed for programs stays together")
  func singles() throws {
    let place = try Place()
    #expect(try place.tas("-c", "98765.4321; print 98765.4321, 0.123456").output == "98,765.4\n98765.4 0.123456\n")
    let look = try place.tas("-c", "set digits 3, thousands off; 98765.4321; print 0.123456").output
    #expect(look.hasSuffix("\n98765\n0.123\n"), "\(look)")
    #expect(try place.tas("--format", "csv", "-c", "set digits 3; 98765.4321").output == "98765.4321\n")
    #expect(try place.tas("-c", "load sample SPY; set null \"n/a\"; rsi(14)[5000]").output.hasSuffix("\n"))
    let page = place.path + "/page.html"
    let statements = "load sample SPY; set digits 4, null \"none\"; show rsi(14), volume first 1 to \"\(page)\""
    #expect(try place.tas("-c", statements).status == 0)
    #expect(place.text("page.html")?.contains(">none<") == true)
  }

  @Test("`set colour` reaches diagnostics, and they are broken at words where the terminal is narrow")
  func diagnostics() throws {
    let place = try Place()
    let terminal = try place.prompt(columns: 40)
    #expect(terminal.enter("load nowhere.csv"))
    #expect(terminal.waits(for: "error: "))
    terminal.settle()
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[1;31merror"), "\(terminal.screen.text)")
    #expect(terminal.screen.lines.contains { $0.hasPrefix("  ") && $0.contains("[") }, "\(terminal.screen.text)")
    #expect(terminal.enter("set colour off"))
    #expect(terminal.waits(for: "colour = off"))
    terminal.settle()
    let before = terminal.output.count
    #expect(terminal.enter("load nowhere.csv"))
    #expect(terminal.waits { $0.text.components(of: "error: ") == 2 }, "\(terminal.screen.text)")
    let after = String(decoding: terminal.output[before...], as: UTF8.self)
    #expect(after.contains("error: ") && !after.contains("[1;31m"), "\(after)")
  }

  @Test("A list that is too wide leaves columns out and names them, and blocks come where they are asked for")
  func wideTables() throws {
    let place = try Place()
    let show = "show open as first_column, high as second_column, low as third_column, close as fourth_column last 2"
    let dropped = try place.terminalText("load sample SPY; \(show)", columns: 50)
    #expect(dropped.contains("2 more columns: third_column, fourth_column"), "\(dropped)")
    #expect(!dropped.contains("\n\ndate"), "\(dropped)")
    let blocks = try place.terminalText("load sample SPY; set wide_tables blocks; \(show)", columns: 50)
    #expect(blocks.contains("fourth_column\n") && !blocks.contains("more column"), "\(blocks)")
  }

  @Test("A look stays when another session is loaded, and no run takes it")
  func kept() throws {
    let place = try Place()
    let ran = try place.tas(
      "-c", "load sample SPY; save session; reset; set digits 4; load session; rsi(14) last 1")
    #expect(ran.output.contains("  58.16\n"), "\(ran)")
    let refused = try place.tas(
      "-c", "load sample SPY; strategy s { enter long when close > 1 }; backtest s with digits 3")
    #expect(refused.errors.contains("is a display setting"), "\(refused)")
  }

  @Test("The settings are in groups with a line each, and programs get them complete")
  func settings() throws {
    let place = try Place()
    let shown = try place.terminalText("set cash 5k; settings", columns: 80)
    let lines = shown.split(separator: "\n")
    #expect(lines.contains("Money and costs") && lines.contains("How results look"), "\(shown)")
    #expect(lines.contains { $0.hasPrefix("  cash ") && $0.contains("5000 *") }, "\(shown)")
    #expect(lines.allSatisfy { $0.count <= 80 })
    let csv = try place.tas("--format", "csv", "-c", "settings").output.split(separator: "\n")
    #expect(csv.first == "setting,value,changed,allowed,meaning,group")
  }

  @Test("What is longer than the screen goes to the pager, and nothing else does")
  func pager() throws {
    let place = try Place()
    let terminal = try place.prompt(environment: ["PAGER": "sed 's/^/paged /'"])
    #expect(terminal.enter("print 41 + 1"))
    #expect(terminal.waits(for: "\n42\n"), "\(terminal.screen.text)")
    #expect(terminal.enter("commands"))
    #expect(terminal.waits(for: "\npaged "), "\(terminal.screen.text)")
    #expect(terminal.enter("set pager off"))
    #expect(terminal.waits(for: "\npager = off\n"))
    #expect(terminal.enter("commands"))
    #expect(terminal.waits { $0.lines.contains { $0.hasPrefix("quit ") } }, "\(terminal.screen.text)")
    let missing = try place.prompt(environment: ["PAGER": "no-such-pager-at-all"])
    #expect(missing.enter("commands"))
    #expect(missing.waits(for: "quit "), "\(missing.screen.text)")
  }

  @Test("The prompt's words and the time of an entry are settings")
  func prompt() throws {
    let place = try Place()
    try place.write("config/tas/rc.tas", "set prompt = \"[{series}] \", timer on\nload sample SPY\n")
    let terminal = try place.terminal()
    #expect(terminal.waits(atPrompt: "[SPY 1d] "), "\(terminal.screen.text)")
    terminal.send("print 6 * 7\r")
    #expect(
      terminal.waits { $0.lines.contains { $0.hasPrefix("0.") && $0.hasSuffix(" s") } }, "\(terminal.screen.text)")
  }

  @Test("The last result, and that of an entry, are shown again")
  func again() throws {
    let place = try Place()
    let terminal = try place.prompt()
    #expect(terminal.enter("6 * 7"))
    #expect(terminal.enter("print \"between\""))
    #expect(terminal.enter("$1"))
    #expect(terminal.waits { $0.text.components(of: "\n42\n") == 2 }, "\(terminal.screen.text)")
    #expect(terminal.enter("last"))
    #expect(terminal.waits { $0.text.components(of: "\n42\n") == 3 }, "\(terminal.screen.text)")
    #expect(terminal.enter("$77"))
    #expect(terminal.waits(for: "counts the results of this session"), "\(terminal.screen.text)")
    #expect(try place.tas("-c", "2 + 3; last").output == "5\n5\n")
    #expect(try place.tas("-c", "last").errors.contains("there is no result yet"))
  }

  @Test("Ctrl-C keeps the best that a sweep has found, and says how far it came")
  func stoppedSweep() throws {
    let place = try Place()
    let terminal = try place.prompt(columns: 120)
    #expect(terminal.enter("load sample SPY"))
    #expect(terminal.waits(atPrompt: "tas SPY 1d> "))
    terminal.paste(LongWork.strategy)
    terminal.send("\r")
    #expect(terminal.waits(for: "cross is a strategy"))
    #expect(terminal.enter(LongWork.sweep))
    #expect(terminal.waits(for: "%", seconds: 30), "\(terminal.screen.text)")
    terminal.send("\u{3}")
    #expect(terminal.waits(for: "the best so far", seconds: 30), "\(terminal.screen.text)")
    #expect(terminal.waits(for: "combinations", seconds: 30))
    #expect(terminal.waits(atPrompt: "tas SPY 1d> ", seconds: 30))
    #expect(terminal.screen.text.contains("best 5 of "), "\(terminal.screen.text)")
  }
}

extension Place {
  /// The screen of a terminal with a given number of columns after a statement.
  fileprivate func terminalText(_ statements: String, columns: Int) throws -> String {
    let terminal = try terminal("-c", statements, columns: columns, rows: 60)
    _ = terminal.exitStatus()
    return terminal.screen.text
  }
}

extension String {
  /// The number of times that a text occurs in this one, places that share a character counted too.
  fileprivate func components(of part: String) -> Int {
    indices.count { self[$0...].hasPrefix(part) }
  }
}
