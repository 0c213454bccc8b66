import Text

/// The rules common to the reviews of all models.
protocol ReviewRules {
  /// The assumptions, and the findings from resolving them.
  var context: ResolvedModel.Context { get }
  /// The findings, in the order of the rules.
  var findings: [ValuationFinding] { get set }
}

extension ReviewRules {
  /// Adds a finding with the severity that the table has for its code, unless another is given.
  mutating func add(
    _ code: ValuationCode, _ severity: ValuationFinding.Severity, _ message: String, value: Double? = nil,
    threshold: Double? = nil, _ assumptions: [AssumptionName]
  ) {
    add(code, severity, message, value: value, threshold: threshold, names: assumptions.map(\.rawValue))
  }

  mutating func add(
    _ code: ValuationCode, _ message: String, value: Double? = nil, threshold: Double? = nil,
    _ assumptions: [AssumptionName]
  ) {
    add(code, nil, message, value: value, threshold: threshold, names: assumptions.map(\.rawValue))
  }

  /// Adds a finding about assumptions, some of them of parts.
  mutating func add(
    _ code: ValuationCode, _ message: String, value: Double? = nil, threshold: Double? = nil, _ assumptions: [String]
  ) {
    add(code, nil, message, value: value, threshold: threshold, names: assumptions)
  }

  private mutating func add(
    _ code: ValuationCode, _ severity: ValuationFinding.Severity?, _ message: String, value: Double?,
    threshold: Double?, names: [String]
  ) {
    findings.append(
      ValuationFinding(
        code: code, severity: severity, message: message, value: value,
        threshold: threshold, assumptions: names))
  }

  /// Reports the items that count as 0 because they were not given, and the assumed tax.
  mutating func defaultsTaken(_ zeros: [AssumptionName], tax: Double?) {
    if !zeros.isEmpty {
      add(
        .defaultUsed,
        "\(Wording.list(zeros)) \(Wording.plural(zeros.count, "is", "are")) not given and \(Wording.plural(zeros.count, "counts", "count")) as 0",
        value: 0, zeros)
    }
    if isDefault(.tax), let tax {
      add(.defaultUsed, "tax is not given and counts as \(Wording.percent(tax))", value: tax, [.tax])
    }
  }

  /// The gravest limit of a code that a measure lies beyond; `nil` if it is usual.
  func limit(
    _ code: ValuationCode, crossedBy measure: Double, horizon: Int? = nil, of assumption: AssumptionName? = nil,
    in models: ValuationCode.Models = .all
  ) -> ValuationCode.Limit? {
    code.definition.limit(crossedBy: measure, horizon: horizon, of: assumption, in: models)
  }

  /// Adds a finding with the severity and the value of the limit that was crossed.
  mutating func add(
    _ code: ValuationCode, _ limit: ValuationCode.Limit, _ message: String, value: Double,
    _ assumptions: [AssumptionName]
  ) {
    add(code, limit.severity, message, value: value, threshold: limit.value, assumptions)
  }

  /// Reports that most of the value follows the forecast.
  mutating func terminalShare(_ share: Double, horizon: Int, flows: Double) {
    guard let limit = limit(.terminalShare, crossedBy: share, horizon: horizon) else { return }
    let reason =
      flows < 0
      ? "the flows before it are negative" : "at \(horizon) years up to \(Wording.percent(limit.value)) is usual"
    add(
      .terminalShare, limit, "the terminal value is \(Wording.percent(share, places: 1)) of the value: \(reason)",
      value: share, [.terminal, .horizon])
  }

  /// Reports perpetual growth above that of an economy: the risk-free rate, if it is known.
  mutating func terminalGrowth(_ growth: Double, subject: String, riskFree free: Double) {
    if free.isNaN {
      guard let limit = limit(.terminalGrowthHigh, crossedBy: growth) else { return }
      add(
        .terminalGrowthHigh, limit, "\(subject), more than the long-run growth of an economy", value: growth,
        [.terminal])
    } else if exceeds(growth, free) {
      add(
        .terminalGrowthHigh, .warning,
        "\(subject), above the risk-free rate of \(Wording.percent(free)), a proxy for the growth of the economy",
        value: growth, threshold: free, [.terminal])
    }
  }

  /// Reports a value that depends on the difference of two rates.
  mutating func narrowSpread(_ spread: Double, of rate: AssumptionName) {
    guard let limit = limit(.narrowSpread, crossedBy: spread) else { return }
    add(
      .narrowSpread, limit,
      "\(rate) is only \(Wording.points(spread)) above terminal growth, so the value depends on their difference",
      value: spread, [rate, .terminal])
  }

  /// Reports debt above the value of operations, or cash more than half of it.
  mutating func claims(debt: Double, cash: Double, on value: Double) {
    if debt > value, debt > 0 {
      add(.debtAboveValue, "debt is more than the value of operations", value: debt, threshold: value, [.debt])
    }
    for limit in ValuationCode.cashAboveHalf.definition.limits where value > 0 && cash > limit.value * value {
      add(.cashAboveHalf, limit, "cash is more than half the value of operations", value: cash / value, [.cash])
    }
  }

