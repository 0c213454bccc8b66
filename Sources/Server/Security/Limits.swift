import Synchronization

/// How much each client may ask: a bucket of requests for each user and address, and failed sign-ins.
final class Limits: Sendable {
  /// The failed sign-ins of a name from an address in fifteen minutes, after which it waits.
  private static let (attempts, attemptTime): (Int, Int64) = (5, 900_000)

  private struct Bucket {
    var left: Double
    var at: Int64
  }

  private let buckets = Mutex<[String: Bucket]>([:])
  private let failures = Mutex<[String: [Int64]]>([:])
  private let analyses = Mutex(0)

  /// Takes a request out of a bucket that holds those of a minute and fills steadily.
  ///
  /// - Returns: the requests that are left, and the seconds to wait if there was none.
  func take(_ client: String, of limit: Int, at now: Int64) -> (left: Int, wait: Int?) {
    buckets.withLock { buckets in
      if buckets.count > 10_000 { buckets = buckets.filter { now - $0.value.at < 60_000 } }
      var bucket = buckets[client] ?? Bucket(left: Double(limit), at: now)
      bucket.left = min(Double(limit), bucket.left + Double(max(0, now - bucket.at)) * Double(limit) / 60_000)
      bucket.at = now
      defer { buckets[client] = bucket }
      guard bucket.left >= 1 else {
        return (0, max(1, Int(((1 - bucket.left) * 60 / Double(limit)).rounded(.up))))
      }
      bucket.left -= 1
      return (Int(bucket.left), nil)
    }
  }

  /// The seconds that a sign-in has to wait after too many failed ones; nil if it need not.
  func wait(_ name: String, _ address: String, at now: Int64) -> Int? {
    failures.withLock { failures in
      let recent = (failures[Self.key(name, address)] ?? []).filter { now - $0 < Self.attemptTime }
      guard recent.count >= Self.attempts, let first = recent.first else { return nil }
      return Int((Self.attemptTime - (now - first)) / 1000) + 1
    }
  }

  /// Notes a failed sign-in.
  func fail(_ name: String, _ address: String, at now: Int64) {
    failures.withLock { failures in
      if failures.count > 10_000 { failures = failures.filter { $0.value.contains { now - $0 < Self.attemptTime } } }
      let recent = (failures[Self.key(name, address)] ?? []).filter { now - $0 < Self.attemptTime }
      failures[Self.key(name, address)] = Array((recent + [now]).suffix(Self.attempts))
    }
  }

  /// Forgets the failed sign-ins of a name after one that succeeded.
  func succeed(_ name: String, _ address: String) { failures.withLock { $0[Self.key(name, address)] = nil } }

  private static func key(_ name: String, _ address: String) -> String { "\(name.lowercased()) \(address)" }

  /// Takes one of ten places for analyses; false if all are taken.
  func beginAnalysis() -> Bool {
    analyses.withLock { count in
      guard count < 10 else { return false }
      count += 1
      return true
    }
  }

  /// Gives the place back.
  func endAnalysis() { analyses.withLock { $0 -= 1 } }
}
