import Text
import Valuation

extension ValuationExplanation {
  /// Walks a valuation from the value of a share down to the inputs.
  package init(_ report: ValuationReport) {
    self.report = report
    steps = []
    walkEquity()
    if report.result.sumOfParts != nil {
      walkParts()
    } else if report.result.method.isOfEquity {
      walkFlowsToEquity()
    } else {
      walkOperations()
    }
  }

  private var money: NumberFormat { .compact(2) }
  private var percent: NumberFormat { .percent(2) }

  private mutating func add(_ depth: Int, _ item: String, _ value: Double?, _ format: NumberFormat, _ how: String) {
    steps.append(Step(depth: depth, item: item, value: value, format: format, how: how))
  }

  /// From a share to the present value of the flows.
  private mutating func walkEquity() {
    let result = report.result
    let shares = result.shareCount
    let unit = report.isADR ? " × shares per receipt, at the exchange rate" : ""
    add(
      0, "value per share", result.valuePerShare, .fixed(2),
      "equity value \(money.text(result.equityValue)) / \(money.text(shares.diluted)) shares\(unit)")
    if shares.dilution > 0 {
      add(
        1, "shares", shares.diluted, money,
        "\(money.text(shares.basic)) outstanding + \(money.text(shares.dilution)) from restricted shares and options")
    }
    let bridge = result.bridge.filter { $0.item != "equity_value" && ($0.value != 0 || $0.item == "enterprise_value") }
    add(
      1, "equity value", result.equityValue, money,
      bridge.enumerated().map { index, item in
        let sign = index == 0 ? "" : item.value < 0 ? "- " : "+ "
        return "\(sign)\(item.item.replacing("_", with: " ")) \(money.text(abs(item.value)))"
      }.joined(separator: " "))
  }

  /// From the value of operations to revenue.
  private mutating func walkOperations() {
    let result = report.result
    if result.goingConcernValue != result.enterpriseValue {
      add(
        2, "enterprise value", result.enterpriseValue, money,
        "\(money.text(result.goingConcernValue)) if it lives, less what failure takes from it")
    }
    add(
      2, result.goingConcernValue == result.enterpriseValue ? "enterprise value" : "value if it lives",
      result.goingConcernValue, money,
      "flows \(money.text(result.presentValueOfFlows)) + terminal \(money.text(result.presentValueOfTerminal))")
    walkTerminal()
    add(
      3, "present value of flows", result.presentValueOfFlows, money,
      result.years.map { money.text($0.presentValue) }.joined(separator: " + "))
    guard let first = result.years.first else { return }
    add(
      4, "present value, year 1", first.presentValue, money,
      "flow \(money.text(first.freeCashFlow)) × factor \(NumberFormat.fixed(4).text(first.discountFactor))"
        + (first.portion == 1 ? "" : " × \(NumberFormat.fixed(3).text(first.portion)) of the year"))
    add(
      5, "free cash flow", first.freeCashFlow, money,
      result.assumptions[.salesToCapital] == nil
        ? "after tax \(money.text(first.nopat)) + depreciation \(money.text(first.depreciation)) - capex "
          + "\(money.text(first.capex)) - working capital \(money.text(first.workingCapital))"
        : "after tax \(money.text(first.nopat)) - reinvestment \(money.text(first.reinvestment))")
    add(
      6, "after tax, year 1", first.nopat, money,
      "operating income \(money.text(first.operatingIncome)) - tax \(money.text(first.tax)) at "
        + percent.text(first.taxRate) + (first.nolUsed > 0 ? ", \(money.text(first.nolUsed)) sheltered by losses" : ""))
    add(
      7, "operating income", first.operatingIncome, money,
      "margin \(percent.text(first.margin)) × revenue \(money.text(first.revenue))")
    add(
      8, "revenue", first.revenue, money,
      "revenue \(money.text(first.revenue / (1 + first.growth))) × (1 + growth \(percent.text(first.growth)))")
    add(
      5, "factor", first.discountFactor, .fixed(4), "discounted at \(percent.text(first.discountRate)) a year")
  }

