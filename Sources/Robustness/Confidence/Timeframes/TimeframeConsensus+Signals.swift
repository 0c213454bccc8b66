extension TimeframeConsensus {
  /// The three signals of M15, H1 and D1; nil if there is none.
  public struct Signals: Sendable, Hashable {
    /// The ways of joining the signals.
    public enum Method: String, Sendable, Hashable, CaseIterable {
      /// Longer timeframes weigh more: D1 0.5, H1 0.3, M15 0.2.
      case duration
      /// A vote of equals: two of them decide.
      case equal
      /// The signal of M15 if live signals did well, of H1 if they did fairly, else of D1.
      case recentPerformance = "recent performance"

      /// The words that are shown.
      public var name: String { rawValue }
    }

    /// The signal of bars of 15 minutes.
    public var m15: Direction?
    /// The signal of bars of an hour.
    public var h1: Direction?
    /// The signal of bars of a day.
    public var d1: Direction?

    /// Makes signals.
    public init(m15: Direction? = nil, h1: Direction? = nil, d1: Direction? = nil) {
      (self.m15, self.h1, self.d1) = (m15, h1, d1)
    }

    /// The direction by a method; nil if the signals that it needs are missing.
    ///
    /// A missing signal is left out of the weights and of the vote. Without a live score recent performance is not
    /// known, and the signal of D1 is taken.
    public func direction(by method: Method, live: Double? = nil) -> Direction? {
      switch method {
      case .duration: byDuration
      case .equal: byVotes
      case .recentPerformance: byPerformance(live)
      }
    }

    /// Tenths, so that D1 alone against neutral ones is exactly half of the weight, which is not enough.
    private var byDuration: Direction? {
      var (sum, total) = (0, 0)
      for (signal, tenths) in [(d1, 5), (h1, 3), (m15, 2)] {
        guard let signal else { continue }
        sum += Int(signal.score) * tenths
        total += tenths
      }
      guard total > 0 else { return nil }
      if 2 * sum > total { return .bullish }
      return 2 * sum < -total ? .bearish : .neutral
    }

    private var byVotes: Direction? {
      let votes = [m15, h1, d1].compactMap { $0 }
      guard !votes.isEmpty else { return nil }
      return [Direction.bullish, .bearish].first { side in votes.count { $0 == side } >= 2 } ?? .neutral
    }

    private func byPerformance(_ live: Double?) -> Direction? {
      guard let live else { return d1 }
      if live.withoutNoise > 0.7 { return m15 }
      return live.withoutNoise > 0.5 ? h1 : d1
    }
  }
}
