import Calendar
import Columns
import Evaluation
import Indicators
import Language
import StandardIndicators
import Synchronization
import TestSupport
import Testing

@Suite("Windows of calendar time")
struct CalendarWindowTests {
  /// The columns as computed by pandas; see `pandas-rolling.py`.
  private static func pandas() throws -> (bars: Bars, columns: [String: [Double]]) {
    let bytes = try FileContents.bytes(PackageFolder.file("Tests/IndicatorsTests/Fixtures/pandas-rolling.csv"))
    let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    var columns: [String: [Double]] = [:]
    for (index, name) in rows[0].enumerated() where index > 0 {
      columns[name] = rows.dropFirst().map { Double($0[index]) ?? .nan }
    }
    let close = Column(columns["close"] ?? [])
    let times = try rows.dropFirst().map { row in
      Zone.utc.timestamp(of: CivilTime(date: try #require(CivilDate(iso8601: row[0]))))
    }
    let bars = Bars(
      times: times, open: close, high: close, low: close, close: close, volume: Column(columns["volume"] ?? []),
      timeframe: .day, zone: .utc)
    return (bars, columns)
  }

  @Test("They hold the bars that pandas' rolling windows hold, over a hole in the data too", arguments: ["5D", "90D"])
  func pandas(window: String) throws {
    let (bars, columns) = try Self.pandas()
    let time = window.lowercased()
    for (name, text) in [
      ("mean", "sma(close, \(time))"), ("mean", "mean(close, \(time))"), ("sum", "sum(volume, \(time))"),
      ("max", "highest(close, \(time))"), ("min", "lowest(close, \(time))"), ("std0", "stdev(close, \(time))"),
      ("std1", "stdev(close, \(time), deviation=\"sample\")"), ("median", "median(close, \(time))"),
      ("rank", "rank(close, \(time))"), ("corr", "correlation(close, volume, \(time))"),
      ("count", "count(close > 100, \(time))"), ("lag", "close[\(time)]"), ("lag", "close - change(close, \(time))"),
      ("logstd", "hv(close, \(time), bars_per_year=1)"),
    ] {
      let ours = try values(text, on: bars)
      let theirs = try #require(columns["\(name) \(window)"])
      for (index, pair) in zip(ours, theirs).enumerated() {
        let isNear = abs(pair.0 - pair.1) <= 1e-9 * max(1, abs(pair.1)) || (pair.0.isNaN && pair.1.isNaN)
        #expect(isNear, "\(text) on bar \(index): \(pair.0), pandas \(pair.1)")
      }
    }
  }

  /// Hours of a session of seven, without weekends, in New York over a change of the clocks.
  private static func hourly(days: Int, zone: Zone = newYork) -> Bars {
    var times: [Timestamp] = []
    var date = CivilDate(daysSince1970: 19_783)  // Friday, 2024-03-01
    for _ in 0..<days {
      if date.weekday < 6 {
        for hour in 9..<16 { times.append(zone.timestamp(of: CivilTime(date: date, hour: hour))) }
      }
      date = date.adding(days: 1)
    }
    var dice = Dice(5)
    var price = 100.0
    let close = Column(
      times.map { _ in
        price += Double(dice.whole(-9...10)) / 8
        return price
      })
    return Bars(
      times: times, open: close, high: close, low: close, close: close,
      volume: Column(repeating: 1, count: times.count),
      timeframe: .hour, zone: zone)
  }

  @Test("On hours of a session a day ago is the same hour of the day before, and before a weekend Friday's last")
  func intraday() throws {
    let bars = Self.hourly(days: 30)
    let ago = try values("close[1d]", on: bars)
    let close = bars.close.values.array
    // The bars of Monday, 2024-03-04, see the last one of Friday, those of Tuesday the same hour of Monday.
    #expect(Array(ago[7..<14]) == Array(repeating: close[6], count: 7))
    #expect(Array(ago[14..<21]) == Array(close[7..<14]))
    #expect(Array(try values("sum(volume, 1d)", on: bars)[14..<21]) == Array(repeating: 7, count: 7))
    #expect(Array(try values("sum(volume, 1d)", on: bars)[7..<14]) == [1, 2, 3, 4, 5, 6, 7])
    #expect(try values("sum(volume, 3h)", on: bars)[7..<14] == [1, 2, 3, 3, 3, 3, 3])
    #expect(try values("first_of(close, 3h)", on: bars)[9] == close[7])
    #expect(try values("ahead(close, 1d)", on: bars)[7..<14] == close[14..<21])
    // An average without a window takes the usual number of bars.
    #expect(same(try values("ema(close, 1d)", on: bars), try values("ema(close, 7)", on: bars)))
  }

  @Test("Each window begins after the moment that the calendar says, whatever the zone and the unit")
  func moments() throws {
    let hourly = Self.hourly(days: 300)
    let daily = try Self.pandas().bars
    for bars in [hourly, daily] {
      for duration in [
        DurationLiteral(1, .days), DurationLiteral(3, .hours), DurationLiteral(2, .weeks), DurationLiteral(1, .months),
        DurationLiteral(1, .quarters), DurationLiteral(1, .years), DurationLiteral(90, .days),
      ] {
        let counts = try values("sum(volume / volume, \(duration.count)\(duration.unit.rawValue))", on: bars)
        var limit = Timestamp(milliseconds: .min)
        for index in 0..<bars.count {
          // On the last days of a month a month before is one day: a window then begins where the one before did.
          limit = max(limit, DateRange.moment(duration, before: bars.times[index], zone: bars.zone))
          guard index % 7 == 0 else { continue }
          let expected = bars.times[...index].count { $0 > limit }
          #expect(counts[index] == Double(expected), "\(duration) on bar \(index)")
        }
      }
    }
  }

  @Test("Each indicator with a window gives the value of as many bars as the window of time holds")
  func lengths() throws {
    let (bars, _) = try Self.pandas()
    let series = Series(name: "X", bars: bars)
    let counts = try values("count(true or close > 0, 20d)", on: bars)
    // A bar opens off its close, and its range goes beyond both; equal highs and lows occur.
    var dice = Dice(11)
    let close = bars.close.values
    let opens = Column(close.map { $0 * (1 + Double(dice.whole(-9...9)) / 500) })
    let highs = Column(zip(close, opens.values).map { (max($0, $1) + Double(dice.whole(0...3))).rounded(.up) })
    let lows = Column(zip(close, opens.values).map { (min($0, $1) - Double(dice.whole(0...3))).rounded(.down) })
    let prices = (open: opens, high: highs, low: lows)
    var seen = 0
    for indicator in Indicator.all {
      for (index, parameter) in indicator.parameters.enumerated() where parameter.countsBars != nil {
        var defaults = [Double?](repeating: nil, count: indicator.parameters.count)
        for (place, other) in indicator.parameters.enumerated() where other.defaultValue == .required {
          defaults[place] = other.least
        }
        guard var arguments = try? indicator.completeArguments(defaults), indicator.takesTime(index, arguments) else {
          continue
        }
        seen += 1
        let inputs = indicator.inputs.map { input -> Column in
          switch input.defaultField {
          case .volume: bars.volume
          case .open: prices.open
          case .high: prices.high
          case .low: prices.low
          default: input.kind == .truth ? Column(bars.close.values.map { $0 > 100 ? 1 : 0 }) : bars.close
          }
        }
        let lengths = WindowLengths(counts: counts.map { Int32($0) })
        let timed = try indicator.compute(inputs, arguments, lengths: [index: lengths])
        for count in Set(counts) {
          arguments[index] = parameter.countsBars == .before ? count - 1 : count
          // Rising and falling compare with the window of the bar before, relative volume too; what is made in steps
          // takes windows of other bars as well, see `CalendarStepTests`.
          if ["rising", "falling", "rvol", "ichimoku"].contains(indicator.name) || Self.isNested(indicator) {
            continue
          }
          guard parameter.allows(arguments[index]) else { continue }
          let fixed = try indicator.compute(inputs, arguments)
          for (output, column) in fixed.enumerated() {
            for bar in 60..<bars.count where counts[bar] == count {
              let (a, b) = (timed[output][bar], column[bar])
              let isNear = abs(a - b) <= 1e-8 * max(1, abs(b)) || (a.isNaN && b.isNaN)
              #expect(isNear, "\(indicator.name).\(indicator.outputs[output].name) on bar \(bar): \(a), \(b)")
            }
          }
        }
      }
    }
    #expect(seen > 70)
    #expect(series.bars.count == counts.count)
  }

  private static func isNested(_ indicator: Indicator) -> Bool {
    indicator.settlingBesideTime(indicator.parameters.map { _ in nil })?.isNested ?? false
  }

  @Test("Where no bar is missing, a length of time gives what as many bars give")
  func withoutHoles() throws {
    let (bars, length) = (randomBars(300, seed: 9), 21)
    var seen = 0
    for indicator in Indicator.all {
      for (index, parameter) in indicator.parameters.enumerated() where parameter.countsBars != nil {
        let required = indicator.parameters.map { $0.defaultValue == .required ? $0.least : nil }
        guard var arguments = try? indicator.completeArguments(required), indicator.takesTime(index, arguments) else {
          continue
        }
        seen += 1
        let inputs = indicator.inputs.map { input in
          input.kind == .truth ? Column(bars.close.values.map { $0 > 100 ? 1 : 0 }) : bars[input.defaultField ?? .close]
        }
        let lengths = WindowLengths(counts: bars.times.indices.map { Int32(min($0 + 1, length)) })
        let timed = try indicator.compute(inputs, arguments, lengths: [index: lengths])
        // Those compare with the window of the bar before, which holds as many.
        let isOfBarBefore = ["rising", "falling", "rvol"].contains(indicator.name)
        arguments[index] = Double(parameter.countsBars == .before && !isOfBarBefore ? length - 1 : length)
        let fixed = try indicator.compute(inputs, arguments)
        for (output, column) in fixed.enumerated() {
          for bar in 100..<bars.count {
            let (a, b) = (timed[output][bar], column[bar])
            let isNear = abs(a - b) <= 1e-8 * max(1, abs(b)) || (a.isNaN && b.isNaN)
            #expect(isNear, "\(indicator.name).\(indicator.outputs[output].name) on bar \(bar): \(a), \(b)")
          }
        }
      }
    }
    #expect(seen > 70)
  }

  @Test("Long windows of a few different lengths cost each bar as often as there are lengths, and no more")
  func cost() throws {
    let visited = Mutex(0)
    let sum = Indicator(
      "total", fullName: "Total", group: .statistics, summary: "The sum.", formula: "sum", convention: "None.",
      example: "total(3)",
      parameters: [Parameter("period", [], .whole(1...1_000_000), .required, "The window.", countsBars: .window)],
      outputs: [Output("value", unit: .asInput)], warmUp: { $0.whole(0) - 1 }
    ) { segment in
      visited.withLock { $0 += segment.count }
      let (x, period) = (segment.inputs[0], segment.arguments.whole(0))
      for index in period - 1..<segment.count {
        var total = 0.0
        for bar in index + 1 - period...index { total += x[bar] }
        segment.outputs[0][index] = total
      }
    }
    // A window goes back five or six hundred bars, where weekends are not the same number in each.
    let count = 6000
    var start = 0
    let rising = (0..<count).map { index -> Int32 in
      let longest: Int = 500 + index / 5 % 3 * 2
      start = max(start, index + 1 - longest)
      return Int32(index + 1 - start)
    }
    let x = Column((0..<count).map { Double($0 % 17) })
    let values = try sum.compute([x], [1], lengths: [0: WindowLengths(counts: rising)])[0]
    for index in stride(from: 0, to: count, by: 97) {
      let first = index + 1 - Int(rising[index])
      #expect(values[index] == x.values[first...index].reduce(0, +))
    }
    let different = Set(rising.suffix(count - 504)).count
    // At the beginning each window is one bar longer than the one before.
    #expect(visited.withLock { $0 } <= count * different + 504 * 504)
  }

  @Test("A window of no time is refused, and one of a billion years holds all bars")
  func extremes() throws {
    for text in ["sma(close, 0d)", "close[0h]", "first_of(close, 0d)", "ahead(0d)"] {
      #expect(try diagnostic(of: text)?.code == Diagnostic.Code(.outOfRange), "\(text)")
    }
    let bars = bars([1, 2, 3, 6])
    #expect(try values("sma(close, 1_000_000_000y)", on: bars) == [1, 1.5, 2, 3])
    #expect(try values("na(close[1_000_000_000y])", on: bars) == [1, 1, 1, 1])
    #expect(try values("na(ahead(close, 1_000_000_000y))", on: bars) == [1, 1, 1, 1])
  }
}
