/// The corporate actions that prices are adjusted for.
public enum AdjustmentBasis: String, Sendable, Hashable, CaseIterable {
  /// Traded prices.
  case nothing
  /// Prices in shares of the last bar.
  case splits
  /// Prices in shares of the last bar, as if each dividend had been put into the share at the close before.
  case splitsAndDividends = "splits and dividends"

  /// True if a kind of action is taken out of the prices.
  public func takes(_ action: CorporateAction) -> Bool {
    switch (self, action.kind) {
    case (.nothing, _), (.splits, .dividend): false
    case (.splits, .split), (.splitsAndDividends, _): true
    }
  }
}
