import Columns
import Indicators
import TestSupport
import Testing

/// Running sums and recurrences after very many bars, against whole-number arithmetic and sums taken from scratch.
///
/// The prices are whole cents around a level and the volumes whole, so that exact sums are sums of integers.
@Suite("No error builds up")
struct DriftTests {
  private static let count = 1_000_000
  private static let places = [count / 2, count - 2, count - 1]
  private static let bars = DriftBars(count)

  @Test("A running sum is exact to fifteen digits at the end", arguments: ["cumulative", "obv"])
  func runningSums(name: String) throws {
    let bars = Self.bars
    var sum = name == "obv" ? bars.volumes[0] : 0
    let values =
      name == "obv"
      ? try computed("obv", [bars.close, bars.volume])[0] : try computed("cumulative", [bars.close])[0]
    var exact: [Int: Double] = [:]
    for index in 0..<Self.count {
      if name == "obv" {
        let move = index == 0 ? 0 : bars.cents[index] - bars.cents[index - 1]
        sum += move.signum() * bars.volumes[index]
      } else {
        sum += bars.cents[index]
      }
      if Self.places.contains(index) { exact[index] = name == "obv" ? Double(sum) : Double(sum) / 100 }
    }
    for place in Self.places { expectClose(values[place], exact[place] ?? .nan, 1e-15, "\(name) at \(place)") }
  }

  @Test("Windows at the end are as if they were computed alone", arguments: Thoroughness.some([5, 14, 30, 200, 4321]))
  func windows(period: Int) throws {
    let close = Self.bars.close
    let names = [
      "sum", "sma", "wma", "trima", "stdev", "var", "linearreg", "linearreg_slope", "tsf", "avgdev", "highest",
      "lowest",
    ]
    for name in names {
      let whole = try computed(name, [close], [Double(period)])[0]
      for place in Self.places {
        let window = Array(close[(place - period + 1)...place])
        let alone = try computed(name, [window], [Double(period)])[0]
        expectClose(whole[place], alone[period - 1], 1e-9, "\(name)(\(period)) at \(place)")
      }
    }
  }

  @Test("Averages that fade are at the end as the plain recurrence says", arguments: [2, 14, 200])
  func recurrences(period: Int) throws {
    let close = Self.bars.close
    for (name, gain) in [("ema", 2 / Double(period + 1)), ("rma", 1 / Double(period))] {
      let values = try computed(name, [close], [Double(period)])[0]
      for place in Self.places {
        // Far enough back nothing of the beginning is left.
        let start = place - 60 * period
        var state = close[start]
        for index in start + 1...place { state += (close[index] - state) * gain }
        expectClose(values[place], state, 1e-9, "\(name)(\(period)) at \(place)")
      }
    }
  }

  @Test("A huge value is forgotten with the bar that leaves the window")
  func spikes() throws {
    var values = Array(Self.bars.close.prefix(4000))
    values[1000] = 1e14
    for name in ["sma", "wma", "stdev", "linearreg"] {
      let whole = try computed(name, [values], [20])[0]
      let after = try computed(name, [Array(values[1500..<1600])], [20])[0]
      for index in 20..<100 { expectClose(whole[1500 + index], after[index], 1e-12, "\(name) at \(index)") }
    }
  }

  private func expectClose(_ value: Double, _ expected: Double, _ tolerance: Double, _ what: String) {
    #expect(abs(value - expected) <= max(tolerance * abs(expected), 1e-12), "\(what): \(value), not \(expected)")
  }
}

/// A long walk in whole cents with whole volumes.
private struct DriftBars: Sendable {
  var cents: [Int] = []
  var volumes: [Int] = []
  var close: [Double] = []
  var volume: [Double] = []

  init(_ count: Int) {
    var dice = Dice(77)
    var price = 30_000
    for _ in 0..<count {
      price = max(100, price + dice.whole(-60...60) + (30_000 - price) / 500)
      cents.append(price)
      volumes.append(dice.whole(0...5_000_000))
    }
    close = cents.map { Double($0) / 100 }
    volume = volumes.map { Double($0) }
  }
}
