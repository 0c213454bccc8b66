import Bookkeeping
import Calendar
import Dispatch
import JSON
import Platform
import Strategies
import Synchronization

/// A server of a session: it checks each request, asks the session, and writes the answer.
package final class Server: Served {
  /// How a server is started.
  package struct Terms: Sendable {
    /// The services that it has.
    package var contracts = Set(Route.Contract.allCases)
    /// The names that clients may call it by.
    package var hosts: Set<String> = ["127.0.0.1", "localhost", "::1"]
    /// True if it can be reached from this machine alone.
    package var isLocal = true
    /// The address of the proxy in front; nil without one.
    package var proxy: String?
    /// True if live trading needs no account's name.
    package var allowsLive = false

    package init() {}
  }

  package let desk: Desk
  package let book: Book
  package let terms: Terms
  let tokens: Tokens
  let limits = Limits()
  let hub: Hub
  let known = KnownAccount()
  /// The start of the server, in milliseconds since 1970.
  let began: Int64
  private let queue = DispatchQueue(label: "requests", attributes: .concurrent)

  package init(_ desk: Desk, _ book: Book, _ terms: Terms) {
    (self.desk, self.book, self.terms) = (desk, book, terms)
    tokens = Tokens(book, desk.environment)
    began = desk.environment.clock.now()
    hub = Hub()
  }

  /// The routes that it has.
  package var routes: [Route] { Route.all(of: terms.contracts) }

  /// What is served: the account, the strategy, and how many routes.
  package var summary: String {
    let account = (try? account()).map { view in
      let mode = (try? figures(of: view).mode) ?? "paper"
      return "account \(view.name) (\(mode))"
    }
    return [
      account ?? "no account", desk.settings.strategy.map { "strategy \($0)" } ?? "no strategy",
      "\(routes.reduce(0) { $0 + $1.paths.count }) routes",
    ].joined(separator: " · ")
  }

  var environment: Environment { desk.environment }
  var now: Int64 { environment.clock.now() }

  // MARK: Requests

  /// Answers a request on a thread of its own.
  package func answer(_ request: ServedRequest) async -> ServedReply {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.reply(to: request)) }
    }
  }

  /// Answers a request.
  package func reply(to request: ServedRequest) -> ServedReply {
    let settings = desk.settings
    let check = RequestCheck(hosts: terms.hosts, site: settings.cors, proxy: terms.proxy)
    var note = RequestNote(request, check.client(of: request))
    var reply: Reply
    do throws(Refusal) {
      reply = try answered(request, check, settings, &note)
    } catch { reply = error.reply }
    note.status = reply.status
    if note.isWorthKeeping { keep(note) }
    if let site = settings.cors, request.headers["origin"] == site {
      reply.headers.append(("Access-Control-Allow-Origin", site))
      reply.headers.append(("Vary", "Origin"))
    }
    return ServedReply(
      reply.status, headers: [("Content-Type", reply.type)] + Self.fields + reply.headers, body: reply.body)
  }

  /// The fields of every answer: nothing is kept on the way, framed or guessed.
  private static let fields: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    (
      "Content-Security-Policy",
      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
  ]

  private func answered(
    _ request: ServedRequest, _ check: RequestCheck, _ settings: ServingSettings, _ note: inout RequestNote
  ) throws(Refusal) -> Reply {
    try check.check(request)
    guard let segments = request.segments else { throw Refusal(400, "the path is not UTF-8") }
    let matches = routes.flatMap { route in
      route.paths.compactMap { pattern in
        Route.values(of: pattern, in: segments).map { (route: route, values: $0) }
      }
    }
    if request.method == "OPTIONS", let site = settings.cors, request.headers["origin"] == site, !matches.isEmpty {
      return preflight(matches.map(\.route.method))
    }
    let client = note.client
    let taken = limits.take(client, of: settings.rateLimit, at: now)
    if let wait = taken.wait {
      var refusal = Refusal(429, "too many requests: \(settings.rateLimit) a minute")
      refusal.headers = [
        ("Retry-After", "\(wait)"), ("RateLimit-Limit", "\(settings.rateLimit)"), ("RateLimit-Remaining", "0"),
        ("RateLimit-Reset", "\(wait)"),
      ]
      throw refusal
    }
    guard !matches.isEmpty else { throw Refusal(404, "there is no \(request.path)") }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let (route, values) = matches.first(where: { $0.route.method == method }) else {
      var refusal = Refusal(405, matches.contains { $0.route.method == "POST" } ? "POST required" : "GET required")
      refusal.headers = [("Allow", Set(matches.map(\.route.method)).sorted().joined(separator: ", "))]
      throw refusal
    }
    note.route = route.path
    let user = try admitted(request, to: route, client, &note)
    let body = try body(of: request, for: route)
    let faults = route.query.flatMap { query -> [Shape.Fault] in
      let place: [JSONValue] = ["query", .string(query.name)]
      guard let text = request.query[query.name] else {
        return query.isRequired ? [Shape.Fault(place: place, message: "field required", type: "missing")] : []
      }
      return query.shape.faults(in: Self.value(text, query.shape), at: place)
    }
    if !faults.isEmpty { throw Refusal(faults) }
    let isAnalysis = route.contract == .analysis && route.body != nil
    if isAnalysis, !limits.beginAnalysis() {
      var refusal = Refusal(429, "ten analyses are at work")
      refusal.headers = [("Retry-After", "1")]
      throw refusal
    }
    defer { if isAnalysis { limits.endAnalysis() } }
    let call = Call(server: self, request: request, path: values, body: body, user: user, address: client)
    var reply = try route.respond(call)
    reply.headers += [("RateLimit-Limit", "\(settings.rateLimit)"), ("RateLimit-Remaining", "\(taken.left)")]
    return reply
  }

  /// A text of a query as the value that its shape has.
  private static func value(_ text: String, _ shape: Shape) -> JSONValue {
    switch shape.kind {
    case .integer: Int(text).map { .integer($0) } ?? .string(text)
    case .number: Double(text).map { .number($0) } ?? .string(text)
    case .flag: ["true": true, "false": false][text].map { .bool($0) } ?? .string(text)
    default: .string(text)
    }
  }

  private func preflight(_ methods: [String]) -> Reply {
    var reply = Reply.none
    reply.headers = [
      ("Access-Control-Allow-Methods", Set(methods).sorted().joined(separator: ", ")),
      ("Access-Control-Allow-Headers", "authorization, content-type"), ("Access-Control-Max-Age", "600"),
    ]
    return reply
  }

  /// The user who asks, if the route lets him or her in.
  func admitted(
    _ request: ServedRequest, to route: Route, _ client: String, _ note: inout RequestNote
  ) throws(Refusal) -> User? {
    let holder: Tokens.Holder?
    if let token = RequestCheck.token(of: request) { holder = try tokens.holder(of: token) } else { holder = nil }
    var user: User?
    if case .user(let known)? = holder {
      user = known
      note.who = known.name
    }
    if case .reader(let name)? = holder { note.who = "token \(name)" }
    switch route.access {
    case .anybody: break
    case .here:
      if holder == nil, !terms.isLocal { throw Refusal(401, "a token is needed: `tas serve token add NAME --read`") }
    case .reader: if holder == nil { throw Refusal(401, "sign in first") }
    case .user: if user == nil { throw Refusal(401, "sign in first") }
    case .admin:
      guard let user else { throw Refusal(401, "sign in first") }
      if user.role != .admin { throw Refusal(403, "this is for administrators") }
    }
    return user
  }

  private func body(of request: ServedRequest, for route: Route) throws(Refusal) -> JSONValue {
    if !request.body.isEmpty, ["POST", "PUT", "PATCH"].contains(request.method) {
      let type = (request.headers["content-type"] ?? "").lowercased().split(separator: ";").first ?? ""
      guard type == "application/json" else { throw Refusal(415, "a body is application/json") }
    }
    guard let shape = route.body else { return .null }
    guard !request.body.isEmpty else {
      throw Refusal([Shape.Fault(place: ["body"], message: "field required", type: "missing")])
    }
    let body: JSONValue
    do { body = try JSONValue(parsing: request.body) } catch { throw Refusal(400, "the body is no JSON: \(error)") }
    let faults = shape.faults(in: body)
    if !faults.isEmpty { throw Refusal(faults) }
    return body
  }

  // MARK: Sockets

  package func socket(for request: ServedRequest) -> (any SocketListener)? {
    guard terms.contracts.contains(.reporting), let kind = Feed(path: request.path) else { return nil }
    let check = RequestCheck(hosts: terms.hosts, site: desk.settings.cors, proxy: terms.proxy)
    do throws(Refusal) {
      try check.check(request)
      guard let token = RequestCheck.token(of: request), let holder = try tokens.holder(of: token) else { return nil }
      var user: String?
      if case .user(let known) = holder { user = known.id }
      return Subscriber(kind, user: user, hub: hub)
    } catch { return nil }
  }
}
