import NIOCore
import NIOWebSocket
import Platform

/// A socket of a client: texts go out, pings are sent and answered, whatever else comes is dropped.
final class SocketChannel: ChannelInboundHandler, ServedSocket, @unchecked Sendable {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The frames that wait for a client that reads slowly, before it loses the connection.
  private static let limit = 1024
  /// The time between two pings, and how long a client may be silent.
  private static let (pause, patience) = (TimeAmount.seconds(20), TimeAmount.seconds(60))

  private let channel: any Channel
  private let listener: any SocketListener
  // On the channel's loop only.
  private var waiting = 0
  private var heardAt = NIODeadline.now()
  private var pings: RepeatedTask?

  init(_ channel: any Channel, _ listener: any SocketListener) {
    (self.channel, self.listener) = (channel, listener)
  }

  // MARK: From the program

  func send(_ text: String) {
    channel.eventLoop.execute { self.write(.text, ByteBuffer(string: text)) }
  }

  func close(_ code: UInt16) { channel.eventLoop.execute { self.end(WebSocketErrorCode(codeNumber: Int(code))) } }

  // MARK: On the loop

  func handlerAdded(context: ChannelHandlerContext) {
    pings = channel.eventLoop.scheduleRepeatedTask(initialDelay: Self.pause, delay: Self.pause) { _ in
      if .now() - self.heardAt > Self.patience { return self.end(.goingAway) }
      self.write(.ping, ByteBuffer())
    }
    listener.opened(self)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    heardAt = .now()
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .ping: write(.pong, frame.unmaskedData)
    case .connectionClose: end(.normalClosure)
    default: break
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    pings?.cancel()
    listener.closed()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    // A burst counts only while earlier frames are not yet on their way.
    guard waiting < Self.limit || channel.isWritable else { return end(.init(codeNumber: 1013)) }
    waiting += 1
    channel.writeAndFlush(WebSocketFrame(fin: true, opcode: opcode, data: data)).whenComplete { _ in self.waiting -= 1 }
  }

  private func end(_ code: WebSocketErrorCode) {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)).whenComplete { _ in
      self.channel.close(promise: nil)
    }
    // A client that reads nothing does not take the frame either.
    channel.eventLoop.scheduleTask(in: .seconds(2)) { self.channel.close(promise: nil) }
  }
}
