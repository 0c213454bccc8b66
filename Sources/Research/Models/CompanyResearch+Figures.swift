import Calendar
import OrderedCollections
import Text
import Valuation

/// A closing price with its day.
public struct ClosingPrice: Sendable, Hashable {
  /// The close, in the currency of the prices.
  public var price: Double
  /// The day of the bar.
  public var day: CivilDate
  /// The currency; nil if the source of the bars does not state it.
  public var currency: String?

  /// Makes a price.
  public init(_ price: Double, on day: CivilDate, in currency: String? = nil) {
    self.price = price
    self.day = day
    self.currency = currency
  }
}

extension CompanyResearch {
  /// Whether a price is too far from the figures: older than they are by more than a quarter, or newer by more than a
  /// year and the time that a report takes.
  ///
  /// - Parameter days: the days from the balance date to the price.
  public static func isOfAnotherTime(daysFromFigures days: Int) -> Bool {
    ValuationCode.priceOfAnotherTime.definition.limit(crossedBy: Double(days)) != nil
  }

  /// A new model of a company, before anything is typed: its figures and its last price.
  ///
  /// - Parameters:
  ///   - ticker: the company's symbol.
  ///   - price: its last close; nil if no prices are loaded.
  ///   - changes: the changes that will follow; only those that choose figures count here.
  /// - Throws: a base period that the reports do not have.
  public func newModel(
    of ticker: String, price: ClosingPrice?, for changes: [Assumptions.Change] = []
  ) throws(ValuationError) -> ModelInWork {
    var known: [Assumption] = []
    if let price {
      let detail = "last close of \(ticker), \(price.day)"
      known.append(Assumption(.price, price.price, source: .fundamentals(detail: detail)).read(until: price.day))
      if let currency = price.currency, let own = fundamentals[ticker]?.currency, currency != own {
        known.append(Assumption(.priceCurrency, word: currency, source: .fundamentals(detail: "currency of the bars")))
      }
    }
    return try withFigures(ModelInWork(ticker: ticker, assumptions: try Assumptions(known)), changes)
  }

  /// A model with the company's figures of the base period that it asks for; typed assumptions stay as they are.
  public func withFigures(_ model: ModelInWork, _ changes: [Assumptions.Change]) throws(ValuationError) -> ModelInWork {
    var model = model
    let request = try model.assumptions.with(changes.filter(\.choosesFigures))
    guard let company = try figures(of: model.ticker, for: request, with: changes) else { return model }
    var assumptions = company.known
    // A margin that is not given is unchanged.
    if let base = assumptions.first(where: { $0.key == .baseMargin }) {
      assumptions.append(base.named(AssumptionName.margin.rawValue))
    }
    for offer in company.offered where request.asksFor(offer.key) { assumptions.append(offer) }
    let kept = model.assumptions.all.filter { !$0.isFiled }
    let names = Set(kept.map(\.name))
    var result = try Assumptions(
      kept + assumptions.filter { !names.contains($0.name) && AssumptionDefinition.named($0.name) != nil },
      baseYear: company.baseYear)
    for part in model.assumptions.parts {
      result = try result.with(
        [.part(part.name, part.kind)]
          + part.assumptions.all.map { .set($0.named("\(part.name).\($0.name)")) })
    }
    model.assumptions = result
    return model
  }

  /// The figures of a company for a model; nil if none are loaded.
  ///
  /// A model that holds figures already keeps their period, as its findings are about that one.
  ///
  /// - Parameters:
  ///   - ticker: the company's symbol.
  ///   - assumptions: those of the model.
  ///   - changes: changes that are about to be typed; nil if the model is final.
  /// - Throws: `unknown-base` for a base period that the reports do not have.
  public func figures(
    of ticker: String, for assumptions: Assumptions, with changes: [Assumptions.Change]? = nil
  ) throws(ValuationError) -> FundamentalsAssumptions? {
    guard let fundamentals = fundamentals[ticker] else { return nil }
    let word = assumptions.word(.base) ?? "ltm"
    let date = assumptions.word(.date).flatMap { CivilDate(iso8601: $0) }
    let demand = assumptions.figureDemand(with: changes ?? [])
    guard let base = Fundamentals.Base(word),
      let company = fundamentals.assumptions(
        base: base, on: date, mixing: assumptions.allowed.contains(.mixedPeriods), for: demand)
    else {
      let years = fundamentals.years.map { "\($0.year)" }
      throw ValuationError(
        code: .unknownBase, message: "the figures of \(ticker) have no base period `\(word)`", assumptions: [.base],
        hint: "it is ltm, fy or one of \(years.joined(separator: ", "))")
    }
    guard changes == nil, let end = assumptions.reportedEnd, company.period.end != end,
      let held = fundamentals.period(ending: end, for: base)
    else { return company }
    var holding = fundamentals.assumptions(of: held, on: date, for: demand)
    if held.end < company.period.end, !holding.findings.contains(where: { $0.code == .noTrailingMonths }) {
      var finding = FundamentalsFinding(
        .noTrailingMonths, .warning,
        "the model has the figures of \(held.name), but those of \(company.period.name) have since been filed: "
          + "`dcf base = \(word)` takes them", items: [.revenue])
      finding.isStanding = true
      holding.findings.insert(finding, at: 0)
    }
    return holding
  }

