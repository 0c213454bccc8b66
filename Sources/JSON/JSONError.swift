/// The reason for which a text is not JSON, or not the JSON that was expected.
public struct JSONError: Error, Sendable, Hashable {
  /// The kind of fault.
  public enum Reason: Sendable, Hashable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// A character that is not allowed here.
    case unexpectedCharacter
    /// A value of another kind, such as a string if a number is expected.
    case unexpectedKind
    /// An object without a key that it should have.
    case missingKey(String)
    /// Something follows the value.
    case trailingText
    /// A number that JSON does not know, such as `01` or `1.x`.
    case invalidNumber
    /// A number too large for a double.
    case numberOutOfRange
    /// A backslash with something after it that JSON does not know.
    case invalidEscape
    /// Half of a pair of `\u` escapes.
    case loneSurrogate
    /// A control character in a string without an escape.
    case controlCharacter
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// More arrays and objects nested in each other than ``JSONValue/maximumDepth``.
    case tooDeep
    /// The reading was stopped from outside.
    case interrupted
  }

  /// The kind of fault.
  public var reason: Reason
  /// The place of the fault in UTF-8 bytes from the start of the text.
  public var offset: Int

  /// Makes an error.
  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError {
  /// True if the text is JSON, and not the JSON that was expected.
  public var isAboutContent: Bool {
    switch reason {
    case .unexpectedKind, .missingKey: true
    default: false
    }
  }
}

extension JSONError: CustomStringConvertible {
  /// The error as a sentence without a full stop.
  public var description: String {
    let words =
      switch reason {
      case .unexpectedEnd: "the text ends too early"
      case .unexpectedCharacter: "a character that is not allowed here"
      case .unexpectedKind: "a value of another kind than expected"
      case .missingKey(let key): "an object without `\(key)`"
      case .trailingText: "something follows the value"
      case .invalidNumber: "not a JSON number"
      case .numberOutOfRange: "a number too large to keep"
      case .invalidEscape: "not a JSON escape"
      case .loneSurrogate: "half of a surrogate pair"
      case .controlCharacter: "a control character in a string"
      case .invalidUTF8: "bytes that are not UTF-8"
      case .tooDeep: "more than \(JSONValue.maximumDepth) levels"
      case .interrupted: "interrupted"
      }
    return "\(words), at byte \(offset)"
  }
}
