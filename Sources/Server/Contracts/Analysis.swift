import JSON
import OrderedCollections
import Platform
import Sessions
import Shell
import Strategies
import Text
import Workspace

/// Indicators, strategies and backtests on request, by the conventions of the service whose clients ask.
extension Route {
  private static let periods = ["1d", "5d", "1mo", "3mo", "6mo", "1y", "2y", "5y", "10y", "ytd", "max"]
  private static let intervals = [
    "1m", "2m", "5m", "15m", "30m", "60m", "90m", "1h", "1d", "5d", "1wk", "1mo", "3mo",
  ]
  private static let symbol = Shape.text(1...32, .symbol)

  /// A strategy as clients describe it.
  private static let strategyMembers: [Shape.Member] = [
    .key("name", .text(1...100)), .maybe("description", .text(0...500)),
    .key(
      "indicators",
      .list(
        .object([
          .key("name", .text(1...100, .name)), .key("type", .text(1...10)), .maybe("params", .object([])),
        ]))),
    .maybe(
      "crossover_rules",
      .list(
        .object([
          .key("name", .text(1...100)), .key("fast_indicator", .text), .key("slow_indicator", .text),
          .key("direction", .text), .key("signal_type", .text),
        ]))),
    .maybe(
      "threshold_rules",
      .list(
        .object([
          .key("name", .text(1...100)), .key("indicator", .text), .key("threshold", .number), .key("condition", .text),
          .key("signal_type", .text),
        ]))),
  ]
  private static let tickerMembers: [Shape.Member] = [
    .maybe("period", Shape(kind: .word(periods))), .maybe("interval", Shape(kind: .word(intervals))),
    .maybe("start_date", .text(10...10, .date)), .maybe("end_date", .text(10...10, .date)),
  ]
  private static let runMembers: [Shape.Member] = [
    .maybe("initial_cash", .number(1000...1e15)), .maybe("commission", .number(0...0.1)),
  ]
  /// A request that has everything beside each other.
  private static let flat: Shape = .object(
    strategyMembers + [.key("symbol", symbol)] + tickerMembers + runMembers)
  private static let strategyOnly: Shape = .object(strategyMembers + [.maybe("symbol", symbol)] + tickerMembers)
  /// A request that has the strategy, the symbol and the run each in an object of its own.
  private static let nested: Shape = .object([
    .key("strategy", .object(strategyMembers)), .key("ticker", .object([.key("symbol", symbol)] + tickerMembers)),
    .maybe("params", .object(runMembers)),
  ])

  private static func envelope(_ data: [Shape.Member]) -> Shape {
    .object([
      .key("status", .word("success")), .key("message", .text), .key("data", .object(data)), .key("timestamp", .text),
    ])
  }
  private static let usedStrategy: Shape = .object([
    .key("name", .text), .key("symbol", .text), .key("indicators", .list(.text)),
  ])
  private static let signals: Shape = .object([
    .key(
      "indicators",
      .list(.object([.key("name", .text), .key("type", .text), .key("values", .list(Shape.number.orNull))]))),
    .key(
      "signals",
      .list(
        .object([
          .key("date", .text), .key("type", .word("entry", "exit")), .key("price", .number), .key("rule", .text),
        ]))),
    .key(
      "summary",
      .object([
        .key("total_signals", .integer), .key("entry_signals", .integer), .key("exit_signals", .integer),
        .key("price_range", .object([.key("min", .number), .key("max", .number)])),
      ])),
  ])
  private static let backtest: Shape = .object([
    .key(
      "performance",
      .object([.key("total_return", .number), .key("sharpe_ratio", .number), .key("max_drawdown", .number)])),
    .key(
      "trades",
      .list(
        .object([
          .key("entry_date", .text), .maybe("exit_date", .text), .key("entry_price", .number),
          .maybe("exit_price", .number), .key("size", .number), .maybe("pnl", .number),
        ]))),
    .key(
      "portfolio",
      .object([.key("start_value", .number), .key("end_value", .number), .key("total_trades", .integer)])),
  ])

