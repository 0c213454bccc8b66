import Text

/// The review of a valuation of equity.
struct EquityReview: ReviewRules {
  let model: EquityModel
  let context: ResolvedModel.Context
  let evaluation: EquityEvaluation
  let years: [EquityYear]
  let operating: [ForecastYear]
  let terminal: TerminalValue
  var findings: [ValuationFinding] = []

  mutating func run() {
    reading()
    unused()
    let numbers = model
    ranges(terminal: numbers.terminal) { numbers.values(of: $0) }
    terminalValue()
    switch model.basis {
    case .operations(let operations, let financing): debt(operations, financing)
    case .book(let book): returns(book)
    case .dividend: break
    }
    base()
    share(
      evaluation.share.valuePerShare,
      claims: [model.method == .fcfe ? .debt : .book, model.method.rateName],
      figures: [.price, .shares, model.method == .fcfe ? .revenue : .dividend]
    )
    standing(growth: operating.first?.growth, margin: operating.first?.margin)
    marketShare(operating.map(\.revenue))
  }

  // MARK: How the model was read

  private mutating func reading() {
    let all = context.assumptions
    var zeros: [AssumptionName] = []
    if model.method == .fcfe {
      let items = [AssumptionName.capex, .depreciation, .workingCapital]
      zeros = (items.dropFirst(model.claims.usesSalesToCapital ? 3 : 0) + [.cash, .debt]).filter(isDefault)
      if all[.debtFinancing] == nil { zeros.append(.debtFinancing) }
    }
    defaultsTaken(zeros, tax: operating.first?.taxRate)
    horizonTaken(model.horizon)
    if let rate = context.costOfEquity?.rate {
      let beta = context.costOfEquity?.beta.map { ", beta \(Wording.number($0, places: 2))" } ?? ""
      add(.costOfEquityBuilt, "cost_of_equity is built: \(Wording.percent(rate))\(beta)", value: rate, [.costOfEquity])
    }
    heldPaths(horizon: model.horizon)
    if case .dividend(let dividend) = model.basis {
      if all[.shares] == nil {
        add(.oneShare, "shares are not given, so the equity shown is that of one share", [.shares])
      }
      if dividend.isFading {
        add(
          .hModel,
          "growth fades from \(Wording.percent(dividend.growth[0])) to "
            + "\(Wording.percent(model.terminal?.number ?? .nan)) over \(model.horizon) years by the H-model, which is "
            + "close to, but not equal to, the dividends year by year", [.method, .growth])
      }
    }
    guard case .book(let book) = model.basis else { return }
    preferred(book)
    if book.persistence == nil, model.terminalROE == nil, !isMultiple {
      add(
        .defaultUsed, "neither terminal_roe nor persistence is given: after the forecast equity earns just its cost",
        value: model.lastingRate, [.terminalROE, .persistence])
    }
    if let year = years.first(where: { ($0.netIncome ?? 0) < 0 }) {
      add(
        .lossWithoutDividend, "the loss of year \(year.year) pays no dividend, and book value bears it",
        value: year.netIncome, [.roe, .payout])
    }
  }

  /// Says that preferred from the reports leaves a book value that was typed, which may be common equity already.
  private mutating func preferred(_ book: BookValue) {
    let all = context.assumptions
    guard book.preferred > 0, all[.book]?.source == .typed, !all.isSaid(.preferred) else { return }
    add(
      .preferredOffBook,
      "preferred of \(Wording.amount(book.preferred)) is subtracted from the typed book; if that is common equity "
        + "already, give `preferred = 0`", value: book.preferred, [.preferred, .book])
  }

  var isMultiple: Bool { if case .multiple = model.terminal { true } else { false } }

  // MARK: The terminal value

  private mutating func terminalValue() {
    if model.method != .residualIncome, !years.isEmpty, let share = evaluation.terminalShare {
      terminalShare(share, horizon: model.horizon, flows: evaluation.presentValueOfFlows)
    }
    guard let assumption = model.terminal else { return }
    switch assumption {
    case .multiple(_, of: .freeCashFlow), .multiple(_, of: .earnings):
      shelteredMultiple(terminal, last: operating.last)
    default: break
    }
    if let growth = terminal.impliedGrowth {
      let subject =
        isMultiple
        ? "\(assumption.text) implies perpetual growth of \(Wording.percent(growth))"
        : "terminal growth is \(Wording.percent(growth))"
      terminalGrowth(growth, subject: subject, riskFree: model.claims.riskFree)
    }
    if case .growth(let growth) = assumption { perpetuity(growth) }
  }

  /// The findings on a perpetuity's growth, payout and return, which are assumed to last forever.
  private mutating func perpetuity(_ growth: Double) {
    // If new equity earns its cost, growth changes nothing.
    let matters = if case .book = model.basis { model.terminalROE != nil } else { true }
    if matters { narrowSpread(model.lastingRate - growth, of: .costOfEquity) }
    if matters, let last = years.last {
      growthCliff(
        from: last.growth, to: growth,
        [AssumptionName.growth, .terminal, .horizon].filter { $0 != .growth || context.assumptions[.growth] != nil })
    }
    payoutStep()
    if let back = model.terminalROE, growth > 0 { lastingReturn(back) }
  }

