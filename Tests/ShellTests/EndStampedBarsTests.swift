import JSON
import Language
import Platform
import Reports
import Sessions
import Shell
import TestSupport
import Testing

/// Bars stamped with their end, read with `stamped close`, are those of the same file stamped with their beginning.
@Suite("Bars stamped with their end")
struct EndStampedBarsTests {
  /// Rows of eight sessions in New York over the change of clocks in spring, one of them short, from and to minutes of
  /// the day.
  private static func text(from first: Int, to end: Int, length: Int, shift: Int) -> String {
    var dice = Dice(UInt64(first * 7 + length))
    var text = "time,open,high,low,close,volume\n"
    var price = 10_000
    func stamp(_ minute: Int) -> String {
      "\(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60):00"
    }
    for day in ["07-01", "07-02", "07-03", "07-05", "07-08", "07-09", "07-10", "07-11"] {
      for minute in stride(from: first, to: day == "07-03" ? min(end, 780) : end, by: length) {
        let close = price + dice.below(101) - 50
        text +=
          "2024-\(day) \(stamp(minute + shift)),\(price),\(max(price, close) + 9),\(min(price, close) - 9),\(close),"
        text += "\(100 + dice.below(900))\n"
        price = close
      }
    }
    return text
  }

  private static func results(_ file: String, _ options: String, _ script: String) throws -> [JSONValue] {
    var interpreter = Interpreter(environment: .still)
    var results: [JSONValue] = []
    let load = "load \"\(file)\" as X timezone \"America/New_York\" \(options)"
    _ = interpreter.runScript("\(load)\n\(script)", named: "test", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let outcome): if let result = outcome.result { results.append(result.data) }
      case .failure(let diagnostic, _, _): Issue.record("\(diagnostic.message)")
      }
    }
    // The answer to `load` names the file.
    return Array(results.dropFirst())
  }

  private static let script = """
    show time, hour, minute, close, vwap("session"), vwap(anchor="day"), bar_of_session all
    show highest(high, 3) where bar_of_session == 3 all
    strategy range {
        let top = valuewhen(bar_of_session == 3, highest(high, 3))
        enter long when bar_of_session > 3 and close > top and entries_today == 0
        exit at session close
    }
    backtest range
    trades all
    use X timeframe 1h
    show open, high, low, close, volume all
    use X timeframe 1d
    show open, high, low, close, volume all
    """

  @Test(
    "sessions, averages by session, opening ranges and exits at a session's close are the same",
    arguments: [(570, 960, 5), (570, 960, 30), (240, 1200, 30), (420, 1110, 15)] as [(Int, Int, Int)],
    ["session regular", "session 09:30-16:00", "calendar XNYS session regular"])
  func same(bars: (Int, Int, Int), options: String) throws {
    let (first, end, length) = bars
    let folder = try TemporaryFolder()
    for (name, shift) in [("begin", 0), ("end", length)] {
      let text = Self.text(from: first, to: end, length: length, shift: shift)
      try DiskFiles().write(Array(text.utf8), to: "\(folder.path)/\(name).csv")
    }
    let begun = try Self.results("\(folder.path)/begin.csv", options, Self.script)
    let ended = try Self.results("\(folder.path)/end.csv", "stamped close \(options)", Self.script)
    // Texts, as a missing value equals none.
    #expect(begun.count == 9 && begun.map { $0.write() } == ended.map { $0.write() })
    let trades = try #require(begun.dropFirst(4).first?["rows"]?.elements)
    #expect(trades.count > 2)
  }
}
