import TestSupport
import Testing

@Suite("News above the line")
struct NewsTests {
  /// The numbers of the events on the screen, from the top.
  private func events(_ terminal: PseudoTerminal) -> [Int] {
    terminal.screen.lines.compactMap { $0.hasPrefix("event ") ? Int($0.dropFirst(6)) : nil }
  }

  @Test(
    "A line that is typed while events come is handed over as typed, and the events are above it",
    arguments: [
      ["r", "s", "i", "(", "1", "4", ")"], ["b", "c", "\u{1}", "a", "\u{5}", "d"], ["a", "b", "\u{1B}[D", "X"],
      ["s", "t", "\u{9}", "\u{9}", "\u{1B}[A", "\u{7}", "x"],
    ])
  func typing(keys: [String]) throws {
    let quiet = try echo()
    let terminal = try echo("--news", "12")
    for key in keys {
      #expect(quiet.presses(key) && terminal.presses(key))
    }
    quiet.send("\r")
    terminal.send("\r")
    #expect(quiet.waits { $0.text.contains("entry: ") })
    let entry = try #require(quiet.screen.lines.first { $0.hasPrefix("entry: ") })
    #expect(terminal.waits { $0.lines.contains(entry) }, "\(terminal.screen.text)")
    let seen = events(terminal)
    #expect(seen == seen.sorted() && Set(seen).count == seen.count && seen.count > 3)
    let line = terminal.screen.lines.firstIndex(of: entry) ?? 0
    #expect(terminal.screen.lines[..<line].contains { $0.hasPrefix("event 1") })
  }

  @Test("Several lines of a block stay, and so does what vi's keys have made of a line")
  func blocksAndVi() throws {
    let block = try echo("--news", "20")
    #expect(block.presses("f", "(", "\r", "1", ",", "\r", "2", ")"))
    block.send("\r")
    #expect(block.waits { $0.lines.contains("entry: f(\\n1,\\n2)") }, "\(block.screen.text)")
    let settings = try temporaryPath(".editrc")
    try write("bind -v\n", to: settings)
    let vi = try echo("--editrc", "--news", "20", environment: ["EDITRC": settings])
    #expect(vi.presses("a", "b", "c", "\u{1B}", "h", "x", "i", "Z"))
    vi.send("\r")
    #expect(vi.waits { $0.lines.contains("entry: aZc") }, "\(vi.screen.text)")
  }

  @Test("The prompt changes with the news")
  func prompt() throws {
    let terminal = try echo("--news", "3")
    terminal.send("abc")
    #expect(terminal.waits { $0.cursorLine == "live> abc" }, "\(terminal.screen.text)")
  }
}
