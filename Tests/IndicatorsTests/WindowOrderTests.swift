import Columns
import Indicators
import StandardIndicators
import TestSupport
import Testing

/// Windows whose values are kept in order, against the same results by definition.
@Suite("Windows in order of size")
struct WindowOrderTests {
  /// Series of the kinds that sums and orders are sensitive to.
  private static let kinds = ["walk", "noise", "offset", "ties", "stretches", "trend", "spikes", "sizes"]
  private static let periods = [2, 14, 63, 64, 65, 96, 97, 127, 128, 129, 200, 500, 2000]

  private static func series(_ kind: String, _ count: Int) -> [Double] {
    var dice = Dice(UInt64(kind.utf8.reduce(17) { $0 &* 31 &+ Int($1) }))
    var level = 100.0
    return (0..<count).map { index in
      let noise = dice.number(-1...1)
      switch kind {
      case "walk":
        level *= 1 + noise / 100
        return level
      case "offset": return 1e6 + noise
      case "ties": return Double(dice.whole(0...9))
      case "stretches":
        if dice.whole(0...400) == 0 { level += noise }
        return dice.whole(0...9000) < index % 9000 ? level : level + noise
      case "trend": return Double(index) / 7 + noise
      case "spikes": return dice.whole(0...300) == 0 ? noise * 1e9 : noise
      case "sizes": return dice.whole(0...900) == 0 ? noise * 1e30 : noise * 1e-3
      default: return noise
      }
    }
  }

  private static func deviation(_ window: ArraySlice<Double>) -> Double {
    // Sums from the first value on, so that values far from zero lose no digits.
    let origin = window.first ?? 0
    let mean = origin + window.reduce(0) { $0 + ($1 - origin) } / Double(window.count)
    return window.reduce(0) { $0 + abs($1 - mean) } / Double(window.count)
  }

  @Test("The mean deviation is the mean of all distances, whatever the period", arguments: Thoroughness.some(kinds))
  func meanDeviation(kind: String) throws {
    let values = Self.series(kind, 50_000)
    for period in Self.periods {
      let deviations = try computed("avgdev", [values], [Double(period)])[0]
      for index in stride(from: period - 1, to: values.count, by: 197) {
        let expected = Self.deviation(values[index - period + 1...index])
        #expect(
          abs(deviations[index] - expected) <= 1e-9 * expected,
          "\(kind), \(period) bars at \(index): \(deviations[index]) is not \(expected)"
        )
      }
    }
  }

  @Test("cci divides by the mean deviation, whatever the period", arguments: Thoroughness.some(kinds))
  func channel(kind: String) throws {
    let values = Self.series(kind, 20_000)
    for period in Self.periods {
      let channel = try computed("cci", [values, values, values], [Double(period)])[0]
      for index in stride(from: period - 1, to: values.count, by: 197) {
        let window = values[index - period + 1...index].map { ($0 + $0 + $0) / 3 }
        let mean = window[0] + window.reduce(0) { $0 + ($1 - window[0]) } / Double(period)
        let deviation = Self.deviation(window[...])
        let expected = deviation == 0 ? 0 : (window[period - 1] - mean) / (0.015 * deviation)
        #expect(abs(channel[index] - expected) <= 1e-9 * max(abs(expected), 1), "\(kind), \(period)")
      }
    }
  }

  @Test("A constant window has exactly no deviation, after any values")
  func constant() throws {
    for period in [20, 300, 1000] {
      let values = Self.series("spikes", 1700) + [Double](repeating: 0.1, count: 3000)
      let deviations = try computed("avgdev", [values], [Double(period)])[0]
      let channel = try computed("cci", [values, values, values], [Double(period)])[0]
      #expect(deviations[(1700 + period)...].allSatisfy { $0 == 0 })
      #expect(channel[(1700 + period)...].allSatisfy { $0 == 0 })
    }
  }

  @Test("Long windows see nothing of what comes later, and nothing of what is before a gap")
  func laws() throws {
    for name in ["cci", "avgdev", "median", "rank", "percentrank"] {
      let indicator = try #require(Indicator.named(name))
      for kind in Self.kinds {
        for period in [97.0, 150, 333, 600] {
          var given = [Double?](repeating: nil, count: indicator.parameters.count)
          given[0] = period
          let arguments = try indicator.completeArguments(given)
          let values = Column(Self.series(kind, 2500))
          let inputs = indicator.inputs.map { _ in values }
          let whole = bits(try indicator.compute(inputs, arguments))[0]
          for count in [334, 601, 999, 1000, 1001, 1333, 2000, 2499] {
            let part = bits(try indicator.compute(inputs.map { $0.prefix(count) }, arguments))[0]
            #expect(part == Array(whole.prefix(count)), "\(name)(\(period)) of \(kind) at \(count)")
          }
          var holed = values
          holed[700] = .nan
          let healed = bits(try indicator.compute(inputs.map { _ in holed }, arguments))[0]
          let rest = Column(Array(values.values[701...]))
          let alone = bits(try indicator.compute(inputs.map { _ in rest }, arguments))[0]
          #expect(Array(healed[701...]) == alone, "\(name)(\(period)) of \(kind)")
        }
      }
    }
  }

  @Test("Order and counts are exact in long windows", arguments: Thoroughness.some(kinds))
  func order(kind: String) throws {
    let values = Self.series(kind, 20_000)
    for period in Self.periods {
      let ranks = try computed("rank", [values], [Double(period)])[0]
      let medians = try computed("median", [values], [Double(period)])[0]
      let shares = try computed("percentrank", [values], [Double(period), 1])[0]
      for index in stride(from: period, to: values.count, by: 797) {
        let window = values[index - period + 1...index].sorted()
        let below = window.count { $0 < values[index] }
        let equal = window.count { $0 == values[index] }
        let (lower, upper) = (window[(period - 1) / 2], window[period / 2])
        #expect(ranks[index] == Double(below) + Double(equal + 1) / 2)
        #expect(medians[index] == (lower == upper ? lower : lower / 2 + upper / 2))
        let reached = values[index - period..<index].count { $0 <= values[index] }
        #expect(shares[index] == Double(reached) * (100 / Double(period)))
      }
    }
  }

  @Test("Infinite and huge values in a long window give no infinite result and are forgotten")
  func huge() throws {
    for period in [20.0, 150] {
      var values = Self.series("walk", 900)
      let clean = try computed("avgdev", [values], [period])[0]
      values[200] = .infinity
      values[203] = -.greatestFiniteMagnitude
      values[204] = .greatestFiniteMagnitude
      let deviations = try computed("avgdev", [values], [period])[0]
      #expect(deviations.allSatisfy { !$0.isInfinite })
      for index in 204 + Int(period)..<900 {
        #expect(abs(deviations[index] - clean[index]) <= 1e-9 * clean[index], "\(period) at \(index)")
      }
    }
  }
}
