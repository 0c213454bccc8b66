import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL
import NIOWebSocket
import Platform
import Synchronization

/// The connections of a server: each is one of requests, or becomes a socket with its first request.
struct Connections: ServerChildChannel, HTTPChannelHandler {
  /// A connection before it is known which of the two it is.
  struct Value: ServerChildChannelValue {
    let channel: any Channel
    let kind: EventLoopFuture<Kind>
  }

  enum Kind: Sendable {
    case requests(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
    case socket
  }

  let responder: HTTPChannelHandler.Responder
  private let terms: WebServer.Terms
  private let served: any Served
  private let tls: NIOSSLContext?
  private let count = ConnectionCount()

  init(_ terms: WebServer.Terms, _ served: any Served, _ tls: NIOSSLContext?) {
    (self.terms, self.served, self.tls) = (terms, served, tls)
    let isSecure = tls != nil
    responder = { request, writer, channel in
      let answerer = Answerer(terms: terms, served: served, isSecure: isSecure, peer: Self.peer(of: channel))
      try await answerer.answer(request, writer)
    }
  }

  static func peer(of channel: any Channel) -> String { channel.remoteAddress?.ipAddress ?? "" }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let peer = Self.peer(of: channel)
    let isTaken = count.opens(from: peer, terms)
    channel.closeFuture.whenComplete { [count] _ in count.closes(from: peer) }
    guard isTaken else {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    // A client that sends its header byte by byte is not waited for.
    let late = channel.eventLoop.scheduleTask(in: terms.patience.header) { channel.close(promise: nil) }
    return channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
      var terms = NIOUpgradableHTTPServerPipelineConfiguration(
        upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
          upgraders: [upgrader()], notUpgradingCompletionHandler: { requests(on: $0, logger) }))
      // The channel takes one request after the other, and answers errors itself.
      (terms.enablePipelining, terms.enableErrorHandling) = (false, false)
      terms.decoderConfiguration.maxHeaderFieldSize = self.terms.headerLimit.bytes
      terms.decoderConfiguration.maxHeaderListSize = self.terms.headerLimit.bytes
      terms.decoderConfiguration.maxHeaderFieldCount = self.terms.headerLimit.fields
      let kind = try pipeline.configureUpgradableHTTPServerPipeline(configuration: terms)
      let upgrading = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Kind>.self)
      try pipeline.addHandler(UpgradeGate { listener(for: $0, on: channel) != nil }, position: .before(upgrading))
      kind.whenComplete { _ in late.cancel() }
      return Value(channel: channel, kind: kind)
    }
  }

  func handle(value: Value, logger: Logger) async {
    guard let kind = try? await value.kind.get() else {
      value.channel.close(promise: nil)
      return
    }
    switch kind {
    case .requests(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
    case .socket: try? await value.channel.closeFuture.get()
    }
  }

  private func requests(on channel: any Channel, _ logger: Logger) -> EventLoopFuture<Kind> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: tls != nil))
      try pipeline.addHandler(
        HTTPConnectionStateHandler(idleTimeout: .nanoseconds(terms.patience.idle.nanoseconds), logger: logger))
      return .requests(
        try NIOAsyncChannel(
          wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
    }
  }

  /// The listener of the socket that a request asks for; nil if it is refused.
  private func listener(for head: HTTPRequestHead, on channel: any Channel) -> (any SocketListener)? {
    var headers: [String: String] = [:]
    for (name, value) in head.headers { headers[name.lowercased()] = value }
    return served.socket(
      for: ServedRequest(
        method: head.method.rawValue, target: head.uri, headers: headers, host: headers["host"] ?? "",
        peer: Self.peer(of: channel), isSecure: tls != nil))
  }

  private func upgrader() -> NIOTypedWebSocketServerUpgrader<Kind> {
    NIOTypedWebSocketServerUpgrader(
      maxFrameSize: 64 << 10,
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          guard let listener = listener(for: head, on: channel) else {
            channel.close(promise: nil)
            return .socket
          }
          try channel.pipeline.syncOperations.addHandler(SocketChannel(channel, listener))
          return .socket
        }
      })
  }
}

/// The number of open connections, of all clients and of each.
private final class ConnectionCount: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  func opens(from peer: String, _ terms: WebServer.Terms) -> Bool {
    counts.withLock { counts in
      let all = counts.values.reduce(0, +)
      counts[peer, default: 0] += 1
      return all < terms.connections.all && (peer == terms.proxy || counts[peer, default: 0] <= terms.connections.each)
    }
  }

  func closes(from peer: String) {
    counts.withLock { counts in
      counts[peer, default: 1] -= 1
      if counts[peer] == 0 { counts[peer] = nil }
    }
  }
}
