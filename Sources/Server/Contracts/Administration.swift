import Accounts
import Bookkeeping
import Calendar
import JSON
import Strategies
import Text

/// Users, guardrails, and the strategy that trades; each action is in the log of changes.
extension Route {
  private static let user: Shape = .object([
    .key("id", .text), .key("username", .text), .key("email", .text), .key("role", .word("viewer", "admin")),
    .key("status", .word("active", "disabled", "pending")),
  ])
  private static let bot: Shape = .object([
    .key("running", .flag), .key("paper_trading", .flag), .key("mode", .word("paper", "live")),
    .key("updated_at", .text),
  ])
  private static let risk: Shape = .object(GuardField.allCases.map { .key($0.appName, .number) })

  static let administration: [Route] = [
    Route("GET", "/admin/users", .admin, .admin, "The users.", answer: .list(user)) { call throws(Refusal) in
      let users = try call.server.book.checked { book throws(BookError) in try book.users(call.server.environment) }
      return Reply(.array(users.map(\.listed)))
    },
    Route(
      "PATCH", "/admin/users/{id}", .admin, .admin, "Approve or disable a user, or change what he or she may do.",
      body: .object([
        .maybe("role", .word("viewer", "admin")), .maybe("status", .word("active", "disabled", "pending")),
      ]),
      answer: user, refusals: [404, 409]
    ) { call throws(Refusal) in try call.changeUser() },
    Route(
      "POST", "/admin/users/{id}/reset-password", .admin, .admin,
      "End all sign-ins of a user, who gets another password.",
      answer: .object([.key("status", .text)]), status: 202, refusals: [404]
    ) { call throws(Refusal) in
      let user = try call.named()
      call.server.tokens.signOut(user: user.id)
      call.note(.user, "reset the password of \(user.name)", "`tas serve user password \(user.name)` sets one")
      return Reply(["status": "accepted"], status: 202)
    },
    Route("GET", "/admin/risk", .admin, .admin, "The guardrails of the account.", answer: risk) {
      call throws(Refusal) in
      Reply(try call.guards())
    },
    Route(
      "PATCH", "/admin/risk", .admin, .admin, "Change guardrails within their ranges, all or none.", body: .any,
      answer: risk, refusals: [409]
    ) { call throws(Refusal) in try call.changeGuards() },
    Route("GET", "/admin/bot/status", .admin, .admin, "Whether the strategy trades.", answer: bot) {
      call throws(Refusal) in
      Reply(try call.bot())
    },
    Route(
      "POST", "/admin/bot/start", .admin, .admin, "Let the strategy of `set serve_strategy` trade in the account.",
      answer: bot, refusals: [400, 404, 409]
    ) { call throws(Refusal) in try call.start() },
    Route(
      "POST", "/admin/bot/stop", .admin, .admin, "Stop the strategy; what it holds is left.", answer: bot,
      refusals: [409]
    ) { call throws(Refusal) in try call.stop() },
    Route(
      "PATCH", "/admin/bot/mode", .admin, .admin, "Trade on paper or live; live needs the account's name as `confirm`.",
      body: .object([
        .maybe("paper_trading", .flag), .maybe("mode", .word("paper", "live")), .maybe("confirm", .text(0...64)),
      ]), answer: bot, refusals: [400, 409]
    ) { call throws(Refusal) in try call.changeMode() },
    Route(
      "GET", "/admin/log", .admin, .admin, "The last ten changes, newest first.",
      answer: .list(
        .object([
          .key("id", .text), .key("timestamp", .text), .key("actor", .text), .key("summary", .text),
          .key("details", .text),
          .key("category", .word("risk", "user", "bot")),
        ]))
    ) { call throws(Refusal) in try call.changes() },
    Route(
      "GET", "/api/v1/admin/health", .admin, .admin, "Whether the session and the book answer.",
      answer: .object([.key("status", .text), .key("uptime_seconds", .integer), .key("sockets", .integer)])
    ) { call throws(Refusal) in
      _ = try call.server.book.checked { book throws(BookError) in try book.books(call.server.environment) }
      return Reply([
        "status": "ok", "uptime_seconds": .integer(Int((call.server.now - call.server.began) / 1000)),
        "sockets": .integer(call.server.hub.count),
      ])
    },
    Route("GET", "/api/v1/admin/metrics", .admin, .admin, "Figures for Prometheus.") { call throws(Refusal) in
      let figures = try call.server.figures(of: try call.server.account())
      let values: [(String, String, Double)] = [
        ("tas_uptime_seconds", "counter", Double((call.server.now - call.server.began) / 1000)),
        ("tas_sockets", "gauge", Double(call.server.hub.count)), ("tas_equity", "gauge", figures.equity),
        ("tas_pnl", "gauge", figures.pnl), ("tas_running", "gauge", figures.isRunning ? 1 : 0),
      ]
      let lines = values.map { "# TYPE \($0.0) \($0.1)\n\($0.0) \(NumberText.plain($0.2))\n" }
      return Reply(lines.joined(), type: "text/plain; version=0.0.4")
    },
  ]
}

