/// An address on the network: `https://api.example.com/v1/bars?symbol=AAPL`.
///
/// Secrets are parts of their own: the description, which messages, logs and the library have, shows dots for them, and
/// for values under names that are not known to be harmless and long random parts of the path.
///
/// ```swift
/// var address = WebAddress("https://api.example.com/v1")!
/// address = address.adding(path: "bars").adding("key", Secret("k1"))
/// address.description   // https://api.example.com/v1/bars?key=…
/// ```
public struct WebAddress: Sendable, Hashable {
  /// A part of the query.
  public struct Item: Sendable, Hashable {
    /// The name, as in the address.
    public var name: String
    /// The value as in the address; empty for a secret.
    public var value: String
    /// The value that is not shown.
    public var secret: Secret?
  }

  /// `https` or `http`.
  public var scheme: String
  /// The name or number of the machine, in lower case.
  public var host: String
  /// The port; nil for the usual one of the scheme.
  public var port: Int?
  /// The path, with a leading slash, in the spelling of an address.
  public var path: String
  /// The parts of the query, in order.
  public var query: [Item]

  /// Reads an address; nil for a text that is none, of another scheme, or with a user's name in it.
  public init?(_ text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    scheme = text[..<colon.lowerBound].lowercased()
    guard ["http", "https"].contains(scheme) else { return nil }
    let rest = text[colon.upperBound...].prefix { $0 != "#" }
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
    else { return nil }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard let (name, number) = Self.host(authority) else { return nil }
    (host, port) = (name, number)
    let tail = rest.dropFirst(authority.count)
    let path = String(tail.prefix { $0 != "?" })
    self.path = path.isEmpty ? "/" : Self.ascii(path)
    query = Self.items(tail.dropFirst(path.count).dropFirst())
  }

  /// The name and the port of an authority; nil for one with a user or a wrong port.
  private static func host(_ text: Substring) -> (String, Int?)? {
    guard !text.isEmpty, !text.contains("@") else { return nil }
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      let rest = text[text.index(after: end)...]
      guard let port = port(rest) else { return nil }
      return (text[...end].lowercased(), port)
    }
    let name = text.prefix { $0 != ":" }
    guard !name.isEmpty, let port = port(text.dropFirst(name.count)) else { return nil }
    return (name.lowercased(), port)
  }

  /// The port of `:8080` or of nothing; nil for any other text.
  private static func port(_ text: Substring) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.first == ":", let number = Int(text.dropFirst()), (1...65_535).contains(number) else { return nil }
    return .some(number)
  }

  private static func items(_ text: Substring) -> [Item] {
    text.split(separator: "&").map { part in
      let name = part.prefix { $0 != "=" }
      return Item(name: ascii(name), value: ascii(part.dropFirst(name.count).dropFirst()), secret: nil)
    }
  }

  /// The text with characters outside ASCII percent-encoded, as in an address.
  private static func ascii(_ text: some StringProtocol) -> String {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? String(text)
      : String(text).utf8.map { byte in
        byte < 0x80 ? String(UnicodeScalar(byte)) : hexadecimal(byte)
      }.joined()
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// A text as a part of a path or a query: all but letters, digits and `-._~` as `%20`.
  public static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: hexadecimal(byte)
      }
    }.joined()
  }
}

extension WebAddress {
  /// The address with another part at the end of its path, which is spelled as an address spells it, slashes kept.
  public func adding(path: String) -> WebAddress {
    var copy = self
    let parts = path.split(separator: "/").map { Self.encoded(String($0)) }
    copy.path =
      (self.path.hasSuffix("/") ? String(self.path.dropLast()) : self.path) + "/" + parts.joined(separator: "/")
    return copy
  }

  /// The address with another part of its query.
  public func adding(_ name: String, _ value: String) -> WebAddress {
    var copy = self
    copy.query.append(Item(name: Self.encoded(name), value: Self.encoded(value), secret: nil))
    return copy
  }

  /// The address with a part of its query that is not shown.
  public func adding(_ name: String, _ secret: Secret) -> WebAddress {
    var copy = self
    copy.query.append(Item(name: Self.encoded(name), value: "", secret: secret))
    return copy
  }

  /// The address with the values of those parts of its query as secrets that may be keys: `apikey=…`.
  public var hidingKeys: WebAddress {
    var copy = self
    for index in query.indices where query[index].secret == nil && query[index].value.utf8.count > 0 {
      let item = query[index]
      let isKey = AddressParts.isKey(item.name)
      guard isKey || item.value.utf8.count > 3 && AddressParts.isSecret(value: item.value, of: item.name) else {
        continue
      }
      copy.query[index].secret = Secret(AddressParts.decoded(item.value))
      copy.query[index].value = ""
    }
    return copy
  }

  /// The address with those values of its query as secrets that are one of some.
  public func hiding(_ secrets: [Secret]) -> WebAddress {
    var copy = self
    for index in query.indices where query[index].secret == nil && !query[index].value.isEmpty {
      let value = Secret(AddressParts.decoded(query[index].value))
      guard secrets.contains(value) else { continue }
      copy.query[index].secret = value
      copy.query[index].value = ""
    }
    return copy
  }

  /// The address without the secrets of its query.
  public var withoutSecrets: WebAddress {
    var copy = self
    copy.query.removeAll { $0.secret != nil }
    return copy
  }

  /// The secrets in its query, and the parts of its path that may be some.
  public var secrets: [Secret] {
    let bytes = Array(path.utf8)
    let front = Array("\(scheme)://\(host)".utf8)
    let parts = AddressText.secrets(in: front + bytes).map {
      Secret(String(decoding: (front + bytes)[$0], as: UTF8.self))
    }
    return query.compactMap(\.secret) + parts
  }

  /// Scheme, host and port: two addresses with equal ones are of one server.
  public var origin: String { "\(scheme)://\(host):\(port ?? (scheme == "https" ? 443 : 80))" }

  /// True for this machine, by number or as `localhost`.
  public var isOfThisMachine: Bool { host == "localhost" || host == "[::1]" || Self.isLoopback(host) }

  /// True for a number of the network that every machine has with itself: 127.0.0.0/8.
  private static func isLoopback(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// True if it cannot be read on the way: it is encrypted, or does not leave the machine.
  public var isPrivate: Bool { scheme == "https" || isOfThisMachine }

  /// The address that a reference names from here: complete, or a path of this server; nil for an invalid one.
  public func resolving(_ text: String) -> WebAddress? {
    if text.contains("://") { return WebAddress(text) }
    let front = "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")"
    if text.hasPrefix("//") { return WebAddress("\(scheme):\(text)") }
    if text.hasPrefix("/") { return WebAddress(front + text) }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return WebAddress(front + folder + text)
  }

  /// The address as it is sent, secrets and all.
  public var revealed: String { text { $0.secret.map { Self.encoded($0.revealed) } ?? $0.value } }

  private func text(_ value: (Item) -> String) -> String {
    var text = "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)"
    for (index, item) in query.enumerated() {
      let value = value(item)
      text += (index == 0 ? "?" : "&") + item.name + (value.isEmpty ? "" : "=" + value)
    }
    return text
  }
}

extension WebAddress: CustomStringConvertible {
  /// The address with dots for its secrets, and for anything else in it that may be one.
  public var description: String { AddressText.hiding(text { $0.secret == nil ? $0.value : Secret.mask }) }
}
