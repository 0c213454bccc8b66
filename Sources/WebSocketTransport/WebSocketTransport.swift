import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Platform

/// Sockets through NIOWebSocket: TLS with checked certificates, pongs by themselves, frames of at most 4 MB.
///
/// Redirects are not followed, and nothing is made before the first socket is opened.
public struct WebSocketTransport: SocketTransport {
  private let name: String
  private let certificates: String?
  private let proxy: WebAddress?

  /// The longest wait for a connection, and for the answer to the handshake.
  private static let patience = TimeAmount.seconds(10)
  /// The most bytes of a frame, or of the pieces of one.
  static let frameLimit = 4 << 20

  /// Makes a transport that nothing was opened on yet.
  ///
  /// - Parameters:
  ///   - name: the name of this program as servers see it.
  ///   - proxy: the address of a proxy; nil for none.
  ///   - certificates: a file of certificates in PEM that are trusted in addition to those of the system; nil for none.
  public init(name: String, proxy: WebAddress? = nil, certificates: String? = nil) {
    (self.name, self.proxy, self.certificates) = (name, proxy, certificates)
  }

  /// None: servers are connected to.
  public var closed: TransportError? { nil }

  /// Opens a socket and returns at once.
  public func open(_ address: WebAddress, _ tell: @escaping @Sendable (SocketEvent) -> Void) -> any Socket {
    let socket = OpenSocket(tell)
    guard address.isPrivate else {
      socket.end("\(address) is not encrypted: anyone on the way could read and change it")
      return socket
    }
    let route = Route(to: address, proxy: proxy, certificates: certificates)
    route.connect(patience: Self.patience) { [name] channel in
      let handshake = Handshake(
        path: Route.target(of: address), host: route.authority, name: name, socket, patience: Self.patience)
      try Self.add(handshake, to: channel, socket)
    } fail: {
      socket.end($0.reason)
    }
    .whenSuccess { socket.take($0) }
    return socket
  }

  /// Adds the handshake and the frames to a connection.
  private static func add(_ handshake: Handshake, to channel: any Channel, _ socket: OpenSocket) throws {
    let pipeline = channel.pipeline.syncOperations
    let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: Self.frameLimit) { channel, head in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(
          NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024, maxAccumulatedFrameSize: Self.frameLimit))
        try pipeline.addHandler(Frames(socket))
        socket.tell(.opened(date: head.headers.first(name: "date")))
      }
    }
    try pipeline.addHTTPClientHandlers(
      leftOverBytesStrategy: .forwardBytes,
      withClientUpgrade: (
        upgraders: [upgrader],
        completionHandler: { _ in channel.pipeline.removeHandler(name: Handshake.name, promise: nil) }
      ))
    try pipeline.addHandler(handshake, name: Handshake.name)
  }
}
