/// One way in which a line is put together: concepts that a report states together, some taken away.
struct FactSum {
  let terms: [(concept: String, sign: Double)]

  private init(_ names: String...) { self.init(names) }

  private init(_ names: [String]) {
    terms = names.map { $0.hasPrefix("-") ? (String($0.dropFirst()), -1) : ($0, 1) }
  }

  /// True if a term is taken away, so that more terms do not mean a larger sum.
  var hasSigns: Bool { terms.contains { $0.sign < 0 } }

  /// The sum in a window; nil if one of its terms is not stated.
  func figure(_ window: FactWindow, _ chooser: FactChooser) -> Fundamentals.Figure? {
    var parts: [Fundamentals.Figure] = []
    for term in terms {
      guard var part = chooser.stated(term.concept, window) else { return nil }
      part.value *= term.sign
      parts.append(part)
    }
    guard let first = parts.first else { return nil }
    let newest = parts.max { ($0.filed, $0.accession) < ($1.filed, $1.accession) } ?? first
    var tag = (terms[0].sign < 0 ? "-" : "") + first.tag
    guard parts.count > 1 else {
      parts[0].tag = tag
      return parts[0]
    }
    for (part, term) in zip(parts, terms).dropFirst() { tag += (term.sign < 0 ? " - " : " + ") + part.tag }
    return Fundamentals.Figure(
      value: parts.reduce(0) { $0 + $1.value }, tag: tag, periodStart: first.periodStart, periodEnd: first.periodEnd,
      filed: newest.filed, accession: newest.accession, parts: parts)
  }

  static let depreciation = [
    FactSum("DepreciationDepletionAndAmortization"), FactSum("DepreciationAmortizationAndAccretionNet"),
    FactSum("DepreciationAndAmortization", "AmortizationOfIntangibleAssets"), FactSum("DepreciationAndAmortization"),
    FactSum("OtherDepreciationAndAmortization", "AmortizationOfIntangibleAssets"),
    FactSum("OtherDepreciationAndAmortization"), FactSum("Depreciation", "AmortizationOfIntangibleAssets"),
    FactSum("Depreciation"), FactSum("AmortizationOfIntangibleAssets"),
    FactSum("AdjustmentsForDepreciationAndAmortisationExpense"), FactSum("DepreciationAndAmortisationExpense"),
  ]

  /// The concepts of the parts of working capital, by the part; a minus takes the concept away.
  static let partsOfWorkingCapital: [(part: String, concepts: [String])] = [
    (
      "receivables",
      [
        "IncreaseDecreaseInAccountsReceivable", "IncreaseDecreaseInReceivables",
        "IncreaseDecreaseInAccountsAndOtherReceivables", "IncreaseDecreaseInAccountsAndNotesReceivable",
        "-AdjustmentsForDecreaseIncreaseInTradeAccountReceivable",
        "-AdjustmentsForDecreaseIncreaseInTradeAndOtherReceivables",
      ]
    ),
    (
      "inventories",
      [
        "IncreaseDecreaseInInventories", "IncreaseDecreaseInRetailRelatedInventories",
        "-AdjustmentsForDecreaseIncreaseInInventories",
      ]
    ),
    (
      "payables",
      [
        "-IncreaseDecreaseInAccountsPayable", "-IncreaseDecreaseInAccountsPayableTrade",
        "-IncreaseDecreaseInAccountsPayableAndAccruedLiabilities",
        "-AdjustmentsForIncreaseDecreaseInTradeAccountPayable",
        "-AdjustmentsForIncreaseDecreaseInTradeAndOtherPayables",
      ]
    ),
  ]

  /// The ways in which the increase in working capital is assembled from the concepts that a company states: the total,
  /// else as many of its parts as a period states.
  static func workingCapital(in ledger: FactLedger) -> [FactSum] {
    let known = partsOfWorkingCapital.map { part in part.concepts.filter { ledger.states($0.trimmedMinus) } }
    let ways = [[0, 1, 2], [0, 2], [0, 1], [1, 2], [0], [2], [1]]
    return [FactSum("IncreaseDecreaseInOperatingCapital")]
      + ways.flatMap { way in
        way.reduce([[String]]([[]])) { sums, part in sums.flatMap { sum in known[part].map { sum + [$0] } } }
          .map { FactSum($0) }
      }
  }
}

extension String {
  fileprivate var trimmedMinus: String { hasPrefix("-") ? String(dropFirst()) : self }
}
