import Calendar

/// A lot, or a part of one, that was closed.
public struct Closing: Sendable, Hashable {
  /// The entry that closed it.
  public var entry: Int
  /// The part of the lot, with its cost.
  public var lot: Lot
  /// The moment of the closing.
  public var closed: Timestamp
  /// True if only its day is known.
  public var isDay: Bool
  /// The price at which it was closed; zero if units were given away.
  public var price: Money
  /// The part of the closing entry's amount, below zero if a short lot is bought back.
  public var amount: Money
  /// The part of the closing entry's fee.
  public var fee: Money

  /// True for a lot that was sold short.
  public var isShort: Bool { lot.size < .zero }
  /// The units without their sign.
  public var size: Quantity { lot.size.magnitude }
  /// The money that came in: by the sale, of a short lot by its opening.
  public var proceeds: Money { isShort ? -lot.cost : amount }
  /// The money that went out, with all fees.
  public var cost: Money { isShort ? -amount : lot.cost }
  /// What was gained, all fees considered.
  public var gain: Money { amount - lot.cost }
}

/// How long a lot was held, as taxes have it.
public enum Term: String, Sendable, CaseIterable {
  /// A year at most.
  case short
  /// More than a year.
  case long
}

extension Closing {
  /// The term by the days of a zone: more than a year passed between; a short lot is always of the short one.
  public func term(in zone: Zone) -> Term {
    if isShort { return .short }
    let opened = zone.civilTime(at: lot.opened).date
    return zone.civilTime(at: closed).date > opened.adding(months: 12) ? .long : .short
  }
}
