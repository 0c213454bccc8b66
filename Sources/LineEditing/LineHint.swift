/// A text shown dimmed behind the cursor.
public struct LineHint: Equatable, Sendable {
  /// The text that is shown.
  ///
  /// It is cut where the row ends.
  public var text: String

  /// True where Right and Ctrl-F at the end of the entry insert it; false for one that only tells.
  public var isInsertable: Bool

  /// A hint as given.
  public init(text: String, isInsertable: Bool) {
    self.text = text
    self.isInsertable = isInsertable
  }
}
