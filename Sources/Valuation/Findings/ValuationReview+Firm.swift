import Text

/// The rules for a full model.
extension Review {
  mutating func firm() {
    capitalCost()
    standing(growth: years.first?.growth, margin: years.first?.margin)
    marketShare(years.map(\.revenue))
    losses()
    guard let firm = model.firm else { return }
    returns(firm)
    stablePhase(firm)
    baseYear(firm)
    claims(firm)
    research()
  }

  /// Reports the effect of capitalised research, which a typed margin hides.
  private mutating func research() {
    let all = context.assumptions
    guard let research = try? Research(all) else { return }
    let startsFromBase = if case .path(let path)? = all[.margin]?.value { path.startsFromBase } else { false }
    add(
      .researchCapitalised,
      "research counts as capital: \(Wording.amount(research.capital)) more of it, and "
        + "\(Wording.amount(research.income)) more operating income in the base year; "
        + (startsFromBase ? "margin starts from there" : "margin is typed, and must already be on that basis"),
      value: research.income, [.research] + (startsFromBase ? [] : [.margin]))
  }

  private mutating func capitalCost() {
    let all = context.assumptions
    if let cost = context.cost {
      let debt =
        cost.debtWeight > 0
        ? ", debt \(Wording.percent(cost.costOfDebt ?? .nan)) before tax at \(Wording.percent(cost.debtWeight)) of capital"
        : ", no debt"
      add(
        .discountBuilt,
        "discount is built: equity \(Wording.percent(cost.costOfEquity))" + debt
          + (cost.rating.map { ", rating \($0.name)" } ?? ""), value: cost.rate, [.discount])
    } else {
      let unused = CostOfCapital.parts.filter { all[$0] != nil }
      if !unused.isEmpty {
        add(
          .notUsed,
          "discount is given, so \(Wording.list(unused)) \(Wording.plural(unused.count, "has", "have")) no effect on it",
          unused)
      }
    }
    let least = years.map(\.discountRate).min() ?? .nan
    for (name, code, floor) in [
      (AssumptionName.riskFree, ValuationCode.discountBelowRiskFree, model.firm?.riskFree ?? .nan),
      (.costOfDebt, .discountBelowCostOfDebt, model.firm?.costOfDebt ?? .nan),
    ] where exceeds(floor, least) && all[name] != nil {
      add(
        code,
        .strong,
        "discount is \(Wording.percent(least)), below \(name) of \(Wording.percent(floor))",
        value: least,
        threshold: floor,
        [.discount, name]
      )
    }
  }

  private mutating func returns(_ firm: FirmModel) {
    if let year = years.first(where: { year in
      year.growth > 0 && year.operatingIncome > 0
        && year.returnOnCapital.map { exceeds(year.discountRate, $0) } ?? false
    }), let back = year.returnOnCapital {
      add(
        .returnBelowDiscount,
        "capital earns \(Wording.percent(back, places: 1)) in year \(year.year), less than the discount rate of "
          + "\(Wording.percent(year.discountRate)), while revenue grows", value: back, threshold: year.discountRate,
        [.margin, .growth, .discount])
    }
    if exceeds(firm.failure, 0), let highest = years.map(\.discountRate).max(),
      let limit = limit(.riskCountedTwice, crossedBy: highest)
    {
      add(
        .riskCountedTwice, limit,
        "failure is assumed and discount is above \(Wording.percent(limit.value)): its risk may count twice",
        value: highest, [.failure, .discount])
    }
    if exceeds(firm.failure, 0), context.assumptions[.failureProceeds] == nil {
      add(.defaultUsed, "failure_proceeds is not given and counts as 50% of value", value: 0.5, [.failureProceeds])
    }
  }

