import Columns
import Indicators
import StandardIndicators
import TestSupport
import Testing

/// Bars with prices in cents, on which sums of prices are often equal and their rounding differs, and the values that
/// TA-Lib computes on them.
@Suite("Ties of prices in cents fall as in TA-Lib")
struct CentTieTests {
  /// A row of the fixture: the series that it is part of, its bar, TA-Lib's values and the patterns that fire.
  struct Row {
    let part: Substring
    let numbers: [Double]
    let patterns: [Substring: Double]
  }

  static let parts: [[Row]] = {
    guard let text = try? FileContents.text(Fixtures.file("cent-ties.csv"))
    else { return [] }
    let rows = text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let fired = cells[9].split(separator: " ").map { $0.split(separator: ":") }
      return Row(
        part: cells[0], numbers: cells[1...8].map { Double($0) ?? .nan },
        patterns: Dictionary(uniqueKeysWithValues: fired.map { ($0[0], Double($0[1]) ?? .nan) }))
    }
    return ["0", "1", "2"].map { part in rows.filter { $0.part == part } }
  }()

  private func values(_ call: String, _ arguments: [Double?], _ part: [Row]) throws -> [Double] {
    let indicator = try #require(Indicator.named(call))
    let fields: [BarField] = [.open, .high, .low, .close, .volume]
    let inputs = indicator.inputs.map { input in
      let index = fields.firstIndex(of: input.defaultField ?? .close) ?? 3
      return Column(part.map { $0.numbers[index] })
    }
    return try indicator.compute(inputs, indicator.completeArguments(arguments))[0].values.array
  }

  @Test("The fixture has bars whose typical price ties in cents and not in its rounding")
  func fixture() {
    var ties = 0
    for part in Self.parts {
      #expect(part.count == 150)
      for (before, now) in zip(part, part.dropFirst()) {
        let (a, b) = (before.numbers, now.numbers)
        let cents = { (bar: [Double]) in (100 * (bar[1] + bar[2] + bar[3])).rounded() }
        if cents(a) == cents(b), (a[1] + a[2] + a[3]) / 3 != (b[1] + b[2] + b[3]) / 3 { ties += 1 }
      }
    }
    #expect(Self.parts.count == 3 && ties == 10)
  }

  @Test("mfi, correl and fosc", arguments: [("mfi", 14.0, 5), ("correl", 5, 6), ("fosc", 5, 7)])
  func numbers(name: String, period: Double, column: Int) throws {
    for part in Self.parts {
      for (index, value) in try values(name, [period], part).enumerated() {
        let expected = part[index].numbers[column]
        if value.isNaN && expected.isNaN { continue }
        #expect(abs(value - expected) <= 1e-9 * max(1, abs(expected)), "bar \(index): \(value), not \(expected)")
      }
    }
  }

  @Test("Candlestick patterns", arguments: CandlestickPatterns.all.map(\.name))
  func patterns(name: String) throws {
    for part in Self.parts {
      for (index, value) in try values(name, [], part).enumerated() where !value.isNaN {
        #expect(value == part[index].patterns[name[...]] ?? 0, "bar \(index)")
      }
    }
  }
}
