import Calendar
import Text

extension Fundamentals {
  /// What is to be known of the figures of a period, the gravest first; on a day, where one is given, their age too.
  public func findings(of period: BasePeriod, on day: CivilDate? = nil) -> [FundamentalsFinding] {
    var found = kind(period) + missing(period) + shareCounts(period) + periods(period, day)
    if currency != "USD" {
      found.append(
        .init(.foreignCurrency, .note, "the figures are in \(currency): a price in another currency needs fx"))
    }
    if let equity = period[.equity], equity.value < 0 {
      found.append(
        .init(
          .negativeEquity, .warning, "equity at book value is negative: book, roe and invested_capital mean little",
          value: equity.value, threshold: 0, items: [.equity]))
    }
    let order = FundamentalsFinding.Severity.allCases
    return found.enumerated().sorted { a, b in
      let ranks = [a, b].map { order.firstIndex(of: $0.element.severity) ?? 0 }
      return (ranks[1], a.offset) < (ranks[0], b.offset)
    }.map(\.element)
  }

  // MARK: What the company is

  /// True for a company that states no operating income but interest or deposits, as banks do.
  public func isBank(_ period: BasePeriod) -> Bool {
    period[.operatingIncome] == nil && [.netInterestIncome, .deposits].contains { period[$0] != nil }
  }

  private func kind(_ period: BasePeriod) -> [FundamentalsFinding] {
    if isBank(period) {
      let line = period[.deposits] ?? period[.netInterestIncome]
      return [
        .init(
          .bank, .refusal,
          "the accounts state no operating income but \(line?.tag ?? "interest"): a bank is valued by residual "
            + "income or dividends", value: line?.value, items: [.operatingIncome, .netInterestIncome, .deposits])
      ]
    }
    guard let revenue = period[.revenue] else {
      return [.init(.shell, .refusal, "\(period.name) states no revenue", items: [.revenue])]
    }
    guard revenue.value <= 0 else { return [] }
    return [
      .init(
        .shell, .refusal, "the revenue of \(period.name) is not above 0", value: revenue.value, threshold: 0,
        items: [.revenue])
    ]
  }

  // MARK: What is not there

  private func missing(_ period: BasePeriod) -> [FundamentalsFinding] {
    var found: [FundamentalsFinding] = []
    let isBank = isBank(period)
    if !isBank, period[.revenue] != nil, period[.operatingIncome] == nil {
      found.append(
        .init(
          .dimensionOnly, .refusal,
          "\(period.name) states no operating income for the company as a whole: give base_margin, or margin",
          items: [.operatingIncome]))
    }
    if period.shares == nil {
      found.append(
        .init(
          .dimensionOnly, .refusal, "no count of shares is stated for the company as a whole: give shares",
          items: [.coverShares]))
    } else if period[.coverShares] == nil, let shares = period.shares {
      found.append(
        .init(
          .noCoverShares, .warning,
          "the cover pages state no count of all shares, as with several classes: shares are \(shares.tag) of "
            + "\(shares.periodEnd)", value: shares.value, items: [.coverShares]))
    }
    for item in [Item.capex, .depreciation] where !isBank && period[item] == nil {
      let last = years.last { $0[item] != nil }
      let since = last.map { ", last for FY\($0.year)" } ?? ""
      found.append(
        .init(
          .dimensionOnly, .warning,
          "\(item.rawValue) is not stated for \(period.name)\(since): it counts as 0 until given", items: [item]))
    }
    return found + breaks(period)
  }

  /// Lines that break off, and lines whose concept changed.
  private func breaks(_ period: BasePeriod) -> [FundamentalsFinding] {
    let before = period.isTrailing ? years.last { $0.year == period.figures.year } : period.previous
    guard let before else { return [] }
    var found: [FundamentalsFinding] = []
    let lines: [Item] = [
      .revenue, .operatingIncome, .netIncome, .capex, .depreciation, .workingCapital, .stockCompensation, .cash,
      .currentSecurities, .nonCurrentSecurities, .longTermDebt, .shortTermDebt, .minority, .preferred,
    ]
    for item in lines {
      let last = period[item] == nil ? lastStated(item, before: period.end) : nil
      if let last {
        let isPartOfCash = item == .currentSecurities || item == .nonCurrentSecurities
        let isGrave = item == .cash || isPartOfCash || Self.neededLines.contains(item)
        guard isGrave || last.value != 0 else { continue }
        found.append(
          .init(
            .tagBreak, isGrave ? .strong : .warning,
            "\(item.rawValue) breaks off: \(last.tag) was last stated for \(last.periodEnd)"
              + (item.isBalance ? ", and counts as 0 on \(period.balanceDate)" : " and not for \(period.name)"),
            value: last.value, items: [item]))
      } else if let figure = period[item], let old = before[item], figure.tag != old.tag,
        !chooser.agrees(figure, with: old, item)
      {
        found.append(
          .init(
            .tagBreak, .warning,
            "\(item.rawValue) changed its concept: \(figure.tag) on \(figure.periodEnd), \(old.tag) on "
              + "\(old.periodEnd); they may not hold the same", items: [item]))
      }
      if let figure = period[item], let newest = chooser.newestConcept(item), !figure.tag.contains(newest.name),
        newest.end > figure.periodEnd
      {
        found.append(
          .init(
            .tagBreak, .note,
            "\(item.rawValue) is \(figure.tag) of \(figure.periodEnd), while \(newest.name) has facts to \(newest.end)",
            items: [item]))
      }
    }
    return found
  }

