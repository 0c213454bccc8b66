import Foundation
import Presentation
import Sessions
import Shell
import Testing

/// Every kind of result as a program reads it: one object on one line, with the keys that the language promises.
@Suite("Results as JSON")
struct JSONTests {
  /// The keys of `data` that programs rely on, by kind.
  ///
  /// Others are allowed.
  static let keys: [String: Set<String>] = [
    "loaded_files": ["files"],
    "account": ["name", "currency", "lots", "zone", "mode", "cash", "entries", "positions", "since", "notes"],
    "entry": [
      "id", "account", "time", "type", "symbol", "size", "price", "fee", "amount", "cash", "realized", "voids",
      "changes",
    ],
    "guard": ["account", "field", "value", "range", "set_by", "at", "notes"],
    "imported": ["file", "account", "dialect", "title", "preview", "new", "known", "entries", "findings"],
    "performance": ["account", "benchmark", "periods"],
    "alert": ["name", "condition", "series", "state", "fired", "times"],
    "notice": ["id", "kind", "topic", "origin", "target", "title", "body", "time", "read", "payload"],
    "cycle": ["stage", "since", "as_of", "parameters", "inputs", "conditions", "transitions", "distribution"],
    "value": ["expression", "value"],
    "series": ["expression", "bars", "missing", "first_valid", "settled", "last", "rows"],
    "table": ["columns", "rows"],
    "defined": ["name", "type", "replaced", "used_by"],
    "done": ["action"],
    "printed": ["values"],
    "written": ["file", "format"],
    "replay": ["file", "numbers", "results"],
    "signals": ["signals", "summary"],
    "backtest": ["strategy", "parameters", "symbol", "assumptions", "performance", "trades", "portfolio"],
    "backtests": ["runs"],
    "sweep": ["parameters", "evaluated", "rows"],
    "valuation": [
      "ticker", "scenario", "assumptions", "years", "present_value_of_flows", "present_value_of_terminal",
      "terminal_share", "enterprise_value", "equity_value", "value_per_share", "price", "upside", "cagr", "findings",
    ],
    "comparison": ["columns", "rows", "attribution"],
    "sensitivity": ["axes", "values"],
    "solution": ["parameter", "value", "target", "roots"],
    "forecast": ["name", "ticker", "assumptions"],
    "forecast_review": ["forecast", "ticker", "day", "periods", "missing"],
    "curve": ["parameters", "target", "curve"],
    "tornado": ["title", "base_value", "rows"],
    "findings": ["title", "value", "findings"],
    "breakeven": ["title", "base_value", "target", "rows"],
    "draws": ["title", "runs", "seed", "draws", "values"],
    "simulation": [
      "runs", "refused", "seed", "mean", "stdev", "percentiles", "probability_above_price", "histogram", "explained",
    ],
    "multiples": ["ticker", "peers", "value", "rows"],
    "figures": ["ticker", "company", "currency", "span", "periods", "rows"],
    "drivers": ["businesses", "assumptions"],
    "dial": ["score", "label", "target", "aligned", "parts"],
    "drift": ["changes"],
    "cards": ["cards"],
    "template": ["horizon", "like", "revenue_index", "flow_margin", "flow_index", "share_index", "implied_price"],
    "assertion": ["passed"],
    "error": ["code", "message", "hint", "hints", "span"],
    "explanation": ["expression"],
    "why": ["result", "strategy", "symbol", "question", "moments"],
    "help": ["topic"],
    "chart": ["columns", "rows"],
    "report": ["title", "sections"],
    "study": ["events", "overlapping", "fill", "rows"],
    "scan": ["columns", "rows"],
    "correlation": ["symbols", "returns", "matrix"],
    "strategy": ["name", "text"],
    "walkforward": ["windows", "performance", "combinations", "efficiency", "stability", "trades"],
    "montecarlo": ["result", "method", "runs", "seed", "total_return", "max_drawdown", "actual", "percentile"],
    "crossvalidation": ["groups", "paths", "overfitting", "reality_check", "superior_ability", "choices"],
    "signal": ["strategy", "symbol", "decision", "direction", "rules", "journal", "data_hash"],
    "journal": ["entries", "settled", "hit_rate", "rewritten", "damaged"],
    "validation": ["unified_confidence", "record", "app"],
    "audit": ["records"],
  ]

