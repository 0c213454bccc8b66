import Calendar

extension FactChooser {
  /// The total of the cash flow statement.
  ///
  /// Companies also tag parts of it in their notes under similar names, so of the two totals the larger one is the full
  /// one. `DepreciationAndAmortization` next to a larger amortisation of intangibles does not include it; a tag for
  /// items other than that amortisation includes the depreciation; and if there is no total, depreciation and
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

  /// The increase in receivables and inventories less that in payables, or the total if it is stated.
  func workingCapital(_ window: FactWindow) -> Fundamentals.Figure? {
    workingCapitalSums.lazy.compactMap { $0.figure(window, self) }.first
  }

  /// Operating income as stated; if it is not, the income before tax and interest, as a figure with these parts.
  ///
  /// A property company may tag the result of its buildings as operating income; the cost of its own administration is
  /// then taken off.
  func operatingIncome(_ window: FactWindow) -> Fundamentals.Figure? {
    guard let stated = first(.operatingIncome, window) else {
      return livesOnInterest ? nil : incomeBeforeInterest(window)
    }
    guard isBeforeAdministration, var administration = administration(window) else { return stated }
    administration.value.negate()
    return sum([stated, administration])
  }

  /// Whether, in the newest conclusive year, the cost of administration brings operating income much nearer to earnings
  /// before tax and interest: then it is not in it.
  var tagsIncomeBeforeAdministration: Bool {
    for concept in ranked[Fundamentals.Item.operatingIncome.place] ?? [] {
      for fact in ledger.facts[concept.number].reversed()
      where (350...380).contains(Int64(fact.end) - Int64(fact.start)) {
        let window = FactWindow.year(ending: CivilDate(daysSince1970: Int(fact.end)))
        guard let known = incomeBeforeInterest(window)?.value, let cost = administration(window)?.value else {
          continue
        }
        return abs(fact.value - cost - known) < 0.5 * abs(fact.value - known)
      }
    }
    return false
  }

  private func administration(_ window: FactWindow) -> Fundamentals.Figure? {
    stated("GeneralAndAdministrativeExpense", window) ?? stated("AdministrativeExpense", window)
  }

  /// Income before tax with interest added back; nil if either is not stated.
  private func incomeBeforeInterest(_ window: FactWindow) -> Fundamentals.Figure? {
    guard let income = first(.pretaxIncome, window), let interest = first(.interestExpense, window) else { return nil }
    var earned = stated("InvestmentIncomeInterest", window)
    earned?.value.negate()
    return sum([income, interest] + [earned].compactMap { $0 })
  }

  /// Payments for property, plant and equipment, and for software if that is a separate line.
  ///
  /// Capex of a property company is its payments for property to let; the equipment of its offices counts too from a
  /// hundredth on.
  func capex(_ window: FactWindow) -> Fundamentals.Figure? {
    let equipment = first(.capex, window)
    if isOfProperty {
      func one(_ names: String...) -> Fundamentals.Figure? { names.lazy.compactMap { self.stated($0, window) }.first }
      let property = [
        one(
          "PaymentsToAcquireRealEstateHeldForInvestment", "PaymentsToAcquireRealEstate",
          "PaymentsToAcquireCommercialRealEstate", "PaymentsToAcquireAndDevelopRealEstate",
          "PurchaseOfInvestmentProperty", "AdditionsFromAcquisitionsInvestmentProperty"),
        one("PaymentsToDevelopRealEstateAssets"),
      ].compactMap { $0 }
      if let total = sum(property) {
        let counts = equipment.map { $0.value >= 0.01 * total.value } ?? false
        return sum(property + [counts ? equipment : nil].compactMap { $0 })
      }
    }
    // Productive assets hold software already.
    guard let equipment, equipment.tag == "PaymentsToAcquirePropertyPlantAndEquipment",
      let software = stated("PaymentsToDevelopSoftware", window) ?? stated("PaymentsToAcquireSoftware", window)
    else { return equipment }
    return sum([equipment, software])
  }

  private func first(_ item: Fundamentals.Item, _ window: FactWindow) -> Fundamentals.Figure? {
    for concept in ranked[item.place] ?? [] {
      if let fact = ledger.fact(concept, window) { return figure(fact, concept) }
    }
    return nil
  }
}
