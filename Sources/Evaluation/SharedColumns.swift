import Columns
import Indicators

/// The columns of a plan that depend on some of the parameters a sweep varies, but not on all of them: each
/// is computed once, however many combinations use it.
///
/// A grid of 100 fast and 200 slow averages needs 300 averages, not 40,000.
public struct SharedColumns: Sendable {
  /// The values that each parameter takes; parameters that do not vary have one.
  public let values: [[Double]]
  /// Columns by node, then by the combination of the values of the node's own parameters.
  private var columns: [[Operand?]]
  private let strides: [[Int]]

  /// One column to compute before the combinations: a node and the values of its parameters.
  public struct Job: Sendable {
    /// The node.
    public let node: NodeID
    let place: Int
    /// The values of all parameters.
    public let parameters: [Double]
  }

  /// Finds what a sweep shares.
  ///
  /// Nodes whose columns together would take more than `limit` bytes are left to each combination.
  public init(plan: Plan, roots: [NodeID], values: [[Double]], bars: Int, limit: Int = 1 << 30) {
    self.values = values
    columns = Array(repeating: [], count: plan.count)
    var strides = [[Int]](repeating: [], count: plan.count)
    // Facts hold the parameters of a node as 64 bits; of more it is not known which are which.
    guard values.count < UInt64.bitWidth else {
      self.strides = strides
      return
    }
    let varied = values.indices.reduce(UInt64(0)) { values[$1].count > 1 ? $0 | 1 << UInt64($1) : $0 }
    var bytes = 0
    for node in plan.reachable(from: roots) {
      let facts = plan.facts(of: node)
      let own = facts.parameters & varied
      guard !facts.isScalar, !facts.isPerBar, facts.parameters != 0, own != varied else { continue }
      var size = 1
      var nodeStrides = [Int](repeating: 0, count: values.count)
      for index in values.indices where own & 1 << UInt64(index) != 0 {
        nodeStrides[index] = size
        size *= values[index].count
      }
      bytes += size * bars * MemoryLayout<Double>.stride
      guard bytes <= limit else { break }
      strides[node.index] = nodeStrides
      columns[node.index] = Array(repeating: nil, count: size)
    }
    self.strides = strides
  }

  /// All columns to compute, operands before the nodes that use them.
  public var jobs: [Job] {
    columns.indices.flatMap { node in
      columns[node].indices.map { place in
        let parameters = values.indices.map { index -> Double in
          let stride = strides[node][index]
          return values[index][stride == 0 ? 0 : place / stride % values[index].count]
        }
        return Job(node: NodeID(index: node), place: place, parameters: parameters)
      }
    }
  }

  /// Keeps what a job gave.
  public mutating func keep(_ operand: Operand, of job: Job) { columns[job.node.index][job.place] = operand }

  /// The column of a node for the combination whose values stand at `places` of each parameter's list.
  func operand(_ node: NodeID, places: [Int]) -> Operand? {
    let kept = columns[node.index]
    guard !kept.isEmpty else { return nil }
    var place = 0
    for index in places.indices { place += strides[node.index][index] * places[index] }
    return kept[place]
  }
}

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
}

extension Plan {
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