  /// The findings on the company's figures that a model rests on.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - result: its valuation.
  ///   - company: the figures, from ``checkFigures(of:priceDay:)``.
  ///   - priceDay: the day of the last loaded price; nil if none is loaded.
  public func findings(
    on model: ModelInWork, _ result: ValuationResult, with company: FundamentalsAssumptions?, priceDay: CivilDate?
  ) -> [ValuationFinding] {
    guard let company else {
      return keptWarnings(of: model) + priceFindings(on: model, figures: nil, priceDay: priceDay)
    }
    var findings = Self.findings(of: company, on: model).map { $0.weighed(against: result.equityValue) }
    findings += priceFindings(on: model, figures: company.period.balanceDate, priceDay: priceDay)
    if let highest = company.highestMargin, let margin = result.numbers(of: .margin)?.max(),
      let limit = ValuationCode.marginAboveHistory.definition.limit(crossedBy: margin - highest.margin)
    {
      findings.append(
        ValuationFinding(
          code: .marginAboveHistory, severity: limit.severity,
          message: "margin reaches \(NumberFormat.percent(1).text(margin)), but the highest of ten years was "
            + "\(NumberFormat.percent(1).text(highest.margin)) in \(highest.year)",
          value: margin, threshold: highest.margin + limit.value, assumptions: [.margin]))
    }
    return findings
  }
}

extension CompanyResearch {
  /// The finding on a price of another time than the figures.
  ///
  /// The price is the last close, or was computed from bars: one that was typed as a number has no day. Without figures
  /// from reports the day is that of the typed ones, else that of the newest reports.
  private func priceFindings(
    on model: ModelInWork, figures: CivilDate?, priceDay: CivilDate?
  ) -> [ValuationFinding] {
    let assumptions = model.assumptions
    guard let price = assumptions[.price], let day = price.barDay ?? (price.isOfReports ? priceDay : nil),
      let figures = assumptions.reportedBalance ?? figures ?? assumptions.figuresDay
        ?? fundamentals[model.ticker]?.period()?.balanceDate
    else { return [] }
    let days = Double(day.daysSince1970 - figures.daysSince1970)
    guard let limit = ValuationCode.priceOfAnotherTime.definition.limit(crossedBy: days) else { return [] }
    return [
      ValuationFinding(
        code: .priceOfAnotherTime, severity: limit.severity,
        message: "the price is of \(day) and the figures are of \(figures), so upside compares two dates",
        value: days, threshold: limit.value, assumptions: [.price])
    ]
  }

  /// The findings on filed figures that a model rests on.
  private static func findings(of company: FundamentalsAssumptions, on model: ModelInWork) -> [ValuationFinding] {
    let typed = Set(model.assumptions.flat.filter { !$0.isOfReports }.map(\.name))
    let used = Set(model.assumptions.flat.map(\.name))
    let allowed = model.assumptions.allowed
    return company.findings.compactMap { finding -> ValuationFinding? in
      if finding.isRefusal, !allowed.contains(finding.code) { return nil }
      // With the rate of exchange nothing is left to say.
      if finding.code == .foreignCurrency, model.assumptions[.fx] != nil { return nil }
      let names = finding.assumptions
      // Findings on figures that were typed, or that the model does not count, are left out.
      if !finding.isStanding, !names.isEmpty,
        names.allSatisfy({ typed.contains($0) || !used.contains($0) && !finding.countsAsNone })
      {
        return nil
      }
      return ValuationFinding(
        code: finding.code, severity: finding.severity, message: finding.message, value: finding.value,
        threshold: finding.threshold, assumptions: names)
    }
  }

  /// The warnings about its filings that are kept with a model when it is saved.
  func filingWarnings(of model: ModelInWork) -> [ValuationFinding] {
    guard let company = try? filedFigures(of: model) else { return keptWarnings(of: model) }
    return Self.findings(of: company, on: model)
  }

