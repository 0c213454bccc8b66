import JSON

/// A strategy as the JSON documents of a strategy service have it: named indicators, and rules that name them.
///
/// All entry rules together enter, any exit rule leaves, and a position is long.
package struct StrategyDocument: Sendable, Hashable {
  /// The kinds of indicators that a document has.
  package enum Kind: String, Sendable, CaseIterable {
    case ema = "EMA"
    case sma = "SMA"
    case rsi = "RSI"
    case macd = "MACD"

    /// A number of an indicator: its key, its older key, its default and its limits.
    package struct Number: Sendable {
      package let key: String
      package let alias: String
      package let standard: Int
      package let limits: ClosedRange<Int>
    }

    /// The numbers of an indicator of this kind.
    package var numbers: [Number] {
      switch self {
      case .ema, .sma: [Number(key: "window", alias: "period", standard: 20, limits: 2...200)]
      case .rsi: [Number(key: "window", alias: "period", standard: 14, limits: 2...100)]
      case .macd:
        [
          Number(key: "fast", alias: "fast_period", standard: 12, limits: 2...50),
          Number(key: "slow", alias: "slow_period", standard: 26, limits: 2...100),
          Number(key: "signal", alias: "signal_period", standard: 9, limits: 2...50),
        ]
      }
    }

    /// The indicator in the language, with the conventions of the service.
    package func expression(_ numbers: [Int]) -> String {
      let list = numbers.map(String.init).joined(separator: ", ")
      let call = "\(rawValue.lowercased())(\(list), like=\"service\")"
      return self == .macd ? call + ".macd" : call
    }
  }

  /// A named indicator on the closes.
  package struct Indicator: Sendable, Hashable {
    package var name: String
    package var kind: Kind
    /// Its numbers, in the order of the kind's.
    package var numbers: [Int]
  }

  /// The test of a rule.
  package enum Test: Sendable, Hashable {
    /// One indicator crosses another one.
    case crossing(fast: String, slow: String)
    /// An indicator is strictly beyond a number, on each bar.
    case level(indicator: String, threshold: Double)
  }

  /// A rule: a test that is for entering or for leaving.
  package struct Rule: Sendable, Hashable {
    package var name: String
    package var test: Test
    /// The direction of a crossing, or the side of the threshold.
    package var isAbove: Bool
    package var isEntry: Bool
  }

  package var name: String
  package var description: String?
  package var indicators: [Indicator]
  /// The rules, crossings first, as a document has them.
  package var rules: [Rule]

  package init(name: String, description: String?, indicators: [Indicator], rules: [Rule]) {
    self.name = name
    self.description = description
    self.indicators = indicators
    self.rules = rules
  }

  /// The document.
  package var json: JSONValue {
    let shared: (Rule) -> [(String, JSONValue)] = { [("signal_type", .string($0.isEntry ? "entry" : "exit"))] }
    var crossings: [JSONValue] = []
    var levels: [JSONValue] = []
    for rule in rules {
      let side = JSONValue.string(rule.isAbove ? "above" : "below")
      switch rule.test {
      case .crossing(let fast, let slow):
        crossings.append(
          .object(
            [
              ("name", .string(rule.name)), ("fast_indicator", .string(fast)), ("slow_indicator", .string(slow)),
              ("direction", side),
            ] + shared(rule)))
      case .level(let indicator, let threshold):
        levels.append(
          .object(
            [
              ("name", .string(rule.name)), ("indicator", .string(indicator)), ("threshold", .number(threshold)),
              ("condition", side),
            ] + shared(rule)))
      }
    }
    return .object(
      [("name", .string(name))] + (description.map { [("description", .string($0))] } ?? []) + [
        ("indicators", .array(indicators.map(\.json))), ("crossover_rules", .array(crossings)),
        ("threshold_rules", .array(levels)),
      ])
  }

  /// True for a document that looks like one of these.
  package static func isLikely(_ json: JSONValue) -> Bool {
    let own = json["strategy"] ?? json
    return own["indicators"]?.elements != nil && (own["crossover_rules"] != nil || own["threshold_rules"] != nil)
  }
}

extension StrategyDocument.Indicator {
  fileprivate var json: JSONValue {
    let params = zip(kind.numbers, numbers).map { ($0.key, JSONValue.integer($1)) }
    return .object([("name", .string(name)), ("type", .string(kind.rawValue)), ("params", .object(params))])
  }
}
