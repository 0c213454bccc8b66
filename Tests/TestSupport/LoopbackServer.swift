import Dispatch
import LibC
import Synchronization

/// A server of HTTP on this machine for tests, which answers by a script and can break every rule of it.
public final class LoopbackServer: Sendable {
  /// A request as it came.
  public struct Question: Sendable {
    /// The path and the query.
    public let target: String
    /// The lines of the head, names in lower case.
    public let headers: [String: String]
    /// The body, of the length that the head says.
    public let body: String
    /// How many came before.
    public let number: Int
  }

  /// The way of answering.
  public enum Reply: Sendable {
    /// An answer by the rules.
    case answer(Int, [String: String] = [:], String)
    /// An answer that says it has this body and ends after half of it.
    case half(String)
    /// A body without an end.
    case endless
    /// No answer, and no end of the connection.
    case silence
    /// An end of the connection without an answer.
    case hangUp
    /// Bytes that are no HTTP.
    case raw(String)
  }

  /// The port on 127.0.0.1.
  public let port: Int
  private let listener: Int32
  private let state = Mutex(State())

  private struct State {
    var asked: [Question] = []
    var silent: [Int32] = []
    var isStopped = false
  }

  /// Starts a server.
  public init(_ reply: @escaping @Sendable (Question) -> Reply) throws {
    #if canImport(Glibc)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, length) = (self.listener, size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isOpen else { throw Failure() }
    port = Int(UInt16(bigEndian: address.sin_port))
    DispatchQueue(label: "loopback").async { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        DispatchQueue.global().async { [weak self] in self?.serve(connection, reply) ?? Self.end(connection) }
      }
    }
  }

  /// The server could not be started.
  public struct Failure: Error {}

  deinit { stop() }

  /// Ends it, and the connections that it keeps silent.
  public func stop() {
    let silent: [Int32] = state.withLock { state in
      defer { state = State(asked: state.asked, silent: [], isStopped: true) }
      return state.isStopped ? [] : state.silent + [listener]
    }
    for descriptor in silent {
      shutdown(descriptor, Int32(SHUT_RDWR))
      Self.end(descriptor)
    }
  }

  /// The requests so far.
  public var asked: [Question] { state.withLock { $0.asked } }

  /// The address of a path.
  public func address(_ path: String = "") -> String { "http://127.0.0.1:\(port)\(path)" }

  private static func end(_ descriptor: Int32) { close(descriptor) }

  private func serve(_ connection: Int32, _ reply: (Question) -> Reply) {
    guard let question = question(on: connection) else { return Self.end(connection) }
    switch reply(question) {
    case .answer(let status, let headers, let body):
      var head = "HTTP/1.1 \(status) Said\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      _ = send(head + "\r\n" + body, connection)
    case .half(let body):
      let half = String(decoding: Array(body.utf8).prefix(body.utf8.count / 2), as: UTF8.self)
      _ = send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + half, connection)
    case .endless:
      let block = String(repeating: "0,1,2,3,4,5\n", count: 4096)
      guard send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", connection) else { break }
      while !state.withLock({ $0.isStopped }), send(block, connection) {}
    case .silence:
      state.withLock { $0.silent.append(connection) }
      return
    case .hangUp: break
    case .raw(let text): _ = send(text, connection)
    }
    shutdown(connection, Int32(SHUT_WR))
    Self.end(connection)
  }

  private func question(on connection: Int32) -> Question? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    var end: Range<Int>?
    while end == nil {
      let count = recv(connection, &block, block.count, 0)
      guard count > 0, bytes.count < 1 << 20 else { return nil }
      bytes += block[..<count]
      end = bytes.firstRange(of: [13, 10, 13, 10])
    }
    // The body may come with the head.
    var body = Array(bytes[(end?.upperBound ?? bytes.count)...])
    bytes.removeLast(body.count)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first?.split(separator: " "), first.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != ":" }
      headers[name.lowercased()] = String(line.dropFirst(name.count + 1).drop { $0 == " " })
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while body.count < length {
      let count = recv(connection, &block, min(block.count, length - body.count), 0)
      guard count > 0 else { return nil }
      body += block[..<count]
    }
    let text = String(decoding: body, as: UTF8.self)
    return state.withLock { state in
      let question = Question(target: String(first[1]), headers: headers, body: text, number: state.asked.count)
      state.asked.append(question)
      return question
    }
  }

  private func send(_ text: String, _ connection: Int32) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(truncatingIfNeeded: MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { LibC.send(connection, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