  /// The warnings that were kept with the scenario of a model whose filings are not loaded.
  private func keptWarnings(of model: ModelInWork) -> [ValuationFinding] {
    guard fundamentals[model.ticker] == nil,
      let scenario = model.scenario.flatMap({ scenarios.named($0, of: model.ticker) })
    else { return [] }
    let filed = Set(scenario.assumptions.flat.filter(\.isOfReports).map(\.name))
    let isTyped = { (name: String) in filed.contains(name) && model.assumptions[name]?.isOfReports != true }
    // Warnings on filed figures no longer apply once the figure was replaced by a typed one.
    return scenario.filingWarnings.filter { $0.assumptions.isEmpty || !$0.assumptions.allSatisfy(isTyped) }
  }

  /// The figures that a model takes from the company's reports; nil if it takes none.
  private func filedFigures(of model: ModelInWork) throws(ValuationError) -> FundamentalsAssumptions? {
    guard model.assumptions.flat.contains(where: \.isFiled) else { return nil }
    return try figures(of: model.ticker, for: model.assumptions)
  }

  /// Refuses a model whose figures do not carry it, before anything else that it lacks is requested.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - priceDay: the day of the last loaded price; nil if none is loaded.
  /// - Returns: the figures; nil if the model takes none.
  /// - Throws: the first refusal that is not allowed.
  @discardableResult
  public func checkFigures(
    of model: ModelInWork, priceDay: CivilDate?
  ) throws(ValuationError) -> FundamentalsAssumptions? {
    guard let company = try filedFigures(of: model) else { return nil }
    try refuse(company, for: model, priceDay: priceDay)
    return company
  }

  /// Refuses a currency that only relabels filed amounts.
  private func checkCurrency(of model: ModelInWork) throws(ValuationError) {
    try checkPriceCurrency(of: model)
    guard let currency = model.assumptions[.currency], !currency.isOfReports, case .word(let word) = currency.value,
      let reported = fundamentals[model.ticker]?.currency, word != reported
    else { return }
    let amounts = model.assumptions.flat.filter { $0.isFiled && $0.key?.definition.unit == .money }
    guard let amount = amounts.first else { return }
    throw ValuationError(
      code: .currencyWithoutFx,
      message: "the figures of \(model.ticker) are in \(reported), but currency says \(word): \(amount.name) and the "
        + "other filed amounts are not converted",
      assumptions: [AssumptionName.currency.rawValue, amount.name],
      hint: "`price_currency = \(word), fx = …` compares them with a price in \(word)")
  }

  /// Refuses bars of another currency than the accounts without an exchange rate.
  private func checkPriceCurrency(of model: ModelInWork) throws(ValuationError) {
    guard let currency = model.assumptions[.priceCurrency], currency.isOfReports, case .word(let word) = currency.value,
      let reported = fundamentals[model.ticker]?.currency, word != reported,
      model.assumptions[.fx] == nil
    else { return }
    throw ValuationError(
      code: .currencyWithoutFx,
      message: "the figures of \(model.ticker) are in \(reported), but its bars are in \(word)",
      assumptions: [.fx, .currency, .priceCurrency],
      hint: "give fx, the units of \(reported) for one \(word), and adr_ratio if the bars are of a depositary receipt")
  }

  private func refuse(
    _ company: FundamentalsAssumptions, for model: ModelInWork, priceDay: CivilDate?
  ) throws(ValuationError) {
    let assumptions = model.assumptions
    try checkCurrency(of: model)
    let typed = Set(assumptions.flat.filter { !$0.isOfReports }.map(\.name))
    let refusal = company.refusals(allowing: assumptions.allowed, typed: typed).first { finding in
      // A bank has no value as a firm, but its equity has one.
      finding.code != .bankFCFF || !assumptions.method.isOfEquity
    }
    if let refusal {
      throw ValuationError(
        code: refusal.code, message: refusal.message, assumptions: refusal.assumptions,
        hint: refusal.code == .bankFCFF
          ? "`model = residual_income` or `model = ddm` value its equity; `allow bank-fcff` overrides"
          : "`allow \(refusal.code.name)` values it anyway, with a permanent warning")
    }
    try checkSplits(of: model, baseEnd: company.period.end, priceDay: priceDay)
  }

  /// Refuses a price of bars and a count of shares with a split between them.
  private func checkSplits(of model: ModelInWork, baseEnd end: CivilDate, priceDay: CivilDate?) throws(ValuationError) {
    guard let price = model.assumptions[.price], price.isOfReports, let day = price.barDay ?? priceDay,
      !model.assumptions.allowed.contains(.splitSuspected)
    else { return }
    let refusal =
      model.assumptions[.shares]?.isOfReports == true
      ? splitRefusal(of: model.ticker, priceDay: day)
      : oldSharesRefusal(of: model, baseEnd: end, priceDay: day)
    if let refusal { throw refusal }
  }

