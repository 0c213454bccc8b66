import Language
import Sessions
import Shell
import Testing

@Suite("Clauses that begin a line")
struct ClauseLineTests {
  private func statements(_ text: String, joins: Bool = true) -> [String] {
    var parser = Parser(source: SourceID(0), text: text, commands: CommandTable.syntaxes)
    parser.joinsClauseLines = joins
    var found: [String] = []
    while true {
      do {
        guard let statement = try parser.next() else { return found }
        let words = String(decoding: Array(text.utf8)[statement.span.start..<statement.span.end], as: UTF8.self)
        found.append(words.split(whereSeparator: \.isWhitespace).joined(separator: " "))
      } catch {
        found.append("\(error.code)")
        parser.recover()
      }
    }
  }

  @Test("An indented line that begins with a clause of the statement continues it")
  func joined() {
    #expect(statements("show close\n  where close > 3\n  last 3") == ["show close where close > 3 last 3"])
    #expect(statements("rsi(14)\n\n  # the end\n  last 3\nprint 1") == ["rsi(14) # the end last 3", "print 1"])
    #expect(statements("trades\n\twhere pnl > 0\n\tsort by pnl desc").count == 1)
  }

  @Test("Any other line is a statement of its own")
  func apart() {
    #expect(statements("show close\nlast 3").count == 2)
    #expect(statements("show close\n  print 1") == ["show close", "print 1"])
    #expect(statements("show close\n  last = 3").count == 2)
    #expect(statements("print 1\n  where close > 3").count == 2)
    #expect(statements("show close\n  last 3", joins: false).count == 2)
  }
}
