import Calendar
import Robustness
import Testing

@Suite("Consensus of timeframes")
struct TimeframeConsensusTests {
  private let m15 = Timeframe(15, .minute)
  private let h1 = Timeframe.hour
  private let h4 = Timeframe(4, .hour)
  private let d1 = Timeframe.day
  private let w1 = Timeframe.week

  private func consensus(_ scores: [(Timeframe, Double)]) throws -> TimeframeConsensus {
    try TimeframeConsensus(scores.map { TimeframeScore($0.0, $0.1) })
  }

  @Test("A score above 0.30 is bullish and one below -0.30 bearish; the limits themselves are neutral")
  func limits() {
    let scores = [1, 0.3001, 0.30, 0.1 + 0.2, 0, -0.30, -0.1 - 0.2, -0.3001, -1]
    #expect(
      scores.map { TimeframeScore(d1, $0).direction } == [
        .bullish, .bullish, .neutral, .neutral, .neutral, .neutral, .neutral, .bearish, .bearish,
      ])
  }

  @Test("The score of a signal is its direction times its accuracy")
  func accuracy() {
    #expect(TimeframeScore(d1, .bullish, accuracy: 0.6).score == 0.6)
    #expect(TimeframeScore(d1, .bearish, accuracy: 0.6).score == -0.6)
    #expect(TimeframeScore(d1, .neutral, accuracy: 0.6).score == 0)
  }

  @Test("Longer timeframes weigh more, and unknown ones as little as the shortest")
  func weights() {
    let frames = [w1, d1, h4, h1, m15, Timeframe.month, .minute, Timeframe(60, .minute)]
    #expect(frames.map { TimeframeScore($0, 0).weight } == [0.35, 0.30, 0.20, 0.10, 0.05, 0.05, 0.05, 0.10])
  }

  @Test("Equal weights of both sides are a conflict without a direction, exactly")
  func tie() throws {
    // 0.20 + 0.10 + 0.05 is 0.35000000000000003 in binary, and would not be the 0.35 of W1.
    #expect(0.20 + 0.10 + 0.05 != 0.35)
    let equal = try consensus([(w1, 0.9), (h4, -0.9), (h1, -0.9), (m15, -0.9)])
    #expect(equal.direction == .neutral)
    #expect(equal.finding == .tie)
    #expect(equal.isConflicted)
    #expect(equal.margin == 0)
    let neutral = try consensus([(w1, 0.1), (d1, 0)])
    #expect(neutral.direction == .neutral)
    #expect(neutral.isConflicted)
  }

  @Test("A margin below 0.15 is a conflict with a direction, one of 0.15 is none")
  func margin() throws {
    // B = D1 + H4 = 0.50, S = W1 = 0.35, Z = H1 + M15 = 0.15: 0.15 of 1.
    let edge = try consensus([(w1, -0.5), (d1, 0.5), (h4, 0.5), (h1, 0), (m15, 0)])
    #expect(edge.margin == 0.15)
    #expect(edge.finding == .clear)
    #expect(edge.direction == .bullish)
    // B = W1 = 0.35, S = D1 = 0.30: 0.05 of 0.65.
    let narrow = try consensus([(w1, 0.5), (d1, -0.5)])
    #expect(narrow.finding == .narrow)
    #expect(narrow.isConflicted)
    #expect(narrow.direction == .bullish)
    #expect(narrow.margin == 5.0 / 65)
    let other = try consensus([(w1, -0.5), (d1, 0.5)])
    #expect(other.direction == .bearish)
  }

  @Test("A timeframe without data is left out, and none at all is unknown")
  func missing() throws {
    let none = try consensus([])
    #expect(none.direction == nil)
    #expect(none.finding == .unknown)
    #expect(!none.isConflicted)
    #expect(none.margin == nil)
    // With zeros for H4 and M15 in its place the margin would be 0.10 of 0.95, a conflict.
    let some = try consensus([(d1, 0.5), (h1, 0.5), (w1, 0)])
    #expect(some.margin == 40.0 / 75)
    let padded = try consensus([(d1, 0.5), (h1, 0.5), (w1, 0), (h4, 0), (m15, 0)])
    #expect(padded.margin == 0.40)
    #expect(some.timeframes(.bullish) == [d1, h1])
    #expect(some.timeframes(.neutral) == [w1])
    #expect(some.weight(of: .bullish) == 0.40)
    #expect(some.weight(of: .bearish) == 0)
  }

  @Test("Scores out of range and a timeframe given twice are refused")
  func refused() {
    #expect(throws: ConfidenceError.timeframeScore(d1, 1.01)) { try consensus([(d1, 1.01)]) }
    #expect(throws: ConfidenceError.self) { try consensus([(d1, .nan)]) }
    #expect(throws: ConfidenceError.repeatedTimeframe(Timeframe(60, .minute))) {
      try consensus([(h1, 0), (Timeframe(60, .minute), 0)])
    }
    #expect(
      ConfidenceError.timeframeScore(d1, -2).description == "The score of 1d is -2.0, but must be from -1 to 1.")
  }
}
