import Calendar
import Confidence
import JSON
import Presentation
import Strategies
import Text

/// The answer of `validate`: the confidence in a strategy's signal with every step that led to it.
package struct ConfidenceReport: StatementResult {
  /// The signal of a strategy in one timeframe.
  package struct Reading: Sendable, Hashable {
    /// The direction of its stance and the accuracy of all of them, as one score.
    package var score: TimeframeScore
    /// The direction of its stance at the last close.
    package var direction: Direction
    /// The accuracy of its stances.
    package var accuracy: DirectionalAccuracy

    package init(score: TimeframeScore, direction: Direction, accuracy: DirectionalAccuracy) {
      (self.score, self.direction, self.accuracy) = (score, direction, accuracy)
    }
  }

  /// The call of the strategy: `cross(fast=12, slow=26)`.
  package let call: String
  /// The timeframe of the bars that the scores are of.
  package let timeframe: Timeframe
  /// The bars after which a direction is judged.
  package let horizon: Int
  /// The weights and thresholds that are set.
  package let settings: ValidationSettings
  /// The confidence that drift and conflicts change, with the symbol and the time.
  package let record: ConfidenceRecord
  /// The plain mean, with its own drift and signals.
  package let plain: WeightedConfidence
  /// The readings of the timeframes.
  package let readings: [Reading]
  /// Where each score is from, or how to get it.
  package let origins: [ScoreKind: String]
  /// Remarks below the rest.
  package var notes: [String]

  package init(
    call: String, timeframe: Timeframe, horizon: Int, settings: ValidationSettings, record: ConfidenceRecord,
    plain: WeightedConfidence, readings: [Reading], origins: [ScoreKind: String], notes: [String] = []
  ) {
    (self.call, self.timeframe, self.horizon, self.settings) = (call, timeframe, horizon, settings)
    (self.record, self.plain, self.readings) = (record, plain, readings)
    (self.origins, self.notes) = (origins, notes)
  }

  var confidence: UnifiedConfidence { record.confidence }

  package var kind: String { "validation" }

  package var data: JSONValue {
    let weights = confidence.weights
    let members = (record.json.members ?? []).map { ($0.key, $0.value) }
    return .object(
      members + [
        ("strategy", .string(call)), ("timeframe", .string("\(timeframe)")), ("horizon", .integer(horizon)),
        ("weights", .object(ScoreKind.allCases.map { ($0.name, .number(weights[$0])) })),
        ("weights_set", .object(ScoreKind.allCases.map { ($0.name, .number(settings.weights[$0])) })),
        (
          "steps",
          .array(
            confidence.steps.rows.map {
              ["name": .string($0.name), "factor": .number($0.factor), "confidence": .number($0.value)]
            })
        ),
        ("timeframes", .array(readings.map(json))),
        ("status", .string(confidence.colour().name)),
        ("record", validation.json),
        (
          "app",
          [
            "confidence": .number(plain.value), "drift": .number(plain.drift.difference),
            "drift_threshold": .number(plain.drift.threshold), "drift_detected": .bool(plain.drift.isFlagged),
            "consensus_method": .string(settings.consensus.word), "consensus": .string(plain.direction?.word),
            "status": .string(plain.colour().name),
          ]
        ),
        ("notes", .strings(remarks)),
      ])
  }

  private func json(_ reading: Reading) -> JSONValue {
    [
      "timeframe": .string("\(reading.score.timeframe)"), "signal": .string(reading.direction.word),
      "direction": .string(reading.score.direction.word), "score": .number(reading.score.score),
      "weight": .number(reading.score.weight), "accuracy": .number(reading.accuracy.share),
      "counted": .integer(reading.accuracy.counted),
    ]
  }

  /// The scores and signals alone, as validation services hand them out.
  private var validation: ValidationRecord {
    ValidationRecord(
      symbol: record.symbol, scores: confidence.scores, signals: plain.signals, timestamp: record.timestamp)
  }

  package var document: Document {
    Document(
      "\(call) on \(record.symbol) \("\(timeframe)"), directions after \(NumberText.counted(horizon, "bar")): confidence \(NumberFormat.percent(1).text(confidence.value), .strong)",
      mainTable: scoreTable
    ) {
      headline
      Block.blank
      scoreTable
      Block.blank
      stepTable
      if !readings.isEmpty {
        Block.blank
        timeframeTable
      }
      Block.blank
      for remark in remarks { Block.note(StyledText(remark)) }
    }
  }

  private var headline: [Property] {
    let advice = confidence.recommendation
    return [
      Property("Confidence", confidence.value, .percent(1)),
      Property("Recommendation", StyledText("\(advice.name): \(advice.meaning)")),
      Property("Direction", StyledText(confidence.direction.name)),
      Property("Consensus", StyledText(consensusText)),
      Property("Relative drift", StyledText(relativeText)), Property("Absolute drift", StyledText(absoluteText)),
      Property("Retraining", StyledText(retrainingText)),
      Property("Plain mean", plain.value, .percent(1)),
      Property("Signals by \(settings.consensus.name)", StyledText(plain.direction?.name ?? "missing")),
    ]
  }

  var consensusText: String {
    let consensus = confidence.consensus
    return "\(consensus.direction?.name ?? "unknown"): \(consensus.finding.meaning)"
  }

  private var relativeText: String {
    let drift = confidence.drift
    guard let magnitude = drift.magnitude else { return "unknown: \(drift.meaning)" }
    return "\(NumberFormat.percent(1).text(magnitude)) of the backtest, \(drift.severity.name): \(drift.meaning)"
  }

  private var absoluteText: String {
    guard let difference = plain.drift.difference else { return "unknown: there is nothing to compare" }
    let limit = NumberText.plain(plain.drift.threshold)
    return
      "\(NumberFormat.fixed(3).text(difference)), \(plain.drift.isFlagged ? "above the threshold of \(limit): flagged" : "not above the threshold of \(limit)")"
  }

  private var retrainingText: String {
    let retraining = record.retraining
    let next = Zone.utc.iso8601(retraining.next)
    return retraining.isDue ? "due (\(retraining.reason.name)), by \(next)" : "not due before \(next)"
  }

  private var scoreTable: Table {
    let (scores, used) = (confidence.scores, confidence.weights)
    return Table(
      columns: [
        .text("score", .name), .number("value", .fixed(4)), .number("weight set", .general, key: "weight_set"),
        .number("weight used", .fixed(4), key: "weight"), Table.Column.text("from", .dim).wrapping,
      ],
      rows: ScoreKind.allCases.map { kind in
        [
          .text(kind.name), .number(scores[kind]), .number(settings.weights[kind]), .number(used[kind]),
          .text(origins[kind]),
        ]
      })
  }

  private var stepTable: Table {
    Table(
      columns: [.text("step", .name), .number("factor", .fixed(4)), .number("confidence", .fixed(4))],
      rows: confidence.steps.rows.map { [.text($0.name), .number($0.factor), .number($0.value)] })
  }

  private var timeframeTable: Table {
    Table(
      columns: [
        .text("timeframe", .name), .text("signal"), .number("accuracy", .fixed(4)), .integer("closes", key: "counted"),
        .number("score", .fixed(4)), .text("direction"), .number("weight", .fixed(2)),
      ],
      rows: readings.map { reading in
        [
          .text("\(reading.score.timeframe)"), .text(reading.direction.name), .number(reading.accuracy.share),
          .integer(reading.accuracy.counted), .number(reading.score.score), .text(reading.score.direction.name),
          .number(reading.score.weight),
        ]
      })
  }

  var remarks: [String] {
    let missing = confidence.scores.note.map { [$0.prefix(1).lowercased() + $0.trimmedStop.dropFirst()] } ?? []
    return missing + [
      "scores are shares of right directions; the status lights are \(confidence.colour().name), of the plain mean \(plain.colour().name)"
    ] + notes
  }
}
