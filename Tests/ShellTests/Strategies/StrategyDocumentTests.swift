import Foundation
import JSON
import Language
import Strategies
import TestSupport
import Testing

/// Strategies as JSON, against a plain reading of the rules of the service whose documents they are.
@Suite("Strategies as JSON")
struct StrategyDocumentTests {
  /// The indicators of the service in plain loops; missing is nil.
  private enum Service {
    static func sma(_ x: [Double], _ window: Int) -> [Double?] {
      x.indices.map { t in
        t + 1 < window ? nil : x[(t + 1 - window)...t].reduce(0, +) / Double(window)
      }
    }

    static func ema(_ x: [Double], _ window: Int) -> [Double?] {
      let alpha = 2 / Double(window + 1)
      var value = x[0]
      return x.indices.map { t in
        if t > 0 { value = alpha * x[t] + (1 - alpha) * value }
        return t + 1 < window ? nil : value
      }
    }

    static func rsi(_ x: [Double], _ window: Int) -> [Double?] {
      x.indices.map { t in
        guard t >= window else { return nil }
        let changes = (t + 1 - window...t).map { x[$0] - x[$0 - 1] }
        let up = changes.map { max($0, 0) }.reduce(0, +)
        let down = changes.map { max(-$0, 0) }.reduce(0, +)
        if down == 0 { return up == 0 ? nil : 100 }
        return 100 - 100 / (1 + up / down)
      }
    }

    static func macd(_ x: [Double], _ fast: Int, _ slow: Int) -> [Double?] {
      zip(sma(x, fast), sma(x, slow)).map { fast, slow in fast.flatMap { f in slow.map { f - $0 } } }
    }

    static func values(_ indicator: StrategyDocument.Indicator, _ x: [Double]) -> [Double?] {
      let n = indicator.numbers
      return switch indicator.kind {
      case .ema: ema(x, n[0])
      case .sma: sma(x, n[0])
      case .rsi: rsi(x, n[0])
      case .macd: macd(x, n[0], n[1])
      }
    }

    static func fires(_ rule: StrategyDocument.Rule, _ values: [String: [Double?]], at t: Int) -> Bool {
      switch rule.test {
      case .level(let name, let threshold):
        guard let x = values[name]?[t] else { return false }
        return rule.isAbove ? x > threshold : x < threshold
      case .crossing(let fast, let slow):
        guard t > 0, let f = values[fast]?[t], let s = values[slow]?[t], let g = values[fast]?[t - 1],
          let r = values[slow]?[t - 1]
        else { return false }
        return rule.isAbove ? f > s && g <= r : f < s && g >= r
      }
    }
  }

