import TestSupport
import Testing

/// Each thing that typing at the prompt promises, once through a real terminal; how it looks at other widths and kinds of
/// terminals is the matrix's to say.
@Suite("Typing, thing by thing")
struct TypingItemTests {
  /// A prompt with bars, a backtest, a model with scenarios, and a symbol whose name has a sign in it.
  private func prepared() throws -> PseudoTerminal {
    let place = try Place()
    try place.write("btc.csv", "Date,Close\n2020-01-02,1\n2020-01-03,2\n")
    try place.write(
      "prepare.tas",
      """
      load "\(place.path)/btc.csv" as "BTC-USD"
      load sample SPY
      strategy cross(fast = 12, slow = 26) { enter long when ema(fast) > ema(slow); exit when ema(fast) < ema(slow) }
      backtest cross
      dcf ACME { price = 20; shares = 10M; revenue = 100M; growth = 5%; margin = 20%; discount = 9%; terminal = 2% }
      save scenario "my bear"
      save scenario base
      """)
    let program = try #require(BuiltProducts.executable("tas"), "tas is not built")
    let terminal = try PseudoTerminal(
      program: program, arguments: ["--no-rc", "-i", place.path + "/prepare.tas"], environment: place.environment,
      columns: 100, rows: 40)
    try #require(terminal.waits(atPrompt: "tas SPY 1d> ", seconds: 30), "\(terminal.screen.text)")
    return terminal
  }

  /// Types a text, and gives the rows below its line once the list under it is drawn.
  private func list(behind text: String, in terminal: PseudoTerminal) -> [String] {
    #expect(terminal.types("\u{15}\u{C}", text, "\t"))
    let rows = terminal.screen.lines
    let line = rows.lastIndex { $0.hasPrefix("tas SPY 1d> ") } ?? 0
    return rows[(line + 1)...].map { String($0.prefix { $0 != " " }) }.filter { !$0.isEmpty }
  }

  @Test("The first Tab lists what fits in its place and nothing else")
  func places() throws {
    let terminal = try prepared()
    #expect(list(behind: "trades where p", in: terminal) == ["pnl", "profit"])
    let keys = list(behind: "describe returns(1) by ", in: terminal)
    #expect(keys.contains("weekday") && keys.contains("month"), "\(keys)")
    #expect(!keys.contains("load"), "\(keys)")
    let counts = list(behind: "show close last ", in: terminal)
    #expect(counts.contains("10") && counts.contains { $0.hasSuffix("y") || $0.hasSuffix("mo") }, "\(counts)")
    #expect(list(behind: "set fill ", in: terminal) == ["open", "close"])
    let arguments = list(behind: "bbands(20, ", in: terminal)
    #expect(arguments.contains("up=") && !arguments.contains("period="), "\(arguments)")
    let scenarios = list(behind: "load scenario ", in: terminal)
    #expect(Set(scenarios).isSuperset(of: ["base", "\"my"]), "\(scenarios)")
    #expect(list(behind: "solve base g", in: terminal).contains("growth"))
    let groups = list(behind: "indicators ", in: terminal)
    #expect(groups.contains("momentum"), "\(groups)")
    let timeframes = list(behind: "use SPY timeframe 1", in: terminal)
    #expect(timeframes.contains("1w") && timeframes.contains("1mo"), "\(timeframes)")
  }

