import Columns
import Foundation
import Indicators
import StandardIndicators
import TestSupport
import Testing

/// Bars and the patterns that TA-Lib finds on them.
private struct PatternFixture {
  var prices: [Column] = []
  /// The patterns that fired: for each name the bars and values.
  var found: [String: [Int: Double]] = [:]

  init() throws {
    let file = Fixtures.file("candlestick-patterns.csv")
    let lines = try FileContents.text(file).split(whereSeparator: \.isNewline).dropFirst()
    var columns = [[Double]](repeating: [], count: 4)
    for (bar, line) in lines.enumerated() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      for place in 0..<4 { columns[place].append(try #require(Double(cells[place]))) }
      for entry in cells[4].split(separator: " ") {
        let sides = entry.split(separator: "=")
        found[String(sides[0]), default: [:]][bar] = Double(sides[1])
      }
    }
    prices = columns.map { Column($0) }
  }
}

/// Bars with coarse prices, where equal prices, gaps, bodies of all sizes and missing shadows are frequent.
private func coarseBars(_ count: Int, _ dice: inout Dice) -> [Column] {
  var columns = [[Double]](repeating: [], count: 4)
  var close = 1000.0
  for _ in 0..<count {
    let open = close + Double(dice.pick([0, 0, 0, 0, 1, -1, 2, -2, 5, -5, 12, -12]))
    close = max(50, open + Double(dice.pick([0, 0, 1, 2, 3, 8, 20]) * dice.pick([1, -1])))
    columns[0].append(open)
    columns[1].append(max(open, close) + Double(dice.pick([0, 0, 0, 1, 2, 10])))
    columns[2].append(min(open, close) - Double(dice.pick([0, 0, 0, 1, 2, 10])))
    columns[3].append(close)
  }
  return columns.map { Column($0.map { $0 / 2 }) }
}

private func values(_ pattern: Indicator, _ prices: [Column], _ arguments: [Double?] = []) throws -> [Double] {
  try pattern.compute(prices, pattern.completeArguments(arguments))[0].values.array
}

private func scan(_ prices: [Column], _ bars: Range<Int>? = nil) -> [CandlestickPatterns.Occurrence] {
  CandlestickPatterns.scan(open: prices[0], high: prices[1], low: prices[2], close: prices[3], bars: bars)
}

@Suite("Candlestick patterns")
struct PatternTests {
  /// The number of bars that TA-Lib waits before it looks for a pattern, with its standard settings.
  private static let lookbacks: [Int: String] = [
    2: "engulfing xsidegap3methods", 3: "3outside", 5: "hikkake", 6: "matchinglow",
    7: "gapsidesidewhite sticksandwich tasukigap", 8: "3linestrike",
    10: """
    belthold closingmarubozu doji dragonflydoji gravestonedoji highwave hikkakemod longleggeddoji longline marubozu \
    rickshawman shortline spinningtop takuri
    """,
    11: """
    counterattack darkcloudcover dojistar hammer hangingman harami haramicross homingpigeon inneck invertedhammer \
    kicking kickingbylength onneck piercing separatinglines shootingstar thrusting
    """,
    12: """
    2crows 3inside 3starsinsouth 3whitesoldiers abandonedbaby advanceblock eveningdojistar eveningstar \
    identical3crows morningdojistar morningstar stalledpattern tristar unique3river upsidegap2crows
    """,
    13: "3blackcrows concealbabyswall", 14: "breakaway ladderbottom mathold risefall3methods",
  ]

  /// The values of patterns that have more than one.
  private static let manyValued: [String: Set<Double>] = [
    "engulfing": [100, 80, -80, -100], "harami": [100, 80, -80, -100], "haramicross": [100, 80, -80, -100],
    "hikkake": [100, 200, -100, -200], "hikkakemod": [100, 200, -100, -200],
  ]

  private static let twoSided = """
    3inside 3linestrike 3outside abandonedbaby belthold breakaway closingmarubozu counterattack dojistar \
    gapsidesidewhite highwave kicking kickingbylength longline marubozu risefall3methods separatinglines shortline \
    spinningtop tasukigap tristar xsidegap3methods
    """

