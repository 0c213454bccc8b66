import Calendar

extension Bars {
  /// The actions by the first bar that is without them; those before the first bar or after the last one are left out.
  ///
  /// An action of a day without a bar, such as a Saturday, counts from the next bar on.
  public func actionBars(_ actions: CorporateActions) -> [(index: Int, action: CorporateAction)] {
    actions.all.compactMap { action in
      let index = firstIndex(ofDay: action.date)
      return index > 0 && index < count ? (index, action) : nil
    }
  }

  /// The bars in prices that corporate actions do not move.
  ///
  /// The last bar keeps its prices, and the ones before an action take its factor: a split of 4:1 divides prices by 4
  /// and multiplies volumes, a dividend multiplies prices by 1 - dividend / close before it, as CRSP and the providers
  /// do. So ratios of prices are total returns, and no action after the last bar counts.
  ///
  /// - Throws: `AdjustmentError` if a dividend is not below the price before it, or a split has no shares.
  public func adjusted(for basis: AdjustmentBasis, by actions: CorporateActions) throws(AdjustmentError) -> Bars {
    let steps = actionBars(actions).filter { basis.takes($0.action) }
    guard !steps.isEmpty else { return self }
    var prices = [Double](repeating: 1, count: count)
    var units = prices
    var (price, unit) = (1.0, 1.0)
    var end = count
    var rest = steps[...]
    while let last = rest.last {
      let index = last.index
      for bar in index..<end { (prices[bar], units[bar]) = (price, unit) }
      let before = close.values[..<index].last { !$0.isNaN } ?? .nan
      var paid = 0.0
      while let step = rest.last, step.index == index {
        rest.removeLast()
        switch step.action.kind {
        case .split(let ratio):
          guard ratio > 0, ratio.isFinite else { throw AdjustmentError(action: step.action, price: before) }
          price /= ratio
          unit *= ratio
        case .dividend(let amount):
          paid += amount
          guard amount >= 0, paid < before else { throw AdjustmentError(action: step.action, price: before) }
        }
      }
      if paid > 0 { price *= 1 - paid / before }
      end = index
    }
    for bar in 0..<end { (prices[bar], units[bar]) = (price, unit) }
    func scaled(_ column: Column, _ factors: [Double]) -> Column { Column(zip(column.values, factors).map { $0 * $1 }) }
    return Bars(
      times: times, open: scaled(open, prices), high: scaled(high, prices), low: scaled(low, prices),
      close: scaled(close, prices), volume: scaled(volume, units), timeframe: timeframe, zone: zone, session: session,
      closingTimes: closingTimes, calendar: calendar, stamps: stamps)
  }
}
