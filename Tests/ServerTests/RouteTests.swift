import Bookkeeping
import JSON
import Platform
import Server
import Shell
import TestSupport
import Testing

@Suite("Routes")
struct RouteTests {
  /// Requests that every route with an answer of JSON answers.
  private static let ema = """
    {"name":"Test_EMA_Strategy","symbol":"AAPL","description":"Test strategy",
     "indicators":[{"name":"EMA_12","type":"EMA","params":{"window":12}},{"name":"EMA_26","type":"EMA","params":{"window":26}}],
     "crossover_rules":[{"name":"entry","fast_indicator":"EMA_12","slow_indicator":"EMA_26","direction":"above","signal_type":"entry"}],
     "threshold_rules":[],"period":"6mo","start_date":null,"end_date":null}
    """
  static let bodies = [
    "/tickers/search": #"{"query":"aa"}"#, "/strategies/validate": ema, "/strategies/custom": ema,
    "/backtest/custom/ticker": ema,
    "/backtest/custom/date-range": ema.replacing("\"start_date\":null", with: "\"start_date\":\"2020-01-01\"")
      .replacing("\"end_date\":null", with: "\"end_date\":\"2020-12-31\""),
    "/functions/v1/log-validation-audit": #"{"symbol":"AAPL","confidence":0.5,"timestamp":1795806000}"#,
    "/auth/signup": #"{"username":"bob","email":"bob@desk.example","password":"Secret123"}"#,
    "/auth/login": #"{"username":"ada","password":"Secret123"}"#, "/auth/forgot-password": #"{"email":"a@b.example"}"#,
    "/api/v1/notifications/devices": #"{"token":"t","platform":"ios","timezone":"UTC"}"#,
    "/api/v1/notifications/preferences": #"{"botEventsEnabled":false}"#, "/admin/users/{id}": "{}",
    "/admin/risk": #"{"risk_per_trade":0.03}"#, "/admin/bot/mode": #"{"mode":"paper"}"#,
  ]
  private static let targets = [
    "/functions/v1/get-unified-validation": "?symbol=AAPL", "/auth/status": "?username=ada&email=ada@desk.example",
  ]

  @Test("Every answer has the shape that its route states, and every route is asked")
  func shapes() throws {
    let desk = try ServedDesk()
    let ada = try desk.add("ada")
    var token = try desk.signIn("ada")
    var unanswered: [String] = []
    for route in desk.server.routes where route.method != "DELETE" && route.path != "/auth/logout" {
      // Nothing streams here, and sockets are opened elsewhere.
      if route.path == "/admin/bot/start" || route.status == 101 { continue }
      let path = route.path.replacing("{symbol}", with: "AAPL").replacing("{type}", with: "momentum")
        .replacing("{id}", with: ada.id)
      let body = route.path == "/auth/refresh" ? "{\"refresh_token\":\"\(token.refresh)\"}" : Self.bodies[route.path]
      let reply = desk.ask(route.method, path + (Self.targets[route.path] ?? ""), body, token: token.access)
      #expect(reply.status == route.status, "\(route.method) \(route.path): \(reply.status) \(reply.text.prefix(300))")
      guard let faults = route.faults(inAnswer: reply.json) else {
        unanswered.append(route.path)
        continue
      }
      #expect(faults.isEmpty, "\(route.method) \(route.path): \(faults.prefix(3))")
      if route.path == "/auth/refresh" || route.path.hasSuffix("reset-password") { token = try desk.signIn("ada") }
    }
    #expect(
      Set(unanswered) == [
        "/docs", "/app", "/app/style.css", "/app/app.js", "/app/icon.svg", "/app/equity.svg", "/api/v1/admin/metrics",
      ])
  }

  @Test("The document names every route once, and its paths are those of the table")
  func document() throws {
    let desk = try ServedDesk()
    let document = OpenAPI.document(of: desk.server.routes)
    let paths = try #require(document["paths"]?.members)
    let operations = paths.flatMap { $0.value.members ?? [] }
    #expect(operations.count == desk.server.routes.reduce(0) { $0 + $1.paths.count })
    let names = operations.compactMap { $0.value["operationId"]?.stringValue }
    #expect(Set(names).count == operations.count)
    #expect(desk.ask("GET", "/openapi.json").json == document)
  }

  @Test("What the shell warns of is in the answer: prices that a split moves")
  func warnings() throws {
    let desk = try ServedDesk()
    for route in ["/strategies/custom", "/backtest/custom/ticker"] {
      let answer = desk.ask("POST", route, Self.ema.replacing("6mo", with: "1y")).json
      let warnings = (answer["data"]?["warnings"]?.elements ?? []).compactMap(\.stringValue)
      #expect(warnings.contains { $0.contains("split") }, "\(route): \(warnings)")
    }
  }

  @Test("The numbers are those that the shell prints for the same question")
  func numbers() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let token = try desk.signIn("ada").access
    let total = try desk.server.desk.ask("performance main").records.last?["data"]?["total"]
    let profit = desk.ask("GET", "/profit", token: token).json
    #expect(profit["balance_usd"]?.doubleValue == total?["end"]?.doubleValue)
    #expect(profit["pnl_abs"]?.doubleValue == total?["pnl"]?.doubleValue)
    #expect(profit["win_rate"] == 0.5)
    let answer = desk.ask("POST", "/backtest/custom/ticker", Self.ema).json
    let statement = desk.ask("POST", "/strategies/validate", Self.ema).json["data"]?["statement"]?.stringValue ?? ""
    var copy = desk.server.desk.question()
    let count = answer["data"]?["backtest_results"]?["backtest_metadata"]?["data_points"]?.intValue ?? 0
    copy.cut("AAPL", to: (5849 - count)..<5849)
    let same = try Desk.run(
      statement + "; backtest Test_EMA_Strategy with like service, fill close, periods_per_year 365, commission 0.1%",
      &copy)
    let expected = same.records.last?["data"]?["performance"]
    for key in ["total_return", "sharpe_ratio", "max_drawdown"] {
      #expect(answer["data"]?["backtest"]?["performance"]?[key] == expected?[key], "\(key)")
    }
  }
}
