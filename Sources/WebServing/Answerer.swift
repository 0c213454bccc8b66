import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform
import Synchronization

/// The way of one request to the program that answers it, and of the answer back.
struct Answerer {
  let terms: WebServer.Terms
  let served: any Served
  let isSecure: Bool
  let peer: String

  func answer(_ request: Request, _ writer: consuming ResponseWriter) async throws {
    let hasLeft = Flag()
    let reply = try await request.body.consumeWithInboundCloseHandler { body in
      var received = Self.received(request.head, peer, isSecure)
      received.isAbandoned = { hasLeft.isSet }
      do {
        received.body = try await collected(body)
      } catch is TooLarge {
        return ServedReply(
          413, headers: [("Connection", "close")], body: Array(#"{"error":"the body is too long"}"#.utf8))
      } catch is Late {
        return ServedReply(408, headers: [("Connection", "close")], body: Array(#"{"error":"the body is late"}"#.utf8))
      }
      return await served.answer(received)
    } onInboundClosed: {
      hasLeft.set()
    }
    var fields = HTTPFields()
    for (name, value) in reply.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    let isHead = request.method == .head
    fields[.contentLength] = "\(reply.body.count)"
    let head = HTTPResponse(status: .init(code: reply.status), headerFields: fields)
    try await writer.write(
      response: head, body: isHead ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body)))
  }

  private struct TooLarge: Error {}
  private struct Late: Error {}

  /// The body, if it is no longer than allowed and comes in time.
  private func collected(_ body: RequestBody) async throws -> [UInt8] {
    let limit = terms.bodyLimit
    return try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask {
        var bytes: [UInt8] = []
        for try await part in body {
          guard bytes.count + part.readableBytes <= limit else { throw TooLarge() }
          bytes += part.readableBytesView
        }
        return bytes
      }
      group.addTask { [idle = terms.patience.idle] in
        try await Task.sleep(for: .nanoseconds(idle.nanoseconds))
        throw Late()
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }

  private static func received(_ head: HTTPRequest, _ peer: String, _ isSecure: Bool) -> ServedRequest {
    var headers: [String: String] = [:]
    for field in head.headerFields { headers[field.name.canonicalName] = field.value }
    return ServedRequest(
      method: head.method.rawValue, target: head.path ?? "/", headers: headers, host: head.authority ?? "",
      peer: peer, isSecure: isSecure)
  }
}

/// A sign that is given once, from any thread.
private final class Flag: Sendable {
  private let state = Atomic(false)

  var isSet: Bool { state.load(ordering: .relaxed) }
  func set() { state.store(true, ordering: .relaxed) }
}
