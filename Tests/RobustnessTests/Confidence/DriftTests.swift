import Robustness
import Testing

@Suite("Drift")
struct DriftTests {
  private func isFlagged(_ backtest: Double, _ live: Double, _ threshold: Double = 0.15) throws -> Bool {
    try Drift.Absolute(ScoreSet(backtest: backtest, live: live), threshold: threshold).isFlagged
  }

  @Test("A difference of the threshold itself is no drift, whatever its binary noise")
  func strict() throws {
    // 0.85 - 0.70 is 0.15000000000000002 in binary, and would be above 0.15.
    #expect(0.85 - 0.70 > 0.15)
    #expect(try !isFlagged(0.85, 0.70))
    #expect(try !isFlagged(0.70, 0.85))
    #expect(try isFlagged(0.85, 0.6999))
    #expect(try isFlagged(0.6999, 0.85))
    #expect(try !isFlagged(0.75, 0.25, 0.50))
    #expect(try isFlagged(0.75, 0.2499, 0.50))
    #expect(try !isFlagged(0.55, 0.50, 0.05))
    #expect(try isFlagged(0.5501, 0.50, 0.05))
  }

  @Test("A threshold is from 0.05 to 0.50")
  func thresholds() throws {
    let scores = ScoreSet(backtest: 0.5, live: 0.5)
    for threshold in [0.05, 0.15, 0.50] { _ = try Drift.Absolute(scores, threshold: threshold) }
    for threshold in [0.0499, 0.5001, -1, Double.infinity] {
      #expect(throws: ConfidenceError.threshold(threshold)) { try Drift.Absolute(scores, threshold: threshold) }
    }
    #expect(throws: ConfidenceError.self) { try Drift.Absolute(scores, threshold: .nan) }
    #expect(
      ConfidenceError.threshold(0.6).description == "The threshold of drift is 0.6, but must be from 0.05 to 0.5.")
  }

  @Test("Without a live score there is nothing to compare")
  func missing() throws {
    let absolute = try Drift.Absolute(ScoreSet(backtest: 0.9))
    #expect(absolute.difference == nil)
    #expect(!absolute.isFlagged)
    for scores in [ScoreSet(backtest: 0.9), ScoreSet(live: 0.9), ScoreSet(backtest: 0, live: 0.9)] {
      let relative = Drift.Relative(scores)
      #expect(relative.magnitude == nil)
      #expect(relative.severity == .none)
      #expect(!relative.isFlagged)
    }
  }

  @Test(
    "A relative drift has the band whose limit it reaches",
    arguments: [
      // A backtest of 0.8, of which 0.15, 0.25, 0.50 and 0.75 are lost: exact in decimals.
      (0.8, 0.6801, Drift.Severity.none), (0.8, 0.68, .minor), (0.8, 0.6001, .minor), (0.8, 0.6, .moderate),
      (0.8, 0.4001, .moderate), (0.8, 0.4, .severe), (0.8, 0.2001, .severe), (0.8, 0.2, .critical), (0.8, 0, .critical),
      (0.4, 0.46, .minor), (0.4, 0.4599, .none), (0.4, 0.5, .moderate), (0.4, 0.6, .severe), (0.4, 0.7, .critical),
      (0.2, 0.15, .moderate), (0.6, 0.51, .minor), (0.9, 0.765, .minor), (1, 0.85, .minor), (1, 1, .none),
    ])
  func bands(_ backtest: Double, _ live: Double, _ severity: Drift.Severity) {
    let drift = Drift.Relative(ScoreSet(backtest: backtest, live: live))
    #expect(drift.severity == severity)
    #expect(drift.isFlagged == [.moderate, .severe, .critical].contains(severity))
  }
}
