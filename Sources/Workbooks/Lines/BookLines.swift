import FileFormats
import Valuation

/// Dividends or residual income of a company whose book value grows by retained earnings, from book value to a share.
struct BookLines {
  /// The properties that determine the formulas of a model of book value.
  struct Shape: Equatable {
    /// True if residual income is discounted, false if distributions to shareholders are.
    var isResidual: Bool
    /// The return: on equity, or on tangible equity.
    var returns: AssumptionName
    /// True if growth of book value determines the payout.
    var growthSaysPayout: Bool
  }

  private let shape: Shape
  private let inputs: ModelInputs
  private let discounting: DiscountLines
  private let opening: Formula
  private let income: Line
  private let dividends: Line
  private let book: Line
  private let residual: Line
  private let presentValue: Line

  /// Writes the forecast.
  init(_ shape: Shape, _ inputs: ModelInputs, built: Formula?, into sheet: inout LineSheet) {
    self.shape = shape
    self.inputs = inputs
    let opening = sheet.item("book value that earns the return", Self.opening(shape, inputs))
    let hasBuybacks = inputs.has(.buybacks) && !shape.growthSaysPayout
    // Each year starts from the book value left by the one before, which is below.
    let book = sheet.line(after: hasBuybacks ? 5 : 4)
    let returns = sheet.line(shape.returns == .rote ? "return on tangible equity" : "return on equity", .percent) {
      inputs.year(shape.returns, $0)
    }
    let income = sheet.line("net income", .grouped) { returns($0) * book($0 - 1) }
    let payout = sheet.line("payout", .percent) { year in
      shape.growthSaysPayout ? .largest(0, 1 - inputs.year(.growth, year) / returns(year)) : inputs.year(.payout, year)
    }
    let dividends = sheet.line("dividends", .grouped) { payout($0) * .largest(0, income($0)) }
    var paid = { (year: Int) -> Formula in dividends(year) }
    if hasBuybacks {
      let buybacks = sheet.line("buybacks less issues", .grouped) { year in
        let part = inputs.year(.buybacks, year)
        let known = inputs.block.sparse.contains(InputRow(.buybacks)) ? part.given(else: 0) : part
        return known * .largest(0, income(year))
      }
      paid = { dividends($0) + buybacks($0) }
    }
    sheet.line("book value", .grouped, purpose: .total, base: opening) { book($0 - 1) + income($0) - paid($0) }
    let discounting = DiscountLines.write(inputs, .costOfEquity, built: built, into: &sheet)
    let residual = sheet.line("residual income", .grouped) { income($0) - discounting.rate($0) * book($0 - 1) }
    presentValue = sheet.line("present value", .grouped, purpose: .total) {
      (shape.isResidual ? residual($0) : paid($0)) * discounting.factor($0)
    }
    (self.opening, self.income, self.dividends, self.book) = (opening, income, dividends, book)
    (self.discounting, self.residual) = (discounting, residual)
  }

  /// Book value of the common equity, tangible or full, without the capital paid out at the start.
  private static func opening(_ shape: Shape, _ inputs: ModelInputs) -> Formula {
    var common = inputs.number(.book) - inputs.number(.preferred)
    if shape.returns == .rote { common = inputs.number(.tangibleBook, else: common - inputs.number(.goodwill)) }
    return inputs.has(.excessCapital) ? common - inputs.number(.excessCapital) : common
  }

  /// Writes the value.
  func write(tranches: OptionLines.Tranches, into sheet: inout LineSheet) -> ModelLines.Result {
    let horizon = inputs.horizon
    sheet.title("Value of equity")
    var value = sheet.item("present value of the forecast", .call(.sum, [presentValue.range(1, horizon)]))
    if shape.isResidual { value = value + sheet.item("book value today", opening * discounting.accrual) }
    let (atEnd, factor) = terminal()
    let ended = sheet.item("value at the end of the forecast", atEnd)
    value = value + sheet.item("present value of the terminal", ended * factor)
    if inputs.has(.excessCapital) {
      value = value + sheet.item("excess capital", inputs.number(.excessCapital) * discounting.accrual)
    }
    // A book value that is used up earns nothing that has a meaning.
    let isKept = Formula.call(.min, [book.range(0, horizon)]).isAbove(0)
    let equity = sheet.item(
      "equity value", .choose(if: isKept, value, else: .notAvailable), purpose: .total)
    return ValueLines.result(equity, inputs, tranches: tranches, into: &sheet)
  }

  // MARK: Terminal

  private func terminal() -> (value: Formula, factor: Formula) {
    let last = inputs.horizon
    let rate = inputs.number(.terminalDiscount, else: discounting.rate(last))
    let end = discounting.yearEnd(last)
    let ended = Formula.number(0) + (shape.isResidual ? 0 : book(last))
    var faded = ended
    if inputs.has(.persistence) {
      let kept = inputs.cell(.persistence)
      faded = .choose(
        if: kept.isEmpty, ended,
        else: .choose(
          if: kept.isBelow(1), ended + residual(last) * kept / (1 + rate - kept), else: .notAvailable))
    }
    guard inputs.has(.terminal) else { return (faded, end) }
    let growing = perpetuity(rate)
    let growthFactor = shape.isResidual ? end : discounting.perpetuityFactor(rate, after: last)
    var (value, factor) = (growing, growthFactor)
    if let isGrowth = inputs.isWord(InputRow(.terminal, .of), "growth") {
      value = .choose(if: isGrowth, growing, else: priced())
      factor = .choose(if: isGrowth, growthFactor, else: end)
    }
    // Persistence takes precedence over growth; without either there is no continuing value.
    var isOpen = inputs.cell(.terminal).isEmpty
    if inputs.has(.persistence) {
      isOpen = .call(.or, [isOpen, .call(.not, [inputs.cell(.persistence).isEmpty])])
    }
    return (.choose(if: isOpen, faded, else: value), .choose(if: isOpen, end, else: factor))
  }

  private func perpetuity(_ rate: Formula) -> Formula {
    let growth = inputs.cell(.terminal)
    let closing = book(inputs.horizon)
    let back = inputs.number(.terminalROE, else: rate)
    var isPossible = [(rate - growth).isAbove(1e-12)]
    if inputs.has(.terminalROE) {
      isPossible.append(
        .call(.or, [growth.isAtMost(0), inputs.cell(.terminalROE).isEmpty, (back - growth).isAbove(1e-12)]))
    }
    let kept = Formula.choose(if: growth.equals(0), 1, else: 1 - growth / back)
    let flow = shape.isResidual ? (back - rate) * closing : back * closing * kept
    return .choose(if: .call(.and, isPossible), flow / (rate - growth), else: .notAvailable)
  }

  private func priced() -> Formula {
    let last = inputs.horizon
    let figures: [(TerminalAssumption.Metric, Formula)] = [
      (.earnings, income(last)), (.dividends, dividends(last)), (.book, book(last)), (.tangibleBook, book(last)),
    ]
    return figures.reversed().reduce(Formula.notAvailable) { rest, figure in
      var price = inputs.cell(.terminal) * figure.1
      if shape.isResidual { price = price - book(last) }
      let value = Formula.choose(if: figure.1.isAbove(0), price, else: .notAvailable)
      return .choose(if: inputs.word(InputRow(.terminal, .of)).equals(.text(figure.0.rawValue)), value, else: rest)
    }
  }
}
