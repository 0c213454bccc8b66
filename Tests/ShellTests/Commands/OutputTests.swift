import Language
import Sessions
import Shell
import Testing

@Suite("Results to files")
struct OutputTests {
  /// The commands that only act: their messages are not results that a file could hold.
  private static let withoutResult: Set<String> = [
    "adjust", "assert", "drop", "import", "load", "quit", "redo", "rename", "reset", "run", "save", "set", "undo",
    "universe", "use", "expect", "tutorial", "key", "refresh", "forget", "store", "book",
    "position", "record", "stream", "wait", "heartbeat",
  ]

  /// The last statement of a text.
  private func statement(_ text: String) throws -> Statement? {
    var sources = SourceMap()
    var parser = Parser(source: sources.add(name: "test", text: text), text: text, commands: CommandTable.syntaxes)
    var last: Statement?
    while let statement = try parser.next() { last = statement }
    return last
  }

  @Test("every command with a result takes `to`, behind each of its examples")
  func takesFile() throws {
    for command in CommandTable.all {
      #expect(command.syntax.hasResult != Self.withoutResult.contains(command.name), "\(command.name)")
      guard command.syntax.hasResult else { continue }
      // A block is a definition, whose only output is a confirmation.
      for example in command.examples where !example.contains(" to \"") && !example.contains("{") {
        #expect(try statement("\(example) to \"result.csv\"")?.output != nil, "\(example)")
      }
    }
  }

  @Test(
    "so does every form of a valuation, and an expression",
    arguments: [
      "dcf", "dcf base", "dcf growth = 3%", "dcf base with growth + 1pp", "dcf bull = base with margin to 30%",
      "dcf ACME { revenue = 100M }", "dcf ACME drivers platform { preset consensus }", "close", "rsi(14) last 3",
      "solve base growth", "solve base margin = to ? by year 5", "solve growth, margin",
    ])
  func forms(_ text: String) throws {
    #expect(try statement("\(text) to \"result.csv\"")?.output != nil)
  }
}
