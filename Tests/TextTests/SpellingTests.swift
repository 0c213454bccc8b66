import Testing
import Text

@Suite("Spelling")
struct SpellingTests {
  @Test("The nearest spelling is found")
  func spelling() {
    let words = ["close", "show", "sma", "stdev", "backtest"]
    #expect(Spelling.nearest(to: "clsoe", in: words) == "close")
    #expect(Spelling.nearest(to: "SHOW", in: words) == "show")
    #expect(Spelling.nearest(to: "shwo", in: words) == "show")
    #expect(Spelling.nearest(to: "backtset", in: words) == "backtest")
    #expect(Spelling.nearest(to: "ema", in: words) == "sma")
    #expect(Spelling.nearest(to: "volume", in: words) == nil)
    #expect(Spelling.nearest(to: "x", in: ["y"]) == nil)
    #expect(Spelling.nearest(to: "", in: words) == nil)
    #expect(Spelling.distance(from: "ca", to: "abc") == 3)
    #expect(Spelling.distance(from: "kitten", to: "sitting") == 3)
  }

  @Test("One limit: one letter of up to three, two of up to seven, three of longer words")
  func limits() {
    #expect(Spelling.nearest(to: "tac", in: ["tax"]) == "tax")
    #expect(Spelling.nearest(to: "tcc", in: ["tax"]) == nil)
    #expect(Spelling.nearest(to: "marg", in: ["margin"]) == "margin")
    #expect(Spelling.nearest(to: "mar", in: ["margin"]) == nil)
    #expect(Spelling.nearest(to: "deprecia", in: ["depreciation"]) == nil)
    #expect(Spelling.nearest(to: "depreciat", in: ["depreciation"]) == "depreciation")
  }

  @Test("An alias leads to its candidate")
  func aliases() {
    let zones = ["America/New_York", "Europe/Berlin"]
    #expect(
      Spelling.nearest(to: "Berln", in: zones) { [$0, String($0.split(separator: "/").last ?? "")] }
        == "Europe/Berlin")
  }

  @Test("Hints")
  func hints() {
    #expect(Spelling.hint(for: "clsoe", in: ["open", "close"]) == "did you mean `close`?")
    #expect(Spelling.hint(for: "clsoe", in: ["open"]) == nil)
    #expect(Spelling.hint(for: "opn", in: ["open"]) { "`show \($0)`" } == "did you mean `show open`?")
    #expect(Spelling.hint(offering: ["a", "b", "c"]) == "did you mean `a`, `b` or `c`?")
  }
}
