import Calendar
import Columns
import JSON
import Language
import Platform
import Presentation
import Reports
import Sessions
import Shell
import Testing

/// Bars of hours, days of another symbol and monthly values, in files that end at any hour.
private struct Files {
  /// The opening of each hour, in hours since 2024-01-01T00:00 in New York.
  var hours: [Int] = []

  init() {
    // Extended hours of 60 weekdays, some of them left out.
    for day in 0..<85 where day % 7 < 5 && day % 11 != 4 {
      for hour in 7..<18 where (day * 13 + hour * 7) % 17 != 0 { hours.append(day * 24 + hour) }
    }
  }

  private static func date(_ day: Int) -> String { "\(CivilDate(daysSince1970: 19_723 + day))" }
  private static func price(_ seed: Int) -> String {
    let number = (seed &* 7_919 &+ 104_729) % 2_003
    return "\(90 + number / 100).\(number % 100 < 10 ? "0" : "")\(number % 100)"
  }

  /// Writes the files with the first n hours, and of the others the rows of the days up to then.
  func write(first count: Int, into folder: String) throws {
    var text = "time,open,high,low,close,volume\n"
    for hour in hours.prefix(count) {
      let clock = "\(hour % 24 + 100)".suffix(2)
      text += "\(Self.date(hour / 24)) \(clock):00,\(Self.price(hour)),120,80,\(Self.price(hour + 1)),\(hour)\n"
    }
    try DiskFiles().write(text, to: folder + "/HOURS.csv")
    let last = hours[count - 1] / 24
    text = "date,open,high,low,close,volume\n"
    for day in 0...last where day % 7 < 5 && day % 9 != 5 {
      text += "\(Self.date(day)),\(Self.price(day + 50)),120,80,\(Self.price(day + 51)),5\n"
    }
    try DiskFiles().write(text, to: folder + "/OTHER.csv")
    text = "DATE,RATE\n2023-10-01,3.1\n2023-11-01,3.2\n2023-12-01,.\n"
    for (month, day) in [(1, 0), (2, 31), (3, 60)] where day <= last { text += "2024-0\(month)-01,\(month).5\n" }
    try DiskFiles().write(text, to: folder + "/RATE.csv")
  }
}

@Suite("The data loaded up to an hour gives the values up to it")
struct ContextLawTests {
  private static let columns = [
    "close @ 1d", "close @ 1w", "close @ 4h", "fresh(high @ 4h)", "sma(close, 3) @ 1d", "(close - close[1]) @ 1d",
    "(close @ 1d)[5]", "close @ OTHER", "close @ OTHER @ 1w", "(close > close @ OTHER) @ 1d", "close @ RATE",
    "fresh(close @ RATE)", "(close[1] + close) @ RATE", "ema(close, 2) @ 2h", "(high @ 1d) @ OTHER",
    "sma(close, 3d) @ 2h",
    "bbands(close, 3, 2).upper @ 1d", "rsi(3) @ 1w - rsi(3) @ 1d", "(close @ 1w) @ 1d", "close @ HOURS",
  ]

  private static func rows(_ folder: String, _ use: String) throws -> [JSONValue] {
    var interpreter = Interpreter(environment: .still)
    var last: JSONValue?
    var failures: [String] = []
    let script = """
      load "\(folder)/OTHER.csv" timezone "America/New_York"
      load "\(folder)/RATE.csv" published 20d
      load "\(folder)/HOURS.csv" timezone "America/New_York" timeframe 1h
      \(use)
      show \(columns.joined(separator: ", ")) all
      """
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let outcome): last = outcome.result?.data ?? last
      case .failure(let diagnostic, _, _): failures.append(diagnostic.message)
      }
    }
    #expect(failures == [])
    return try #require(last?["rows"]?.elements)
  }

  @Test(
    "In all hours, in those of a session, and in bars made of them",
    arguments: [
      "use HOURS", "use HOURS session regular", "use HOURS session 09:00-15:00", "use HOURS session 17:00-12:00",
      "use HOURS timeframe 2h", "use HOURS session regular timeframe 2h",
    ])
  func prefixes(use: String) throws {
    let files = Files()
    let folder = "/tmp/tas-context-\(UInt64.random(in: 0 ... .max))"
    DiskFiles().makeFolder(folder)
    try files.write(first: files.hours.count, into: folder)
    let whole = try Self.rows(folder, use)
    #expect(whole.count > 150)
    for count in [130, 251, 252, 253, 254, 255, 256, 257, 258, 259, 260, 261, 300, 401, 466, 501] {
      try files.write(first: count, into: folder)
      var part = try Self.rows(folder, use)
      // Of bars that are made of hours the last one may be unfinished.
      if use.contains("timeframe") { part.removeLast() }
      for (index, row) in part.enumerated() where row != whole[index] {
        Issue.record("\(use), \(count) hours: \(row) is \(whole[index]) in the whole")
      }
    }
  }
}
