import Calendar
import Columns

/// The reason why a trade ended.
public enum ExitReason: Sendable, Hashable {
  /// An exit rule, by its index in the strategy.
  case rule(Int)
  /// An entry rule of the other side, by its index in the strategy.
  case reversal(Int)
  /// The stop.
  case stop
  /// The target.
  case target
  /// The trailing stop.
  case trail
  /// The number of bars that the strategy stays in at most.
  case time
  /// The close of the session.
  case session
  /// The end of a period, at which all was sold as the size says.
  case resize
  /// The last bar, of a run that is finalized.
  case end
  /// Equity below the required backing of the positions, inside a bar, which closes everything.
  case liquidation
  /// Equity at or below zero, which closes everything.
  case ruin
  /// The last bar of a symbol, while others of the same account continue.
  case ended
  /// The last bar of a window, after which the run continues with other parameters.
  case window
  /// A split that left less than a unit of a position in whole units, which is paid out.
  case split

  /// The name of an automatic exit; nil if a rule has it.
  public var automaticName: String? {
    switch self {
    case .rule, .reversal: nil
    case .stop: "stop"
    case .target: "target"
    case .trail: "trail"
    case .time: "time"
    case .session: "session"
    case .resize: "resize"
    case .end: "end"
    case .liquidation: "liquidation"
    case .ruin: "ruin"
    case .ended: "ended"
    case .window: "window"
    case .split: "split"
    }
  }

  /// True for an exit that no volume cuts: the broker or the end of the bars closes all at once.
  var isForced: Bool {
    switch self {
    case .end, .liquidation, .ruin, .ended, .window, .split: true
    case .rule, .reversal, .stop, .target, .trail, .time, .session, .resize: false
    }
  }
}

/// One entry and its exit, or a part of the entry and the exit of that part.
public struct Trade: Sendable, Hashable {
  /// Bought or sold short.
  public var side: Side
  /// The bar of the series at which the entry filled.
  public var entryIndex: Int
  /// The bar at which the exit filled; of an open trade the last bar of the window.
  public var exitIndex: Int
  /// The opening of the entry bar.
  public var entryTime: Timestamp
  /// The opening of the exit bar.
  public var exitTime: Timestamp
  /// The price of the entry fill, slippage included.
  public var entryPrice: Double
  /// The price of the exit fill, slippage included; of an open trade the last close.
  ///
  /// In units of that day: see ``splitRatio``.
  public var exitPrice: Double
  /// The units bought or sold short at the entry, above zero; of a part its own.
  public var size: Double
  /// The money gained or lost, after the costs paid so far.
  public var pnl: Double
  /// The gain over the value at entry, a fraction.
  public var returnRate: Double
  /// The commission of both fills; of an open trade that of the entry.
  public var commission: Double
  /// Closes from the entry fill to the exit fill.
  public var bars: Int
  /// The rule that decided the entry, by its index in the strategy.
  public var entryRule: Int
  /// The reason why the trade ended; nil while it is open.
  public var exit: ExitReason?
  /// The units at the exit for each one at the entry: other than 1 if the prices were split in between.
  public var splitRatio = 1.0
  /// The dividends got in the time, of a short trade those paid as a negative number; part of the gain.
  public var dividends = 0.0
  /// The commission of the entry alone.
  public var entryCommission = 0.0
  /// The price of the entry before slippage: that of the bar, or of the order.
  public var entryQuote = Double.nan
  /// The price of the exit before slippage; missing while the trade is open.
  public var exitQuote = Double.nan
  /// The symbol, by its index in the result; nil in a run on one series.
  public var symbol: Int?
  /// True if the account could not pay for the size requested.
  public var isCapped: Bool
  /// The worst price of the trade over the entry price, less 1, by side; zero or negative.
  public var adverseExcursion: Double
  /// The best price of the trade over the entry price, less 1, by side; zero or positive.
  public var favourableExcursion: Double
  /// The higher of stop and trail at its end (of a short trade the lower), in units of that day; nil if it had none.
  public var stop: Double?
  /// The target at its end, in units of that day; nil if it had none.
  public var target: Double?

  /// True if the volume of the bar was too little for the size requested.
  public var isCutToVolume = false
  /// The number of its entry among all that filled, from 0: parts of one entry share it.
  public var entryNumber = 0

  /// The memory of ``legs`` and ``laterFills``.
  var parts = Parts.none

  /// The fills that few trades have, in memory of their own: a run has many trades, and each is copied more than once.
  enum Parts: Sendable, Hashable {
    case none
    indirect case some(legs: [LegFill], laterFills: [LaterFill], laterGain: Double)
  }

  /// The parts of the legs of a spread, in their order; empty for a trade of one symbol.
  public var legs: [LegFill] {
    get { if case .some(let legs, _, _) = parts { legs } else { [] } }
    set { parts = .some(legs: newValue, laterFills: laterFills, laterGain: laterGain) }
  }

  /// The fills between the entry and the last fill of the exit, in their order.
  ///
  /// If there are any, the size of a closed trade is the total bought and its prices are means weighted by units; an open
  /// trade has the units held and their mean price.
  public var laterFills: [LaterFill] {
    get { if case .some(_, let fills, _) = parts { fills } else { [] } }
    set { parts = .some(legs: legs, laterFills: newValue, laterGain: laterGain) }
  }

  /// True if ``resizes`` has any: asked without a copy of the fills.
  var isResized: Bool { if case .some(_, let fills, _) = parts { fills.contains { !$0.isExit } } else { false } }

  /// True of a trade of one symbol that was bought and sold at once: asked without a copy of the fills.
  var isWhole: Bool {
    guard case .some(let legs, let fills, _) = parts else { return true }
    return legs.isEmpty && !fills.contains { !$0.isExit || $0.units != 0 }
  }

  /// The fills that resized the position to its target while it was held.
  public var resizes: [LaterFill] { laterFills.filter { !$0.isExit } }

  /// The money for the parts of units that splits left of a position in whole units; negative if it was paid for units
  /// sold short.
  public var paidOut: Double {
    resizes.lazy.filter(\.isPayout).reduce(0) { $0 - side.sign * $1.units * $1.splitRatio * $1.price }
  }

  /// The fills of the exit before its last one, each as much as the volume of its bar allowed.
  public var exitFills: [LaterFill] { laterFills.filter { $0.isExit && $0.units != 0 } }

  /// The bar on which the exit began: that of its first fill, or one whose volume was too little for any; of an open
  /// trade the last bar of the window if no exit has begun.
  public var firstExitIndex: Int { laterFills.first(where: \.isExit)?.index ?? exitIndex }

  /// The price at which the exit began, before slippage.
  public var firstExitQuote: Double { laterFills.lazy.compactMap(\.exitQuote).first ?? exitQuote }

  /// The gain realised by the later fills of an open trade, before costs; part of the trade's gain.
  public var laterGain: Double {
    get { if case .some(_, _, let gain) = parts { gain } else { 0 } }
    set { parts = .some(legs: legs, laterFills: laterFills, laterGain: newValue) }
  }

  /// The units held after a bar, counted as at the first fill: the size of a trade without later fills.
  ///
  /// - Parameter index: a bar on which it is held.
  public func held(after index: Int) -> Double {
    let fills = laterFills
    let changes = isOpen ? fills : fills.filter { $0.units > 0 }
    let first = size - changes.reduce(0) { $0 + $1.units }
    return fills.reduce(first) { $1.index <= index ? $0 + $1.units : $0 }
  }

  /// True while the trade is not closed.
  public var isOpen: Bool { exit == nil }
}