  /// Documents that between them have each indicator, rule, side and synonym.
  static let documents = [
    #"""
    {"name": "averages", "description": "two averages", "indicators": [
      {"name": "fast", "type": "EMA", "params": {"window": 12}}, {"name": "slow", "type": "EMA", "params": {"period": 26}}],
     "crossover_rules": [
      {"name": "golden", "fast_indicator": "fast", "slow_indicator": "slow", "direction": "above", "signal_type": "entry"},
      {"name": "death", "fast_indicator": "fast", "slow_indicator": "slow", "direction": "below", "signal_type": "exit"}],
     "threshold_rules": []}
    """#,
    #"""
    {"strategy": {"name": "everything", "indicators": [
      {"name": "a", "type": "SMA", "window": 10}, {"name": "b", "type": "SMA", "period": 30},
      {"name": "strength", "type": "RSI", "params": {"window": 7}},
      {"name": "m", "type": "MACD", "params": {"fast_period": 8, "slow": 21}, "signal_period": 5}],
     "crossover_rules": [
      {"name": "up", "fast_indicator": "a", "slow_indicator": "b", "direction": "above", "signal_type": "buy"},
      {"name": "turn", "fast_indicator": "m", "slow_indicator": "strength", "direction": "below", "signal_type": "short"}],
     "threshold_rules": [
      {"name": "calm", "indicator": "strength", "threshold": 61.5, "condition": "below", "signal_type": "long"},
      {"name": "hot", "indicator": "strength", "threshold": 79, "condition": "above", "signal_type": "sell"},
      {"name": "deep", "indicator": "m", "threshold": -0.25, "condition": "below", "signal_type": "exit"}]},
     "ticker": {"symbol": "SPY", "period": "1y"}, "params": {"initial_cash": 10000, "commission": 0.001}}
    """#,
  ]

  private func document(_ text: String) throws -> StrategyDocument {
    try StrategyDocument(reading: JSONValue(parsing: text))
  }

  @Test("The rules fire on the bars of the plain reading, on real bars", arguments: documents)
  func fires(_ text: String) throws {
    let document = try document(text)
    let folder = try StrategyFolder()
    try folder.write(text, to: "s.json")
    var session = ScriptedSession()
    _ = try session.result("load sample SPY; load strategy \"\(folder.path)/s.json\"")
    let rows = try #require(try session.result("show close all")["rows"]?.elements)
    let closes = try rows.map { try #require($0[1]?.doubleValue) }
    let dates = rows.map { $0[0]?.stringValue ?? "" }
    var values: [String: [Double?]] = [:]
    for indicator in document.indicators { values[indicator.name] = Service.values(indicator, closes) }
    let signals = try #require(try session.result("signals \(document.name) all")["signals"]?.elements)
    var ours: [String: Set<String>] = [:]
    for signal in signals {
      ours[signal["rule"]?.stringValue ?? "", default: []].insert(signal["date"]?.stringValue ?? "")
    }
    let entries = document.rules.filter(\.isEntry)
    var expected: [String: Set<String>] = [:]
    for t in dates.indices {
      if entries.allSatisfy({ Service.fires($0, values, at: t) }) {
        expected[entries.count == 1 ? entries[0].name : "combined_entry", default: []].insert(dates[t])
      }
      for rule in document.rules where !rule.isEntry && Service.fires(rule, values, at: t) {
        expected[rule.name, default: []].insert(dates[t])
      }
    }
    #expect(expected.values.allSatisfy { !$0.isEmpty } && expected.count == ours.count)
    #expect(ours == expected)
  }

  @Test("What was read is written as the same document, twice over", arguments: documents)
  func roundTrip(_ text: String) throws {
    let folder = try StrategyFolder()
    try folder.write(text, to: "s.json")
    var session = ScriptedSession()
    let document = try document(text)
    _ = try session.result(
      "load strategy \"\(folder.path)/s.json\"; strategy \(document.name) to \"\(folder.path)/t.json\"")
    let written = try String(contentsOfFile: "\(folder.path)/t.json", encoding: .utf8)
    #expect(try self.document(written) == document)
    #expect(try JSONValue(parsing: document.json.write()) == document.json)
  }

  @Test(
    "A strategy that a document cannot say is refused with the reason",
    arguments: [
      ("enter short when rsi(14) > 70", "long positions"),
      ("enter long at limit close * 0.98 when rsi(14) < 30", "limit or stop orders"),
      ("enter long when rsi(14) < 30; enter long when rsi(7) < 20", "alternatives"),
      ("enter long when rsi(14) < 30; exit long 50% when rsi(14) > 70", "full positions"),
      ("enter long when rsi(14) < 30; stop 2%", "stop 2%"),
      ("enter long when rsi(14) < 30 or rsi(7) < 20", "`or`"),
      ("enter long when not (rsi(14) < 30)", "one indicator crosses another"),
      ("enter long when rsi(14) <= 30", "strict"),
      ("enter long when rsi(14) crosses above 30", "crossing of a number"),
      ("enter long when sma(10) > sma(20)", "only for a crossing"),
      ("enter long when close crosses above sma(20)", "this is `close`"),
      ("enter long when rsi(200) < 30", "window is 200"),
      ("enter long when macd().signal < 0", "MACD line alone"),
      ("enter long when rsi(14, like=\"talib\") < 30", "not the service's"),
      ("enter long when sma(high, 20) crosses above sma(50)", "not the service's"),
      ("enter long when rsi(14) < 30; exit long when rsi(14) > 70 and rsi(7) > 80", "`and`"),
    ])
  func refused(_ rules: String, reason: String) throws {
    let folder = try StrategyFolder()
    var session = ScriptedSession()
    let errors = session.run(
      "set like service; strategy s { \(rules) }\nstrategy s to \"\(folder.path)/s.json\""
    ).errors
    #expect(errors.count == 1 && errors[0].message.contains(reason), "\(errors.map(\.message))")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/s.json"))
  }

  @Test(
    "A damaged document is refused with the place, the value and what is allowed",
    arguments: [
      (#""window": 12"#, #""window": 500"#, "indicators[0].window is 500: a whole number from 2 to 200"),
      (#""window": 12"#, #""window": 12.5"#, "indicators[0].window is 12.5"),
      (#""window": 12"#, #""length": 12"#, "indicators[0].params.length is not a parameter of EMA: window"),
      (#""type": "EMA""#, #""type": "BBANDS""#, "type is \"BBANDS\": EMA, SMA, RSI or MACD"),
      (#""name": "averages""#, #""name": """#, "name is \"\""),
      (#""name": "slow""#, #""name": "fast""#, "two indicators are called `fast`"),
      (#""name": "slow""#, #""name": "2nd""#, "letters, digits and _"),
      (#""name": "death""#, #""name": "golden""#, "two rules are called `golden`"),
      (#""slow_indicator": "slow""#, #""slow_indicator": "price""#, "slow_indicator is \"price\": one of fast, slow"),
      (#""slow_indicator": "slow""#, #""slow_indicator": "fast""#, "cannot cross itself"),
      (#""direction": "above""#, #""direction": "up""#, "direction is \"up\": above or below"),
      (
        #""signal_type": "entry""#, #""signal_type": "hold""#,
        "signal_type is \"hold\": entry, buy, long, exit, sell or short"
      ),
      (#""signal_type": "entry""#, #""signal_type": "exit""#, "no rule enters"),
      (#""indicators": ["#, #""indicators": 3, "others": ["#, "indicators is 3: a list"),
    ])
  func damaged(_ old: String, _ new: String, message: String) throws {
    let text = Self.documents[0]
    let range = try #require(text.range(of: old))
    let folder = try StrategyFolder()
    try folder.write(text.replacingCharacters(in: range, with: new), to: "s.json")
    var session = ScriptedSession()
    let errors = session.run("load strategy \"\(folder.path)/s.json\"").errors
    let said = errors.map { ([$0.message] + $0.hints).joined(separator: "\n") }.joined()
    #expect(errors.count == 1 && said.contains(message), "\(said)")
  }
}
