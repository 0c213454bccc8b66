import Text

/// The check for assumptions that were given but have no effect in a model of equity.
extension EquityReview {
  /// The assumptions that only a model of operations reads.
  private static let ofOperations: [AssumptionName] =
    [
      .discount, .nol, .nolLimit, .salesToCapital, .reinvestmentLag, .investedCapital, .terminalTax, .terminalMargin,
      .terminalROIC, .failure, .failureProceeds, .leases, .leaseRate, .research, .grossMargin, .revenue, .margin,
      .baseMargin, .tax, .capex, .depreciation, .workingCapital, .cash, .debt, .costOfDebt, .defaultSpread, .rating,
      .coverage, .investments, .nonoperating, .preferred, .minority, .pension, .operatingCash, .debtFinancing, .market,
      .marketGrowth,
    ] + FirmModel.stableLines

  /// The assumptions that only a model of book value, or of the dividend that it pays, reads.
  private static let ofBook: [AssumptionName] = [
    .book, .roe, .rote, .payout, .buybacks, .persistence, .goodwill, .tangibleBook, .excessCapital,
  ]

  /// Reports the assumptions that were given but have no effect in this model.
  mutating func unused() {
    let all = context.assumptions
    var names: [AssumptionName] =
      switch model.basis {
      case .operations: unusedByOperations()
      case .book(let book): unused(by: book)
      case .dividend(let dividend): unused(by: dividend)
      }
    if isMultiple { names += [.terminalROE, .terminalDiscount] }
    // Assumptions that lever a cost of equity have their effect there.
    if context.costOfEquity != nil { names.removeAll { [AssumptionName.debt, .tax, .terminalTax].contains($0) } }
    let given = names.filter(all.isSaid)
    if !given.isEmpty {
      add(
        .notUsed,
        "\(Wording.list(given)) \(Wording.plural(given.count, "has", "have")) no effect on a value by "
          + "\(model.method.title)", given)
    }
    let parts = CostOfCapital.equityParts.filter { all.isSaid($0) }
    if context.costOfEquity == nil, !parts.isEmpty {
      add(
        .notUsed,
        "cost_of_equity is given, so \(Wording.list(parts)) \(Wording.plural(parts.count, "has", "have")) no effect on it",
        parts)
    }
  }

  private func unusedByOperations() -> [AssumptionName] {
    let names =
      Self.ofBook + [.discount, .failure, .failureProceeds, .leases, .investedCapital, .dividend, .method]
    // The return on equity determines the payout, and so the reinvestment.
    if model.terminalROE != nil { return names + [.terminalROIC] + FirmModel.stableLines }
    return isMultiple ? names + FirmModel.stableLines : names
  }

  private func unused(by book: BookValue) -> [AssumptionName] {
    var names = Self.ofOperations.filter { ![.marketGrowth, .preferred].contains($0) }
    names += [.dividend, .method, .balanceDate, book.isTangible ? .roe : .goodwill]
    if book.isGivenTangible { names += [.book, .preferred, .goodwill] }
    if context.assumptions[.payout] == nil { names.append(.buybacks) }
    // Without a return of its own, new equity is worth its book value however fast it grows.
    if book.persistence != nil || model.terminalROE == nil && !isMultiple { names.append(.terminal) }
    return names
  }

  private func unused(by dividend: EquityModel.GrowingDividend) -> [AssumptionName] {
    let names =
      Self.ofOperations + Self.ofBook.filter { ![.payout, .buybacks].contains($0) }
      + [.rsu, .options, .treasuryAt, .balanceDate]
    if dividend.isFading { return names + [.terminalDiscount, .terminalROE, .payout, .buybacks] }
    let isOfEarnings = if case .multiple(_, of: .earnings) = model.terminal { true } else { false }
    let readsPayout = model.terminalROE != nil || isOfEarnings || !dividend.buybacks.isEmpty
    return readsPayout ? names : names + [.payout]
  }
}
