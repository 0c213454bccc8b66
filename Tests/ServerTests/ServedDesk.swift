import Bookkeeping
import Calendar
import JSON
import Platform
import Server
import Shell
import Synchronization
import TestSupport
import Testing

/// A server without a network: a session with a sample, a strategy and an account, and a clock that is moved by hand.
struct ServedDesk {
  let server: Server
  let folder: TemporaryFolder
  private let clock: SetClock

  /// A clock that is set.
  final class SetClock: Sendable {
    private let time = Mutex(Int64(1_795_806_000_000))
    var now: Int64 { time.withLock { $0 } }
    func move(by milliseconds: Int64) { time.withLock { $0 += milliseconds } }
  }

  static let script = """
    load sample AAPL
    load strategy ema_crossover as cross
    set serve_strategy cross
    account main currency USD cash 25_000 on 2026-01-02 lots fifo zone "America/Chicago"
    book buy 100 AAPL at 182.50 on 2026-01-05T10:31 fee 1
    book sell 40 AAPL at 190 on 2026-01-20 fee 1
    book buy 10 MSFT at 400 on 2026-02-02
    book sell 10 MSFT at 390 on 2026-02-10 fee 1
    """

  init(_ script: String = Self.script, terms: Server.Terms = Server.Terms()) throws {
    let folder = try TemporaryFolder()
    let clock = SetClock()
    self.folder = folder
    self.clock = clock
    var environment = Environment(
      today: CivilDate(year: 2026, month: 11, day: 27) ?? CivilDate(daysSince1970: 0),
      now: { Zone.utc.iso8601(Timestamp(milliseconds: clock.now)) }, stateDirectory: folder.path,
      dataDirectory: folder.path)
    environment.clock = WaitingClock(now: { clock.now }, wait: { _, _ in }, spread: { 0.5 })
    var interpreter = Interpreter(environment: environment)
    var faults: [String] = []
    _ = interpreter.runScript(script, named: "desk", keepGoing: false) { event, _ in
      if case .failure(let diagnostic, _, _) = event { faults.append("\(diagnostic)") }
    }
    try #require(faults.isEmpty, "\(faults)")
    server = Server(Desk(interpreter), interpreter.book, terms)
  }

  /// Moves the clock.
  func wait(_ milliseconds: Int64) { clock.move(by: milliseconds) }

  /// Adds a user.
  @discardableResult
  func add(_ name: String, isAdmin: Bool = true) throws -> User {
    let user = try NewSecrets.user(
      name: name, email: "\(name)@desk.example", isAdmin: isAdmin, password: Self.password)
    #expect(try server.book.add(user, server.desk.environment))
    return user
  }

  static let password = "Secret123"

  /// The answer to a request.
  func ask(
    _ method: String, _ target: String, _ body: String? = nil, token: String? = nil, host: String = "127.0.0.1:8000",
    headers: [String: String] = [:]
  ) -> ServedReply {
    var headers = headers
    if body != nil, headers["content-type"] == nil { headers["content-type"] = "application/json" }
    if let token { headers["authorization"] = "Bearer \(token)" }
    return server.reply(
      to: ServedRequest(
        method: method, target: target, headers: headers, host: host, body: Array((body ?? "").utf8)))
  }

  /// The tokens of a sign-in.
  func signIn(_ name: String) throws -> (access: String, refresh: String) {
    let reply = ask("POST", "/auth/login", "{\"username\":\"\(name)\",\"password\":\"\(Self.password)\"}")
    let tokens = try #require(reply.json["tokens"], "\(reply.text)")
    return (try #require(tokens["access_token"]?.stringValue), try #require(tokens["refresh_token"]?.stringValue))
  }
}

extension ServedReply {
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }

  func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
}