  /// `loaded` is of bars, of a macro series, or of company figures.
  static let loaded: Set<String> = [
    "name", "symbol", "timeframe", "timezone", "bars", "first", "last", "source", "dialect", "findings",
  ]

  /// The keys inside of an object, or of each element of a list, in `data`, by kind and key.
  static let inner: [(kind: String, key: String, keys: Set<String>)] = [
    ("why", "moments", ["part", "date", "facts", "rules", "orders"]),
    ("signals", "signals", ["date", "type", "side", "price", "rule"]),
    ("signals", "summary", ["total_signals", "entry_signals", "exit_signals", "price_range"]),
    (
      "backtest", "performance",
      ["total_return", "cagr", "volatility", "sharpe_ratio", "sortino_ratio", "calmar_ratio", "max_drawdown"]
    ),
    (
      "backtest", "trades",
      [
        "entry_date", "exit_date", "side", "size", "entry_price", "exit_price", "pnl", "return", "bars", "entry_rule",
        "exit_rule",
      ]
    ),
    ("backtest", "portfolio", ["start_value", "end_value", "total_trades"]),
    ("backtests", "runs", ["strategy", "symbol", "performance", "trades"]),
    ("sweep", "rows", ["total_return", "sharpe_ratio", "max_drawdown", "trades", "win_rate"]),
    (
      "valuation", "years",
      [
        "year", "revenue", "growth", "margin", "operating_income", "tax", "depreciation", "capex", "working_capital",
        "free_cash_flow", "discount_factor", "present_value",
      ]
    ),
    ("valuation", "findings", ["code", "severity", "message", "value", "threshold", "assumptions"]),
    (
      "study", "rows",
      [
        "after", "events", "mean", "median", "deviation", "share_above_zero", "worst", "best", "baseline_mean",
        "difference", "t",
      ]
    ),
    ("comparison", "rows", ["item", "values"]),
    ("comparison", "attribution", ["from", "to", "gap", "parts"]),
    ("sensitivity", "axes", ["parameter", "values"]),
    ("findings", "findings", ["code", "severity", "message", "remedy", "effect"]),
    ("tornado", "rows", ["assumption", "low", "high", "value_low", "value_high"]),
    ("breakeven", "rows", ["assumption", "value", "distance", "swings"]),
    ("simulation", "percentiles", ["p1", "p5", "p25", "p50", "p75", "p95", "p99"]),
    ("simulation", "explained", ["assumption", "rank_correlation", "share"]),
    ("multiples", "rows", ["multiple", "own", "peers", "median", "value"]),
    ("valuation", "bridge", ["item", "value"]),
    ("valuation", "implied", ["ev_revenue", "ev_ebitda", "ev_ebit", "pe", "return"]),
    ("error", "span", ["start", "end"]),
  ]

  typealias Object = [String: Any]

