extension FactChooser {
  /// The total of the cash flow statement.
  ///
  /// Companies also tag parts of it in their notes under similar names, so of the two totals the larger one is the
  /// whole. `DepreciationAndAmortization` beside a larger amortisation of intangibles does not include it; a tag for
  /// items other than that amortisation includes the depreciation; and where there is no total, depreciation and
  /// amortisation are added.
  func depreciation(_ window: FactWindow) -> Fundamentals.Figure? {
    let totals = ["DepreciationDepletionAndAmortization", "DepreciationAmortizationAndAccretionNet"]
      .compactMap { stated($0, window) }
    if let total = totals.max(by: { $0.value < $1.value }) { return total }
    let amortization = stated("AmortizationOfIntangibleAssets", window)
    if let both = stated("DepreciationAndAmortization", window) {
      guard let amortization, amortization.value > both.value else { return both }
      return sum([both, amortization])
    }
    let depreciation = stated("Depreciation", window)
    if let other = stated("OtherDepreciationAndAmortization", window), other.value >= depreciation?.value ?? 0 {
      let parts = (depreciation?.value ?? 0) + (amortization?.value ?? 0)
      guard let amortization, depreciation == nil || other.value < parts * 0.999 else { return other }
      return sum([other, amortization])
    }
    if depreciation != nil { return sum([depreciation, amortization].compactMap { $0 }) }
    return stated("AdjustmentsForDepreciationAndAmortisationExpense", window)
      ?? stated("DepreciationAndAmortisationExpense", window)
  }

  /// The increase in receivables and inventories less that in payables, or the total where it is stated.
  func workingCapital(_ window: FactWindow) -> Fundamentals.Figure? {
    FactSum.workingCapital.lazy.compactMap { $0.figure(window, self) }.first
  }
}
