import Text

/// The change of the assumptions that removes a finding.
///
/// Only a finding about one number and one limit has a remedy: that number, moved to the limit and no further, with all
/// other assumptions unchanged. A finding that leaves open which assumption is to change, such as a large terminal
/// share, or whose true value is unknown, such as a default, has none.
public struct FindingRemedy: Sendable, Equatable {
  /// The assumption as it would be: `margin at most 45%`.
  public let text: String
  /// The changes of the assumptions.
  public let changes: [Assumptions.Change]
}

extension ValuationResult {
  /// The remedy of a finding on this valuation; `nil` if it has none.
  public func remedy(of finding: ValuationFinding) -> FindingRemedy? {
    // The findings of a part, but for its ranges, do not name the part's assumptions.
    if sumOfParts != nil, finding.code != .outsidePlausibleRange { return nil }
    return switch finding.code {
    case .outsidePlausibleRange: finding.assumptions.first.flatMap(withinUsualRange)
    case .marginAboveHistory: finding.threshold.flatMap { limited(.margin, to: -.infinity...$0) }
    case .discountBelowRiskFree, .discountBelowCostOfDebt:
      finding.threshold.flatMap { limited(.discount, to: $0...Double.infinity) }
    case .terminalGrowthHigh: finding.threshold.flatMap(terminalGrowth)
    case .narrowSpread: widerSpread(finding)
    case .taxHeldLow, .taxBelowMarginal: finding.threshold.flatMap { lasting(.terminalTax, $0) }
    case .reinvestmentTooLow, .growthLowersValue: usualReturn(finding)
    case .capexBelowDepreciation: capexOfDepreciation
    case .farFromBase: nearerToBase(finding)
    case .olderBalance: finding.value.flatMap { without($0, of: finding) }
    case .tagBreak: finding.value.flatMap { with($0, of: finding) }
    case .shelteredMultiple: finding.value.flatMap(multipleOfTaxed)
    default: nil
    }
  }

  /// The assumption with each year moved to the near end of its usual range.
  private func withinUsualRange(_ name: String) -> FindingRemedy? {
    guard let definition = AssumptionDefinition.named(name), let range = plausibleRange(of: name) else { return nil }
    if definition.unit == .terminal {
      guard case .terminal(let given)? = assumptions[name]?.value, let number = numbers(of: name)?.first,
        let end = range.end(exceededBy: number)
      else { return nil }
      let terminal = given.with(number: end)
      return FindingRemedy(text: "\(name) at \(terminal.text)", changes: [.set(Assumption(name, .terminal(terminal)))])
    }
    return limited(name, to: range.lower...range.upper)
  }

  private func limited(_ name: AssumptionName, to range: ClosedRange<Double>) -> FindingRemedy? {
    limited(name.rawValue, to: range)
  }

  /// The assumption with each year moved to the near end of a range.
  private func limited(_ name: String, to range: ClosedRange<Double>) -> FindingRemedy? {
    // For the entire company, growth and margin may be derived from the segments.
    guard name.contains(".") || assumptions.parts.isEmpty else { return nil }
    guard let years = numbers(of: name), let definition = AssumptionDefinition.named(name) else { return nil }
    let moved = years.map { min(max($0, range.lowerBound), range.upperBound) }
    guard moved != years, moved.allSatisfy(\.isFinite) else { return nil }
    let isLow = zip(years, moved).contains { $0 < $1 }
    let end = definition.text(isLow ? range.lowerBound : range.upperBound)
    let isPath = Set(years).count > 1
    let text = isPath ? "\(name) at \(isLow ? "least" : "most") \(end)" : "\(name) at \(end)"
    guard isPath else { return FindingRemedy(text: text, changes: [.number(name, moved[0])]) }
    let path = Assumption(name, .path(YearPath(.list(moved))), basis: assumptions.holding(name)?.basis)
    return FindingRemedy(text: text, changes: [.set(path)])
  }

  private func terminalGrowth(_ growth: Double) -> FindingRemedy? {
    guard case .growth? = terminal.assumption else { return nil }
    return FindingRemedy(
      text: "terminal at \(Wording.percent(growth))", changes: [.set(Assumption(terminal: .growth(growth)))])
  }

  /// The amounts of the balance sheet that the way from operations to the equity takes.
  private static let balances: Set<String> = Set(
    [AssumptionName.cash, .debt, .minority, .preferred, .pension, .leases, .investments].map(\.rawValue))

