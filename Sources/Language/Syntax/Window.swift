/// The rows or bars that a statement looks at.
public indirect enum Window: Hashable, Sendable {
  /// `first 20`, `first 20 bars`, `first n`.
  case first(Expression)
  /// `last 20`, `last 6mo`, `last 20 bars`, `last n`.
  case last(Expression)
  /// `since D`, `until D`, `since D until D`, `between D and D`: both ends included.
  case range(since: Expression?, until: Expression?)
  /// `all`.
  case all
  /// `since D last N`, `until D first N`: the first or the last of what lies in a range.
  case end(Window, of: Window)
}
