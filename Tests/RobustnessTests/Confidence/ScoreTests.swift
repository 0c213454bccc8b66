import Robustness
import Testing

@Suite("Scores and weights")
struct ScoreTests {
  @Test("A direction has a score, a name and the word of records, and reads back from either")
  func directions() {
    #expect(Direction.allCases.map(\.score) == [1, 0, -1])
    #expect(Direction.allCases.map(\.name) == ["bullish", "neutral", "bearish"])
    #expect(Direction.allCases.map(\.word) == ["BULLISH", "NEUTRAL", "BEARISH"])
    for direction in Direction.allCases {
      #expect(Direction(word: direction.word) == direction)
      #expect(Direction(word: direction.name) == direction)
    }
    #expect(Direction(word: "BULL") == nil)
    #expect(Direction(word: "") == nil)
  }

  @Test("The usual weights have the sum 1, and any others are brought to it")
  func normalised() throws {
    let usual = try ScoreWeights().normalised
    #expect(usual == ScoreWeights(backtest: 0.40, walkforward: 0.35, live: 0.25))
    let doubled = try ScoreWeights(backtest: 0.80, walkforward: 0.70, live: 0.50).normalised
    #expect(doubled == usual)
    let one = try ScoreWeights(backtest: 0, walkforward: 0, live: 3).normalised
    #expect(one == ScoreWeights(backtest: 0, walkforward: 0, live: 1))
  }

  @Test("Weights that are negative, not finite or without a sum are refused, and the error says what is allowed")
  func refused() {
    #expect(throws: ConfidenceError.weight(.walkforward, -0.1)) { try ScoreWeights(walkforward: -0.1).normalised }
    #expect(throws: ConfidenceError.weight(.live, .infinity)) { try ScoreWeights(live: .infinity).normalised }
    #expect(throws: ConfidenceError.self) { try ScoreWeights(backtest: .nan).normalised }
    #expect(throws: ConfidenceError.noWeight(known: ScoreKind.allCases)) {
      try ScoreWeights(backtest: 0, walkforward: 0, live: 0).normalised
    }
    #expect(throws: ConfidenceError.noWeight(known: ScoreKind.allCases)) {
      try ScoreWeights(backtest: 0, walkforward: 0, live: 0).validate()
    }
    #expect(throws: ConfidenceError.noWeight(known: ScoreKind.allCases)) {
      try ScoreWeights(backtest: 1e308, walkforward: 1e308, live: 1e308).normalised
    }
    #expect(
      ConfidenceError.weight(.live, -1).description
        == "The weight of live is -1.0, but must be a finite number from 0 up.")
    #expect(
      ConfidenceError.noWeight(known: [.backtest, .live]).description
        == "The weights of backtest, live have the sum 0, but must have one above 0.")
  }

  @Test("A missing score is missing: its weight goes to the others, and that is said")
  func missing() throws {
    let scores = ScoreSet(backtest: 0.8, walkforward: 0.6)
    let confidence = try WeightedConfidence(scores)
    // With 0.5 in the place of the live score it would be 0.655.
    #expect(abs(confidence.value - (0.40 * 0.8 + 0.35 * 0.6) / 0.75) < 1e-15)
    #expect(confidence.missing == [.live])
    #expect(confidence.weights.live == 0)
    #expect(abs(confidence.weights.backtest - 0.40 / 0.75) < 1e-15)
    #expect(scores.note == "There is no live score; its weight goes to backtest and walkforward.")
    #expect(
      ScoreSet(live: 0.5).note == "There is no backtest and walkforward score; their weights go to live.")
    #expect(ScoreSet(backtest: 1, walkforward: 1, live: 1).note == nil)
  }

  @Test("Without a score, with one out of range, or with no weight on those that are known there is no confidence")
  func impossible() {
    #expect(throws: ConfidenceError.noScores) { try WeightedConfidence(ScoreSet()) }
    #expect(throws: ConfidenceError.score(.live, 1.01)) { try WeightedConfidence(ScoreSet(live: 1.01)) }
    #expect(throws: ConfidenceError.score(.backtest, -0.01)) { try WeightedConfidence(ScoreSet(backtest: -0.01)) }
    #expect(throws: ConfidenceError.self) { try WeightedConfidence(ScoreSet(backtest: .nan, live: 0.5)) }
    #expect(throws: ConfidenceError.noWeight(known: [.backtest])) {
      try WeightedConfidence(ScoreSet(backtest: 0.5), weights: ScoreWeights(backtest: 0, walkforward: 1, live: 1))
    }
  }

  @Test("Colours change at their limits, and a limit reached in binary noise is reached")
  func colours() throws {
    #expect(
      [1, 0.75, 0.7499, 0.5, 0.4999, 0].map(StatusScale.three.colour) == [
        .green, .green, .yellow, .yellow, .red, .red,
      ])
    #expect(
      [1, 0.75, 0.7499, 0.6, 0.5999, 0.4, 0.3999, 0].map(StatusScale.four.colour) == [
        .green, .green, .yellow, .yellow, .orange, .orange, .red, .red,
      ])
    // 0.40 * 0.54 + 0.35 * 0.94 + 0.25 * 0.82 is 0.75 in decimals.
    let mean = try WeightedConfidence(ScoreSet(backtest: 0.54, walkforward: 0.94, live: 0.82))
    #expect(mean.value < 0.75)
    #expect(mean.colour() == .green)
    #expect(Recommendation(confidence: mean.value) == .high)
  }

  @Test("Advice changes at its limits")
  func advice() {
    let limits: [(Double, Recommendation)] = [
      (1, .high), (0.75, .high), (0.7499, .moderate), (0.60, .moderate), (0.5999, .low), (0.45, .low),
      (0.4499, .veryLow), (0.30, .veryLow), (0.2999, .avoid), (0, .avoid),
    ]
    for (confidence, advice) in limits { #expect(Recommendation(confidence: confidence) == advice) }
    #expect(Recommendation.allCases.map(\.name) == ["high", "moderate", "low", "very low", "avoid"])
    #expect(Recommendation.moderate.meaning == "trade with normal risk")
  }
}
