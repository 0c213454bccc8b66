/// The meaning of a piece of text, by which it is coloured while it is typed.
public enum TextStyle: UInt8, CaseIterable, Sendable {
  case plain
  /// The word that begins a statement.
  case command
  /// A word of the language inside a statement.
  case keyword
  /// A name that is known.
  case name
  /// A function or an indicator that is called.
  case function
  /// A name that nothing is known by.
  case unknown
  case number
  /// A string.
  case text
  case comment
  case `operator`
  case bracket
  /// The bracket at the cursor, and the one that it belongs to.
  case matchingBracket
  /// A bracket that has no other one.
  case lonelyBracket
  /// Text that is offered: a hint, a description.
  case faint
  /// The candidate that is chosen in a list.
  case chosen
  /// The part of a candidate that matches the typed text.
  case matched
}

/// A range of a text with its style; the range is in bytes of UTF-8.
public struct StyledSpan: Equatable, Sendable {
  /// The first byte.
  public var start: Int
  /// The byte after the last one.
  public var end: Int
  /// The style.
  public var style: TextStyle

  /// A span as given.
  public init(start: Int, end: Int, style: TextStyle) {
    self.start = start
    self.end = end
    self.style = style
  }
}
