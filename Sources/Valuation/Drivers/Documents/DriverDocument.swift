/// The assumptions of a driver model as saved documents write them.
///
/// Rates are percent numbers there, so 9 is 9 %. The keys are those of the Investor Tool and nothing else. A rate of
/// up to 15 digits comes back as the same double; one with more may differ in its last bit.
public struct AssumptionsDocument: Sendable, Equatable {
  /// How the investor looks at the company.
  public struct Lens: Sendable, Equatable {
    /// Years of forecast.
    public var horizonYears: Int
    /// The objective: `appreciation`, `compounding` or `downsideProtection`.
    public var objective: String
    /// The style: `conservative`, `base` or `aggressive`.
    public var style: String
  }

  /// Operating assumptions in percent.
  public struct Operating: Sendable, Equatable {
    /// Capital expenditure as a share of revenue.
    public var capexPercent: Double
    /// Gross margin.
    public var grossMargin: Double
    /// Operating margin.
    public var operatingMargin: Double
    /// Tax rate.
    public var taxRate: Double
    /// Increase in working capital as a share of revenue.
    public var workingCapitalPercent: Double
  }

  /// A driver; its numbers are in percent if its unit is.
  public struct Driver: Sendable, Equatable {
    /// A UUID, the same each time for a driver exported here.
    public var id: String
    /// Whether it enters revenue at all.
    public var impactsRevenue: Bool
    /// The high end of its range.
    public var max: Double
    /// The low end of its range.
    public var min: Double
    /// The step in which it is usually moved.
    public var step: Double
    /// The meaning.
    public var subtitle: String
    /// Its name, by which it is recognised.
    public var title: String
    /// `percent`, `multiple`, `currency` or `number`.
    public var unit: String
    /// Its value.
    public var value: Double
  }

  /// Valuation assumptions; rates in percent.
  public struct Valuation: Sendable, Equatable {
    /// Discount rate.
    public var discountRate: Double
    /// A multiple of free cash flow; written as `null` if there is none.
    public var exitMultiple: Double?
    /// Growth after the forecast.
    public var terminalGrowth: Double
    /// `Perpetuity Growth` or `Exit Multiple`.
    public var terminalMethod: String
  }

  /// The investor's view of the company.
  public var lens: Lens
  /// Operating assumptions.
  public var operating: Operating
  /// The drivers, in their order.
  public var revenueDrivers: [Driver]
  /// Valuation assumptions.
  public var valuation: Valuation

  /// The document of a model.
  public init(_ model: DriverModel) {
    lens = Lens(
      horizonYears: model.lens.horizonYears, objective: model.lens.objective.documentName,
      style: model.lens.style.rawValue)
    operating = Operating(
      capexPercent: PercentNumber.of(model.capex), grossMargin: PercentNumber.of(model.grossMargin),
      operatingMargin: PercentNumber.of(model.margin), taxRate: PercentNumber.of(model.tax),
      workingCapitalPercent: PercentNumber.of(model.workingCapital))
    revenueDrivers = model.drivers.map { driver in
      func number(_ value: Double) -> Double { driver.unit == .percent ? PercentNumber.of(value) : value }
      return Driver(
        id: AssumptionsDocument.identifier(of: driver.id), impactsRevenue: driver.impactsRevenue,
        max: number(driver.range.upperBound), min: number(driver.range.lowerBound), step: number(driver.step),
        subtitle: driver.subtitle, title: driver.title, unit: driver.unit.rawValue, value: number(driver.value))
    }
    valuation = Valuation(
      discountRate: PercentNumber.of(model.discount), exitMultiple: model.exitMultiple,
      terminalGrowth: PercentNumber.of(model.terminalGrowth), terminalMethod: model.terminalMethod.rawValue)
  }

  /// The parts of a model that a document cannot hold: a margin of safety, and a level of today that is not the usual
  /// one.
  public static func losses(of model: DriverModel) -> [ValuationFinding] {
    var findings: [ValuationFinding] = []
    if model.marginOfSafety != 0 {
      findings.append(
        .driver(
          .notInDocument, .warning, "a saved document has no margin of safety",
          value: model.marginOfSafety, ["margin_of_safety"]))
    }
    for driver in model.drivers {
      guard case .level(let base) = driver.effect,
        case .level(let usual)? = BusinessModel.owner(ofDriver: driver.id)?.driver.effect, base != usual
      else { continue }
      findings.append(
        .driver(
          .notInDocument, .warning,
          "a saved document has no level of today for \(driver.id), and is read back with \(driver.text(usual))",
          value: base, threshold: usual, [driver.id]))
    }
    return findings
  }

  /// A UUID made from a driver's name, of version 8, the one for custom ids.
  static func identifier(of slug: String) -> String {
    var words = [StableHash(slug).value, StableHash(slug, seed: 0x9e37_79b9_7f4a_7c15).value]
    words[0] = words[0] & ~0xf000 | 0x8000
    words[1] = words[1] & ~(0b11 << 62) | 0b10 << 62
    let digits = words.map { word in
      let text = String(word, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    let (a, b) = (digits[0], digits[1])
    return "\(a.prefix(8))-\(a.dropFirst(8).prefix(4))-\(a.dropFirst(12))-\(b.prefix(4))-\(b.dropFirst(4))"
  }
}
