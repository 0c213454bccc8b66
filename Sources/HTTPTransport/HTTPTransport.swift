import AsyncHTTPClient
import Dispatch
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
import Platform
import Synchronization

/// The network through async-http-client: HTTP/1.1 and HTTP/2, TLS, and the proxy that the environment names.
///
/// Nothing of it is made before the first request.
public struct HTTPTransport: Transport {
  /// The waits, in seconds.
  public struct Patience: Sendable {
    /// For a connection.
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

  /// The clients by their proxy and waits; they live as long as the program, as their connections are used again.
  private static let clients = Mutex<[String: HTTPClient]>([:])

  /// The client for an address; a request to this machine bypasses the proxy, which would see it in the clear.
  private func client(for address: WebAddress) -> HTTPClient {
    let proxy = address.isOfThisMachine ? nil : proxy
    return Self.clients.withLock { clients in
      let key = "\(proxy?.description ?? "") \(certificates ?? "") \(patience.connecting) \(patience.reading)"
      if let known = clients[key] { return known }
      var configuration = HTTPClient.Configuration(
        redirectConfiguration: .disallow,
        timeout: .init(connect: Self.amount(patience.connecting), read: Self.amount(patience.reading)),
        decompression: .enabled(limit: .ratio(2000)))
      if let certificates {
        var security = TLSConfiguration.makeClientConfiguration()
        security.additionalTrustRoots = [.file(certificates)]
        configuration.tlsConfiguration = security
      }
      if let proxy {
        configuration.proxy = .server(host: proxy.host, port: proxy.port ?? (proxy.scheme == "https" ? 443 : 80))
      }
      // Retries are decided by the layer above, so the pool must not retry connections on its own.
      configuration.connectionPool.retryConnectionEstablishment = false
      let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      clients[key] = client
      return client
    }
  }

  /// Asks a server and waits for its complete answer.
  public func answer(
    to request: WebRequest, isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Int) -> Void
  ) throws(TransportError) -> WebAnswer {
    let done = DispatchSemaphore(value: 0)
    let (client, question, limit) = (client(for: request.address), message(request), request.sizeLimit)
    let deadline = NIODeadline.now() + Self.amount(patience.whole)
    let box = OutcomeBox()
    let task = Task.detached {
      let result: Result<WebAnswer, TransportError>
      do {
        result = .success(try await Self.exchange(client, question, limit, deadline, report))
      } catch {
        result = .failure(TransportError(reason: error))
      }
      box.outcome.withLock { $0 = result }
      done.signal()
    }
    while done.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      guard isStopped() else { continue }
      task.cancel()
      throw TransportError(.interrupted, "interrupted")
    }
    guard let result = box.outcome.withLock({ $0 }) else { throw TransportError(.cutShort, "the answer was lost") }
    return try result.get()
  }

  private static func amount(_ seconds: Double) -> TimeAmount { .milliseconds(Int64(seconds * 1000)) }

  private static func exchange(
    _ client: HTTPClient, _ question: HTTPClientRequest, _ limit: Int, _ deadline: NIODeadline,
    _ report: @Sendable (Int) -> Void
  ) async throws -> WebAnswer {
    let response = try await client.execute(question, deadline: deadline)
    var headers: [String: String] = [:]
    for (name, value) in response.headers { headers[name.lowercased()] = value }
    var body: [UInt8] = []
    for try await chunk in response.body {
      guard body.count + chunk.readableBytes <= limit else {
        throw TransportError(.tooLarge, "the answer has more than \(limit >> 20) MB")
      }
      body.append(contentsOf: chunk.readableBytesView)
      report(body.count)
    }
    return WebAnswer(status: Int(response.status.code), headers: headers, body: body)
  }

  private func message(_ request: WebRequest) -> HTTPClientRequest {
    var message = HTTPClientRequest(url: request.address.revealed)
    var hasName = false
    for header in request.headers {
      message.headers.add(name: header.name, value: header.value + (header.secret?.revealed ?? ""))
      if header.name.lowercased() == "user-agent" { hasName = true }
    }
    if let body = request.body {
      message.headers.add(name: "Content-Type", value: "application/json")
      message.body = .bytes(body)
    }
    message.method = HTTPMethod(rawValue: request.method)
    if !hasName { message.headers.add(name: "User-Agent", value: name) }
    message.headers.add(name: "Accept-Encoding", value: "gzip")
    return message
  }
}

/// A box for the answer of a task.
private final class OutcomeBox: Sendable {
  let outcome = Mutex<Result<WebAnswer, TransportError>?>(nil)
}
