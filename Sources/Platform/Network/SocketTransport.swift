/// An event of a socket, reported from any thread.
public enum SocketEvent: Sendable, Hashable {
  /// The server has let the socket in; the `Date` of its answer as text, if there was one.
  case opened(date: String?)
  /// A frame of text, complete.
  case frame(String)
  /// A ping or a pong: the connection is there.
  case heard
  /// The server refused the handshake with a status and some words.
  case refused(status: Int, reason: String)
  /// The connection ended, or could not be opened; the last event.
  case closed(reason: String)
}

/// An open socket, or one that is being opened.
public protocol Socket: Sendable {
  /// Sends a frame of text.
  func send(_ text: String)

  /// Sends a ping.
  func ping()

  /// Ends the connection; no event follows.
  func close()
}

/// The way to sockets: frames of text in both directions.
///
/// Reconnecting, keys and what frames say are decided above it. A test substitutes its own for the program's.
public protocol SocketTransport: Sendable {
  /// The reason why no server is connected to; nil if servers are.
  var closed: TransportError? { get }

  /// Opens a socket and returns at once; events come in order, from any thread.
  ///
  /// An address of `https` is that of `wss`, one of `http` that of `ws`, which is allowed to this machine alone.
  func open(_ address: WebAddress, _ tell: @escaping @Sendable (SocketEvent) -> Void) -> any Socket
}

/// Sockets that must not be opened, with the reason.
public struct ClosedSockets: SocketTransport, Socket {
  private let reason: String

  /// A closed door; the reason is a sentence without a full stop.
  public init(_ reason: String = "this session has no network") { self.reason = reason }

  /// The reason.
  public var closed: TransportError? { TransportError(.closed, reason) }

  /// Reports that it is closed.
  public func open(_ address: WebAddress, _ tell: @escaping @Sendable (SocketEvent) -> Void) -> any Socket {
    tell(.closed(reason: reason))
    return self
  }

  /// Nothing.
  public func send(_ text: String) {}
  /// Nothing.
  public func ping() {}
  /// Nothing.
  public func close() {}
}
