import JSON
import Platform

/// An answer to a request before it is written.
package struct Reply: Sendable {
  var status = 200
  var headers: [(name: String, value: String)] = []
  var type = "application/json"
  var body: [UInt8]

  /// JSON.
  init(_ json: JSONValue, status: Int = 200) {
    self.status = status
    body = Array(json.write().utf8)
  }

  /// A text of another type.
  init(_ text: String, type: String) {
    self.type = type
    body = Array(text.utf8)
  }

  /// No content.
  static let none: Reply = {
    var reply = Reply("", type: "text/plain")
    reply.status = 204
    return reply
  }()
}

/// A request that is not answered as it asks.
package struct Refusal: Error, Sendable {
  var status: Int
  /// The reason in words, for whoever reads the answer.
  var message: String
  /// The faults of a body, for clients that list them.
  var faults: [Shape.Fault] = []
  var headers: [(name: String, value: String)] = []

  init(_ status: Int, _ message: String) { (self.status, self.message) = (status, message) }

  /// The faults of a body or a query.
  init(_ faults: [Shape.Fault]) {
    self.init(
      422,
      faults.map { "\($0.place.map { $0.stringValue ?? $0.write() }.joined(separator: ".")): \($0.message)" }.joined(
        separator: "; "))
    self.faults = faults
  }

  /// The same text under each key that one of the clients reads.
  var reply: Reply {
    let detail: JSONValue = faults.isEmpty ? .string(message) : .array(faults.map(\.json))
    var reply = Reply(
      ["status": "error", "detail": detail, "message": .string(message), "error": .string(message)], status: status)
    reply.headers = headers
    return reply
  }
}
