import Calendar
import Robustness
import Testing

/// Numbers that the published validator itself computed (its `unified_framework.py` and
/// `timeframe_consensus.py`, run on these inputs), on which none of its defects shows.
@Suite("Numbers of the published validator")
struct PublishedValidatorTests {
  struct Case: Sendable {
    let scores: (Double, Double, Double)
    let weights: (Double, Double, Double)
    let direction: Direction
    let timeframes: [(String, Double)]
    let severity: Drift.Severity
    let consensus: Direction?
    let isConflicted: Bool
    let value: Double

    init(
      _ scores: (Double, Double, Double), _ weights: (Double, Double, Double), _ direction: Direction,
      _ timeframes: [(String, Double)], _ severity: Drift.Severity, _ consensus: Direction?, _ isConflicted: Bool,
      _ value: Double
    ) {
      (self.scores, self.weights, self.direction, self.timeframes) = (scores, weights, direction, timeframes)
      (self.severity, self.consensus, self.isConflicted, self.value) = (severity, consensus, isConflicted, value)
    }
  }

  private static let cases: [Case] = [
    Case(
      (0.988, 0.78, 0.4), (0.4, 0.35, 0.25), .bullish,
      [("M15", -0.48), ("H1", -0.4), ("H4", -0.35), ("D1", 0.6), ("W1", 0.7)],
      .severe, .bullish, false, 0.6321508469635628),
    Case(
      (0.45, 0.56, 0.92), (0.4, 0.35, 0.25), .bullish, [("M15", 0.02), ("H1", -0.63), ("H4", 0.26), ("W1", -0.39)],
      .critical, .bearish, false, 0.42419999999999997),
    Case(
      (0.54, 0.89, 0.63), (0.62, 0.43, 0.48), .bullish, [("W1", -0.93)],
      .minor, .bearish, false, 0.6666013071895425),
    Case(
      (0.6, 0.78, 0.33), (0.4, 0.35, 0.25), .bullish, [("M15", -0.61), ("H1", -0.41), ("H4", -0.83), ("W1", 0.1)],
      .moderate, .bearish, false, 0.48830999999999997),
    Case(
      (0.71, 0.32, 0.23), (0.32, 0.12, 0.78), .bearish, [("M15", 0.69), ("H1", 0.92), ("D1", -0.58)],
      .severe, .bearish, false, 0.2874056799815285),
    Case(
      (0.38, 0.71, 0.42), (0.4, 0.35, 0.25), .bullish, [("M15", -0.6), ("H4", -0.38), ("D1", -0.18)],
      .none, .bearish, false, 0.5055),
    Case(
      (0.88, 0.21, 0.39), (0.86, 0.66, 0.15), .neutral, [("H1", -0.48), ("D1", -0.41), ("W1", -0.82)],
      .severe, .bearish, false, 0.44397632008709864),
    Case(
      (0.64, 0.02, 0.37), (0.4, 0.35, 0.25), .bearish, [("H1", 0.17), ("D1", -0.23)],
      .moderate, .neutral, true, 0.25118296875000007),
    Case(
      (0.91, 0.82, 0.25), (0.23, 0.75, 0.94), .bullish, [("M15", 0.9), ("D1", -0.79), ("W1", 0.93)],
      .severe, .bullish, true, 0.33291073145604394),
    Case(
      (0.74, 0.39, 0.42), (0.4, 0.35, 0.25), .neutral, [("H1", 0.04), ("W1", -0.04)],
      .moderate, .neutral, true, 0.37784797297297296),
    Case(
      (0.69, 0.58, 0.14), (0.08, 0.07, 0.91), .bullish, [("H4", 0.27), ("D1", 0.46), ("W1", 1.0)],
      .critical, .bullish, false, 0.15918792452830188),
    Case(
      (0.45, 0.37, 0.04), (0.4, 0.35, 0.25), .bearish, [("H4", 0.93), ("D1", -0.83), ("W1", -0.84)],
      .critical, .bearish, false, 0.241542),
    Case(
      (0.84, 0.08, 0.75), (0.08, 0.62, 0.51), .bullish, [("M15", 0.4), ("H1", 0.23), ("D1", -0.98), ("W1", 0.36)],
      .none, .bullish, true, 0.35074793388429754),
    Case(
      (0.52, 0.75, 0.34), (0.4, 0.35, 0.25), .bullish, [("H1", -0.52), ("H4", -0.5)],
      .moderate, .bearish, false, 0.4785846153846154),
    Case(
      (0.38, 0.58, 0.32), (0.18, 0.52, 0.85), .bullish, [("D1", -0.66), ("W1", -0.45)],
      .minor, .bearish, false, 0.41419354838709677),
  ]

