extension NumberFormat {
  /// This format made equal for all numbers of a column, so that they share their decimals.
  ///
  /// Only the general format changes. The largest number keeps its six digits and the smallest at least three. If that
  /// would need very long numbers the format is unchanged, and each keeps its own decimals.
  public func shared(by values: some Sequence<Double>) -> NumberFormat {
    guard case .general = kind else { return self }
    var largest = 0.0
    var smallest = Double.infinity
    for value in values where value.isFinite && value != 0 {
      largest = max(largest, abs(value))
      smallest = min(smallest, abs(value))
    }
    guard largest > 0, !Self.hasExponent(largest), !Self.hasExponent(smallest) else { return self }

    let wholeDigits = max(DecimalText.exponent(largest) + 1, 1)
    let forLargest = max(significantDigits - 1 - DecimalText.exponent(largest), 0)
    let forSmallest = max(2 - DecimalText.exponent(smallest), 0)
    let limit = max(forLargest, forSmallest)
    guard wholeDigits + limit <= 14 else { return self }

    var decimals = 0
    for value in values where value.isFinite {
      if decimals == limit { break }
      let text = DecimalText.trimmed(DecimalText.fixed(value, decimals: min(limit, ownDecimals(value))))
      if let point = text.firstIndex(of: ".") {
        decimals = max(decimals, text.distance(from: point, to: text.endIndex) - 1)
      }
    }
    var result = self
    result.kind = .fixed(decimals)
    return result
  }

  /// The number of decimals that the six digits of a number reach.
  private func ownDecimals(_ value: Double) -> Int {
    max(significantDigits - 1 - DecimalText.exponent(value), 0)
  }
}
