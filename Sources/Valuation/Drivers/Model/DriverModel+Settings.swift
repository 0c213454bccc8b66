import Text

extension DriverModel {
  /// The values that may be typed for an assumption of the driver model.
  public enum Setting: Sendable, Equatable {
    /// A rate or a number: 0.18 for `18%`.
    case number(Double)
    /// A factor: 1.15 for `1.15x`.
    case multiple(Double)
    /// A level and the level of today that it is measured from: `75% to 80%`.
    case level(Double, from: Double)
    /// A word, such as a style.
    case word(String)
  }

  /// Every name that can be set, drivers first.
  public var names: [String] {
    drivers.map(\.id) + DriverField.allCases.map(\.name) + LensField.allCases.map(\.rawValue)
  }

  /// The driver called `name`: its id, or the beginning of it up to an underscore if only one driver begins so.
  ///
  /// `monetization` is `monetization_rate`.
  public func driver(named name: String) -> RevenueDriver? {
    if let exact = drivers.first(where: { $0.id == name }) { return exact }
    let near = drivers.filter { $0.id.hasPrefix(name + "_") }
    return near.count == 1 ? near[0] : nil
  }

  /// The model with one assumption changed.
  ///
  /// `terminal` takes a rate for perpetual growth or a multiple for an exit; either also chooses the method.
  ///
  /// - Throws: `unknown-assumption`, `wrong-kind`, `not-finite`, `out-of-range` for a horizon.
  public func setting(_ name: String, _ setting: Setting) throws(ValuationError) -> DriverModel {
    var model = self
    switch LensField(rawValue: name) {
    case .horizon:
      guard case .number(let years) = setting, years == years.rounded(), (1...50).contains(years) else {
        throw ValuationError(
          code: .outOfRange, message: "horizon must be a whole number of years, from 1 to 50", assumptions: [.horizon])
      }
      model.lens.horizonYears = Int(years)
    case .style:
      guard case .word(let word) = setting, let style = InvestmentLens.Style(rawValue: word) else {
        throw DriverModel.unknownWord(name, InvestmentLens.Style.allCases.map(\.rawValue))
      }
      model.lens.style = style
    case .objective:
      guard case .word(let word) = setting, let objective = InvestmentLens.Objective(named: word) else {
        throw DriverModel.unknownWord(name, InvestmentLens.Objective.allCases.map(\.rawValue))
      }
      model.lens.objective = objective
    case nil:
      if let place = drivers.firstIndex(where: { $0.id == driver(named: name)?.id }) {
        model.drivers[place] = try DriverModel.changed(drivers[place], setting)
      } else if let field = DriverField(named: name) {
        try model.change(field, setting)
      } else {
        throw ValuationError(
          code: .unknownAssumption,
          message: "the driver model \(business.map { "`\($0.rawValue)` " } ?? "")has no `\(name)`",
          assumptions: [name],
          hint: "it has \(Wording.list(names))"
        )
      }
    }
    return model
  }

  private static func changed(_ driver: RevenueDriver, _ setting: Setting) throws(ValuationError) -> RevenueDriver {
    switch setting {
    case .number(let number):
      return driver.with(value: try finite(number, driver.id))
    case .multiple(let number):
      guard driver.unit == .multiple else {
        throw wrongKind(driver.id, "is a \(driver.unit.rawValue), such as \(driver.text(driver.value)), not a multiple")
      }
      return driver.with(value: try finite(number, driver.id))
    case .level(let number, let base):
      guard case .level = driver.effect else {
        throw wrongKind(driver.id, "is not measured from a level of today; give one number")
      }
      guard try finite(base, driver.id) > 0 else {
        throw wrongKind(driver.id, "starts from \(driver.text(base)), and a level of today is above 0")
      }
      return driver.with(value: try finite(number, driver.id), base: base)
    case .word: throw wrongKind(driver.id, "is a number, such as \(driver.text(driver.value))")
    }
  }

  private mutating func change(_ field: DriverField, _ setting: Setting) throws(ValuationError) {
    switch (field, setting) {
    case (.terminalGrowth, .multiple(let number)), (.exitMultiple, .multiple(let number)),
      (.exitMultiple, .number(let number)):
      exitMultiple = try DriverModel.finite(number, field.name)
      terminalMethod = .exitMultiple
    case (.terminalGrowth, .number(let number)):
      terminalGrowth = try DriverModel.finite(number, field.name)
      terminalMethod = .perpetuity
    case (_, .number(let number)):
      set(field, try DriverModel.finite(number, field.name))
    case (_, .multiple), (_, .level), (_, .word):
      throw DriverModel.wrongKind(field.name, "is a number, such as \(field.text(field.defaultValue))")
    }
  }

  private static func finite(_ number: Double, _ name: String) throws(ValuationError) -> Double {
    guard number.isFinite else {
      throw ValuationError(
        code: .notFinite, message: "\(name) has a value that is missing or not finite", assumptions: [name])
    }
    return number
  }

  private static func wrongKind(_ name: String, _ what: String) -> ValuationError {
    ValuationError(code: .wrongKind, message: "\(name) \(what)", assumptions: [name])
  }

  private static func unknownWord(_ name: String, _ words: [String]) -> ValuationError {
    ValuationError(
      code: .wrongKind, message: "\(name) is one of \(Wording.list(words))", assumptions: [name])
  }
}
