import Indicators
import StandardIndicators
import TestSupport

/// Writes random expressions whose kinds are right.
struct RandomExpressions {
  var dice: Dice
  /// True if indicators of the catalogue are called.
  var callsIndicators = true
  /// True if each part has a value on each bar once it has warmed up on complete bars.
  var isComplete = false
  /// Names of run-time parameters, whole numbers from 1.
  var parameters: [String] = []

  /// The contexts that may follow `@`; some values are then computed on other bars.
  var contexts: [String] = []

  init(seed: UInt64) { dice = Dice(seed) }

  /// A number that is the same on all bars.
  mutating func constant() -> String { dice.pick(["0", "1", "2", "0.5", "100", "3.25", "7", "1.5"]) }

  /// A whole number of bars.
  mutating func count(_ range: ClosedRange<Int>) -> String {
    if !parameters.isEmpty, range.lowerBound <= 2, dice.whole(0...1) == 0 { return dice.pick(parameters) }
    return "\(dice.whole(range))"
  }

  /// A series of numbers.
  mutating func series(_ depth: Int) -> String {
    if depth <= 0 {
      return dice.pick(
        ["close", "open", "high", "low", "volume", "hl2", "hlc3", "ohlc4"] + (isComplete ? [] : ["day", "hour"]))
    }
    if !contexts.isEmpty, dice.whole(0...3) == 0 {
      let joined = "(\(series(depth - 1))) @ \(dice.pick(contexts))"
      return dice.whole(0...3) == 0 ? "fresh(\(joined))" : "(\(joined))"
    }
    let a = series(depth - 1)
    switch dice.whole(0...(isComplete ? 9 : 19)) {
    case 0: return "(\(a) + \(operand(depth)))"
    case 1: return "(\(operand(depth)) - \(a))"
    case 2: return "(\(a) * \(constant()))"
    case 3: return "-\(a)"
    case 4: return "abs(\(a))"
    case 5: return "min(\(a), \(operand(depth)))"
    case 6: return "max(\(a), \(operand(depth)), \(constant()))"
    case 7: return "(\(a))[\(count(0...9))]"
    case 8, 9, 10, 11: return callsIndicators ? indicator(depth, isTruth: false) : "(\(a) + \(series(depth - 1)))"
    case 12: return "(\(a) / \(operand(depth)))"
    case 13: return "if(\(truth(depth - 1)), \(a), \(operand(depth)))"
    case 14: return "case(\(truth(depth - 1)), \(a), \(truth(depth - 1)), \(operand(depth))\(dice.pick(["", ", 4"])))"
    case 15: return "nz(\(a), \(operand(depth)))"
    case 16: return dice.pick(["sqrt", "sign", "floor", "ceil", "round"]) + "(\(a))"
    case 17: return "clamp(\(a), \(constant()), 120)"
    case 18: return "mod(\(a), \(operand(depth)))"
    default: return "(\(a)) ^ 2"
    }
  }

  /// A series of booleans.
  mutating func truth(_ depth: Int) -> String {
    if !contexts.isEmpty, depth > 0, dice.whole(0...5) == 0 {
      return "((\(truth(depth - 1))) @ \(dice.pick(contexts)))"
    }
    let a = series(depth - 1)
    switch dice.whole(0...(isComplete ? 5 : 9)) {
    case 0, 1: return "(\(a) \(dice.pick(["<", "<=", ">", ">=", "==", "!="])) \(operand(depth)))"
    case 2: return "(\(a) crosses \(operand(depth)))"
    case 3: return "(\(a) crosses above \(operand(depth)))"
    case 4: return depth > 0 ? "(not \(truth(depth - 1)))" : "(\(a) > 0)"
    case 5:
      // Two numbers are in order, as others are refused.
      let ends = [operand(depth), operand(depth)]
      let isReversed = Double(ends[0]).flatMap { first in Double(ends[1]).map { first > $0 } } ?? false
      return "(\(a) between \(ends[isReversed ? 1 : 0]) and \(ends[isReversed ? 0 : 1]))"
    case 6: return depth > 0 ? "(\(truth(depth - 1)) and \(truth(depth - 1)))" : "(\(a) < 1)"
    case 7: return depth > 0 ? "(\(truth(depth - 1)) or \(truth(depth - 1)))" : "(\(a) > 1)"
    case 8: return "na(\(a))"
    default:
      return callsIndicators && depth > 0 ? indicator(depth, isTruth: true) : "(\(a) crosses below \(operand(depth)))"
    }
  }

  private mutating func operand(_ depth: Int) -> String { dice.whole(0...2) == 0 ? constant() : series(depth - 1) }

  private mutating func indicator(_ depth: Int, isTruth: Bool) -> String {
    let kind: ValueKind = isTruth ? .truth : .number
    let known = Indicator.all.filter { indicator in
      indicator.outputs.contains { $0.kind == kind } && !(isComplete && indicator.isPartial)
    }
    let indicator = dice.pick(known)
    var arguments: [String] = []
    let mayLeaveOut = indicator.inputs.allSatisfy(\.hasDefault)
    if !mayLeaveOut || dice.whole(0...1) == 0 {
      for input in indicator.inputs { arguments.append(input.kind == .truth ? truth(depth - 1) : series(depth - 1)) }
    }
    for parameter in indicator.parameters {
      let name = dice.pick([parameter.name] + parameter.aliases)
      switch parameter.kind {
      case .whole(let range):
        arguments.append("\(name)=\(count(range.lowerBound...min(range.upperBound, range.lowerBound + 12)))")
      case .real(let range):
        let whole = Double(dice.whole(0...3))
        let middle = (max(range.lowerBound, 0) + min(range.upperBound, 3)) / 2
        arguments.append("\(name)=\(range.contains(whole) ? whole : middle)")
      case .choice(let choices):
        let choice = dice.pick(choices)
        arguments.append("\(name)=" + (dice.whole(0...1) == 0 ? "\"\(choice.name)\"" : "\(choice.number)"))
      }
    }
    let call = "\(indicator.name)(\(arguments.joined(separator: ", ")))"
    guard indicator.outputs.count > 1 else { return call }
    let output = dice.pick(indicator.outputs.filter { $0.kind == kind })
    return call + "." + dice.pick([output.name] + output.aliases)
  }
}
