/// The equity divided among the shares.
struct ShareValue {
  /// The value of the common equity, after options that have time left.
  var equityValue = Double.nan
  /// The value of options that have time left, which is taken from the equity.
  var optionsValue = 0.0
  /// Shares with restricted shares and exercised options.
  var dilutedShares = Double.nan
  /// The value of one ordinary share, in the currency of the accounts.
  var valuePerOrdinary = Double.nan
  /// The value of one priced share.
  var valuePerShare = Double.nan
}

extension FirmModel {
  /// The equity divided among the shares and those who may still buy some.
  func divided(_ equity: Double, among shares: Double) -> ShareValue {
    var result = ShareValue(equityValue: equity)
    let count = shares + rsu
    var ordinary = ordinaryShare(equity, count)
    if !livingOptions.isEmpty {
      result.optionsValue = optionsValue(treasuryPrice.isNaN ? shareBesideOptions(equity, count) : treasuryPrice)
      result.equityValue = equity - result.optionsValue
      ordinary = ordinaryShare(result.equityValue, count)
    }
    result.dilutedShares = ordinary.diluted
    result.valuePerOrdinary = ordinary.value / split
    result.valuePerShare = result.valuePerOrdinary * adrRatio / fx
    return result
  }

  /// The value of one share that is consistent with the value of the unexpired options deducted from equity.
  ///
  /// The share's value falls as the options' value rises, and the options' value rises with the share's: there is one
  /// crossing between 0 and the value without options.
  private func shareBesideOptions(_ equity: Double, _ count: Double) -> Double {
    var low = 0.0
    var high = max(0, ordinaryShare(equity, count).value)
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      if middle == low || middle == high { break }
      let left = ordinaryShare(equity - optionsValue(middle), count).value
      if left > middle { low = middle } else { high = middle }
    }
    return high
  }

  private func optionsValue(_ share: Double) -> Double {
    var sum = 0.0
    for tranche in livingOptions { sum += tranche.count * tranche.value(share: share, rate: riskFree) }
    return sum
  }

  /// The value of one share by the treasury-stock method, in closed form if options are exercised at it.
  ///
  /// - Parameter shares: the shares without options.
  func ordinaryShare(_ equity: Double, _ shares: Double) -> (value: Double, diluted: Double) {
    var count = shares
    if !treasuryPrice.isNaN {
      for tranche in options where tranche.strike < treasuryPrice {
        count += tranche.count * (1 - tranche.strike / treasuryPrice)
      }
      return (equity / count, count)
    }
    var value = equity / count
    var all = equity
    for tranche in options {
      guard tranche.strike < value else { break }
      all += tranche.count * tranche.strike
      count += tranche.count
      value = all / count
    }
    return (value, value > 0 && !options.isEmpty ? equity / value : shares)
  }
}
