/// A request to a server: the address, the headers, and the most bytes that an answer may have.
public struct WebRequest: Sendable, Hashable {
  /// A line of the head.
  public struct Header: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value; for a secret one the text before it, such as `Bearer `.
    public var value: String
    /// The rest of the value, which is not shown.
    public var secret: Secret?
  }

  /// The address.
  public var address: WebAddress
  /// The lines of the head, besides those that every request has.
  public var headers: [Header]
  /// The most bytes of an answer, unpacked.
  public var sizeLimit: Int
  /// The method: `GET` unless something is sent.
  public var method = "GET"
  /// The body that is sent, as JSON; nil for none.
  public var body: [UInt8]?

  /// Makes a request.
  public init(_ address: WebAddress, headers: [Header] = [], sizeLimit: Int = 64 << 20) {
    self.address = address
    self.headers = headers
    self.sizeLimit = sizeLimit
  }

  /// The request with another line in its head.
  public func adding(_ name: String, _ value: String, _ secret: Secret? = nil) -> WebRequest {
    var copy = self
    copy.headers.append(Header(name: name, value: value, secret: secret))
    return copy
  }

  /// All secrets in it.
  public var secrets: [Secret] { address.secrets + headers.compactMap(\.secret) }

  /// The request without its secrets, for a server that they were not meant for.
  public var withoutSecrets: WebRequest {
    WebRequest(address.withoutSecrets, headers: headers.filter { $0.secret == nil }, sizeLimit: sizeLimit)
  }
}

/// The answer of a server.
public struct WebAnswer: Sendable, Hashable {
  /// The status: 200 for success.
  public var status: Int
  /// The lines of the head, names in lower case; of equal names the last one.
  public var headers: [String: String]
  /// The body, unpacked.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
