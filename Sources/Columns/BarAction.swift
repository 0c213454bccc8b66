import Calendar

/// The splits and dividends of one day, on the bars of a series: a holder gets the money for each unit held before, and
/// then the new units.
public struct BarAction: Sendable, Hashable {
  /// The first bar whose prices are without them; of bars longer than a day the one that the day lies in.
  public var index: Int
  /// The day.
  public var date: CivilDate
  /// The money for each unit held before.
  public var dividend = 0.0
  /// The new units for each old one.
  public var ratio = 1.0
  /// True if the bar opened before the day: its first price is with them and its last without.
  public var isInside = false
}

extension Bars {
  /// The actions by day on these bars, for a run that holds units at the prices as they are.
  ///
  /// Those before the first bar and after the last one are left out. An action of a day without a bar counts from the
  /// next bar on.
  public func barActions(_ actions: CorporateActions) -> [BarAction] {
    if actions.isEmpty { return [] }
    let closings = timeframe.nominalMilliseconds > Timeframe.day.nominalMilliseconds ? self.closings() : []
    var steps: [BarAction] = []
    for action in actions.all {
      let moment = zone.timestamp(of: CivilTime(date: action.date))
      var index = firstIndex(ofDay: action.date)
      let isInside = index > 0 && !closings.isEmpty && closings[index - 1] > moment
      if isInside { index -= 1 }
      guard index > 0 || isInside, index < count else { continue }
      if steps.last?.date != action.date {
        steps.append(BarAction(index: index, date: action.date, isInside: isInside))
      }
      switch action.kind {
      case .split(let ratio): steps[steps.count - 1].ratio *= ratio
      case .dividend(let amount): steps[steps.count - 1].dividend += amount
      }
    }
    return steps
  }
}

extension CorporateActions {
  /// The actions that prices of a basis are still moved by, in the units of these prices: a dividend from before a
  /// split is divided by its ratio if splits are taken out.
  ///
  /// - Parameter bars: the bars that were adjusted; a split after them moves none of their prices.
  public func remaining(after basis: AdjustmentBasis, on bars: Bars) -> CorporateActions {
    switch basis {
    case .nothing: return self
    case .splitsAndDividends: return CorporateActions()
    case .splits:
      let known = bars.actionBars(self)
      var units = 1.0
      var dividends: [CorporateAction] = []
      for step in known.reversed() {
        switch step.action.kind {
        case .split(let ratio): units *= ratio
        case .dividend(let amount):
          // Per share held the day before the ex-date, even when a split takes effect on the same date.
          let same = known.filter { $0.action.date == step.action.date }.compactMap(\.action.splitRatio)
          dividends.append(CorporateAction(.dividend(amount / (units * same.reduce(1, *))), on: step.action.date))
        }
      }
      return CorporateActions(dividends)
    }
  }
}
