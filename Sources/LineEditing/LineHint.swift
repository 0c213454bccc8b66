/// A text shown dimmed after the cursor.
public struct LineHint: Equatable, Sendable {
  /// The text that is shown.
  ///
  /// It is cut at the end of the row.
  public var text: String

  /// True if Right and Ctrl-F at the end of the entry insert it; false for one that only informs.
  public var isInsertable: Bool

  /// A hint as given.
  public init(text: String, isInsertable: Bool) {
    self.text = text
    self.isInsertable = isInsertable
  }
}
