import Calendar
import Presentation
import Testing
import Text

@Suite("Documents")
struct DocumentTests {
  private let document = Document("Backtest of cross") {
    "strategy \("cross", .name) on \("SPY", .name)"
    "\(2516, .integer.grouped) bars"
    [
      Property("total return", 0.5312, .percent.signed, style: .positive),
      Property("sharpe ratio", 1.234, .fixed(2)),
      Property("trades", 42), Property("source", "sample", remark: "daily bars"),
    ]
    Table(columns: [.text("side"), .number("pnl")], rows: [["long", 12.5], ["short|x", -0.25]])
    Block.note("2 of 2 trades")
    if true { Block.warning("the window is short") }
    for item in ["one", "two"] { Block.list(["\(item)"]) }
    Block.code("strategy x {\n  stop 2%\n}")
  }

  @Test("Text: parts that belong together are close, others are apart")
  func text() {
    #expect(
      TextRenderer(width: 60).render(document) == """
        Backtest of cross
        strategy cross on SPY
        2,516 bars

        total return  +53.12%
        sharpe ratio  1.23
        trades        42
        source        sample  daily bars

        side       pnl
        ──────────────
        long     12.50
        short|x  -0.25
        2 of 2 trades
        warning: the window is short
        • one
        • two

        strategy x {
          stop 2%
        }

        """
    )
  }

  @Test("A mark that combines with a sign of markup changes nothing: a cell ends where its bar stands")
  func combiningMarks() {
    let table = Table(
      columns: [.text("a|\u{301}")], rows: [[.text("x|\u{301}y*\u{308}")], [.text("e\u{301}")]])
    let text = MarkdownRenderer().render(Document([.table(table), .paragraph("_\u{301}a")]))
    #expect(
      text.utf8.elementsEqual(
        "| a\\|\u{301} |\n| --- |\n| x\\|\u{301}y\\*\u{308} |\n| e\u{301} |\n\n\\_\u{301}a\n".utf8), "\(text)")
  }

  @Test("Markdown escapes what it would take for markup")
  func markdown() {
    #expect(
      MarkdownRenderer().render(document) == """
        ## Backtest of cross

        strategy cross on SPY

        2,516 bars

        - total return: +53.12%
        - sharpe ratio: 1.23
        - trades: 42
        - source: sample (daily bars)

        | side | pnl |
        | --- | ---: |
        | long | 12.50 |
        | short\\|x | -0.25 |

        2 of 2 trades

        **warning:** the window is short

        - one

        - two

        ```text
        strategy x {
          stop 2%
        }
        ```

        """
    )
  }

  @Test("Markdown: bold, empty cells and fences longer than those in the text")
  func markdownDetails() {
    let document = Document([
      .paragraph("a \("bold ", .strong)* b_c"), .table(Table(columns: [.text("x")], rows: [[.missing]])),
      .code("```"), .blank,
    ])
    #expect(
      MarkdownRenderer().render(document) == """
        a **bold** \\* b\\_c

        | x |
        | --- |
        | - |

        ````text
        ```
        ````

        """
    )
  }

  @Test("CSV: the main table with exact numbers, empty fields for missing values, quotes where needed")
  func csv() {
    let table = Table(
      columns: [.text("name"), .percent("total return", key: "total_return"), .money("value")],
      rows: [
        ["a, b", 0.1, 391_035_000_000], ["say \"x\"", .number(1.0 / 3), .missing],
        ["two\nlines", .number(.nan), -0.5],
        [.text("styled \("x", .error)"), 5.0],
      ]
    )
    #expect(
      CSVRenderer().render(Document([.note("x"), .table(table)])) == """
        name,total_return,value
        "a, b",0.1,391035000000
        "say ""x""\",0.3333333333333333,
        "two
        lines",,-0.5
        styled x,5,

        """
    )
    let windows = CSVRenderer(lineEnding: .carriageReturnLineFeed)
    #expect(windows.render(Table(columns: [.text("a")], rows: [[""]])) == "a\r\n\"\"\r\n")
  }

  @Test("The main table is the declared one, else the first, else the properties, else the chart")
  func mainTable() {
    let first = Table(columns: [.text("a")], rows: [["1"]])
    let second = Table(columns: [.text("b")], rows: [["2"]])
    #expect(Document([.table(first), .table(second)]).mainTable == first)
    #expect(Document([.table(first), .table(second)], mainTable: second).mainTable == second)
    #expect(
      CSVRenderer().render(Document([.properties([Property("cagr", 0.1, .percent)])]))
        == "item,value\ncagr,0.1\n"
    )
    let days = [Timestamp(seconds: 0), Timestamp(seconds: 86_400)]
    let chart = Chart([.line("x", [1, .nan])], time: .times(BarTimes(days, zone: .utc, isIntraday: false)))
    #expect(CSVRenderer().render(Document([.chart(chart)])) == "time,x\n1970-01-01,1\n1970-01-02,\n")
    #expect(CSVRenderer().render(Document([.heading("x")])) == "")
  }

  @Test("Only colour brings escape sequences, and they are closed on every line")
  func colors() {
    let plain = TextRenderer(width: 40).render(document)
    #expect(!plain.contains("\u{1B}"))
    let colored = TextRenderer(width: 40, color: true).render(document)
    #expect(colored.contains("\u{1B}[1mBacktest of cross\u{1B}[0m"))
    #expect(withoutEscapes(colored) == plain)
    for line in colored.split(separator: "\n") {
      #expect(
        line.split(separator: "\u{1B}").last.map { $0.hasPrefix("[0m") || !line.contains("\u{1B}") } ?? true
      )
    }
  }

  @Test("Lines have no blanks at their end, and ASCII documents are ASCII", arguments: [30, 60, 100])
  func clean(width: Int) {
    let text = TextRenderer(width: width, unicode: false).render(document)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(!text.split(separator: "\n").contains { $0.hasSuffix(" ") })
    #expect(text.split(separator: "\n").allSatisfy { displayWidth($0) <= width })
  }

  @Test("Blank lines are not doubled and an empty document is empty")
  func blanks() {
    #expect(
      TextRenderer().render(Document([.heading("a"), .blank, .blank, .paragraph("b"), .blank]))
        == "a\n\nb\n\n"
    )
    #expect(TextRenderer().render(Document()) == "")
    #expect(MarkdownRenderer().render(Document()) == "")
  }
}

/// The text without ANSI escape sequences.
func withoutEscapes(_ text: String) -> String {
  var result = ""
  var inEscape = false
  for character in text {
    if character == "\u{1B}" {
      inEscape = true
    } else if inEscape {
      if character == "m" { inEscape = false }
    } else {
      result.append(character)
    }
  }
  return result
}
