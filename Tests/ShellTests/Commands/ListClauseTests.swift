import JSON
import Platform
import Reports
import Sessions
import Shell
import TestSupport
import Testing

/// The clauses of a list against the same done by hand on all its rows.
struct ListClauseTests {
  private static let preparation = """
    load sample SPY
    strategy cross(fast = 5, slow = 21) {
      up: enter long when ema(fast) crosses above ema(slow)
      down: enter short when ema(fast) crosses below ema(slow)
      late: exit when bars_held >= 30
      stop 4%
    }

    """

  /// The rows of a statement's table, each a row of values by key.
  private static func rows(_ statements: [String]) throws -> [[JSONValue]] {
    var results: [JSONValue] = []
    var interpreter = Interpreter(environment: .still)
    let script = preparation + statements.joined(separator: "\n")
    let succeeded = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      if case .outcome(let outcome) = event, let value = outcome.result, value.kind == "table" {
        results.append(value.data)
      }
    }
    #expect(succeeded)
    return results.map { table in
      let keys = (table["columns"]?.elements ?? []).compactMap(\.stringValue)
      return (table["rows"]?.elements ?? []).map { row in .object(zip(keys, row.elements ?? []).map { ($0, $1) }) }
    }
  }

  private func number(_ row: JSONValue, _ key: String) -> Double { row[key]?.doubleValue ?? .nan }

  @Test(arguments: [(3, 10), (5, 21), (8, 40)])
  func whereOnTradesIsTheSameAsFilteringByHand(fast: Int, slow: Int) throws {
    let tables = try Self.rows([
      "backtest cross(fast=\(fast), slow=\(slow))", "trades",
      "trades where return > 1% and bars < 20 or exit_rule == \"stop\"", "trades where side == \"short\" first 7",
      "trades sort by pnl / size desc first 20 top 5", "trades where pnl > mean_of(pnl) last 4",
    ])
    try #require(tables.count == 5)
    let all = tables[0]
    #expect(all.count > 50)
    #expect(
      tables[1]
        == all.filter {
          number($0, "return") > 0.01 && number($0, "bars") < 20 || $0["exit_rule"]?.stringValue == "stop"
        })
    #expect(tables[2] == Array(all.filter { $0["side"]?.stringValue == "short" }.prefix(7)))
    let first = all.prefix(20).enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      let (x, y) = (number(a, "pnl") / number(a, "size"), number(b, "pnl") / number(b, "size"))
      return x == y ? left.offset < right.offset : x > y
    }
    #expect(tables[3] == first.prefix(5).map(\.element))
    let mean = all.reduce(0) { $0 + number($1, "pnl") } / Double(all.count)
    #expect(tables[4] == Array(all.filter { number($0, "pnl") > mean }.suffix(4)))
  }

  @Test func everyListOfABacktestTakesTheSameClauses() throws {
    let tables = try Self.rows([
      "backtest cross", "equity all", "equity where drawdown < -5% and close < open sort by drawdown top 7",
      "drawdowns all", "drawdowns where bars > 10 sort by bars desc first 20 top 3",
    ])
    try #require(tables.count == 4)
    let fallen = Set(
      try Self.rows(["show close where close < open all"])[0].compactMap { $0["date"]?.stringValue })
    let deep = tables[0].filter { number($0, "drawdown") < -0.05 && fallen.contains($0["date"]?.stringValue ?? "") }
    #expect(deep.count > 100)
    #expect(tables[1] == Array(stable(deep) { number($0, "drawdown") < number($1, "drawdown") }.prefix(7)))
    let long = tables[2].filter { number($0, "bars") > 10 }.prefix(20)
    #expect(tables[3] == Array(stable(Array(long)) { number($0, "bars") > number($1, "bars") }.prefix(3)))
  }

  /// Rows in an order; equal ones stay as they were.
  private func stable(_ rows: [JSONValue], _ comesBefore: (JSONValue, JSONValue) -> Bool) -> [JSONValue] {
    rows.enumerated().sorted { left, right in
      comesBefore(left.element, right.element)
        || !comesBefore(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
  }

  @Test func aHeadingStandsForItsExpression() throws {
    let tables = try Self.rows([
      "show close, returns(5) as move where move > 3% sort by move desc top 9",
      "show close, returns(5) where returns(5) > 3% sort by returns(5) desc top 9",
    ])
    #expect(tables[0].count == 9)
    #expect(tables[0].map { [$0["date"], $0["move"]] } == tables[1].map { [$0["date"], $0["returns(5)"]] })
  }

  @Test func aFileGetsAllRows() throws {
    let file = "/tmp/tas-list-\(UInt64.random(in: 0 ... .max)).csv"
    var rows: Int?
    var interpreter = Interpreter(environment: .still)
    _ = interpreter.runScript("load sample SPY; show close to \"\(file)\"", named: "test", keepGoing: false) {
      event, _ in
      if case .outcome(let outcome) = event, outcome.result?.kind == "written" {
        rows = outcome.result?.data["rows"]?.intValue
      }
    }
    #expect(rows == 5849)
    #expect(try DiskFiles().read(file).count { $0 == UInt8(ascii: "\n") } == 5850)
  }
}
