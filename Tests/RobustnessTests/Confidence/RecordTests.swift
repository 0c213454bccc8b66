import Calendar
import JSON
import Robustness
import Testing

@Suite("Records of validations")
struct RecordTests {
  private let text = """
    {"symbol":"AAPL","backtest_score":0.988,"walkforward_score":0.825,"live_score":0.4,"m15_signal":"BULLISH",\
    "h1_signal":"BEARISH","d1_signal":"BEARISH","timestamp":1737460700000}
    """

  private func record(changing field: String, to value: JSONValue?) throws -> ValidationRecord {
    var json = try JSONValue(parsing: text)
    json[field] = value
    return try ValidationRecord(json: json)
  }

  @Test("A record reads, and writes the same text")
  func roundTrip() throws {
    let record = try ValidationRecord(json: JSONValue(parsing: text))
    #expect(record.symbol == "AAPL")
    #expect(record.scores == ScoreSet(backtest: 0.988, walkforward: 0.825, live: 0.4))
    #expect(record.signals == TimeframeConsensus.Signals(m15: .bullish, h1: .bearish, d1: .bearish))
    #expect(record.timestamp == Timestamp(seconds: 1_737_460_700))
    #expect(record.json.write() == text)
  }

  @Test("What is missing is null, both ways, and not 0.5 or NEUTRAL")
  func missing() throws {
    let record = try record(changing: "live_score", to: .null)
    #expect(record.scores.live == nil)
    #expect(record.json["live_score"] == .null)
    let silent = try self.record(changing: "m15_signal", to: .null)
    #expect(silent.signals.m15 == nil)
    #expect(silent.json["m15_signal"] == .null)
    #expect(try ValidationRecord(json: silent.json) == silent)
  }

  @Test("Milliseconds may have a fraction, and other fields are passed over")
  func lenient() throws {
    #expect(try record(changing: "timestamp", to: 1737460700000.4).timestamp == Timestamp(seconds: 1_737_460_700))
    #expect(try record(changing: "weights", to: ["live": 1]).symbol == "AAPL")
  }

  @Test("A time in seconds is refused with a hint, and so is one in microseconds")
  func seconds() throws {
    let error = #expect(throws: RecordError.self) { try record(changing: "timestamp", to: 1_737_460_700) }
    #expect(error == .seconds(field: "timestamp", value: "1737460700"))
    #expect(
      error?.description == "`timestamp` is 1737460700, which is in 1970 when counted in milliseconds. "
        + "It looks like seconds: multiply by 1000.")
    #expect(throws: RecordError.tooFine(field: "timestamp", value: "1737460700000000")) {
      try record(changing: "timestamp", to: 1_737_460_700_000_000)
    }
    #expect(throws: RecordError.self) { try record(changing: "timestamp", to: 0) }
    #expect(throws: RecordError.self) { try record(changing: "timestamp", to: -1) }
    #expect(throws: RecordError.self) { try record(changing: "timestamp", to: 1e300) }
    #expect(throws: RecordError.self) { try record(changing: "timestamp", to: "2025-01-21") }
  }

  @Test("A field that is not there, or has another value, is named")
  func fields() throws {
    for field in [
      "symbol", "backtest_score", "walkforward_score", "live_score", "m15_signal", "h1_signal", "d1_signal",
      "timestamp",
    ] {
      #expect(throws: RecordError.missing(field: field)) { try record(changing: field, to: nil) }
    }
    #expect(throws: RecordError.notAnObject) { try ValidationRecord(json: [1]) }
    let error = #expect(throws: RecordError.self) { try record(changing: "h1_signal", to: "UP") }
    #expect(error?.description == "`h1_signal` is \"UP\", but must be BULLISH, NEUTRAL, BEARISH or null.")
    #expect(throws: RecordError.invalid(field: "live_score", value: "1.5", allowed: "from 0 to 1, or null")) {
      try record(changing: "live_score", to: 1.5)
    }
    #expect(throws: RecordError.self) { try record(changing: "symbol", to: "") }
  }

  @Test("An audit reads, and writes the same text")
  func audit() throws {
    let text = """
      {"symbol":"AAPL","confidence":0.72,"weights":{"backtest":0.4,"walkforward":0.35,"live":0.25},\
      "client_state":{"scale":"three"},"logged_at":1737460700000}
      """
    let json = try JSONValue(parsing: text)
    let audit = try AuditRecord(json: json)
    #expect(audit.weights == ScoreWeights())
    #expect(audit.clientState == ["scale": "three"])
    #expect(audit.json.write() == text)
    func changed(_ field: String, _ value: JSONValue?) throws -> AuditRecord {
      var changed = json
      changed[field] = value
      return try AuditRecord(json: changed)
    }
    #expect(try changed("client_state", nil).clientState == .null)
    #expect(throws: RecordError.seconds(field: "logged_at", value: "1737460700")) {
      try changed("logged_at", 1_737_460_700)
    }
    #expect(throws: RecordError.missing(field: "weights.live")) {
      try changed("weights", ["backtest": 1, "walkforward": 0])
    }
    #expect(throws: RecordError.invalid(field: "weights.live", value: "-1", allowed: "a number from 0 up")) {
      try changed("weights", ["backtest": 1, "walkforward": 0, "live": -1])
    }
    #expect(throws: RecordError.invalid(field: "confidence", value: "72", allowed: "from 0 to 1")) {
      try changed("confidence", 72)
    }
  }
}

