import Columns
import Foundation
import Indicators
import TestSupport
import Testing

@Suite("TA-Lib's results")
struct OracleTests {
  private static let groups = [
    "overlap-studies", "momentum-indicators", "volume-indicators", "volatility-indicators", "price-transform",
    "statistic-functions", "math-operators", "cycle-indicators",
  ]

  @Test(
    "Every column of TA-Lib's results is met to nine digits, the warm-up included",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"),
    arguments: [("SPY", false), ("GOOG", true)]
  )
  func everyColumn(symbol: String, first: Bool) throws {
    let all = try Table(SharedFolder.file("data/market/daily/\(symbol).csv"))
    var bars: [BarField: Column] = [:]
    for field in BarField.allCases {
      let values = try #require(all.columns[field.rawValue.capitalized])
      bars[field] = Column(Array(first ? values.prefix(500) : values.suffix(500)))
    }
    var checked = 0
    var missing: Set<String> = []
    for group in Self.groups {
      let table = try Table(SharedFolder.file("oracles/ta-lib/\(symbol).\(group).csv"))
      for heading in table.names {
        let column = OracleColumn(heading)
        if column.indicator == nil {
          missing.insert(column.function)
          continue
        }
        checked += 1
        let difference = try column.difference(to: table.columns[heading] ?? [], in: bars)
        #expect(difference == nil, "\(symbol) \(heading): \(difference ?? "")")
      }
    }
    #expect(missing.isEmpty, "not covered: \(missing.sorted().joined(separator: " "))")
    #expect(checked == 277)
  }

  @Test("The core indicators meet TA-Lib's results on the bars of the fixture")
  func core() throws {
    let table = try Table(Fixtures.file("spy-ta-lib.csv"))
    var bars: [BarField: Column] = [:]
    for field in BarField.allCases { bars[field] = Column(table.columns[field.rawValue] ?? []) }
    let headings = table.names.filter { BarField(rawValue: $0) == nil }
    for heading in headings {
      let difference = try OracleColumn(heading).difference(to: table.columns[heading] ?? [], in: bars)
      #expect(difference == nil, "\(heading): \(difference ?? "")")
    }
    #expect(headings.count == 76)
  }

  @Test("Other arguments than the defaults meet TA-Lib's results, a series of periods among them")
  func otherArguments() throws {
    let table = try Table(Fixtures.file("spy-ta-lib-arguments.csv"))
    var bars: [BarField: Column] = [:]
    for field in BarField.allCases { bars[field] = Column(table.columns[field.rawValue] ?? []) }
    let periods = Column(table.columns["periods"] ?? [])
    let headings = table.names.filter { BarField(rawValue: $0) == nil && $0 != "periods" }
    for heading in headings {
      let column = OracleColumn(heading, periods: periods)
      let difference = try column.difference(to: table.columns[heading] ?? [], in: bars)
      #expect(difference == nil, "\(heading): \(difference ?? "")")
    }
    #expect(headings.count == 49)
  }
}
