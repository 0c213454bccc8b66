import Text

/// A ready-made set of assumptions.
public enum DriverPreset: String, Sendable, Equatable, CaseIterable {
  /// Every driver in the middle of its range; it becomes the base.
  case consensus
  /// A bad case.
  case bear
  /// The base.
  case base
  /// A good case.
  case bull

  /// The way in which bear and bull are made.
  public enum System: String, Sendable, Equatable, CaseIterable {
    /// At fixed places of the ranges and with fixed operating assumptions, as on the slider screen.
    case absolute
    /// Fixed steps away from the base, as in the comparison card; it has no consensus.
    case relative
  }

  /// The preset called `name`.
  ///
  /// - Throws: `unknown-preset`.
  public static func find(_ name: String) throws(ValuationError) -> DriverPreset {
    if let preset = DriverPreset(rawValue: name) { return preset }
    throw ValuationError(
      code: .unknownPreset,
      message: "there is no preset called `\(name)`",
      assumptions: ["preset"],
      hint: "the presets are \(Wording.list(allCases.map(\.rawValue)))"
    )
  }

  /// Which way a preset is meant to move the value, 0 for neither.
  var direction: Double {
    switch self {
    case .bear: -1
    case .bull: 1
    case .consensus, .base: 0
    }
  }
}

extension DriverModel {
  /// The model with a preset, by the fixed places of the slider screen.
  ///
  /// Drivers go to 25 % (bear), 50 % (consensus) or 75 % (bull) of their ranges, operating assumptions to fixed
  /// numbers in bear and bull and to the base's otherwise. A number that a bear or bull preset moves against its
  /// meaning, because the base is already beyond it, is a `preset-against-base` finding.
  ///
  /// - Parameter sections: the parts that change, of drivers and operating; the others stay.
  public func applying(
    _ preset: DriverPreset,
    base: DriverModel,
    sections: Set<DriverField.Section> = [.drivers, .operating]
  ) -> (model: DriverModel, findings: [ValuationFinding]) {
    var model = self
    if sections.contains(.drivers) {
      switch preset {
      case .base: model.drivers = base.drivers
      case .consensus: model.drivers = drivers.map { $0.with(value: $0.midpoint) }
      case .bear: model.drivers = drivers.map { $0.with(value: $0.at(0.25)) }
      case .bull: model.drivers = drivers.map { $0.with(value: $0.at(0.75)) }
      }
    }
    if sections.contains(.operating) {
      for field in DriverField.allCases where field.section == .operating {
        model.set(field, DriverPreset.operating(preset, field) ?? base[field] ?? field.defaultValue)
      }
    }
    return (model, model.movesAgainst(base, preset, sections))
  }

  private func movesAgainst(_ base: DriverModel, _ preset: DriverPreset, _ sections: Set<DriverField.Section>)
    -> [ValuationFinding]
  {
    guard preset.direction != 0 else { return [] }
    var findings: [ValuationFinding] = []
    func check(_ name: String, _ value: Double, _ from: Double, sign: Double, _ text: (Double) -> String) {
      guard (value - from) * sign * preset.direction < -1e-9 else { return }
      findings.append(
        .driver(
          .presetAgainstBase, .warning,
          "\(preset.rawValue) sets \(name) to \(text(value)), which is on the other side of the base's \(text(from))",
          value: value, threshold: from, [name]))
    }
    if sections.contains(.drivers) {
      for (driver, old) in zip(drivers, base.drivers) {
        check(driver.id, driver.value, old.value, sign: 1, driver.text)
      }
    }
    if sections.contains(.operating) {
      for (field, sign) in [
        (DriverField.grossMargin, 1.0), (.margin, 1), (.tax, -1), (.capex, -1), (.workingCapital, -1),
      ] {
        if let value = self[field], let old = base[field] { check(field.name, value, old, sign: sign, field.text) }
      }
    }
    return findings
  }
}

extension DriverPreset {
  /// The operating assumption that a preset sets; `nil` if it takes the base's.
  static func operating(_ preset: DriverPreset, _ field: DriverField) -> Double? {
    let pair: (bear: Double, bull: Double)? =
      switch field {
      case .grossMargin: (0.48, 0.62)
      case .margin: (0.16, 0.28)
      case .tax: (0.24, 0.18)
      case .capex: (0.06, 0.025)
      case .workingCapital: (0.02, 0.005)
      case .discount, .terminalGrowth, .exitMultiple, .marginOfSafety: nil
      }
    switch preset {
    case .bear: return pair?.bear
    case .bull: return pair?.bull
    case .consensus, .base: return nil
    }
  }
}
