import Columns

/// The columns of a plan that depend on some of the parameters a sweep varies, but not on all of them: each
/// is computed once, however many combinations use it.
///
/// A grid of 100 fast and 200 slow averages needs 300 averages, not 40,000. Nodes within contexts are computed on other
/// series: each series has its own frame, so that `ema(fast) @ 1d` and `ema(fast)` are separate.
public struct SharedColumns: Sendable {
  /// The values that each parameter takes; parameters that do not vary have one.
  public let values: [[Double]]
  /// The shared columns of each series, that of the sweep first.
  private var frames: [Frame] = []

  /// The columns on one series.
  private struct Frame: Sendable {
    /// The contexts that lead to it, outermost first.
    let contexts: [BarContext]
    /// The frame that it is entered from.
    let parent: Int
    /// Columns by node, then by the combination of the values of the node's own parameters.
    var columns: [[Operand?]]
    var strides: [[Int]]

    init(contexts: [BarContext], parent: Int, count: Int) {
      self.contexts = contexts
      self.parent = parent
      columns = Array(repeating: [], count: count)
      strides = Array(repeating: [], count: count)
    }
  }

  /// One column to compute before the combinations: a node, a series and the values of its parameters.
  public struct Job: Sendable {
    /// The node.
    public let node: NodeID
    /// The contexts in which it is computed, outermost first; none on the series of the sweep.
    public let contexts: [BarContext]
    let frame: Int
    let slot: Int
    /// The values of all parameters.
    public let parameters: [Double]

    /// The same job as the series of the first context sees it.
    var inside: Job {
      Job(node: node, contexts: Array(contexts.dropFirst()), frame: frame, slot: slot, parameters: parameters)
    }
  }

  /// Finds the columns that a sweep shares among the nodes that it will ask for.
  ///
  /// A node is kept if requested or read by a node that is not kept; nodes within a kept one are computed with
  /// it. Columns take at most `limit` bytes together, and those of one node at most half of it: nodes that do not fit
  /// are left to each combination, and the nodes they read are kept instead. A column in a context counts as long as
  /// one of the sweep's series.
  public init(plan: Plan, roots: [NodeID], values: [[Double]], bars: Int, limit: Int = 1 << 30) {
    self.values = values
    frames = [Frame(contexts: [], parent: 0, count: plan.count)]
    // Facts hold the parameters of a node as 64 bits; of more it is not known which are which.
    guard values.count < UInt64.bitWidth else { return }
    let varied = values.indices.reduce(UInt64(0)) { values[$1].count > 1 ? $0 | 1 << UInt64($1) : $0 }
    var needed = [Set(roots)]
    var bytes = 0
    var frame = 0
    while frame < frames.count {
      for node in plan.reachable(from: Array(needed[frame])).reversed() where needed[frame].contains(node) {
        let facts = plan.facts(of: node)
        let own = facts.parameters & varied
        if !facts.isScalar, !facts.isPerBar, facts.parameters != 0, own != varied {
          var strides = [Int](repeating: 0, count: values.count)
          let size = Self.size(of: own, values, strides: &strides)
          let room = size * bars * MemoryLayout<Double>.stride
          if room <= limit / 2, bytes + room <= limit {
            bytes += room
            frames[frame].strides[node.index] = strides
            frames[frame].columns[node.index] = Array(repeating: nil, count: size)
            continue
          }
        }
        if case .joined(let inner, let context, _) = plan[node] {
          let other = self.frame(in: context, of: frame) ?? frames.count
          if other == frames.count {
            frames.append(Frame(contexts: frames[frame].contexts + [context], parent: frame, count: plan.count))
            needed.append([])
          }
          needed[other].insert(inner)
        } else {
          needed[frame].formUnion(plan.operands(of: node))
        }
      }
      frame += 1
    }
  }

  /// The frame of a context that is met in another frame; nil if nothing is shared there.
  func frame(in context: BarContext, of frame: Int) -> Int? {
    frames.indices.dropFirst().first { frames[$0].parent == frame && frames[$0].contexts.last == context }
  }

  /// The number of combinations of some parameters, and the strides of their values in the list of these.
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
    frames.indices.flatMap { frame in
      frames[frame].columns.indices.flatMap { node in
        frames[frame].columns[node].indices.map { slot in
          let parameters = values.indices.map { index -> Double in
            let stride = frames[frame].strides[node][index]
            return values[index][stride == 0 ? 0 : slot / stride % values[index].count]
          }
          return Job(
            node: NodeID(index: node), contexts: frames[frame].contexts, frame: frame, slot: slot,
            parameters: parameters)
        }
      }
    }
  }

  /// Keeps the result of a job.
  public mutating func keep(_ operand: Operand, of job: Job) {
    frames[job.frame].columns[job.node.index][job.slot] = operand
  }

  /// The shared columns of one node, by the values of its parameters.
  public struct Table: Sendable {
    private let columns: [Column]
    private let strides: [Int]

    fileprivate init(columns: [Column], strides: [Int]) { (self.columns, self.strides) = (columns, strides) }

    /// A column that does not depend on the parameters.
    public init(of column: Column, parameters: Int) {
      self.init(columns: [column], strides: [Int](repeating: 0, count: parameters))
    }

    /// The column of the combination whose values are at `indices` of each parameter's list.
    public subscript(indices: [Int]) -> Column {
      var slot = 0
      for index in strides.indices { slot += strides[index] * indices[index] }
      return columns[slot]
    }
  }

  /// The columns of a node on the series of the sweep; nil if they are not shared, or some values have none.
  public func table(of node: NodeID) -> Table? {
    var columns: [Column] = []
    for operand in frames[0].columns[node.index] {
      guard case .column(let column)? = operand else { return nil }
      columns.append(column)
    }
    return columns.isEmpty ? nil : Table(columns: columns, strides: frames[0].strides[node.index])
  }

  /// The column of a node in a frame for the combination whose values are at `indices` of each parameter's list.
  func operand(_ node: NodeID, in frame: Int, indices: [Int]) -> Operand? {
    let columns = frames[frame].columns[node.index]
    guard !columns.isEmpty else { return nil }
    var slot = 0
    for index in indices.indices { slot += frames[frame].strides[node.index][index] * indices[index] }
    return columns[slot]
  }
}
