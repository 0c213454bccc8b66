import Accounts
import Calendar
import JSON
import MarketData

/// The account: its state, its worth, its trades, in the shapes of both generations of clients.
extension Route {
  private static let pages: [Query] = [
    Query(name: "page", shape: .integer(1...1_000_000)), Query(name: "page_size", shape: .integer(1...200)),
    Query(name: "symbol", shape: .text(0...32)), Query(name: "side", shape: .word("buy", "sell", "short", "cover")),
    Query(name: "start", shape: .moment), Query(name: "end", shape: .moment),
  ]
  private static let state: Shape = .object([
    .key("running", .flag), .key("mode", .word("paper", "live")), .key("uptime_seconds", .integer),
  ])

  static let reporting: [Route] = [
    Route(
      "GET", "/status", .reporting, .reader, "Whether a strategy trades, and in which mode.", answer: state,
      aliases: ["/api/v1/status", "/api/v1/investor/status"]
    ) { call throws(Refusal) in
      let figures = try call.server.figures(of: try call.server.account())
      return Reply(call.server.status(figures))
    },
    Route(
      "GET", "/profit", .reporting, .reader, "The gain and the share of trades that gained.",
      answer: .object([
        .key("balance_usd", .number), .key("pnl_abs", .number), .key("pnl_pct", .number),
        .key("win_rate", .number(0...1)),
      ])
    ) { call throws(Refusal) in
      let figures = try call.server.figures(of: try call.server.account())
      return Reply([
        "balance_usd": .number(figures.equity), "pnl_abs": .number(figures.pnl), "pnl_pct": .number(figures.percent),
        "win_rate": .number(figures.winRate),
      ])
    },
    Route(
      "GET", "/api/v1/profit", .reporting, .reader, "The gain and the share of trades that gained.",
      answer: .object([
        .key("current_balance", .text), .key("total_pl_amount", .text), .key("total_pl_percent", .number),
        .key("win_rate", .number(0...1)),
      ]), aliases: ["/api/v1/investor/profit"]
    ) { call throws(Refusal) in
      let figures = try call.server.figures(of: try call.server.account())
      return Reply([
        "current_balance": .string(Amount.text(figures.equity)), "total_pl_amount": .string(Amount.text(figures.pnl)),
        "total_pl_percent": .number(figures.percent), "win_rate": .number(figures.winRate),
      ])
    },
    Route(
      "GET", "/api/v1/balance", .reporting, .reader, "What was paid in, and what it is worth.",
      answer: .object([.key("timestamp", .text), .key("balance", .text), .key("equity", .text)]),
      aliases: ["/api/v1/investor/balance"]
    ) { call throws(Refusal) in
      Reply(call.server.balance(try call.server.figures(of: try call.server.account())))
    },
    Route(
      "GET", "/equity-curve", .reporting, .reader, "The worth at the end of each day.",
      answer: .list(.object([.key("ts", .integer), .key("equity", .number)]))
    ) { call throws(Refusal) in
      let points = try call.server.equityPoints(of: try call.server.account())
      return Reply(.array(points.map { ["ts": .integer(Int($0.time)), "equity": .number($0.equity)] }))
    },
    Route(
      "GET", "/api/v1/equity-curve", .reporting, .reader,
      "The worth at the end of each day, as pairs of time and amount.",
      query: [
        Query(name: "start", shape: .moment), Query(name: "end", shape: .moment),
        Query(name: "limit", shape: .integer(1...10_000)),
      ], answer: .list(.list(.text)), aliases: ["/api/v1/investor/equity-curve"]
    ) { call throws(Refusal) in
      let account = try call.server.account()
      let (start, end) = try call.window(in: account.zone)
      var points = try call.server.equityPoints(of: account).filter { $0.time >= start && $0.time <= end }
      if let limit = call.query("limit").flatMap({ Int($0) }) { points = points.suffix(limit) }
      return Reply(.array(points.map { .array(Self.pair($0.time, $0.equity)) }))
    },
    Route(
      "GET", "/trades", .reporting, .reader, "Round trips of lots, newest first.",
      query: [Query(name: "limit", shape: .integer(1...200)), Query(name: "cursor", shape: .text(0...64))],
      answer: .object([
        .key(
          "items",
          .list(
            .object([
              .key("id", .text), .key("symbol", .text), .key("side", .word("buy", "sell", "short", "cover")),
              .key("qty", .number), .key("price", .number), .key("pnl", .number), .key("pnl_pct", .number),
              .key("opened_at", .integer), .maybe("closed_at", .integer),
            ]))), .maybe("next_cursor", .text),
      ]), refusals: [400]
    ) { call throws(Refusal) in try call.roundTrips() },
    Route(
      "GET", "/api/v1/trades", .reporting, .reader, "Executions, newest first.", query: pages,
      answer: .object([
        .key(
          "items",
          .list(
            .object([
              .key("id", .integer), .key("symbol", .text), .key("side", .word("buy", "sell", "short", "cover")),
              .key("size", .text), .key("pnl", .text), .key("timestamp", .text),
            ]))), .key("page", .integer), .key("page_size", .integer), .key("total", .integer),
      ]), aliases: ["/api/v1/investor/trades"]
    ) { call throws(Refusal) in try call.executions() },
    Route(
      "GET", "/api/v1/calendar", .reporting, .reader, "The gain of each day with closed trades.",
      query: [Query(name: "zone", shape: .text(1...64, .zone))],
      answer: .list(
        .object([
          .key("trading_day", .text), .key("pnl", .text), .key("pnl_percent", .number),
          .key("win_rate", .number(0...1)),
        ])), refusals: [400], aliases: ["/api/v1/investor/calendar"]
    ) { call throws(Refusal) in
      let account = try call.server.account()
      let zone = call.query("zone").map { " zone \(Statement.quoted($0))" } ?? ""
      let days = Rows(try call.desk.ask("calendar \(Statement.quoted(account.name)) by day\(zone)").last)
      return Reply(
        .array(
          days.all.map { day in
            [
              "trading_day": day["trading_day"], "pnl": .string(Amount.text(day.number("pnl") ?? 0)),
              "pnl_percent": .number((day.number("pnl_percent") ?? 0) * 100),
              "win_rate": .number(day.number("win_rate") ?? 0),
            ]
          }))
    },
  ]