  @Test("Confidence, drift and consensus are those that it computed", arguments: Self.cases.indices)
  func confidence(_ index: Int) throws {
    let one = Self.cases[index]
    let confidence = try UnifiedConfidence(
      ScoreSet(backtest: one.scores.0, walkforward: one.scores.1, live: one.scores.2),
      weights: ScoreWeights(backtest: one.weights.0, walkforward: one.weights.1, live: one.weights.2),
      direction: one.direction,
      timeframes: try one.timeframes.map { TimeframeScore(try #require(Timeframe($0.0)), $0.1) })
    #expect(abs(confidence.value - one.value) < 1e-15)
    #expect(confidence.drift.severity == one.severity)
    #expect(confidence.consensus.direction == one.consensus)
    #expect(confidence.consensus.isConflicted == one.isConflicted)
  }

  struct Agreement: Sendable {
    let signals: [(String, Direction, Double)]
    let direction: Direction
    let strength: AlignedConsensus.Strength
    let alignment: Double
    let adjusted: Double

    init(
      _ signals: [(String, Direction, Double)], _ direction: Direction, _ strength: AlignedConsensus.Strength,
      _ alignment: Double, _ adjusted: Double
    ) {
      (self.signals, self.direction, self.strength) = (signals, direction, strength)
      (self.alignment, self.adjusted) = (alignment, adjusted)
    }
  }

  private static let agreements: [Agreement] = [
    Agreement(
      [("M15", .bearish, 0.52), ("H1", .neutral, 0.84), ("H4", .bearish, 0.83), ("D1", .bearish, 0.04)],
      .bearish, .moderate, 0.41700000000000004, 0.6575),
    Agreement(
      [("M15", .bullish, 0.31), ("H1", .bullish, 0.41), ("H4", .bullish, 0.83), ("D1", .bullish, 0.8)],
      .bullish, .strong, 0.682, 0.7874999999999999),
    Agreement(
      [("M15", .bearish, 0.63), ("H4", .neutral, 0.2), ("D1", .neutral, 0.71)],
      .neutral, .weak, 0.42999999999999994, 0.5133333333333333),
    Agreement(
      [("M15", .bullish, 0.04), ("H1", .bullish, 0.35), ("H4", .bullish, 0.79), ("D1", .neutral, 0.93)],
      .neutral, .conflicted, 0.37200000000000005, 0.4275),
    Agreement(
      [("M15", .bullish, 0.45), ("H1", .bearish, 0.57), ("H4", .bullish, 0.65), ("D1", .bullish, 0.87)],
      .bullish, .moderate, 0.5880000000000001, 0.735),
    Agreement(
      [("M15", .bullish, 0.9), ("H4", .bearish, 0.79), ("D1", .bullish, 0.72)],
      .bullish, .weak, 0.4725, 0.8033333333333333),
    Agreement(
      [("M15", .neutral, 0.08), ("H1", .bearish, 0.42), ("H4", .bullish, 0.03), ("D1", .bearish, 0.04)],
      .bearish, .weak, 0.15000000000000002, 0.14250000000000002),
    Agreement(
      [("M15", .neutral, 0.92), ("H1", .neutral, 0.52), ("D1", .bullish, 0.95)],
      .bullish, .conflicted, 0.7571428571428571, 0.6966666666666665),
    Agreement(
      [("M15", .bullish, 0.18), ("H1", .bearish, 0.16), ("D1", .neutral, 0.06)],
      .bearish, .conflicted, 0.3314285714285714, 0.1),
    Agreement(
      [("M15", .neutral, 0.1), ("H1", .neutral, 0.52), ("H4", .bullish, 0.37), ("D1", .neutral, 0.18)],
      .neutral, .moderate, 0.186, 0.39249999999999996),
  ]

  @Test(
    "Alignment, strength and the adjusted confidence are those that it computed", arguments: Self.agreements.indices)
  func alignment(_ index: Int) throws {
    let one = Self.agreements[index]
    let signals = try one.signals.map {
      AlignedConsensus.Signal(try #require(Timeframe($0.0)), $0.1, confidence: $0.2)
    }
    let consensus = try #require(try AlignedConsensus(signals))
    #expect(consensus.direction == one.direction)
    #expect(consensus.strength == one.strength)
    #expect(abs(consensus.alignment - one.alignment) < 1e-15)
    #expect(abs(consensus.adjusted() - one.adjusted) < 1e-15)
  }
}
