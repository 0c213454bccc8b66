extension Assumptions {
  /// The same valuation in the shares after a split: counts of shares are multiplied, and amounts for one share divided.
  ///
  /// - Parameter factor: new shares for one old share.
  public func afterSplit(_ factor: Double) throws(ValuationError) -> Assumptions {
    guard factor != 1 else { return self }
    var changes: [Change] = []
    for key in [AssumptionName.shares, .rsu] {
      if let count = self[key], case .scalar(let value) = count.value {
        changes.append(.set(Assumption(key, value * factor, source: count.source)))
      }
    }
    for key in [AssumptionName.price, .dividend] {
      if let amount = self[key], case .scalar(let value) = amount.value {
        changes.append(.set(Assumption(key, value / factor, source: amount.source)))
      }
    }
    if let options = self[.options], case .word(let text) = options.value, let tranches = OptionTranche.list(text) {
      let new = tranches.map { $0.afterSplit(factor) }
      changes.append(.set(Assumption(.options, word: OptionTranche.text(new), source: options.source)))
    }
    return try with(changes)
  }
}

extension OptionTranche {
  fileprivate func afterSplit(_ factor: Double) -> OptionTranche {
    guard let life, let volatility else { return OptionTranche(count: count * factor, strike: strike / factor) }
    return OptionTranche(count: count * factor, strike: strike / factor, life: life, volatility: volatility)
  }
}
