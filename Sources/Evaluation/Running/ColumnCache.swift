import Columns
import Synchronization

/// The columns that were computed on one series, by the computation.
///
/// It lives with the series, so that columns go when the data go; the memory is that of a ``ColumnBudget`` that it
/// shares with other series. The inner values of an expression that works bar by bar are never columns and take no
/// room here.
public final class ColumnCache: Sendable, Identifiable {
  /// The identity of a cache: no other one of this run of the program has it.
  public struct ID: Hashable, Sendable {
    private static let count = Atomic<UInt64>(0)

    private let number = ID.count.add(1, ordering: .relaxed).newValue
  }

  /// The key of a column.
  enum Key: Hashable {
    case node(Node)
    /// A column of another series, by the number that its cache gave, as the bars of this one see it.
    case joined(NodeID, of: Series.ID, Holding)
    /// A valuation as the bars see it; steps that were remade are others.
    case valuation(IntrinsicValues.ID)
  }

  private struct Numbers {
    var known: [Key: NodeID] = [:]
    var next = 0
  }

  /// The most computations that have a number; then all numbers are forgotten, which is rare and simple.
  private static let mostNumbers = 1 << 16

  /// The identity.
  public let id = ID()
  let budget: ColumnBudget
  private let numbers = Mutex(Numbers())

  /// Makes an empty cache with a share of a budget.
  public init(budget: ColumnBudget = ColumnBudget()) { self.budget = budget }

  deinit { dropColumns() }

  /// Drops all columns; one that is asked for is computed again.
  func dropColumns() { budget.drop(id) }

  /// The number of a computation, the same for all plans; its operands are given by their numbers.
  ///
  /// So equal computations are found in one step, however large their expressions are.
  func number(of node: Node) -> NodeID { number(of: .node(node)) }

  /// The number of a column.
  func number(of key: Key) -> NodeID {
    numbers.withLock { numbers in
      if let known = numbers.known[key] { return known }
      // Numbers keep rising, so an old one never denotes another computation.
      if numbers.known.count == Self.mostNumbers { numbers.known = [:] }
      let number = NodeID(index: numbers.next)
      numbers.next += 1
      numbers.known[key] = number
      return number
    }
  }

  /// The column of a computation.
  subscript(number: NodeID) -> Column? {
    get { budget.column(at: ColumnBudget.Key(cache: id, number: number)) }
    set {
      if let newValue { budget.keep(newValue, at: ColumnBudget.Key(cache: id, number: number)) }
    }
  }

  /// The number of columns that are kept.
  public var count: Int { budget.use(by: id).count }

  /// The bytes that they take.
  public var bytes: Int { budget.use(by: id).bytes }
}
