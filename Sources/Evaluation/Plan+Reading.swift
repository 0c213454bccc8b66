import Columns
import Indicators

/// What others ask of a plan.
extension Plan {
  /// The nodes that some roots need, operands first.
  func reachable(from roots: [NodeID]) -> [NodeID] {
    var seen = [Bool](repeating: false, count: count)
    var stack = roots
    while let id = stack.popLast() {
      guard !seen[id.index] else { continue }
      seen[id.index] = true
      stack += operands(of: id)
    }
    return seen.indices.filter { seen[$0] }.map { NodeID(index: $0) }
  }

  /// The nodes that a node reads.
  public func operands(of id: NodeID) -> [NodeID] { self[id].operands }

  /// The two sides of a node that is a crossing, the one that comes out on top first; nil for other nodes.
  public func crossing(_ id: NodeID) -> (over: NodeID, under: NodeID)? {
    switch self[id] {
    case .operation(.crossesAbove, let operands): (operands[0], operands[1])
    case .operation(.crossesBelow, let operands): (operands[1], operands[0])
    default: nil
    }
  }

  /// The indicators and the fields of the bars that some nodes use, in the order of the plan.
  public func used(by roots: [NodeID]) -> (indicators: [String], fields: [String]) {
    var indicators: [String] = []
    var fields: [String] = []
    for id in reachable(from: roots) {
      switch self[id] {
      case .indicator(let name, _, _, _): if !indicators.contains(name) { indicators.append(name) }
      case .field(let field): fields.append(field.rawValue)
      case .time(let field): fields.append(field.rawValue)
      default: break
      }
    }
    return (indicators, fields)
  }
}
