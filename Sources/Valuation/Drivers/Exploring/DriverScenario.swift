import Text

extension DriverModel {
  /// The model moved from itself towards bear or bull, as the comparison card does.
  ///
  /// Drivers move by 20 % of their range (multiples by 0.05), margin by 3 points, capital expenditure by 1, working
  /// capital by 0.5, the discount rate by 1 and terminal growth by 0.3; each stops at a limit, reported by a
  /// `preset-stopped` note. A limit that lies on the wrong side of a base already beyond it would make a bear case
  /// better or a bull case worse; here it leaves that number alone, and like the Investor Tool it does not. `base` and
  /// `consensus` are the model itself.
  public func scenario(_ preset: DriverPreset, like convention: DriverConvention = .standard)
    -> (model: DriverModel, findings: [ValuationFinding])
  {
    let direction = preset.direction
    guard direction != 0 else { return (self, []) }
    var model = self
    var findings: [ValuationFinding] = []
    /// `value` moved by `step`, in percentage points if it is a rate, and stopped at `limit`.
    func move(
      _ name: String, _ value: Double, _ step: Double, _ limit: Double, isRate: Bool, _ text: (Double) -> String
    ) -> Double {
      let wanted = isRate ? PercentNumber.add(value, points: step) : value + step
      var result = step < 0 ? max(limit, wanted) : min(limit, wanted)
      if convention == .standard { result = step < 0 ? min(value, result) : max(value, result) }
      if abs(result - wanted) > 1e-12 {
        findings.append(
          .driver(
            .presetStopped, .note,
            "\(preset.rawValue) would take \(name) to \(text(wanted)), and stops at \(text(result))",
            value: wanted, threshold: result, [name]))
      }
      return result
    }
    for (place, driver) in drivers.enumerated() {
      let isRate = driver.unit == .percent
      let (low, high) = (driver.range.lowerBound, driver.range.upperBound)
      let width = isRate ? PercentNumber.of(high) - PercentNumber.of(low) : high - low
      let step = driver.unit == .multiple ? 0.05 : 0.2 * width
      let limit = direction < 0 ? driver.range.lowerBound : driver.range.upperBound
      model.drivers[place] = driver.with(
        value: move(driver.id, driver.value, direction * step, limit, isRate: isRate, driver.text))
    }
    let moves: [(field: DriverField, step: Double, bear: Double, bull: Double)] = [
      (.margin, 3, 0.05, 0.40),
      (.capex, -1, 0.15, 0.01),
      (.workingCapital, -0.5, 0.05, 0),
      (.discount, -1, 0.20, 0.05),
      (.terminalGrowth, 0.3, 0.01, 0.04),
    ]
    for (field, step, bear, bull) in moves {
      guard let value = self[field] else { continue }
      let limit = direction < 0 ? bear : bull
      model.set(field, move(field.name, value, direction * step, limit, isRate: true, field.text))
    }
    if model.terminalGrowth >= PercentNumber.add(model.discount, points: -DriverModel.terminalGap) {
      let lowered = PercentNumber.add(model.discount, points: -0.6)
      findings.append(
        .driver(
          .terminalTooClose, .note,
          "\(preset.rawValue) would leave terminal growth at \(Wording.percent(model.terminalGrowth)), within half a "
            + "point of the discount rate; it becomes \(Wording.percent(lowered))",
          value: model.terminalGrowth, threshold: lowered, [.terminal, .discount]))
      model.terminalGrowth = lowered
    }
    return (model, findings)
  }
}

/// Bear, base and bull side by side.
public struct DriverScenarios: Sendable, Equatable {
  /// One of the three.
  public struct Card: Sendable, Equatable {
    /// Which one.
    public let preset: DriverPreset
    /// Its assumptions, which `apply` writes into the open model.
    public let model: DriverModel
    /// Its value; `nil` if the model is refused.
    public let valuation: DriverValuation?
    /// The refusal.
    public let refusal: ValuationError?
    /// Limits that stopped it on its way.
    public let findings: [ValuationFinding]
  }

  /// Bear, base and bull.
  public let cards: [Card]

  /// Values the three relative scenarios of a base.
  public init(
    of base: DriverModel,
    like convention: DriverConvention = .standard,
    method: DriverMethod = .discounted,
    on company: Assumptions = Assumptions(),
    symbol: String? = nil
  ) {
    cards = [DriverPreset.bear, .base, .bull].map { preset in
      let (model, findings) = base.scenario(preset, like: convention)
      do throws(ValuationError) {
        let valuation = try model.value(like: convention, method: method, on: company, symbol: symbol)
        return Card(preset: preset, model: model, valuation: valuation, refusal: nil, findings: findings)
      } catch {
        return Card(preset: preset, model: model, valuation: nil, refusal: error, findings: findings)
      }
    }
  }
}
