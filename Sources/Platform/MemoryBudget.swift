/// The memory that a session may use for caches and undo: results never depend on it.
public struct MemoryBudget: Sendable, Hashable {
  /// The most bytes of computed columns that are kept for later statements, over all series.
  public var columns: Int
  /// The most bytes that `undo` and `redo` hold beyond the session itself; series beyond it are loaded again.
  public var undo: Int

  /// Makes a budget in bytes.
  public init(columns: Int = 256 << 20, undo: Int = 16 << 20) {
    self.columns = columns
    self.undo = undo
  }
}
