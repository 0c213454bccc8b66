import FileFormats
import Valuation

/// The year after the forecast, from which a perpetuity starts: in the column after the forecast's last year.
struct StableLines {
  /// The value of the perpetuity at the end of the forecast; an error if it has none.
  let value: Formula
  /// Its discount rate.
  let rate: Formula

  /// Writes the column; `nil` if no scenario ends in growth.
  init?(
    _ inputs: ModelInputs, _ operations: OperationLines, _ discounting: DiscountLines, into sheet: inout LineSheet
  ) {
    guard inputs.has(.terminal) else { return nil }
    let (last, after) = (inputs.horizon, inputs.horizon + 1)
    func put(_ formula: Formula, _ line: Line, _ format: CellStyle.Format) -> Formula {
      sheet.sheet.put(formula: formula, line.row, LineSheet.firstColumn + after, CellStyle(format))
      return line(after)
    }
    let growth = put(inputs.cell(.terminal), operations.growth, .percent)
    let revenue = put(operations.revenue(last) * (1 + growth), operations.revenue, .grouped)
    let margin = put(
      inputs.number(.terminalMargin, else: inputs.year(.margin, last)), operations.margin, .percent)
    let income = put(margin * revenue, operations.operatingIncome, .grouped)
    let taxRate = put(inputs.number(.terminalTax, else: operations.taxRate(last)), operations.taxRate, .percent)
    let tax = put(taxRate * .largest(0, income), operations.tax, .grouped)
    let rate = put(inputs.number(.terminalDiscount, else: discounting.rate(last)), discounting.rate, .percent)
    let change = revenue - operations.revenue(last)
    let nopat = sheet.item("profit of the year after the forecast", income - tax)
    var reinvested = OperationLines.reinvestmentAfter(inputs, revenue: revenue, change: change)
    var isBelowReturn: Formula?
    if inputs.has(.terminalROIC) || inputs.has(.salesToCapital) {
      let own = inputs.number(.terminalROIC, else: rate)
      let byReturn = Formula.choose(if: growth.equals(0), 0, else: nopat * growth / own)
      let byReturnUsed = Self.usesReturn(inputs)
      reinvested = byReturnUsed.map { .choose(if: $0, byReturn, else: reinvested) } ?? byReturn
      let fits = Formula.call(.or, [growth.isAtMost(0), (own - growth).isAbove(1e-12)])
      isBelowReturn = byReturnUsed.map { .call(.or, [.call(.not, [$0]), fits]) } ?? fits
    }
    let reinvestment = put(reinvested, operations.reinvestment, .grouped)
    let flow = sheet.item("free cash flow of the year after the forecast", nopat - reinvestment, purpose: .total)
    let conditions =
      [(rate - growth).isAbove(1e-12), flow.isAbove(0), nopat.isAbove(0)] + (isBelowReturn.map { [$0] } ?? [])
    value = .choose(if: .call(.and, conditions), flow / (rate - growth), else: .notAvailable)
    self.rate = rate
  }

  /// Whether reinvestment follows from a return on it; `nil` if it does in every scenario.
  private static func usesReturn(_ inputs: ModelInputs) -> Formula? {
    let names = [AssumptionName.terminalROIC, .salesToCapital].filter(inputs.has)
    if names.contains(where: { !inputs.block.sparse.contains(InputRow($0)) && $0 == .salesToCapital }) { return nil }
    let given = names.map { name in
      Formula.call(.not, [(name == .salesToCapital ? inputs.year(name, inputs.horizon) : inputs.cell(name)).isEmpty])
    }
    return given.count == 1 ? given[0] : .call(.or, given)
  }
}
