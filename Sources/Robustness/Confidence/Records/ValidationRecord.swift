import Calendar
import JSON

/// The scores and signals of a symbol at a time, as validation services hand them out.
///
///     {"symbol":"AAPL","backtest_score":0.988,"walkforward_score":0.825,"live_score":null,
///      "m15_signal":"BULLISH","h1_signal":"BEARISH","d1_signal":"BEARISH","timestamp":1737460700000}
///
/// The timestamp is in milliseconds since the epoch. A missing score or signal is `null`, not 0.5 and not `NEUTRAL`.
public struct ValidationRecord: Sendable, Hashable {
  /// The symbol.
  public var symbol: String
  /// The scores.
  public var scores: ScoreSet
  /// The signals.
  public var signals: TimeframeConsensus.Signals
  /// The time at which the scores were known.
  public var timestamp: Timestamp

  /// Makes a record.
  public init(symbol: String, scores: ScoreSet, signals: TimeframeConsensus.Signals, timestamp: Timestamp) {
    (self.symbol, self.scores, self.signals, self.timestamp) = (symbol, scores, signals, timestamp)
  }

  /// Reads a record; fields that it does not know are passed over.
  public init(json: JSONValue) throws(RecordError) {
    let fields = try RecordFields(json)
    symbol = try fields.text("symbol")
    scores = ScoreSet(
      backtest: try fields.shareOrNull("backtest_score"),
      walkforward: try fields.shareOrNull("walkforward_score"),
      live: try fields.shareOrNull("live_score"))
    signals = TimeframeConsensus.Signals(
      m15: try fields.directionOrNull("m15_signal"), h1: try fields.directionOrNull("h1_signal"),
      d1: try fields.directionOrNull("d1_signal"))
    timestamp = try fields.time("timestamp")
  }

  /// The record as JSON.
  public var json: JSONValue {
    [
      "symbol": .string(symbol),
      "backtest_score": .number(scores.backtest),
      "walkforward_score": .number(scores.walkforward),
      "live_score": .number(scores.live),
      "m15_signal": .string(signals.m15?.word),
      "h1_signal": .string(signals.h1?.word),
      "d1_signal": .string(signals.d1?.word),
      "timestamp": timestamp.json,
    ]
  }
}
