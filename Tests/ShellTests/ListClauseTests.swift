import JSON
import Platform
import Reports
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
}