@Suite("Rows of results")
struct ConfidenceRecordTests {
  @Test("A row keeps every output of the computation, and null for what is not known")
  func row() throws {
    let now = Timestamp(seconds: 1_737_460_700)
    let confidence = try UnifiedConfidence(
      ScoreSet(backtest: 0.5, live: 0.25), weights: ScoreWeights(backtest: 1, walkforward: 1, live: 1),
      direction: .bullish, timeframes: [TimeframeScore(.day, 0.5)])
    let record = ConfidenceRecord(symbol: "SPY", confidence: confidence, lastRetraining: now, timestamp: now)
    // 0.375 times 1 - 0.4 * 0.5 times 1.08.
    #expect(
      record.json.write() == """
        {"symbol":"SPY","direction":"BULLISH","unified_confidence":\(0.375 * 0.8 * 1 * 1.08),"backtesting_score":0.5,\
        "walkforward_score":null,"live_score":0.25,"multi_tf_consensus":{"1d":0.5},"drift_detected":true,\
        "drift_magnitude":0.5,"drift_severity":"severe","drift_explanation":"the backtest hardly holds now",\
        "timeframe_conflict":false,"conflict_explanation":"one direction clearly outweighs the other",\
        "consensus_direction":"BULLISH","hierarchy_weights":{"1d":0.3},"recommendation":"very low",\
        "retraining_trigger":false,"retraining_reason":"not due","next_retraining_date":1740052700000,\
        "adjustments":[{"name":"drift","factor":0.8},{"name":"consensus","factor":1.08}],"missing":["walkforward"],\
        "timestamp":1737460700000}
        """)
    let bare = ConfidenceRecord(
      symbol: "SPY", confidence: try UnifiedConfidence(ScoreSet(walkforward: 0.5), direction: .neutral),
      lastRetraining: nil, timestamp: now)
    #expect(bare.json["drift_magnitude"] == .null)
    #expect(bare.json["drift_explanation"] == "there is nothing to compare")
    #expect(bare.json["consensus_direction"] == "UNKNOWN")
    #expect(bare.json["adjustments"] == [])
    #expect(bare.json["retraining_trigger"] == true)
  }

  @Test("An age is said in its largest whole unit, and scores are stale from five minutes on")
  func ages() {
    let now = Timestamp(seconds: 1_737_460_700)
    func age(_ seconds: Int64) -> Age { Age(of: Timestamp(seconds: 1_737_460_700 - seconds), at: now) }
    let seconds: [Int64] = [-90, 0, 59, 60, 119, 120, 3599, 3600, 7199, 7200, 86_399, 86_400, 172_800]
    #expect(
      seconds.map { age($0).description } == [
        "just now", "just now", "just now", "1 minute ago", "1 minute ago", "2 minutes ago", "59 minutes ago",
        "1 hour ago", "1 hour ago", "2 hours ago", "23 hours ago", "1 day ago", "2 days ago",
      ])
    #expect([299, 300].map { age($0).isStale() } == [false, true])
    #expect(age(61).isStale(after: 60))
    #expect(Age(of: Timestamp(milliseconds: .min), at: now).isStale())
    #expect(!Age(of: now, at: Timestamp(milliseconds: .min)).isStale())
  }
}
