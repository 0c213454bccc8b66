public import Calendar

/// A split of a share or a dividend on it, on the first day on which the price is without it.
public struct CorporateAction: Sendable, Hashable {
  /// The kinds of actions.
  public enum Kind: Sendable, Hashable {
    /// The number of new shares for each old one: 4 of a 4:1 split, 0.05 of a 1:20 reverse split.
    case split(Double)
    /// Money for each share as of that day, before any later split.
    case dividend(Double)
  }

  /// The ex-date: who holds the share at the close before has the right to it.
  public var date: CivilDate
  /// The kind, with its ratio or amount.
  public var kind: Kind

  /// Makes an action.
  public init(_ kind: Kind, on date: CivilDate) {
    self.kind = kind
    self.date = date
  }

  /// The new shares for each old one; nil for a dividend.
  public var splitRatio: Double? { if case .split(let ratio) = kind { ratio } else { nil } }

  /// The money for each share; nil for a split.
  public var dividend: Double? { if case .dividend(let amount) = kind { amount } else { nil } }
}
