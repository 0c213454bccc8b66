import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS
import Platform
import Synchronization

/// The way to a server: through a proxy or not, with TLS or on this machine without.
package struct Route: Sendable, Hashable {
  /// The name or number of the server, without brackets.
  private let host: String
  private let port: Int
  private let isSecure: Bool
  private let proxy: WebAddress?
  private let certificates: String?
  /// The value of the head's line `Host`.
  package let authority: String

  /// The way to the server of an address; one on this machine bypasses the proxy, which would see it in the clear.
  ///
  /// - Parameter certificates: a file of certificates in PEM that are trusted in addition to those of the system.
  package init(to address: WebAddress, proxy: WebAddress?, certificates: String?) {
    host = address.host.hasPrefix("[") ? String(address.host.dropFirst().dropLast()) : address.host
    isSecure = address.scheme == "https"
    let usual = isSecure ? 443 : 80
    port = address.port ?? usual
    authority = address.host + (port == usual ? "" : ":\(port)")
    self.proxy = address.isOfThisMachine ? nil : proxy
    self.certificates = certificates
  }

  /// The path and the query of an address, secrets and all.
  package static func target(of address: WebAddress) -> String {
    let revealed = address.revealed
    guard let scheme = revealed.firstRange(of: "://"), let slash = revealed[scheme.upperBound...].firstIndex(of: "/")
    else { return "/" }
    return String(revealed[slash...])
  }

  /// Connects, then adds TLS and further handlers.
  ///
  /// - Parameters:
  ///   - patience: the longest wait for the connection, for the proxy and for TLS, each.
  ///   - add: adds handlers, on the event loop of the connection.
  ///   - fail: hears why there is no way to the server, on some thread.
  package func connect(
    patience: TimeAmount, add: @escaping @Sendable (any Channel) throws -> Void,
    fail: @escaping @Sendable (TransportError) -> Void
  ) -> EventLoopFuture<any Channel> {
    let complete: @Sendable (any Channel) throws -> Void = { channel in
      let pipeline = channel.pipeline.syncOperations
      if isSecure {
        let isNumber = (try? SocketAddress(ipAddress: host, port: port)) != nil
        try pipeline.addHandler(
          NIOSSLClientHandler(context: try Self.context(certificates), serverHostname: isNumber ? nil : host))
        try pipeline.addHandler(HandshakePatience(patience, fail))
      }
      try add(channel)
    }
    let place = proxy.map { ($0.host, $0.port ?? ($0.scheme == "https" ? 443 : 80)) } ?? (host, port)
    let connection = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connectTimeout(patience)
      .connect(host: place.0, port: place.1)
      .flatMap { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          guard proxy != nil else { return try complete(channel) }
          try channel.pipeline.syncOperations.addHandler(
            ProxyGreeting(host: host, port: port, patience: patience, then: complete, fail))
        }
        .flatMapErrorThrowing { error in
          channel.close(promise: nil)
          throw error
        }
        .map { channel }
      }
    connection.whenFailure { fail(TransportError(reason: $0)) }
    return connection
  }

  /// The contexts of TLS by the certificates trusted besides those of the system: reading the latter takes milliseconds.
  private static let contexts = Mutex<[String?: NIOSSLContext]>([:])

  private static func context(_ certificates: String?) throws -> NIOSSLContext {
    try contexts.withLock { contexts in
      if let known = contexts[certificates] { return known }
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.applicationProtocols = ["http/1.1"]
      if let certificates { configuration.additionalTrustRoots = [.file(certificates)] }
      let context = try NIOSSLContext(configuration: configuration)
      contexts[certificates] = context
      return context
    }
  }
}

/// Ends a connection whose handshake of TLS takes too long.
private final class HandshakePatience: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let patience: TimeAmount
  private let fail: @Sendable (TransportError) -> Void
  private var timer: Scheduled<Void>?

  init(_ patience: TimeAmount, _ fail: @escaping @Sendable (TransportError) -> Void) {
    (self.patience, self.fail) = (patience, fail)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let (channel, fail) = (context.channel, fail)
    timer = context.eventLoop.scheduleTask(in: patience) {
      fail(TransportError(.late, "it does not use TLS, or not in time"))
      channel.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted? = event as? TLSUserEvent { timer?.cancel() }
    context.fireUserInboundEventTriggered(event)
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}

/// Asks a proxy for the way to a server.
private final class ProxyGreeting: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let place: String
  private let patience: TimeAmount
  private let next: @Sendable (any Channel) throws -> Void
  private let tell: @Sendable (TransportError) -> Void
  private var answer = ""
  private var timer: Scheduled<Void>?

  init(
    host: String, port: Int, patience: TimeAmount, then next: @escaping @Sendable (any Channel) throws -> Void,
    _ tell: @escaping @Sendable (TransportError) -> Void
  ) {
    place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    (self.patience, self.next, self.tell) = (patience, next, tell)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let (channel, tell) = (context.channel, tell)
    timer = context.eventLoop.scheduleTask(in: patience) {
      tell(TransportError(.late, "the proxy does not answer in time"))
      channel.close(promise: nil)
    }
    let question = "CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\r\n"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: question)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    answer += String(buffer: unwrapInboundIn(data))
    guard answer.contains("\r\n\r\n") else {
      if answer.utf8.count > 16_384 { fail(context, TransportError(.closed, "the proxy does not answer as one")) }
      return
    }
    guard answer.hasPrefix("HTTP/1."), answer.dropFirst(8).hasPrefix(" 2") else {
      return fail(context, TransportError(.closed, "the proxy refuses: \(answer.prefix { !$0.isNewline })"))
    }
    do {
      try next(context.channel)
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    } catch { fail(context, TransportError(reason: error)) }
  }

  private func fail(_ context: ChannelHandlerContext, _ error: TransportError) {
    tell(error)
    context.close(promise: nil)
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    tell(TransportError(.unreachable, "the proxy closed the connection"))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(context, TransportError(reason: error)) }
}
