import Presentation
import Testing
import Text

@Suite("Tables")
struct TableTests {
  private func text(_ table: Table, width: Int = 80, unicode: Bool = true) -> String {
    TextRenderer(width: width, unicode: unicode).render(Document([.table(table)]))
  }

  private let trades = Table(
    columns: [
      .text("date"), .text("side"), .number("entry price"), .percent("return").coloredBySign,
      .integer("bars held"),
      .money("revenue", decimals: 1), .text("why"),
    ],
    rows: [
      ["2024-01-02", "long", 412.35, 0.0123, 12, 391.04e9, "golden"],
      ["2024-01-05", "short", 98.7, -0.3, 120, 5e6, "a long explanation of what this rule did"],
      ["2024-01-09", "long", .missing, .number(.nan), 3, 999.96e6],
    ]
  )

  @Test("Words are flush left, numbers share their decimals, a missing value is a dash")
  func wide() {
    #expect(
      text(trades, width: 120) == """
        date        side   entry price   return  bars held  revenue  why
        ─────────────────────────────────────────────────────────────────────────────────────────────────────
        2024-01-02  long        412.35    1.23%         12   391.0B  golden
        2024-01-05  short        98.70  -30.00%        120     5.0M  a long explanation of what this rule did
        2024-01-09  long             -        -          3     1.0B  -

        """
    )
  }

  @Test("In a narrower page titles wrap, then words are cut, numbers never")
  func narrow() {
    #expect(
      text(trades, width: 66) == """
                            entry           bars
        date        side    price   return  held  revenue  why
        ──────────────────────────────────────────────────────────────────
        2024-01-02  long   412.35    1.23%    12   391.0B  golden
        2024-01-05  short   98.70  -30.00%   120     5.0M  a long explana…
        2024-01-09  long        -        -     3     1.0B  -

        """
    )
  }

  @Test("Columns that do not fit go into a second table that repeats the first column")
  func split() {
    #expect(
      text(trades, width: 40, unicode: false) == """
                            entry           bars
        date        side    price   return  held
        ----------------------------------------
        2024-01-02  long   412.35    1.23%    12
        2024-01-05  short   98.70  -30.00%   120
        2024-01-09  long        -        -     3

        date        revenue  why
        ----------------------------------------
        2024-01-02   391.0B  golden
        2024-01-05     5.0M  a long explanati...
        2024-01-09     1.0B  -

        """
    )
  }

  @Test("Tables of words fit every width from 20 on", arguments: 20...140)
  func fits(width: Int) {
    for unicode in [true, false] {
      let lines = text(trades, width: width, unicode: unicode).split(separator: "\n")
      #expect(lines.allSatisfy { displayWidth($0) <= width })
    }
  }

  @Test("Whatever the width, every number is there in full", arguments: [1, 10, 20, 33, 47, 80, 200])
  func numbersStay(width: Int) {
    let drawn = text(trades, width: width)
    for number in ["412.35", "98.70", "1.23%", "-30.00%", "391.0B", "120", "5.0M"] {
      #expect(drawn.contains(number))
    }
  }

  @Test("Numbers of very different sizes keep their own digits below one point")
  func points() {
    let table = Table(columns: [.number("x", .exact)], rows: [[1.5], [12], [0.0625], [1e-7], ["n/a"]])
    #expect(
      text(table) == """
              x
        ───────
         1.5
        12
         0.0625
         1e-07
            n/a

        """
    )
  }

  @Test("A cell's own format and style go before those of its column")
  func cellFormats() {
    let table = Table(
      columns: [.text("measure"), .number("value")],
      rows: [
        ["return", .number(0.1234, .percent)], ["trades", 42],
        ["sharpe", .number(1.5, .fixed(2), style: .accent)],
      ]
    )
    #expect(
      text(table) == """
        measure   value
        ───────────────
        return   12.34%
        trades       42
        sharpe     1.50

        """
    )
    let colored = TextRenderer(width: 80, color: true).render(Document([.table(table)]))
    #expect(colored.contains("\u{1B}[1;36m1.50\u{1B}[0m"))
  }

  @Test("Wide characters and combining marks are aligned")
  func unicodeWidths() {
    let table = Table(
      columns: [.text("name"), .integer("n")],
      rows: [["漢字", 1], ["cafe\u{301}", 22], ["👍", 333]]
    )
    #expect(
      text(table) == """
        name    n
        ─────────
        漢字    1
        cafe\u{301}   22
        👍    333

        """
    )
  }

  @Test("A long table shows its ends and counts the rest")
  func visibleRows() {
    var table = Table(columns: [.integer("n")], rows: (1...2000).map { [.integer($0)] }, visibleRows: 3)
    #expect(text(table) == "   n\n────\n   1\n   2\n⋮ 1,997 more rows\n2000\n")
    table.visibleRows = 1999
    #expect(text(table).split(separator: "\n").count == 2002)
    #expect(CSVRenderer().render(table).split(separator: "\n").count == 2001)
  }

  @Test("A rule is drawn above a total")
  func rules() {
    let table = Table(
      columns: [.text("item"), .integer("n")],
      rows: [["a", 1], ["b", 2], ["sum", 3]],
      rules: [2]
    )
    #expect(text(table) == "item  n\n───────\na     1\nb     2\n───────\nsum   3\n")
  }

  @Test("Gains and losses are coloured by their sign")
  func signs() {
    let drawn = TextRenderer(width: 80, color: true).render(Document([.table(trades)]))
    #expect(drawn.contains("\u{1B}[32m1.23%\u{1B}[0m"))
    #expect(drawn.contains("\u{1B}[31m-30.00%\u{1B}[0m"))
  }

  @Test("Tables without columns or rows are drawn")
  func empty() {
    #expect(text(Table(columns: [])) == "")
    #expect(text(Table(columns: [.text("a"), .number("b")])) == "a  b\n────\n")
  }
}

@Suite("Writing documents")
struct WritingTests {
  @Test("Cells are written as literals, as values, and as values that may be missing")
  func cells() {
    let name = "SPY"
    let close: Double? = nil
    let count: Int? = 3
    let table = Table(
      columns: [.text("symbol"), .number("close", .general), .percent("return"), .integer("bars")],
      rows: [
        [.text("SPY"), .number(1.2), .number(0.034), .integer(5)], ["\(name, .name)", 1.25, -0.5, 7],
        [.text(name), .number(close), .missing, .integer(count)],
        [.text(name, .accent), .number(2, .fixed(1))],
      ]
    )
    #expect(
      TextRenderer().render(Document([.table(table), .properties([("file", "a.csv"), ("bars", "\(3)")])]))
        == """
        symbol  close   return  bars
        ────────────────────────────
        SPY      1.20    3.40%     5
        SPY      1.25  -50.00%     7
        SPY         -        -     3
        SPY       2.0        -     -

        file  a.csv
        bars  3

        """
    )
  }
}
