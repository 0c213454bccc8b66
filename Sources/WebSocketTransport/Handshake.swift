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

  func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { ask(context) } }

  func channelActive(context: ChannelHandlerContext) {
    ask(context)
    context.fireChannelActive()
  }

  private func ask(_ context: ChannelHandlerContext) {
    guard timer == nil else { return }
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

/// Asks a proxy for the way to a server.
final class ProxyGreeting: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let host: String
  private let port: Int
  private let next: @Sendable (any Channel) throws -> Void
  private let socket: OpenSocket
  private var answer = ""

  init(host: String, port: Int, then next: @escaping @Sendable (any Channel) throws -> Void, _ socket: OpenSocket) {
    (self.host, self.port, self.next, self.socket) = (host, port, next, socket)
  }

  func channelActive(context: ChannelHandlerContext) {
    let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    let question = "CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\r\n"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: question)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    answer += String(buffer: unwrapInboundIn(data))
    guard answer.contains("\r\n\r\n") else {
      if answer.utf8.count > 16_384 { fail(context, "the proxy does not answer as one") }
      return
    }
    guard answer.hasPrefix("HTTP/1."), answer.dropFirst(8).hasPrefix(" 2") else {
      return fail(context, "the proxy refuses: \(answer.prefix { !$0.isNewline })")
    }
    let channel = context.channel
    do {
      try next(channel)
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    } catch { fail(context, TransportError(reason: error).reason) }
  }

  private func fail(_ context: ChannelHandlerContext, _ reason: String) {
    socket.end(reason)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { socket.end("the proxy closed the connection") }
}
