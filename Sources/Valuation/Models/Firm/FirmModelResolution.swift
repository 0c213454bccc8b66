import Calendar
import Text

extension FirmModel {
  /// The age of a base year, in years, from which its figures say little of today.
  static let staleAge = 1.5

  /// The assumptions that only the full model uses.
  private static let names: Set<AssumptionName> = {
    let full = AssumptionDefinition.all.filter { !$0.isFilled }.map(\.key)
    // These are about the model and do not enter it.
    return Set(full).subtracting([.stockCompensation, .sector, .allow, .grossMargin])
      .subtracting(AssumptionDefinition.notOfTheFirm).subtracting(AssumptionDefinition.equity.map(\.key))
  }()

  /// Reads the full model's numbers; `nil` if the plain model says everything.
  ///
  /// - Parameters:
  ///   - lastTax: the tax of the last year.
  ///   - cost: the cost of capital that was built, if it was.
  static func resolve(_ all: Assumptions, cost: CostOfCapital?) throws(ValuationError) -> FirmModel? {
    let earnings = if case .terminal(.multiple(_, of: .earnings)) = all[.terminal]?.value { true } else { false }
    guard earnings || all.all.contains(where: { $0.key.map(names.contains) ?? false || $0.basis != nil }) else {
      return nil
    }
    var firm = try read(all)
    // A multiple of earnings needs interest, and so the cost of debt; the equity models check that themselves.
    if earnings, !all.method.isOfEquity, firm.costOfDebt.isNaN, let debt = try all.number(.debt), debt > 0 {
      throw ValuationError(
        code: .missingAssumptions,
        message: "cost_of_debt is needed for earnings, which come after interest, but not given",
        assumptions: [.costOfDebt],
        hint: "such as `cost_of_debt = 5%`"
      )
    }
    if earnings, firm.costOfDebt.isNaN, !all.method.isOfEquity { firm.costOfDebt = 0 }
    if firm.failureOfBook, try firm.openingCapital(cash: all.number(.cash) ?? 0, debt: all.number(.debt) ?? 0).isNaN {
      throw ValuationError(
        code: .missingAssumptions,
        message: "failure_proceeds is a share of book, but neither invested_capital nor book is given",
        assumptions: [.investedCapital, .failureProceeds]
      )
    }
    if cost != nil {
      firm.entangled += [.debt, .leases, .shares, .fx, .adrRatio, .split, .tax, .terminalTax, .price]
    }
    return firm
  }

  /// Reads the full model's numbers, whether or not any of them is given.
  static func read(_ all: Assumptions) throws(ValuationError) -> FirmModel {
    var firm = FirmModel()
    for key in all.all.compactMap(\.key) where !key.definition.isFilled {
      guard let value = try all.number(key) else { continue }
      if let place = place(of: key) { firm[keyPath: place] = value }
    }
    firm.capexOfChange = all[.capex]?.basis == .change
    firm.depreciationOfChange = all[.depreciation]?.basis == .change
    firm.workingCapitalOfChange = all[.workingCapital]?.basis == .change
    firm.readStableYear(all)
    firm.failureOfBook = all[.failureProceeds]?.basis == .book
    firm.riskFree = try all.number(.riskFree) ?? .nan
    try firm.readReinvestment(all)
    try firm.readDates(all)
    try firm.readCurrencies(all)
    try firm.readOptions(all)
    try firm.readCapitalised(all)
    firm.costOfDebt = try CostOfCapital.costOfDebt(all) ?? .nan
    return firm
  }

  /// Reads the base of each rate in the year after the forecast: the base of the last year if it is not given.
  private mutating func readStableYear(_ all: Assumptions) {
    func isOfChange(_ own: AssumptionName, else last: Bool) -> Bool { all[own].map { $0.basis == .change } ?? last }
    terminalCapexOfChange = isOfChange(.terminalCapex, else: capexOfChange)
    terminalDepreciationOfChange = isOfChange(.terminalDepreciation, else: depreciationOfChange)
    terminalWorkingCapitalOfChange = isOfChange(.terminalWorkingCapital, else: workingCapitalOfChange)
  }

