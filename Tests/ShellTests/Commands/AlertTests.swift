import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Shell
import TestSupport
import Testing

/// Alerts on a day of recorded bars, against the column of their condition.
@Suite("Alerts and the rows that show says", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct AlertTests {
  private static let conditions = [
    "close < sma(5)", "close crosses above sma(20)", "close > ema(12) and rsi(14) < 60", "volume > 2 * sma(volume, 20)",
    "close < bbands(20, 2).lower", "close == highest(close, 30)", "not (close > open)", "rsi(14) < 30 or rsi(14) > 70",
    "macd().histogram > 0", "close > 1000",
  ]

  /// Runs a text; the data of its results.
  private static func data(_ text: String, on interpreter: inout Interpreter) throws -> [JSONValue] {
    var data: [JSONValue] = []
    var failures: [String] = []
    _ = interpreter.runScript(text, named: "test", keepGoing: false) { event, _ in
      switch event {
      case .failure(let diagnostic, _, _): failures.append(diagnostic.message)
      case .outcome(let outcome): if let result: any Presentable = outcome.result { data.append(result.data) }
      }
    }
    try #require(failures == [])
    return data
  }

  @Test(
    "An alert fires on the rows on which its condition turns from false to true",
    arguments: ["massive_2013-10-07_SPY_AM.tasr", "alpaca_2013-10-08_SPY_bars.tasr"], conditions)
  func edges(recording: String, condition: String) throws {
    var interpreter = Interpreter(environment: .still)
    let path = try SharedFolder.file("data/streams/\(recording)")
    _ = try Self.data(
      "stream from \"\(path)\" at max; alert a when \(condition) on SPY; wait until end", on: &interpreter)
    let shown = try #require(try Self.data("show \(condition) as holds all", on: &interpreter).last)
    let rows = (shown["rows"]?.elements ?? []).map {
      (time: $0[0]?.stringValue ?? "", holds: $0[1]?.boolValue ?? false)
    }
    #expect(rows.count > 100)
    let edges = rows.indices.filter { rows[$0].holds && ($0 == 0 || !rows[$0 - 1].holds) }.map { rows[$0].time }
    let tested = try #require(try Self.data("test alert a", on: &interpreter).last)
    #expect((tested["rows"]?.elements ?? []).map { $0[0]?.stringValue } == edges)
    var fired: [String] = []
    for number in edges.indices {
      let notice = try #require(try Self.data("notice n-\(number + 1)", on: &interpreter).last)
      fired.append(notice["payload"]?["bar"]?.stringValue ?? "")
    }
    #expect(fired == edges)
    let counted = try #require(try Self.data("alerts", on: &interpreter).last)
    #expect(counted["rows"]?[0]?.elements?.last?.intValue == edges.count)
  }
}