  /// The last statement of an item in the thirteen months before a day.
  private func lastStated(_ item: Item, before end: CivilDate) -> Figure? {
    let limit = end.adding(days: -400)
    if item.isBalance {
      let days = Set(ledger.balanceDays(from: limit, before: end)).sorted(by: >)
      return days.lazy.compactMap { self.chooser.balance(item, $0) }.first
    }
    let year = years.last { $0.end < end && $0.end > limit && $0[item] != nil }
    return year?[item]
  }

  // MARK: Shares

  private func shareCounts(_ period: BasePeriod) -> [FundamentalsFinding] {
    var found: [FundamentalsFinding] = []
    let diluted = period[.dilutedShares]
    let basic = period[.basicShares]
    let average = (diluted ?? basic).map { $0.value * Split.factor(splits, after: $0.filed) }
    if let shares = period.shares, let average,
      let factor = Split.factor(from: average, to: shares.value, within: 0.12), factor != 1.5
    {
      found.append(
        .init(
          .splitSuspected, .refusal,
          "shares are \(Self.times(factor)) the period's average: a split, or another unit",
          value: shares.value / average,
          threshold: 1, items: [.coverShares, .dilutedShares]))
    }
    if let earnings = period[.dilutedEarningsPerShare], let income = period[.netIncome], let average, income.value != 0,
      abs(earnings.value) >= 0.05
    {
      let scale = period.isTrailing ? 1 : Split.factor(splits, after: earnings.filed)
      let implied = earnings.value / scale * average
      if implied / income.value > 0,
        let factor = Split.factor(from: income.value.magnitude, to: implied.magnitude, within: 0.12), factor != 1.5
      {
        found.append(
          .init(
            .splitSuspected, .refusal,
            "earnings per share times shares is \(Self.times(factor)) the net income: a split, or another unit",
            value: implied / income.value, threshold: 1, items: [.dilutedEarningsPerShare, .dilutedShares, .netIncome]))
      }
    }
    for split in splits where split.filed > period.end {
      found.append(
        .init(
          .splitSuspected, .warning,
          "shares were split \(Self.ratio(split.factor)), seen first on \(split.filed): counts before it are brought to "
            + "the new shares, and so must the price be", value: split.factor, items: [.coverShares]))
    }
    if let diluted, let basic, basic.value > 0, diluted.periodEnd == basic.periodEnd {
      let excess = diluted.value / basic.value - 1
      if excess >= 0.03, excess < 0.5 {
        found.append(
          .init(
            .dilution, .warning,
            "the diluted average is \((excess * 1000).rounded() / 10) % above the basic one: give options or rsu",
            value: excess, threshold: 0.03, items: [.dilutedShares, .basicShares]))
      }
    }
    return found
  }

  private static func times(_ factor: Double) -> String {
    factor >= 1 ? "\(NumberText.plain(factor)) times" : "1/\(NumberText.plain((1 / factor).rounded())) of"
  }

  private static func ratio(_ factor: Double) -> String {
    if factor == 1.5 { return "3:2" }
    return factor >= 1 ? "\(NumberText.plain(factor)):1" : "1:\(NumberText.plain((1 / factor).rounded()))"
  }

  // MARK: Time

  private func periods(_ period: BasePeriod, _ day: CivilDate?) -> [FundamentalsFinding] {
    var found: [FundamentalsFinding] = []
    if !period.withoutTrailing.isEmpty {
      let lines = period.withoutTrailing.map(\.rawValue).joined(separator: ", ")
      found.append(
        period.isMixed
          ? .init(
            .mixedPeriods, .refusal,
            "\(lines) of FY\(period.figures.year) stand beside \(period.name): the quarters do not state them",
            items: period.withoutTrailing)
          : .init(
            .noTrailing, .note,
            "all figures are of \(period.name): for the latest twelve months the quarters lack \(lines)",
            items: period.withoutTrailing))
    }
    let older = Item.allCases.filter { item in
      item.isBalance && item != .coverShares && (period[item].map { $0.periodEnd < period.balanceDate } ?? false)
    }
    if !older.isEmpty {
      found.append(
        .init(
          .olderBalance, .note,
          "\(older.map(\.rawValue).joined(separator: ", ")) \(Wording.plural(older.count, "is", "are")) of an older balance sheet "
            + "than \(period.balanceDate)", items: older))
    }
    let taxed = years.filter { $0.year <= period.figures.year }.suffix(3)
    let losses = taxed.filter { ($0[.pretaxIncome]?.value ?? 0) < 0 }
    if !losses.isEmpty, let rate = effectiveTaxRate(through: period), (0...0.4).contains(rate) {
      found.append(
        .init(
          .taxWithLosses, .warning,
          "the effective tax rate of three years is \((rate * 1000).rounded() / 10) %, with losses in "
            + losses.map { "FY\($0.year)" }.joined(separator: " and ") + ": a rate of profits would be another",
          value: rate, items: [.incomeTax, .pretaxIncome]))
    }
    if let day {
      let age = day.daysSince1970 - period.end.daysSince1970
      if age > 548 {
        found.append(
          .init(
            .staleBase, .refusal, "\(period.name) ended \(age / 30) months before \(day)", value: Double(age) / 365,
            threshold: 1.5, items: [.revenue]))
      }
    }
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
