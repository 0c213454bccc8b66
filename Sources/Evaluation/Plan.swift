import Columns
import Indicators
import Language

/// A graph of computations without cycles, in which equal computations are one node.
///
/// A node's operands always stand before it. Nodes that do not depend on run-time parameters or on the
/// position held have a key, a text that says what they compute: equal keys on the same bars are equal
/// columns, which is what the cache is built on.
public struct Plan: Sendable {
  /// What is known of a node before anything runs.
  struct Facts: Sendable {
    /// One value for all bars.
    var isScalar: Bool
    /// How many leading bars have no value where the bars have all theirs.
    var warmUp: Int
    /// The run-time parameters it depends on, as bits.
    var parameters: UInt64
    /// Depends on the position held, or on the own past of a recursion outside of it.
    var isPerBar: Bool
    /// What it computes, in words that are equal for equal computations.
    var key: String
  }

  private(set) var nodes: [Node] = []
  private(set) var facts: [Facts] = []
  private var index: [Node: NodeID] = [:]

  /// Makes an empty plan.
  public init() {}

  subscript(id: NodeID) -> Node { nodes[id.index] }

  /// How many nodes there are.
  public var count: Int { nodes.count }

  func facts(of id: NodeID) -> Facts { facts[id.index] }

  /// True where the node is one value for all bars.
  public func isScalar(_ id: NodeID) -> Bool { facts[id.index].isScalar }

  /// How many leading bars have no value where the bars have all theirs.
  public func warmUp(of id: NodeID) -> Int { facts[id.index].warmUp }

  /// True where the node's value depends on the position held, so that it is no column.
  public func isPerBar(_ id: NodeID) -> Bool { facts[id.index].isPerBar }

  /// The value of a constant node.
  func constant(_ id: NodeID) -> Double? {
    if case .constant(let bits) = nodes[id.index] { Double(bitPattern: bits) } else { nil }
  }

  /// The id of a node that is there already.
  func find(_ node: Node) -> NodeID? { index[node] }

  /// Adds a node, or finds the equal one that is there; folds operations on constants.
  mutating func add(_ node: Node) -> NodeID {
    if case .operation(let operation, let operands) = node, !operation.looksBack {
      let values = operands.compactMap { constant($0) }
      if values.count == operands.count {
        return add(.constant(operation.apply(values: values)))
      }
    }
    if let known = index[node] { return known }
    let id = NodeID(index: nodes.count)
    nodes.append(node)
    facts.append(facts(for: node))
    index[node] = id
    return id
  }

  private func facts(for node: Node) -> Facts {
    func joined(_ operands: [NodeID]) -> (scalar: Bool, warmUp: Int, parameters: UInt64, perBar: Bool) {
      operands.reduce((true, 0, 0, false)) { sum, id in
        let facts = facts[id.index]
        return (
          sum.0 && facts.isScalar, max(sum.1, facts.warmUp), sum.2 | facts.parameters, sum.3 || facts.isPerBar
        )
      }
    }
    func keys(_ operands: [NodeID]) -> String { operands.map { facts[$0.index].key }.joined(separator: ",") }
    switch node {
    case .constant(let bits):
      return Facts(isScalar: true, warmUp: 0, parameters: 0, isPerBar: false, key: "#\(bits)")
    case .parameter(let number):
      return Facts(
        isScalar: true, warmUp: 0, parameters: 1 << UInt64(min(number, 63)), isPerBar: false, key: "$\(number)")
    case .date(let date, let isEnd):
      return Facts(isScalar: true, warmUp: 0, parameters: 0, isPerBar: false, key: "date(\(date),\(isEnd))")
    case .barsIn(let duration):
      let key = "bars(\(duration.count)\(duration.unit.rawValue))"
      return Facts(isScalar: true, warmUp: 0, parameters: 0, isPerBar: false, key: key)
    case .field(let field):
      return Facts(isScalar: false, warmUp: 0, parameters: 0, isPerBar: false, key: "\(field)")
    case .time(let field):
      return Facts(isScalar: false, warmUp: 0, parameters: 0, isPerBar: false, key: "time.\(field)")
    case .lag(let operand, let bars):
      let all = joined([operand, bars])
      let count = Int(constant(bars) ?? 0)
      return Facts(
        isScalar: false, warmUp: facts[operand.index].warmUp + count, parameters: all.parameters,
        isPerBar: all.perBar, key: "lag(\(keys([operand, bars])))")
    case .operation(let operation, let operands):
      let all = joined(operands)
      var warmUp = all.warmUp + (operation.looksBack ? 1 : 0)
      if operation == .na { warmUp = 0 }
      if operation == .nz, let replacement = operands.last { warmUp = facts[replacement.index].warmUp }
      return Facts(
        isScalar: all.scalar, warmUp: warmUp, parameters: all.parameters, isPerBar: all.perBar,
        key: "\(operation.rawValue)(\(keys(operands)))")
    case .indicator(let name, let inputs, let arguments, let output):
      let all = joined(inputs + arguments)
      let values = arguments.map { constant($0) ?? 1 }
      let own = Indicator.named(name).map { $0.warmUp(values) } ?? 0
      return Facts(
        isScalar: false, warmUp: joined(inputs).warmUp + own, parameters: all.parameters, isPerBar: all.perBar,
        key: "\(name).\(output)(\(keys(inputs));\(keys(arguments)))")
    case .reduction(let reduction, let operand, let arguments):
      let all = joined([operand] + arguments)
      return Facts(
        isScalar: true, warmUp: 0, parameters: all.parameters, isPerBar: all.perBar,
        key: "\(reduction)(\(keys([operand] + arguments)))")
    case .recursion(let body, let start):
      let all = joined([body, start])
      return Facts(
        isScalar: false, warmUp: all.warmUp, parameters: all.parameters, isPerBar: false,
        key: "recursion(\(keys([body, start])))")
    case .ownPast(let lag, let depth):
      return Facts(isScalar: false, warmUp: 0, parameters: 0, isPerBar: true, key: "past(\(lag),\(depth))")
    case .position(let variable):
      return Facts(isScalar: false, warmUp: 0, parameters: 0, isPerBar: true, key: variable.rawValue)
    }
  }
}

extension Operation {
  func apply(values: [Double]) -> Double {
    switch values.count {
    case 1: apply(values[0])
    case 2: apply(values[0], values[1])
    default: apply(values[0], values[1], values[2])
    }
  }
}

extension Plan {
  /// The value of a node that is a constant; nil for others.
  public func constantValue(_ id: NodeID) -> Double? { constant(id) }
}
