import Columns
import Work

/// An entry of a run without its place: the side, and the closes for which the rules held it.
///
/// Entries of a pyramid that were open together are one, as they came and went together. Closes are counted from the one
/// that decided the first entry.
public struct HeldEntry: Sendable, Hashable {
  /// The side.
  public let side: Side
  /// The closes at which its entries were decided, ascending from 0.
  let entries: [Int]
  /// The close at which the rules decide to leave; nil if only a level, or the end of a session, would close it.
  let exit: Int?
}

/// The entries of a run in their order, and the closes between them that were free.
struct HeldEntries {
  private(set) var all: [HeldEntry] = []
  /// The closes at which nothing was held or due, and an entry might have been decided.
  private(set) var free = 0

  /// Reads the trades of a result.
  ///
  /// A trade that a level or the end of a session closed says nothing of how long the rules would have held it:
  /// the rules alone are run from its entry on.
  ///
  /// - Throws: `BacktestError.interrupted` if the monitor stops it.
  init(
    _ result: BacktestResult, _ ground: RandomEntries.Ground, monitor: WorkMonitor
  ) throws(BacktestError) {
    let first = result.range.lowerBound
    let lag = ground.settings.fill == .close ? 0 : 1
    let groups = Self.groups((result.trades + result.openTrades), lag: lag)
    var next = 0
    for group in groups {
      let decided = group.entries[0] - first
      var exit: Int? = group.exit - lag - first - decided
      if group.isCutShort {
        if monitor.isStopped { throw .interrupted }
        exit = try ground.plannedExit(of: group.side, decided: group.entries[0])
      }
      all.append(HeldEntry(side: group.side, entries: group.entries.map { $0 - first - decided }, exit: exit))
      free += max(0, decided - next)
      next = group.isCutShort ? group.exit - first : group.exit - first + 1 - lag
    }
    free += max(0, ground.decidingCloses - next)
  }

  /// Trades that were open together.
  private struct Group {
    var side: Side
    /// The bars at whose closes the entries were decided.
    var entries: [Int]
    /// The bar of the last exit.
    var exit: Int
    /// True if the last exit came of a level or a session instead of a rule.
    var isCutShort: Bool
  }

  private static func groups(_ trades: [Trade], lag: Int) -> [Group] {
    var groups: [Group] = []
    var number = -1
    for trade in trades.sorted(by: { ($0.entryIndex, $0.entryNumber) < ($1.entryIndex, $1.entryNumber) }) {
      // An open trade is left at the last bar: its exit would fill after it.
      let exit = trade.isOpen ? trade.exitIndex + lag : trade.exitIndex
      let isCutShort = trade.exit?.cutsShort ?? false
      defer { number = trade.entryNumber }
      guard let last = groups.indices.last, groups[last].side == trade.side,
        number == trade.entryNumber || trade.entryIndex - lag < groups[last].exit - lag
      else {
        groups.append(
          Group(side: trade.side, entries: [trade.entryIndex - lag], exit: exit, isCutShort: isCutShort))
        continue
      }
      if number != trade.entryNumber { groups[last].entries.append(trade.entryIndex - lag) }
      if exit >= groups[last].exit { (groups[last].exit, groups[last].isCutShort) = (exit, isCutShort) }
    }
    return groups
  }
}

extension ExitReason {
  /// True if it is of the path of the prices or of the clock, not of the rules.
  fileprivate var cutsShort: Bool {
    switch self {
    case .stop, .target, .trail, .session, .liquidation, .ruin: true
    case .rule, .reversal, .time, .resize, .end, .ended, .window, .split: false
    }
  }
}
