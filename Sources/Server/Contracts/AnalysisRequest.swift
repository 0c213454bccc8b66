import Columns
import Evaluation
import JSON
import Platform
import Sessions
import Shell
import Strategies
import Text

/// A request for an analysis as its parts, whether they are beside each other or in objects of their own.
extension Call {
  func success(_ message: String, _ data: JSONValue) -> Reply {
    Reply([
      "status": "success", "message": .string(message), "data": data,
      "timestamp": .string(Moment.text(server.now, withFraction: false)),
    ])
  }

  /// True if the strategy is an object of its own.
  var isNested: Bool { body["strategy"]?.members != nil }

  /// The same call with a body that has a shape.
  func checked(_ shape: Shape) throws(Refusal) -> Call {
    let faults = shape.faults(in: body)
    if !faults.isEmpty { throw Refusal(faults) }
    return self
  }

  /// A value of the symbol's or the run's part.
  private func value(_ key: String, in part: String) -> JSONValue? {
    let own = isNested ? body[part]?[key] ?? body[key] : body[key] ?? body[part]?[key]
    return own.flatMap { $0.isNull ? nil : $0 }
  }

  /// The strategy; what is wrong with it is refused with all its faults at once.
  func document() throws(Refusal) -> StrategyDocument {
    do { return try StrategyDocument(reading: body) } catch {
      throw Refusal(error.faults.map { Shape.Fault(place: ["body"], message: $0, type: "value_error") })
    }
  }

  /// A copy of the session with the series of a symbol taken up.
  func series(_ symbol: String) throws(Refusal) -> (name: String, Interpreter) {
    var interpreter = desk.question(request.isAbandoned)
    return (try desk.load(symbol, into: &interpreter), interpreter)
  }

  // MARK: Signals and backtests

  /// The run of a request: its strategy is defined, and the bars are those of its period alone.
  private struct Run {
    let document: StrategyDocument
    let symbol: String
    let strategy: String
    var interpreter: Interpreter
    var warnings: [String]

    /// Takes warnings of statements over, each once.
    mutating func take(_ others: [String]) { warnings += others.filter { !warnings.contains($0) } }
  }

  private func run(needsDates: Bool = false) throws(Refusal) -> Run {
    let document = try document()
    let symbol = value("symbol", in: "ticker")?.stringValue ?? ""
    var (name, interpreter) = try series(symbol)
    try resample(name, &interpreter)
    try cut(name, &interpreter, needsDates: needsDates)
    let defined = try Desk.run(document.text, &interpreter).data("defined")
    return Run(
      document: document, symbol: name, strategy: defined?["name"]?.stringValue ?? document.name,
      interpreter: interpreter,
      warnings: ["orders fill at the close that decides them (fill close), by the conventions of the service"])
  }

  /// Makes the bars as long as the interval.
  private func resample(_ name: String, _ interpreter: inout Interpreter) throws(Refusal) {
    guard let interval = value("interval", in: "ticker")?.stringValue else { return }
    let lengths = ["60m": "1h", "1wk": "1w", "5d": "1w"]
    _ = try Desk.run("use \(Statement.quoted(name)) timeframe \(lengths[interval] ?? interval)", &interpreter)
  }

  /// Leaves the bars of the period, which counts back from the last one, or those between two dates.
  private func cut(_ name: String, _ interpreter: inout Interpreter, needsDates: Bool) throws(Refusal) {
    let (first, last) = (value("start_date", in: "ticker")?.stringValue, value("end_date", in: "ticker")?.stringValue)
    func bars(_ window: String) throws(Refusal) -> Int {
      try Desk.run("show close \(window)", &interpreter).last["rows"]?.elements?.count ?? 0
    }
    let count = interpreter.session.active?.series.bars.count ?? 0
    var range = 0..<count
    if needsDates || first != nil || last != nil {
      guard let first, let last else {
        let missing = first == nil ? "start_date" : "end_date"
        throw Refusal([Shape.Fault(place: ["body", .string(missing)], message: "field required", type: "missing")])
      }
      guard first < last else { throw Refusal(400, "end_date is after start_date") }
      let (since, within) = (try bars("since \(first)"), try bars("since \(first) until \(last)"))
      range = (count - since)..<(count - since + within)
    } else {
      switch value("period", in: "ticker")?.stringValue ?? "1y" {
      case "max": break
      case "ytd":
        let rows = try Desk.run("show close last 1", &interpreter).last["rows"]
        let year = (rows?[0]?[0]?.stringValue ?? "").prefix(4)
        range = (count - (try bars("since \(year)-01-01")))..<count
      case let period: range = max(0, count - (try bars("last \(period)")))..<count
      }
    }
    guard range.count > 1 else {
      throw Refusal(400, "\(name) has \(NumberText.counted(range.count, "bar")) in this period")
    }
    interpreter.cut(name, to: range)
  }

  private func used(_ run: Run) -> JSONValue {
    [
      "name": .string(run.document.name), "symbol": .string(run.symbol),
      "indicators": .strings(run.document.indicators.map(\.name)),
    ]
  }

