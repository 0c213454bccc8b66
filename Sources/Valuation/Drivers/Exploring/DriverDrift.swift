import Text

/// The distance of a driver model from its base.
public struct DriverDrift: Sendable, Equatable {
  /// One assumption that moved.
  public struct Change: Sendable, Equatable {
    /// The part of the model.
    public let section: DriverField.Section
    /// The name in the language.
    public let name: String
    /// The name that people read.
    public let title: String
    /// The number of the base; `nil` for a word or if there was none.
    public let base: Double?
    /// The number now; `nil` for a word or if there is none.
    public let current: Double?
    /// The base as people read it.
    public let baseText: String
    /// The present as people read it.
    public let currentText: String
    /// The value now less the value with this change alone taken back; `nil` if either is refused.
    public let effect: Double?
  }

  /// Numbers, in percent or as they are, that differ by no more than this are the same.
  public static let threshold = 0.0001

  /// The sections that moved: drivers, operating, valuation, lens.
  public let changes: [Change]

  /// Whether nothing moved.
  public var isEmpty: Bool { changes.isEmpty }

  /// The changes of one part.
  public func changes(in section: DriverField.Section) -> [Change] { changes.filter { $0.section == section } }

  /// Compares a model with its base.
  ///
  /// Like the Investor Tool, a changed exit multiple, margin of safety or lens is not noticed; otherwise it is.
  public init(
    from base: DriverModel,
    to current: DriverModel,
    like convention: DriverConvention = .standard,
    on company: Assumptions = Assumptions()
  ) {
    var steps = DriftSteps(base: base, current: current, convention: convention, company: company)
    steps.drivers()
    steps.fields()
    steps.terminalMethod()
    if convention == .standard { steps.lens() }
    changes = steps.changes
  }
}

/// The comparison of a driver model with its base, section by section.
private struct DriftSteps {
  let base: DriverModel
  let current: DriverModel
  let convention: DriverConvention
  let company: Assumptions
  /// The value of the model now; nil if it is refused.
  let now: Double?
  var changes: [DriverDrift.Change] = []

  init(base: DriverModel, current: DriverModel, convention: DriverConvention, company: Assumptions) {
    (self.base, self.current, self.convention, self.company) = (base, current, convention, company)
    now = (try? current.value(like: convention, on: company))?.intrinsicValue
  }

  mutating func drivers() {
    for driver in current.drivers {
      let old = base.drivers.first { $0.id == driver.id }
      let moves = note(
        .drivers, driver.id, driver.title, old?.value, driver.value, inPercent: driver.unit == .percent, driver.text)
      // A level whose starting point moved says another thing with the same number.
      if !moves, convention == .standard, let old, old.effect != driver.effect,
        case .level(let from) = old.effect, case .level(let to) = driver.effect
      {
        changes.append(
          DriverDrift.Change(
            section: .drivers, name: driver.id, title: driver.title + " today", base: from, current: to,
            baseText: driver.text(from), currentText: driver.text(to), effect: effect(driver.id)))
      }
    }
  }

  mutating func fields() {
    for field in DriverField.allCases {
      if convention == .investor, field == .exitMultiple || field == .marginOfSafety { continue }
      note(
        field.section, field.name, field.title, base[field], current[field], inPercent: field != .exitMultiple,
        field.text)
    }
  }

  mutating func terminalMethod() {
    note(
      .valuation, DriverModel.TerminalMethod.name, "Terminal method", base.terminalMethod.rawValue,
      current.terminalMethod.rawValue)
  }

  mutating func lens() {
    let (old, new) = (base.lens, current.lens)
    note(
      .lens, LensField.horizon.rawValue, "Horizon", Double(old.horizonYears), Double(new.horizonYears),
      inPercent: false, { Wording.number($0) + "y" })
    note(.lens, LensField.style.rawValue, "Style", old.style.rawValue, new.style.rawValue)
    note(.lens, LensField.objective.rawValue, "Objective", old.objective.rawValue, new.objective.rawValue)
  }

  /// The value now less the value with one change taken back; nil if either is refused.
  private func effect(_ name: String) -> Double? {
    guard let now, let model = try? current.reverting(name, to: base) else { return nil }
    return (try? model.value(like: convention, on: company)).map { now - $0.intrinsicValue }
  }

