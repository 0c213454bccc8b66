import Columns
import Indicators

extension Plan {
  /// True if a node counts in percent, so that 50 means 50 %.
  func countsInPercent(_ id: NodeID) -> Bool { facts(of: id).countsInPercent }

  /// True if a new node is in percent; its operands are in the plan.
  ///
  /// The unit of an indicator's output follows its declaration, which may refer to its first input. Nodes that shift,
  /// select, average or sum values keep their unit; the unit of a product or a quotient is unknown.
  func countsInPercent(_ node: Node) -> Bool {
    switch node {
    case .indicator(let name, let inputs, let arguments, let output):
      guard let indicator = catalogue.indicator(named: name), indicator.outputs.indices.contains(output) else {
        return false
      }
      if indicator.outputs[output].unit == .asInput, let first = inputs.first { return countsInPercent(first) }
      return indicator.countsInPercent(output, with: arguments.map { constantValue($0) })
    case .operation(let operation, let operands):
      return operation.operandsOfItsUnit.contains { operands.indices.contains($0) && countsInPercent(operands[$0]) }
    case .lag(let operand, _), .ahead(let operand, _), .filled(let operand), .joined(let operand, _, _),
      .recursion(let operand, _):
      return countsInPercent(operand)
    case .reduction(let reduction, let operand, _): return reduction != .countOf && countsInPercent(operand)
    case .anchored(let function, let operand, _): return function != .count && countsInPercent(operand)
    case .across(let function, let operands, _):
      switch function {
      case .percentrank: return true
      case .count, .rank, .zscore: return false
      case .mean, .sum, .min, .max, .median, .stdev: return operands.contains { countsInPercent($0) }
      }
    case .constant, .parameter, .date, .barsIn, .barsSince, .barsUntil, .barsPerYear, .field, .time, .session,
      .valuation, .given, .eventDates, .periodStarts, .financial, .ownPast, .position:
      return false
    }
  }
}

extension Plan {
  /// True if a node is a price or a volume of the bars as such, which splits and dividends scale.
  ///
  /// Means, extremes, lags and sums of them are; quotients and differences of two of them, returns and counts are not.
  func isLevel(_ id: NodeID) -> Bool { facts(of: id).isLevel }

  /// True if a new node is a level; its operands are in the plan.
  func isLevel(_ node: Node) -> Bool {
    switch node {
    case .field: return true
    case .indicator(let name, let inputs, _, let output):
      guard let indicator = catalogue.indicator(named: name), indicator.outputs.indices.contains(output) else {
        return false
      }
      // A range of prices has the input's unit too, and scales with it.
      guard indicator.outputs[output].unit == .asInput, let first = inputs.first else { return false }
      return isLevel(first)
    case .operation(.subtract, let operands) where operands.count == 2:
      return isLevel(operands[0]) && !isLevel(operands[1])
    case .operation(let operation, let operands):
      return operation.operandsOfItsUnit.contains { operands.indices.contains($0) && isLevel(operands[$0]) }
    case .lag(let operand, _), .ahead(let operand, _), .filled(let operand): return isLevel(operand)
    case .reduction(let reduction, let operand, _): return reduction != .countOf && isLevel(operand)
    case .anchored(let function, let operand, _): return function != .count && isLevel(operand)
    case .across, .joined, .recursion, .constant, .parameter, .date, .barsIn, .barsSince, .barsUntil, .barsPerYear,
      .time, .session, .valuation, .given, .eventDates, .periodStarts, .financial, .ownPast, .position:
      return false
    }
  }
}

extension Operation {
  /// The operands whose unit the result has, by their index; none if it has one of its own.
  fileprivate var operandsOfItsUnit: Range<Int> {
    switch self {
    case .add, .subtract, .min, .max, .nz: 0..<2
    case .negate, .abs, .mod, .round, .floor, .ceil, .clamp: 0..<1
    case .select: 1..<3
    default: 0..<0
    }
  }
}
