import Robustness
import Text

extension SweepReport {
  /// The number of independent trials that those of a sweep are worth, whose returns go together.
  package struct Independence: Sendable {
    /// The most combinations whose returns are looked at.
    package static let sampled = 32

    /// The mean correlation of the returns of two trials.
    package var correlation: Double
    /// The independent trials that all are worth.
    package var count: Double
    /// The trials whose returns were looked at.
    package var sample: Int

    /// Nil if fewer than two of the trials have returns that vary.
    package init?(of returns: ReturnMatrix, among count: Int) {
      correlation = IndependentTrials.meanCorrelation(of: returns)
      guard correlation.isFinite else { return nil }
      self.count = IndependentTrials.count(of: Double(count), meanCorrelation: correlation)
      sample = returns.trials
    }

    static let fields: [Field<Independence>] = [
      .number("correlation") { $0.correlation }, .number("trials") { $0.count }, .integer("sample") { $0.sample },
    ]

    /// The number of independent trials that the trials amount to, in words.
    package var note: String { "worth about \(NumberText.counted(Int(max(1, count.rounded())), "independent one"))" }
  }
}
