import Columns

/// Rules as columns of truth values, with stops and a size: all that decides orders.
///
/// Columns cover all bars of the series, whatever window is traded.
public struct Strategy: Sendable, Hashable {
  /// What results call the strategy.
  public var name: String
  /// When to enter, in written order: of several that fire at one close the first counts.
  public var entries: [EntryRule]
  /// When to leave, in written order: of several that fire at one close the first gets the credit.
  public var exits: [ExitRule]
  /// Where a loss is cut; nil for nowhere.
  public var stop: Level?
  /// Where a gain is taken; nil for nowhere.
  public var target: Level?
  /// How far a stop follows the best price; a fraction of that price, or a distance from it.
  public var trail: Level?
  /// The close, counted since the fill, that decides to leave; nil for none.
  public var exitAfterBars: Int?
  /// How much an entry buys or sells.
  public var size: Size
  /// How many entries of one side may be open together.
  public var maximumEntries: Int

  /// Makes a strategy; without a size each entry uses the whole equity.
  public init(
    name: String,
    entries: [EntryRule],
    exits: [ExitRule] = [],
    stop: Level? = nil,
    target: Level? = nil,
    trail: Level? = nil,
    exitAfterBars: Int? = nil,
    size: Size = .equityShare(.constant(1)),
    maximumEntries: Int = 1
  ) {
    self.name = name
    self.entries = entries
    self.exits = exits
    self.stop = stop
    self.target = target
    self.trail = trail
    self.exitAfterBars = exitAfterBars
    self.size = size
    self.maximumEntries = maximumEntries
  }
}

/// A rule that opens a position.
public struct EntryRule: Sendable, Hashable {
  /// The rule's name in signals and trades.
  public var name: String
  /// What the rule opens.
  public var side: Side
  /// When it fires.
  public var condition: Condition

  /// Makes a rule.
  public init(name: String, side: Side, condition: Condition) {
    self.name = name
    self.side = side
    self.condition = condition
  }
}

/// A rule that closes a position.
public struct ExitRule: Sendable, Hashable {
  /// The rule's name in signals and trades.
  public var name: String
  /// The side that the rule closes; nil for either.
  public var side: Side?
  /// When it fires.
  public var condition: Condition

  /// Makes a rule.
  public init(name: String, side: Side?, condition: Condition) {
    self.name = name
    self.side = side
    self.condition = condition
  }
}

/// A truth value for each bar: known beforehand, or from the position.
public enum Condition: Sendable, Hashable {
  /// 1 is true, all else is not; missing counts as false.
  case column(Column)
  /// True where the program gives a number other than 0.
  case program(PositionProgram)
}

/// A number for each bar: fixed, from a column, or from the position.
public enum Amount: Sendable, Hashable {
  /// The same on each bar.
  case constant(Double)
  /// By bar.
  case column(Column)
  /// By bar and position.
  case program(PositionProgram)
}

/// Where a stop, a target or a trail lies.
///
/// Columns are read on the deciding bar and stay so while the position lasts. A program is evaluated at the
/// fill, with the columns of the deciding bar, the fill price as `entryPrice` and the equity at the deciding
/// close.
public struct Level: Sendable, Hashable {
  /// What the amount means.
  public enum Rule: Sendable, Hashable {
    /// A fraction of the entry price (of a trail: of the best price since the fill).
    case fraction
    /// A distance from the entry price (of a trail: from the best price since the fill).
    case distance
    /// A price; not for a trail.
    case price
  }

  /// What the amount means.
  public var rule: Rule
  /// How much.
  public var amount: Amount

  /// Makes a level.
  public init(_ rule: Rule, _ amount: Amount) {
    self.rule = rule
    self.amount = amount
  }

  /// A fraction of the entry price, the same for every entry: 0.02 is 2 %.
  public static func fraction(_ value: Double) -> Level { Level(.fraction, .constant(value)) }
}

/// How much an entry buys or sells.
public enum Size: Sendable, Hashable {
  /// A share of the equity: 1 is all of it.
  case equityShare(Amount)
  /// A number of units.
  case shares(Amount)
  /// A sum of money, commission included.
  case money(Amount)
  /// A share of the equity that is lost where the stop fills at its price, costs left out.
  case risk(Amount)

  /// The number behind the size, whatever it means.
  public var amount: Amount {
    switch self {
    case .equityShare(let amount), .shares(let amount), .money(let amount), .risk(let amount): amount
    }
  }
}
