import Calendar
import Valuation

/// The assumptions of a valuation that a company's reports state, each with its source.
///
///     let apple = fundamentals.assumptions(base: .fiscalYear)
///     let assumptions = try Assumptions(apple.known, baseYear: apple.baseYear)
public struct FundamentalsAssumptions: Sendable {
  /// The period of the figures.
  public var period: Fundamentals.BasePeriod
  /// Assumptions that hold unless others are typed.
  public var known: [Assumption] = []
  /// Figures for models that ask for them: dividends and returns for banks, the history of research, leases and
  /// associates.
  ///
  /// No other model counts them.
  public var offered: [Assumption] = []
  /// Values of the base year, the starts of paths that begin with `to`.
  public var baseYear: [String: Double] = [:]
  /// The figures that each assumption is made of, by its name.
  public var figures: [String: [Fundamentals.Figure]] = [:]
  /// The findings on the figures, the gravest first.
  public var findings: [FundamentalsFinding] = []
  /// The highest operating margin of the ten years up to the period, for comparison with a forecast margin; nil if the
  /// reports state none.
  public var highestMargin: (margin: Double, year: Int)?

  /// The grounds for not valuing the company from these figures, without those that are allowed.
  ///
  /// Typed assumptions remove some of them: a finding whose assumptions are all in `typed` is left out.
  public func refusals(allowing codes: [ValuationCode], typed: Set<String> = []) -> [FundamentalsFinding] {
    findings.filter { finding in
      let names = finding.assumptions
      return finding.isRefusal && !codes.contains(finding.code)
        && !(finding.code != .bankFCFF && !names.isEmpty && names.allSatisfy { typed.contains($0) })
    }
  }
}

extension FundamentalsFinding {
  /// The assumptions that are made of the lines of the finding.
  public var assumptions: [String] {
    var names: [String] = []
    for item in items {
      let name: AssumptionName? =
        switch item {
        case .revenue, .capex, .depreciation, .minority, .preferred, .pension: AssumptionName(rawValue: item.rawValue)
        case .workingCapital: .workingCapital
        case .stockCompensation: .stockCompensation
        case .operatingIncome: .baseMargin
        case .pretaxIncome, .incomeTax: .tax
        case .cash, .currentSecurities, .nonCurrentSecurities: .cash
        case .longTermDebt, .shortTermDebt, .financeLeases: .debt
        case .coverShares, .outstandingShares, .basicShares, .dilutedShares: .shares
        case .equity: .book
        case .operatingLeases: .leases
        case .associates: .investments
        default: nil
        }
      if let name = name?.rawValue, !names.contains(name) { names.append(name) }
    }
    return names
  }
}

extension Fundamentals {
  /// The assumptions of the latest twelve months, or of the latest fiscal year if the reports do not state these.
  public var assumptions: (known: [Assumption], baseYear: [String: Double]) {
    assumptions(base: .latestTwelveMonths).map { ($0.known, $0.baseYear) } ?? ([], [:])
  }

  /// The assumptions that the reports state of a period; nil for a fiscal year that they do not state.
  ///
  /// All flows are of one period and all balances of one day. Tax is the effective rate of three fiscal years if it is
  /// within 0 to 40 %. Figures that the reports do not state are left out, never guessed.
  ///
  /// - Parameters:
  ///   - base: the base period.
  ///   - date: the valuation date, for the age of the figures.
  ///   - mixing: whether a line that has no latest twelve months may be used with others that do (`allow
  ///     mixed-periods`).
  ///   - demand: the lines that the valuation uses; other lines may be missing without effect on these.
  public func assumptions(
    base: Base, on date: CivilDate? = nil, mixing: Bool = false, for demand: FigureDemand = .firm
  ) -> FundamentalsAssumptions? {
    guard let period = period(base, mixing: mixing, needing: demand.lines) else { return nil }
    return assumptions(of: period, on: date, for: demand)
  }

  /// The assumptions that the reports state of a period that was chosen before.
  func assumptions(
    of period: BasePeriod, on date: CivilDate?, for demand: FigureDemand
  ) -> FundamentalsAssumptions {
    var reader = AssumptionReader(fundamentals: self, result: FundamentalsAssumptions(period: period))
    reader.readOperations()
    reader.readClaims()
    reader.readDates()
    reader.readOffers()
    reader.result.findings = findings(of: period, on: date, for: demand)
    reader.result.highestMargin = highestMargin(through: period)
    return reader.result
  }

  /// The assumptions known from each filing on, oldest first: for valuations in the past without look-ahead to later
  /// filings.
  ///
  /// An entry holds from the day after `filed` to the next entry's `filed`; filings before the first annual report
  /// have no entry. The findings are made without a `date`: the age of the figures is for the valuation to check.
  public func assumptionsByFiling(
    base: Base = .latestTwelveMonths, since first: CivilDate? = nil, for demand: FigureDemand = .firm
  ) -> [(filed: CivilDate, assumptions: FundamentalsAssumptions)] {
    let days = filingDates
    // The last filing before the first day is the one known on it.
    let start = first.flatMap { day in days.lastIndex { $0 < day } } ?? 0
    return days[start...].compactMap { day in
      asOf(day)?.assumptions(base: base, for: demand).map { (filed: day, assumptions: $0) }
    }
  }
}