extension User {
  /// The user as the list of administrators has it.
  fileprivate var listed: JSONValue {
    [
      "id": .string(id), "username": .string(name), "email": .string(email), "role": .string(role.rawValue),
      "status": .string(status.rawValue),
    ]
  }
}

extension GuardField {
  /// The key of the clients.
  fileprivate var appName: String {
    switch self {
    case .maxDrawdown: "max_drawdown_percent"
    case .dailyLoss: "daily_loss_limit_percent"
    case .riskPerTrade: "risk_per_trade"
    case .maxPositions: "max_open_positions"
    case .atrStop: "atr_stop_loss_multiplier"
    case .atrTarget: "atr_take_profit_multiplier"
    }
  }

  /// How many of the clients' units make one of ours: two fields are in percent.
  fileprivate var scale: Double { self == .maxDrawdown || self == .dailyLoss ? 100 : 1 }
}

extension Call {
  fileprivate func note(_ category: AdminAction.Category, _ summary: String, _ details: String) {
    server.keep(AdminAction(category: category, actor: user?.name ?? "", summary: summary, details: details))
  }

  /// The user that the path names.
  fileprivate func named() throws(Refusal) -> User {
    let id = path["id"] ?? ""
    let found = try server.book.checked { book throws(BookError) in try book.user(.id, id, server.environment) }
    guard let found else { throw Refusal(404, "there is no such user") }
    return found
  }

  fileprivate func changeUser() throws(Refusal) -> Reply {
    let was = try named()
    var changed = was
    changed.role = body["role"]?.stringValue.flatMap(User.Role.init) ?? was.role
    changed.status = body["status"]?.stringValue.flatMap(User.Status.init) ?? was.status
    let new = changed
    guard try server.book.checked({ book throws(BookError) in try book.update(new, server.environment) }) else {
      throw Refusal(409, "\(was.name) is the last administrator")
    }
    if new.status != .active {
      server.tokens.signOut(user: new.id)
      server.hub.close(user: new.id)
    }
    if was != new {
      note(
        .user, "\(new.name) is \(new.role.rawValue) and \(new.status.rawValue)",
        "before: \(was.role.rawValue), \(was.status.rawValue)")
    }
    return Reply(new.listed)
  }

  // MARK: Guardrails

  fileprivate func guards() throws(Refusal) -> JSONValue {
    let account = try server.account().name
    let set = try server.book.checked { book throws(BookError) in
      try book.guardSettings(of: account, server.environment)
    }
    return .object(set.map { ($0.field.appName, .number(Self.rounded($0.value * $0.field.scale))) })
  }

