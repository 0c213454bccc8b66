/// A request that a server has received.
public struct ServedRequest: Sendable {
  /// The method: `GET`.
  public var method: String
  /// The path as it came, without the query.
  public var path: String
  /// The values of the query, decoded; the last of each name.
  public var query: [String: String]
  /// The fields of the header by their names in small letters.
  public var headers: [String: String]
  /// The host that the client asked for, with its port if it gave one.
  public var host: String
  /// The body.
  public var body: [UInt8]
  /// The address of the other end of the connection.
  public var peer: String
  /// True if the connection is encrypted.
  public var isSecure: Bool
  /// True once the client has left and the answer is no longer awaited.
  public var isAbandoned: @Sendable () -> Bool = { false }

  /// Makes a request; the target is the path with its query.
  public init(
    method: String, target: String, headers: [String: String] = [:], host: String = "", body: [UInt8] = [],
    peer: String = "127.0.0.1", isSecure: Bool = false
  ) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = String(parts.first ?? "/")
    query = parts.count > 1 ? Self.values(of: parts[1]) : [:]
    (self.headers, self.host, self.body, self.peer, self.isSecure) = (headers, host, body, peer, isSecure)
  }

  /// The parts of the path between its slashes, decoded; nil if one is not text.
  public var segments: [String]? {
    var segments: [String] = []
    for part in path.split(separator: "/") {
      guard let text = Self.decoded(part) else { return nil }
      segments.append(text)
    }
    return segments
  }

  /// The values of a query or a form, decoded.
  private static func values(of text: Substring) -> [String: String] {
    var values: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(sides[0], plusIsBlank: true) else { continue }
      values[name] = sides.count > 1 ? decoded(sides[1], plusIsBlank: true) : ""
    }
    return values
  }

  /// A part of an address without its percent signs; nil if the result is not UTF-8.
  private static func decoded(_ text: Substring, plusIsBlank: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2 {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// An answer of a server.
public struct ServedReply: Sendable {
  /// The status: 200.
  public var status: Int
  /// The fields of its header.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  /// Makes an answer.
  public init(_ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// A socket that a client of a server has opened: texts go to it, and what comes from it is read and dropped.
public protocol ServedSocket: Sendable {
  /// Sends a frame of text; a client that does not keep up loses the connection.
  func send(_ text: String)
  /// Ends the connection with a code of RFC 6455.
  func close(_ code: UInt16)
}

/// A program that answers requests.
public protocol Served: Sendable {
  /// Answers a request.
  func answer(_ request: ServedRequest) async -> ServedReply
  /// The listener of a socket that a request opens; nil if it is refused, which ``answer(_:)`` then explains.
  func socket(for request: ServedRequest) -> (any SocketListener)?
}

/// A listener for the beginning and the end of a socket.
public protocol SocketListener: Sendable {
  /// The socket is open.
  func opened(_ socket: any ServedSocket)
  /// The socket is closed.
  func closed()
}
