/// The arithmetic of one period's lines.
struct FigureCalculation {
  let period: FigureHistory.Period
  let history: FigureHistory

  func cell(_ line: FigureLine) -> FigureCell {
    let operand = operand(line)
    return FigureCell(
      value: operand.value, formula: operand.formula, figures: operand.figures,
      reason: operand.value == nil ? operand.reason ?? "it is not stated for \(period.name)" : nil)
  }

  private func operand(_ line: FigureLine) -> FigureOperand {
    let now = period.figures
    switch line {
    case .cash: return cash(now)
    case .debt: return debt(now)
    case .grossProfit: return grossProfit(now)
    case .netDebt: return debt(now, orNone: true) - cash(now)
    case .freeCashFlow: return freeCashFlow(now)
    case .bookPerShare: return commonEquity(now) / count(now)
    case .cashFlowPerShare: return freeCashFlow(now) / count(now)
    case .shares: return count(now)
    case .growth: return growth { stated(.revenue, $0) }
    case .operatingIncomeGrowth: return growth { stated(.operatingIncome, $0) }
    case .earningsPerShareGrowth: return growth { perShare(.dilutedEarningsPerShare, $0) }
    case .shareGrowth: return growth { count($0) }
    case .grossMargin: return grossProfit(now) / stated(.revenue, now)
    case .margin: return stated(.operatingIncome, now) / stated(.revenue, now)
    case .netMargin: return stated(.netIncome, now) / stated(.revenue, now)
    case .cashFlowMargin: return freeCashFlow(now) / stated(.revenue, now)
    case .capexShare: return stated(.capex, now) / stated(.revenue, now)
    case .depreciationShare: return stated(.depreciation, now) / stated(.revenue, now)
    case .workingCapitalShare: return stated(.workingCapital, now) / stated(.revenue, now)
    case .stockCompensationShare: return stated(.stockCompensation, now) / stated(.revenue, now)
    case .tax: return stated(.incomeTax, now) / stated(.pretaxIncome, now)
    case .roic: return roic
    case .roe: return overTwelveMonths { commonIncome($0) / opening { commonEquity($0) } }
    case .payout: return commonDividends(now) / commonIncome(now)
    case .totalPayout:
      // A company that declares dividends has paid some, whether the total is stated or not.
      let paysNone = now[.dividendsPaid] == nil && now[.dividendPerShare]?.value ?? 0 == 0
      let dividends = paysNone ? optional(.dividendsPaid, now) : commonDividends(now)
      return (dividends + stated(.buybacks, now)) / commonIncome(now)
    case .netDebtToEBITDA:
      return (debt(now, orNone: true) - cash(now))
        / overTwelveMonths { stated(.operatingIncome, $0) + stated(.depreciation, $0) }
    case .dilution:
      var ratio = count(now) / shares(.basicShares, now)
      ratio.value = ratio.value.map { $0 - 1 }
      ratio.formula += " - 1"
      return ratio
    case .earningsPerShare: return perShare(.dilutedEarningsPerShare, now)
    case .dividendPerShare: return perShare(.dividendPerShare, now)
    default: return line.item.map { stated($0, now) } ?? FigureOperand(value: nil, formula: line.title)
    }
  }

  // MARK: Reported figures

  private func stated(_ item: Fundamentals.Item, _ year: Fundamentals.FiscalYear) -> FigureOperand {
    let name = item.words
    guard let figure = year[item] else {
      return FigureOperand(
        value: nil, formula: name, reason: "\(name) is not stated for \(label(year))\(last(item, year))")
    }
    return FigureOperand(value: figure.value, formula: name, figures: [figure])
  }

  private func optional(_ item: Fundamentals.Item, _ year: Fundamentals.FiscalYear) -> FigureOperand {
    year[item] == nil ? FigureOperand(value: 0, formula: item.words) : stated(item, year)
  }

  /// A count of shares, in the shares of today.
  private func shares(_ item: Fundamentals.Item, _ year: Fundamentals.FiscalYear) -> FigureOperand {
    var operand = stated(item, year)
    let factor = operand.figures.first.map { Fundamentals.Split.factor(history.splits, after: $0.filed) } ?? 1
    operand.value = operand.value.map { $0 * factor }
    return operand
  }

  private func count(_ year: Fundamentals.FiscalYear) -> FigureOperand {
    year[.dilutedShares] == nil ? shares(.basicShares, year) : shares(.dilutedShares, year)
  }

  /// An amount per share, for the shares of today; a sum or a difference of periods is that already.
  private func perShare(_ item: Fundamentals.Item, _ year: Fundamentals.FiscalYear) -> FigureOperand {
    var operand = stated(item, year)
    guard let figure = operand.figures.first, figure.parts.isEmpty else { return operand }
    operand.value = operand.value.map { $0 / Fundamentals.Split.factor(history.splits, after: figure.filed) }
    return operand
  }