  static let analysis: [Route] = [
    Route(
      "GET", "/", .analysis, .anybody, "The name and the version of the service.",
      answer: envelope([.key("name", .text), .key("version", .text)])
    ) { call throws(Refusal) in
      call.success("tas", ["name": "tas", "version": .string(Environment.version), "docs": "/docs", "app": "/app"])
    },
    Route(
      "GET", "/health", .analysis, .anybody, "Whether the server answers.",
      answer: .object([.key("status", .word("healthy")), .key("version", .text), .key("timestamp", .text)])
    ) { call throws(Refusal) in
      Reply([
        "status": "healthy", "version": .string(Environment.version),
        "timestamp": .string(Moment.text(call.server.now, withFraction: false)),
      ])
    },
    Route(
      "GET", "/indicators/types", .analysis, .here, "The kinds of indicators with their parameters.",
      answer: envelope([.key("indicators", .list(.object([.key("type", .text), .key("params", .list(.any))])))])
    ) { call throws(Refusal) in
      let kinds = StrategyDocument.Kind.allCases.map { kind -> JSONValue in
        [
          "type": .string(kind.rawValue),
          "params": .array(
            kind.numbers.map {
              [
                "name": .string($0.key), "alias": .string($0.alias), "default": .integer($0.standard),
                "min": .integer($0.limits.lowerBound), "max": .integer($0.limits.upperBound),
              ]
            }),
        ]
      }
      return call.success("\(kinds.count) kinds", ["indicators": .array(kinds)])
    },
    Route(
      "GET", "/periods", .analysis, .here, "The periods and intervals.",
      answer: envelope([.key("periods", .list(.text)), .key("intervals", .list(.text))])
    ) { call throws(Refusal) in
      call.success(
        "\(periods.count) periods",
        [
          "periods": .strings(periods), "intervals": .strings(intervals), "default_period": "1y",
          "default_interval": "1d",
        ])
    },
    Route(
      "GET", "/tickers/popular", .analysis, .here, "The symbols that are loaded, then well-known ones.",
      answer: envelope([.key("tickers", .list(.text))])
    ) { call throws(Refusal) in
      let tickers = call.desk.tickers
      return call.success("\(tickers.count) tickers", ["tickers": .strings(tickers)])
    },
    Route(
      "GET", "/tickers/config/stats", .analysis, .here, "How many symbols there are of each kind.",
      answer: envelope([.key("total_tickers", .integer), .key("categories", .object([]))])
    ) { call throws(Refusal) in
      call.success(
        "tickers by category",
        [
          "total_tickers": .integer(call.desk.tickers.count),
          "loaded": .integer(call.desk.question().session.series.count),
          "categories": .object(TickerList.categories.map { ($0.name, .integer($0.symbols.count)) }),
        ])
    },
    Route(
      "GET", "/tickers/recommendations/{type}", .analysis, .here, "Symbols that suit a kind of strategy.",
      answer: envelope([.key("strategy_type", .text), .key("tickers", .list(.text))]), refusals: [404]
    ) { call throws(Refusal) in
      let type = call.path["type"] ?? ""
      guard let categories = TickerList.recommended[type] else {
        throw Refusal(404, "\(type) is not one of \(TickerList.recommended.keys.sorted().joined(separator: ", "))")
      }
      let tickers = TickerList.symbols(of: categories)
      return call.success(
        "\(tickers.count) tickers",
        ["strategy_type": .string(type), "categories": .strings(categories), "tickers": .strings(tickers)])
    },
    Route(
      "GET", "/tickers/{symbol}/validate", .analysis, .here, "Whether there are bars of a symbol.",
      answer: envelope([.key("symbol", .text), .key("valid", .flag)]), refusals: [404]
    ) { call throws(Refusal) in
      let (name, _) = try call.series(call.path["symbol"] ?? "")
      return call.success("\(name) is known", ["symbol": .string(name), "valid": true, "is_valid": true])
    },
    Route(
      "GET", "/tickers/{symbol}/info", .analysis, .here, "The bars of a symbol: how many, from when, until when.",
      answer: envelope([.key("symbol", .text), .key("bars", .integer), .key("first", .text), .key("last", .text)]),
      refusals: [404]
    ) { call throws(Refusal) in
      var (name, interpreter) = try call.series(call.path["symbol"] ?? "")
      let data = Rows(try Desk.run("data where name == \(Statement.quoted(name))", &interpreter).last)
      guard let row = data.last else { throw Refusal(404, "\(name) is not known here") }
      return call.success(
        name,
        [
          "symbol": .string(name), "name": .string(name), "bars": row["bars"], "first": row["first"],
          "last": row["last"],
          "timeframe": row["timeframe"], "timezone": row["timezone"],
        ])
    },
    Route(
      "POST", "/tickers/search", .analysis, .here, "The known symbols that contain a text.",
      body: .object([.key("query", .text(2...64)), .maybe("limit", .integer(1...500))]),
      answer: envelope([.key("tickers", .list(.text)), .key("total", .integer)])
    ) { call throws(Refusal) in
      let text = call.body["query"]?.stringValue?.uppercased() ?? ""
      let found = call.desk.tickers.filter { $0.uppercased().contains(text) }.prefix(call.body["limit"]?.intValue ?? 50)
      return call.success(
        NumberText.counted(found.count, "ticker"),
        [
          "tickers": .strings(found), "results": .array(found.map { ["symbol": .string($0)] }),
          "total": .integer(found.count),
        ])
    },
    Route(
      "POST", "/strategies/validate", .analysis, .here, "Whether a strategy can be read.", body: strategyOnly,
      answer: envelope([.key("valid", .flag), .key("statement", .text)]), refusals: [400]
    ) { call throws(Refusal) in
      let document = try call.document()
      return call.success(
        "\(document.name) is valid",
        [
          "valid": true, "is_valid": true, "strategy": .string(document.name),
          "indicators": .strings(document.indicators.map(\.name)), "rules": .integer(document.rules.count),
          "statement": .string(document.text),
        ])
    },
    Route(
      "POST", "/strategies/custom", .analysis, .here, "The indicators and signals of a strategy.", body: flat,
      answer: envelope([.key("strategy", usedStrategy), .key("analysis", signals)]), refusals: [400, 404]
    ) { call throws(Refusal) in try call.analyse() },
    Route(
      "POST", "/backtest/custom/ticker", .analysis, .here,
      "The backtest of a strategy, whose parts may also be objects `strategy`, `ticker` and `params`.", body: .any,
      answer: envelope([.key("strategy", usedStrategy), .key("backtest", backtest)]), refusals: [400, 404]
    ) { call throws(Refusal) in
      try call.checked(call.isNested ? nested : flat).backtest()
    },
    Route(
      "POST", "/backtest/custom/date-range", .analysis, .here, "The backtest of a strategy between two dates.",
      body: .any, answer: envelope([.key("strategy", usedStrategy), .key("backtest", backtest)]), refusals: [400, 404]
    ) { call throws(Refusal) in
      try call.checked(call.isNested ? nested : flat).backtest(needsDates: true)
    },
  ]
}