  @Test("Commands precede the words of expressions, with their kinds, and the list continues in pages")
  func order() throws {
    let terminal = try prepared()
    let words = list(behind: "re", in: terminal)
    let first = try #require(words.firstIndex(of: "report"))
    #expect(first < words.firstIndex(of: "returns") ?? .max, "\(words)")
    #expect(terminal.screen.lines.contains { $0.hasPrefix("report ") && $0.count > 20 }, "\(terminal.screen.text)")
    #expect(list(behind: "show ", in: terminal).count >= 15)
    #expect(terminal.screen.lines.contains { $0.contains("1 to ") }, "\(terminal.screen.text)")
    #expect(terminal.types("\u{1B}[6~"))
    #expect(!terminal.screen.lines.contains { $0.contains("1 to ") && $0.hasPrefix("1 ") }, "\(terminal.screen.text)")
    // Escape takes the list off and keeps the typed text.
    #expect(terminal.types("\u{1B}"))
    #expect(
      terminal.waits { $0.cursorLine.hasPrefix("tas SPY 1d> show") && $0.cursorColumn == 17 }, "\(terminal.screen.text)"
    )
  }

  @Test("Another case fits, then letters in their order, and what needs quotes gets them")
  func spelling() throws {
    let terminal = try prepared()
    for (typed, line) in [
      ("LOA\t", "load"), ("load btc.csv timezone Europe/Ber\t", "load btc.csv timezone \"Europe/Berlin\""),
      ("show bbnds\t", "show bbands("), ("load scenario my\t", "load scenario \"my bear\""),
      ("show close @ BTC\t", "show close @ \"BTC-USD\""),
    ] {
      #expect(terminal.types("\u{15}"))
      #expect(terminal.typesWithTabs(typed))
      #expect(
        terminal.waits { $0.cursorLine.hasPrefix("tas SPY 1d> " + line) }, "\(typed): \(terminal.screen.cursorLine)")
    }
  }

  @Test("The bracket beside the cursor and its partner are marked, and `set colour off` takes all colours away")
  func colours() throws {
    let terminal = try prepared()
    let before = terminal.output.count
    #expect(terminal.types("print max(1, 2)"))
    let typed = String(decoding: terminal.output[before...], as: UTF8.self)
    #expect(typed.contains("\u{1B}["), "\(typed)")
    #expect(terminal.types("\r"))
    #expect(terminal.enter("set colour off"))
    #expect(terminal.waitsForPrompt())
    let plain = terminal.output.count
    #expect(terminal.types("print max(1, nope) + 2%"))
    let text = String(decoding: terminal.output[plain...], as: UTF8.self)
    #expect(!text.contains("\u{1B}[3") && !text.contains("\u{1B}[1m"), "\(text.debugDescription)")
    #expect(terminal.waits { $0.cursorLine == "tas SPY 1d> print max(1, nope) + 2%" }, "\(terminal.screen.text)")
  }

  @Test("Undo, the last word of before, a new line, a block that is brought back, and a tab in a burst of keys")
  func editing() throws {
    let terminal = try prepared()
    #expect(terminal.types("print 1 + 2", "\u{1F}", "\u{3}"))
    #expect(terminal.waits { !$0.text.contains("print 1 + 2^C") }, "\(terminal.screen.text)")
    #expect(terminal.enter("print 12345"))
    #expect(terminal.waits(for: "\n12345\n"))
    #expect(terminal.types("print 2 * ", "\u{1B}.", "\r"))
    #expect(terminal.waits(for: "\n24690\n"), "\(terminal.screen.text)")
    #expect(terminal.types("print 7,", "\u{1B}\r", "8", "\r"))
    #expect(terminal.waits(for: "\n7 8\n"), "\(terminal.screen.text)")
    #expect(terminal.types("\u{1B}[A"))
    #expect(
      terminal.waits { $0.text.hasSuffix("tas SPY 1d> print 7,\n       ...> 8") && $0.cursorColumn == 13 },
      "\(terminal.screen.text)")
    #expect(terminal.types("\u{3}", "print\t9\r"))
    #expect(terminal.waits(for: "\n9\n"), "\(terminal.screen.text)")
  }

  @Test("With the keys of vi a lone Escape leads to the commands within a twentieth of a second")
  func vi() throws {
    let place = try Place()
    let settings = try place.write(".editrc", "bind -v\n")
    let terminal = try place.prompt("--no-rc", environment: ["EDITRC": settings])
    #expect(terminal.types("print 41", "\u{1B}", "h", "x", "i2", "\u{1B}", "\r"))
    #expect(terminal.waits(for: "\n21\n"), "\(terminal.screen.text)")
    #expect(terminal.types("print 5 + 6", "\u{1B}", "0wcw", "7", "\r"))
    #expect(terminal.waits(for: "\n13\n"), "\(terminal.screen.text)")
  }
}
