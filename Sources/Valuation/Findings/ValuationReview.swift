import Text

extension ValuationFinding {
  /// Looks over a valuation.
  static func review(
    _ model: ResolvedModel,
    _ context: ResolvedModel.Context,
    _ evaluation: FirmEvaluation,
    _ years: [ForecastYear],
    _ terminal: TerminalValue
  ) -> [ValuationFinding] {
    var review = Review(
      model: model,
      context: context,
      evaluation: evaluation,
      years: years,
      terminal: terminal
    )
    review.reading()
    review.ranges(terminal: model.terminal) { model.values(of: $0) }
    review.terminalValue()
    review.steadyState()
    review.bridge()
    review.firm()
    review.segments()
    return review.findings
  }
}

/// The rules, one function for each group.
struct Review: ReviewRules {
  let model: ResolvedModel
  let context: ResolvedModel.Context
  let evaluation: FirmEvaluation
  let years: [ForecastYear]
  let terminal: TerminalValue
  var findings: [ValuationFinding] = []

  // MARK: How the model was read

  mutating func reading() {
    let items = [AssumptionName.capex, .depreciation, .workingCapital, .cash, .debt]
    let zeros = items.dropFirst(model.firm?.usesSalesToCapital == true ? 3 : 0).filter(isDefault)
    defaultsTaken(zeros, tax: years.first?.taxRate)
    horizonTaken(model.horizon)
    // What a cash flow statement pays is gross.
    if context.assumptions.isSaid(.capex), isDefault(.depreciation) {
      add(
        .capexReadAsNet, "depreciation is not given, so capex is read as net of depreciation", [.capex, .depreciation])
    }
    heldPaths(horizon: model.horizon)
    let losses = years.filter { $0.operatingIncome < 0 }
    // A user who gives the losses carried forward, or the share of income they shelter, needs no note.
    if let first = losses.first, let last = losses.last, context.assumptions[.nol] == nil,
      context.assumptions[.nolLimit] == nil
    {
      let span = Wording.plural(losses.count, "year \(first.year)", "years \(first.year) to \(last.year)")
      add(
        .lossWithoutTax, "the loss of \(span) pays no tax, and is carried forward against later profits",
        value: Double(losses.count), [.margin, .tax])
    }
  }

  // MARK: The terminal value

  mutating func terminalValue() {
    // A multiple of earnings has full tax.
    if case .multiple(_, of: .freeCashFlow) = model.terminal { shelteredMultiple(terminal, last: years.last) }
    let value = model.firm == nil ? evaluation.enterpriseValue : evaluation.goingConcern
    if value > 0 {
      terminalShare(
        evaluation.presentValueOfTerminal / value, horizon: model.horizon, flows: evaluation.presentValueOfFlows)
    }
    if let growth = terminal.impliedGrowth {
      let isImplied = if case .multiple = model.terminal { true } else { false }
      let subject =
        isImplied
        ? "\(model.terminal.text) implies perpetual growth of \(Wording.percent(growth))"
        : "terminal growth is \(Wording.percent(growth))"
      terminalGrowth(growth, subject: subject, riskFree: model.firm?.riskFree ?? .nan)
      if !isImplied { narrowSpread(evaluation.lastDiscount - growth, of: .discount) }
    }
    if case .growth(let rate) = model.terminal, let last = years.last {
      growthCliff(from: last.growth, to: rate, [.growth, .terminal, .horizon])
    }
  }

  // MARK: The perpetuity

  mutating func steadyState() {
    guard let last = lastingYear else { return }
    if case .growth(let growth) = model.terminal, growth > 0 { reinvestment(last) }
    if let limit = limit(.taxHeldLow, crossedBy: last.taxRate) {
      add(
        .taxHeldLow, limit,
        "tax stays at \(Wording.percent(last.taxRate)) in perpetuity; less than \(Wording.percent(limit.value)) seldom lasts",
        value: last.taxRate, [.tax])
    }
  }

  /// The year that lasts forever: the one after the forecast if it has its own rates, else the last; `nil` without a
  /// forecast.
  private var lastingYear: ForecastYear? {
    guard var last = years.last, let stable = terminal.stable else { return years.last }
    last.revenue = stable.revenue
    last.taxRate = stable.taxRate
    last.depreciation = stable.depreciation
    last.capex = stable.capex
    last.reinvestment = stable.reinvestment
    return last
  }

  /// The findings on reinvestment after the forecast, which must support the growth of revenue forever.
  private mutating func reinvestment(_ last: ForecastYear) {
    let isByReturn = model.firm.map { $0.usesSalesToCapital || !$0.terminalROIC.isNaN } ?? false
    let items: [AssumptionName] = isByReturn ? [.terminalROIC] : [.capex, .depreciation, .workingCapital]
    if !isByReturn, exceeds(last.depreciation - last.capex, last.revenue * 1e-12) {
      add(
        .capexBelowDepreciation,
        "capex of \(Wording.percent(last.capex / last.revenue)) stays below depreciation of "
          + "\(Wording.percent(last.depreciation / last.revenue)) in perpetuity, while revenue grows",
        value: last.capex / last.revenue, threshold: last.depreciation / last.revenue,
        [.capex, .depreciation, .terminal])
    } else if last.reinvestment <= last.revenue * 1e-12 {
      add(
        .reinvestmentTooLow, "nothing is reinvested after the forecast, while revenue grows in perpetuity",
        value: last.reinvestment / last.revenue, threshold: 0, items + [.terminal])
    } else if let back = terminal.impliedReturnOnNewCapital {
      lastingReturn(back, items)
    }
  }

  /// The perpetual return on reinvestment, if it is unusually high or below the cost of capital.
  private mutating func lastingReturn(_ back: Double, _ items: [AssumptionName]) {
    let limit = unusualReturn(at: evaluation.lastDiscount)
    if exceeds(back, limit) {
      add(
        .reinvestmentTooLow,
        "reinvestment after the forecast would earn \(Wording.percent(back, places: 1)) in perpetuity; "
          + "up to \(Wording.percent(limit)) is usual", value: back, threshold: limit, items + [.terminal])
    } else if exceeds(evaluation.lastDiscount, back) {
      add(
        .growthLowersValue,
        "reinvestment after the forecast earns \(Wording.percent(back, places: 1)), less than the "
          + "discount rate: any growth lowers the value", value: back, threshold: evaluation.lastDiscount,
        items + [.terminal, .discount])
    }
  }

  // MARK: From operations to a share

  mutating func bridge() {
    claims(debt: model.debt, cash: model.cash, on: evaluation.enterpriseValue)
    share(evaluation.valuePerShare, claims: [.debt, .cash], figures: [.price, .shares, .revenue])
  }
}
