import Dispatch
import NIOCore
import NIOHTTP1
import NIOSSL
import Platform
import Synchronization

/// The outcome of a request, for which a thread waits.
final class Reply: Sendable {
  private struct State {
    var outcome: Result<WebAnswer, TransportError>?
    var channel: (any Channel)?
    var isBegun = false
  }

  private let state = Mutex(State())
  private let done = DispatchSemaphore(value: 0)

  /// Whether a byte of an answer has come.
  var isBegun: Bool { state.withLock { $0.isBegun } }

  func begin() { state.withLock { $0.isBegun = true } }

  /// Takes the connection, which is closed if the outcome is known by now.
  func take(_ channel: any Channel) {
    let isOver = state.withLock { state in
      state.channel = channel
      return state.outcome != nil
    }
    if isOver { channel.close(promise: nil) }
  }

  /// Sets the outcome unless there is one; true if it is set.
  @discardableResult
  func finish(_ outcome: Result<WebAnswer, TransportError>) -> Bool {
    let isFirst = state.withLock { state in
      if state.outcome != nil { return false }
      state.outcome = outcome
      return true
    }
    if isFirst { done.signal() }
    return isFirst
  }

  /// Waits for the outcome; a wait that is stopped, or too long, closes the connection.
  func outcome(
    until deadline: DispatchTime, isStopped: () -> Bool
  ) -> Result<WebAnswer, TransportError> {
    while done.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      let error =
        isStopped()
        ? TransportError(.interrupted, "interrupted")
        : .now() > deadline ? TransportError(.silent, "it does not answer in time") : nil
      guard let error, finish(.failure(error)) else { continue }
      state.withLock { $0.channel }?.close(promise: nil)
    }
    return state.withLock { $0.outcome } ?? .failure(TransportError(.cutShort, "the answer was lost"))
  }
}

/// A request as it is sent, with the limits of its answer.
struct Question: Sendable {
  var head: HTTPRequestHead
  var body: [UInt8]?
  /// The most bytes of the answer's body.
  var limit: Int
  /// The longest wait for the next bytes.
  var patience: TimeAmount
  var report: @Sendable (Int) -> Void
}

/// One request on a connection: sends it when it is added, collects the answer and removes itself.
final class Exchange: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let question: Question
  private let reply: Reply
  /// Hears that the connection can be used again.
  private let park: @Sendable (any Channel) -> Void
  private var answer = WebAnswer(status: 0)
  private var isKept = false
  private var timer: Scheduled<Void>?

  init(_ question: Question, _ reply: Reply, park: @escaping @Sendable (any Channel) -> Void) {
    (self.question, self.reply, self.park) = (question, reply, park)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // Of a connection that is closed by now no event comes any longer.
    guard context.channel.isActive else { return channelInactive(context: context) }
    wait(context)
    context.write(wrapOutboundOut(.head(question.head)), promise: nil)
    if let body = question.body {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Waits for the next bytes.
  private func wait(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let (channel, reply) = (context.channel, reply)
    timer = context.eventLoop.scheduleTask(in: question.patience) {
      reply.finish(.failure(TransportError(.silent, "it does not answer in time")))
      channel.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      reply.begin()
      answer.status = Int(head.status.code)
      for (name, value) in head.headers { answer.headers[name.lowercased()] = value }
      isKept = head.isKeepAlive
    case .body(let chunk):
      guard answer.body.count + chunk.readableBytes <= question.limit else {
        return fail(context, TransportError(.tooLarge, "the answer has more than \(question.limit >> 20) MB"))
      }
      answer.body.append(contentsOf: chunk.readableBytesView)
      question.report(answer.body.count)
    case .end:
      timer?.cancel()
      let channel = context.channel
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
      if isKept { park(channel) } else { channel.close(promise: nil) }
      reply.finish(.success(answer))
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    wait(context)
    context.fireChannelReadComplete()
  }

  private func fail(_ context: ChannelHandlerContext, _ error: TransportError) {
    reply.finish(.failure(error))
    context.close(promise: nil)
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    fail(context, TransportError(.cutShort, "it closed the connection before its answer was complete"))
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Many servers end a connection without the goodbye of TLS; whether the answer is complete, its length says.
    if case NIOSSLError.uncleanShutdown = error { return }
    fail(context, TransportError(reason: error))
  }
}