  /// The limit of unusual returns on new capital: that of the table, or twice the discount rate if higher.
  func unusualReturn(at rate: Double) -> Double {
    ValuationCode.reinvestmentTooLow.definition.limits.reduce(2 * rate) { max($1.value, $0) }
  }

  /// Reports a terminal that multiplies an after-tax figure of a year in which losses saved tax.
  mutating func shelteredMultiple(_ terminal: TerminalValue, last: ForecastYear?) {
    guard case .multiple(_, let metric)? = terminal.assumption, let last,
      let limit = limit(.shelteredMultiple, crossedBy: last.taxSaved / terminal.flow)
    else { return }
    add(
      .shelteredMultiple, limit,
      "terminal multiplies the \(metric.title) of year \(last.year), \(Wording.amount(terminal.flow)), when losses "
        + "carried forward saved \(Wording.amount(last.taxSaved)) of tax; no later year has that",
      value: last.taxSaved / terminal.flow, [.terminal])
  }

  /// Reports growth that falls steeply after the last year.
  mutating func growthCliff(from last: Double, to growth: Double, _ assumptions: [AssumptionName]) {
    guard let limit = limit(.growthCliff, crossedBy: last - growth) else { return }
    add(
      .growthCliff, limit,
      "growth falls from \(Wording.percent(last)) to \(Wording.percent(growth)) after the last year; "
        + "lengthen the horizon or let growth fade", value: last - growth, assumptions)
  }

  /// Whether a value lies above a threshold by more than rounding: 9% - 7% is 2pp.
  func exceeds(_ value: Double, _ threshold: Double) -> Bool { value > threshold + 1e-12 }

  func isDefault(_ name: AssumptionName) -> Bool {
    context.assumptions[name].map { $0.source == .default && $0.shifts.isEmpty } ?? false
  }

  /// Reports the source of a horizon that was not given.
  mutating func horizonTaken(_ horizon: Int) {
    guard isDefault(.horizon) else { return }
    let source = context.horizonFrom
    add(
      .defaultUsed,
      source.isEmpty
        ? "horizon is not given and counts as \(horizon) years"
        : "horizon is not given and follows \(Wording.list(source)): \(horizon) years", value: Double(horizon),
      [AssumptionName.horizon.rawValue] + source)
  }

  /// Names lists of amounts whose first one is the base year's figure, and not a forecast.
  mutating func listedBases() {
    for listed in context.listedBases {
      let what = listed.name.nameOfAmounts
      add(
        .baseYearListed,
        "\(what) of year 1 is \(Wording.amount(listed.amount)), as in the base year; if the list begins with the base "
          + "year, leave out its first number", value: listed.amount, threshold: listed.figure, [listed.name])
    }
  }

  /// Names the paths whose last value is held.
  mutating func heldPaths(horizon: Int) {
    listedBases()
    for (name, after) in context.held {
      add(
        .pathHeld, "\(name) keeps its value of year \(after) to the end", value: Double(after),
        threshold: Double(horizon), [name])
    }
  }

  /// Values outside their usual range.
  ///
  /// - Parameters:
  ///   - terminal: the terminal assumption, if the model has one.
  ///   - yearly: the numbers of an assumption that differs from year to year.
  mutating func ranges(terminal: TerminalAssumption?, yearly: (AssumptionName) -> [Double]?) {
    for assumption in context.assumptions.all {
      // A share of the change of revenue has no usual range.
      guard let name = assumption.key, assumption.basis != .change, var bounds = name.definition.plausible
      else { continue }
      let definition = name.definition
      // A reported margin of the base year counts if the path of the margin starts from it.
      if name == .baseMargin, case .fundamentals = assumption.source, !marginStartsFromBase { continue }
      let values: [Double]
      var isMultiple = false
      switch assumption.value {
      case .scalar, .path:
        if let yearly = yearly(name) {
          values = yearly
        } else if case .scalar(let number) = assumption.value {
          values = [assumption.afterShifts(number)]
        } else {
          continue
        }
      case .terminal:
        // Growth above the range has a finding of its own.
        guard let terminal else { continue }
        values = [terminal.number]
        guard case .multiple(_, let metric) = terminal else {
          bounds = AssumptionDefinition.Bounds(bounds.lower, .infinity)
          break
        }
        isMultiple = true
        bounds = AssumptionDefinition.terminalMultiple(of: metric).plausible
      case .word, .priced: continue
      }
      guard let place = values.firstIndex(where: { !bounds.contains($0) }) else { continue }
      let value = values[place]
      let range =
        isMultiple
        ? "\(Wording.number(bounds.lower))x..\(Wording.number(bounds.upper))x"
        : definition.text(definition.plausible ?? bounds)
      let text = isMultiple ? terminal?.text ?? "" : definition.text(value)
      let year = values.count > 1 && Set(values).count > 1 ? " in year \(place + 1)" : ""
      add(
        .outsidePlausibleRange, "\(name) is \(text)\(year); \(range) is usual", value: value,
        threshold: bounds.end(exceededBy: value), [name])
    }
  }

