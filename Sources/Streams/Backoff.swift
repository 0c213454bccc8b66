import Probability

/// The waits between attempts to connect: min(60 s, 2ⁿ s) · u with u from 0.5 up to 1, from a seeded generator.
///
/// It begins again only after a minute of good data: a server that lets in and cuts at once is not hammered.
public struct Backoff: Sendable {
  /// The milliseconds of good data after which the next wait is the shortest again.
  static let goodTime: Int64 = 60_000

  private var generator: SplitMix
  private var attempts = 0

  /// The waits of a seed.
  public init(seed: UInt64) { generator = SplitMix(seed: seed) }

  /// The next wait in milliseconds.
  public mutating func next() -> Int64 {
    let seconds = min(60, Double(1 << min(attempts, 6)))
    attempts += 1
    return Int64(seconds * (0.5 + generator.unit() / 2) * 1000)
  }

  /// Begins again with the shortest.
  public mutating func reset() { attempts = 0 }
}