  private mutating func readReinvestment(_ all: Assumptions) throws(ValuationError) {
    let years = try all.number(.reinvestmentLag) ?? 0
    guard years == years.rounded() else {
      throw ValuationError(
        code: .outOfRange,
        message: "reinvestment_lag is \(Wording.number(years)) years, but must be a whole number of years",
        assumptions: [.reinvestmentLag]
      )
    }
    lag = Int(years)
    usesSalesToCapital = all[.salesToCapital] != nil
    if usesSalesToCapital {
      let lines = [AssumptionName.capex, .depreciation, .workingCapital].filter(all.isSaid)
      try Self.refuse(.salesToCapital, besides: lines + Self.stableLines.filter(all.isSaid))
    } else if !terminalROIC.isNaN {
      // Depreciation alone is not reinvestment; it only shows how gross capex is.
      try Self.refuse(.terminalROIC, besides: [.terminalCapex, .terminalWorkingCapital].filter(all.isSaid))
    }
  }

  /// The lines of reinvestment in the year after the forecast.
  static let stableLines: [AssumptionName] = [.terminalCapex, .terminalDepreciation, .terminalWorkingCapital]

  /// Refuses two conflicting ways to set reinvestment.
  private static func refuse(_ name: AssumptionName, besides lines: [AssumptionName]) throws(ValuationError) {
    guard !lines.isEmpty else { return }
    throw ValuationError(
      code: .contradictoryAssumptions,
      message: "\(name) gives the reinvestment, and so \(Wording.plural(lines.count, "does", "do")) "
        + Wording.list(lines),
      assumptions: [name] + lines,
      hint: "give one or the other"
    )
  }

  private mutating func readDates(_ all: Assumptions) throws(ValuationError) {
    guard all[.date] != nil || all.balanceDay != nil else { return }
    guard let base = all.day(.baseEnd) else {
      throw ValuationError(
        code: .missingAssumptions,
        message: "base_end is needed to count from, but not given",
        assumptions: [.baseEnd],
        hint: "such as `base_end = 2025-09-27`"
      )
    }
    elapsed = all.day(.date).map { $0.yearFraction(since: base) } ?? 0
    balanceAge = all.balanceDay.map { $0.yearFraction(since: base) } ?? 0
    guard balanceAge >= 0, balanceAge < 1 else {
      throw ValuationError(
        code: .balanceDate,
        message: "balance_date lies \(Wording.number(balanceAge.magnitude, places: 2)) years "
          + "\(balanceAge < 0 ? "before" : "after") base_end, but must be within the year that follows it",
        assumptions: [.balanceDate, .baseEnd],
        hint: balanceAge < 0
          ? "use the balance sheet of the base year's end"
          : "use the year that ends before the balance sheet as the base"
      )
    }
    guard elapsed >= 0 else {
      throw ValuationError(
        code: .dateBeforeBase,
        message: "date lies before base_end, so the base year was not known",
        assumptions: [.date, .baseEnd],
        hint: "use a year that had ended by then as the base"
      )
    }
    if elapsed >= Self.staleAge, !all.allowed.contains(.staleBase) {
      throw ValuationError(
        code: .staleBase,
        message: "the base year ended \(Wording.number(elapsed * 12, places: 0)) months before the valuation; "
          + "figures older than 18 months say little about today",
        assumptions: [.date, .baseEnd],
        hint: "load newer figures, or `allow stale-base`"
      )
    }
  }

  private mutating func readCurrencies(_ all: Assumptions) throws(ValuationError) {
    guard let own = all.word(.currency) else {
      guard fx != 1, all.word(.priceCurrency) == nil else { return }
      throw ValuationError.withoutCurrencies("fx is \(Wording.number(fx))")
    }
    let priced = all.word(.priceCurrency) ?? own
    if own != priced, all[.fx] == nil {
      throw ValuationError(
        code: .currencyWithoutFx,
        message: "the accounts are in \(own), but the price is in \(priced)",
        assumptions: [.fx, .currency, .priceCurrency],
        hint: "give fx, the units of \(own) for one \(priced)"
      )
    }
    if own == priced, fx != 1 {
      throw ValuationError(
        code: .fxWithoutCurrencies,
        message: "fx is \(Wording.number(fx)), but accounts and price are both in \(own)",
        assumptions: [.fx, .currency, .priceCurrency],
        hint: "`price_currency` sets the currency of the price; without `fx` both are in \(own)"
      )
    }
  }

