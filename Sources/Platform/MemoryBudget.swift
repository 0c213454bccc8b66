/// The memory that a session may use for caches and undo: results never depend on it.
public struct MemoryBudget: Sendable, Hashable {
  /// The most bytes of computed columns that are kept for later statements, over all series.
  public var columns: Int
  /// The most bytes that `undo` and `redo` hold beyond the session itself; series beyond it are loaded again.
  public var undo: Int
  /// The most bytes that the results of earlier entries hold beyond the session itself; the oldest are let go first.
  public var results: Int
  /// The most bytes of a file of bars.
  public var file: Int

  /// Makes a budget in bytes.
  public init(columns: Int = 256 << 20, undo: Int = 16 << 20, results: Int = 64 << 20, file: Int = 2_000_000_000) {
    self.columns = columns
    self.undo = undo
    self.results = results
    self.file = file
  }
}