  /// A payout that changes at once after the last year.
  private mutating func payoutStep() {
    if let after = evaluation.terminalPayout, let last = lastPayout,
      let limit = limit(.payoutStep, crossedBy: abs(after - last))
    {
      add(
        .payoutStep, limit,
        "payout goes from \(Wording.percent(last, places: 1)) to \(Wording.percent(after, places: 1)) after the last year, "
          + "as terminal growth and terminal_roe require", value: after - last, [.payout, .terminal, .terminalROE])
    }
  }

  /// The perpetual return on retained earnings, if it is unusually high or below the cost of equity.
  private mutating func lastingReturn(_ back: Double) {
    let limit = unusualReturn(at: model.lastingRate)
    if exceeds(model.lastingRate, back) {
      add(
        .growthLowersValue,
        "earnings retained after the forecast earn \(Wording.percent(back, places: 1)), less than the cost of equity: any "
          + "growth lowers the value", value: back, threshold: model.lastingRate,
        [.terminalROE, .terminal, .costOfEquity])
    } else if exceeds(back, limit) {
      add(
        .reinvestmentTooLow,
        "earnings retained after the forecast would earn \(Wording.percent(back, places: 1)) in perpetuity; up to "
          + "\(Wording.percent(limit)) is usual", value: back, threshold: limit, [.terminalROE, .terminal])
    }
  }

  /// The share of net income that shareholders get in the last year, buybacks included; `nil` if it is not known.
  private var lastPayout: Double? {
    guard case .book(let book) = model.basis else { return years.last?.payout }
    return book.paidOut(model.horizon - 1)
  }

  // MARK: Book value

  private mutating func returns(_ book: BookValue) {
    guard
      let year = years.first(where: { year in
        year.growth > 1e-12 && year.returnOnEquity.map { exceeds(year.costOfEquity, $0) } ?? false
      }), let back = year.returnOnEquity
    else { return }
    add(
      .returnBelowCostOfEquity,
      "equity earns \(Wording.percent(back, places: 1)) in year \(year.year), less than its cost of "
        + "\(Wording.percent(year.costOfEquity)), while book value grows", value: back, threshold: year.costOfEquity,
      [.roe, .payout, .costOfEquity])
  }

  // MARK: Debt and cash

  private mutating func debt(_ operations: ResolvedModel, _ financing: EquityModel.Financing) {
    if let year = years.first(where: { ($0.netIncome ?? 0) < 0 && exceeds($0.interest ?? 0, 0) }),
      operating[year.year - 1].operatingIncome > 0
    {
      add(
        .interestAboveIncome,
        "interest of \(Wording.amount(year.interest ?? .nan)) is more than operating income in year \(year.year)",
        value: year.interest, threshold: operating[year.year - 1].operatingIncome, [.debt, .costOfDebt, .margin])
    }
    if let debtGrowth = evaluation.debtGrowth, case .growth(let growth) = model.terminal,
      let limit = limit(.debtDrifts, crossedBy: abs(debtGrowth - growth))
    {
      add(
        .debtDrifts, limit,
        "debt would grow by \(Wording.percent(debtGrowth, places: 1)) after the forecast, and cash flow by "
          + "\(Wording.percent(growth)): both cannot last", value: debtGrowth - growth,
        [.debtFinancing, .terminal, .debt])
    }
    if let rate = model.rates.min(), exceeds(financing.costOfDebt, rate) {
      add(
        .discountBelowCostOfDebt,
        "cost_of_equity is \(Wording.percent(rate)), below cost_of_debt of \(Wording.percent(financing.costOfDebt))",
        value: rate, threshold: financing.costOfDebt, [.costOfEquity, .costOfDebt])
    }
    if operations.cash > 0, context.assumptions[.operatingCash] == nil {
      add(
        .cashCountsWhole, "operating_cash is not given, so all cash counts as excess cash", value: operations.cash,
        [.cash, .operatingCash])
    }
    if exceeds(financing.operatingCash, operations.cash) {
      add(
        .cashShort, "operations need more cash than there is; the difference is subtracted from the value",
        value: operations.cash, threshold: financing.operatingCash, [.cash, .operatingCash])
    }
  }

  // MARK: Rates and dates

  private mutating func base() {
    let free = model.claims.riskFree
    if let rate = model.rates.min(), exceeds(free, rate) {
      add(
        .discountBelowRiskFree,
        "cost_of_equity is \(Wording.percent(rate)), below risk_free of \(Wording.percent(free))", value: rate,
        threshold: free, [.costOfEquity, .riskFree])
    }
    if let limit = limit(.baseOld, crossedBy: model.claims.elapsed, in: .equity) {
      add(
        .baseOld, limit,
        "the base year ended \(Wording.number(model.claims.elapsed * 12, places: 0)) months before the valuation",
        value: model.claims.elapsed, [.date, .baseEnd])
    }
  }
}
