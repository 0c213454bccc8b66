import LibC

/// The consecutive trades of a run, each sized as a share of the equity, so that a trade depends only on the gains of
/// those before it.
///
/// With a cost `c` of each fill, and `k = (1 - c) / (1 + c)`, a long trade of the share `f` multiplies the equity by `1
/// - f + f r k`, if `r` is the exit price over the entry price, and a short one by `1 + f (k - r)`. The final equity is
/// therefore a product that rises with `k`, and its root can be found without replaying the fills.
package struct InvestedShares: Equatable {
  /// The factor that a trade applies to the equity: `constant + slope k`.
  private struct Factor: Equatable {
    var constant: Double
    var slope: Double
  }

  private var factors: [Factor] = []

  /// The shares of a run; nil if its trades overlap, if one follows another on the same bar, if one was resized, or if
  /// a size is anything but a share of the equity.
  package init?(_ result: BacktestResult) {
    guard result.sizingRule == .equityShare, result.actions.isEmpty, result.openTrades.count <= 1 else { return nil }
    factors.reserveCapacity(result.trades.count + 1)
    var (cash, last) = (result.settings.cash, -1)
    let isInOrder = result.trades.withUnsafeBufferPointer { trades in
      // By address: each trade that is taken out of its list is copied.
      guard let first = trades.baseAddress else { return true }
      for place in 0..<trades.count {
        let trade = first + place
        guard append(trade, cash: cash, after: last, exitPrice: trade.pointee.exitQuote) else { return false }
        cash += trade.pointee.pnl
        last = trade.pointee.exitIndex
      }
      return true
    }
    guard isInOrder else { return nil }
    let isLastInOrder = result.openTrades.withUnsafeBufferPointer { trades in
      guard let trade = trades.baseAddress, !trades.isEmpty else { return true }
      return append(trade, cash: cash, after: last, exitPrice: result.lastClose)
    }
    guard isLastInOrder else { return nil }
  }

  @inline(__always)
  private mutating func append(
    _ trade: UnsafePointer<Trade>, cash: Double, after last: Int, exitPrice: Double
  ) -> Bool {
    guard trade.pointee.entryIndex > last, cash > 0, !trade.pointee.isCutToVolume, trade.pointee.splitRatio == 1,
      trade.pointee.isWhole
    else { return false }
    let paid = trade.pointee.size * trade.pointee.entryPrice + trade.pointee.entryCommission
    let share = trade.pointee.isCapped ? 1 : min(1, paid / cash)
    let ratio = exitPrice / trade.pointee.entryQuote
    guard ratio > 0, share > 0 else { return false }
    switch (trade.pointee.side, trade.pointee.isOpen) {
    case (.long, false): factors.append(Factor(constant: 1 - share, slope: share * ratio))
    case (.short, false): factors.append(Factor(constant: 1 - share * ratio, slope: share))
    // An open position pays no exit cost: 1 / (1 + c) is (1 + k) / 2.
    case (.long, true): factors.append(Factor(constant: 1 - share + share * ratio / 2, slope: share * ratio / 2))
    case (.short, true): factors.append(Factor(constant: 1 - share * ratio / 2, slope: share - share * ratio / 2))
    }
    return true
  }

  /// The cost at which the money at the end is that of the start; missing if there is none between no cost and all, and
  /// nil if the search does not end.
  package var breakEvenCost: Double? {
    // The logarithm of the product is nearly straight in that of k: three or four steps of Newton's end it.
    var k = 1.0
    for _ in 0..<50 {
      var (product, derivative) = (1.0, 0.0)
      for factor in factors {
        let value = factor.constant + factor.slope * k
        // If the cost ruins the account, the product is no longer its equity.
        guard value > 0 else { return nil }
        derivative = derivative * value + product * factor.slope
        product *= value
      }
      guard product > 0, product.isFinite, derivative.isFinite else { return nil }
      if k == 1, product <= 1 { return .nan }
      guard derivative > 0 else { return nil }
      let step = log(product) * product / derivative
      let next = k * exp(-step / k)
      if abs(next - k) <= 1e-15 * k { return (1 - next) / (1 + next) }
      k = next
    }
    return nil
  }
}
