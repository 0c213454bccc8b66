import Columns

/// The cost of each fill, as a fraction of its value, at which a run gains nothing.
///
/// The fills of the run are repeated with one cost in place of its commission and slippage. The size of an entry is
/// computed from the equity at that point, as the size clause defines it, so that costs compound as they do in a run. A
/// position open at the end is marked to market, as in the run.
package struct BreakEvenCost {
  /// Money and units.
  private struct Holding {
    var cash: Double
    var units = 0.0

    func worth(at price: Double) -> Double { cash + units * price }

    /// The money for new entries; see `Account.buyingPower`.
    func power(at price: Double) -> Double { cash + units * price - abs(units * price) }

    mutating func take(_ action: BarAction) {
      cash += units * action.dividend
      units *= action.ratio
    }

    /// Restates units held before a bar in the bar's own units.
    ///
    /// An order decided before the bar does not include its dividend; one decided at its close does.
    mutating func count(_ action: BarAction, isAtClose: Bool) {
      if isAtClose { take(action) } else { units *= action.ratio }
    }

    mutating func fill(_ signed: Double, at price: Double, cost: Double) {
      fill(signed, at: price, fee: abs(signed) * price * cost)
    }

    mutating func fill(_ signed: Double, at price: Double, fee: Double) {
      cash -= signed * price + fee
      units += signed
    }
  }

  /// A fill of the run, at the price before costs, or a split or dividend between the fills.
  private struct Fill {
    /// The trade, by its place among all; -1 of an action.
    var trade: Int
    var isEntry: Bool
    var index: Int
    var price: Double
    /// The split or dividend.
    var action: BarAction?
    /// Of a part of an exit before its last fill.
    var part: LaterFill?
    /// The price by which the size of an entry was decided, and the equity of the run at that time.
    var mark = Double.nan
    var equity = Double.nan
    /// The units of the run, below zero if they are sold: of an entry all of it, of an exit those of its own.
    var units = 0.0
    /// Of an entry the price of a unit with its costs in the run.
    var paid = Double.nan
    /// Of an entry true if the account could not pay for more.
    var isCapped = false
    /// Of an entry true if the volume of its bar allowed no more.
    var isCutToVolume = false
    /// Of an exit the trade whose entry it leaves, and the units for each one of that entry.
    var left = (trade: 0, share: 0.0)
  }

  private let tradeCount: Int
  private let fills: [Fill]
  private let rule: EntrySizing.Rule
  private let settings: BacktestSettings
  private let lastPrice: Double

  private init(_ result: BacktestResult) {
    settings = result.settings
    rule = result.sizingRule
    lastPrice = result.lastClose
    let trades = result.trades + result.openTrades
    tradeCount = trades.count
    fills = Self.fills(of: result, trades, Entries(trades))
  }

  /// The entry that each trade belongs to: one entry may be closed as several trades.
  private struct Entries {
    /// The first trade of the entry that each one belongs to.
    var first: [Int] = []
    /// The units of the full entry, by its first trade.
    var units: [Double]

    init(_ trades: [Trade]) {
      units = trades.map { $0.held(after: -1) }
      first.reserveCapacity(trades.count)
      var places = [Int](repeating: -1, count: 1 + (trades.lazy.map(\.entryNumber).max() ?? -1))
      for (place, trade) in trades.enumerated() {
        if places[trade.entryNumber] < 0 { places[trade.entryNumber] = place }
        let first = places[trade.entryNumber]
        self.first.append(first)
        if first != place { units[first] += trade.held(after: -1) }
      }
    }
  }

  /// The last fill of the exit of a trade, which is all of it for most.
  private struct LastFill {
    /// Its units, counted as at the entry.
    var units: Double
    var price: Double
    var commission: Double

    init(of trade: Trade) {
      units = trade.size
      price = trade.exitPrice
      commission = trade.commission - trade.entryCommission
      let parts = trade.exitFills
      guard !parts.isEmpty else { return }
      units = trade.held(after: trade.exitIndex)
      let received = parts.reduce(trade.size * trade.splitRatio * trade.exitPrice) {
        $0 + $1.units * $1.splitRatio * $1.price
      }
      price = received / (units * trade.splitRatio)
      commission = parts.reduce(commission) { $0 - $1.commission }
    }
  }

  private static func fills(of result: BacktestResult, _ trades: [Trade], _ entries: Entries) -> [Fill] {
    var fills: [Fill] = []
    for (place, trade) in trades.enumerated() {
      if entries.first[place] == place {
        fills.append(Fill(trade: place, isEntry: true, index: trade.entryIndex, price: trade.entryQuote))
      }
      // The parts of an exit before its last fill.
      for part in trade.exitFills {
        fills.append(
          Fill(trade: place, isEntry: false, index: part.index, price: part.exitQuote ?? part.price, part: part))
      }
      guard place < result.trades.count else { continue }
      fills.append(Fill(trade: place, isEntry: false, index: trade.exitIndex, price: trade.exitQuote))
    }
    for action in result.actions {
      fills.append(Fill(trade: -1, isEntry: false, index: action.index, price: .nan, action: action))
    }
    // On one bar a position is left before another is entered, and then left again. One trade after the other is in
    // order already.
    func order(_ fill: Fill) -> (Int, Int, Int) {
      // An action comes before the fills of its bar; inside a longer bar after those of its open.
      if let action = fill.action { return (fill.index, action.isInside ? 2 : -1, -1) }
      return (fill.index, fill.isEntry ? 1 : trades[fill.trade].entryIndex == fill.index ? 2 : 0, fill.trade)
    }
    let overlaps = fills.indices.dropFirst().contains { place in
      let (before, after) = (fills[place - 1], fills[place])
      return after.index < before.index || (after.index == before.index && order(after) < order(before))
    }
    if overlaps { fills.sort { order($0) < order($1) } }
    var now = Holding(cash: result.settings.cash)
    var before = now
    var index = -1
    for place in fills.indices {
      let fill = fills[place]
      if fill.index != index { (before, index) = (now, fill.index) }
      if let action = fill.action {
        now.take(action)
        before.count(action, isAtClose: result.settings.fill == .close)
        continue
      }
      let trade = trades[fill.trade]
      let signed = trade.side.sign * (fill.isEntry ? entries.units[fill.trade] : trade.size)
      if fill.isEntry {
        fills[place].mark = fill.price
        let close = fill.index - 1 - result.range.lowerBound
        if result.settings.sizing == .decidingClose, result.settings.fill == .open, before.units != 0, close >= 0 {
          fills[place].mark = (result.equity[close] - result.cash[close]) / before.units
        }
        let holding = result.settings.sizing == .fill ? now : before
        fills[place].equity = holding.worth(at: fills[place].mark)
        now.fill(signed, at: trade.entryPrice, fee: trade.entryCommission)
        fills[place].units = signed
        fills[place].paid = trade.entryPrice + trade.entryCommission / trade.held(after: -1)
        (fills[place].isCapped, fills[place].isCutToVolume) = (trade.isCapped, trade.isCutToVolume)
      } else if let part = fill.part {
        let first = entries.first[fill.trade]
        fills[place].units = trade.side.sign * part.units * part.splitRatio
        fills[place].left = (first, -part.units / entries.units[first] * part.splitRatio)
        now.fill(fills[place].units, at: part.price, fee: part.commission)
      } else {
        let first = entries.first[fill.trade]
        let last = LastFill(of: trade)
        fills[place].units = -trade.side.sign * last.units * trade.splitRatio
        fills[place].left = (first, last.units / entries.units[first] * trade.splitRatio)
        now.fill(fills[place].units, at: last.price, fee: last.commission)
      }
    }
    return fills
  }

  /// The cost; missing if no trade was closed, if the run gains nothing without costs, if it still gains when each fill
  /// costs its full value, if margin, leverage or interest move money besides the fills, or if positions were resized,
  /// because their trades have the means of several fills.
  static func value(of result: BacktestResult) -> Double {
    guard !result.trades.isEmpty, result.settings.movesMoneyByFillsAlone else { return .nan }
    if result.settings.isFree, let end = result.lastEquity, end <= result.settings.cash { return .nan }
    // If the shares are known no trade was resized.
    if let shares = InvestedShares(result) { return shares.breakEvenCost ?? replayed(result) }
    return result.isResized ? .nan : replayed(result)
  }

  /// The cost found by replaying the fills, under any sizing rule.
  package static func replayed(_ result: BacktestResult) -> Double { BreakEvenCost(result).root }

  /// The root of the gain, which falls as the cost rises, between no cost and all: by the Illinois rule.
  private var root: Double {
    var low = (cost: 0.0, gain: gain(at: 0))
    guard low.gain > 0 else { return .nan }
    // The gain over the turnover, were nothing bought with the gains: near the root, and above it mostly.
    let turnover = fills.reduce(0) { $1.action == nil ? $0 + abs($1.units) * $1.price : $0 }
    // Of money beyond any turnover the part is 0, which no doubling moves.
    var high = (cost: min(1, max(low.gain / turnover, 1e-12)), gain: 0.0)
    high.gain = gain(at: high.cost)
    while high.gain > 0 {
      guard high.cost < 1 else { return .nan }
      low = high
      high.cost = min(1, 2 * high.cost)
      high.gain = gain(at: high.cost)
    }
    var best = low.gain < -high.gain ? low : high
    var side = 0
    for _ in 0..<200 {
      let cost = (low.cost * high.gain - high.cost * low.gain) / (high.gain - low.gain)
      guard cost > low.cost, cost < high.cost, high.cost - low.cost > 1e-14 * high.cost else { break }
      let gain = gain(at: cost)
      if abs(gain) < abs(best.gain) { best = (cost, gain) }
      if gain > 0 {
        low = (cost, gain)
        if side == 1 { high.gain /= 2 }
        side = 1
      } else {
        high = (cost, gain)
        if gain == 0 { break }
        if side == -1 { low.gain /= 2 }
        side = -1
      }
    }
    return best.cost
  }

  /// The gain of the run with a cost of each fill in place of its own.
  private func gain(at cost: Double) -> Double {
    var now = Holding(cash: settings.cash)
    var before = now
    var index = -1
    var units = [Double](repeating: 0, count: tradeCount)
    for fill in fills {
      if fill.index != index { (before, index) = (now, fill.index) }
      if let action = fill.action {
        now.take(action)
        before.count(action, isAtClose: settings.fill == .close)
        continue
      }
      if fill.isEntry {
        let holding = settings.sizing == .fill ? now : before
        let share = fill.equity > 0 ? max(0, holding.worth(at: fill.mark) / fill.equity) : 0
        // The same money buys other units if their price with costs differs.
        let dearer = fill.paid / (fill.price * (1 + cost))
        let factor =
          switch rule {
          case _ where fill.isCutToVolume: 1.0
          case .equityShare: share * dearer
          case .money: dearer
          case .risk: share
          case .shares: 1.0
          }
        let asked = abs(fill.units) * factor
        // A size capped in the run by the account is capped here by the account at this cost.
        let limit = max(0, now.power(at: fill.price)) / (fill.price * (1 + cost))
        let bought = fill.isCapped && !fill.isCutToVolume ? limit : min(asked, limit)
        units[fill.trade] = fill.units < 0 ? -bought : bought
        now.fill(units[fill.trade], at: fill.price, cost: cost)
      } else {
        now.fill(-units[fill.left.trade] * fill.left.share, at: fill.price, cost: cost)
      }
    }
    return now.worth(at: lastPrice) - settings.cash
  }
}
