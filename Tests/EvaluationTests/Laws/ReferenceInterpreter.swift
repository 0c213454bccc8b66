import Calendar
import Columns
import Language

/// Computes an expression bar by bar straight from its tree.
///
/// It is slow, and has nothing in common with the engine but the language's description. It knows no indicators.
struct ReferenceInterpreter {
  let bars: Bars

  func values(_ expression: Expression) -> [Double] { (0..<bars.count).map { value(expression, $0) } }

  private func value(_ expression: Expression, _ bar: Int) -> Double {
    guard bar >= 0 else { return .nan }
    switch expression {
    case .literal(.number(let number), _): return number.value
    case .name(let name, _): return field(name, bar)
    case .unary(.negate, let x, _): return -value(x, bar)
    case .unary(.not, let x, _): return truth(value(x, bar)).map { $0 ? 0 : 1 } ?? .nan
    case .lag(let x, let n, _): return value(x, bar - Int(value(n, bar)))
    case .binary(let sign, let left, let right, _): return binary(sign, left, right, bar)
    case .between(let x, let low, let high, _):
      return and(
        compare(value(x, bar), value(low, bar)) { $0 >= $1 }, compare(value(x, bar), value(high, bar)) { $0 <= $1 })
    case .call(let name, _, let arguments, _): return call(name, arguments.map(\.value), bar)
    default: return .infinity
    }
  }

  private func field(_ name: String, _ bar: Int) -> Double {
    let (open, high, low, close) = (bars.open[bar], bars.high[bar], bars.low[bar], bars.close[bar])
    switch name {
    case "open": return open
    case "high": return high
    case "low": return low
    case "close": return close
    case "volume": return bars.volume[bar]
    case "hl2": return (high + low) / 2
    case "hlc3": return (high + low + close) / 3
    case "ohlc4": return (open + high + low + close) / 4
    case "day": return Double(bars.civilTime(at: bar).date.day)
    case "hour": return Double(bars.civilTime(at: bar).hour)
    default: return .infinity
    }
  }

  private func truth(_ x: Double) -> Bool? { x.isNaN ? nil : x == 1 }

  private func finite(_ x: Double) -> Double { x.isInfinite ? .nan : x }

  private func compare(_ a: Double, _ b: Double, _ holds: (Double, Double) -> Bool) -> Bool? {
    a.isNaN || b.isNaN ? nil : holds(a, b)
  }

  private func number(_ truth: Bool?) -> Double { truth.map { $0 ? 1 : 0 } ?? .nan }

  private func and(_ a: Bool?, _ b: Bool?) -> Double {
    if a == false || b == false { return 0 }
    return a == nil || b == nil ? .nan : 1
  }

  private func binary(_ sign: BinaryOperator, _ left: Expression, _ right: Expression, _ bar: Int) -> Double {
    let a = value(left, bar)
    let b = value(right, bar)
    switch sign {
    case .add: return finite(a + b)
    case .subtract: return finite(a - b)
    case .multiply: return finite(a * b)
    case .divide: return finite(a / b)
    case .power: return finite(a * a)
    case .less: return number(compare(a, b) { $0 < $1 })
    case .lessOrEqual: return number(compare(a, b) { $0 <= $1 })
    case .greater: return number(compare(a, b) { $0 > $1 })
    case .greaterOrEqual: return number(compare(a, b) { $0 >= $1 })
    case .equal: return number(compare(a, b) { $0 == $1 })
    case .notEqual: return number(compare(a, b) { $0 != $1 })
    case .and: return and(truth(a), truth(b))
    case .or:
      if truth(a) == true || truth(b) == true { return 1 }
      return truth(a) == nil || truth(b) == nil ? .nan : 0
    case .crosses, .crossesAbove, .crossesBelow:
      let oldA = value(left, bar - 1)
      let oldB = value(right, bar - 1)
      guard bar > 0, ![a, b, oldA, oldB].contains(where: \.isNaN) else { return .nan }
      let above = a > b && oldA <= oldB
      let below = a < b && oldA >= oldB
      return (sign == .crossesAbove ? above : sign == .crossesBelow ? below : above || below) ? 1 : 0
    }
  }

  private func call(_ name: String, _ arguments: [Expression], _ bar: Int) -> Double {
    let x = arguments.map { value($0, bar) }
    switch name {
    case "abs": return x[0].magnitude
    case "min": return x.contains(where: \.isNaN) ? .nan : x.min() ?? .nan
    case "max": return x.contains(where: \.isNaN) ? .nan : x.max() ?? .nan
    case "if": return truth(x[0]) == true ? x[1] : x[2]
    case "case":
      for place in stride(from: 0, to: x.count - 1, by: 2) where truth(x[place]) == true { return x[place + 1] }
      return x.count % 2 == 1 ? x[x.count - 1] : .nan
    case "na": return x[0].isNaN ? 1 : 0
    case "nz": return x[0].isNaN ? x[1] : x[0]
    case "sqrt": return x[0].squareRoot()
    case "sign": return x[0].isNaN ? .nan : x[0] > 0 ? 1 : x[0] < 0 ? -1 : 0
    case "floor": return x[0].rounded(.down)
    case "ceil": return x[0].rounded(.up)
    case "round": return x[0].rounded(.toNearestOrAwayFromZero)
    case "clamp": return x.contains(where: \.isNaN) || x[1] > x[2] ? .nan : Swift.min(Swift.max(x[0], x[1]), x[2])
    case "mod":
      guard x[1] != 0 else { return .nan }
      let rest = x[0].truncatingRemainder(dividingBy: x[1])
      return rest != 0 && (rest < 0) != (x[1] < 0) ? rest + x[1] : rest
    default: return .infinity
    }
  }
}
