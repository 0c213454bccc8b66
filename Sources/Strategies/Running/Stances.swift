import Backtesting

extension BacktestResult {
  /// The side that the account is on, or goes to at the next price, after each close of the window; nil if it is out.
  ///
  /// A stance begins at the close that decided an entry and ends at the close that decided the exit: the strategy took
  /// that side then, though the fill came with the next bar. An order that waits for a price makes no stance before it
  /// fills, and one that was refused makes none. Stops, targets and trails, a liquidation and a ruin end inside a bar,
  /// so its close has no stance; at the end of the data, of a window or of a symbol the strategy still holds the side
  /// that the run closes. Orders waiting after the last close count as decided.
  ///
  /// The run is one on a single series; a part that is closed leaves the stance as it is.
  package func stances() -> [Side?] {
    var stances = [Side?](repeating: nil, count: range.count)
    let decisions = Decisions(orders)
    for trade in trades + openTrades {
      let first = max(firstClose(of: trade, decisions), range.lowerBound)
      let last = min(lastClose(of: trade, decisions), range.upperBound - 1)
      guard first <= last else { continue }
      for index in first...last { stances[index - range.lowerBound] = trade.side }
    }
    for order in pendingOrders where range.contains(order.decidedIndex) {
      guard case .exit = order.kind, order.share == nil else { continue }
      for index in order.decidedIndex - range.lowerBound..<stances.count where stances[index] == order.side {
        stances[index] = nil
      }
    }
    for order in pendingOrders where range.contains(order.decidedIndex) && !order.type.waitsForPrice {
      guard case .entry = order.kind else { continue }
      for index in order.decidedIndex - range.lowerBound..<stances.count { stances[index] = order.side }
    }
    return stances
  }

  /// True for a trade whose entry filled at a close.
  func filledAtClose(_ trade: Trade) -> Bool {
    switch entryOrders[trade.entryRule] {
    case .market: settings.fill == .close
    case .close: true
    case .limit, .stop: false
    }
  }

  /// The close from which on the account held a trade.
  private func firstClose(of trade: Trade, _ decisions: Decisions) -> Int {
    if let decided = decisions.close(of: .entry(rule: trade.entryRule), filledOn: trade.entryIndex) { return decided }
    switch entryOrders[trade.entryRule] {
    case .market: return settings.fill == .open ? trade.entryIndex - 1 : trade.entryIndex
    case .close: return trade.entryIndex - 1
    case .limit, .stop: return trade.entryIndex
    }
  }

  /// The last close at which the account held a trade.
  private func lastClose(of trade: Trade, _ decisions: Decisions) -> Int {
    guard let reason = trade.exit else { return range.upperBound - 1 }
    let first = trade.firstExitIndex
    let byOrder = settings.fill == .open ? first - 2 : first - 1
    switch reason {
    case .end, .window, .ended, .split: return trade.exitIndex
    case .reversal(let rule):
      if let decided = decisions.close(of: .entry(rule: rule), filledOn: trade.exitIndex) { return decided - 1 }
      switch entryOrders[rule] {
      case .market: return byOrder
      case .close: return first - 2
      case .limit, .stop: return first - 1
      }
    case .rule, .time, .resize, .stop, .target, .trail, .session, .liquidation, .ruin:
      // A stop that looks at closes alone leaves by an order, as rules do.
      if let decided = decisions.close(of: .exit(reason), filledOn: trade.exitIndex) { return decided - 1 }
      switch reason {
      case .rule, .time, .resize: return byOrder
      default: return first - 1
      }
    }
  }

  /// The closes at which filled orders were decided, by kind of order and bar of the fill.
  private struct Decisions {
    private struct Fill: Hashable {
      let kind: PendingOrder.Kind
      let index: Int
    }

    private var closes: [Fill: Int] = [:]

    init(_ orders: [OrderRecord]) {
      for order in orders where order.fate == .filled && !order.type.waitsForPrice {
        guard let index = order.index else { continue }
        closes[Fill(kind: order.kind, index: index)] = order.decidedIndex
      }
    }

    func close(of kind: PendingOrder.Kind, filledOn index: Int) -> Int? { closes[Fill(kind: kind, index: index)] }
  }
}

extension OrderType {
  /// True for an order that may never fill, as its price may never come.
  fileprivate var waitsForPrice: Bool { self == .limit || self == .stop }
}

/// The share of the closes with a stance after which the price went its way.
package struct DirectionalAccuracy: Sendable, Hashable {
  /// The closes that count: those with a stance, whose later close is known and another one.
  package var counted: Int
  /// Those of them after which the price went in the direction of the stance.
  package var right: Int

  package init(counted: Int, right: Int) { (self.counted, self.right) = (counted, right) }

  /// The share, 0 to 1; nil if nothing counts.
  package var share: Double? { counted > 0 ? Double(right) / Double(counted) : nil }
}

extension BacktestResult {
  /// The accuracy of the stances as predictions of a direction: whether the close `horizon` bars later, inside the
  /// window, is on their side of the close at which they were taken.
  ///
  /// Each close with a stance is a prediction, as each bar's signal is in a journal: the hit rate of a journal is the same
  /// measure. Equal closes and missing ones do not count. It judges the direction and not the money.
  ///
  /// - Parameters:
  ///   - horizon: the bars from a prediction to its outcome, from 1.
  ///   - closes: the closes of the full series.
  package func directionalAccuracy(horizon: Int, closes: [Double]) -> DirectionalAccuracy {
    var accuracy = DirectionalAccuracy(counted: 0, right: 0)
    let end = min(range.upperBound, closes.count)
    for (place, stance) in stances().enumerated() {
      let index = range.lowerBound + place
      guard let stance, horizon < end - index else { continue }
      let (close, later) = (closes[index], closes[index + horizon])
      guard close > later || close < later else { continue }
      accuracy.counted += 1
      if (later > close) == (stance == .long) { accuracy.right += 1 }
    }
    return accuracy
  }
}