  private mutating func walkTerminal() {
    let result = report.result
    let terminal = result.terminal
    let factor = terminal.value != 0 ? terminal.presentValue / terminal.value : .nan
    add(
      3, "present value of terminal", terminal.presentValue, money,
      "terminal value \(money.text(terminal.value)) × factor \(NumberFormat.fixed(4).text(factor))"
        + (result.terminalShare.map { ", \(percent.text($0)) of the whole" } ?? ""))
    switch terminal.assumption {
    case nil: break
    case .growth(let growth):
      add(
        4, "terminal value", terminal.value, money,
        "flow \(money.text(terminal.flow)) / (discount \(percent.text(terminal.discountRate)) - growth "
          + "\(percent.text(growth)))")
      guard let stable = terminal.stable else {
        // The H-model has no years.
        guard let last = result.flows.last, result.method.isOfEquity == false else { return }
        let saved = result.years.last?.taxSaved ?? 0
        add(
          5, "flow after the forecast", terminal.flow, money,
          "flow of year \(result.years.count) \(money.text(last))"
            + (saved > 0 ? " less the tax of \(money.text(saved)) that losses saved, both" : "")
            + " × (1 + \(percent.text(growth)))")
        return
      }
      add(
        5, "flow after the forecast", stable.freeCashFlow, money,
        "after tax \(money.text(stable.nopat)) - reinvestment \(money.text(stable.reinvestment))")
      let lines: [AssumptionName] = [.terminalCapex, .terminalDepreciation, .terminalWorkingCapital]
      if lines.contains(where: { result.assumptions[$0] != nil }) {
        add(
          6, "reinvestment", stable.reinvestment, money,
          "capex \(money.text(stable.capex)) + working capital \(money.text(stable.workingCapital)) - depreciation "
            + money.text(stable.depreciation))
      }
      add(
        6, "after tax", stable.nopat, money,
        "margin \(percent.text(stable.margin)) × revenue \(money.text(stable.revenue)), taxed at "
          + percent.text(stable.taxRate))
    case .multiple(let multiple, let metric):
      add(
        4, "terminal value", terminal.value, money,
        "\(NumberFormat.general.text(multiple))x \(metric.title) \(money.text(terminal.flow)) of year "
          + "\(result.horizon)" + (result.method == .residualIncome ? ", less book value" : ""))
    }
  }

  /// Book value that residual income is earned on, as it counts on the day of the valuation.
  private var openingBook: Double {
    report.result.goingConcernValue - report.result.presentValueOfFlows - report.result.presentValueOfTerminal
  }

  /// From the value of the equity to the first year's payments to shareholders.
  private mutating func walkFlowsToEquity() {
    let result = report.result
    add(
      2, "value of the flows", result.goingConcernValue, money,
      "flows \(money.text(result.presentValueOfFlows)) + terminal \(money.text(result.presentValueOfTerminal))"
        + (result.method == .residualIncome ? " + book value \(money.text(openingBook))" : ""))
    walkTerminal()
    guard let first = result.equityYears.first else { return }
    add(
      3, "present value, year 1", first.presentValue, money,
      "\(result.method.flowTitle) \(money.text(first.flow)) × factor "
        + NumberFormat.fixed(4).text(first.discountFactor))
    if let income = first.netIncome, let roe = first.returnOnEquity {
      let opening = roe == 0 ? nil : income / roe
      add(
        4, "net income, year 1", income, money,
        "return \(percent.text(roe)) on the book value before" + (opening.map { " of \(money.text($0))" } ?? ""))
      if result.method == .residualIncome {
        add(
          4, "residual income, year 1", first.residualIncome, money,
          "net income \(money.text(income)) - \(percent.text(first.costOfEquity)) of the book value before")
      }
    }
    if let dividends = first.dividends, let payout = first.payout {
      add(4, "dividends, year 1", dividends, money, "\(percent.text(payout)) of net income")
    }
    if let buybacks = first.buybacks {
      add(4, "buybacks, year 1", buybacks, money, "less issues, at fair value")
    }
    if let operating = result.years.first {
      add(
        4, "free cash flow to equity, year 1", first.flow, money,
        "after tax \(money.text(operating.nopat)), less interest and reinvestment "
          + "\(money.text(operating.reinvestment)), plus what is borrowed")
    }
    add(4, "factor", first.discountFactor, .fixed(4), "discounted at \(percent.text(first.costOfEquity)) a year")
  }

  /// From the value of operations to each part.
  private mutating func walkParts() {
    guard let sum = report.result.sumOfParts else { return }
    add(
      2, "enterprise value", sum.enterpriseValue, money,
      sum.steps.dropFirst(sum.parts.count).dropLast().enumerated().map { index, item in
        let sign = index == 0 ? "" : item.value < 0 ? "- " : "+ "
        return "\(sign)\(item.item.replacing("_", with: " ")) \(money.text(abs(item.value)))"
      }.joined(separator: " "))
    add(
      3, "sum of parts", sum.sum, money,
      sum.parts.map { "\($0.name) \(money.text($0.attributable))" }.joined(separator: " + "))
    for part in sum.parts {
      var how = part.ownership == 1 ? "" : "\(percent.text(part.ownership)) of \(money.text(part.value)): "
      if let priced = part.priced {
        how += "\(NumberFormat.general.text(priced.multiple))x \(priced.metric.title) \(money.text(priced.figure))"
      } else if let valuation = part.valuation {
        how +=
          "flows \(money.text(valuation.presentValueOfFlows)) + terminal \(money.text(valuation.presentValueOfTerminal))"
      } else {
        how += "given"
      }
      add(4, part.name, part.attributable, money, how)
    }
  }
}
