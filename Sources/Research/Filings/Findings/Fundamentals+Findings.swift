import Calendar
import Text
import Valuation

extension Fundamentals {
  /// The findings on the figures of a period, the most severe first; on a day, if one is given, their age too.
  ///
  /// - Parameters:
  ///   - period: the period of the figures.
  ///   - day: the day of the valuation; nil leaves the age of the figures out.
  ///   - demand: the lines that the valuation uses; other lines may be missing without a finding.
  public func findings(
    of period: BasePeriod, on day: CivilDate? = nil, for demand: FigureDemand = .firm
  ) -> [FundamentalsFinding] {
    var found = kind(period, demand) + missing(period, demand) + shareCounts(period) + periods(period, day)
    found += debtBases(period) + assembled(period, demand)
    if let formerCurrency, let first = years.first {
      found.append(
        .init(
          .foreignCurrency, .note,
          "the reports changed their currency from \(formerCurrency) to \(currency): figures before "
            + "FY\(first.year) are not read"))
    }
    if currency != "USD" {
      found.append(
        .init(
          .foreignCurrency, .note, "the figures are in \(currency), and so is a price without price_currency and fx"))
    }
    if let equity = period[.equity], equity.value < 0 {
      found.append(
        .init(
          .negativeEquity, .warning, "equity at book value is negative: book, roe and invested_capital mean little",
          value: equity.value, threshold: 0, items: [.equity]))
    }
    let order = ValuationFinding.Severity.allCases
    return found.enumerated().sorted { a, b in
      let ranks = [a, b].map { $0.element.isRefusal ? order.count : order.firstIndex(of: $0.element.severity) ?? 0 }
      return (ranks[1], a.offset) < (ranks[0], b.offset)
    }.map(\.element)
  }

  // MARK: The kind of company

  private func kind(_ period: BasePeriod, _ demand: FigureDemand) -> [FundamentalsFinding] {
    guard demand.isOfFirm else { return [] }
    if let sign = financialSign(period) {
      return [
        .refusal(
          .bankFCFF,
          "these are the accounts of \(sign.text): \(sign.kind.rawValue) has no free cash flow of operations, and its "
            + "debt is part of its business", value: sign.value, threshold: sign.threshold,
          items: [.operatingIncome, .netInterestIncome, .deposits])
      ]
    }
    guard let revenue = period[.revenue] else {
      return [.refusal(.shell, "\(period.name) states no revenue", items: [.revenue])]
    }
    guard revenue.value <= 0 else { return [] }
    return [
      .refusal(
        .shell, "the revenue of \(period.name) is not above 0", value: revenue.value, threshold: 0,
        items: [.revenue])
    ]
  }

  // MARK: Missing lines

  private func missing(_ period: BasePeriod, _ demand: FigureDemand) -> [FundamentalsFinding] {
    var found: [FundamentalsFinding] = []
    let isOperating = demand.isOfFirm && !isFinancial(period)
    if isOperating, demand.lines.contains(.operatingIncome), period[.revenue] != nil, period[.operatingIncome] == nil {
      found.append(
        .refusal(
          .dimensionOnly,
          "\(period.name) states no operating income for the entire company: give base_margin, or margin",
          items: [.operatingIncome]))
    }
    if period.shares == nil {
      found.append(
        .refusal(
          .dimensionOnly, "no count of shares is stated for the entire company: give shares",
          items: [.coverShares]))
    } else if period[.coverShares] == nil, let shares = period.shares, !agreesWithAverage(shares, period) {
      found.append(
        .init(
          .noCoverShares, .warning,
          "the cover pages state no count of all shares, as with several classes: shares are \(shares.tag) of "
            + "\(shares.periodEnd)", value: shares.value, items: [.coverShares]))
    }
    for item in [Item.capex, .depreciation, .workingCapital]
    where isOperating && demand.lines.contains(item) && period[item] == nil {
      let last = years.last { $0[item] != nil }
      let since = last.map { ", last for FY\($0.year)" } ?? ""
      found.append(
        FundamentalsFinding(
          .dimensionOnly, .warning,
          "\(item.title) is not stated for \(period.name)\(since): it counts as 0 until given", items: [item]
        ).countingAsNone(true))
    }
    return found + breaks(period, demand)
  }

  /// Whether a count of shares by another source than the average is within 2 % of it, and so of all classes.
  private func agreesWithAverage(_ shares: Figure, _ period: BasePeriod) -> Bool {
    guard let average = period[.dilutedShares], shares.tag != average.tag else { return false }
    let today = average.value * Split.factor(splits, after: average.filed)
    return abs(shares.value / today - 1) <= 0.02
  }

