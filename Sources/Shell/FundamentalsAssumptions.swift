import MarketData
import Valuation

extension Fundamentals {
  /// What a company's reports say of a valuation's assumptions, each with its source.
  ///
  /// Revenue and the shares of revenue are of the latest fiscal year; tax is the effective rate of three years
  /// where it lies within 0 to 40 %. Figures that the reports do not state are left out, never guessed.
  var assumptions: (known: [Assumption], baseYear: [String: Double]) {
    guard let year = latest else { return ([], [:]) }
    var known: [Assumption] = []
    var base: [String: Double] = [:]
    func add(_ name: String, _ value: Double?, _ what: String, _ figures: [Figure?]) {
      guard let value, value.isFinite else { return }
      let filings = figures.compactMap { $0 }.map { "\($0.tag), filed \($0.filed), \($0.accession)" }
      let detail = "FY\(year.year): \(what)" + (filings.first.map { " (\($0))" } ?? "")
      known.append(Assumption(name, value, source: .fundamentals(detail: detail)))
      base[name] = value
    }
    add("revenue", year[.revenue]?.value, "revenue", [year[.revenue]])
    add("base_margin", margin, "operating income / revenue", [year[.operatingIncome]])
    base["margin"] = margin
    if let tax = effectiveTaxRate(), (0...0.4).contains(tax) {
      add("tax", tax, "effective rate of three years", [year[.incomeTax]])
    }
    add("capex", capexShare, "capex / revenue", [year[.capex]])
    add("depreciation", depreciationShare, "depreciation / revenue", [year[.depreciation]])
    add("working_capital", workingCapitalShare, "increase of working capital / revenue", [year[.workingCapital]])
    add("cash", year.cashAndSecurities, "cash and marketable securities", [year[.cash]])
    add("debt", year.totalDebt, "all borrowings", [year[.longTermDebt]])
    let shares = latestShares ?? year[.coverShares] ?? year[.dilutedShares]
    add("shares", shares?.value, "shares outstanding", [shares])
    if years.count > 1, let previous = years.dropLast().last?[.revenue]?.value, previous > 0,
      let revenue = year[.revenue]?.value
    {
      base["growth"] = revenue / previous - 1
    }
    return (known.filter { AssumptionDefinition.named($0.name) != nil }, base)
  }
}