  /// When an item that is missing was stated last.
  private func last(_ item: Fundamentals.Item, _ year: Fundamentals.FiscalYear) -> String {
    let older = history.periods.last { $0.figures[item] != nil && $0.end < year.end }
    return older.flatMap { old in old.figures[item].map { ", last for \(old.name) as \($0.tag)" } } ?? ""
  }

  private func label(_ year: Fundamentals.FiscalYear) -> String {
    year.end == period.end ? period.name : "the period to \(year.end)"
  }

  // MARK: Sums

  private func cash(_ year: Fundamentals.FiscalYear) -> FigureOperand {
    stated(.cash, year) + optional(.currentSecurities, year) + optional(.nonCurrentSecurities, year)
  }

  /// All borrowings; a company that states none and has a balance sheet has none if `orNone` asks for that.
  private func debt(_ year: Fundamentals.FiscalYear, orNone: Bool = false) -> FigureOperand {
    let parts = year.debtParts
    guard parts.isEmpty else {
      return FigureOperand(value: parts.reduce(0) { $0 + $1.value }, formula: "all borrowings", figures: parts)
    }
    if orNone, year[.equity] != nil || year[.assets] != nil { return FigureOperand(value: 0, formula: "no borrowings") }
    return FigureOperand(
      value: nil, formula: "all borrowings",
      reason: "no borrowings are stated for \(label(year))\(last(.longTermDebt, year))")
  }

  private func grossProfit(_ year: Fundamentals.FiscalYear) -> FigureOperand {
    year[.grossProfit] == nil ? stated(.revenue, year) - stated(.costOfRevenue, year) : stated(.grossProfit, year)
  }

  private func freeCashFlow(_ year: Fundamentals.FiscalYear) -> FigureOperand {
    stated(.operatingCashFlow, year) - stated(.capex, year)
  }

  /// The equity of the common shares: preferred stock is subtracted if the equity includes it.
  private func commonEquity(_ year: Fundamentals.FiscalYear) -> FigureOperand {
    guard let preferred = year.preferredInEquity else { return stated(.equity, year) }
    return stated(.equity, year)
      - FigureOperand(value: preferred.value, formula: "preferred equity", figures: [preferred])
  }

  private func commonIncome(_ year: Fundamentals.FiscalYear) -> FigureOperand {
    year[.commonIncome] == nil ? stated(.netIncome, year) : stated(.commonIncome, year)
  }

  /// Dividends on the common shares: those of preferred stock are subtracted if the total includes them.
  private func commonDividends(_ year: Fundamentals.FiscalYear) -> FigureOperand {
    var paid = stated(.dividendsPaid, year)
    guard let common = year.commonDividends, common != paid.value else { return paid }
    paid = paid - stated(.preferredDividends, year)
    paid.value = common
    return paid
  }

  /// Operating income after tax over the capital at the start: equity, minority interests and debt less cash.
  private var roic: FigureOperand {
    overTwelveMonths { year in
      var tax = stated(.incomeTax, year) / stated(.pretaxIncome, year)
      tax.value = tax.value.map { min(max($0, 0), 0.5) }
      var after = tax
      after.value = tax.value.map { 1 - $0 }
      after.formula = "(1 - \(tax.formula))"
      let capital = opening { year in
        stated(.equity, year) + optional(.minority, year) + debt(year, orNone: true) - cash(year)
      }
      return stated(.operatingIncome, year) * after / capital
    }
  }

  private func overTwelveMonths(_ compute: (Fundamentals.FiscalYear) -> FigureOperand) -> FigureOperand {
    guard let year = period.twelveMonths else {
      return FigureOperand(
        value: nil, formula: "over twelve months", reason: "the twelve months to \(period.end) are not known")
    }
    return compute(year)
  }

  private func opening(_ compute: (Fundamentals.FiscalYear) -> FigureOperand) -> FigureOperand {
    guard let year = period.opening else {
      return FigureOperand(
        value: nil, formula: "at the start", reason: "no balance sheet of a year before \(period.end) is known")
    }
    var operand = compute(year)
    operand.formula = "(\(operand.formula), a year before)"
    return operand
  }

  private func growth(_ compute: (Fundamentals.FiscalYear) -> FigureOperand) -> FigureOperand {
    let now = compute(period.figures)
    guard let before = period.before else {
      return FigureOperand(
        value: nil, formula: "growth of \(now.formula)", reason: "the period a year before is not known")
    }
    let old = compute(before)
    guard let value = now.value, let base = old.value else {
      return FigureOperand(
        value: nil, formula: "growth of \(now.formula)", figures: now.figures + old.figures,
        reason: now.reason ?? old.reason)
    }
    guard base > 0 else {
      return FigureOperand(
        value: nil, formula: "growth of \(now.formula)", figures: now.figures + old.figures,
        reason: "\(now.formula) of the year before is not above 0")
    }
    return FigureOperand(
      value: value / base - 1, formula: "\(now.formula) over a year before - 1", figures: now.figures + old.figures)
  }
}
