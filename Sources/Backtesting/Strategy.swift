import Columns

/// Rules as columns of booleans, with stops and a size: everything that determines orders.
///
/// Columns cover all bars of the series, for any window traded.
public struct Strategy: Sendable, Hashable {
  /// The name of the strategy in results.
  public var name: String
  /// The entry rules, in written order: of several that fire at one close the first counts.
  public var entries: [EntryRule]
  /// The exit rules, in written order: of several that fire at one close the first gets the credit.
  public var exits: [ExitRule]
  /// The stop that cuts a loss; nil for none.
  public var stop: Level?
  /// The share of an entry's units that the target takes, above 0 and below 1; nil if it takes all.
  ///
  /// The rest no longer has a target.
  public var targetShare: Double?
  /// True if closes alone reach the stop: a close at it or beyond decides to leave, as a rule does.
  public var stopsAtCloses = false
  /// The target that takes a gain; nil for none.
  public var target: Level?
  /// The stop that follows the price: a fraction of the best price, a distance from it, or a price of its own.
  ///
  /// A price is read at each close from the deciding one on, and moves the stop if that is nearer to the price of the
  /// bars. If it is a column that is missing on the deciding bar the entry is rejected; a program that is missing
  /// leaves the stop unchanged, so there may be none yet.
  public var trail: Level?
  /// The close, counted since the fill, that decides to leave; nil for none.
  public var exitAfterBars: Int?
  /// The length of time since the fill after which a close decides to leave; nil for none.
  public var exitAfterTime: HoldingLimit?
  /// 1 on the bars at whose close a session ends and everything is closed; nil if nothing is.
  ///
  /// If such a bar is missing the first open of the next session closes.
  public var sessionEnds: Column?
  /// The size of an entry.
  public var size: Size
  /// 1 on the bars at whose close the position is due for resizing, at the next fill; nil for no resizing.
  ///
  /// An excess is sold in proportion from each entry, each part being a trade of its own; a shortfall is bought as a
  /// further entry, with the levels of the first one.
  public var resizes: Column?
  /// The relative deviation from its size above which a position is resized; 0 for always.
  public var resizesBeyond = 0.0
  /// The number of entries of one side that may be open together.
  public var maximumEntries: Int
  /// The bars after an exit at whose closes no entry is decided; nil for none.
  public var cooldown: Cooldown?
  /// True to fill one entry a day at most: of each session if its hours are set, else of each date.
  public var entersOnceADay = false

  /// Makes a strategy; without a size each entry uses the full equity.
  public init(
    name: String,
    entries: [EntryRule],
    exits: [ExitRule] = [],
    stop: Level? = nil,
    target: Level? = nil,
    trail: Level? = nil,
    exitAfterBars: Int? = nil,
    exitAfterTime: HoldingLimit? = nil,
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
    self.exitAfterTime = exitAfterTime
    self.size = size
    self.maximumEntries = maximumEntries
  }
}

/// A length of time, as the last bar on which a fill lies that long before the close of each bar; -1 for none.
public struct HoldingLimit: Sendable, Hashable {
  /// The last bar of fills at the open.
  public var filledAtOpen: [Int32]
  /// The last bar of fills at the close.
  public var filledAtClose: [Int32]

  /// Makes a limit of one number for each bar of the series.
  public init(filledAtOpen: [Int32], filledAtClose: [Int32]) {
    self.filledAtOpen = filledAtOpen
    self.filledAtClose = filledAtClose
  }
}

/// A pause after a position was left.
public struct Cooldown: Sendable, Hashable {
  /// The number of closes after the exit that decide no entry.
  public var bars: Int
  /// True if only a stop or a trail begins the pause.
  public var isAfterStopsOnly: Bool

  /// Makes a pause.
  public init(bars: Int, isAfterStopsOnly: Bool = false) {
    self.bars = bars
    self.isAfterStopsOnly = isAfterStopsOnly
  }

  /// True if an exit for a reason begins the pause.
  func begins(after reason: ExitReason) -> Bool { !isAfterStopsOnly || reason == .stop || reason == .trail }
}

