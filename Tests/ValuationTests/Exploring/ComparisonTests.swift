import Testing
import Valuation

@Suite("Comparison")
struct ComparisonTests {
  private func columns(_ weights: [Double?] = [nil, nil, nil]) throws -> [ScenarioComparison.Column] {
    let changes: [(String, [Assumptions.Change])] = [
      ("bear", [set("growth", 0.02), set("margin", 0.26), set("discount", 0.10)]),
      ("base", []),
      ("bull", [set("growth", .glide(0.10, to: 0.04)), set("margin", 0.32)]),
    ]
    return try zip(changes, weights).map {
      ScenarioComparison.Column($0.0, try DiscountedCashFlow.value(example($0.1)), weight: $1)
    }
  }

  @Test("The weighted value of the example is its reference value")
  func weighted() throws {
    let comparison = try ScenarioComparison(columns([0.25, 0.5, 0.25]))
    let value = try #require(comparison.weightedValue)
    #expect(near(value, 87.580827, 1e-6))
    #expect(near(try #require(comparison.weightedUpside), value / 172.5 - 1, 1e-15))
    #expect(near(comparison.spread, 109.586030 - 58.879368, 1e-5))
  }

  @Test("The rows are the assumptions that differ, the flows and the results")
  func rows() throws {
    let comparison = try ScenarioComparison(columns())
    #expect(comparison.weightedValue == nil && comparison.weightedUpside == nil)
    #expect(
      comparison.rows.filter { $0.kind == .assumption }.map(\.item) == ["growth", "margin", "discount"]
    )
    #expect(comparison.rows[0].values[0] == .number(0.02))
    #expect(comparison.rows[0].values[1] == .path([0.06, 0.0525, 0.045, 0.0375, 0.03], written: "6% to 3%"))
    #expect(comparison.rows.filter { $0.kind == .flow }.map(\.year) == [1, 2, 3, 4, 5])
    #expect(
      comparison.rows.filter { $0.kind == .result }.map(\.item) == [
        "enterprise_value", "equity_value", "value_per_share", "upside", "cagr", "terminal_share",
      ]
    )
    let values = try #require(comparison.rows.first { $0.item == "value_per_share" }).values
    #expect(values[1] == .number(try value()))
  }

  @Test("Horizons may differ; a year that one does not have is missing")
  func horizons() throws {
    let short = try DiscountedCashFlow.value(example([set("horizon", 3), .remove("price")]))
    let comparison = try ScenarioComparison([
      .init("base", try DiscountedCashFlow.value(example())), .init("short", short),
    ])
    #expect(comparison.rows.first { $0.year == 4 }?.values[1] == .missing)
    #expect(comparison.rows.first { $0.item == "price" }?.values == [.number(172.5), .missing])
  }

  @Test("Weights must be complete and add up to 100%")
  func weights() throws {
    #expect(code { _ = try ScenarioComparison(columns([0.25, 0.5, 0.2])) } == .weightsNotOne)
    #expect(code { _ = try ScenarioComparison(columns([0.5, nil, 0.5])) } == .weightsIncomplete)
    #expect(code { _ = try ScenarioComparison(columns([-0.5, 1, 0.5])) } == .outOfRange)
    #expect(code { _ = try ScenarioComparison(columns([0.1, 0.2, 0.7])) } == nil)
    #expect(code { _ = try ScenarioComparison([]) } == .nothingToCompare)
    let column = try columns()[0]
    #expect(code { _ = try ScenarioComparison([column, column]) } == .nameTwice)
  }
}
