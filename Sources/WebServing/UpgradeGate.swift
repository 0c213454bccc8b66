import NIOCore
import NIOHTTP1

/// A gate in front of what makes sockets of connections: a first request that opens no socket continues as one of HTTP.
///
/// The handler after it loses the head of a request that asks for an upgrade and gets none (swift-nio 2.101).
final class UpgradeGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let opens: (HTTPRequestHead) -> Bool

  /// Makes a gate; `opens` tells whether a request opens a socket.
  init(opens: @escaping (HTTPRequestHead) -> Bool) { self.opens = opens }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), head.headers.contains(name: "upgrade"), !opens(head) else {
      context.fireChannelRead(data)
      return context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
    head.headers.remove(name: "upgrade")
    head.headers.remove(name: "connection")
    context.fireChannelRead(wrapInboundOut(.head(head)))
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }
}
