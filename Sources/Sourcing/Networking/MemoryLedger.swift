import Synchronization

/// A ledger of this program alone.
public final class MemoryLedger: RequestLedger {
  private let windows = Mutex<[String: RequestWindow]>([:])

  /// Makes an empty ledger.
  public init() {}

  /// Takes one request of a limit, or returns how long to wait for it.
  public func take(_ name: String, _ limit: RateLimit, now: Int64) -> Double {
    windows.withLock { $0[name, default: RequestWindow()].take(limit, now: now) }
  }
}