  /// All objects that a transcript prints, each with the statement's text.
  static func objects(of file: String) throws -> [Object] {
    let text = try #require(Files.text("\(TranscriptTests.folder)/\(file)"))
    var objects: [Object] = []
    for part in Transcript(text).holding(try TranscriptTests.printed(by: file), format: .json).parts {
      guard case .statement(let statement, let output, _) = part else { continue }
      for line in output {
        let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
        objects.append(try #require(value as? Object, "\(file): \(statement) prints no object: \(line)"))
      }
    }
    return objects
  }

  static func keys(_ value: Any?) -> Set<String> { Set((value as? Object ?? [:]).keys) }

  @Test("Each line is one object with the keys that programs rely on", arguments: TranscriptTests.files)
  func keysArePresent(file: String) throws {
    for object in try Self.objects(of: file) {
      let kind = try #require(object["kind"] as? String)
      #expect(object["line"] is Int, "\(file): \(kind) has no line")
      let data = try #require(object["data"] as? Object, "\(file): \(kind) has no data")
      if kind == "loaded" {
        let isCompany = data["company"] != nil
        #expect(isCompany || Self.loaded.isSubset(of: data.keys), "\(file): loaded has \(data.keys.sorted())")
      } else if let keys = Self.keys[kind] {
        #expect(keys.isSubset(of: data.keys), "\(file): \(kind) lacks \(keys.subtracting(data.keys).sorted())")
      } else {
        Issue.record("\(file): the kind \(kind) is not known")
      }
      for inner in Self.inner where inner.kind == kind {
        let value = data[inner.key]
        for element in value as? [Any] ?? (value is Object ? [value as Any] : []) {
          let missing = inner.keys.subtracting(Self.keys(element))
          #expect(missing.isEmpty, "\(file): \(kind).\(inner.key) lacks \(missing.sorted())")
        }
      }
      for warning in object["warnings"] as? [Any] ?? [] {
        #expect(Self.keys(warning).isSuperset(of: ["code", "message", "span"]))
      }
    }
  }

  @Test("Every kind of the language's table is printed by some transcript")
  func allKindsArePrinted() throws {
    var seen: Set<String> = []
    for file in TranscriptTests.files {
      for object in try Self.objects(of: file) { seen.insert(object["kind"] as? String ?? "") }
    }
    #expect(Set(Self.keys.keys).union(["loaded"]).subtracting(seen).sorted() == [])
  }

  @Test(
    "Every format prints something for each result, and the same on standard error",
    arguments: TranscriptTests.files.filter { $0.hasPrefix("language") || $0.hasPrefix("data") })
  func formats(file: String) throws {
    for printed in try TranscriptTests.printed(by: file).compactMap({ $0 }) {
      let table = try #require(printed[.table])
      for (format, text) in printed {
        #expect(text.errors == table.errors, "\(file) in \(format): \(table.output)")
        // CSV is for tables, values and `print`.
        #expect(format == .csv || table.output.isEmpty || !text.output.isEmpty, "\(file): \(table.output)")
      }
    }
  }

  @Test("One value and what is printed are a row of CSV")
  func csv() {
    let played = Transcript("2 + 3\nprint \"a\", 2%\nlet x = 3\n").played(format: .csv)
    let outputs: [[String]] = played.parts.map { part in
      if case .statement(_, let output, _) = part { output } else { [] }
    }
    #expect(outputs == [["5"], ["a,0.02"], []])
  }

  @Test("Spans count bytes of the whole input, lines count from 1, and a number reads back as the same double")
  func placesAndNumbers() throws {
    var interpreter = Interpreter(environment: .fixed())
    let printer = OutcomePrinter(format: .json)
    var lines: [Substring] = []
    _ = interpreter.runScript("0.1 + 0.2\n\nprint \"é\"; 1 +\n  unknown\n", named: "input", keepGoing: true) {
      lines += printer.text(of: $0, sources: $1).output.split(separator: "\n")
    }
    let objects = lines.map { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? Object ?? [:] }
    #expect(objects.map { $0["kind"] as? String } == ["value", "printed", "error"])
    #expect(objects.map { $0["line"] as? Int } == [1, 3, 3])
    // Foundation's own reader is a digit short, so the text is looked at.
    #expect(lines.first?.contains("\"value\":0.30000000000000004") == true)
    let span = (objects.last?["data"] as? Object)?["span"] as? Object
    // `é` is two bytes.
    #expect(span?["start"] as? Int == 29)
    #expect(span?["end"] as? Int == 36)
  }
}