  /// A product with a hundred without the dust of its last digits.
  private static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }

  fileprivate func changeGuards() throws(Refusal) -> Reply {
    guard let members = body.members else {
      throw Refusal([Shape.Fault(place: ["body"], message: "Input should be a valid dictionary", type: "dict_type")])
    }
    var (changes, faults): ([(field: GuardField, value: Double)], [Shape.Fault]) = ([], [])
    for member in members {
      guard let field = GuardField.allCases.first(where: { $0.appName == member.key || $0.rawValue == member.key })
      else {
        throw Refusal(
          400, "there is no guardrail \(member.key): \(GuardField.allCases.map(\.appName).joined(separator: ", "))")
      }
      let (terms, scale) = (field.terms, member.key == field.appName ? field.scale : 1)
      let (least, most) = (Self.rounded(terms.range.lowerBound * scale), Self.rounded(terms.range.upperBound * scale))
      guard let value = member.value.doubleValue, (least...most).contains(value),
        !terms.isWhole || value == value.rounded()
      else {
        let text = "\(member.key) is \(NumberText.plain(least)) to \(NumberText.plain(most))"
        faults.append(Shape.Fault(place: ["body", .string(member.key)], message: text, type: "value_error"))
        continue
      }
      changes.append((field, value / scale))
    }
    if !faults.isEmpty {
      var refusal = Refusal(faults)
      refusal.message = faults.map(\.message).joined(separator: "; ")
      throw refusal
    }
    let (account, actor) = (try server.account().name, user?.name ?? "")
    try server.book.checked { book throws(BookError) in
      let was = Dictionary(
        try book.guardSettings(of: account, server.environment).map { ($0.field, $0.value) }, uniquingKeysWith: { $1 })
      // Guardrails are no entries: whoever has the lease of the account keeps it.
      try book.write(server.environment, to: nil, at: Timestamp(milliseconds: server.now)) { book throws(BookError) in
        for (field, value) in changes where was[field] != value {
          try book.set(field, to: value, from: was[field] ?? field.terms.usual, by: actor, of: account)
        }
      }
    }
    return Reply(try guards())
  }

  // MARK: The strategy

  fileprivate func bot() throws(Refusal) -> JSONValue {
    let account = try server.account()
    let figures = try server.figures(of: account)
    let last = try Server.checkedLog(server).last { $0["category"] == "bot" }
    return [
      "running": .bool(figures.isRunning), "paper_trading": .bool(figures.mode == "paper"),
      "mode": .string(figures.mode),
      "updated_at": .string(last?["time"]?.stringValue ?? Moment.text(server.began, withFraction: false)),
    ]
  }

  private func strategy() throws(Refusal) -> String {
    guard let name = desk.settings.strategy else {
      throw Refusal(400, "no strategy is served: `set serve_strategy NAME`")
    }
    return name
  }

  fileprivate func start() throws(Refusal) -> Reply {
    let (name, account) = (try strategy(), try server.account().name)
    let live = Rows(try desk.ask("streams").last).all.compactMap { $0.text("series") }
    guard !live.isEmpty else { throw Refusal(400, "nothing is live: `stream SYMBOL from PROVIDER` in the script") }
    let series = live.map(Statement.quoted).joined(separator: ", ")
    _ = try desk.act("run \(name) on \(series) in \(Statement.quoted(account))")
    note(.bot, "started \(name)", "on \(live.joined(separator: ", ")) in \(account)")
    return Reply(try bot())
  }

  fileprivate func stop() throws(Refusal) -> Reply {
    let (name, account) = (try strategy(), try server.account().name)
    if try server.figures(of: try server.account()).isRunning {
      _ = try desk.act("run \(name) in \(Statement.quoted(account)) off")
      note(.bot, "stopped \(name)", "what it holds in \(account) is left")
    }
    return Reply(try bot())
  }

  fileprivate func changeMode() throws(Refusal) -> Reply {
    let account = try server.account().name
    let asked = body["mode"]?.stringValue ?? body["paper_trading"]?.boolValue.map { $0 ? "paper" : "live" }
    guard let mode = asked else {
      throw Refusal([Shape.Fault(place: ["body", "mode"], message: "field required", type: "missing")])
    }
    let confirmed = server.terms.allowsLive ? account : body["confirm"]?.stringValue
    if mode == "live", confirmed != account {
      throw Refusal(409, "live trading needs confirm: \"\(account)\"")
    }
    // The name is what the prompt asks for.
    do throws(Refusal) {
      _ = try desk.act("mode \(mode) \(Statement.quoted(account))", answering: mode == "live" ? confirmed : nil)
    } catch  where mode == "live" { throw Refusal(409, error.message) }
    note(.bot, "\(account) trades \(mode == "live" ? "live" : "on paper")", "")
    return Reply(try bot())
  }

  // MARK: The log

  fileprivate func changes() throws(Refusal) -> Reply {
    let account = try server.account().name
    let guards = try server.book.checked { book throws(BookError) in
      try book.guardChanges(of: account, server.environment)
    }
    var rows: [(time: String, row: JSONValue)] = guards.prefix(10).map { change in
      let time = Moment.text(change.at.milliseconds, withFraction: false)
      return (
        time,
        [
          "id": .string("g\(change.id)"), "timestamp": .string(time), "actor": .string(change.setBy),
          "summary": .string("\(change.field.rawValue) is \(NumberText.plain(change.value))"),
          "details": .string("before: \(NumberText.plain(change.was))"), "category": "risk",
        ]
      )
    }
    for (place, line) in try Server.checkedLog(server).enumerated() {
      guard let category = line["category"], let time = line["time"]?.stringValue else { continue }
      rows.append(
        (
          time,
          [
            "id": .string("c\(place)"), "timestamp": .string(time), "actor": line["who"] ?? "",
            "summary": line["summary"] ?? "", "details": line["details"] ?? "", "category": category,
          ]
        ))
    }
    return Reply(.array(rows.sorted { $0.time > $1.time }.prefix(10).map(\.row)))
  }
}

extension Server {
  fileprivate static func checkedLog(_ server: Server) throws(Refusal) -> [JSONValue] {
    try server.book.checked { book throws(BookError) in try log(last: 1000, of: book, server.environment) }
  }
}