  @Test("There are TA-Lib's 61 patterns, and a value begins where TA-Lib's does")
  func lookback() throws {
    var count = 0
    for (lookback, names) in Self.lookbacks {
      for name in names.split(separator: " ") {
        count += 1
        let pattern = try #require(Indicator.named("cdl\(name)"))
        #expect(try pattern.warmUp(pattern.completeArguments([])) == lookback, "\(name)")
        #expect(try pattern.group == .pattern && pattern.settling(pattern.completeArguments([])) == 0)
      }
    }
    #expect(count == 61 && CandlestickPatterns.all.count == 61)
    #expect(CandlestickPatterns.all.map(\.name) == CandlestickPatterns.all.map(\.name).sorted())
  }

  @Test("The depth that a pattern asks for is as in TA-Lib")
  func penetration() throws {
    let standard = [
      "cdlabandonedbaby": 0.3, "cdldarkcloudcover": 0.5, "cdleveningdojistar": 0.3, "cdleveningstar": 0.3,
      "cdlmathold": 0.5, "cdlmorningdojistar": 0.3, "cdlmorningstar": 0.3,
    ]
    for pattern in CandlestickPatterns.all {
      let value = standard[pattern.name]
      #expect(try pattern.completeArguments([]) == (value.map { [$0] } ?? []))
      #expect(pattern.parameters.map(\.name) == (value == nil ? [] : ["penetration"]))
    }
  }

  @Test("On the fixture each pattern fires where TA-Lib's does, with each value it can have")
  func fixture() throws {
    let fixture = try PatternFixture()
    var kinds = 0
    for pattern in CandlestickPatterns.all {
      let name = String(pattern.name.dropFirst(3))
      let values = try values(pattern, fixture.prices)
      let warmUp = try pattern.warmUp(pattern.completeArguments([]))
      let expected = fixture.found[pattern.name] ?? [:]
      for (bar, value) in values.enumerated() {
        if bar < warmUp {
          #expect(value.isNaN)
        } else if value != expected[bar] ?? 0 {
          Issue.record("\(name) is \(value) on bar \(bar), expected \(expected[bar] ?? 0)")
        }
      }
      let seen = Set(values.filter { !$0.isNaN && $0 != 0 })
      let isTwoSided = Self.twoSided.split(separator: " ").contains { $0 == name }
      let range = try #require(pattern.outputs[0].range)
      let only = range.lowerBound == 0 ? range.upperBound : range.lowerBound
      #expect(seen == Self.manyValued[name] ?? (isTwoSided ? [100, -100] : [only]), "\(name)")
      #expect(seen.min() ?? 0 == (range.lowerBound == 0 ? seen.min() ?? 0 : range.lowerBound), "\(name)")
      kinds += seen.count
    }
    #expect(kinds == 98)
  }

  @Test(
    "Over whole daily files patterns fire where TA-Lib's do and nowhere else",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"),
    arguments: [("SPY", 12_934), ("GOOG", 4_473)]
  )
  func oracle(symbol: String, count: Int) throws {
    let text = try FileContents.text(SharedFolder.file("data/market/daily/\(symbol).csv"))
    let dates = text.split(whereSeparator: \.isNewline).dropFirst().map { String($0.prefix(10)) }
    let table = try Table(SharedFolder.file("data/market/daily/\(symbol).csv"))
    let prices = ["Open", "High", "Low", "Close"].map { Column(table.columns[$0] ?? []) }
    let oracle = try FileContents.text(SharedFolder.file("oracles/ta-lib/\(symbol).pattern-recognition.csv"))
    var expected: [String: [String: Double]] = [:]
    var entries = 0
    for line in oracle.split(whereSeparator: \.isNewline).dropFirst() {
      let cells = line.split(separator: ",").map(String.init)
      expected[cells[0], default: [:]][cells[1]] = Double(cells[2])
      entries += 1
    }
    #expect(entries == count)
    let neverSeen = ["CDL3BLACKCROWS", "CDLBREAKAWAY", "CDLKICKING", "CDLMATHOLD[penetration=0.6]"]
    var met = 0
    for heading in Set(expected.keys).union(neverSeen).union(CandlestickPatterns.all.map { $0.name.uppercased() }) {
      let column = OracleColumn(heading)
      let pattern = try #require(column.indicator)
      let depth = column.parameters.first?.value
      if depth == nil && !pattern.parameters.isEmpty { continue }
      let values = try values(pattern, prices, depth.map { [$0] } ?? [])
      for (date, value) in zip(dates, values) where !value.isNaN {
        let wanted = expected[heading]?[date] ?? 0
        if value != wanted { Issue.record("\(heading) is \(value) on \(date), expected \(wanted)") }
        if value == wanted && value != 0 { met += 1 }
      }
    }
    #expect(met == count)
  }

