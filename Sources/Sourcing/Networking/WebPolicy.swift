/// The rules that a server is asked by.
public struct WebPolicy: Sendable, Hashable {
  /// The most requests in a time; nil for no limit.
  public var rate: RateLimit?
  /// The most times that a request is made, the first one among them.
  public var attempts: Int
  /// The wait before the second time, in seconds; each further one is twice as long.
  public var firstWait: Double
  /// The longest wait between two times, in seconds.
  public var longestWait: Double
  /// The longest wait that a server may ask for, in seconds; a longer one is a failure.
  public var longestAskedWait: Double
  /// The most redirects that are followed.
  public var redirects: Int

  /// Makes a policy.
  public init(
    rate: RateLimit? = nil, attempts: Int = 4, firstWait: Double = 1, longestWait: Double = 60,
    longestAskedWait: Double = 300, redirects: Int = 5
  ) {
    self.rate = rate
    self.attempts = attempts
    self.firstWait = firstWait
    self.longestWait = longestWait
    self.longestAskedWait = longestAskedWait
    self.redirects = redirects
  }

  /// The wait before a request is made again, in seconds: 1, 2, 4, … up to the longest, less a part that
  /// `spread` decides (0 up to 1), so that programs that failed together do not ask again together.
  public func wait(after attempt: Int, spread: Double) -> Double {
    var wait = firstWait
    for _ in 1..<max(1, attempt) where wait < longestWait { wait *= 2 }
    return max(firstWait, min(wait, longestWait) * (1 - spread / 2))
  }
}

/// The most requests that a server allows in a time.
public struct RateLimit: Sendable, Hashable {
  /// The number of requests.
  public var requests: Int
  /// The time in seconds.
  public var seconds: Double

  /// Makes a limit.
  public init(_ requests: Int, per seconds: Double) {
    self.requests = max(1, requests)
    self.seconds = seconds
  }
}

/// A store of past requests to servers, which several programs may share.
public protocol RequestLedger: Sendable {
  /// Takes one request of a limit, or returns how long to wait for it.
  ///
  /// - Parameters:
  ///   - name: the name that the requests of a limit are counted under.
  ///   - now: the milliseconds since 1970.
  /// - Returns: the seconds to wait before asking for it again; 0 if it was taken.
  func take(_ name: String, _ limit: RateLimit, now: Int64) -> Double
}

/// The requests of a limit in the time that it counts: no more than allowed in any stretch of that length.
public struct RequestWindow: Sendable, Hashable {
  /// The times of the requests, in milliseconds since 1970, the oldest first.
  public var times: [Int64]

  /// A window with some requests.
  public init(times: [Int64] = []) { self.times = times }

  /// Takes a request, or returns the seconds until one is free.
  public mutating func take(_ limit: RateLimit, now: Int64) -> Double {
    let length = Self.milliseconds(limit)
    // Of a clock that was set back the times of before lie in the future: those that are far away count no more.
    times = times.filter { $0 > now - length && $0 <= now + length }.sorted()
    guard times.count >= limit.requests else {
      times.append(now)
      return 0
    }
    return Double(times[times.count - limit.requests] + length - now) / 1000
  }

  /// The length of the time that a limit counts in.
  private static func milliseconds(_ limit: RateLimit) -> Int64 {
    Int64(min(max(limit.seconds, 0), 1e9) * 1000)
  }
}
