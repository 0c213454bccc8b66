import Calendar
import Columns
import Filings
import Language
import MarketData
import OrderedCollections
import Presentation
import Valuation

extension Execution {
  /// How far the price and the figures may lie apart: a year and the time that a report takes.
  static let mostDaysBetweenPriceAndFigures = 460

  /// What is known of a company before anything is typed: its figures and its last price.
  ///
  /// - Parameters:
  ///   - changes: what is typed of the model, where it says which base period is wanted.
  ///   - places: where that stands.
  ///   - span: where else a refusal belongs.
  func newModel(
    _ ticker: String, _ changes: [Assumptions.Change] = [], _ places: [AssumptionPlace] = [], at span: SourceSpan? = nil
  ) throws(Diagnostic) -> ModelInWork {
    var known: [Assumption] = []
    if let loaded = session.series[ticker], !loaded.isMacro,
      let price = loaded.bars.close.values.last(where: { !$0.isNaN })
    {
      let day = loaded.bars.civilTime(at: loaded.bars.count - 1).date
      known.append(Assumption("price", price, source: .fundamentals(detail: "last close of \(ticker), \(day)")))
    }
    do {
      let empty = ModelInWork(ticker: ticker, scenario: nil, assumptions: try Assumptions(known))
      return try withFigures(empty, changes)
    } catch {
      throw diagnostic(error, places, span)
    }
  }

  /// A model with the company's figures of the base period that it asks for; what was typed stays as it is.
  func withFigures(_ model: ModelInWork, _ changes: [Assumptions.Change]) throws(ValuationError) -> ModelInWork {
    var model = model
    let wanted = try model.assumptions.with(changes.filter(\.choosesFigures))
    guard let company = try figures(of: model.ticker, for: wanted) else { return model }
    var assumptions = company.known
    // A margin that nobody gives stays as it is.
    if let base = assumptions.first(where: { $0.name == "base_margin" }) { assumptions.append(base.named("margin")) }
    for offer in company.offered where wanted.asksFor(offer.name) { assumptions.append(offer) }
    let kept = model.assumptions.all.filter { !$0.isOfReports || $0.name == "price" }
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

  /// The figures of a company for a model; nil where none are loaded.
  ///
  /// - Throws: `unknown-base` for a base period that the reports do not have.
  func figures(
    of ticker: String, for assumptions: Assumptions
  ) throws(ValuationError) -> FundamentalsAssumptions? {
    guard let fundamentals = session.fundamentals[ticker] else { return nil }
    let word = assumptions.word("base") ?? "ltm"
    let date = assumptions.word("date").flatMap(CivilDate.init(text:))
    let mixing = assumptions.allowed.contains(FundamentalsFinding.Code.mixedPeriods.rawValue)
    if let base = Fundamentals.Base(word),
      let company = fundamentals.assumptions(base: base, on: date, mixing: mixing)
    {
      return company
    }
    let years = fundamentals.years.map { "\($0.year)" }
    throw ValuationError(
      code: "unknown-base", message: "the figures of \(ticker) have no base period `\(word)`", assumptions: ["base"],
      hint: "it is ltm, fy or one of \(years.joined(separator: ", "))")
  }

  /// What the company's figures say against a model that rests on them, and for its reader to know.
  ///
  /// - Throws: the first refusal that is not allowed.
  func findings(on model: ModelInWork, _ result: ValuationResult) throws(ValuationError) -> [ValuationFinding] {
    let ofReports = model.assumptions.flat.filter(\.isOfReports).map(\.name).filter { $0 != "price" }
    guard !ofReports.isEmpty, let company = try figures(of: model.ticker, for: model.assumptions) else { return [] }
    let typed = Set(model.assumptions.flat.filter { !$0.isOfReports }.map(\.name))
    let used = Set(model.assumptions.flat.map(\.name))
    let allowed = model.assumptions.allowed
    let refusals = company.refusals(allowing: allowed, typed: typed).filter { finding in
      // What makes no sense for a firm may make sense for its equity.
      finding.code != .bank || !result.method.isOfEquity
    }
    if let refusal = refusals.first {
      throw ValuationError(
        code: refusal.code.rawValue, message: refusal.message, assumptions: refusal.assumptions,
        hint: refusal.code == .bank
          ? "`model = residual_income` or `model = ddm` value a bank; `allow bank-fcff` insists"
          : "`allow \(refusal.code.rawValue)` values it all the same, with a standing warning")
    }
    var findings = company.findings.compactMap { finding -> ValuationFinding? in
      if finding.severity == .refusal, !allowed.contains(finding.code.rawValue) { return nil }
      let names = finding.assumptions
      // What is typed, or has no place in the model, is not worth a word.
      if !names.isEmpty, names.allSatisfy({ typed.contains($0) || !used.contains($0) }) { return nil }
      return ValuationFinding(finding, names)
    }
    if model.assumptions["price"]?.isOfReports == true, let loaded = session.series[model.ticker] {
      let day = loaded.bars.civilTime(at: loaded.bars.count - 1).date
      let days = abs(day.daysSince1970 - company.period.balanceDate.daysSince1970)
      if days > Self.mostDaysBetweenPriceAndFigures {
        findings.append(
          ValuationFinding(
            code: "price-of-another-time", severity: .warning,
            message: "the price is of \(day) and the figures are of \(company.period.balanceDate), so upside compares "
              + "two times",
            value: Double(days), threshold: Double(Self.mostDaysBetweenPriceAndFigures), assumptions: ["price"]))
      }
    }
    if let highest = company.highestMargin, let margin = result.numbers(of: "margin")?.max(),
      margin > highest.margin + 0.02
    {
      findings.append(
        ValuationFinding(
          code: "margin-above-history", severity: .warning,
          message: "margin reaches \(NumberFormat.percent(1).text(margin)), and the highest of ten years was "
            + "\(NumberFormat.percent(1).text(highest.margin)) in \(highest.year)",
          value: margin, threshold: highest.margin + 0.02, assumptions: ["margin"]))
    }
    return findings
  }
}

extension ValuationFinding {
  /// What is to be known of a company's figures, as a finding of a valuation that rests on them.
  fileprivate init(_ finding: FundamentalsFinding, _ assumptions: [String]) {
    let severity: Severity =
      switch finding.severity {
      case .note: .note
      case .warning: .warning
      case .strong, .refusal: .strong
      }
    self.init(
      code: finding.code.rawValue, severity: severity, message: finding.message, value: finding.value,
      threshold: finding.threshold, assumptions: assumptions)
  }
}

extension Assumption {
  /// Whether the company's reports, or the market, say it and nobody typed it.
  var isOfReports: Bool { if case .fundamentals = source { true } else { false } }
}

extension Assumptions {
  /// Whether a model takes a figure that the reports offer and that others would not.
  fileprivate func asksFor(_ name: String) -> Bool {
    switch method {
    case .residualIncome: return ["roe", "payout"].contains(name)
    case .ddm: return self["growth"] == nil ? ["roe", "payout"].contains(name) : name == "dividend"
    case .fcff, .fcfe: return name == "coverage" && self["rating"] == nil && self["equity_premium"] != nil
    }
  }
}

extension Assumptions.Change {
  /// Whether it says which of a company's figures are wanted.
  fileprivate var choosesFigures: Bool {
    switch self {
    case .set(let assumption) where !assumption.name.contains("."):
      ["base", "date", "model", "growth", "rating", "equity_premium"].contains(
        AssumptionDefinition.named(assumption.name)?.name)
    case .allow: true
    default: false
    }
  }
}