  private var marginStartsFromBase: Bool {
    if case .path(let path)? = context.assumptions[.margin]?.value { path.startsFromBase } else { false }
  }

  /// A share that is worth nothing, or far from its price.
  ///
  /// - Parameters:
  ///   - claims: the assumptions that can take everything.
  ///   - figures: those whose units may be wrong.
  mutating func share(_ value: Double, claims: [AssumptionName], figures: [AssumptionName]) {
    if value <= 0 {
      add(
        .equityNotPositive, "nothing is left for the shares, so upside and CAGR have no meaning", value: value,
        threshold: 0, claims)
    } else if let price = context.price {
      let ratio = value / price
      if let limit = limit(.farFromPrice, crossedBy: ratio) {
        add(
          .farFromPrice, limit,
          (ratio < 0.1
            ? "the price is \(Wording.number(1 / ratio, places: 1)) times the value"
            : "value is \(Wording.number(ratio, places: 2)) times the price")
            + "; check the units first: thousands, splits, fx upside down, an ADR ratio", value: ratio, figures)
      }
    }
  }

  /// Findings on refusals that `allow` turned into warnings, on figures shown without an effect, and on a first year
  /// far from the base year.
  mutating func standing(growth: Double?, margin: Double?) {
    let all = context.assumptions
    allowedRefusals()
    if let given = all[.stockCompensation], case .scalar(let number) = given.value {
      let rate = given.afterShifts(number)
      add(
        .stockCompensation,
        "stock compensation of \(Wording.percent(rate)) of revenue is a cost inside margin and is not added back",
        value: rate, [.stockCompensation])
    }
    for (name, value) in [(AssumptionName.margin, margin), (.growth, growth)] {
      guard let value, let base = all.base(of: name),
        let limit = limit(.farFromBase, crossedBy: abs(value - base), of: name)
      else { continue }
      add(
        .farFromBase, limit,
        "\(name) is \(Wording.percent(value)) in year 1, after \(Wording.percent(base)) in the base year",
        value: value - base, [name])
    }
  }

  /// The refusals of judgement that `allow` turned into standing warnings.
  mutating func allowedRefusals() {
    for code in context.assumptions.allowed {
      guard let allowed = ValuationCode.allowed(code) else { continue }
      add(allowed, .strong, "the refusal \(code) was allowed: the value is shown anyway", [.allow])
    }
  }

  /// Compares revenue with the market, if its size is given; more than all of it is refused before.
  mutating func marketShare(_ revenue: [Double]) {
    guard let market = context.market else { return }
    if context.assumptions[.marketGrowth] == nil {
      add(
        .defaultUsed, "market_growth is not given and counts as 0%: the market does not grow", value: 0, [.marketGrowth]
      )
    }
    let shares = revenue.enumerated().map { $1 / market.size(year: $0 + 1) }
    guard let most = shares.indices.max(by: { shares[$0] < shares[$1] }),
      let limit = limit(.marketShare, crossedBy: shares[most])
    else { return }
    add(
      .marketShare, limit,
      "revenue is \(Wording.percent(shares[most], places: 1)) of the market in year \(most + 1); up to "
        + "\(Wording.percent(limit.value)) is usual", value: shares[most], [.growth, .revenue, .market])
  }
}

/// The market that a company sells in.
struct Market: Sendable, Equatable {
  /// Revenue of all sellers in the base year.
  let base: Double
  /// Its growth a year.
  let growth: Double

  /// The market of the assumptions; `nil` if none is given.
  init?(_ all: Assumptions) throws(ValuationError) {
    guard let size = try all.number(.market) else { return nil }
    base = size
    growth = try all.number(.marketGrowth) ?? 0
  }

  /// Revenue of all sellers in a year of the forecast, 0 for the base year.
  func size(year: Int) -> Double {
    var size = base
    for _ in 0..<year { size *= 1 + growth }
    return size
  }

  /// Refuses revenue that is more than the entire market.
  func check(revenue: Double, growth rates: some Sequence<Double>) throws(ValuationError) {
    var revenue = revenue
    var year = 0
    var size = base
    var all = Array(rates)[...]
    while true {
      guard revenue <= size * (1 + 1e-12) else {
        throw ValuationError(
          code: .marketShare,
          message: "revenue of \(Wording.amount(revenue)) in year \(year) is more than the entire market of "
            + "\(Wording.amount(size))",
          assumptions: [.growth, .revenue, .market],
          hint: "lower growth, or give the growth of the market: `market_growth = 8%`"
        )
      }
      guard let rate = all.popFirst() else { return }
      year += 1
      revenue *= 1 + rate
      size *= 1 + growth
    }
  }
}