/// A rule that opens a position.
public struct EntryRule: Sendable, Hashable {
  /// The rule's name in signals and trades.
  public var name: String
  /// The side that the rule opens.
  public var side: Side
  /// The condition on which it fires.
  public var condition: Condition
  /// The order that it gives.
  public var order: EntryOrder

  /// Makes a rule; its order is one at the market unless another is given.
  public init(name: String, side: Side, condition: Condition, order: EntryOrder = .market) {
    self.name = name
    self.side = side
    self.condition = condition
    self.order = order
  }
}

/// A rule that closes a position.
public struct ExitRule: Sendable, Hashable {
  /// The rule's name in signals and trades.
  public var name: String
  /// The side that the rule closes; nil for either.
  public var side: Side?
  /// The condition on which it fires.
  public var condition: Condition
  /// The share of the units held that it closes, above 0 and below 1; nil for all.
  ///
  /// Such a rule is followed once in a position: the first close at which it holds decides.
  public var share: Double?

  /// Makes a rule; without a share it closes all.
  public init(name: String, side: Side?, condition: Condition, share: Double? = nil) {
    self.name = name
    self.side = side
    self.condition = condition
    self.share = share
  }
}

/// A boolean for each bar: known in advance, or from the position.
public enum Condition: Sendable, Hashable {
  /// 1 is true, all else is not; missing counts as false.
  case column(Column)
  /// True if one column crosses above another.
  case crossing(Crossing)
  /// True if the program gives a number other than 0.
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

/// The level of a stop, a target or a trail.
///
/// Columns are read on the deciding bar and stay so while the position lasts. A program is evaluated at the
/// fill, with the columns of the deciding bar, the fill price as `entryPrice` and the equity at the deciding
/// close.
public struct Level: Sendable, Hashable {
  /// The meaning of the amount.
  public enum Rule: Sendable, Hashable {
    /// A fraction of the entry price (of a trail: of the best price since the fill).
    case fraction
    /// A distance from the entry price (of a trail: from the best price since the fill).
    case distance
    /// A price.
    case price
  }

  /// The meaning of the amount.
  public var rule: Rule
  /// The amount.
  public var amount: Amount

  /// Makes a level.
  public init(_ rule: Rule, _ amount: Amount) {
    self.rule = rule
    self.amount = amount
  }

  /// A fraction of the entry price, the same for every entry: 0.02 is 2 %.
  public static func fraction(_ value: Double) -> Level { Level(.fraction, .constant(value)) }

  /// True if it is known without looking at the position.
  var isFixed: Bool { if case .program = amount { false } else { true } }
}

/// The levels of a strategy that each entry takes at its fill.
public struct EntryLevels: Sendable, Hashable {
  /// The stop loss.
  public var stop: Level?
  /// The profit target.
  public var target: Level?
  /// The trailing stop.
  public var trail: Level?

  /// Makes levels; without any, a position is left by rules alone.
  public init(stop: Level? = nil, target: Level? = nil, trail: Level? = nil) {
    self.stop = stop
    self.target = target
    self.trail = trail
  }

  /// True if there is none.
  public var isEmpty: Bool { stop == nil && target == nil && trail == nil }
}

extension Strategy {
  /// The levels that each entry takes at its fill.
  public var levels: EntryLevels { EntryLevels(stop: stop, target: target, trail: trail) }
}

/// The size of an entry.
public enum Size: Sendable, Hashable {
  /// A share of the equity: 1 is all of it.
  case equityShare(Amount)
  /// A number of units.
  case shares(Amount)
  /// A sum of money, commission included. A run that buys for less than 1 % of the cash is refused.
  case money(Amount)
  /// A share of the equity that is lost if the stop fills at its price, costs left out.
  case risk(Amount)

  /// The number of the size, in the unit of its case.
  public var amount: Amount {
    switch self {
    case .equityShare(let amount), .shares(let amount), .money(let amount), .risk(let amount): amount
    }
  }
}