  /// Lines that no concept states and that are assembled from others, and their omissions.
  private func assembled(_ period: BasePeriod, _ demand: FigureDemand) -> [FundamentalsFinding] {
    guard demand.isOfFirm else { return [] }
    var found: [FundamentalsFinding] = []
    if demand.lines.contains(.operatingIncome), let income = period[.operatingIncome], income.isBeforeInterest {
      found.append(
        .init(
          .partialLine, .warning,
          "operating income is not stated for \(period.name): \(Wording.amount(income.value)) is the income before tax "
            + "and interest, including other items", value: income.value, items: [.operatingIncome]))
    }
    if demand.lines.contains(.workingCapital), let change = period[.workingCapital] {
      let parts = FactSum.partsOfWorkingCapital.filter { part in
        !part.concepts.contains { change.tag.hasPart($0.hasPrefix("-") ? String($0.dropFirst()) : $0) }
          && (part.part != "inventories" || part.concepts.contains { ledger.states($0) })
      }
      let isTotal = change.tag.hasPart("IncreaseDecreaseInOperatingCapital")
      if !parts.isEmpty, !isTotal {
        found.append(
          .init(
            .partialLine, .warning,
            "the increase in working capital is that of \(change.tag) alone: \(period.name) states no "
              + "\(Wording.list(parts.map(\.part), or: true))", value: change.value, items: [.workingCapital]))
      }
    }
    return found
  }

  /// Lines that break off, and lines whose concept changed.
  private func breaks(_ period: BasePeriod, _ demand: FigureDemand) -> [FundamentalsFinding] {
    let year = years.last { $0.year == period.figures.year }
    let flowsBefore = period.isTrailing ? year : period.previous
    let balancesBefore = period.balanceDate > year?.end ?? period.balanceDate ? year : period.previous
    var found: [FundamentalsFinding] = []
    let lines: [Item] = [
      .revenue, .operatingIncome, .netIncome, .capex, .depreciation, .workingCapital, .stockCompensation, .cash,
      .currentSecurities, .nonCurrentSecurities, .longTermDebt, .shortTermDebt, .minority, .preferred,
    ]
    for item in lines {
      let before = item.isBalance ? balancesBefore : flowsBefore
      guard demand.isOfFirm || item.isBalance || item == .netIncome else { continue }
      let last =
        period[item] == nil && before != nil
        ? lastStated(item, before: item.isBalance ? period.balanceDate : period.end) : nil
      if let last {
        let isPartOfCash = item == .currentSecurities || item == .nonCurrentSecurities
        let isGrave = item == .cash || isPartOfCash || Self.neededLines.contains(item)
        guard isGrave || last.value != 0 else { continue }
        found.append(
          FundamentalsFinding(
            .tagBreak, isGrave ? .strong : .warning,
            "\(item.title): the line ends, \(last.tag) was last stated for \(last.periodEnd)"
              + (item.isBalance ? ", and counts as 0 on \(period.balanceDate)" : " and not for \(period.name)"),
            value: last.value, items: [item]
          ).countingAsNone(item.isBalance && demand.isOfFirm))
      } else if let figure = period[item], !figure.omitted.isEmpty, let whole = year?[item] {
        found.append(omission(item, figure, of: whole, period))
      } else if let figure = period[item], let old = before?[item], figure.tag != old.tag,
        !chooser.agrees(figure, with: old, item)
      {
        found.append(
          .init(
            .tagBreak, .warning,
            "\(item.title): the concept changed, \(figure.tag) on \(figure.periodEnd), \(old.tag) on "
              + "\(old.periodEnd); they may not have the same content", items: [item]))
      }
      if let figure = period[item], let newest = chooser.newestConcept(item), !figure.tag.hasPart(newest.name),
        newest.end > figure.periodEnd
      {
        found.append(
          .init(
            .tagBreak, .note,
            "\(item.title): \(figure.tag) is of \(figure.periodEnd), while \(newest.name) has facts to \(newest.end)",
            items: [item]))
      }
    }
    return found
  }

  /// A part of a line that only the fiscal year states, and how much of the line that was.
  private func omission(
    _ item: Item, _ figure: Figure, of whole: Figure, _ period: BasePeriod
  ) -> FundamentalsFinding {
    let parts = figure.omitted.map { "\($0.tag) (\(Wording.amount($0.value)) in FY\(period.figures.year))" }
    let missing = figure.omitted.reduce(0) { $0 + $1.value.magnitude }
    let share = whole.value == 0 ? 1 : min(1, missing / whole.value.magnitude)
    return .init(
      .trailingPart, share > 0.25 ? .strong : .warning,
      "\(item.title) of \(period.name) leaves out \(Wording.list(parts)): the quarters do not state "
        + "\(Wording.plural(parts.count, "it", "them")), and it was \(Wording.percent(share, places: 0)) of the line",
      value: share, threshold: 0.25, items: [item])
  }

