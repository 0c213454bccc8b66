extension FirmModel {
  /// Divides the equity among the shares and those who may still buy some.
  func divide(_ equity: Double, among shares: Double, _ result: inout Evaluation) {
    result.equityValue = equity
    var ordinary = ordinaryShare(equity, shares, &result.dilutedShares)
    if !livingOptions.isEmpty {
      // The value of a share falls as the options' value rises, which rises with it: one crossing between 0 and
      // the value without them.
      var low = 0.0
      var high = max(0, ordinary)
      for _ in 0..<200 {
        let middle = low + (high - low) / 2
        if middle == low || middle == high { break }
        let left = ordinaryShare(equity - optionsValue(middle), shares, &result.dilutedShares)
        if left > middle { low = middle } else { high = middle }
      }
      let at = treasuryPrice.isNaN ? high : treasuryPrice
      result.optionsValue = optionsValue(at)
      result.equityValue = equity - result.optionsValue
      ordinary = ordinaryShare(result.equityValue, shares, &result.dilutedShares)
    }
    result.valuePerOrdinary = ordinary / split
    result.valuePerShare = result.valuePerOrdinary * adrRatio / fx
  }

  private func optionsValue(_ share: Double) -> Double {
    var sum = 0.0
    for tranche in livingOptions { sum += tranche.count * tranche.value(share: share, rate: riskFree) }
    return sum
  }

  /// The value of one share by the treasury-stock method, in closed form where options are exercised at it.
  private func ordinaryShare(_ equity: Double, _ shares: Double, _ diluted: inout Double) -> Double {
    var count = shares + rsu
    diluted = count
    var value = equity / count
    if !treasuryPrice.isNaN {
      for tranche in options where tranche.strike < treasuryPrice {
        count += tranche.count * (1 - tranche.strike / treasuryPrice)
      }
      diluted = count
      return equity / count
    }
    var all = equity
    for tranche in options {
      guard tranche.strike < value else { break }
      all += tranche.count * tranche.strike
      count += tranche.count
      value = all / count
    }
    if value > 0, !options.isEmpty { diluted = equity / value }
    return value
  }
}
