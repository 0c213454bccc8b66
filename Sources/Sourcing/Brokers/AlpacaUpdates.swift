import Accounts
import JSON
import Platform
import Synchronization

/// The socket on which Alpaca reports that an order changed, which says when to look.
final class AlpacaUpdates: BrokerUpdates {
  private struct State {
    var socket: (any Socket)?
    var isAsked = false
    var isLetIn = false
  }

  private let address: WebAddress
  private let sockets: any SocketTransport
  private let key: (id: Secret, secret: Secret)
  private let tell: @Sendable () -> Void
  private let state = Mutex(State())

  init(
    _ address: WebAddress, _ sockets: any SocketTransport, _ key: (id: Secret, secret: Secret),
    _ tell: @escaping @Sendable () -> Void
  ) {
    (self.address, self.sockets, self.key, self.tell) = (address, sockets, key, tell)
  }

  func keepOpen() {
    let isOpen = state.withLock { state in
      defer { state.isAsked = true }
      return state.isAsked
    }
    guard !isOpen else { return }
    let socket = sockets.open(address) { [self] in take($0) }
    // It may have been let in, or closed, before it is known here.
    let isLetIn = state.withLock { state in
      if state.isAsked { state.socket = socket }
      return state.isLetIn
    }
    if isLetIn { signIn(socket) }
  }

  func close() {
    let socket = state.withLock { state in
      defer { state = State() }
      return state.socket
    }
    socket?.close()
  }

  private func signIn(_ socket: any Socket) {
    let data: JSONValue = ["key_id": .string(key.id.revealed), "secret_key": .string(key.secret.revealed)]
    socket.send((["action": "authenticate", "data": data] as JSONValue).write())
  }

  private func take(_ event: SocketEvent) {
    switch event {
    case .opened:
      let socket = state.withLock { state in
        state.isLetIn = true
        return state.socket
      }
      if let socket { signIn(socket) }
    case .frame(let text):
      guard let json = try? JSONValue(parsing: text) else { return }
      switch json["stream"]?.stringValue {
      case "authorization" where json["data"]?["status"] == "authorized":
        let listen: JSONValue = ["action": "listen", "data": ["streams": ["trade_updates"]]]
        state.withLock { $0.socket }?.send(listen.write())
      case "trade_updates": tell()
      default: break
      }
    case .refused, .closed: state.withLock { $0 = State() }
    case .heard: break
    }
  }
}
