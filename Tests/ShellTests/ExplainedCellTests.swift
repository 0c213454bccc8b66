import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Shell
import Testing

@Suite("Numbers of tables that are explained")
struct ExplainedCellTests {
  /// An interpreter that gives the data of the last result of a text.
  private struct Answers {
    var interpreter = Interpreter(environment: .still)

    mutating func data(_ text: String) throws -> JSONValue {
      var data: JSONValue?
      let succeeded = interpreter.runScript(text, named: "test", keepGoing: false) { event, _ in
        switch event {
        case .outcome(let outcome): data = outcome.result?.data
        case .failure(let diagnostic, _, _): Issue.record("\(text): \(diagnostic.message)")
        }
      }
      try #require(succeeded)
      return try #require(data)
    }
  }

  @Test("A figure of a row of a sweep, whose run is made again, has the bits of the row")
  func rowsOfSweeps() throws {
    var answers = Answers()
    let sweep = try answers.data(
      """
      load sample SPY
      strategy cross(fast = 12, slow = 26) {
        enter long when ema(fast) crosses above ema(slow)
        exit long when ema(fast) crosses below ema(slow)
      }
      sweep cross(fast = 5..15 step 5, slow = 20..40 step 20) since 2010 with commission 0.1% by cagr as grid
      """)
    let rows = try #require(sweep["rows"]?.elements)
    try #require(rows.count == 6)
    for (index, row) in rows.enumerated() {
      for figure in ["total_return", "cagr", "sharpe_ratio", "max_drawdown", "win_rate"] {
        let cell = try answers.data("explain cell \(index + 1) \(figure) of grid")
        let number = try #require(row[figure]?.doubleValue)
        #expect(cell["cell"]?.stringValue.flatMap(Double.init) == number, "\(figure) of row \(index + 1)")
        let value = try #require(cell["value"]?.stringValue)
        #expect(value.contains("\(cell["cell"]?.stringValue ?? "?")"), "\(figure) of row \(index + 1): \(value)")
      }
    }
  }

  @Test("A cell of `show` is the expression on its bar, whatever series is in use by then")
  func cellsOfBars() throws {
    var answers = Answers()
    let table = try answers.data("load sample SPY; show close, close / sma(50) - 1 as gap where close > 380 last 20")
    let rows = try #require(table["rows"]?.elements)
    _ = try answers.data("load sample AAPL")
    for (index, row) in rows.enumerated() {
      let cell = try answers.data("explain cell \(index + 1) gap of _")
      let number = try #require(row.elements?[2].doubleValue)
      #expect(cell["cell"]?.stringValue.flatMap(Double.init) == number)
      #expect(cell["bars"]?.stringValue?.hasPrefix("SPY") == true)
      #expect(cell["with_numbers"]?.stringValue?.hasSuffix(row.elements?[0].stringValue ?? "?") == true)
    }
    #expect(answers.interpreter.session.activeDescription == "AAPL 1d")
  }

  @Test("A sensitivity's cell is the value of its walk")
  func cellsOfGrids() throws {
    var answers = Answers()
    let grid = try answers.data(
      """
      dcf ACME { price = 20; shares = 10M; revenue = 100M; growth = 5%; margin = 20%; discount = 9%; terminal = 2% }
      save scenario base
      sensitivity base discount = 8%..10% step 1%, growth + -1pp..1pp step 1pp as grid
      """)
    for (row, values) in (grid["values"]?.elements ?? []).enumerated() {
      for (column, value) in (values.elements ?? []).enumerated() {
        let walk = try answers.data("explain cell \(row + 1) \(column + 2) of grid")
        #expect(walk["steps"]?.elements?.first?["value"]?.doubleValue == value.doubleValue)
      }
    }
  }
}
