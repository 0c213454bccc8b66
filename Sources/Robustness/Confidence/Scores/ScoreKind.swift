/// The three tests that a strategy is scored by.
public enum ScoreKind: String, Sendable, Hashable, CaseIterable {
  /// Past bars, those that the strategy was made on among them.
  case backtest
  /// Past bars after those that parameters were chosen on.
  case walkforward
  /// Signals that were written down before their outcome was known.
  case live

  /// The word that is shown and typed.
  public var name: String { rawValue }
}
