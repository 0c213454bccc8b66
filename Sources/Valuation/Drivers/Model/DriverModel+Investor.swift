import LibC
import Text

/// A number held between limits, which remembers when a limit acted.
struct DriverLimits {
  private(set) var findings: [ValuationFinding] = []

  /// `value` held in a range, that of the code's limits unless another is given.
  ///
  /// - Parameters:
  ///   - title: the measure, as the message names it.
  ///   - scale: the factor of both values in the message: 100 for a percentage.
  mutating func hold(
    _ value: Double, _ code: ValuationCode, in range: ClosedRange<Double>? = nil, _ title: String,
    _ assumptions: [String], scale: Double = 1
  ) -> Double {
    let range = range ?? code.definition.usualRange
    let held = min(max(value, range.lowerBound), range.upperBound)
    if held != value {
      findings.append(
        .driver(
          code, .warning,
          "\(title) is \(Wording.number(value * scale)), and like the Investor Tool counts as "
            + Wording.number(held * scale),
          value: value, threshold: held, assumptions))
    }
    return held
  }

  mutating func note(_ finding: ValuationFinding) { findings.append(finding) }
}

extension DriverModel {
  /// The Investor Tool's formulas as they are, limits and defects included.
  ///
  /// Each limit that acts is a finding, which the original does not report.
  func investorValue(_ method: DriverMethod, price given: Double?, symbol: String?, revenueFactor: Double)
    -> DriverValuation
  {
    var limits = DriverLimits()
    noteReadings(&limits)
    var index = limits.hold(
      revenueIndex(like: .investor), .revenueIndexClamped, "the revenue index", drivers.map(\.id))
    index *= revenueFactor
    let operating = [DriverField.margin, .tax, .capex, .workingCapital].map(\.name)
    let flowMargin = flowMargin(operating, &limits)
    let flowIndex = limits.hold(index * flowMargin, .flowIndexClamped, "the cash flow index", operating)

    var parts: (flows: Double, terminal: Double)?
    var intrinsic: Double
    switch method {
    case .approximation:
      intrinsic = limits.hold(
        approximation(flowIndex: flowIndex), .valueClamped, in: ValuationCode.approximationRange, "the value", [])
    case .discounted:
      let found = discounted(index: index, flowIndex: flowIndex, &limits)
      parts = found
      intrinsic = limits.hold(max(found.flows + found.terminal, 0), .valueClamped, "the value", [])
    }
    // Rounding can leave minus zero, which reads badly.
    if intrinsic == 0 { intrinsic = 0 }

    let price = investorPrice(given, symbol, &limits)
    var cagr = 0.0
    if price > 0 {
      cagr = limits.hold(
        pow(intrinsic / price, 1 / Double(lens.horizonYears)) - 1, .cagrClamped, "CAGR in %", [],
        scale: 100)
    }
    let total = parts.map { $0.flows + $0.terminal } ?? 0
    let share = parts.map { total > 0 ? min(max($0.terminal / total, 0), 1) : 0 } ?? 0.65
    return DriverValuation(
      convention: .investor,
      method: method,
      basis: .index,
      model: self,
      revenueIndex: index,
      flowMargin: flowMargin,
      flowIndex: flowIndex,
      intrinsicValue: intrinsic,
      buyBelow: intrinsic,
      presentValueOfFlows: parts?.flows,
      presentValueOfTerminal: parts?.terminal,
      terminalShare: share,
      price: price,
      upside: price > 0 ? (intrinsic - price) / price : 0,
      cagr: cagr,
      plain: nil,
      findings: limits.findings
    )
  }

  /// The share of revenue that is free cash flow, within its limits and not below 0.
  private func flowMargin(_ operating: [String], _ limits: inout DriverLimits) -> Double {
    let floored = max(0, margin * (1 - tax) - capex - workingCapital)
    if floored == 0 {
      limits.note(
        .driver(
          .flowMarginClamped, .warning, "free cash flow is not positive, and like the Investor Tool counts as 0",
          value: margin * (1 - tax) - capex - workingCapital, threshold: 0, operating))
    }
    return limits.hold(floored, .flowMarginClamped, "free cash flow in % of revenue", operating, scale: 100)
  }

  /// Notes the inputs that the original tool reads differently from the plain meaning.
  private func noteReadings(_ limits: inout DriverLimits) {
    for driver in drivers where driver.isLevel {
      limits.note(
        .driver(
          .levelAsGrowth, .warning,
          "\(driver.id) is a level, and like the Investor Tool counts as growth of \(driver.text(driver.value))",
          value: driver.value, [driver.id]))
    }
    if margin > grossMargin {
      limits.note(
        .driver(
          .marginAboveGross, .warning, "operating margin is above the gross margin, which has no effect here",
          value: margin, threshold: grossMargin, [.margin, .grossMargin]))
    }
  }

  /// The price, made up if none is known.
  private func investorPrice(_ given: Double?, _ symbol: String?, _ limits: inout DriverLimits) -> Double {
    if let given { return given }
    let price = DriverModel.inventedPrice(symbol)
    limits.note(
      .driver(
        .priceInvented, .strong,
        "no price is known: \(Wording.number(price)) is invented from the symbol, as in the Investor Tool",
        value: price, [.price]))
    return price
  }

  private func discounted(index: Double, flowIndex: Double, _ limits: inout DriverLimits)
    -> (flows: Double, terminal: Double)
  {
    let n = max(1, lens.horizonYears)
    let rate = limits.hold(
      discount, .discountClamped, "the discount rate in %", [DriverField.discount.name], scale: 100)
    let scaled = max(index, 1)
    let margin = flowIndex / scaled
    let growth = pow(scaled / 100, 1 / Double(n)) - 1
    var flows = 0.0
    var flow = 0.0
    for year in 1...n {
      flow = 100 * pow(1 + growth, Double(year)) * margin
      flows += flow / pow(1 + rate, Double(year))
    }
    let terminal: Double
    switch terminalMethod {
    case .perpetuity:
      let gap = ValuationCode.terminalGrowthClamped.definition.usualRange.lowerBound
      let g = limits.hold(
        terminalGrowth, .terminalGrowthClamped, in: -.infinity...(rate - gap), "terminal growth in %",
        [DriverField.terminalGrowth.name, DriverField.discount.name], scale: 100)
      terminal = flow * (1 + g) / max(rate - g, gap)
    case .exitMultiple:
      let multiple = limits.hold(
        exitMultiple ?? DriverField.exitMultiple.defaultValue, .exitMultipleClamped,
        "the exit multiple", [DriverField.exitMultiple.name])
      terminal = flow * multiple
    }
    return (flows, terminal / pow(1 + rate, Double(n)))
  }

  /// A price made up from a symbol: 150 without one, else 100 and something below 150 that depends on the letters.
  ///
  /// The original's hash differs in every run, so its price cannot be reproduced; this one is FNV-1a of the symbol
  /// in capital letters and stays the same.
  static func inventedPrice(_ symbol: String?) -> Double {
    guard let symbol, !symbol.isEmpty else { return 150 }
    return 100 + Double(StableHash(symbol.uppercased()).value % 150)
  }
}

/// A hash of a text that is the same in every run (FNV-1a, 64 bits).
struct StableHash {
  let value: UInt64

  init(_ text: String, seed: UInt64 = 0xcbf2_9ce4_8422_2325) {
    value = text.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
