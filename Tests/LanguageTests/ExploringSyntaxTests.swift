import Language
import Testing

@Suite("Words before a colon, lists of dates, times behind between")
struct ExploringSyntaxTests {
  private struct NotACall: Error {}

  private func expression(_ text: String) throws -> Expression {
    try Parser.expression(parsing: text, source: SourceID(0))
  }

  @Test(
    "A colon ends the words, with or without blanks",
    arguments: [
      ("scan tech: close", ["tech"]), ("scan tech:close", ["tech"]), ("scan tech : close", ["tech"]),
      ("scan AAPL, BRK.B,^GSPC: close", ["AAPL", "BRK.B", "^GSPC"]), ("scan: close", []), ("scan : close", []),
      ("scan \"NASDAQ:AAPL\": close", ["NASDAQ:AAPL"]), ("scan A,\n B:\n close", ["A", "B"]),
    ])
  func words(text: String, expected: [String]) throws {
    let call = try call(text)
    guard case .words(let words)? = call.argument(named: "symbols") else { throw NotACall() }
    #expect(words.map(\.literal) == expected)
    guard case .columns(let columns)? = call.argument(named: "columns") else { throw NotACall() }
    #expect(columns.map(\.expression.description) == ["close"])
  }

  @Test("A name's value may precede the colon")
  func template() throws {
    guard case .words(let words)? = try call("scan ${u}x: close").argument(named: "symbols") else { throw NotACall() }
    #expect(words.first?.parts.count == 2)
    #expect(words.first?.literal == nil)
  }

  @Test(
    "Without a colon the error says what is missing", arguments: ["scan tech close", "scan tech", "scan", "scan a,"])
  func missing(text: String) {
    #expect(throws: Diagnostic.self) { _ = try call(text) }
  }

  @Test("A range, a list and one value are allowed as values to try")
  func ranges() throws {
    for (text, isList) in [("study close after [1, 5]", true), ("study close after 1..5 step 2", false)] {
      guard case .range(let range)? = try call(text).argument(named: "after") else { throw NotACall() }
      if case .list = range { #expect(isList) } else { #expect(!isList) }
    }
  }

  @Test("The sign of an assignment is required")
  func assign() throws {
    guard case .words(let words)? = try call("universe a = B, C").argument(named: "symbols") else { throw NotACall() }
    #expect(words.map(\.literal) == ["B", "C"])
    #expect(throws: Diagnostic.self) { _ = try call("universe a B") }
  }

  @Test("`in` before a list of dates is a call, and reads back; before a number it is a name with a lag")
  func dates() throws {
    for text in ["in [\"2024-01-31\", 2024-03-20]", "close > 1 and in [2024-01-31]"] {
      let tree = try expression(text)
      #expect(try expression(tree.description).isEquivalent(to: tree), "\(tree)")
    }
    #expect(try expression("in [\"2024-01-31\"]").description == "in([\"2024-01-31\"])")
    guard case .lag = try expression("in[1]") else { throw NotACall() }
  }

  @Test("Before a time of the day `between` compares")
  func between() throws {
    let show = try call("show close where clock between 09:30 and 11:00 last 3")
    guard case .expression(.between)? = show.argument(named: "where"), case .window? = show.argument(named: "window")
    else {
      throw NotACall()
    }
  }
}
