import Accounts
import JSON
import MarketData
import Platform

/// Alpaca as a broker, by its interface REST v2; documented at https://docs.alpaca.markets/reference/postorder.
///
/// A key that begins with `PK` is of Alpaca's paper accounts, which are on another server; the variable
/// TAS_ALPACA_TRADING_URL of the environment replaces both.
package struct AlpacaTrading: Broker {
  package let name = "alpaca"
  /// True if the orders are of Alpaca's paper money.
  package let isPaper: Bool
  private let base: WebAddress
  private let secrets: [(String, Secret)]
  private let client: WebClient

  /// The most activities of an answer.
  private static let page = 100

  /// The way to the account of the key.
  package init(_ environment: Environment) throws(MarketDataError) {
    let profile = Alpaca().profile
    guard let key = try Keys(environment).key(for: profile)?.secret else {
      throw MarketDataError(
        .keyMissing, file: profile.word, message: "alpaca needs a key",
        hint: "`key alpaca` stores one, `ID:SECRET`; so do APCA_API_KEY_ID and APCA_API_SECRET_KEY of the environment")
    }
    let parts = key.revealed.split(separator: ":", maxSplits: 1).map { Secret(String($0)) }
    guard parts.count == 2 else {
      throw MarketDataError(
        .keyRefused, file: profile.word, message: "the key of alpaca has two parts",
        hint: "`key alpaca` takes `ID:SECRET`, with a colon between")
    }
    secrets = [("APCA-API-KEY-ID", parts[0]), ("APCA-API-SECRET-KEY", parts[1])]
    isPaper = parts[0].revealed.hasPrefix("PK")
    let usual = isPaper ? "https://paper-api.alpaca.markets" : "https://api.alpaca.markets"
    let stated = environment.keyring.variable("TAS_ALPACA_TRADING_URL").flatMap { $0.isEmpty ? nil : $0 }
    guard let base = WebAddress(stated ?? usual), base.query.isEmpty else {
      throw MarketDataError(
        .insecureAddress, file: profile.word,
        message: "the variable TAS_ALPACA_TRADING_URL of the environment has no address",
        hint: "an address is written https://example.com, without a user name")
    }
    self.base = base
    client = WebClient(environment)
  }

  // MARK: Orders

  package func place(_ ticket: OrderTicket) throws(BrokerError) -> BrokerOrder {
    // An order is handed in once; what became of it is asked for by its id.
    try order(try answer("POST", "v2/orders", body: Self.json(ticket), attempts: 1))
  }

  private static func json(_ ticket: OrderTicket) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("symbol", .string(ticket.symbol)), ("qty", .string("\(ticket.size)")),
      ("side", .string(ticket.buys ? "buy" : "sell")),
      ("type", .string(ticket.limit != nil ? "limit" : ticket.trigger != nil ? "stop" : "market")),
      ("time_in_force", .string(ticket.stays ? "gtc" : "day")), ("client_order_id", .string(ticket.client)),
    ]
    if let limit = ticket.limit { members.append(("limit_price", .string("\(limit)"))) }
    if let trigger = ticket.trigger { members.append(("stop_price", .string("\(trigger)"))) }
    if ticket.stop != nil || ticket.target != nil {
      members.append(("order_class", .string(ticket.stop != nil && ticket.target != nil ? "bracket" : "oto")))
    }
    if let stop = ticket.stop { members.append(("stop_loss", ["stop_price": .string(tick(stop))])) }
    if let target = ticket.target { members.append(("take_profit", ["limit_price": .string(tick(target))])) }
    return .object(members.map { .init($0.0, $0.1) })
  }

  /// A price in steps that exchanges take: cents, and a hundredth of one below a dollar.
  private static func tick(_ price: Money) -> String {
    price.rounded(decimals: price < Money(1) ? 4 : 2).filter { $0 != "," }
  }

  package func cancel(_ id: String) throws(BrokerError) {
    do throws(BrokerError) { _ = try answer("DELETE", "v2/orders/\(id)") } catch {
      // One that has ended meanwhile is told with its end.
      guard error.kind == .refused else { throw error }
    }
  }

  package func order(client id: String) throws(BrokerError) -> BrokerOrder? {
    let found = try answer(
      "GET", "v2/orders:by_client_order_id", [("client_order_id", id), ("nested", "true")], orNone: true)
    return try found.map { json throws(BrokerError) in try order(json) }
  }

  package func openOrders() throws(BrokerError) -> [BrokerOrder] {
    let list = try answer("GET", "v2/orders", [("status", "open"), ("limit", "500"), ("nested", "true")])
    var orders: [BrokerOrder] = []
    for item in list.elements ?? [] { orders.append(try order(item)) }
    return orders
  }

  private func order(_ json: JSONValue) throws(BrokerError) -> BrokerOrder {
    guard let id = json["id"]?.stringValue, let symbol = json["symbol"]?.stringValue,
      let status = json["status"]?.stringValue
    else { throw Self.unexpected("an order") }
    let legs = (json["legs"]?.elements ?? []).compactMap { leg in
      leg["id"]?.stringValue.map {
        BrokerOrder.Leg(
          id: $0, isStop: leg["type"]?.stringValue?.hasPrefix("stop") == true,
          status: Self.status(leg["status"]?.stringValue ?? ""), filled: Self.decimal(leg["filled_qty"]) ?? .zero)
      }
    }
    return BrokerOrder(
      id: id, client: json["client_order_id"]?.stringValue ?? "", symbol: symbol, status: Self.status(status),
      filled: Self.decimal(json["filled_qty"]) ?? .zero, price: Self.decimal(json["filled_avg_price"]), legs: legs)
  }

  private static func status(_ word: String) -> BrokerOrder.Status {
    switch word {
    case "filled": .filled
    case "canceled", "replaced": .cancelled
    case "expired", "done_for_day": .expired
    case "rejected": .rejected
    default: .open
    }
  }

  // MARK: The account

  package func positions() throws(BrokerError) -> [String: Quantity] {
    var held: [String: Quantity] = [:]
    for item in try answer("GET", "v2/positions").elements ?? [] {
      guard let symbol = item["symbol"]?.stringValue, let size: Quantity = Self.decimal(item["qty"]) else {
        throw Self.unexpected("a position")
      }
      held[symbol] = item["side"]?.stringValue == "short" ? -size.magnitude : size
    }
    return held
  }

  package func account() throws(BrokerError) -> BrokerAccount {
    let json = try answer("GET", "v2/account")
    guard let number = json["account_number"]?.stringValue, let cash: Money = Self.decimal(json["cash"]) else {
      throw Self.unexpected("an account")
    }
    let flags = ["trading_blocked", "account_blocked", "trade_suspended_by_user"].filter { json[$0]?.boolValue == true }
    let status = json["status"]?.stringValue ?? "ACTIVE"
    let reasons = flags.map { $0.replacing("_", with: " ") } + (status == "ACTIVE" ? [] : [status.lowercased()])
    return BrokerAccount(
      number: number, currency: json["currency"]?.stringValue ?? "USD", cash: cash,
      blocked: reasons.isEmpty ? nil : reasons.joined(separator: ", "))
  }

  package func activities(since day: String?) throws(BrokerError) -> [BrokerActivity] {
    var activities: [BrokerActivity] = []
    while true {
      var query = [("direction", "asc"), ("page_size", "\(Self.page)")]
      if let day { query.append(("after", day)) }
      if let last = activities.last { query.append(("page_token", last.id)) }
      let items = try answer("GET", "v2/account/activities", query).elements ?? []
      for item in items { activities.append(try activity(item)) }
      if items.count < Self.page { return activities }
    }
  }

  private func activity(_ json: JSONValue) throws(BrokerError) -> BrokerActivity {
    guard let id = json["id"]?.stringValue, let members = json.members, json["activity_type"] != nil else {
      throw Self.unexpected("an activity")
    }
    let fields = members.compactMap { member in
      Self.text(member.value).map { BrokerActivity.Field(member.key, $0) }
    }
    return BrokerActivity(
      id: id, order: json["order_id"]?.stringValue, size: Self.decimal(json["qty"]) ?? .zero, fields: fields)
  }

  // MARK: Asking

  private func answer(
    _ method: String, _ path: String, _ query: [(String, String)] = [], body: JSONValue? = nil, attempts: Int = 3
  ) throws(BrokerError) -> JSONValue {
    try answer(method, path, query, body: body, attempts: attempts, orNone: false) ?? .null
  }

  /// The answer of the server; nil if there is nothing there and that is allowed.
  private func answer(
    _ method: String, _ path: String, _ query: [(String, String)] = [], body: JSONValue? = nil, attempts: Int = 3,
    orNone: Bool
  ) throws(BrokerError) -> JSONValue? {
    var address = base
    address.path = (base.path.hasSuffix("/") ? base.path : base.path + "/") + path
    for (name, value) in query { address = address.adding(name, value) }
    var request = WebRequest(address, sizeLimit: 16 << 20)
    for (name, secret) in secrets { request = request.adding(name, "", secret) }
    (request.method, request.body) = (method, body.map { Array($0.write().utf8) })
    let policy = WebPolicy(rate: RateLimit(200, per: 60), attempts: attempts, longestAskedWait: 5, redirects: 0)
    let bytes: [UInt8]
    do throws(WebError) { bytes = try client.body(of: request, from: name, policy) } catch {
      if error.status == 404, orNone { return nil }
      throw Self.failure(error)
    }
    if bytes.isEmpty { return .null }
    guard let json = try? JSONValue(parsing: bytes) else { throw Self.unexpected("JSON") }
    return json
  }

  private static func failure(_ error: WebError) -> BrokerError {
    let json = try? JSONValue(parsing: error.body)
    let message = json?["message"]?.stringValue.map { "alpaca: \($0)" } ?? error.message
    switch error.kind {
    case .closed, .unreachable, .insecure,
      .keyRefused where error.status == 401:
      return BrokerError(.notSent, message)
    case .limited: return BrokerError(.limited, message)
    case .silent, .tooLarge, .interrupted: return BrokerError(.unknown, message)
    case .refused, .missing, .keyRefused:
      // A server that fails may have done it before.
      if let status = error.status, status >= 500 || status == 408 { return BrokerError(.unknown, message) }
      return BrokerError(message.contains("client_order_id must be unique") ? .taken : .refused, message)
    }
  }

  /// An answer of another shape: it is not known what it is an answer to.
  private static func unexpected(_ what: String) -> BrokerError {
    BrokerError(.unknown, "alpaca: the answer is not \(what)")
  }

  /// The digits of a value as they came.
  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .decimal(let digits): digits
    case .number(let number): "\(number)"
    default: nil
    }
  }

  private static func decimal<Places>(_ value: JSONValue?) -> FixedDecimal<Places>? {
    value.flatMap(text).flatMap { FixedDecimal($0) }
  }
}
