import Columns
import Foundation
import Indicators
import StandardIndicators
import TestSupport
import Testing

extension Parameter {
  /// A number, or that of a choice, as a heading writes it.
  fileprivate func number(_ text: String) -> Double? { Double(text) ?? number(ofChoice: text) }
}

/// Indicators that TA-Lib lacks, against values that were computed by definition with numpy and pandas.
@Suite("Indicators beyond TA-Lib")
struct FurtherIndicatorTests {
  /// A heading such as `yang_zhang[20;bars_per_year=1]` or `pivots[anchor=week;method=classic].r1`.
  private struct Heading {
    let indicator: Indicator
    let arguments: [Double]
    let output: Int
    let period: AnchorPeriod

    init?(_ text: String) throws {
      guard let bracket = text.firstIndex(of: "["), let end = text.lastIndex(of: "]") else { return nil }
      indicator = try #require(Indicator.named(String(text[..<bracket])), "\(text)")
      var given = [Double?](repeating: nil, count: indicator.parameters.count)
      var anchor = AnchorPeriod.first
      for (place, part) in text[text.index(after: bracket)..<end].split(separator: ";").enumerated() {
        let sides = part.split(separator: "=").map(String.init)
        guard sides.count == 2 else {
          given[place] = Double(part)
          continue
        }
        let index = try #require(indicator.parameterIndex(named: sides[0]), "\(text)")
        let number: Double = try #require(indicator.parameters[index].number(sides[1]), "\(text)")
        given[index] = number
        if sides[0] == "anchor" { anchor = AnchorPeriod.allCases.first { "\($0)" == sides[1] } ?? .first }
      }
      period = anchor
      arguments = try indicator.completeArguments(given)
      let field = text[text.index(after: end)...].dropFirst()
      output = field.isEmpty ? 0 : try #require(indicator.outputIndex(named: String(field)), "\(text)")
    }
  }