  func analyse() throws(Refusal) -> Reply {
    var run = try run()
    let analysis = try analysis(of: &run)
    let summary = analysis["summary"]
    func count(_ key: String) -> Int { summary?[key]?.intValue ?? 0 }
    return success(
      "\(count("entry_signals")) entry and \(count("exit_signals")) exit signals",
      ["strategy": used(run), "analysis": analysis, "warnings": .strings(run.warnings)])
  }

  /// The indicators and signals, with the keys of both generations of the service.
  private func analysis(of run: inout Run) throws(Refusal) -> JSONValue {
    let indicators = try run.document.indicators.map { indicator throws(Refusal) -> JSONValue in
      let rows = try Desk.run("show \(indicator.kind.expression(indicator.numbers)) all", &run.interpreter).last["rows"]
      return [
        "name": .string(indicator.name), "type": .string(indicator.kind.rawValue),
        "params": .object(zip(indicator.kind.numbers, indicator.numbers).map { ($0.key, .integer($1)) }),
        "values": .array((rows?.elements ?? []).map { $0[1] ?? .null }),
      ]
    }
    let bars = Rows(try Desk.run("show open, high, low, close, volume all", &run.interpreter).last)
    let answers = try Desk.run("signals \(run.strategy) all", &run.interpreter)
    run.take(answers.warnings)
    let data = answers.data("signals")
    let signals = (data?["signals"]?.elements ?? []).map { signal -> JSONValue in
      [
        "date": signal["date"] ?? .null, "type": signal["type"] ?? .null, "price": signal["price"] ?? .null,
        "rule": signal["rule"] ?? .null, "timestamp": signal["date"] ?? .null, "signal": true,
        "signal_type": signal["type"] ?? .null, "rule_name": signal["rule"] ?? .null,
      ]
    }
    let rows = bars.all
    return [
      "strategy_name": .string(run.document.name), "symbol": .string(run.symbol), "indicators": .array(indicators),
      "signals": .array(signals), "summary": data?["summary"] ?? .null,
      "data_info": [
        "symbol": .string(run.symbol), "data_points": .integer(rows.count), "start_date": rows.first?["date"] ?? .null,
        "end_date": rows.last?["date"] ?? .null, "price_range": data?["summary"]?["price_range"] ?? .null,
      ],
      "price_data": .array(
        rows.map { row in
          [
            "timestamp": row["date"], "open": row["open"], "high": row["high"], "low": row["low"],
            "close": row["close"],
            "volume": row["volume"],
          ]
        }),
    ]
  }

  func backtest(needsDates: Bool = false) throws(Refusal) -> Reply {
    var run = try run(needsDates: needsDates)
    let cash = value("initial_cash", in: "params")?.doubleValue ?? 10_000
    let commission = value("commission", in: "params")?.doubleValue ?? 0.001
    let settings = [
      "like service", "fill close", "periods_per_year 365", "cash \(NumberText.plain(cash))",
      "commission \(NumberText.plain(commission * 100))%",
    ]
    let answers = try Desk.run(
      "backtest \(run.strategy) with \(settings.joined(separator: ", "))", &run.interpreter)
    run.take(answers.warnings)
    let data = answers.data("backtest")
    guard let data, let performance = data["performance"] else { throw Refusal(500, "the backtest has no result") }
    // What is not defined is 0, as the service has it.
    func figure(_ key: String) -> JSONValue {
      .number(performance[key]?.doubleValue.flatMap { $0.isFinite ? $0 : nil } ?? 0)
    }
    let closed = (data["trades"]?.elements ?? []).map { trade -> JSONValue in
      .object(
        ["entry_date", "exit_date", "entry_price", "exit_price", "size", "pnl", "return"].map {
          ($0, trade[$0] ?? .null)
        })
    }
    let open = (data["open_trades"]?.elements ?? []).map { trade -> JSONValue in
      [
        "entry_date": trade["entry_date"] ?? .null, "exit_date": .null, "entry_price": trade["entry_price"] ?? .null,
        "exit_price": .null, "size": trade["size"] ?? .null, "pnl": trade["pnl"] ?? .null,
      ]
    }
    let total = closed.count + open.count
    let results: [(String, JSONValue)] = [
      ("total_return", figure("total_return")), ("sharpe_ratio", figure("sharpe_ratio")),
      ("max_drawdown", figure("max_drawdown")), ("win_rate", figure("win_rate")), ("total_trades", .integer(total)),
      ("final_value", figure("end_value")),
    ]
    return success(
      NumberText.counted(total, "trade"),
      [
        "strategy": used(run),
        "backtest": [
          "performance": .object(results), "trades": .array(closed + open),
          "portfolio": [
            "start_value": figure("start_value"), "end_value": figure("end_value"), "total_trades": .integer(total),
          ],
        ],
        "backtest_results": [
          "performance": .object(results), "analysis": try analysis(of: &run),
          "backtest_metadata": [
            "engine": "tas", "strategy_type": "custom",
            "data_points": .integer(run.interpreter.session.active?.series.bars.count ?? 0),
            "backtest_params": ["initial_cash": .number(cash), "commission": .number(commission)],
          ],
        ], "warnings": .strings(run.warnings),
      ])
  }
}
