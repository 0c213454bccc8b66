import Calendar
import Columns
import Indicators

/// The series on which indicators are measured, and a call of each indicator on them.
struct MeasuredSeries {
  let count: Int
  let bars: Bars
  /// The series by name, in the order in which a file of them has them.
  let series: [(name: String, column: Column)]

  init(count: Int) {
    self.count = count
    bars = SyntheticBars.bars(count: count, timeframe: .minute)
    series = [
      ("open", bars.open), ("high", bars.high), ("low", bars.low), ("close", bars.close), ("volume", bars.volume),
      ("periods", Column((0..<count).map { Double(2 + $0 % 29) })),
      ("condition", Column(zip(bars.open.values, bars.close.values).map { $0 < $1 ? 1 : 0 })),
      ("first", Column((0..<count).map { $0 == 0 ? 1 : 0 })),
    ]
  }

  /// The series by name; the close if there is none.
  func column(_ name: String) -> Column { series.first { $0.name == name }?.column ?? bars.close }

  /// The series that an indicator is measured on.
  func inputs(of indicator: Indicator) -> [Column] { Self.inputNames(of: indicator).map(column) }

  /// The series as TA-Lib's script reads them: the values of one after those of another.
  var bytes: [UInt8] {
    series.flatMap { series in series.column.values.withUnsafeBytes { Array($0) } }
  }

  /// The names of the series that an indicator is measured on: those that it reads by itself, else close, open and
  /// volume.
  static func inputNames(of indicator: Indicator) -> [String] {
    var others = ["close", "open", "volume"][...]
    return indicator.inputs.map { input in
      // TA-Lib knows no anchor: its sums begin with the first bar.
      if input.anchor != nil { return "first" }
      if input.kind == .truth { return "condition" }
      if input.name == "periods" { return "periods" }
      return input.defaultField?.rawValue ?? others.popFirst() ?? "close"
    }
  }

  /// The defaults, with some parameters set by name and plain values for those without a default.
  static func arguments(of indicator: Indicator, _ named: [String: Double] = [:]) throws -> [Double] {
    try indicator.completeArguments(
      indicator.parameters.map { parameter in
        named[parameter.name] ?? (parameter.defaultValue == .required ? requiredValue(parameter) : nil)
      })
  }

  private static func requiredValue(_ parameter: Parameter) -> Double {
    switch parameter.kind {
    case .whole(let range): Double(max(range.lowerBound, min(20, range.upperBound)))
    case .real(let range): max(range.lowerBound, min(2, range.upperBound))
    case .choice(let choices): Double(choices[0].number)
    }
  }
}
