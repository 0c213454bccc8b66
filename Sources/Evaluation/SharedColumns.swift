import Columns

/// The columns of a plan that depend on some of the parameters a sweep varies, but not on all of them: each
/// is computed once, however many combinations use it.
///
/// A grid of 100 fast and 200 slow averages needs 300 averages, not 40,000.
public struct SharedColumns: Sendable {
  /// The values that each parameter takes; parameters that do not vary have one.
  public let values: [[Double]]
  /// Columns by node, then by the combination of the values of the node's own parameters.
  private var columns: [[Operand?]]
  private var strides: [[Int]] = []

  /// One column to compute before the combinations: a node and the values of its parameters.
  public struct Job: Sendable {
    /// The node.
    public let node: NodeID
    let place: Int
    /// The values of all parameters.
    public let parameters: [Double]
  }

  /// Finds what a sweep shares of the nodes that it will ask for.
  ///
  /// Kept is what is asked for or is read by something that is not kept; what lies within a kept node is
  /// computed with it. Columns take at most `limit` bytes together, and those of one node at most half of it:
  /// what does not fit is left to each combination, and what it reads is kept instead.
  public init(plan: Plan, roots: [NodeID], values: [[Double]], bars: Int, limit: Int = 1 << 30) {
    self.values = values
    columns = Array(repeating: [], count: plan.count)
    strides = Array(repeating: [], count: plan.count)
    // Facts hold the parameters of a node as 64 bits; of more it is not known which are which.
    guard values.count < UInt64.bitWidth else { return }
    let varied = values.indices.reduce(UInt64(0)) { values[$1].count > 1 ? $0 | 1 << UInt64($1) : $0 }
    var needed = Set(roots)
    var bytes = 0
    for node in plan.reachable(from: roots).reversed() where needed.contains(node) {
      let facts = plan.facts(of: node)
      let own = facts.parameters & varied
      if !facts.isScalar, !facts.isPerBar, facts.parameters != 0, own != varied {
        var places = [Int](repeating: 0, count: values.count)
        let size = Self.size(of: own, values, strides: &places)
        let room = size * bars * MemoryLayout<Double>.stride
        if room <= limit / 2, bytes + room <= limit {
          bytes += room
          strides[node.index] = places
          columns[node.index] = Array(repeating: nil, count: size)
          continue
        }
      }
      needed.formUnion(plan.operands(of: node))
    }
  }

  /// How many combinations some parameters have, and how far apart their values stand in the list of these.
  private static func size(of parameters: UInt64, _ values: [[Double]], strides: inout [Int]) -> Int {
    var size = 1
    for index in values.indices where parameters & 1 << UInt64(index) != 0 {
      strides[index] = size
      size *= values[index].count
    }
    return size
  }

  /// All columns to compute, each for itself.
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
