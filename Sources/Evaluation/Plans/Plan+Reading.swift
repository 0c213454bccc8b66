import Columns
import Indicators

/// Questions about a plan.
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

  /// True if a node's value depends on the bars that it is computed on.
  func readsBars(_ id: NodeID) -> Bool {
    guard isScalar(id) else { return true }
    return reachable(from: [id]).contains { id in
      switch self[id] {
      case .field, .time, .reduction, .barsIn, .barsPerYear: true
      default: false
      }
    }
  }

  /// True if a node's value follows from constants alone: from no bars, no dates of a zone and no valuation.
  public func isConstant(_ id: NodeID) -> Bool {
    reachable(from: [id]).allSatisfy { id in
      switch self[id] {
      case .constant, .operation, .financial: true
      default: false
      }
    }
  }

  /// True if nodes read prices or times of the very bars that they are computed on, not only those of other series.
  public func readsOwnBars(_ roots: [NodeID]) -> Bool {
    var seen: Set<NodeID> = []
    var stack = roots
    while let id = stack.popLast() {
      guard seen.insert(id).inserted else { continue }
      switch self[id] {
      case .field, .time: return true
      case .joined, .across(_, _, own: nil): continue
      case .across(_, _, let own?): stack.append(own)
      default: stack += operands(of: id)
      }
    }
    return false
  }

  /// True if a part of a node that does not depend on a frame's columns depends on the bars.
  public func readsBarsOutsideFrame(_ root: NodeID) -> Bool {
    reachable(from: [root]).contains { !facts(of: $0).usesFrame && readsBars($0) }
  }

  /// The series that some nodes are computed on besides their own, each once, with the contexts that lead there.
  public func otherSeries(
    of roots: [NodeID], on series: Series, source: any SeriesSource
  ) throws(ContextError) -> [(context: String, series: Series)] {
    var found: [(context: String, series: Series)] = []
    for id in reachable(from: roots) {
      guard case .joined(let inner, let context, _) = self[id] else { continue }
      // A node within another context is met from there.
      guard isReachedOutside(id, from: roots) else { continue }
      let other = try source.series(in: context, seenFrom: series)
      let nested = try otherSeries(of: [inner], on: other, source: source)
      let all = [(context.description, other)] + nested.map { ("\($0.context) \(context)", $0.series) }
      for (text, series) in all where !found.contains(where: { $0.context == text }) { found.append((text, series)) }
    }
    return found
  }

  /// True if a node is read by roots in another way than through a context.
  private func isReachedOutside(_ id: NodeID, from roots: [NodeID]) -> Bool {
    var seen: Set<NodeID> = []
    var stack = roots
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      if next == id { return true }
      if case .joined = self[next] { continue }
      stack += operands(of: next)
    }
    return false
  }

  /// True if something in it is computed on other series, or is a valuation.
  public var readsOtherThings: Bool {
    nodes.contains {
      switch $0 {
      case .joined, .valuation: true
      default: false
      }
    }
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

  /// The operation of a node that says which of two values is above, and the two; nil for other nodes.
  public func comparison(_ id: NodeID) -> (operation: Operation, left: NodeID, right: NodeID)? {
    switch self[id] {
    case .operation(let operation, let operands)
    where [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(operation):
      (operation, operands[0], operands[1])
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
