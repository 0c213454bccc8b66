import Calendar
import Columns
import JSON
import Language
import Platform
import Presentation
import Sessions
import Shell
import TestSupport
import Testing

/// A sweep in a session with so many threads, as the JSON that the command line prints.
private func sweep(_ statement: String, workers: Int) -> String {
  var interpreter = Interpreter(
    environment: Environment(
      today: CivilDate(daysSince1970: 20_000), now: { "2024-10-04T00:00:00Z" }, stateDirectory: "/nonexistent",
      workers: workers))
  let script = """
    load sample IBM
    load sample BAC
    load sample SPY
    portfolio rotation(n = 2, look = 126) {
      on SPY, IBM, BAC
      long when close > sma(200)
      rank by returns(look) desc
      hold n
      rebalance monthly
    }
    strategy cross(fast = 10, slow = 50) {
      enter long when sma(fast) crosses above sma(slow)
      exit long when sma(fast) crosses below sma(slow)
    }
    strategy levels(period = 14, level = 30) {
      enter long when rsi(period) < level
      exit long when rsi(period) > 100 - level
      size 50%
    }
    strategy stopped(fast = 10, slow = 50, loss = 5%) {
      enter long when ema(fast) crosses above ema(slow)
      enter short when ema(fast) crosses below ema(slow)
      stop loss
      target 3 * atr(fast)
    }
    \(statement)
    """
  let printer = OutcomePrinter(format: .json)
  var last = ""
  _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, sources in
    last = printer.text(of: event, sources: sources).output
  }
  return last
}

@Suite("A sweep on several threads")
struct SweepThreadTests {
  @Test("What a sweep takes for granted are the numbers that were used")
  func assumptions() {
    let text = sweep("sweep cross(fast = 5..7) since 2020 with commission 0.1%", workers: 1)
    #expect(text.contains(#""cash":10000.0,"commission":0.001"#), "\(text)")
    #expect(text.contains(#""periods_per_year":252.0"#), "\(text)")
  }

