import Text

/// A segment of a company, year by year.
public struct SegmentForecast: Sendable, Equatable {
  /// Its name.
  public let name: String
  /// Revenue of the base year.
  public let baseRevenue: Double
  /// Growth of revenue in each year of the forecast.
  public let growth: [Double]
  /// Operating margin in each year.
  public let margin: [Double]
  /// Revenue in each year.
  public let revenue: [Double]
  /// Operating income in each year.
  public let operatingIncome: [Double]
  /// Its share in the company's revenue in each year.
  public internal(set) var share: [Double] = []
  /// Whether growth and margin are its own or come from outside.
  let hasOwn: (growth: Bool, margin: Bool)

  /// The yearly numbers of one of its assumptions; one number for `revenue`; `nil` for any other.
  public func numbers(of name: AssumptionName) -> [Double]? {
    switch name {
    case .revenue: [baseRevenue]
    case .growth: growth
    case .margin: margin
    default: nil
    }
  }

  /// Whether two forecasts are of the same segment and have the same numbers.
  public static func == (a: SegmentForecast, b: SegmentForecast) -> Bool {
    a.name == b.name && a.baseRevenue == b.baseRevenue && a.growth == b.growth && a.margin == b.margin
  }
}

/// The segments of a company and their sum.
///
/// Revenue and operating income add up; tax, reinvestment and the discount rate are the company's. A segment without
/// its own growth or margin takes the company's. So the company's growth and margin follow from its segments, and need
/// not be given if every segment has its own.
struct Segments {
  /// The relative difference allowed between a given total and the sum.
  static let tolerance = 0.005

  var lines: [SegmentForecast] = []
  /// Paths whose last value is held, with the year after which it is.
  var held: [(name: String, after: Int)] = []
  /// Revenue of the base year.
  var revenue = 0.0
  /// The company's growth and margin in each year.
  var growth: [Double] = []
  var margin: [Double] = []

  init(_ all: Assumptions, horizon: Int) throws(ValuationError) {
    for part in all.parts { try read(part, of: all, horizon: horizon) }
    revenue = lines.reduce(0) { $0 + $1.baseRevenue }
    try checkTotal(all)
    var before = revenue
    for t in 0..<horizon {
      let sum = lines.reduce(0) { $0 + $1.revenue[t] }
      let income = lines.reduce(0) { $0 + $1.operatingIncome[t] }
      // A rate that is the same in all segments is so in their sum, without the rounding of a division.
      growth.append(Segments.same(lines.map { $0.growth[t] }) ?? sum / before - 1)
      margin.append(Segments.same(lines.map { $0.margin[t] }) ?? income / sum)
      for place in lines.indices { lines[place].share.append(lines[place].revenue[t] / sum) }
      before = sum
    }
  }

  private static func same(_ values: [Double]) -> Double? {
    values.allSatisfy { $0 == values[0] } ? values[0] : nil
  }

  private mutating func read(_ part: ValuationPart, of all: Assumptions, horizon: Int) throws(ValuationError) {
    let own = part.assumptions
    let base =
      own[.baseMargin] == nil ? nil : try inside(part) { () throws(ValuationError) in try own.number(.baseMargin) }
    func years(_ name: AssumptionName) throws(ValuationError) -> [Double] {
      let isOwn = own[name] != nil
      let start = isOwn ? (name == .margin ? base : nil) : all.base(of: name)
      guard let assumption = own[name] ?? all[name] else { return [] }
      do throws(ValuationError) {
        let values =
          assumption.isDerived
          ? try derived(part, of: all, horizon: horizon).values(of: name)
          : try ResolvedModel.yearly(assumption, horizon: horizon, base: start)
        try ResolvedModel.check(values.years, of: name)
        let shown = isOwn ? name.of(part.name) : name.rawValue
        if let after = values.heldAfter, !held.contains(where: { $0.name == shown }) { held.append((shown, after)) }
        return values.years
      } catch {
        throw isOwn ? error.inside(part.name) { own[$0] != nil } : error
      }
    }
    let growth = try years(.growth)
    let margin = try years(.margin)
    let start = try inside(part) { () throws(ValuationError) in try own.number(.revenue) } ?? .nan
    var revenue = start
    var revenues: [Double] = []
    for rate in growth {
      revenue *= 1 + rate
      revenues.append(revenue)
    }
    lines.append(
      SegmentForecast(
        name: part.name, baseRevenue: start, growth: growth, margin: margin, revenue: revenues,
        operatingIncome: zip(margin, revenues).map { $0 * $1 },
        hasOwn: (own[.growth] != nil, own[.margin] != nil)))
  }

  /// The rates of a segment derived from its amounts, or from the company's assumptions.
  private func derived(_ part: ValuationPart, of all: Assumptions, horizon: Int) throws(ValuationError) -> DerivedRates
  {
    let own = part.assumptions
    var whole = all.withoutParts
    for key in ValuationPart.ofSegments { if let assumption = own[key] { try whole.set(assumption) } }
    if own[.margin] != nil { whole.baseYear[AssumptionName.margin.rawValue] = nil }
    return DerivedRates(whole, horizon: horizon)
  }