  /// The refusal of a typed count of shares from before a split with a price from after it; nil if there is none.
  private func oldSharesRefusal(of model: ModelInWork, baseEnd end: CivilDate, priceDay day: CivilDate)
    -> ValuationError?
  {
    let all = splits(since: model.assumptions, of: model.ticker, baseEnd: end).splits
    let splits = SplitsSince(splits: all.filter { $0.filed <= day })
    guard let last = splits.splits.last, case .scalar(let shares)? = model.assumptions[.shares]?.value else {
      return nil
    }
    let factor = NumberText.plain(splits.factor)
    return ValuationError(
      code: .splitSuspected,
      message: "\(NumberFormat.compact(3).text(shares)) shares are from before the split of "
        + "\(Wording.list(splits.splits.map(\.text))), seen first on \(last.filed), but the price of \(model.ticker) is "
        + "of \(day): price and shares are in different units",
      assumptions: [.shares, .price],
      hint: "`split = \(factor)` counts in new shares, or type the price of an old one; `allow split-suspected` values "
        + "it anyway")
  }

  /// The refusal of a price and a count of shares that have a split between them; nil if there is none.
  ///
  /// - Parameters:
  ///   - ticker: the company's symbol.
  ///   - day: the day of its price.
  public func splitRefusal(of ticker: String, priceDay day: CivilDate) -> ValuationError? {
    guard let split = fundamentals[ticker]?.split(after: day) else { return nil }
    return ValuationError(
      code: .splitSuspected,
      message: "the price of \(ticker) is of \(day), and its shares were split \(split.text) since, seen first on "
        + "\(split.filed): price and shares are in different units",
      assumptions: [.price, .shares],
      hint: "load or type the price of today; `allow split-suspected` values it if prices are adjusted for it")
  }
}

extension Fundamentals {
  /// The period of a base whose flows end on a day, as a model may hold it from before; nil if there is none.
  fileprivate func period(ending end: CivilDate, for base: Base) -> BasePeriod? {
    let bases = [base, .fiscalYear] + years.reversed().map { Base.year($0.year) }
    return bases.lazy.compactMap { self.period($0) }.first { $0.end == end }
  }
}

extension ValuationFinding {
  /// The finding on a figure of an older balance sheet, as severe as the amount relative to the value of the equity.
  fileprivate func weighed(against equity: Double) -> ValuationFinding {
    guard code == .olderBalance, let value, equity > 0,
      let limit = code.definition.limit(crossedBy: value / equity), limit.severity == .strong || severity == .note
    else { return self }
    return ValuationFinding(
      code: code, severity: limit.severity, message: message, value: value, threshold: threshold,
      assumptions: assumptions)
  }
}

extension Assumptions {
  /// The day that typed figures are of; nil if none is given.
  fileprivate var figuresDay: CivilDate? {
    (word(.balanceDate) ?? word(.baseEnd)).flatMap { CivilDate(iso8601: $0) }
  }

  /// The day of the balance sheet that was taken from the reports; nil if none was.
  fileprivate var reportedBalance: CivilDate? {
    guard let balance = self[.balanceDate], balance.isOfReports else { return nil }
    return figuresDay
  }

  /// The last day of the flows that were taken from the reports; nil if none were.
  fileprivate var reportedEnd: CivilDate? {
    guard let end = self[.baseEnd], end.isOfReports else { return nil }
    return word(.baseEnd).flatMap { CivilDate(iso8601: $0) }
  }
}

extension Assumptions {
  /// Whether the model asks for a figure that the reports offer.
  fileprivate func asksFor(_ name: AssumptionName?) -> Bool {
    switch method {
    case .residualIncome: return asksForEquity(name)
    case .ddm: return self[.growth] == nil ? asksForEquity(name) : name == .dividend
    case .fcff, .fcfe: return name == .coverage && self[.rating] == nil && self[.equityPremium] != nil
    }
  }
}

extension Assumptions {
  /// True if a model of book value needs a figure: the return on it, and the payout by dividends and buybacks, unless
  /// growth of book value or a typed payout determines that.
  private func asksForEquity(_ name: AssumptionName?) -> Bool {
    switch name {
    case .roe: self[.rote] == nil
    case .goodwill: self[.rote] != nil && self[.tangibleBook] == nil
    case .payout: self[.growth] == nil
    case .buybacks: self[.growth] == nil && self[.payout]?.isOfReports != false
    default: false
    }
  }
}

extension Assumptions.Change {
  /// Whether it decides which of a company's figures a model takes.
  fileprivate var choosesFigures: Bool {
    switch self {
    case .set(let assumption) where !assumption.name.contains("."):
      [AssumptionName.base, .date, .model, .growth, .rating, .equityPremium, .rote, .payout, .tangibleBook]
        .contains(assumption.key)
    case .allow: true
    default: false
    }
  }
}
