import Calendar
import JSON
import Presentation
import Robustness
import Strategies
import Text

/// The answer of `validate`: the confidence in a strategy's signal with every step that led to it.
package struct ConfidenceReport: ShapedResult {
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

    static let fields: [Field<Reading>] = [
      .text(.text("timeframe", .name), .never) { "\($0.score.timeframe)" },
      .text("signal") { $0.direction.word }.shown(.text("signal")) { .text($0.direction.name) },
      .text("direction") { $0.score.direction.word }.shown(.text("direction")) { .text($0.score.direction.name) },
      .number(.number("score", .fixed(4)), .never) { $0.score.score },
      .number(.number("weight", .fixed(2)), .never) { $0.score.weight },
      .rate(.number("accuracy", .fixed(4))) { $0.accuracy.share },
      .integer(.integer("closes", key: "counted"), .never) { $0.accuracy.counted },
    ]
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
  /// The source of each score, or how to get it.
  package let origins: [ScoreKind: String]
  /// The returns of the last bars beside those before them; nil if there are too few of either.
  package var dataDrift: KolmogorovSmirnov?
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

  package var reasonAgainstReplay: String? { StatementReason.records }

  package static let shape = ResultShape<ConfidenceReport>(
    "validation", "The confidence in the signal of a strategy, with every step that led to it.",
    [
      .spread(recordKeys) { ($0.record.json.members ?? []).map { ($0.key, $0.value) } }, .text("strategy") { $0.call },
      .text("timeframe") { "\($0.timeframe)" }, .integer("horizon") { $0.horizon },
      .object("weights", weightFields) { $0.confidence.weights },
      .object("weights_set", weightFields) { $0.settings.weights },
      .list(
        "steps",
        [.text("name") { $0.name }, .number("factor", .possible) { $0.factor }, .rate("confidence") { $0.value }]
      ) { $0.confidence.steps.rows }, .list("timeframes", Reading.fields) { $0.readings },
      .object("agreement", agreementFields, .possible) { $0.agreement },
      .object("data_drift", driftFields, .possible) { $0.dataDrift }, .text("status") { $0.confidence.colour().name },
      .value("record", [.object], keys: validationKeys) { $0.validation.json },
      .text("time") { Zone.utc.iso8601($0.record.timestamp) },
      .text("next_retraining") { Zone.utc.iso8601($0.record.retraining.next) }, .group("app", appFields),
      .strings("notes") { $0.remarks },
    ])

  /// The keys of a record of a confidence.
  private static let recordKeys: [SchemaKey] = [
    .init("symbol", [.string]), .init("direction", [.string]), .init("unified_confidence", [.number]),
    .init("backtesting_score", [.number, .null]), .init("walkforward_score", [.number, .null]),
    .init("live_score", [.number, .null]), .init("multi_tf_consensus", [.object]), .init("drift_detected", [.boolean]),
    .init("drift_magnitude", [.number, .null]), .init("drift_severity", [.string]),
    .init("drift_explanation", [.string]), .init("timeframe_conflict", [.boolean]),
    .init("conflict_explanation", [.string]), .init("consensus_direction", [.string]),
    .init("hierarchy_weights", [.object]), .init("recommendation", [.string]), .init("retraining_trigger", [.boolean]),
    .init("retraining_reason", [.string]), .init("next_retraining_date", [.number]),
    .init("adjustments", [.list], [.init("name", [.string]), .init("factor", [.number])]), .init("missing", [.list]),
    .init("timestamp", [.number]),
  ]

  /// The keys of a record of the scores and signals alone.
  private static let validationKeys: [SchemaKey] = [
    .init("symbol", [.string]), .init("backtest_score", [.number, .null]),
    .init("walkforward_score", [.number, .null]), .init("live_score", [.number, .null]),
    .init("m15_signal", [.string, .null]), .init("h1_signal", [.string, .null]), .init("d1_signal", [.string, .null]),
    .init("timestamp", [.number]),
  ]

  private static let weightFields: [Field<ScoreWeights>] = ScoreKind.allCases.map { kind in
    .number(kind.name) { $0[kind] }
  }

  private static let agreementFields: [Field<AlignedConsensus>] = [
    .text("direction") { $0.direction.word }, .text("strength") { $0.strength.name },
    .number("alignment") { $0.alignment }, .number("change") { $0.strength.change },
    .strings("conflicting") { $0.conflicting.map { "\($0)" } },
  ]

  private static let driftFields: [Field<KolmogorovSmirnov>] = [
    .number("statistic") { $0.statistic }, .number("p_value") { $0.pValue }, .text("severity") { $0.severity.name },
    .truth("drifted") { $0.isDrifted() ?? false }, .integer("reference") { $0.counts.reference },
    .integer("current") { $0.counts.current },
  ]

  /// The plain mean, as the app of a validation service shows it.
  private static let appFields: [Field<ConfidenceReport>] = [
    .rate("confidence") { $0.plain.value }, .number("drift", .possible) { $0.plain.drift.difference },
    .number("drift_threshold") { $0.plain.drift.threshold }, .truth("drift_detected") { $0.plain.drift.isFlagged },
    .text("consensus_method") { $0.settings.consensus.word },
    .text("consensus", .possible) { $0.plain.direction?.word }, .text("status") { $0.plain.colour().name },
  ]

  /// The agreement of the timeframes, each with the share of its stances that were right.
  private var agreement: AlignedConsensus? {
    try? AlignedConsensus(
      readings.map { reading in
        AlignedConsensus.Signal(reading.score.timeframe, reading.direction, confidence: reading.accuracy.share ?? 0.5)
      })
  }

  private var agreementText: String {
    guard let agreement else { return "unknown: no timeframe could be read" }
    let (agreeing, apart) = (agreement.agreeing, agreement.conflicting)
    if readings.count == 1 { return "\(agreement.strength.name): the only timeframe is \(agreement.direction.name)" }
    var parts = ["\(agreeing.count) of \(NumberText.counted(readings.count, "timeframe")) \(agreement.direction.name)"]
    parts.append(apart.isEmpty ? "none against it" : "\(Wording.list(apart.map { "\($0)" })) against it")
    let undecided = readings.count - agreeing.count - apart.count
    if undecided > 0 { parts.append("\(undecided) neutral") }
    return "\(agreement.strength.name): \(parts.joined(separator: ", "))"
  }

  private var dataDriftText: String {
    guard let dataDrift else { return "unknown: there are too few bars" }
    let test =
      "KS \(NumberFormat.fixed(2).text(dataDrift.statistic)), p \(NumberFormat.fixed(3).text(dataDrift.pValue))"
    return dataDrift.isDrifted() == true
      ? "the last \(dataDrift.counts.current) returns are others than those before, severity \(dataDrift.severity.name) (\(test))"
      : "the last \(dataDrift.counts.current) returns are like those before (\(test))"
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
      Property("Agreement", StyledText(agreementText)), Property("Data", StyledText(dataDriftText)),
      Property("Relative drift", StyledText(relativeText)), Property("Absolute drift", StyledText(absoluteText)),
      Property("Retraining", StyledText(retrainingText)),
      Property("Plain mean", plain.value, .percent(1)),
      Property("Signals by \(settings.consensus.name)", StyledText(plain.direction?.name ?? "missing")),
    ]
  }

  var consensusText: String {
    let consensus = confidence.consensus
    guard let direction = consensus.direction else { return "unknown: \(consensus.finding.meaning)" }
    let sides = Direction.allCases.filter { consensus.weight(of: $0) > 0 }.map {
      "\($0.name) \(NumberFormat.fixed(2).text(consensus.weight(of: $0)))"
    }
    let weights = sides.count > 1 ? " (\(sides.joined(separator: ", ")))" : ""
    let own = confidence.direction
    let against =
      own != .neutral && direction != .neutral && direction != own ? ", against the signal, which is \(own.name)" : ""
    return "\(direction.name): \(consensus.finding.meaning)\(weights)\(against)"
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
    let reason = retraining.reason == .never ? "no walk-forward has chosen the parameters" : retraining.reason.name
    return retraining.isDue ? "due (\(reason)), by \(next)" : "not due before \(next)"
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
    Reading.fields.named(["timeframe", "signal", "accuracy", "counted", "score", "direction", "weight"])
      .table(of: readings)
  }

  var remarks: [String] {
    let missing = confidence.scores.note.map { [$0.prefix(1).lowercased() + $0.trimmedStop.dropFirst()] } ?? []
    return missing + [
      "scores are shares of right directions; the status lights are \(confidence.colour().name), of the plain mean \(plain.colour().name)"
    ] + notes
  }
}