  /// Notes a number that moved; says whether it did.
  @discardableResult
  private mutating func note(
    _ section: DriverField.Section, _ name: String, _ title: String, _ old: Double?, _ new: Double?,
    inPercent: Bool, _ text: (Double) -> String
  ) -> Bool {
    if let old, let new {
      guard abs(new - old) * (inPercent ? 100 : 1) > DriverDrift.threshold else { return false }
    } else if old == nil, new == nil {
      return false
    }
    changes.append(
      DriverDrift.Change(
        section: section, name: name, title: title, base: old, current: new,
        baseText: old.map(text) ?? "not given", currentText: new.map(text) ?? "not given", effect: effect(name)))
    return true
  }

  /// Notes a word that changed.
  private mutating func note(
    _ section: DriverField.Section, _ name: String, _ title: String, _ old: String, _ new: String
  ) {
    guard old != new else { return }
    changes.append(
      DriverDrift.Change(
        section: section, name: name, title: title, base: nil, current: nil, baseText: old, currentText: new,
        effect: effect(name)))
  }
}

extension DriverModel {
  /// The model with one part, or all of it, as in the base.
  public func reverting(_ section: DriverField.Section? = nil, to base: DriverModel) -> DriverModel {
    var model = self
    if section == nil || section == .drivers { model.drivers = base.drivers }
    for field in DriverField.allCases where section == nil || section == field.section {
      model.take(field, from: base)
    }
    if section == nil || section == .valuation { model.terminalMethod = base.terminalMethod }
    if section == nil || section == .lens { model.lens = base.lens }
    return model
  }

  /// The model with one assumption as in the base.
  ///
  /// - Throws: `unknown-assumption`.
  public func reverting(_ name: String, to base: DriverModel) throws(ValuationError) -> DriverModel {
    var model = self
    if let place = drivers.firstIndex(where: { $0.id == driver(named: name)?.id }),
      let old = base.drivers.first(where: { $0.id == drivers[place].id })
    {
      model.drivers[place] = old
      return model
    }
    if let field = DriverField(named: name) {
      model.take(field, from: base)
      return model
    }
    switch name {
    case DriverModel.TerminalMethod.name: model.terminalMethod = base.terminalMethod
    case LensField.horizon.rawValue: model.lens.horizonYears = base.lens.horizonYears
    case LensField.style.rawValue: model.lens.style = base.lens.style
    case LensField.objective.rawValue: model.lens.objective = base.lens.objective
    default:
      throw ValuationError(
        code: .unknownAssumption,
        message: "there is no part or assumption called `\(name)` to revert",
        assumptions: [name],
        hint: "the parts are \(Wording.list(DriverField.Section.allCases.map(\.rawValue)))"
      )
    }
    return model
  }

  private mutating func take(_ field: DriverField, from base: DriverModel) {
    if let number = base[field] { set(field, number) } else { exitMultiple = nil }
  }
}

/// An open driver model with the base that its drift is measured from.
public struct DriverStudy: Sendable, Equatable {
  /// The snapshot to come back to.
  public private(set) var base: DriverModel
  /// The open model.
  public var current: DriverModel

  /// Starts a study; the model is its own base.
  public init(_ model: DriverModel) {
    base = model
    current = model
  }

  /// Starts a study of `current` whose base is known.
  public init(base: DriverModel, current: DriverModel) {
    self.base = base
    self.current = current
  }

  /// Applies a preset; consensus also becomes the base.
  ///
  /// - Returns: notes on the preset for the user.
  public mutating func apply(
    _ preset: DriverPreset,
    by system: DriverPreset.System = .absolute,
    like convention: DriverConvention = .standard
  ) -> [ValuationFinding] {
    var (model, findings) =
      system == .relative && preset != .consensus
      ? base.scenario(preset, like: convention) : current.applying(preset, base: base)
    model.lens = current.lens
    current = model
    if preset == .consensus { base = model }
    return findings
  }

  /// The changes since the base.
  public func drift(like convention: DriverConvention = .standard, on company: Assumptions = Assumptions())
    -> DriverDrift
  {
    DriverDrift(from: base, to: current, like: convention, on: company)
  }

  /// Takes back one part, or everything.
  public mutating func revert(_ section: DriverField.Section? = nil) {
    current = current.reverting(section, to: base)
  }
}
