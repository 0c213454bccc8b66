import Calendar
import Columns
import JSON
import Shell
import Workspace

/// The time from the close of a bar of a hundred live series to the signals on all of them: a strategy of ten indicators
/// each, over all bars.
enum Watching {
  private static let series = 100

  private static let strategy = """
    strategy ten {
      enter long when ema(12) crosses above ema(26) and close > sma(20) and rsi(14) > 40 and adx(14) > 15
      exit long when ema(12) crosses below ema(26) or close < bbands(20, 2).lower or cci(20) < -200 or willr(14) < -95
        or close < highest(high, 50) - 8 * atr(14) or macd(12, 26, 9).histogram < -5
    }
    """

  static func measure(_ workplace: Workplace) throws {
    let bars = SyntheticBars.bars(count: workplace.size.bars / 10, timeframe: .minute)
    let names = (0..<series).map { "X\($0)" }
    let last = bars.times[bars.count - 1].milliseconds
    let recording = try workplace.file("closes.tasr") {
      let header: JSONValue = [
        "tasr": 1, "provider": "massive", "series": .strings(names), "timeframe": "1m", "bars": "provider",
      ]
      let lines = (1...workplace.size.runs.upperBound + 10).map { closes(of: names, at: last + Int64($0) * 60_000) }
      return Array(([header.write()] + lines).joined(separator: "\n").utf8)
    }
    var session = try workplace.session("\(strategy)\nstream from \"\(recording)\" at max")
    for name in names { try session.interpreter.apply(SeriesUpdate(name, bars: bars)) }
    for name in names { try session.run("signal ten on \(name) every bar") }
    // The first close computes what the later ones find.
    try session.run("wait for bar")
    let runs = try workplace.runs { try session.run("wait for bar \(names[series - 1])") }
    workplace.report(
      Measurement(
        name: "close.signals", unit: .milliseconds, runs: runs,
        details: [("series", .integer(series)), ("bars", .integer(bars.count))]))
  }

  /// A line of a recording in which a minute of all series closes.
  private static func closes(of names: [String], at time: Int64) -> String {
    let messages = names.enumerated().map { place, name -> JSONValue in
      let price = JSONValue.number(100 + Double((time / 60_000 + Int64(place)) % 40) / 100)
      return [
        "ev": "AM", "sym": .string(name), "v": 100, "o": price, "c": price, "h": price, "l": price,
        "s": .integer(Int(time)), "e": .integer(Int(time + 60_000)),
      ]
    }
    let line: JSONValue = ["at": .integer(Int(time + 61_000)), "frame": .string(JSONValue.array(messages).write())]
    return line.write()
  }
}
