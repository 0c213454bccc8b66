import Calendar
import JSON

/// A confidence shown to a user, with the weights and the client state it was computed from.
///
///     {"symbol":"AAPL","confidence":0.72,"weights":{"backtest":0.4,"walkforward":0.35,"live":0.25},
///      "client_state":null,"logged_at":1737460700000}
///
/// The time is in milliseconds since the epoch.
public struct AuditRecord: Sendable, Hashable {
  /// The symbol.
  public var symbol: String
  /// The confidence that was shown, 0 to 1.
  public var confidence: Double
  /// The weights that were set.
  public var weights: ScoreWeights
  /// Anything else that the program that showed it wants to keep; `null` if there is nothing.
  public var clientState: JSONValue
  /// The time at which it was shown.
  public var loggedAt: Timestamp

  /// Makes a record.
  public init(
    symbol: String, confidence: Double, weights: ScoreWeights, clientState: JSONValue = .null, loggedAt: Timestamp
  ) {
    (self.symbol, self.confidence, self.weights) = (symbol, confidence, weights)
    (self.clientState, self.loggedAt) = (clientState, loggedAt)
  }

  /// Reads a record; fields that it does not know are passed over, and `client_state` may be left out.
  public init(json: JSONValue) throws(RecordError) {
    let fields = try RecordFields(json)
    symbol = try fields.text("symbol")
    confidence = try fields.share("confidence")
    weights = try Self.weights(fields)
    clientState = json["client_state"] ?? .null
    loggedAt = try fields.time("logged_at")
  }

  /// The record as JSON.
  public var json: JSONValue {
    [
      "symbol": .string(symbol),
      "confidence": .number(confidence),
      "weights": [
        "backtest": .number(weights.backtest), "walkforward": .number(weights.walkforward),
        "live": .number(weights.live),
      ],
      "client_state": clientState,
      "logged_at": loggedAt.json,
    ]
  }

  private static func weights(_ fields: RecordFields) throws(RecordError) -> ScoreWeights {
    let value = try fields.value("weights")
    guard value.members != nil else { throw fields.invalid("weights", value, "an object of three weights") }
    var weights = ScoreWeights()
    for (kind, path) in [
      (ScoreKind.backtest, \ScoreWeights.backtest), (.walkforward, \.walkforward), (.live, \.live),
    ] {
      guard let weight = value[kind.name] else { throw .missing(field: "weights.\(kind.name)") }
      guard let number = weight.doubleValue, number >= 0, number.isFinite else {
        throw fields.invalid("weights.\(kind.name)", weight, "a number from 0 up")
      }
      weights[keyPath: path] = number
    }
    return weights
  }
}
