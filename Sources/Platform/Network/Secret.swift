/// A text that is never shown: a key of a provider of data, a password, a contact.
///
/// Its description, its reflection and its place in a debugger are three dots. The text itself is requested by name, at
/// the one place that needs it.
public struct Secret: Sendable, Hashable {
  /// The text itself.
  public let revealed: String

  /// Takes a text.
  public init(_ text: String) { revealed = text }

  /// A text with every occurrence of the secret replaced by dots, as it is and as an address spells it.
  ///
  /// One of three letters or less, which is never a key, stays: dots within the words of each sentence would reveal it.
  public func hidden(in text: String) -> String {
    guard revealed.utf8.count > 3 else { return text }
    return text.replacing(revealed, with: Self.mask).replacing(WebAddress.encoded(revealed), with: Self.mask)
  }

  /// The three dots shown in its place.
  public static let mask = "…"

  /// True for the bytes of the dots of a secret, also with a number.
  static func isMask(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: mask.utf8) && bytes.dropFirst(mask.utf8.count).allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Three dots.
  public var description: String { Self.mask }
  /// Three dots.
  public var debugDescription: String { Self.mask }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