  private mutating func stablePhase(_ firm: FirmModel) {
    let all = context.assumptions
    if case .multiple = model.terminal {
      let stable = [AssumptionName.terminalTax, .terminalMargin, .terminalDiscount, .terminalROIC]
      let unused = (stable + FirmModel.stableLines).filter { all[$0] != nil }
      if !unused.isEmpty {
        add(
          .notUsed,
          "terminal is a multiple of the last year, so \(Wording.list(unused)) \(Wording.plural(unused.count, "has", "have")) "
            + "no effect after the forecast", unused + [.terminal])
      }
      if firm.usesSalesToCapital, firm.lag > 0, let last = years.last {
        add(
          .defaultUsed,
          "capital precedes revenue, but a multiple does not give revenue growth after year \(last.year): it "
            + "is assumed to grow as in that year, by \(Wording.percent(last.growth))", value: last.growth,
          [.reinvestmentLag, .growth, .terminal])
      }
      return
    }
    if firm.usesSalesToCapital, firm.terminalROIC.isNaN {
      add(
        .defaultUsed,
        "terminal_roic is not given and counts as the discount rate of \(Wording.percent(evaluation.lastDiscount)): "
          + "growth after the forecast adds no value", value: evaluation.lastDiscount, [.terminalROIC])
    }
    let tolerance = ValuationCode.taxBelowMarginal.definition.limits.first?.value ?? 0
    if let stable = terminal.stable, let marginal = context.cost?.marginalTax ?? (try? all.number(.marginalTax)),
      exceeds(marginal - tolerance, stable.taxRate)
    {
      add(
        .taxBelowMarginal,
        "tax stays at \(Wording.percent(stable.taxRate)) in perpetuity, while the marginal tax is \(Wording.percent(marginal))",
        value: stable.taxRate, threshold: marginal - tolerance, [.tax, .terminalTax, .marginalTax])
    }
  }

  private mutating func losses() {
    guard exceeds(evaluation.nolLeft, 0) else { return }
    add(
      .nolLeft,
      "losses of \(Wording.amount(evaluation.nolLeft)) remain when the forecast ends and shelter no later profit",
      value: evaluation.nolLeft, threshold: 0, [.nol, .horizon])
  }

  private mutating func baseYear(_ firm: FirmModel) {
    let all = context.assumptions
    // The value is compared with the age from which it is worth a word; the severity is that of the age it has.
    if let limit = limit(.baseOld, crossedBy: firm.elapsed, in: .equity) {
      add(
        .baseOld, firm.elapsed >= FirmModel.staleAge ? .strong : limit.severity,
        "the base year ended \(Wording.number(firm.elapsed * 12, places: 0)) months before the valuation",
        value: firm.elapsed, threshold: limit.value, [.date, .baseEnd])
    }
    for limit in ValuationCode.balanceOld.definition.limits where firm.elapsed - firm.balanceAge > limit.value {
      add(
        .balanceOld, limit,
        "cash and debt are \(Wording.number((firm.elapsed - firm.balanceAge) * 12, places: 0)) months older than the "
          + "valuation", value: firm.elapsed - firm.balanceAge, [.date, .balanceDate])
    }
    if let price = context.price {
      let market = price * model.shares * firm.split * firm.fx / firm.adrRatio
      let ratio = market / model.revenue
      if let limit = limit(.marketValueOdd, crossedBy: ratio),
        all[.fx] != nil || all[.adrRatio] != nil || all[.split] != nil
      {
        add(
          .marketValueOdd, limit,
          "the market value is \(Wording.number(ratio, places: 3)) times revenue: is adr_ratio, fx or split wrong?",
          value: ratio, [.adrRatio, .fx, .split, .price, .shares])
      }
    }
  }

  private mutating func claims(_ firm: FirmModel) {
    let all = context.assumptions
    if exceeds(firm.leases, 0), all[.leaseRate] == nil {
      add(
        .leasesInMargin, "leases count as debt; margin must then exclude their interest, which lease_rate gives",
        value: firm.leases, [.leases, .margin])
    }
    if exceeds(firm.minority, 0), case .fundamentals = all[.minority]?.source {
      add(
        .minorityAtBook, "minority is the book value of the interests of others, not their market value",
        value: firm.minority, [.minority])
    }
    let promised = firm.rsu + (firm.options + firm.livingOptions).reduce(0) { $0 + $1.count }
    if let limit = limit(.dilutionHigh, crossedBy: promised / model.shares) {
      add(
        .dilutionHigh, limit,
        "options and rsu are \(Wording.percent(promised / model.shares, places: 1)) of the shares; up to "
          + "\(Wording.percent(limit.value)) is usual", value: promised / model.shares, [.options, .rsu])
    }
  }
}
