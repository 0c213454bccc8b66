import Columns
import Synchronization

/// The columns that were computed on one series, by what they compute.
///
/// It lives with the series, so that columns go when the data go. It holds at most `limit` bytes: where a
/// column would not fit, all are dropped, which is rare and simple.
public final class ColumnCache: Sendable {
  private struct Content {
    var columns: [String: Column] = [:]
    var bytes = 0
  }

  private let content = Mutex(Content())
  private let limit: Int

  /// Makes an empty cache of at most so many bytes.
  public init(limit: Int = 1 << 30) {
    self.limit = limit
  }

  subscript(key: String) -> Column? {
    get { content.withLock { $0.columns[key] } }
    set {
      guard let newValue else { return }
      content.withLock { content in
        let bytes = newValue.count * MemoryLayout<Double>.stride
        if content.bytes + bytes > limit { content = Content() }
        if content.columns.updateValue(newValue, forKey: key) == nil { content.bytes += bytes }
      }
    }
  }

  /// How many columns are kept.
  public var count: Int { content.withLock { $0.columns.count } }
}
