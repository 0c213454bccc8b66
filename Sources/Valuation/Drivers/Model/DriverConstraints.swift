import Text

extension ValuationFinding {
  /// A finding about the driver model.
  static func driver(
    _ code: ValuationCode,
    _ severity: Severity,
    _ message: String,
    value: Double? = nil,
    threshold: Double? = nil,
    _ assumptions: [String]
  ) -> ValuationFinding {
    ValuationFinding(
      code: code, severity: severity, message: message, value: value, threshold: threshold, assumptions: assumptions)
  }

  /// A finding about assumptions that the driver model shares with the plain one.
  static func driver(
    _ code: ValuationCode,
    _ severity: Severity,
    _ message: String,
    value: Double? = nil,
    threshold: Double? = nil,
    _ assumptions: [AssumptionName]
  ) -> ValuationFinding {
    driver(code, severity, message, value: value, threshold: threshold, assumptions.map(\.rawValue))
  }
}

extension DriverModel {
  /// The least distance of terminal growth below the discount rate, in percentage points.
  package static var terminalGap: Double { 100 * ValuationCode.terminalTooClose.definition.usualRange.lowerBound }

  /// The model after its automatic constraints, with a finding for each change that they made.
  ///
  /// The operating margin is at most the gross margin (`margin-above-gross`), and terminal growth at most half a
  /// percentage point below the discount rate, but not below zero for that reason (`terminal-too-close`). Terminal
  /// growth at or above the discount rate is not bent into shape: the valuation refuses it.
  public func constrained() -> (model: DriverModel, findings: [ValuationFinding]) {
    var model = self
    var findings: [ValuationFinding] = []
    if margin > grossMargin {
      findings.append(
        .driver(
          .marginAboveGross, .warning,
          "an operating margin of \(Wording.percent(margin)) is above the gross margin, and counts as "
            + Wording.percent(grossMargin),
          value: margin, threshold: grossMargin, [.margin, .grossMargin]))
      model.margin = grossMargin
    }
    let highest = max(0, PercentNumber.add(discount, points: -DriverModel.terminalGap))
    // A gap that is only rounding is the gap itself.
    if terminalMethod == .perpetuity, terminalGrowth > highest + 1e-12, terminalGrowth < discount {
      findings.append(
        .driver(
          .terminalTooClose, .warning,
          "terminal growth of \(Wording.percent(terminalGrowth)) is within half a point of the discount rate of "
            + "\(Wording.percent(discount)), and counts as \(Wording.percent(highest))",
          value: terminalGrowth, threshold: highest, [.terminal, .discount]))
      model.terminalGrowth = highest
    }
    return (model, findings)
  }

  /// Values outside their usual range, which count as they are.
  func rangeFindings() -> [ValuationFinding] {
    var findings: [ValuationFinding] = []
    func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>, _ text: (Double) -> String) {
      let slack = 1e-12 * max(1, abs(value))
      let end = value < range.lowerBound - slack ? range.lowerBound : range.upperBound
      guard value < range.lowerBound - slack || value > range.upperBound + slack else { return }
      findings.append(
        .driver(
          .outsideRange, .warning,
          "\(name) is \(text(value)), but usually \(text(range.lowerBound))..\(text(range.upperBound))",
          value: value, threshold: end, [name]))
    }
    for driver in drivers { check(driver.id, driver.value, driver.range, driver.text) }
    for field in DriverField.allCases where field != .exitMultiple {
      if let value = self[field] { check(field.name, value, field.range, field.text) }
    }
    return findings
  }

  /// Results that the original cuts off and that count here as they are.
  func resultFindings(index: Double) -> [ValuationFinding] {
    var findings: [ValuationFinding] = []
    let indexRange = ValuationCode.revenueIndexUnusual.definition.usualRange
    if let limit = ValuationCode.revenueIndexUnusual.definition.limit(crossedBy: index) {
      findings.append(
        .driver(
          .revenueIndexUnusual, .warning,
          "revenue goes from 100 to \(Wording.number(index, places: 1)) over \(lens.horizonYears) years, "
            + "outside the usual \(Wording.number(indexRange.lowerBound))..\(Wording.number(indexRange.upperBound))",
          value: index, threshold: limit.value, drivers.map(\.id)))
    }
    if let limit = ValuationCode.flowMarginUnusual.definition.limit(crossedBy: flowMargin) {
      findings.append(
        .driver(
          .flowMarginUnusual, .warning,
          "free cash flow is \(Wording.percent(flowMargin)) of revenue, above the usual "
            + Wording.percent(limit.value),
          value: flowMargin, threshold: limit.value, [.margin, .tax, .capex, .workingCapital]))
    }
    return findings
  }
}
