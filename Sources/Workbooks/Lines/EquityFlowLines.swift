import FileFormats
import Valuation

/// Free cash flow to equity, from operations to the value of a share.
///
/// Interest is on the debt at the start of the year, and new borrowing adds to that debt, so that next year's interest
/// includes it; the bridge has no line for debt.
struct EquityFlowLines {
  private let inputs: ModelInputs
  private let operations: OperationLines
  private let discounting: DiscountLines
  private let debt: Line
  private let income: Line
  private let flow: Line
  private let presentValue: Line
  private let cost: Formula
  private let borrowed: Formula

  /// Writes the forecast.
  init(_ inputs: ModelInputs, built: Formula?, into sheet: inout LineSheet) {
    self.inputs = inputs
    cost = sheet.item("cost of debt before tax", CapitalLines.costOfDebt(inputs), .percent)
    borrowed = inputs.number(.debtFinancing)
    let (cost, borrowed) = (cost, borrowed)
    // Debt follows from reinvestment, which is below, and so does next year's interest.
    let debt = sheet.line(after: 1)
    let interest = sheet.line("interest", .grouped) { cost * debt($0 - 1) }
    let reinvestment = Line(
      sheet: sheet.sheet.name, row: sheet.row + 1 + OperationLines.height(beforeReinvestment: inputs))
    sheet.line("debt", .grouped, base: inputs.number(.debt)) { debt($0 - 1) + borrowed * reinvestment($0) }
    let operations = OperationLines.write(inputs, interest: interest, into: &sheet)
    let income = sheet.line("net income", .grouped) {
      operations.operatingIncome($0) - interest($0) - operations.tax($0)
    }
    let flow = sheet.line("free cash flow to equity", .grouped, purpose: .total) {
      income($0) - (1 - borrowed) * operations.reinvestment($0)
    }
    let discounting = DiscountLines.write(inputs, .costOfEquity, built: built, into: &sheet)
    presentValue = sheet.line("present value", .grouped, purpose: .total) { discounting.presentValue(flow($0), $0) }
    self.operations = operations
    self.discounting = discounting
    self.debt = debt
    self.income = income
    self.flow = flow
  }

  /// Writes the value.
  func write(tranches: OptionLines.Tranches, into sheet: inout LineSheet) -> ModelLines.Result {
    sheet.title("Value of equity's flows")
    let flows = ValueLines.present(presentValue, inputs, total: "value of the flows", into: &sheet, terminal: terminal)
    sheet.title("Bridge to equity")
    let equity = ValueLines.bridge(
      from: flows, taking: [.operatingCash, .preferred, .minority, .pension], inputs, into: &sheet)
    return ValueLines.result(equity, inputs, tranches: tranches, into: &sheet)
  }

  // MARK: Terminal

  private func terminal(_ sheet: inout LineSheet) -> (value: Formula, factor: Formula) {
    let kind = InputRow(.terminal, .of)
    let end = discounting.yearEnd(inputs.horizon)
    let rate = inputs.number(.terminalDiscount, else: discounting.rate(inputs.horizon))
    let growing = perpetuity(rate, &sheet)
    let factor = discounting.perpetuityFactor(rate, after: inputs.horizon)
    guard let isGrowth = inputs.isWord(kind, "growth") else { return (growing, factor) }
    let year = inputs.horizon
    let operating = operations.operatingIncome(year)
    let figures: [(TerminalAssumption.Metric, Formula, isOfFirm: Bool)] = [
      (.freeCashFlow, flow(year), false), (.earnings, income(year), false),
      (.ebitda, operating + operations.depreciation(year), true), (.ebit, operating, true),
      (.revenue, operations.revenue(year), true),
    ]
    let priced = figures.reversed().reduce(Formula.notAvailable) { rest, figure in
      // A multiple of earnings before interest prices the firm; equity is that price less debt.
      let price = inputs.cell(.terminal) * figure.1
      let value = Formula.choose(
        if: figure.1.isAbove(0), figure.isOfFirm ? price - debt(year) : price, else: .notAvailable)
      return .choose(if: inputs.word(kind).equals(.text(figure.0.rawValue)), value, else: rest)
    }
    return (.choose(if: isGrowth, growing, else: priced), .choose(if: isGrowth, factor, else: end))
  }

  /// The value of a flow that grows forever.
  private func perpetuity(_ rate: Formula, _ sheet: inout LineSheet) -> Formula {
    let last = inputs.horizon
    let growth = inputs.cell(.terminal)
    let revenue = sheet.item("revenue of the year after the forecast", operations.revenue(last) * (1 + growth))
    let taxRate = inputs.number(.terminalTax, else: inputs.year(.tax, last))
    let operating = inputs.number(.terminalMargin, else: inputs.year(.margin, last)) * revenue
    let profit = sheet.item("its profit before tax", operating - cost * debt(last))
    let earned = sheet.item("its net income", profit - taxRate * .largest(0, profit))
    let nopat = operating * (1 - taxRate)
    let change = revenue - operations.revenue(last)
    var reinvested = OperationLines.reinvestmentAfter(inputs, revenue: revenue, change: change)
    if inputs.has(.salesToCapital) {
      let sales = inputs.year(.salesToCapital, last)
      reinvested = .choose(if: sales.isEmpty, reinvested, else: change / sales)
    }
    if inputs.has(.terminalROIC) {
      let byReturn = Formula.choose(if: growth.equals(0), 0, else: nopat * growth / inputs.cell(.terminalROIC))
      reinvested = .choose(if: inputs.cell(.terminalROIC).isEmpty, reinvested, else: byReturn)
    }
    var left = earned - (1 - borrowed) * reinvested
    var isPossible = [(rate - growth).isAbove(1e-12), earned.isAbove(0)]
    if inputs.has(.terminalROE) {
      let back = inputs.cell(.terminalROE)
      let paid = Formula.choose(if: growth.equals(0), earned, else: earned * (1 - growth / back))
      left = .choose(if: back.isEmpty, left, else: paid)
    }
    left = sheet.item("its free cash flow to equity", left)
    isPossible.append(left.isAbove(0))
    return .choose(if: .call(.and, isPossible), left / (rate - growth), else: .notAvailable)
  }
}
