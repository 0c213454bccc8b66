import Synchronization

/// A ledger of this program alone.
public final class MemoryLedger: RequestLedger {
  private let buckets = Mutex<[String: TokenBucket]>([:])

  /// Makes an empty ledger.
  public init() {}

  /// Takes one request of a limit, or tells how long to wait for it.
  public func take(_ name: String, _ limit: RateLimit, now: Int64) -> Double {
    buckets.withLock { buckets in
      var bucket = buckets[name] ?? TokenBucket(full: limit, time: now)
      let wait = bucket.take(limit, now: now)
      buckets[name] = bucket
      return wait
    }
  }
}
