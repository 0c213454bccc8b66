import Columns
import Foundation
import Indicators
import StandardIndicators

/// A column of TA-Lib's results, read from its heading such as `BBANDS[timeperiod=20;nbdevup=2.0].upperband`.
struct OracleColumn {
  let heading: String
  let function: String
  let parameters: [(name: String, value: Double)]
  let output: String?
  /// The column that an input named `periods` reads.
  let periods: Column?

  init(_ heading: String, periods: Column? = nil) {
    self.heading = heading
    self.periods = periods
    var rest = Substring(heading)
    if let dot = rest.lastIndex(of: "."), rest[dot...].allSatisfy({ $0 != "]" }) {
      output = String(rest[rest.index(after: dot)...])
      rest = rest[..<dot]
    } else {
      output = nil
    }
    let parts = rest.split(separator: "[")
    function = String(parts[0])
    let list = parts.count > 1 ? parts[1].dropLast().split(separator: ";") : []
    parameters = list.map { part in
      let sides = part.split(separator: "=")
      return (String(sides[0]), Double(sides[1]) ?? .nan)
    }
  }

  /// Functions that go by another name here, and the call that gives the same numbers.
  static let renamed = ["MAX": "highest", "MIN": "lowest", "CUMSUM": "cumulative"]

  /// The indicator, or nil if there is none yet.
  var indicator: Indicator? { Indicator.named(Self.renamed[function] ?? function.lowercased()) }

  /// Outputs of whole numbers, which TA-Lib cannot leave out: it writes 0 before the first value.
  private static let wholeNumbers: Set<String> = ["minidx", "maxidx", "trend"]
  private static let wholeNumberFunctions: Set<String> = ["HT_TRENDMODE", "MAXINDEX", "MININDEX"]

  private var isWholeNumber: Bool {
    output.map { Self.wholeNumbers.contains($0) } ?? Self.wholeNumberFunctions.contains(function)
  }

  /// The arguments of the heading, by TA-Lib's names; arguments that it does not name have their defaults.
  func arguments(of indicator: Indicator) throws -> [Double]? {
    var given = [Double?](repeating: nil, count: indicator.parameters.count)
    for (name, value) in parameters {
      guard let index = indicator.parameterIndex(named: name) else { return nil }
      given[index] = value
    }
    return try indicator.completeArguments(given)
  }

  /// The series of the heading's inputs: the defaults, but extremes of the close.
  func inputs(of indicator: Indicator, in bars: [BarField: Column]) -> [Column] {
    indicator.inputs.map { input in
      // TA-Lib knows no anchor: its sums begin with the first bar.
      if input.anchor != nil { return Column((0..<(bars[.close]?.count ?? 0)).map { $0 == 0 ? 1 : 0 }) }
      if input.name == "periods", let periods { return periods }
      let field = Self.renamed[function] == nil ? input.defaultField : .close
      return bars[field ?? .close] ?? Column([])
    }
  }

  /// The first row that differs, as text, or nil if the columns agree.
  func difference(to expected: [Double], in bars: [BarField: Column]) throws -> String? {
    guard let indicator, let arguments = try arguments(of: indicator) else { return "cannot be called" }
    let outputs = try indicator.compute(inputs(of: indicator, in: bars), arguments)
    guard let place = output.map({ indicator.outputIndex(named: $0) }) ?? 0 else { return "has no output" }
    let values = outputs[place].values
    let warmUp = try indicator.warmUp(arguments, output: place)
    for (row, pair) in zip(values, expected).enumerated() {
      let (value, wanted) = pair
      if value.isNaN && wanted.isNaN { continue }
      if value.isNaN, wanted == 0, isWholeNumber, row < warmUp { continue }
      if abs(value - wanted) <= max(1e-9 * abs(wanted), 1e-12) { continue }
      if isCloser(value, than: wanted, row: row, arguments: arguments, in: bars) { continue }
      return "row \(row): \(value), expected \(wanted)"
    }
    return values.count == expected.count ? nil : "has \(values.count) rows"
  }
}

extension OracleColumn {
  /// True if TA-Lib's own rounding makes the difference: a slope near zero, or a forecast near the price, of prices
  /// in cents, whose exact value whole-number arithmetic gives, and which `value` meets to ten digits.
  private func isCloser(
    _ value: Double,
    than wanted: Double,
    row: Int,
    arguments: [Double],
    in bars: [BarField: Column]
  ) -> Bool {
    guard ["LINEARREG_SLOPE", "LINEARREG_ANGLE", "FOSC"].contains(function), let close = bars[.close] else {
      return false
    }
    let n = Int(arguments[0])
    // A forecast is made of the bars before the present one.
    let end = function == "FOSC" ? row : row + 1
    guard end >= n else { return false }
    let cents = (end - n..<end).map { Int((close[$0] * 100).rounded()) }
    let numbers = Array(0..<n)
    let sum = numbers.reduce(0, +)
    let top = n * zip(numbers, cents).map(*).reduce(0, +) - sum * cents.reduce(0, +)
    let bottom = n * numbers.map { $0 * $0 }.reduce(0, +) - sum * sum
    if function == "FOSC" {
      let now = Int((close[row] * 100).rounded()) * n * bottom
      let forecast = cents.reduce(0, +) * bottom + top * (n * n - sum)
      let exact = 100 * Double(now - forecast) / Double(now)
      return abs(exact) < 0.01 && abs(value - exact) <= 1e-10 * abs(exact)
    }
    let slope = Double(top) / Double(bottom) / 100
    let exact = function == "LINEARREG_SLOPE" ? slope : atan(slope) * 180 / .pi
    return abs(slope) < 0.01 && abs(value - exact) <= 1e-10 * abs(exact)
  }
}
