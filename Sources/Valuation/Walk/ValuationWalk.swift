import Calendar

/// The way from a valuation of some time ago to one of now, in four steps.
///
/// Time passes, newer reported figures take the place of the base year's, the bridge and the shares change, and the
/// forecast assumptions do.
/// Each step is the Shapley value over the four: the mean amount that it adds over all orders in which they could be
/// taken. The step of the forecast assumptions is split among them in the same way (Owen's value), so that everything
/// adds up.
public struct ValuationWalk: Sendable, Equatable {
  /// The groups of changes between two valuations.
  public enum Group: String, Sendable, Equatable, CaseIterable {
    /// The day that the value is meant for.
    case time
    /// Reported figures of the base year.
    case base
    /// The bridge from the value of operations to a share.
    case bridge
    /// The forecast assumptions.
    case opinions
  }

  /// The amount that one group adds, or several that cannot be separated because a mixture of them is refused.
  public struct Step: Sendable, Equatable {
    /// The groups.
    public let groups: [Group]
    /// The assumptions that changed in them.
    public let assumptions: [String]
    /// The amount that they add to the value of a share.
    public let amount: Double
  }

  /// The amount that one forecast assumption adds, or several that cannot be separated.
  public struct Part: Sendable, Equatable {
    /// The names, in the order of the table of assumptions.
    public let assumptions: [String]
    /// The amount that they add to the value of a share.
    public let amount: Double
  }

  /// The most forecast assumptions that are separated; with more they are one part.
  public static let mostForecasts = 10

  /// The value of a share in the first valuation.
  public let start: Double
  /// The value of a share in the second.
  public let end: Double
  /// The second less the first.
  public let gap: Double
  /// The steps in the order of ``Group``; added in this order they are the gap.
  public let steps: [Step]
  /// The forecast assumptions, the largest first; added in this order they are their step.
  public let opinions: [Part]
  /// The fiscal years that have ended since the first valuation, by which its paths were moved.
  public let yearsPassed: Int

  /// Walks from one valuation of a company to a later one.
  ///
  /// The days of the base years (`base_end`) and of the valuations (`date`, else the base year's end) give the time
  /// passed; if one is missing, time has no effect. If the base year differs, paths keep their fiscal years, and `roll`
  /// of the later valuation says whether the horizon keeps its length (`length`) or its last year (`end`).
  ///
  /// - Parameter baseEnds: the last days of the two base years if the assumptions do not give them.
  /// - Throws: the refusals of either valuation by itself; `different-parts` if the company is divided differently.
  public init(
    from first: Assumptions, to second: Assumptions, baseEnds: (first: String?, second: String?) = (nil, nil)
  ) throws(ValuationError) {
    guard first.parts.map(\.name) == second.parts.map(\.name), first.partKind == second.partKind else {
      throw ValuationError(
        code: .differentParts,
        message: "the two valuations divide the company into different parts, so they cannot be compared step by step")
    }
    start = try DiscountedCashFlow.valuePerShare(of: first)
    end = try DiscountedCashFlow.valuePerShare(of: second)
    gap = end - start
    var walk = try WalkMixtures(first, second, baseEnds)
    yearsPassed = walk.yearsPassed
    let (steps, opinions) = try walk.split(from: start, to: end)
    self.steps = steps
    self.opinions = opinions
  }

  /// The number of fiscal years between the ends of two base years; 0 if either is not known.
  public static func yearsPassed(from first: String?, to second: String?) -> Int {
    guard let old = first.flatMap({ CivilDate(iso8601: $0) }), let new = second.flatMap({ CivilDate(iso8601: $0) })
    else { return 0 }
    return max(0, Int((Double(new.daysSince1970 - old.daysSince1970) / 365.25).rounded()))
  }

  /// The group that an assumption belongs to.
  public static func group(of name: String, from first: Assumption?, to second: Assumption?) -> Group {
    switch DottedName(name).key {
    case .date, .roll: return .time
    case .revenue, .baseMargin, .base, .baseEnd, .nol, .investedCapital, .book, .goodwill, .tangibleBook,
      .stockCompensation, .research,
      .dividend, .market, .grossMargin, .sector, .corporateCosts:
      return .base
    case .cash, .debt, .leases, .investments, .nonoperating, .preferred, .minority, .pension, .shares, .rsu,
      .options, .treasuryAt, .balanceDate, .price, .currency, .priceCurrency, .fx, .adrRatio, .split,
      .ownership:
      return .bridge
    case .tax, .capex, .depreciation, .workingCapital, .roe, .payout, .buybacks:
      // The same company's own rates, unless forecast.
      let sources = [first, second].compactMap { $0?.source }
      let isReported = sources.allSatisfy { if case .fundamentals = $0 { true } else { $0 == .default } }
      return isReported ? .base : .opinions
    default: return .opinions
    }
  }
}
