import Testing
import Text

@Suite("Wording")
struct WordingTests {
  @Test("Rounded for reading, without zeros at the end")
  func numbers() {
    #expect(Wording.percent(0.025) == "2.5%")
    #expect(Wording.percent(0.12345, places: 1) == "12.3%")
    #expect(Wording.points(-0.01) == "-1pp")
    #expect(Wording.number(15) == "15")
    #expect(Wording.number(-0.00001) == "0")
    #expect(Wording.number(.nan) == "missing")
    #expect(Wording.amount(383_300_000_000) == "383.3B")
    #expect(Wording.amount(-1_200) == "-1.2k")
  }

  @Test("A remark on several symbols is one line")
  func remarks() {
    func said(_ all: (String, String)...) -> [String] { Wording.remarks(all.map { (symbol: $0.0, text: $0.1) }) }
    #expect(said(("A", "1 split"), ("B", "1 split"), ("A", "a gap")) == ["A and B: 1 split", "A: a gap"])
    #expect(said(("A", "1 split"), ("B", "2 splits")) == ["A: 1 split", "B: 2 splits"])
    let many = (1...99).map { (symbol: "S\($0)", text: "\($0) splits: `use S\($0) adjusted` takes them out") }
    #expect(
      Wording.remarks(many)
        == ["99 symbols (S1, S2, S3 and 96 more), such as S1: 1 splits: `use S1 adjusted` takes them out"])
    #expect(
      Wording.remarks(many.map { (symbol: $0.symbol, text: "a gap") }) == ["99 symbols (S1, S2, S3 and 96 more): a gap"]
    )
  }

  @Test("Lists and the word that goes with a count")
  func words() {
    #expect(Wording.list([]) == "")
    #expect(Wording.list(["a"]) == "a")
    #expect(Wording.list(["a", "b"]) == "a and b")
    #expect(Wording.list(["a", "b", "c"], or: true) == "a, b or c")
    #expect([0, 1, 2].map { Wording.plural($0, "is", "are") } == ["are", "is", "are"])
  }

  @Test("Exact numbers and counts")
  func exact() {
    #expect(NumberText.plain(5) == "5")
    #expect(NumberText.percent(0.001) == "0.1%")
    #expect(NumberText.percentShort(0.00043) == "0.043%")
    #expect(NumberText.percentShort(-0.56973) == "-57%")
    #expect(NumberText.counted(1, "bar") == "1 bar")
    #expect(NumberText.counted(5849, "bar") == "5,849 bars")
    #expect(NumberText.counted(0, "entry", "entries") == "0 entries")
  }
}
