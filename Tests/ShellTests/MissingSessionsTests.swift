import Calendar
import Language
import Platform
import Sessions
import Shell
import TestSupport
import Testing

/// Pictures of runs over bars that lack sessions: line and axis are broken there, as in a plot of the bars.
@Suite("Pictures of runs over missing sessions")
struct MissingSessionsTests {
  /// The text of a page that statements write over bars of 420 weekdays, of which forty may be missing.
  private func page(_ statement: String, isIntraday: Bool, isWhole: Bool) throws -> String {
    let folder = try TemporaryFolder()
    var dice = Dice(3)
    var text = "time,open,high,low,close,volume\n"
    var (price, number) = (10_000, 0)
    for day in 0..<588 {
      let date = CivilDate(daysSince1970: 19_359 + day)
      guard date.weekday <= 5 else { continue }
      number += 1
      if !isWhole, (320..<360).contains(number) { continue }
      for hour in isIntraday ? [10, 12, 14] : [0] {
        let close = price + dice.whole(-80...80)
        let stamp = isIntraday ? "\(date) \(hour):00:00" : "\(date)"
        text += "\(stamp),\(price),\(max(price, close) + 5),\(min(price, close) - 5),\(close),100\n"
        price = close
      }
    }
    try DiskFiles().write(Array(text.utf8), to: "\(folder.path)/x.csv")
    var interpreter = Interpreter(environment: .still)
    _ = interpreter.runScript(
      """
      load "\(folder.path)/x.csv" as X
      strategy a { enter long when close > sma(10); exit when close < sma(10) }
      strategy b { enter long when close > sma(20); exit when close < sma(20) }
      backtest a
      backtest b
      \(statement) to "\(folder.path)/page.html"
      """, named: "test", keepGoing: false
    ) { event, _ in
      if case .failure(let diagnostic, _, _) = event { Issue.record("\(diagnostic.message)") }
    }
    return String(decoding: try FileContents.bytes("\(folder.path)/page.html"), as: UTF8.self)
  }

  @Test(
    "Equity, drawdowns, rolling figures and compared runs are broken where sessions are missing",
    arguments: [
      ("report a", false), ("report a", true), ("compare a, b", false), ("compare a, b", true), ("equity a", false),
    ]
  )
  func broken(statement: String, isIntraday: Bool) throws {
    let page = try page(statement, isIntraday: isIntraday, isWhole: false)
    // Histograms have an axis of numbers.
    let charts = page.split(separator: "<figure").dropFirst().filter {
      $0.contains("class=\"time\"") && !$0.contains("from the number below it on")
    }
    #expect(!charts.isEmpty && charts.allSatisfy { $0.contains("class=\"break\"") })
    #expect(!(try self.page(statement, isIntraday: isIntraday, isWhole: true)).contains("class=\"break\""))
  }
}