  @Test("Each column of the fixture is met to nine digits, the warm-up included")
  func fixture() throws {
    let file = Fixtures.file("further-indicators.csv")
    let table = try Table(file)
    let quotes = try Quotes(file)
    var seen: Set<String> = []
    for name in table.names {
      guard let heading = try Heading(name) else { continue }
      seen.insert(heading.indicator.name)
      let expected = try #require(table.columns[name])
      let values = try quotes.computed(
        heading.indicator.name, heading.arguments, heading.output, from: heading.period)
      let wrong = values.indices.first { index in
        let (value, wanted) = (values[index], expected[index])
        if value.isNaN || wanted.isNaN { return value.isNaN != wanted.isNaN }
        return abs(value - wanted) > max(1e-9 * abs(wanted), 1e-12)
      }
      #expect(
        values.count == expected.count && wrong == nil,
        "\(name), row \(wrong ?? -1): \(wrong.map { "\(values[$0]), expected \(expected[$0])" } ?? "")"
      )
      #expect(expected.contains { !$0.isNaN }, "\(name) has no value")
    }
    #expect(
      seen == [
        "alma", "chandelier", "connors_rsi", "eom", "fisher", "garman_klass", "hurst", "hv", "kst", "linreg_channel",
        "market_beta", "parkinson", "pivots", "rogers_satchell", "sharpe", "squeeze", "vwap", "vwap_bands",
        "yang_zhang",
      ])
  }

  @Test("The volume-weighted price starts anew, skips what is missing, and waits for a start and for volume")
  func volumeWeighted() throws {
    let price: [Double] = [1, 2, 4, __, 6, 8, 3]
    let volume: [Double] = [1, 1, 3, 1, 1, 0, 2]
    func row(_ starts: [Double]) throws -> [Double] {
      try computed("vwap", [price, price, price, volume, starts])[0]
    }
    expectRow(try row([1, 0, 0, 0, 0, 0, 0]), [1, 1.5, 3, __, 3.5, 3.5, 27.0 / 8])
    expectRow(try row([0, 1, 0, 0, 0, 1, 0]), [__, 2, 3.5, __, 4, __, 3])
    expectRow(try row([0, 0, 0, 1, __, 0, 0]), [__, __, __, __, 6, 6, 4])
    let bands = try computed("vwap_bands", [price, price, price, volume, [1, 0, 0, 0, 0, 0, 0]], [0, 2])
    // Of 1 and 2, each once, the mean is 1.5 and the deviation a half.
    expectRow(bands.map { $0[1] }, [2.5, 1.5, 0.5])
    expectRow(bands.map { $0[0] }, [1, 1, 1])
  }

  @Test("The volume-weighted price is the middle of its bands, bit for bit, wherever periods begin and values miss")
  func volumeWeightedMiddle() throws {
    for seed in 0..<40 {
      var dice = Dice(UInt64(seed))
      let fields = RandomInputs(300, seed: UInt64(seed)).fields
      let starts = (0..<300).map { _ in dice.whole(0...40) == 0 ? 1.0 : 0 }
      var rows = try [BarField.high, .low, .close, .volume].map { Array(try #require(fields[$0]).values) }
      for _ in 0..<dice.whole(0...3) { rows[dice.whole(0...3)][dice.whole(0...299)] = __ }
      let mean = try computed("vwap", rows + [starts])[0]
      let middle = try computed("vwap_bands", rows + [starts], [0, 1])[1]
      #expect(mean.map(\.bitPattern) == middle.map(\.bitPattern), "seed \(seed)")
    }
  }

  @Test("Pivots know only periods that began, and a period without prices leaves the levels as they are")
  func pivots() throws {
    let high: [Double] = [9, 12, 15, 14, __, 20, 21]
    let low: [Double] = [8, 9, 10, 11, __, 17, 18]
    let close: [Double] = [9, 9, 11, 12, __, 19, 20]
    let starts: [Double] = [0, 1, 0, 1, 1, 1, 0]
    let levels = try computed("pivots", [low, high, low, close, starts], [1, 0])
    // The second period has high 15, low 9 and close 11, the third 14, 11 and 12; the fourth has no prices.
    expectRow(levels[0], [__, __, __, 35.0 / 3, __, 37.0 / 3, 37.0 / 3])
    expectRow(levels[1], [__, __, __, 70.0 / 3 - 9, __, 74.0 / 3 - 11, 74.0 / 3 - 11])
    expectRow(levels[7], [__, __, __, __, __, __, __])
  }

  @Test("Random walks have an exponent near a half, trends near one, and noise near zero")
  func exponents() throws {
    var level = 0.0
    var state: UInt64 = 3
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53) - 0.5
    }
    let walk = (0..<5000).map { _ in
      level += noise() / 100
      return 100 * exp(level)
    }
    let last = try computed("hurst", [walk], [4000])[0].last ?? .nan
    #expect(abs(last - 0.5) < 0.05)
    let trend = (0..<300).map { exp(Double($0) / 100) }
    let straight = try computed("hurst", [trend])[0].last ?? .nan
    #expect(abs(straight - 1) < 1e-9)
    let still = try computed("hurst", [(0..<5000).map { _ in 100 + noise() }], [4000])[0].last ?? .nan
    #expect(abs(still) < 0.05)
    #expect(try computed("hurst", [[Double](repeating: 5, count: 300)])[0].allSatisfy { $0.isNaN })
  }

  @Test("What moves not at all has no volatility, no ratio, no choppiness and no beta")
  func flat() throws {
    let flat = [Double](repeating: 10, count: 40)
    for name in ["hv", "parkinson", "garman_klass", "rogers_satchell", "yang_zhang"] {
      let indicator = try #require(Indicator.named(name))
      let row = try computed(name, indicator.inputs.map { _ in flat }, [5])[0]
      #expect(row.drop { $0.isNaN }.allSatisfy { $0 == 0 } && row.last == 0, "\(name)")
    }
    for (name, inputs) in [("sharpe", 1), ("chop", 3), ("market_beta", 2), ("eom", 3)] {
      let row = try computed(name, Array(repeating: flat, count: inputs), [5])[0]
      #expect(row.allSatisfy { $0.isNaN } || name == "eom" && row.last == 0, "\(name)")
    }
    let fisher = try computed("fisher", [flat, flat], [5])
    #expect(fisher[0].suffix(36).allSatisfy { $0 == 0 })
    #expect(try computed("squeeze", [flat, flat, flat], [5])[0].last == 0)
  }

  @Test("A beta of a series to itself is one, and to twice its returns a half")
  func beta() throws {
    let market = [100.0, 110, 99, 108.9, 130.68]
    let half = [100.0, 105, 99.75, 104.7375, 115.21125]
    expectRow(try computed("market_beta", [market, market], [3])[0], [__, __, __, 1, 1])
    expectRow(try computed("market_beta", [half, market], [3])[0], [__, __, __, 0.5, 0.5])
  }

  @Test("The cloud that is drawn ahead of a bar is the one drawn over a later bar")
  func cloud() throws {
    let high = rowX.map { $0 + 1 }
    let low = rowX.map { $0 - 1 }
    let ahead = try computed("ichimoku", [high, low], [2, 3, 4, 0])
    let shown = try computed("ichimoku", [high, low], [2, 3, 4, 5])
    for place in 2...3 { expectRow(shown[place], Array(repeating: __, count: 5) + ahead[place].dropLast(5)) }
    expectRow(shown[0], ahead[0])
    expectRow(ahead[0], [__, 1.5, 2.5, 3.5, 3.5, 2.5, 3.5, 5, 5, 6, 6.5, 7])
  }
}