  @Test("A scan finds what the patterns give one by one, by bar and name, gaps in the data included")
  func scanning() throws {
    var dice = Dice(41)
    var prices = coarseBars(3000, &dice)
    for round in 0..<3 {
      if round == 1 { for bar in [0, 511, 512, 700, 705, 1023, 1600, 2999] { prices[dice.whole(0...3)][bar] = .nan } }
      if round == 2 { for bar in 900..<1500 { prices[1][bar] = .nan } }
      var expected: [[Double]] = []
      for (place, pattern) in CandlestickPatterns.all.enumerated() {
        for (bar, value) in try values(pattern, prices).enumerated() where !value.isNaN && value != 0 {
          expected.append([Double(bar), Double(place), value])
        }
      }
      expected.sort { $0.lexicographicallyPrecedes($1) }
      let names = CandlestickPatterns.all.map(\.name)
      let all = scan(prices)
      let found = all.map { [Double($0.bar), Double(names.firstIndex(of: $0.indicator.name) ?? -1), Double($0.value)] }
      #expect(found == expected)
      #expect(found.count > 3000)
      for bars in [0..<0, 0..<1, 2990..<3000, 500..<530, 703..<709, 1000..<2500, 2999..<9000] {
        #expect(scan(prices, bars) == all.filter { bars.contains($0.bar) }, "\(bars)")
      }
    }
  }

  @Test("A longer series begins with the same values, across the blocks in which bars are read")
  func noLookAhead() throws {
    var dice = Dice(42)
    let prices = coarseBars(1600, &dice)
    for pattern in CandlestickPatterns.all {
      let whole = try values(pattern, prices).map(\.bitPattern)
      for count in [509, 511, 512, 513, 514, 530, 1023, 1024, 1025, 1027, 1536, 1599] {
        let part = try values(pattern, prices.map { $0.prefix(count) }).map(\.bitPattern)
        #expect(part == Array(whole.prefix(count)), "\(pattern.name) at \(count)")
      }
    }
  }

  @Test("Where the bars are cut into blocks makes no difference")
  func blocks() throws {
    var dice = Dice(43)
    let prices = coarseBars(1300, &dice)
    for pattern in CandlestickPatterns.all {
      let whole = try values(pattern, prices)
      for shift in [1, 3, 64, 255, 508, 511] {
        let later = try values(pattern, prices.map { Column(Array($0.values[shift...])) })
        // After twice the longest look back nothing depends on where the series begins.
        #expect(Array(later[30...]) == Array(whole[(30 + shift)...]), "\(pattern.name) from \(shift)")
      }
    }
  }

  @Test("A huge bar is forgotten without a trace once it has left the windows")
  func noDrift() throws {
    var dice = Dice(44)
    let prices = coarseBars(200, &dice)
    var huge = prices
    huge[1][60] = 1e17
    huge[3][60] = 9e16
    for pattern in CandlestickPatterns.all {
      let (a, b) = (try values(pattern, prices), try values(pattern, huge))
      #expect(Array(a[80...]) == Array(b[80...]), "\(pattern.name)")
    }
    let flat = Column(repeating: 10, count: 40)
    var high = flat
    high[12] = 10.1
    // A bar without a range is a doji however small the bars before it.
    let doji = try values(#require(Indicator.named("cdldoji")), [flat, high, flat, flat])
    #expect(doji[10...].allSatisfy { $0 == 100 })
  }
}
