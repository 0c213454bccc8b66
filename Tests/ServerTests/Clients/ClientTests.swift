import Foundation
import JSON
import Platform
import Server
import Testing

/// The clients of the services that the server stands for decode its answers with their own structures.
@Suite("Clients")
struct ClientTests {
  private let desk: ServedDesk
  private let token: String

  init() throws {
    desk = try ServedDesk()
    try desk.add("ada")
    token = try desk.signIn("ada").access
  }

  private func data(_ method: String, _ target: String, _ body: String? = nil) throws -> Data {
    let reply = desk.ask(method, target, body, token: token)
    try #require(reply.status == 200, "\(target): \(reply.status) \(reply.text)")
    return Data(reply.body)
  }

  private func get<Value: Decodable>(_ type: Value.Type, _ target: String, _ decoder: JSONDecoder) throws -> Value {
    try decoder.decode(type, from: try data("GET", target))
  }

  // MARK: Analysis

  private static let strategy = """
    {"name":"Test_EMA_Strategy","symbol":"AAPL","description":"Test strategy","indicators":[
    {"name":"EMA_12","type":"EMA","params":{"window":12}},{"name":"EMA_26","type":"EMA","params":{"window":26}}],
    "crossover_rules":[{"name":"entry","fast_indicator":"EMA_12","slow_indicator":"EMA_26","direction":"above",
    "signal_type":"entry"}],"threshold_rules":[],"period":"6mo"}
    """

  @Test("The guide's test of a strategy")
  func customStrategy() throws {
    let answer = try JSONDecoder().decode(
      AnalysisClient.Envelope<AnalysisClient.Analysed>.self, from: try data("POST", "/strategies/custom", Self.strategy)
    )
    #expect(answer.status == "success")
    #expect(answer.message == "1 entry and 0 exit signals")
    #expect(answer.data.strategy.indicators == ["EMA_12", "EMA_26"])
    let values = try #require(answer.data.analysis.indicators.first?.values)
    #expect(values.prefix(11).allSatisfy { $0 == nil } && values[11] != nil)
    #expect(answer.data.analysis.summary.totalSignals == answer.data.analysis.signals.count)
  }

  @Test("A backtest, flat and with objects of its parts")
  func backtest() throws {
    let nested = """
      {"strategy": \(Self.strategy), "ticker": {"symbol": "AAPL", "period": "6mo"},
       "params": {"initial_cash": 10000, "commission": 0.001}}
      """
    let bodies = [Self.strategy, nested]
    let answers = try bodies.map { body in
      try JSONDecoder().decode(
        AnalysisClient.Envelope<AnalysisClient.Backtested>.self,
        from: try data("POST", "/backtest/custom/ticker", body))
    }
    #expect(answers[0].data.backtest.portfolio.startValue == 10_000)
    #expect(answers[0].data.backtest.trades.count == answers[0].data.backtest.portfolio.totalTrades)
    #expect(answers[0].data.backtest.performance.totalReturn == answers[1].data.backtest.performance.totalReturn)
  }

  @Test("Health, popular and known symbols")
  func tickers() throws {
    let popular = try get(AnalysisClient.Envelope<AnalysisClient.Tickers>.self, "/tickers/popular", JSONDecoder())
    #expect(popular.data.tickers.first == "AAPL")
    #expect(desk.ask("GET", "/tickers/AAPL/validate").status == 200)
    #expect(desk.ask("GET", "/tickers/NOPE/validate").status == 404)
  }

  // MARK: Validation

  @Test("The confidence, of GET and POST; the origin's own answer does not decode, as it has no weights")
  func confidence() throws {
    let target = "/functions/v1/get-unified-validation?symbol=AAPL"
    let validator = try get(Validator.self, target, JSONDecoder())
    #expect(validator.symbol == "AAPL" && validator.walkforwardScore == 0.5 && validator.d1Signal == "NEUTRAL")
    #expect(validator.timestamp == 1_795_806_000_000)
    #expect(try data("POST", target) == data("GET", target))
    let origin =
      #"{"symbol":"AAPL","backtest_score":0.5,"walkforward_score":0.5,"live_score":0.5,"m15_signal":"NEUTRAL","h1_signal":"NEUTRAL","d1_signal":"NEUTRAL","timestamp":1}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Validator.self, from: Data(origin.utf8)) }
    #expect(desk.ask("GET", "/functions/v1/get-unified-validation").json["error"] == "symbol parameter required")
    #expect(desk.ask("GET", "/functions/v1/log-validation-audit").json["error"] == "POST required")
  }

