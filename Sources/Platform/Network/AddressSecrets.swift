import Synchronization

/// The secret parts of the addresses that were typed: hidden in all text from the start, and known here alone, while the
/// program runs, so that the address can be asked.
///
/// Text with `https://h/x.csv?apikey=KEY` becomes `https://h/x.csv?apikey=…`, that of the second secret has `…2`. So no
/// value, message, file, journal or history that comes of the text can have the key, whoever writes it.
///
/// ```swift
/// let secrets = AddressSecrets()
/// secrets.hiding("load \"https://h/x?token=KEY\"")      // load "https://h/x?token=…"
/// secrets.revealing("https://h/x?token=…")              // https://h/x?token=KEY
/// ```
public final class AddressSecrets: Sendable {
  private struct Known {
    /// The mask of each secret.
    var masks: [[UInt8]: String] = [:]
    /// The secret of each mask, and the servers whose addresses had it.
    var secrets: [String: (text: String, hosts: Set<String>)] = [:]
    /// The masks that are not announced yet.
    var untold: Set<String> = []
  }

  private let known = Mutex(Known())

  /// Makes a place without secrets.
  public init() {}

  /// A text with dots in the place of the secrets of its addresses.
  public func hiding(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let hidden = hiding(bytes)
    return hidden.count == bytes.count && hidden == bytes ? text : String(decoding: hidden, as: UTF8.self)
  }

  /// A text of bytes with dots in the place of the secrets of its addresses.
  public func hiding(_ text: [UInt8]) -> [UInt8] {
    let found = AddressText.secrets(in: text)
    guard !found.isEmpty else { return text }
    return known.withLock { known in
      var result = text
      let masks = found.map { range in
        Self.mask(of: Array(text[range]), Self.host(text, before: range.lowerBound), &known)
      }
      for (range, mask) in zip(found, masks).reversed() { result.replaceSubrange(range, with: Array(mask.utf8)) }
      return result
    }
  }

  private static func mask(of secret: [UInt8], _ host: String, _ known: inout Known) -> String {
    if let mask = known.masks[secret] {
      known.secrets[mask]?.hosts.insert(host)
      return mask
    }
    let mask = Secret.mask + (known.masks.isEmpty ? "" : "\(known.masks.count + 1)")
    known.masks[secret] = mask
    known.secrets[mask] = (unescaped(secret), [host])
    known.untold.insert(mask)
    return mask
  }

  /// The name of the server of an address, that contains an offset, without a user before it.
  private static func host(_ text: [UInt8], before place: Int) -> String {
    let front = String(decoding: text[..<place].suffix(4096), as: UTF8.self)
    let isUser = text[..<place].suffix(3).elementsEqual("://".utf8)
    let rest =
      isUser
      ? String(decoding: text[place...].drop { $0 != UInt8(ascii: "@") }.dropFirst().prefix(300), as: UTF8.self)
      : front.ranges(of: "://").last.map { String(front[$0.upperBound...]) } ?? ""
    let authority = rest.prefix { !"/?#\"' ".contains($0) }
    return String(authority.split(separator: "@").last ?? "").lowercased()
  }

  /// The secret as the program reads it, without the backslashes of a quoted text.
  private static func unescaped(_ secret: [UInt8]) -> String {
    var bytes: [UInt8] = []
    var rest = secret[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.first, !(0x61...0x7A).contains(next) {
        bytes.append(next)
        rest = rest.dropFirst()
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An address with its secrets; dots stay if their secret is not known here, or is of another server.
  public func revealing(_ address: String) -> String {
    guard address.contains(Secret.mask) else { return address }
    let bytes = Array(address.utf8)
    return known.withLock { known in
      var result = address
      for (mask, secret) in known.secrets.sorted(by: { $0.key.count > $1.key.count }) {
        guard let place = address.firstRange(of: mask) else { continue }
        let host = Self.host(bytes, before: address.utf8.distance(from: address.startIndex, to: place.lowerBound))
        // A key typed without an address, as a value of its own, is for the server that it is used with.
        if secret.hosts.contains(host) || secret.hosts.contains("") {
          result = result.replacing(mask, with: secret.text)
        }
      }
      return result
    }
  }

  /// True if a text has a hidden secret that is not announced yet.
  public func isNews(in text: String) -> Bool {
    guard text.utf8.contains(0xE2), text.contains(Secret.mask) else { return false }
    return known.withLock { known in
      let news = known.untold.filter { text.contains($0) }
      known.untold.subtract(news)
      return !news.isEmpty
    }
  }
}