  @Test(
    "Its rows are the same for any number of threads, to the last digit",
    arguments: Thoroughness.some([
      "sweep cross(fast = 5..24, slow = 30..90 step 5) top 300 since 2010",
      "sweep cross(fast = 2..40, slow = 2..40) where fast < slow top 800 since 2015",
      "sweep levels(period = 2..21, level = 10..45 step 5) by max_drawdown top 200 since 2010",
      "sweep stopped(fast = 5..9, slow = 20..50 step 10, loss = [2%, 5%, 8%]) by profit_factor top 100 since 2010",
      "sweep rotation(n = 1..3, look = [63, 126, 252]) by sharpe top 9 since 2010",
      "sweep levels(period = 2..4) on SPY, IBM, BAC in one account with positions = [1, 2], certificate off since 2015",
    ]))
  func sameRows(_ statement: String) {
    let one = sweep(statement, workers: 1)
    #expect(one.contains("\"kind\":\"sweep\""), "\(one.prefix(300))")
    for workers in [2, 3, 8] { #expect(sweep(statement, workers: workers) == one, "\(workers) threads") }
  }

  @Test("A combination that cannot be computed is the same error for any number of threads")
  func sameError() {
    let statement = "sweep cross(fast = 30..-30 step -1, slow = 40..60)"
    let one = sweep(statement, workers: 1)
    #expect(one.contains("\"kind\":\"error\""), "\(one.prefix(300))")
    for workers in [2, 3, 8] { #expect(sweep(statement, workers: workers) == one, "\(workers) threads") }
  }

  @Test("Its rows are those of single backtests")
  func singleBacktests() throws {
    let rows = try JSONValue(parsing: sweep("sweep cross(fast = 5..6, slow = 20..21) top 4 since 2010", workers: 2))
    let best = try #require(rows["data"]?["rows"]?.elements?.first)
    let fast = try #require(best["fast"]?.doubleValue)
    let slow = try #require(best["slow"]?.doubleValue)
    let single = try JSONValue(
      parsing: sweep("backtest cross(fast = \(Int(fast)), slow = \(Int(slow))) since 2010", workers: 1))
    let performance = try #require(single["data"]?["performance"])
    for key in ["total_return", "sharpe_ratio", "max_drawdown", "win_rate", "profit_factor", "exposure"] {
      #expect(best[key] == performance[key], "\(key)")
    }
  }

  @Test(
    "A row of many symbols in one account is the backtest of its values",
    arguments: [
      ("rotation(n = 1..2, look = [63, 126])", "rotation(n = 2, look = 63)", ["n": 2.0, "look": 63], "commission 5bp"),
      (
        "stopped(fast = [5, 8]) on SPY, IBM, BAC in one account", "stopped(fast = 8) on SPY, IBM, BAC in one account",
        ["fast": 8.0], "positions 2, prefer -returns(fast), commission 5bp"
      ),
    ])
  func accounts(_ swept: String, _ single: String, _ values: [String: Double], _ settings: String) throws {
    for metric in ["sharpe", "alpha"] {
      let list = try JSONValue(parsing: sweep("sweep \(swept) by \(metric) since 2010 with \(settings)", workers: 3))
      let rows = try #require(list["data"]?["rows"]?.elements)
      let row = try #require(rows.first { row in values.allSatisfy { row[$0.key]?.doubleValue == $0.value } })
      let run = try JSONValue(parsing: sweep("backtest \(single) since 2010 with \(settings)", workers: 1))
      let performance = try #require(run["data"]?["performance"])
      for key in ["total_return", "cagr", "volatility", "sharpe_ratio", "max_drawdown", "win_rate", "exposure"] {
        #expect(row[key] == performance[key], "\(key)")
      }
      let keys = try rows.map { row in
        let values = values.keys.sorted().map { "\($0) = \(row[$0]?.doubleValue ?? .nan)" }.joined(separator: ", ")
        let call = single.replacing(/\(.*?\)/, with: "(\(values))", maxReplacements: 1)
        let run = try JSONValue(parsing: sweep("backtest \(call) since 2010 with \(settings)", workers: 1))
        return try #require(run["data"]?["performance"]?[metric == "sharpe" ? "sharpe_ratio" : metric]?.doubleValue)
      }
      #expect(keys == keys.sorted(by: >), "\(metric)")
    }
  }

  @Test("One symbol in one account is compared with its bars as a run on them is, dividends and all")
  func benchmark() throws {
    let run = "backtest levels since 2010 with certificate off"
    let plain = try JSONValue(parsing: sweep(run, workers: 1))
    let shared = try JSONValue(
      parsing: sweep(run.replacing(" since", with: " on SPY in one account since"), workers: 1))
    for key in ["alpha", "beta", "tracking_error", "up_capture", "down_capture"] {
      let expected = try #require(plain["data"]?["performance"]?[key]?.doubleValue)
      let found = try #require(shared["data"]?["performance"]?[key]?.doubleValue)
      #expect(abs(found - expected) < 1e-9, "\(key): \(found) and \(expected)")
    }
  }

  @Test("A spread is compared with the bars that its rules are read on, without the dividends of its legs")
  func spreadBenchmark() throws {
    let start = "strategy legged { legs IBM, -BAC; enter long when close > sma(50); exit when close < sma(50) }\n"
    let run = try JSONValue(
      parsing: sweep(start + "backtest legged with certificate off", workers: 1))
    let named = try JSONValue(
      parsing: sweep(
        start + "load sample SPY as MARKET; backtest legged on SPY against MARKET with certificate off",
        workers: 1))
    for key in ["alpha", "beta", "tracking_error"] {
      let expected = try #require(named["data"]?["performance"]?[key]?.doubleValue)
      let found = try #require(run["data"]?["performance"]?[key]?.doubleValue)
      #expect(abs(found - expected) < 1e-9, "\(key): \(found) and \(expected)")
    }
  }
}
