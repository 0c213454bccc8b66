import Robustness
import Testing

@Suite("Consensus of three signals")
struct SignalConsensusTests {
  private typealias Signals = TimeframeConsensus.Signals

  /// Every choice of three directions.
  private static let all: [(Direction, Direction, Direction)] = Direction.allCases.flatMap { m15 in
    Direction.allCases.flatMap { h1 in Direction.allCases.map { (m15, h1, $0) } }
  }

  @Test("By duration D1 alone is half of the weight, which is neutral; with any other it decides")
  func duration() {
    #expect(Signals(m15: .neutral, h1: .neutral, d1: .bullish).direction(by: .duration) == .neutral)
    #expect(Signals(m15: .neutral, h1: .neutral, d1: .bearish).direction(by: .duration) == .neutral)
    #expect(Signals(m15: .bullish, h1: .neutral, d1: .bullish).direction(by: .duration) == .bullish)
    #expect(Signals(m15: .neutral, h1: .bearish, d1: .bearish).direction(by: .duration) == .bearish)
    #expect(Signals(m15: .bearish, h1: .bearish, d1: .bullish).direction(by: .duration) == .neutral)
    for (m15, h1, d1) in Self.all {
      let sum = 5 * d1.score + 3 * h1.score + 2 * m15.score
      let expected: Direction = sum > 5 ? .bullish : sum < -5 ? .bearish : .neutral
      #expect(Signals(m15: m15, h1: h1, d1: d1).direction(by: .duration) == expected)
    }
  }

  @Test("In equal votes two decide, and neutral is reached where no side has two")
  func equal() {
    for (m15, h1, d1) in Self.all {
      let votes = [m15, h1, d1]
      let (up, down) = (votes.count { $0 == .bullish }, votes.count { $0 == .bearish })
      let expected: Direction = up > 1 ? .bullish : down > 1 ? .bearish : .neutral
      #expect(Signals(m15: m15, h1: h1, d1: d1).direction(by: .equal) == expected)
    }
    // One bullish vote of three is not bearish.
    #expect(Signals(m15: .bullish, h1: .neutral, d1: .neutral).direction(by: .equal) == .neutral)
    #expect(Signals(m15: .bullish, h1: .bearish, d1: .neutral).direction(by: .equal) == .neutral)
    #expect(Signals(m15: .neutral, h1: .neutral, d1: .neutral).direction(by: .equal) == .neutral)
  }

  @Test("Recent performance takes M15 above 0.7, H1 above 0.5, else D1; the limits belong below")
  func recentPerformance() {
    let signals = Signals(m15: .bullish, h1: .neutral, d1: .bearish)
    let lives: [Double?] = [1, 0.7001, 0.7, 0.5001, 0.5, 0, nil]
    #expect(
      lives.map { signals.direction(by: .recentPerformance, live: $0) } == [
        .bullish, .bullish, .neutral, .neutral, .bearish, .bearish, .bearish,
      ])
  }

  @Test("A missing signal is missing, not neutral")
  func missing() {
    for method in Signals.Method.allCases { #expect(Signals().direction(by: method, live: 0.6) == nil) }
    // D1 is 0.5 of 0.7 where H1 is missing; a neutral one keeps it at 0.5 of 1.
    #expect(Signals(m15: .neutral, d1: .bullish).direction(by: .duration) == .bullish)
    #expect(Signals(m15: .neutral, h1: .neutral, d1: .bullish).direction(by: .duration) == .neutral)
    #expect(Signals(m15: .bullish).direction(by: .equal) == .neutral)
    #expect(Signals(m15: .bullish, d1: .bullish).direction(by: .equal) == .bullish)
    #expect(Signals(m15: .bullish, d1: .bearish).direction(by: .recentPerformance, live: 0.6) == nil)
  }
}