  @Test("Audits tell seconds and milliseconds apart")
  func audit() throws {
    for time in ["1795806000", "1795806000000"] {
      let body = "{\"symbol\":\"AAPL\",\"confidence\":0.72,\"weights\":{\"backtest\":0.4},\"timestamp\":\(time)}"
      #expect(desk.ask("POST", "/functions/v1/log-validation-audit", body).json["success"] == true)
    }
    let rows = try desk.server.desk.ask("audit where confidence == 0.72").records.last?["data"]?["records"]?.elements
    #expect(rows?.count == 2)
    #expect(rows?[0]["logged_at"] == rows?[1]["logged_at"])
  }

  // MARK: Trading

  @Test("The first generation decodes sign-in, state, profit, curve and executions")
  func firstGeneration() throws {
    let reply = desk.ask("POST", "/auth/login", "{\"username\":\"ada\",\"password\":\"\(ServedDesk.password)\"}")
    let signedIn = try TradingClients.first.decode(TradingClients.SignedIn.self, from: Data(reply.body))
    #expect(signedIn.tokens.accessTokenExpiry.timeIntervalSince1970 == 1_795_806_900)
    #expect(signedIn.user.role == .admin && signedIn.user.approvalStatus == .approved)
    for prefix in ["/api/v1", "/api/v1/investor"] {
      #expect(try get(TradingClients.Status.self, prefix + "/status", TradingClients.first).mode == "paper")
      let profit = try get(TradingClients.Profit.self, prefix + "/profit", TradingClients.first)
      #expect(profit.winRate.value == 0.5)
      let curve = try get([TradingClients.EquityPoint].self, prefix + "/equity-curve?limit=5", TradingClients.first)
      #expect(curve.count == 5)
      let page = try get(
        TradingClients.ExecutionPage.self, prefix + "/trades?page=1&page_size=3", TradingClients.first)
      #expect(page.total == 4 && page.items.map(\.id) == [5, 4, 3])
      #expect(page.items.map(\.side) == ["sell", "buy", "sell"])
      #expect(page.items[2].pnl.value == Decimal(string: "298.6"))
    }
  }

  @Test("The second generation decodes the curve and administration, and cannot decode its profit whatever is sent")
  func secondGeneration() throws {
    #expect(try get([TradingClients.Point].self, "/equity-curve", TradingClients.second).count > 100)
    #expect(try get([TradingClients.AdminUser].self, "/admin/users", TradingClients.second).count == 1)
    let risk = try get(TradingClients.Risk.self, "/admin/risk", TradingClients.second)
    #expect(risk.maxDrawdownPercent == 20 && risk.riskPerTrade == 0.02 && risk.maxOpenPositions == 3)
    #expect(try get(TradingClients.Bot.self, "/admin/bot/status", TradingClients.second).paperTrading)
    _ = desk.ask("PATCH", "/admin/risk", #"{"max_drawdown_percent":25}"#, token: token)
    let changes = try get([TradingClients.Change].self, "/admin/log", TradingClients.second)
    #expect(changes.first?.category == .risk && changes.first?.actor == "ada")
    #expect(throws: DecodingError.self) {
      try get(TradingClients.UndecodableProfit.self, "/profit", TradingClients.second)
    }
  }

  @Test("Guardrails outside their range are refused with the range, and unknown ones by name")
  func guardrails() {
    let outside = desk.ask("PATCH", "/admin/risk", #"{"risk_per_trade":0.5,"max_drawdown_percent":30}"#, token: token)
    #expect(outside.status == 422)
    #expect(outside.json["message"] == "risk_per_trade is 0.005 to 0.1")
    #expect(desk.ask("GET", "/admin/risk", token: token).json["max_drawdown_percent"] == 20.0)
    #expect(desk.ask("PATCH", "/admin/risk", #"{"leverage":3}"#, token: token).status == 400)
    #expect(desk.ask("PATCH", "/admin/bot/mode", #"{"mode":"live"}"#, token: token).status == 409)
  }
}
