import Robustness
import Text

/// The settings of `validate`; no run depends on them.
package struct ValidationSettings: Sendable, Hashable {
  /// The weights of the three scores, as given.
  package var weights = ScoreWeights()
  /// The distance of live results from the backtest, in points of accuracy, above which it is flagged.
  package var threshold = Drift.usualThreshold
  /// The way in which the signals of timeframes are joined.
  package var consensus = TimeframeConsensus.Signals.Method.duration

  package init() {}
}

extension TimeframeConsensus.Signals.Method {
  /// The word that is typed: `recent-performance`.
  package var word: String { rawValue.replacing(" ", with: "-") }
}

extension Settings {
  /// How the scores of a strategy are joined to a confidence.
  static let validations: [Definition] = [
    Definition(
      group: .validation, name: "validation_weights",
      summary: "The weights of the backtest, the walk-forward and live signals in a confidence.",
      allowed: "three numbers from 0 up, not all of them 0, such as 0.4 0.35 0.25",
      read: { settings in
        ScoreKind.allCases.map { NumberText.plain(settings.validation.weights[$0]) }.joined(separator: " ")
      },
      write: { settings, value in
        let numbers = value.terms.compactMap { term -> Double? in
          if case .number(let number, _) = term { number } else { nil }
        }
        guard numbers.count == 3, value.terms.count == 3 else { return false }
        let weights = ScoreWeights(backtest: numbers[0], walkforward: numbers[1], live: numbers[2])
        do { try weights.validate() } catch { return false }
        settings.validation.weights = weights
        return true
      }),
    Definition(
      group: .validation, name: "drift_threshold",
      summary: "The distance of live signals from the backtest, in points of accuracy, above which it is flagged.",
      allowed: "a number from 0.05 to 0.5", read: { NumberText.plain($0.validation.threshold) },
      write: { settings, value in
        guard let threshold = value.number, Drift.thresholds.contains(threshold) else { return false }
        settings.validation.threshold = threshold
        return true
      }),
    Definition(
      group: .validation, name: "consensus",
      summary:
        "How signals of 15 minutes, an hour and a day are joined: by duration, votes, or recent performance.",
      allowed: "duration, equal or recent-performance",
      choices: TimeframeConsensus.Signals.Method.allCases.map(\.word), read: { $0.validation.consensus.word },
      write: { settings, value in
        guard let word = value.word,
          let method = TimeframeConsensus.Signals.Method.allCases.first(where: { $0.word == word })
        else { return false }
        settings.validation.consensus = method
        return true
      }),
  ]
}
