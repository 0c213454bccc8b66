import FileFormats
import Valuation

/// The operations of a company as lines: revenue, tax and reinvestment of each year, as the engine's loop computes them.
struct OperationLines {
  let revenue: Line
  let growth: Line
  let margin: Line
  let operatingIncome: Line
  let taxRate: Line
  let tax: Line
  let depreciation: Line
  let reinvestment: Line

  /// Writes the lines.
  ///
  /// - Parameter interest: the line of interest, if profit is taxed after it.
  static func write(_ inputs: ModelInputs, interest: Line?, into sheet: inout LineSheet) -> OperationLines {
    let first = sheet.line()
    let growth = sheet.line(after: 1)
    sheet.line("revenue", .grouped, base: inputs.number(.revenue)) { first($0 - 1) * (1 + growth($0)) }
    sheet.line("growth", .percent) { inputs.year(.growth, $0) }
    let margin = sheet.line("operating margin", .percent) { inputs.year(.margin, $0) }
    let income = sheet.line("operating income", .grouped) { margin($0) * first($0) }
    let rate = sheet.line("tax rate", .percent) { inputs.year(.tax, $0) }
    let profit = { (year: Int) -> Formula in interest.map { income(year) - $0(year) } ?? income(year) }
    let used = losses(inputs, profit, &sheet)
    let tax = sheet.line("tax", .grouped) { year in
      rate(year) * (.largest(0, profit(year)) - used(year))
    }
    let (depreciation, reinvestment) = self.reinvestment(inputs, first, growth, &sheet)
    return OperationLines(
      revenue: first, growth: growth, margin: margin, operatingIncome: income, taxRate: rate, tax: tax,
      depreciation: depreciation, reinvestment: reinvestment)
  }

  /// The number of lines before that of reinvestment, for a line above that rests on it.
  static func height(beforeReinvestment inputs: ModelInputs) -> Int {
    // Revenue, growth, margin, operating income, tax rate, two of losses, tax, depreciation; then capex and working
    // capital, or the reinvestment that follows from sales.
    let investment = inputs.has(.salesToCapital) ? (inputs.has(.reinvestmentLag) ? 2 : 0) : 2
    return 9 + investment
  }

  // MARK: Losses

  /// The profit that losses carried forward shelter: those of before, and those of the forecast itself.
  private static func losses(_ inputs: ModelInputs, _ profit: (Int) -> Formula, _ sheet: inout LineSheet) -> Line {
    let left = sheet.line(after: 1)
    let used = sheet.line("losses used", .grouped) { year in
      .smallest(left(year - 1), inputs.number(.nolLimit, else: 1) * .largest(0, profit(year)))
    }
    sheet.line("losses carried forward", .grouped, base: inputs.number(.nol)) { year in
      left(year - 1) + .largest(0, 0 - profit(year)) - used(year)
    }
    return used
  }

  // MARK: Reinvestment

  private static func reinvestment(
    _ inputs: ModelInputs, _ revenue: Line, _ growth: Line, _ sheet: inout LineSheet
  ) -> (depreciation: Line, total: Line) {
    let part = { (name: AssumptionName, year: Int) -> Formula in
      inputs.year(name, year) * basis(of: name, inputs, revenue(year), revenue(year) - revenue(year - 1))
    }
    let depreciation = sheet.line("depreciation", .grouped) { part(.depreciation, $0) }
    guard inputs.has(.salesToCapital) else {
      let capex = sheet.line("capital expenditure", .grouped) { part(.capex, $0) }
      let capital = sheet.line("increase in working capital", .grouped) { part(.workingCapital, $0) }
      let total = sheet.line("reinvestment", .grouped) { capex($0) + capital($0) - depreciation($0) }
      return (depreciation, total)
    }
    let lead = leadingRevenue(inputs, revenue, growth, &sheet)
    let total = sheet.line("reinvestment", .grouped) { year in
      let sales = inputs.year(.salesToCapital, year)
      let byRates = part(.capex, year) + part(.workingCapital, year) - depreciation(year)
      let bySales = (lead(year) - lead(year - 1)) / sales
      return inputs.block.sparse.contains(InputRow(.salesToCapital))
        ? .choose(if: sales.isEmpty, byRates, else: bySales) : bySales
    }
    return (depreciation, total)
  }

  /// The revenue that a year's capital is for: that of the year itself, or of the years by which capital goes before.
  private static func leadingRevenue(
    _ inputs: ModelInputs, _ revenue: Line, _ growth: Line, _ sheet: inout LineSheet
  ) -> Line {
    guard inputs.has(.reinvestmentLag) else { return revenue }
    let lag = inputs.number(.reinvestmentLag)
    let horizon = inputs.horizon
    let after = growthAfter(inputs)
    let growthOf = { (year: Int) in year <= horizon ? growth(year) : after }
    let ledGrowth = sheet.line("growth from capital", .percent) { year in
      .call(.choose, [lag + 1] + (0...3).map { growthOf(year + $0) })
    }
    let lead = sheet.line()
    let start = (1...3).reduce(inputs.number(.revenue)) {
      $0 * (1 + .choose(if: lag.isBelow(.number(Double($1))), 0, else: growthOf($1)))
    }
    return sheet.line("revenue from capital", .grouped, base: start) {
      lead($0 - 1) * (1 + ledGrowth($0))
    }
  }

  /// Growth of revenue after the forecast: that of the perpetuity, else the last year's.
  static func growthAfter(_ inputs: ModelInputs) -> Formula {
    let last = inputs.year(.growth, inputs.horizon)
    guard inputs.has(.terminal) else { return last }
    guard let isGrowth = inputs.isWord(InputRow(.terminal, .of), "growth") else { return inputs.cell(.terminal) }
    return .choose(if: isGrowth, inputs.cell(.terminal), else: last)
  }

  /// Reinvestment of the year after the forecast by rates: each line at its own, else at that of the last year.
  static func reinvestmentAfter(_ inputs: ModelInputs, revenue: Formula, change: Formula) -> Formula {
    func line(_ name: AssumptionName, _ own: AssumptionName) -> Formula {
      let last = inputs.year(name, inputs.horizon) * basis(of: name, inputs, revenue, change)
      guard inputs.has(own) else { return last }
      let cell = inputs.cell(own)
      return .choose(if: cell.isEmpty, last, else: cell * basis(of: own, inputs, revenue, change))
    }
    return line(.capex, .terminalCapex) + line(.workingCapital, .terminalWorkingCapital)
      - line(.depreciation, .terminalDepreciation)
  }

  /// The amount that a rate of reinvestment is a share of: revenue, or its change.
  static func basis(of name: AssumptionName, _ inputs: ModelInputs, _ revenue: Formula, _ change: Formula) -> Formula {
    inputs.isWord(InputRow(name, .of), "change").map { .choose(if: $0, change, else: revenue) } ?? revenue
  }
}
