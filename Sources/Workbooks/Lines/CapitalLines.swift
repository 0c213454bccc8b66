import FileFormats
import Valuation

/// The cost of capital, built from its parts as ``CostOfCapital`` builds it.
struct CapitalLines {
  /// The assumptions that a cost of equity is built from.
  static let equityParts: [AssumptionName] = [.beta, .unleveredBeta, .equityPremium]

  /// Whether a workbook's scenarios build a rate.
  static func areNeeded(_ inputs: ModelInputs, ofEquity: Bool) -> Bool {
    (ofEquity ? equityParts : equityParts + [.costOfEquity, .debtWeight]).contains(where: inputs.has)
  }

  /// Writes the lines; the result is the rate used if none is typed.
  static func write(_ inputs: ModelInputs, ofEquity: Bool, into sheet: inout LineSheet) -> Formula {
    sheet.title(ofEquity ? "Cost of equity" : "Cost of capital")
    let last = inputs.has(.tax) ? inputs.year(.tax, inputs.horizon) : 0
    let tax = sheet.item(
      "tax that interest saves", inputs.number(.marginalTax, else: inputs.number(.terminalTax, else: last)), .percent)
    let weight = sheet.item(
      "weight of debt", inputs.number(.debtWeight, else: weightByMarket(inputs)), .percent)
    let levered = inputs.number(.unleveredBeta) * (1 + (1 - tax) * weight / (1 - weight))
    let beta = sheet.item("beta with debt", inputs.number(.beta, else: levered), .factor)
    let built =
      inputs.number(.riskFree) + beta * inputs.number(.equityPremium) + inputs.number(.countryPremium)
      + inputs.number(.sizePremium)
    guard !ofEquity else { return sheet.item("cost of equity", built, .percent, purpose: .total) }
    let equity = sheet.item("cost of equity", inputs.number(.costOfEquity, else: built), .percent)
    let cost = sheet.item("cost of debt before tax", costOfDebt(inputs), .percent)
    return sheet.item(
      "cost of capital", (1 - weight) * equity + weight * cost * (1 - tax), .percent, purpose: .total)
  }

  /// The share of debt and leases in the capital, the equity at its price.
  static func weightByMarket(_ inputs: ModelInputs) -> Formula {
    let debt = inputs.number(.debt) + inputs.number(.leases)
    let market =
      inputs.number(.price) * inputs.number(.shares) * inputs.number(.split, else: 1) * inputs.number(.fx, else: 1)
      / inputs.number(.adrRatio, else: 1)
    return .choose(if: debt.equals(0), 0, else: debt / (debt + market))
  }

  /// The cost of debt as given, by its spread, by its rating, or by the coverage of its interest.
  static func costOfDebt(_ inputs: ModelInputs) -> Formula {
    var spread: Formula = 0
    if inputs.has(.coverage) {
      let coverage = inputs.cell(.coverage)
      spread = CreditRating.all.dropLast().reversed().reduce(.number(CreditRating.all.last?.spread ?? 0)) {
        .choose(if: .binary(.atLeast, coverage, .number($1.coverage)), .number($1.spread), else: $0)
      }
      spread = inputs.number(.riskFree) + spread
      spread = .choose(if: coverage.isEmpty, 0, else: spread)
    }
    if inputs.has(.rating) {
      let rating = inputs.cell(.rating)
      let ofRating = CreditRating.all.reversed().reduce(Formula.notAvailable) {
        .choose(if: rating.equals(.text($1.name)), .number($1.spread), else: $0)
      }
      spread = .choose(if: rating.isEmpty, spread, else: inputs.number(.riskFree) + ofRating)
    }
    if inputs.has(.defaultSpread) {
      let given = inputs.cell(.defaultSpread)
      spread = .choose(if: given.isEmpty, spread, else: inputs.number(.riskFree) + given)
    }
    return inputs.number(.costOfDebt, else: spread)
  }
}
