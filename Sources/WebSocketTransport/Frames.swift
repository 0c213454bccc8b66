import HTTPTransport
import NIOCore
import NIOWebSocket
import Platform

/// The frames of an open socket: texts are passed on, pings answered, the end reported once.
final class Frames: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let socket: OpenSocket

  init(_ socket: OpenSocket) { self.socket = socket }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text, .binary:
      let bytes = frame.unmaskedData
      guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
        return end(context, "it sent a frame that is not text")
      }
      socket.tell(.frame(text))
    case .ping:
      context.writeAndFlush(wrapOutboundOut(OpenSocket.frame(.pong, frame.unmaskedData)), promise: nil)
      socket.tell(.heard)
    case .pong: socket.tell(.heard)
    case .connectionClose:
      var data = frame.unmaskedData
      let code = data.readInteger(as: UInt16.self)
      let words = data.readString(length: data.readableBytes) ?? ""
      context.writeAndFlush(wrapOutboundOut(OpenSocket.frame(.connectionClose, frame.unmaskedData)), promise: nil)
      end(
        context,
        "it closed the connection" + (code.map { " with code \($0)" } ?? "") + (words.isEmpty ? "" : ": \(words)"))
    default: end(context, "it sent a frame of an unknown kind")
    }
  }

  private func end(_ context: ChannelHandlerContext, _ reason: String) {
    socket.end(reason)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    socket.end("it closed the connection")
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let isTooLong = error is NIOWebSocketFrameAggregator.Error || error is NIOWebSocketError
    end(context, isTooLong ? "it sent a frame that is too long or broken" : TransportError(reason: error).reason)
  }
}
