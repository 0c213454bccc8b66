import Columns
import Synchronization

/// The memory for computed columns that all series of a session share.
///
/// It holds at most `limit` bytes: if a column would not fit, the least recently used ones are dropped first, whatever
/// their series. Values never depend on it, since a column that left is computed again with the same bits.
///
/// ```swift
/// let budget = ColumnBudget(limit: 64 << 20)
/// let spy = Series(name: "SPY", bars: bars, columns: budget)
/// ```
public final class ColumnBudget: Sendable {
  /// The most bytes that columns take together.
  public let limit: Int

  /// The key of a column: its cache, and its number there.
  struct Key: Hashable {
    var cache: ColumnCache.ID
    var number: NodeID
  }

  /// A column in the list that runs from the one used last to the one used least recently.
  fileprivate struct Slot {
    var key: Key
    var column: Column
    var newer: Int?
    var older: Int?
  }

  fileprivate struct Content {
    var slots: [Slot?] = []
    var free: [Int] = []
    /// The slots of each cache, so that a series that goes takes its columns along.
    var indices: [ColumnCache.ID: [NodeID: Int]] = [:]
    var newest: Int?
    var oldest: Int?
    var bytes = 0
  }

  private let content = Mutex(Content())

  /// Makes an empty budget of at most `limit` bytes.
  public init(limit: Int = 256 << 20) { self.limit = limit }

  /// The bytes that columns take now.
  public var bytes: Int { content.withLock { $0.bytes } }

  /// The column of a key, which counts as used by it.
  func column(at key: Key) -> Column? {
    content.withLock { content in
      guard let index = content.indices[key.cache]?[key.number] else { return nil }
      content.unlink(index)
      content.link(index)
      return content.slots[index]?.column
    }
  }

  /// Keeps a column, dropping the least recently used ones if there is no room.
  func keep(_ column: Column, at key: Key) {
    let bytes = column.byteCount
    guard bytes <= limit else { return }
    content.withLock { content in
      if let index = content.indices[key.cache]?[key.number] { content.remove(index) }
      while content.bytes + bytes > limit, let oldest = content.oldest { content.remove(oldest) }
      content.insert(Slot(key: key, column: column))
    }
  }

  /// Drops the columns of a cache.
  func drop(_ cache: ColumnCache.ID) {
    content.withLock { content in
      for index in (content.indices[cache] ?? [:]).values { content.remove(index) }
    }
  }

  /// The number and bytes of the columns of a cache.
  func use(by cache: ColumnCache.ID) -> (count: Int, bytes: Int) {
    content.withLock { content in
      let indices = content.indices[cache] ?? [:]
      return (indices.count, indices.values.reduce(0) { $0 + (content.slots[$1]?.column.byteCount ?? 0) })
    }
  }
}

extension ColumnBudget.Content {
  /// Unlinks a slot from the list without moving it.
  fileprivate mutating func unlink(_ index: Int) {
    guard let slot = slots[index] else { return }
    if let newer = slot.newer { slots[newer]?.older = slot.older } else { newest = slot.older }
    if let older = slot.older { slots[older]?.newer = slot.newer } else { oldest = slot.newer }
  }

  /// Puts a slot at the head of the list, as the most recently used.
  fileprivate mutating func link(_ index: Int) {
    slots[index]?.newer = nil
    slots[index]?.older = newest
    if let newest { slots[newest]?.newer = index } else { oldest = index }
    newest = index
  }

  fileprivate mutating func insert(_ slot: ColumnBudget.Slot) {
    let index: Int
    if let reused = free.popLast() {
      index = reused
      slots[index] = slot
    } else {
      index = slots.count
      slots.append(slot)
    }
    indices[slot.key.cache, default: [:]][slot.key.number] = index
    bytes += slot.column.byteCount
    link(index)
  }

  fileprivate mutating func remove(_ index: Int) {
    guard let slot = slots[index] else { return }
    unlink(index)
    slots[index] = nil
    free.append(index)
    bytes -= slot.column.byteCount
    indices[slot.key.cache]?[slot.key.number] = nil
    if indices[slot.key.cache]?.isEmpty == true { indices[slot.key.cache] = nil }
  }
}

extension Column {
  fileprivate var byteCount: Int { count * MemoryLayout<Double>.stride }
}
