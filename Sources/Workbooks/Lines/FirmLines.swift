import FileFormats
import Valuation

/// Free cash flow to the firm, from operations to the value of a share.
struct FirmLines {
  private let inputs: ModelInputs
  private let operations: OperationLines
  private let discounting: DiscountLines
  private let nopat: Line
  private let flow: Line
  private let presentValue: Line
  private let stable: StableLines?

  /// Writes the forecast.
  init(_ inputs: ModelInputs, built: Formula?, into sheet: inout LineSheet) {
    self.inputs = inputs
    let operations = OperationLines.write(inputs, interest: nil, into: &sheet)
    let nopat = sheet.line("operating income after tax", .grouped) {
      operations.operatingIncome($0) - operations.tax($0)
    }
    let flow = sheet.line("free cash flow", .grouped, purpose: .total) { nopat($0) - operations.reinvestment($0) }
    let discounting = DiscountLines.write(inputs, .discount, built: built, into: &sheet)
    presentValue = sheet.line("present value", .grouped, purpose: .total) { discounting.presentValue(flow($0), $0) }
    stable = StableLines(inputs, operations, discounting, into: &sheet)
    self.operations = operations
    self.discounting = discounting
    self.nopat = nopat
    self.flow = flow
  }

  /// Writes the value: discounting, the terminal, the bridge, dilution.
  ///
  /// - Parameter endsAtOperations: whether the value of operations is all that is asked for, as of a part.
  func write(tranches: OptionLines.Tranches, endsAtOperations: Bool, into sheet: inout LineSheet) -> ModelLines.Result {
    sheet.title("Value of operations")
    let going = ValueLines.present(
      presentValue, inputs, total: "value of operations", into: &sheet, terminal: terminal)
    let enterprise = afterFailure(going, &sheet)
    if endsAtOperations {
      return ModelLines.Result(valuePerShare: enterprise, equityValue: enterprise, enterpriseValue: enterprise)
    }
    sheet.title("Bridge to equity")
    sheet.item("enterprise value", enterprise)
    let equity = ValueLines.bridge(from: enterprise, taking: ValueLines.taken, inputs, into: &sheet)
    return ValueLines.result(equity, enterprise: enterprise, inputs, tranches: tranches, into: &sheet)
  }

  // MARK: Terminal

  /// The value at the end of the forecast, and the factor that brings it to the day of the valuation.
  private func terminal(_ sheet: inout LineSheet) -> (value: Formula, factor: Formula) {
    let kind = InputRow(.terminal, .of)
    let last = discounting.yearEnd(inputs.horizon)
    guard let isGrowth = inputs.isWord(kind, "growth") else {
      guard let stable else { return (.notAvailable, last) }
      return (stable.value, discounting.perpetuityFactor(stable.rate, after: inputs.horizon))
    }
    let figure = sheet.item("multiplied figure", self.figure(kind))
    var priced = inputs.cell(.terminal) * figure
    priced =
      priced
      + .choose(if: inputs.word(kind).equals("earnings"), inputs.number(.debt) - inputs.number(.cash), else: 0)
    priced = .choose(if: figure.isAbove(0), priced, else: .notAvailable)
    guard let stable else { return (priced, last) }
    return (
      .choose(if: isGrowth, stable.value, else: priced),
      .choose(if: isGrowth, discounting.perpetuityFactor(stable.rate, after: inputs.horizon), else: last)
    )
  }

  /// The figure of the last year that the word in the cell names.
  private func figure(_ kind: InputRow) -> Formula {
    let year = inputs.horizon
    let income = operations.operatingIncome(year)
    let cost = CapitalLines.costOfDebt(inputs)
    let earnings = (income - cost * inputs.number(.debt)) * (1 - operations.taxRate(year))
    let figures: [(TerminalAssumption.Metric, Formula)] = [
      (.freeCashFlow, flow(year)), (.ebitda, income + operations.depreciation(year)), (.ebit, income),
      (.revenue, operations.revenue(year)), (.earnings, earnings),
    ]
    return figures.reversed().reduce(Formula.notAvailable) { rest, figure in
      .choose(if: inputs.word(kind).equals(.text(figure.0.rawValue)), figure.1, else: rest)
    }
  }

  // MARK: Claims

  private func afterFailure(_ going: Formula, _ sheet: inout LineSheet) -> Formula {
    guard inputs.has(.failure) else { return going }
    var base = going
    if let ofBook = inputs.isWord(InputRow(.failureProceeds, .of), "book") {
      let reported = inputs.number(.book) + inputs.number(.debt) - inputs.number(.cash)
      let capital = sheet.item(
        "capital at the start", inputs.number(.investedCapital, else: reported) + ResearchLines.addedCapital(inputs))
      base = .choose(if: ofBook, capital, else: going)
    }
    let proceeds = sheet.item("proceeds of a failure", inputs.number(.failureProceeds, else: 0.5) * base)
    let failure = inputs.number(.failure)
    return sheet.item("value after a possible failure", (1 - failure) * going + failure * proceeds, purpose: .total)
  }
}
