import Columns
import Indicators

/// A number that run-time parameters decide and that is not free: an argument of an indicator, or a lag.
public struct BoundNumber: Sendable {
  /// The node of the number.
  public let node: NodeID
  /// The parameters that it is made of, by their indices.
  public let parameters: [Int]
  /// The error of a value that is not allowed, as a run would meet it; nil for one that is.
  public let error: @Sendable (_ value: Double) -> EvaluationError?
}

/// The values of parameters before anything runs.
extension Plan {
  /// The numbers that parameters decide and that are not free, in the order of the plan.
  ///
  /// They are subject to the same rules as literal numbers. Numbers that also depend on the bars are checked in the
  /// run.
  public var boundNumbers: [BoundNumber] {
    var numbers: [BoundNumber] = []
    for (index, node) in nodes.enumerated() where facts[index].parameters != 0 {
      switch node {
      case .indicator(let name, _, let arguments, let output) where output == 0:
        guard let indicator = catalogue.indicator(named: name) else { continue }
        for (parameter, argument) in zip(indicator.parameters, arguments) where facts(of: argument).parameters != 0 {
          numbers.append(
            BoundNumber(node: argument, parameters: parameters(of: argument)) { value in
              if parameter.allows(value) { return nil }
              return .indicator(
                IndicatorError(
                  indicator: name,
                  cause: .argument(parameter: parameter.name, value: value, allowed: parameter.allowed)))
            })
        }
      case .lag(_, let bars), .ahead(_, let bars):
        guard facts(of: bars).parameters != 0 else { continue }
        numbers.append(
          BoundNumber(node: bars, parameters: parameters(of: bars)) { value in
            value == value.rounded() && (0...Self.longestLag).contains(value) ? nil : .invalidLag(value)
          })
      default: break
      }
    }
    for ends in ends {
      numbers.append(
        BoundNumber(node: ends.distance, parameters: parameters(of: ends.distance)) { distance in
          distance < 0 ? .reversedEnds(of: ends.what, by: -distance) : nil
        })
    }
    return numbers
  }

  /// The value that a node has on all bars, if the parameters have these values; nil if it depends on the bars.
  public func value(of id: NodeID, parameters: [Double]) -> Double? {
    switch nodes[id.index] {
    case .constant(let bits): Double(bitPattern: bits)
    case .parameter(let number): parameters.indices.contains(number) ? parameters[number] : nil
    default: scalars(upTo: id, parameters: parameters)[id.index]
    }
  }

  /// The run-time parameters that a node depends on, by their indices.
  public func parameters(of id: NodeID) -> [Int] {
    let bits = facts[id.index].parameters
    return bits == 0 ? [] : (0..<UInt64.bitWidth).filter { bits & 1 << UInt64($0) != 0 }
  }

  /// The values of the nodes that constants and parameters alone decide.
  private func scalars(upTo last: NodeID, parameters: [Double]) -> [Double?] {
    var values = [Double?](repeating: nil, count: last.index + 1)
    func all(_ ids: [NodeID]) -> [Double]? {
      let known = ids.compactMap { values[$0.index] }
      return known.count == ids.count ? known : nil
    }
    for (index, node) in nodes[...last.index].enumerated() {
      switch node {
      case .constant(let bits): values[index] = Double(bitPattern: bits)
      case .parameter(let number): values[index] = parameters.indices.contains(number) ? parameters[number] : nil
      case .operation(let operation, let operands) where !operation.looksBack:
        values[index] = all(operands).map { operation.apply(values: $0) }
      case .financial(let function, let numbers, let flows, let days):
        guard let numbers = all(numbers), let flows = all(flows), let days = all(days) else { continue }
        values[index] = function.apply(numbers, flows: flows, days: days)
      default: break
      }
    }
    return values
  }
}