/// Well-known symbols by category, as the service lists them.
enum TickerList {
  static let categories: [(name: String, symbols: [String])] = [
    ("large_cap", ["AAPL", "MSFT", "GOOGL", "AMZN", "TSLA", "META", "NVDA", "JPM", "V", "JNJ"]),
    ("technology", ["AAPL", "MSFT", "GOOGL", "META", "NVDA", "CRM", "ORCL", "ADBE", "NFLX", "AMD"]),
    ("financial", ["JPM", "BAC", "WFC", "GS", "MS", "C", "USB", "PNC", "TFC", "COF"]),
    ("etfs", ["SPY", "QQQ", "IWM", "DIA", "VTI", "VOO", "AGG", "TLT", "GLD", "USO"]),
    ("healthcare", ["JNJ", "PFE", "UNH", "ABBV", "MRK"]),
    ("consumer", ["AMZN", "TSLA", "HD", "NKE", "PG", "KO"]),
  ]
  static let recommended = [
    "trend_following": ["large_cap", "etfs", "technology"], "momentum": ["technology", "consumer", "etfs"],
    "mean_reversion": ["large_cap", "financial", "healthcare"], "volatility": ["technology", "consumer"],
  ]

  /// The symbols of some categories, each once.
  static func symbols(of names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.flatMap { name in categories.first { $0.name == name }?.symbols ?? [] }.filter {
      seen.insert($0).inserted
    }
  }
}

extension Desk {
  /// The symbols that are loaded, then well-known ones.
  fileprivate var tickers: [String] {
    let loaded = question().session.series.values.elements.filter { !$0.isMacro }.map(\.name)
    return loaded + TickerList.symbols(of: TickerList.categories.map(\.name)).filter { !loaded.contains($0) }
  }
}
