import Columns
import Indicators
import TestSupport
import Testing

/// Random bars as inputs of indicators: equal prices, flat stretches and bars without volume among them, and a condition.
struct RandomInputs {
  var fields: [BarField: Column] = [:]
  var condition = Column([])

  init(_ count: Int, seed: UInt64) {
    var dice = Dice(seed)
    var walk = RandomBars()
    walk.start = dice.number(1...500)
    walk.wick = 0...0.01
    walk.volume = 0...1_000_000
    walk.barsToPause = 30
    walk.isRounded = true
    let bars = walk.bars(count, seed: dice.next())
    fields = [.open: bars.open, .high: bars.high, .low: bars.low, .close: bars.close, .volume: bars.volume]
    condition = Column((0..<count).map { _ in Double(dice.whole(0...1)) })
  }

  /// The inputs of an indicator.
  func inputs(of indicator: Indicator) -> [Column] {
    indicator.inputs.enumerated().map { place, input in
      if input.kind == .truth { return condition }
      let field = input.defaultField ?? (place == 0 ? .close : .volume)
      return fields[field] ?? Column([])
    }
  }
}

extension Indicator {
  /// Arguments among those allowed, windows of up to `longest` bars.
  func randomArguments(_ dice: inout Dice, longest: Int) -> [Double] {
    parameters.map { parameter in
      switch parameter.kind {
      case .whole(let range):
        Double(dice.whole(range.lowerBound...min(range.upperBound, max(range.lowerBound, longest))))
      case .real(let range): dice.number(max(range.lowerBound, -3)...min(range.upperBound, 3))
      case .choice(let choices): Double(choices[dice.whole(0...choices.count - 1)].number)
      }
    }
  }
}

/// The bits of columns, so that missing values compare equal.
func bits(_ columns: [Column]) -> [[UInt64]] {
  columns.map { $0.values.map { $0.isNaN ? Double.nan.bitPattern : $0.bitPattern } }
}

extension Indicator: CustomTestStringConvertible {
  /// The name is enough to tell which indicator a test tried.
  public var testDescription: String { name }
}
