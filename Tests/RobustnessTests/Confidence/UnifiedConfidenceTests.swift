import Calendar
import Robustness
import Testing

@Suite("Unified confidence")
struct UnifiedConfidenceTests {
  private let scores = ScoreSet(backtest: 0.988, walkforward: 0.78, live: 0.40)
  private let frames = [
    TimeframeScore(Timeframe(15, .minute), -0.48), TimeframeScore(.hour, -0.40), TimeframeScore(.day, 0.60),
    TimeframeScore(.week, 0.70),
  ]

  private func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

  @Test("The published example comes out to four digits, and exactly by its own arithmetic")
  func example() throws {
    let confidence = try UnifiedConfidence(scores, direction: .bullish, timeframes: frames)
    #expect(rounded(confidence.steps.base) == 0.7682)
    #expect(confidence.drift.magnitude.map(rounded) == 0.5951)
    #expect(confidence.drift.severity == .severe)
    #expect(rounded(confidence.steps.driftPenalty) == 0.2381)
    #expect(rounded(confidence.steps.base * confidence.steps.driftFactor) == 0.5853)
    #expect(confidence.consensus.weight(of: .bullish) == 0.65)
    #expect(confidence.consensus.weight(of: .bearish) == 0.15)
    #expect(confidence.consensus.margin == 0.50 / 0.80)
    #expect(!confidence.consensus.isConflicted)
    #expect(confidence.consensus.direction == .bullish)
    #expect(rounded(confidence.value) == 0.6322)
    #expect(confidence.recommendation == .moderate)
    #expect(confidence.colour(.four) == .yellow)
    #expect(confidence.colour(.three) == .yellow)

    let base = 0.40 * 0.988 + 0.35 * 0.78 + 0.25 * 0.40
    let penalty = 0.4 * ((0.988 - 0.40) / 0.988)
    #expect(confidence.steps.base == base)
    #expect(confidence.value == base * (1 - penalty) * 1 * 1.08)
  }

  @Test("The rows are the steps in their order, each with the confidence after it")
  func rows() throws {
    let rows = try UnifiedConfidence(scores, direction: .bullish, timeframes: frames).steps.rows
    #expect(rows.map(\.name) == ["base", "drift", "conflict", "consensus", "clamped"])
    #expect(rows.map { $0.factor.map(rounded) } == [nil, 0.7619, 1, 1.08, nil])
    #expect(rows.map { rounded($0.value) } == [0.7682, 0.5853, 0.5853, 0.6322, 0.6322])
  }

  @Test("Agreement is with the stated direction, and an unknown consensus neither adds nor takes")
  func agreement() throws {
    let against = try UnifiedConfidence(scores, direction: .bearish, timeframes: frames)
    #expect(against.steps.consensusFactor == 1)
    let unknown = try UnifiedConfidence(scores, direction: .neutral)
    #expect(unknown.steps.consensusFactor == 1)
    #expect(unknown.steps.conflictFactor == 1)
    #expect(unknown.value == against.value)
  }

  @Test("A conflict takes 15 %, and agreeing with its direction adds nothing")
  func conflict() throws {
    let narrow = [TimeframeScore(.week, 0.5), TimeframeScore(.day, -0.5)]
    let confidence = try UnifiedConfidence(
      ScoreSet(backtest: 0.8, walkforward: 0.8, live: 0.8), direction: .bullish, timeframes: narrow)
    #expect(confidence.steps.conflictFactor == 0.85)
    #expect(confidence.steps.consensusFactor == 1)
    #expect(rounded(confidence.value) == 0.68)
    // Timeframes that balance are neutral, and are no agreement with a neutral signal.
    let balanced = try UnifiedConfidence(scores, direction: .neutral, timeframes: [TimeframeScore(.day, 0)])
    #expect(balanced.steps.consensusFactor == 1)
    #expect(balanced.steps.conflictFactor == 0.85)
  }

  @Test("Drift takes 0.4 of itself, 0.30 at most, and nothing before it is flagged")
  func penalty() throws {
    func penalty(_ backtest: Double, _ live: Double) throws -> Double {
      try UnifiedConfidence(ScoreSet(backtest: backtest, live: live), direction: .bullish).steps.driftPenalty
    }
    #expect(try penalty(0.8, 0.6001) == 0)
    #expect(abs(try penalty(0.8, 0.6) - 0.1) < 1e-15)
    // 0.4 of 0.75 is 0.30.
    #expect(try penalty(0.8, 0.2) == 0.30)
    #expect(try penalty(0.8, 0.1) == 0.30)
    #expect(try penalty(0, 0.5) == 0)
  }

  @Test("The confidence is cut at 1, and the step before it is kept")
  func clamped() throws {
    let sure = try UnifiedConfidence(
      ScoreSet(backtest: 1, walkforward: 1, live: 1), direction: .bullish, timeframes: [TimeframeScore(.day, 1)])
    #expect(sure.steps.product == 1.08)
    #expect(sure.value == 1)
    #expect(sure.recommendation == .high)
  }

  @Test("A missing live score is no 0.5: weights go to the others, drift is not known, and both are said")
  func missing() throws {
    let confidence = try UnifiedConfidence(ScoreSet(backtest: 0.9, walkforward: 0.7), direction: .bullish)
    #expect(confidence.missing == [.live])
    #expect(confidence.drift.magnitude == nil)
    #expect(abs(confidence.value - (0.40 * 0.9 + 0.35 * 0.7) / 0.75) < 1e-15)
    // With 0.5 a drift of 0.44 would have been flagged that was not measured.
    let filled = try UnifiedConfidence(ScoreSet(backtest: 0.9, walkforward: 0.7, live: 0.5), direction: .bullish)
    #expect(filled.drift.severity == .moderate)
    #expect(filled.value < confidence.value)
  }

  @Test("The plain confidence shows drift and signals, and is changed by neither")
  func plain() throws {
    let signals = TimeframeConsensus.Signals(m15: .bullish, h1: .bearish, d1: .bearish)
    let plain = try WeightedConfidence(scores, signals: signals)
    #expect(rounded(plain.value) == 0.7682)
    #expect(plain.drift.isFlagged)
    #expect(plain.drift.difference.map(rounded) == 0.588)
    #expect(plain.direction == .bearish)
    #expect(plain.colour() == .green)
    let wide = try WeightedConfidence(scores, threshold: 0.5, signals: signals, method: .recentPerformance)
    #expect(wide.value == plain.value)
    #expect(wide.drift.isFlagged)
    #expect(wide.direction == .bearish)
  }
}
