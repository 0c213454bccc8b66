/// One way in which a line is put together: concepts that a report states beside each other, some taken away.
struct FactSum {
  let terms: [(concept: String, sign: Double)]

  private init(_ names: String...) {
    terms = names.map { $0.hasPrefix("-") ? (String($0.dropFirst()), -1) : ($0, 1) }
  }

  /// True where a term is taken away, so that more terms do not mean a larger sum.
  var hasSigns: Bool { terms.contains { $0.sign < 0 } }

  /// The sum in a window; nil where one of its terms is not stated.
  func figure(_ window: FactWindow, _ chooser: FactChooser) -> Fundamentals.Figure? {
    var parts: [Fundamentals.Figure] = []
    for term in terms {
      guard var part = chooser.stated(term.concept, window) else { return nil }
      part.value *= term.sign
      parts.append(part)
    }
    guard parts.count > 1, let first = parts.first else { return parts.first }
    let newest = parts.max { ($0.filed, $0.accession) < ($1.filed, $1.accession) } ?? first
    var tag = first.tag
    for (part, term) in zip(parts, terms).dropFirst() { tag += (term.sign < 0 ? " - " : " + ") + part.tag }
    return Fundamentals.Figure(
      value: parts.reduce(0) { $0 + $1.value }, tag: tag, periodStart: first.periodStart, periodEnd: first.periodEnd,
      filed: newest.filed, accession: newest.accession, parts: parts)
  }

  /// The ways in which an item is put together, the preferred one first; empty for an item that one concept states.
  static func of(_ item: Fundamentals.Item) -> [FactSum] {
    switch item {
    case .depreciation: depreciation
    case .workingCapital: workingCapital
    default: []
    }
  }

  static let depreciation = [
    FactSum("DepreciationDepletionAndAmortization"), FactSum("DepreciationAmortizationAndAccretionNet"),
    FactSum("DepreciationAndAmortization", "AmortizationOfIntangibleAssets"), FactSum("DepreciationAndAmortization"),
    FactSum("OtherDepreciationAndAmortization", "AmortizationOfIntangibleAssets"),
    FactSum("OtherDepreciationAndAmortization"), FactSum("Depreciation", "AmortizationOfIntangibleAssets"),
    FactSum("Depreciation"), FactSum("AmortizationOfIntangibleAssets"),
    FactSum("AdjustmentsForDepreciationAndAmortisationExpense"), FactSum("DepreciationAndAmortisationExpense"),
  ]

  static let workingCapital = [
    FactSum("IncreaseDecreaseInOperatingCapital"),
    FactSum(
      "IncreaseDecreaseInAccountsReceivable", "IncreaseDecreaseInInventories", "-IncreaseDecreaseInAccountsPayable"),
    FactSum("IncreaseDecreaseInAccountsReceivable", "-IncreaseDecreaseInAccountsPayable"),
  ]
}