  /// A point of the curve as the first generation reads it.
  static func pair(_ time: Int64, _ equity: Double) -> [JSONValue] {
    [.string(Moment.text(time, withFraction: true)), .string(Amount.text(equity))]
  }
}

/// Amounts as decimal texts.
enum Amount {
  /// All digits of a double, without an exponent.
  static func text(_ amount: Double) -> String {
    Money(JSONValue.number(amount).write()).map { "\($0)" } ?? "0"
  }
}

extension Server {
  func status(_ figures: AccountFigures) -> JSONValue {
    [
      "running": .bool(figures.isRunning), "mode": .string(figures.mode),
      "uptime_seconds": .integer(Int((now - began) / 1000)),
    ]
  }

  func balance(_ figures: AccountFigures) -> JSONValue {
    [
      "timestamp": .string(Moment.text(now, withFraction: true)), "balance": .string(Amount.text(figures.balance)),
      "equity": .string(Amount.text(figures.equity)),
    ]
  }

  /// The worth at the end of each day; today's is at the present moment.
  func equityPoints(of account: AccountView) throws(Refusal) -> [(time: Int64, equity: Double)] {
    let rows = Rows(try desk.ask("equity \(Statement.quoted(account.name))").last)
    let now = now
    return rows.all.compactMap { row in
      guard let date = row.text("date").flatMap({ CivilDate(iso8601: $0) }), let equity = row.number("equity") else {
        return nil
      }
      let end = account.zone.timestamp(of: CivilTime(date: date.adding(days: 1))).milliseconds
      return (min(end, now), equity)
    }
  }
}

extension AccountView.Execution {
  /// The execution as the first generation reads it.
  var json: JSONValue {
    [
      "id": .integer(id), "symbol": .string(symbol), "side": .string(side), "size": .string("\(size)"),
      "pnl": .string("\(pnl)"), "timestamp": .string(Moment.text(time, withFraction: true)),
    ]
  }
}

extension AccountView.RoundTrip {
  /// The round trip as the second generation reads it.
  fileprivate var json: JSONValue {
    let pnl = closing?.gain ?? .zero
    let cost = closing.map { $0.lot.cost.magnitude.double } ?? 0
    var json: JSONValue = [
      "id": .string(id), "symbol": .string(symbol), "side": .string(side), "qty": .number(size.double),
      "price": .number((closing?.price ?? entry).double), "pnl": .number(pnl.double),
      "pnl_pct": .number(cost > 0 ? pnl.double / cost * 100 : 0), "opened_at": .integer(Int(opened)),
    ]
    if let closing { json["closed_at"] = .integer(Int(closing.closed.milliseconds)) }
    return json
  }
}

extension Call {
  /// The window of the query, in milliseconds since 1970; a date at its end counts to its last moment.
  fileprivate func window(in zone: Zone) throws(Refusal) -> (start: Int64, end: Int64) {
    func moment(_ name: String, _ missing: Int64, isEnd: Bool) throws(Refusal) -> Int64 {
      guard let text = query(name) else { return missing }
      guard let time = Moment.milliseconds(text, in: zone) else {
        throw Refusal([
          Shape.Fault(place: ["query", .string(name)], message: "Input should be a valid date", type: "date_parsing")
        ])
      }
      return isEnd && text.count == 10 ? time + 86_399_999 : time
    }
    return (try moment("start", .min, isEnd: false), try moment("end", .max, isEnd: true))
  }

  fileprivate func executions() throws(Refusal) -> Reply {
    let account = try server.account()
    let (start, end) = try window(in: account.zone)
    let (symbol, side) = (query("symbol"), query("side"))
    let all = account.executions.filter { execution in
      (symbol.map { $0.lowercased() == execution.symbol.lowercased() } ?? true)
        && (side.map { $0 == execution.side } ?? true)
        && execution.time >= start && execution.time <= end
    }
    let (page, size) = (query("page").flatMap { Int($0) } ?? 1, query("page_size").flatMap { Int($0) } ?? 50)
    return Reply([
      "items": .array(all.dropFirst((page - 1) * size).prefix(size).map(\.json)), "page": .integer(page),
      "page_size": .integer(size), "total": .integer(all.count),
    ])
  }

  fileprivate func roundTrips() throws(Refusal) -> Reply {
    var all = try server.account().roundTrips[...]
    if let cursor = query("cursor") {
      guard let place = all.firstIndex(where: { $0.id == cursor }) else {
        throw Refusal(400, "the cursor is not one of this list")
      }
      all = all[(place + 1)...]
    }
    let part = all.prefix(query("limit").flatMap { Int($0) } ?? 50)
    var json: JSONValue = ["items": .array(part.map(\.json))]
    if part.count < all.count, let last = part.last { json["next_cursor"] = .string(last.id) }
    return Reply(json)
  }
}
