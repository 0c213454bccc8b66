import Columns
import Synchronization

/// The columns that were computed on one series, by what they compute.
///
/// It lives with the series, so that columns go when the data go. It holds at most `limit` bytes: where a
/// column would not fit, all are dropped, which is rare and simple. What lies inside an expression that works
/// bar by bar is never a column and takes no room here.
public final class ColumnCache: Sendable {
  /// The key of a column.
  enum Key: Hashable {
    case node(Node)
    /// A column of another series, by the number that its cache gave, as the bars of this one see it.
    case joined(NodeID, of: Series.ID, onlyFresh: Bool)
    /// A valuation as the bars see it; steps that were made anew are others.
    case valuation(IntrinsicValues.ID)
  }

  private struct Content {
    var numbers: [Key: NodeID] = [:]
    var columns: [NodeID: Column] = [:]
    var bytes = 0
    var next = 0

    /// Numbers go on rising, so that one from before never means another computation.
    mutating func clear() { self = Content(next: next) }
  }

  private let content = Mutex(Content())
  private let limit: Int

  /// Makes an empty cache of at most so many bytes.
  public init(limit: Int = 1 << 28) {
    self.limit = limit
  }

  /// The number of a computation, the same for all plans; its operands are given by their numbers.
  ///
  /// So equal computations are found in one step, however large the expressions are that they stand for.
  func number(of node: Node) -> NodeID { number(of: .node(node)) }

  /// The number of a column.
  func number(of key: Key) -> NodeID {
    content.withLock { content in
      if let known = content.numbers[key] { return known }
      let number = NodeID(index: content.next)
      content.next += 1
      content.numbers[key] = number
      return number
    }
  }

  /// The column of a computation.
  subscript(number: NodeID) -> Column? {
    get { content.withLock { $0.columns[number] } }
    set {
      guard let newValue else { return }
      let bytes = newValue.count * MemoryLayout<Double>.stride
      guard bytes <= limit else { return }
      content.withLock { content in
        if content.bytes + bytes > limit { content.clear() }
        if content.columns.updateValue(newValue, forKey: number) == nil { content.bytes += bytes }
      }
    }
  }

  /// The number of cached columns.
  public var count: Int { content.withLock { $0.columns.count } }

  /// Their size in bytes.
  public var bytes: Int { content.withLock { $0.bytes } }
}