  // MARK: Time

  /// The finding that the flows fall back to the fiscal year, with the age of those figures and the revenue change
  /// since.
  private func fallenBack(_ period: BasePeriod, _ lines: String) -> FundamentalsFinding {
    var text = "the flows are of \(period.name), because later quarters do not state \(lines)"
    var change: Double?
    if let missed = period.missed {
      let months = Int((Double(missed.end.daysSince1970 - period.end.daysSince1970) / 30.4).rounded())
      text +=
        ": they are \(months) \(Wording.plural(months, "month", "months")) older than the quarter to \(missed.end)"
      if let now = missed.revenue?.value, let then = period[.revenue]?.value, then > 0 {
        change = now / then - 1
        let moved = Wording.percent(abs(now / then - 1), places: 1)
        text += ", and revenue is \(moved) \(now >= then ? "higher" : "lower") since, \(Wording.amount(now))"
      }
    }
    var finding = FundamentalsFinding(
      .noTrailingMonths, .warning, text + "; type \(lines) to use the latest twelve months", value: change,
      items: period.withoutTrailing)
    finding.isStanding = true
    return finding
  }

  func periods(_ period: BasePeriod, _ day: CivilDate?) -> [FundamentalsFinding] {
    var found: [FundamentalsFinding] = []
    if !period.withoutTrailing.isEmpty {
      let lines = period.withoutTrailing.map(\.title).joined(separator: ", ")
      found.append(
        period.isMixed
          ? .refusal(
            .mixedPeriods,
            "\(lines) of FY\(period.figures.year) are used with \(period.name): the quarters do not state them",
            items: period.withoutTrailing)
          : fallenBack(period, lines))
    }
    found += olderBalances(period)
    let taxed = years.filter { $0.year <= period.figures.year }.suffix(3)
    let losses = taxed.filter { ($0[.pretaxIncome]?.value ?? 0) < 0 }
    if !losses.isEmpty, let rate = effectiveTaxRate(through: period), (0...0.4).contains(rate) {
      found.append(
        .init(
          .taxWithLosses, .warning,
          "the effective tax rate of three years is \((rate * 1000).rounded() / 10)%, with losses in "
            + losses.map { "FY\($0.year)" }.joined(separator: " and ") + ": the rate on profits alone would differ",
          value: rate, items: [.incomeTax, .pretaxIncome]))
    }
    if let day {
      let age = day.daysSince1970 - period.end.daysSince1970
      if age > 548 {
        found.append(
          .refusal(
            .staleBase, "\(period.name) ended \(age / 30) months before \(day)", value: Double(age) / 365,
            threshold: 1.5, items: [.revenue]))
      }
    }
    return found
  }
}

extension Fundamentals {
  /// The figures of a balance sheet before the newest one, which that does not state, with their amounts.
  private func olderBalances(_ period: BasePeriod) -> [FundamentalsFinding] {
    // Lines of one balance sheet may be tagged a few days apart.
    let day = period.balanceDate.adding(days: -10)
    var older = Item.allCases.filter { item in
      item.isBalance && item != .coverShares && (period[item].map { $0.periodEnd < day } ?? false)
    }
    var found: [FundamentalsFinding] = []
    let single = FactChains.carriedBalances.map { ($0.title, [$0]) }
    for (name, items) in single + [("debt", [.longTermDebt, .shortTermDebt])] {
      let own = items.filter(older.contains)
      guard let last = own.first.flatMap({ period[$0] }) else { continue }
      older.removeAll(where: own.contains)
      let amount = own.reduce(0) { $0 + (period[$1]?.value ?? 0) }
      found.append(
        .init(
          .olderBalance, .warning,
          "the balance sheet of \(period.balanceDate) states no \(name): the last stated values are used, "
            + "\(Wording.amount(amount)) on \(last.periodEnd)", value: amount, items: own))
    }
    guard !older.isEmpty else { return found }
    found.append(
      .init(
        .olderBalance, .note,
        "\(older.map(\.title).joined(separator: ", ")) \(Wording.plural(older.count, "is", "are")) of an older balance "
          + "sheet than \(period.balanceDate)", value: older.compactMap { period[$0]?.value }.max(), items: older))
    return found
  }
}

extension FactLedger {
  /// The days in a span for which some concept states a balance.
  func balanceDays(from first: CivilDate, before end: CivilDate) -> [CivilDate] {
    let span = Int32(first.daysSince1970)..<Int32(end.daysSince1970)
    var days: Set<Int32> = []
    for facts in facts {
      for fact in facts.reversed() {
        guard fact.end >= span.lowerBound else { break }
        if fact.start == Self.noStart, span.contains(fact.end) { days.insert(fact.end) }
      }
    }
    return days.map { CivilDate(daysSince1970: Int($0)) }
  }
}
