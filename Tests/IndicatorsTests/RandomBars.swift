import Columns
import Indicators
import RandomSupport
import Testing

/// Made-up bars: a random walk with equal prices, flat stretches and bars without volume among them.
struct RandomBars {
  var fields: [BarField: Column] = [:]
  var condition = Column([])

  init(_ count: Int, seed: UInt64) {
    var dice = Dice(seed)
    var close = dice.number(1...500)
    var isFlat = false
    var truths: [Double] = []
    var columns: [BarField: [Double]] = [:]
    for _ in 0..<count {
      if dice.whole(0...30) == 0 { isFlat.toggle() }
      let open = close
      if !isFlat { close = max(0.01, (close * (1 + dice.number(-0.03...0.03)) * 100).rounded() / 100) }
      let high = max(open, close) * (isFlat ? 1 : 1 + dice.number(0...0.01))
      let low = min(open, close) * (isFlat ? 1 : 1 - dice.number(0...0.01))
      columns[.open, default: []].append(open)
      columns[.high, default: []].append(high)
      columns[.low, default: []].append(low)
      columns[.close, default: []].append(close)
      columns[.volume, default: []].append(isFlat ? 0 : Double(dice.whole(0...1_000_000)))
      truths.append(Double(dice.whole(0...1)))
    }
    fields = columns.mapValues { Column($0) }
    condition = Column(truths)
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
