import Calendar
import Columns
import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Shell
import TestSupport
import Testing

/// Strategies written in the language against the trades of backtesting.py 0.6.6, on the same bars.
///
/// Its conventions, and their spelling here: a size is a share of the equity at the fill (`sizing fill`) in whole units
/// (`units whole`), commission is a rate of each fill, orders fill at the next open, and a trade that is open at the
/// end is closed and counted (`finalize on`). One convention cannot be said: backtesting.py closes that last trade at
/// the last bar's OPEN, tas at its close, so that the price of the last exit is the one number that differs.
@Suite("Trades of backtesting.py", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct ReferenceTradesTests {
  static let emaCross = "enter long when ema(12) crosses above ema(26); exit long when ema(26) crosses above ema(12)"
  static let smaCross = "enter long when sma(10) crosses above sma(20); enter short when sma(10) crosses below sma(20)"

  @Test(
    "Dates, sides, prices and sizes are the same",
    arguments: [
      ("GOOG", "market/daily/GOOG.csv", "ema_12_26_long", emaCross, "0"),
      ("GOOG", "market/daily/GOOG.csv", "ema_12_26_long", emaCross, "0.001"),
      ("GOOG", "market/daily/GOOG.csv", "sma_10_20_longshort", smaCross, "0"),
      ("GOOG", "market/daily/GOOG.csv", "sma_10_20_longshort", smaCross, "0.001"),
      ("EURUSD", "market/intraday/EURUSD_60min_2017-2018.csv", "ema_12_26_long", emaCross, "0"),
      ("EURUSD", "market/intraday/EURUSD_60min_2017-2018.csv", "sma_10_20_longshort", smaCross, "0"),
    ])
  func trades(symbol: String, file: String, strategy: String, rules: String, commission: String) throws {
    let expected = try Self.reference(symbol, strategy, commission)
    let script = """
      load "\(try SharedFolder.file("data/\(file)"))" as \(symbol)
      strategy s { \(rules) }
      backtest s with cash 1M, units whole, finalize on, sizing fill, commission \(commission)
      """
    var result: JSONValue?
    var interpreter = Interpreter(environment: .still)
    let succeeded = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      if case .outcome(let outcome) = event, let value = outcome.result, value.kind == "backtest" {
        result = value.data
      }
    }
    #expect(succeeded)
    let trades = try #require(result?["trades"]?.elements)
    #expect(trades.count == expected.count)
    for (index, (trade, reference)) in zip(trades, expected).enumerated() {
      let size = (trade["size"]?.doubleValue ?? 0) * (trade["side"]?.stringValue == "short" ? -1 : 1)
      #expect(trade["entry_date"]?.stringValue?.prefix(10) == reference["EntryTime"]?.prefix(10))
      #expect(trade["exit_date"]?.stringValue?.prefix(10) == reference["ExitTime"]?.prefix(10))
      #expect(size == Double(reference["Size"] ?? ""))
      #expect(Self.agree(trade["entry_price"], reference["EntryPrice"]))
      if index < expected.count - 1 { #expect(Self.agree(trade["exit_price"], reference["ExitPrice"])) }
    }
  }

  private static func agree(_ ours: JSONValue?, _ theirs: String?) -> Bool {
    guard let ours = ours?.doubleValue, let theirs = theirs.flatMap(Double.init) else { return false }
    return abs(ours - theirs) <= 1e-9 * abs(theirs)
  }

  /// The trades of one run, in the order of their entries, as rows by column name.
  private static func reference(_ symbol: String, _ strategy: String, _ commission: String) throws -> [[String: String]]
  {
    let lines = try SharedFolder.rows("oracles/backtest/\(symbol).trades.csv")
    let rows = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    return rows.filter { $0["strategy"] == strategy && $0["commission"] == commission }
      .sorted { (Int($0["EntryBar"] ?? "") ?? 0) < (Int($1["EntryBar"] ?? "") ?? 0) }
  }
}

extension Environment {
  /// A world that never changes.
  static let still = Environment(
    today: CivilDate(daysSince1970: 19_877), now: { "2024-06-03T12:00:00Z" },
    stateDirectory: "/tmp/tas-tests", workers: 2)
}
