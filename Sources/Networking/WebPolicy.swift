/// The rules that a server is asked by.
public struct WebPolicy: Sendable, Hashable {
  /// The most requests in a time; nil for as many as wanted.
  public var rate: RateLimit?
  /// The most times that a request is made, the first one among them.
  public var attempts: Int
  /// The wait before the second time, in seconds; each further one is twice as long.
  public var firstWait: Double
  /// The longest wait between two times, in seconds.
  public var longestWait: Double
  /// The longest wait that a server may ask for, in seconds; where it asks for more, that is the end.
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

  /// The wait before a request is made again, in seconds: 1, 2, 4, … up to the longest, of which a part that `spread`
  /// decides (0 up to 1) is taken off, so that programs that failed together do not ask again together.
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

/// A store of what was asked of servers, which several programs may share.
public protocol RequestLedger: Sendable {
  /// Takes one request of a limit, or tells how long to wait for it.
  ///
  /// - Parameters:
  ///   - name: the name that the requests of a limit are counted under.
  ///   - now: the milliseconds since 1970.
  /// - Returns: the seconds to wait before asking for it again; 0 where it was taken.
  func take(_ name: String, _ limit: RateLimit, now: Int64) -> Double
}

/// Requests as a bucket that fills steadily: each takes one token, and a full one allows a burst of the limit.
public struct TokenBucket: Sendable, Hashable {
  /// The tokens left.
  public var tokens: Double
  /// The time that they were counted at, in milliseconds since 1970.
  public var time: Int64

  /// Makes a bucket.
  public init(tokens: Double, time: Int64) {
    self.tokens = tokens
    self.time = time
  }

  /// A full one.
  public init(full limit: RateLimit, time: Int64) { self.init(tokens: Double(limit.requests), time: time) }

  /// Takes a token, or tells the seconds until there is one.
  public mutating func take(_ limit: RateLimit, now: Int64) -> Double {
    // A clock that was set back gives nothing and takes nothing.
    let passed = max(0, Double(now - time) / 1000)
    let pace = Double(limit.requests) / limit.seconds
    tokens = min(Double(limit.requests), tokens + passed * pace)
    time = now
    guard tokens < 1 else {
      tokens -= 1
      return 0
    }
    return (1 - tokens) / pace
  }
}
