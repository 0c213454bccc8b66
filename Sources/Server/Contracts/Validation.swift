import Bookkeeping
import Calendar
import JSON
import Platform
import Robustness
import Sessions
import Shell
import Strategies

/// The confidence in a signal, and the record of what clients showed.
extension Route {
  private static let weights: Shape = .object([
    .key("backtest", .number), .key("walkforward", .number), .key("live", .number), .key("driftThreshold", .number),
    .key("timeframeWeight", .text),
  ])
  private static let confidence: Shape = .object([
    .key("symbol", .text), .key("backtest_score", .number(0...1)), .key("walkforward_score", .number(0...1)),
    .key("live_score", .number(0...1)), .key("m15_signal", .word("BULLISH", "BEARISH", "NEUTRAL")),
    .key("h1_signal", .word("BULLISH", "BEARISH", "NEUTRAL")),
    .key("d1_signal", .word("BULLISH", "BEARISH", "NEUTRAL")),
    .key("timestamp", .integer), .key("weights", weights), .key("confidence", .number(0...1)), .key("has_drift", .flag),
  ])

  static let validation: [Route] =
    ["GET", "POST"].map { method in
      Route(
        method, "/functions/v1/get-unified-validation", .validation, .here,
        "The confidence that the signal of `set serve_strategy` deserves.",
        query: [Query(name: "symbol", shape: .text(0...32))], answer: confidence, refusals: [400, 404]
      ) { call throws(Refusal) in try call.confidence() }
    } + [
      Route(
        "POST", "/functions/v1/log-validation-audit", .validation, .here, "Record a confidence that was shown.",
        body: .object([
          .key("symbol", .text(1...32)), .key("confidence", .number(0...1)),
          .maybe(
            "weights",
            .object([
              .maybe("backtest", .number(0...1)), .maybe("walkforward", .number(0...1)), .maybe("live", .number(0...1)),
            ])),
          .maybe("timestamp", .number(0...1e15)), .maybe("user_id", .text(0...128)),
        ]), answer: .object([.key("success", .flag)])
      ) { call throws(Refusal) in try call.recordConfidence() }
    ]
}

extension Call {
  fileprivate func confidence() throws(Refusal) -> Reply {
    let symbol = query("symbol") ?? (try? JSONValue(parsing: request.body))?["symbol"]?.stringValue
    guard let symbol, !symbol.isEmpty else { throw Refusal(400, "symbol parameter required") }
    guard let strategy = desk.settings.strategy else {
      throw Refusal(404, "no strategy is served: `set serve_strategy NAME`")
    }
    var interpreter = desk.question(request.isAbandoned)
    let name = try desk.load(symbol, into: &interpreter)
    let answers = try Desk.run("validate \(strategy) on \(Statement.quoted(name))", &interpreter)
    guard let data = answers.data("validation"), let record = data["record"], let app = data["app"] else {
      throw Refusal(500, "the confidence is not known")
    }
    let settings = interpreter.session.settings.validation
    func score(_ key: String) -> JSONValue { .number(record[key]?.doubleValue ?? 0.5) }
    func signal(_ key: String) -> JSONValue { .string(record[key]?.stringValue ?? "NEUTRAL") }
    return Reply([
      "symbol": .string(symbol), "backtest_score": score("backtest_score"),
      "walkforward_score": score("walkforward_score"), "live_score": score("live_score"),
      "m15_signal": signal("m15_signal"), "h1_signal": signal("h1_signal"), "d1_signal": signal("d1_signal"),
      "timestamp": record["timestamp"] ?? .null,
      "weights": [
        "backtest": .number(settings.weights.backtest), "walkforward": .number(settings.weights.walkforward),
        "live": .number(settings.weights.live), "driftThreshold": app["drift_threshold"] ?? .null,
        "timeframeWeight": app["consensus_method"] ?? .null,
      ],
      "confidence": app["confidence"] ?? .null, "has_drift": app["drift_detected"] ?? false,
    ])
  }

  fileprivate func recordConfidence() throws(Refusal) -> Reply {
    var weights = ScoreWeights()
    func weight(_ key: String) -> Double? { body["weights"]?[key]?.doubleValue }
    weights.backtest = weight("backtest") ?? weights.backtest
    weights.walkforward = weight("walkforward") ?? weights.walkforward
    weights.live = weight("live") ?? weights.live
    // The documents' requests have seconds, their clients milliseconds.
    let given = body["timestamp"]?.doubleValue
    let time = given.map { Int64($0 < 1e10 ? $0 * 1000 : $0) } ?? server.now
    let who = body["user_id"]?.stringValue ?? user?.name
    let record = AuditRecord(
      symbol: body["symbol"]?.stringValue ?? "", confidence: body["confidence"]?.doubleValue ?? 0, weights: weights,
      clientState: ["user": .string(who), "by": "log-validation-audit"], loggedAt: Timestamp(milliseconds: time))
    try server.book.checked { book throws(BookError) in
      try book.addRecords(
        of: .audit, server.environment, at: Timestamp(milliseconds: server.now)
      ) { _ in [record.json.write()] }
    }
    return Reply(["success": true])
  }
}
