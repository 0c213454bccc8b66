import Dispatch
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Platform
import Synchronization

/// The network on NIO: HTTP/1.1, TLS, packed answers, the proxy that the environment names, connections used again.
///
/// Nothing of it is made before the first request.
public struct HTTPTransport: Transport {
  /// The waits, in seconds.
  public struct Patience: Sendable {
    /// For a connection, with TLS.
    public var connecting = 10.0
    /// For the next bytes of an answer.
    public var reading = 30.0
    /// For a complete answer.
    public var whole = 600.0

    /// The usual waits.
    public init() {}
  }

  private let proxy: WebAddress?
  private let certificates: String?
  private let patience: Patience
  private let name: String

  /// Makes a transport that nothing was sent on yet.
  ///
  /// - Parameters:
  ///   - name: the name of this program as servers see it.
  ///   - proxy: the address of a proxy; nil for none.
  ///   - certificates: a file of certificates in PEM that are trusted in addition to those of the system; nil for none.
  public init(
    name: String, proxy: WebAddress? = nil, certificates: String? = nil, patience: Patience = Patience()
  ) {
    self.name = name
    self.proxy = proxy
    self.certificates = certificates
    self.patience = patience
  }

  /// The open connections that no request uses, by the way to their server.
  private static let idle = Mutex<[Route: [any Channel]]>([:])
  /// The longest time that one is kept, shorter than servers keep theirs.
  private static let keeping = TimeAmount.seconds(30)

  private static func park(_ channel: any Channel, to route: Route) {
    idle.withLock { $0[route, default: []].append(channel) }
    channel.eventLoop.scheduleTask(in: keeping) {
      let isIdle = idle.withLock { idle in
        let place = idle[route]?.firstIndex { $0 === channel }
        if let place { idle[route]?.remove(at: place) }
        return place != nil
      }
      if isIdle { channel.close(promise: nil) }
    }
  }

  /// An open connection that is used again; nil if there is none.
  private static func unpark(_ route: Route) -> (any Channel)? {
    idle.withLock { idle in
      while let channel = idle[route]?.popLast() { if channel.isActive { return channel } }
      return nil
    }
  }

  /// Asks a server and waits for its complete answer.
  public func answer(
    to request: WebRequest, isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Int) -> Void
  ) throws(TransportError) -> WebAnswer {
    let route = Route(to: request.address, proxy: proxy, certificates: certificates)
    let question = question(request, route, report)
    let deadline = DispatchTime.now() + patience.whole
    let add: @Sendable (any Channel, Reply) throws -> Void = { channel, reply in
      try channel.pipeline.syncOperations.addHandler(Exchange(question, reply) { Self.park($0, to: route) })
    }
    // A server may close a connection while it is used again: only what has no effect is asked twice.
    if request.body == nil, let channel = Self.unpark(route) {
      let reply = Reply()
      reply.take(channel)
      channel.eventLoop.execute {
        do { try add(channel, reply) } catch { reply.finish(.failure(TransportError(reason: error))) }
      }
      let outcome = reply.outcome(until: deadline, isStopped: isStopped)
      guard case .failure(let error) = outcome, [.cutShort, .unreachable].contains(error.kind), !reply.isBegun else {
        return try outcome.get()
      }
    }
    let reply = Reply()
    route.connect(patience: Self.amount(patience.connecting)) { channel in
      try channel.pipeline.syncOperations.addHTTPClientHandlers(leftOverBytesStrategy: .dropBytes)
      try channel.pipeline.syncOperations.addHandler(NIOHTTPResponseDecompressor(limit: .ratio(2000)))
      try add(channel, reply)
    } fail: {
      reply.finish(.failure($0))
    }
    .whenSuccess { reply.take($0) }
    return try reply.outcome(until: deadline, isStopped: isStopped).get()
  }

  private static func amount(_ seconds: Double) -> TimeAmount { .milliseconds(Int64(seconds * 1000)) }

  private func question(_ request: WebRequest, _ route: Route, _ report: @escaping @Sendable (Int) -> Void) -> Question
  {
    var headers = HTTPHeaders([("Host", route.authority)])
    for header in request.headers {
      headers.add(name: header.name, value: header.value + (header.secret?.revealed ?? ""))
    }
    if let body = request.body {
      headers.add(name: "Content-Type", value: "application/json")
      headers.add(name: "Content-Length", value: "\(body.count)")
    }
    if !headers.contains(name: "User-Agent") { headers.add(name: "User-Agent", value: name) }
    headers.add(name: "Accept-Encoding", value: "gzip")
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method), uri: Route.target(of: request.address),
      headers: headers)
    return Question(
      head: head, body: request.body, limit: request.sizeLimit, patience: Self.amount(patience.reading), report: report)
  }
}
