import Bookkeeping
import JSON
import Platform
import Server
import Synchronization
import Testing

/// A socket that keeps what it is sent.
private final class KeptSocket: ServedSocket {
  private let texts = Mutex<[String]>([])
  private let code = Mutex<UInt16?>(nil)

  func send(_ text: String) { texts.withLock { $0.append(text) } }
  func close(_ code: UInt16) { self.code.withLock { $0 = code } }

  var closedWith: UInt16? { code.withLock { $0 } }

  /// What was sent since the last time.
  func take() -> [JSONValue] {
    texts.withLock { texts in
      defer { texts = [] }
      return texts.compactMap { try? JSONValue(parsing: $0) }
    }
  }
}

@Suite("Sockets")
struct HubTests {
  private func open(_ desk: ServedDesk, _ path: String, _ token: String) throws -> KeptSocket {
    let request = ServedRequest(
      method: "GET", target: path, headers: ["authorization": "Bearer \(token)", "upgrade": "websocket"],
      host: "127.0.0.1")
    let listener = try #require(desk.server.socket(for: request))
    let socket = KeptSocket()
    listener.opened(socket)
    return socket
  }

  @Test("The state comes at once, a trade when it is booked, and the status again after half a minute of silence")
  func feed() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let token = try desk.signIn("ada").access
    desk.server.pump()
    let (all, trades, equity) = (
      try open(desk, "/ws", token), try open(desk, "/ws/trades", token), try open(desk, "/api/v1/ws/equity", token)
    )
    #expect(all.take().compactMap { $0["type"]?.stringValue } == ["bot_status", "equity_update"])
    #expect(trades.take().isEmpty)
    #expect(equity.take().first?[1]?.stringValue == "21576")
    desk.server.pump()
    #expect(all.take().isEmpty)
    _ = try desk.server.desk.act("book sell 60 AAPL at 200 on 2026-03-02 fee 1")
    desk.server.pump()
    let told = all.take()
    #expect(told.map { $0["type"]?.stringValue } == ["equity_update", "trade_executed"])
    #expect(told.last?["side"] == "sell" && told.last?["qty"] == 60.0 && told.last?["id"] == "6")
    #expect(trades.take().first?["id"] == 6)
    desk.wait(30_000)
    desk.server.pump()
    #expect(all.take().map { $0["type"]?.stringValue } == ["bot_status"])
  }

  @Test("Without a token, or with a page of another site, no socket opens; a user who is disabled loses his")
  func refused() throws {
    let desk = try ServedDesk()
    try desk.add("ada")
    let bob = try desk.add("bob")
    let (ada, his) = (try desk.signIn("ada").access, try desk.signIn("bob").access)
    func request(_ headers: [String: String], _ target: String = "/ws") -> ServedRequest {
      ServedRequest(
        method: "GET", target: target, headers: headers.merging(["upgrade": "websocket"]) { first, _ in first },
        host: "127.0.0.1")
    }
    #expect(desk.server.socket(for: request([:])) == nil)
    #expect(desk.server.socket(for: request([:], "/ws?token=\(ada)")) != nil)
    #expect(desk.server.socket(for: request(["origin": "https://evil.test"], "/ws?token=\(ada)")) == nil)
    #expect(desk.server.socket(for: request([:], "/wss?token=\(ada)")) == nil)
    let socket = try open(desk, "/ws", his)
    #expect(desk.ask("PATCH", "/admin/users/\(bob.id)", #"{"status":"disabled"}"#, token: ada).status == 200)
    #expect(socket.closedWith == 1008)
  }
}
