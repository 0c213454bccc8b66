import FileFormats
import Valuation

/// A dividend that grows, year by year or by the H-model, from the dividend of a share to its value.
struct DividendLines {
  private let inputs: ModelInputs
  private let discounting: DiscountLines
  private let presentValue: Line
  private let dividends: Line
  private let flow: (Int) -> Formula
  private let isFading: Bool

  /// Writes the forecast.
  init(_ inputs: ModelInputs, isFading: Bool, built: Formula?, into sheet: inout LineSheet) {
    self.inputs = inputs
    self.isFading = isFading
    let growth = sheet.line("growth", .percent) { inputs.year(.growth, $0) }
    let dividends = sheet.line()
    let start = inputs.number(.dividend) * inputs.number(.shares, else: 1)
    sheet.line("dividends", .grouped, base: start) { dividends($0 - 1) * (1 + growth($0)) }
    var flow = { (year: Int) -> Formula in dividends(year) }
    if inputs.has(.buybacks), !isFading {
      let paid = sheet.line("dividends and buybacks", .grouped) { year in
        let part = inputs.year(.buybacks, year)
        let known = inputs.block.sparse.contains(InputRow(.buybacks)) ? part.given(else: 0) : part
        return dividends(year) * (1 + known / inputs.year(.payout, year))
      }
      flow = { paid($0) }
    }
    let discounting = DiscountLines.write(inputs, .costOfEquity, built: built, into: &sheet)
    presentValue = sheet.line("present value", .grouped, purpose: .total) { flow($0) * discounting.factor($0) }
    (self.discounting, self.dividends, self.flow) = (discounting, dividends, flow)
  }

  /// Writes the value.
  func write(into sheet: inout LineSheet) -> ModelLines.Result {
    sheet.title("Value of dividends")
    let equity: Formula
    if isFading {
      equity = faded(&sheet)
    } else {
      equity = ValueLines.present(presentValue, inputs, total: "equity value", into: &sheet) { _ in terminal() }
    }
    return ValueLines.result(equity, inputs, isOfToday: true, into: &sheet)
  }

  /// The H-model of Fuller and Hsia 1984: growth fades in a straight line over the horizon, of which half counts.
  private func faded(_ sheet: inout LineSheet) -> Formula {
    let rate = discounting.rate(inputs.horizon)
    let lasting = inputs.number(.terminal, else: inputs.year(.growth, inputs.horizon))
    let start = dividends(0)
    let spread = sheet.item("cost of equity less lasting growth", rate - lasting, .percent)
    let half = Formula.number(Double(inputs.horizon) / 2)
    let extra = start * half * (inputs.year(.growth, 1) - lasting) / spread
    let middle = discounting.isMidYear.map { Formula.choose(if: $0, (1 + rate).squareRoot, else: 1) } ?? 1
    let unit = discounting.accrual * middle
    let fading = sheet.item("growth that fades", extra * unit)
    let lastingValue = sheet.item("perpetual growth", start * (1 + lasting) / spread * unit)
    return sheet.item(
      "equity value", .choose(if: spread.isAbove(1e-12), fading + lastingValue, else: .notAvailable), purpose: .total)
  }

  private func terminal() -> (value: Formula, factor: Formula) {
    let last = inputs.horizon
    let rate = inputs.number(.terminalDiscount, else: discounting.rate(last))
    let growth = inputs.cell(.terminal)
    let end = discounting.yearEnd(last)
    var next = flow(last) * (1 + growth)
    var isPossible = [(rate - growth).isAbove(1e-12)]
    if inputs.has(.terminalROE), inputs.has(.payout) {
      let back = inputs.cell(.terminalROE)
      let lasting = Formula.choose(if: growth.equals(0), 1, else: 1 - growth / back)
      let byReturn = dividends(last) * (1 + growth) * lasting / inputs.year(.payout, last)
      next = .choose(if: back.isEmpty, next, else: byReturn)
      isPossible.append(.call(.or, [growth.isAtMost(0), back.isEmpty, (back - growth).isAbove(1e-12)]))
    }
    let growing = Formula.choose(if: .call(.and, isPossible), next / (rate - growth), else: .notAvailable)
    let factor = discounting.perpetuityFactor(rate, after: last)
    let kind = InputRow(.terminal, .of)
    guard let isGrowth = inputs.isWord(kind, "growth") else { return (growing, factor) }
    var figures: [(TerminalAssumption.Metric, Formula)] = [(.dividends, dividends(last))]
    if inputs.has(.payout) { figures.append((.earnings, dividends(last) / inputs.year(.payout, last))) }
    let priced = figures.reduce(Formula.notAvailable) { rest, figure in
      .choose(if: inputs.word(kind).equals(.text(figure.0.rawValue)), growth * figure.1, else: rest)
    }
    return (.choose(if: isGrowth, growing, else: priced), .choose(if: isGrowth, factor, else: end))
  }
}