  /// The amount without the part of it that an older balance sheet states.
  private func without(_ amount: Double, of finding: ValuationFinding) -> FindingRemedy? {
    guard finding.assumptions.count == 1, let name = finding.assumptions.first, Self.balances.contains(name),
      assumptions[name] != nil
    else { return nil }
    return FindingRemedy(
      text: "\(name) without it", changes: [.shift(name, Assumption.Shift(.subtract, amount))])
  }

  /// The amount with the last stated value of a line that is no longer stated.
  private func with(_ amount: Double, of finding: ValuationFinding) -> FindingRemedy? {
    guard finding.assumptions.count == 1, let name = finding.assumptions.first, Self.balances.contains(name) else {
      return nil
    }
    let change: Assumptions.Change =
      assumptions[name] == nil ? .number(name, amount) : .shift(name, Assumption.Shift(.add, amount))
    return FindingRemedy(text: "\(name) \(Wording.amount(amount)) higher", changes: [change])
  }

  /// The multiple that gives of the sheltered year what the typed one would give of the same year with full tax.
  private func multipleOfTaxed(_ sheltered: Double) -> FindingRemedy? {
    guard case .multiple(let number, let metric)? = terminal.assumption, sheltered < 1 else { return nil }
    let taxed = TerminalAssumption.multiple(number * (1 - sheltered), of: metric)
    return FindingRemedy(text: "terminal at \(taxed.text)", changes: [.set(Assumption(terminal: taxed))])
  }

  /// Terminal growth as far below the discount rate as is usual.
  private func widerSpread(_ finding: ValuationFinding) -> FindingRemedy? {
    guard case .growth(let growth)? = terminal.assumption, let spread = finding.value else { return nil }
    return terminalGrowth(growth + spread - ValuationCode.narrowSpread.definition.usualRange.lowerBound)
  }

  /// A rate that holds after the forecast alone.
  private func lasting(_ name: AssumptionName, _ rate: Double) -> FindingRemedy? {
    guard case .growth? = terminal.assumption, method == .fcff else { return nil }
    return FindingRemedy(text: "\(name) at \(Wording.percent(rate))", changes: [.number(name.rawValue, rate)])
  }

  /// The return on reinvestment after the forecast, set to its limit.
  private func usualReturn(_ finding: ValuationFinding) -> FindingRemedy? {
    let limits = ValuationCode.reinvestmentTooLow.definition.limits.map(\.value)
    let unusual = limits.reduce(2 * terminal.discountRate, max)
    // If nothing is reinvested the finding was compared with 0, and there is no return to move.
    let limit = finding.threshold.flatMap { $0 > 0 ? $0 : nil } ?? unusual
    return lasting(.terminalROIC, limit)
  }

  /// Capex of no year below depreciation.
  private var capexOfDepreciation: FindingRemedy? {
    let names = [AssumptionName.capex, .depreciation]
    guard names.allSatisfy({ assumptions[$0]?.basis == nil }), let capex = numbers(of: .capex),
      let depreciation = numbers(of: .depreciation), !capex.isEmpty, !depreciation.isEmpty
    else { return nil }
    let years = (0..<max(capex.count, depreciation.count)).map { year in
      max(capex[min(year, capex.count - 1)], depreciation[min(year, depreciation.count - 1)])
    }
    let isPath = Set(years).count > 1
    return FindingRemedy(
      text: isPath ? "capex at least depreciation" : "capex at \(Wording.percent(years[0]))",
      changes: [
        isPath ? .set(Assumption(.capex, YearPath(.list(years)))) : .number(AssumptionName.capex.rawValue, years[0])
      ])
  }

  /// The assumption with all its years moved until the first is as near to the base year as is usual.
  private func nearerToBase(_ finding: ValuationFinding) -> FindingRemedy? {
    guard let name = finding.assumptions.first, let distance = finding.value, let limit = finding.threshold,
      abs(distance) > limit, assumptions[name] != nil
    else { return nil }
    let shift = (distance > 0 ? limit : -limit) - distance
    return FindingRemedy(
      text: "\(name) \(Wording.points(abs(shift))) \(shift > 0 ? "higher" : "lower")",
      changes: [.shift(name, Assumption.Shift(.add, shift))])
  }
}