  private mutating func readOptions(_ all: Assumptions) throws(ValuationError) {
    guard let text = all.word(.options), let tranches = OptionTranche.list(text) else { return }
    options = tranches.filter { $0.life == nil }.sorted { $0.strike < $1.strike }
    livingOptions = tranches.filter { $0.life != nil }
    if !livingOptions.isEmpty, riskFree.isNaN {
      throw ValuationError(
        code: .missingAssumptions,
        message: "risk_free is needed to value options by their life, but not given",
        assumptions: [.riskFree, .options],
        hint: "such as `risk_free = 4%`"
      )
    }
    guard all.word(.treasuryAt) == "price" else { return }
    guard let price = try all.number(.price) else {
      throw ValuationError(
        code: .missingAssumptions,
        message: "price is needed, because treasury_at exercises options at it",
        assumptions: [.price, .treasuryAt]
      )
    }
    treasuryPrice = price * split * fx / adrRatio
    entangled += [.fx, .adrRatio, .split, .price]
  }

  private mutating func readCapitalised(_ all: Assumptions) throws(ValuationError) {
    if let research = try Research(all) {
      addedCapital += research.capital
      entangled += [.revenue]
    }
    if all[.leaseRate] != nil {
      addedCapital += leases
      entangled += [.leases, .revenue]
    }
  }
}

/// Research spending as an investment: the amounts that it adds to operating income and to capital.
package struct Research {
  /// The addition to operating income: this year's spending less the amortisation of earlier years'.
  package let income: Double
  /// The spending that is not written off yet.
  package let capital: Double

  /// Writes research off in equal parts from the year after it was spent; `nil` if none is given.
  package init?(_ all: Assumptions) throws(ValuationError) {
    guard let assumption = all[.research] else { return nil }
    let spent: [Double] =
      switch assumption.value {
      case .scalar(let number): [assumption.afterShifts(number)]
      case .path(let path):
        if case .list(let values) = path.phases[0].shape { values.map(assumption.afterShifts) } else { [] }
      case .word, .terminal, .priced: []
      }
    try ResolvedModel.check(spent, of: .research)
    let life = try all.number(.researchLife) ?? 5
    guard life == life.rounded(), let this = spent.first else {
      throw ValuationError(
        code: .outOfRange,
        message: "research_life is \(Wording.number(life)) years, but must be a whole number of years",
        assumptions: [.researchLife]
      )
    }
    guard spent.count <= Int(life) + 1 else {
      throw ValuationError(
        code: .listLength,
        message: "research lists \(spent.count) years, of which only \(Int(life) + 1) count with a life of "
          + "\(Int(life)) years",
        assumptions: [.research, .researchLife]
      )
    }
    var writtenOff = 0.0
    var left = 0.0
    for (age, amount) in spent.enumerated() {
      if age > 0 { writtenOff += amount / life }
      left += amount * (1 - Double(age) / life)
    }
    income = this - writtenOff
    capital = left
  }
}

extension Assumptions {
  /// The number of an assumption after its shifts; `nil` if it is not given or no number.
  ///
  /// - Throws: `out-of-range`.
  func number(_ name: AssumptionName) throws(ValuationError) -> Double? {
    guard let assumption = self[name], case .scalar(let number) = assumption.value else { return nil }
    let value = assumption.afterShifts(number)
    try ResolvedModel.check(CollectionOfOne(value), of: name)
    return value
  }

  /// The word of an assumption.
  public func word(_ name: AssumptionName) -> String? {
    if case .word(let word) = self[name]?.value { word } else { nil }
  }

  /// The day that cash and debt are of; `nil` for the end of the base year.
  ///
  /// The day of the reports' balance sheet is that of the reports' cash and debt, and of none that were typed.
  public var balanceDay: CivilDate? {
    if case .fundamentals? = self[.balanceDate]?.source, isSaid(.cash), isSaid(.debt) { return nil }
    return day(.balanceDate)
  }

  /// The day of an assumption; `nil` if it is not given.
  func day(_ name: AssumptionName) -> CivilDate? { word(name).flatMap { CivilDate(iso8601: $0) } }
}

extension ValuationError {
  /// The refusal of a rate of exchange that belongs to no two currencies.
  static func withoutCurrencies(_ what: String) -> ValuationError {
    ValuationError(
      code: .fxWithoutCurrencies, message: "\(what), but its currencies are not given",
      assumptions: [.fx, .currency, .priceCurrency],
      hint: "`currency = TWD, price_currency = USD, fx = 32.1` is 32.1 TWD for one USD")
  }
}
