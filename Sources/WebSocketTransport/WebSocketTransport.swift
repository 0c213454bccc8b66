import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
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
    let isSecure = address.scheme == "https"
    let port = address.port ?? (isSecure ? 443 : 80)
    let host = address.host.hasPrefix("[") ? String(address.host.dropFirst().dropLast()) : address.host
    let way = address.isOfThisMachine ? nil : proxy
    let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(Self.patience)
      .channelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if way != nil {
            try pipeline.addHandler(
              ProxyGreeting(
                host: host, port: port, then: { try add(to: $0, address, host, port, isSecure, socket) }, socket))
          } else {
            try add(to: channel, address, host, port, isSecure, socket)
          }
        }
      }
    bootstrap.connect(host: way?.host ?? host, port: way.map { $0.port ?? 80 } ?? port).whenComplete { result in
      switch result {
      case .success(let channel): socket.take(channel)
      case .failure(let error): socket.end(TransportError(reason: error).reason)
      }
    }
    return socket
  }

  /// Adds TLS, the handshake and the frames to a connection.
  private func add(
    to channel: any Channel, _ address: WebAddress, _ host: String, _ port: Int, _ isSecure: Bool, _ socket: OpenSocket
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    if isSecure {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.applicationProtocols = ["http/1.1"]
      if let certificates { configuration.additionalTrustRoots = [.file(certificates)] }
      let context = try NIOSSLContext(configuration: configuration)
      let isNumber = (try? SocketAddress(ipAddress: host, port: port)) != nil
      try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: isNumber ? nil : host))
    }
    let usual = isSecure ? 443 : 80
    let handshake = Handshake(
      path: Self.target(of: address), host: address.host + (port == usual ? "" : ":\(port)"), name: name, socket,
      patience: Self.patience)
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

  /// The path and the query of an address, secrets and all.
  private static func target(of address: WebAddress) -> String {
    let revealed = address.revealed
    guard let scheme = revealed.firstRange(of: "://"), let slash = revealed[scheme.upperBound...].firstIndex(of: "/")
    else { return "/" }
    return String(revealed[slash...])
  }
}
