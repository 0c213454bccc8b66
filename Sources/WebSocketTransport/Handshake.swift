import HTTPTransport
import NIOCore
import NIOHTTP1
import Platform

/// Asks a server for a socket, and tells what it answers if it gives none.
final class Handshake: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  static let name = "tas.handshake"

  private let path: String
  private let host: String
  private let program: String
  private let socket: OpenSocket
  private let patience: TimeAmount
  private var status = 0
  private var words = ""
  private var timer: Scheduled<Void>?

  init(path: String, host: String, name: String, _ socket: OpenSocket, patience: TimeAmount) {
    (self.path, self.host, program, self.socket, self.patience) = (path, host, name, socket, patience)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: patience) { [socket] in
      socket.end("it does not answer in time")
      channel.close(promise: nil)
    }
    let headers = HTTPHeaders([("Host", host), ("User-Agent", program)])
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): status = Int(head.status.code)
    case .body(let body): if words.utf8.count < 500 { words += String(buffer: body) }
    case .end:
      let line = words.split(whereSeparator: \.isNewline).first.map { String($0.prefix(200)) } ?? ""
      // A page is no reason.
      socket.refuse(status, line.hasPrefix("<") ? "" : line)
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    socket.end("it closed the connection")
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    socket.end(TransportError(reason: error).reason)
    context.close(promise: nil)
  }
}