  private func inside<Value>(_ part: ValuationPart, _ body: () throws(ValuationError) -> Value) throws(ValuationError)
    -> Value
  {
    do throws(ValuationError) {
      return try body()
    } catch {
      throw error.inside(part.name) { part.assumptions[$0] != nil }
    }
  }

  private func checkTotal(_ all: Assumptions) throws(ValuationError) {
    guard let total = try all.withoutParts.number(.revenue), abs(revenue - total) > Segments.tolerance * total else {
      return
    }
    throw ValuationError(
      code: .segmentsTotal,
      message: "revenue is \(Wording.amount(total)), but the segments add up to \(Wording.amount(revenue))",
      assumptions: [AssumptionName.revenue.rawValue] + lines.map { AssumptionName.revenue.of($0.name) },
      hint: "give the segments that are missing, or leave out revenue"
    )
  }
}

extension ResolvedModel {
  /// Turns the assumptions of a company with segments into numbers: those of the company that they add up to.
  static func resolveSegments(_ given: Assumptions) throws(ValuationError) -> (model: ResolvedModel, context: Context) {
    let outside = given.withoutParts
    try refuseMissing(given, outside)
    var horizons = Context(assumptions: given)
    let horizon = try resolveHorizon(&horizons)
    let segments = try Segments(given, horizon: horizon)
    let built = [
      Assumption(
        .revenue, .scalar(segments.revenue), written: Wording.amount(segments.revenue) + " of the segments",
        source: .default),
      Assumption(.growth, .path(.list(segments.growth)), written: "of the segments", source: .default),
      Assumption(.margin, .path(.list(segments.margin)), written: "of the segments", source: .default),
    ]
    var (model, context) = try resolve(outside.with(built.map { .set($0) }))
    // The assumptions shown are those given; the numbers are those of the segments.
    let kept = [AssumptionName.revenue, .growth, .margin].compactMap { outside[$0] }
    context.assumptions = try context.assumptions.with(kept.map { .set($0) })
    context.assumptions.parts = given.parts
    if outside[.horizon] == nil { context.horizonFrom = horizons.horizonFrom }
    context.held += segments.held
    context.segments = segments.lines
    return (model, context)
  }

  /// Refuses segments that lack an assumption that the company also lacks, together with its other missing ones.
  private static func refuseMissing(_ given: Assumptions, _ outside: Assumptions) throws(ValuationError) {
    var missing: [String] = []
    for part in given.parts {
      if part.assumptions[.revenue] == nil { missing.append(AssumptionName.revenue.of(part.name)) }
    }
    for name in [AssumptionName.growth, .margin] where outside[name] == nil {
      for part in given.parts where part.assumptions[name] == nil { missing.append(name.of(part.name)) }
    }
    guard !missing.isEmpty else { return }
    do throws(ValuationError) {
      _ = try resolve(outside.with([AssumptionName.revenue, .growth, .margin].map { .number($0.rawValue, 0.1) }))
    } catch {
      if error.code == .missingAssumptions { missing += error.assumptions }
    }
    throw ValuationError(
      code: .missingAssumptions,
      message: "\(Wording.list(missing)) \(Wording.plural(missing.count, "is", "are")) needed but not given",
      assumptions: missing,
      hint: "growth and margin may be given in a segment, or outside for all segments"
    )
  }
}

extension Review {
  /// The findings about segments.
  mutating func segments() {
    guard !context.segments.isEmpty else { return }
    for name in [AssumptionName.growth, .margin] where context.assumptions[name].map({ $0.source != .default }) ?? false
    {
      let isUsed = context.segments.contains { !(name == .growth ? $0.hasOwn.growth : $0.hasOwn.margin) }
      guard !isUsed else { continue }
      add(.notUsed, "every segment has its own \(name), so \(name) outside has no effect", [name])
    }
    if let total = try? context.assumptions.number(.revenue), total != model.revenue {
      add(
        .segmentsTotal,
        "the segments add up to \(Wording.amount(model.revenue)), which is used instead of \(Wording.amount(total))",
        value: model.revenue / total - 1, threshold: Segments.tolerance, [.revenue])
    }
    for segment in context.segments {
      for (name, isOwn) in [(AssumptionName.growth, segment.hasOwn.growth), (.margin, segment.hasOwn.margin)]
      where isOwn {
        let definition = name.definition
        guard let bounds = definition.plausible,
          let years = segment.numbers(of: name), let place = years.firstIndex(where: { !bounds.contains($0) })
        else { continue }
        let year = Set(years).count > 1 ? " in year \(place + 1)" : ""
        add(
          .outsidePlausibleRange,
          "\(segment.name): \(name) is \(definition.text(years[place]))\(year); \(definition.text(bounds)) is usual",
          value: years[place], threshold: bounds.end(exceededBy: years[place]), [name.of(segment.name)])
      }
    }
  }
}
