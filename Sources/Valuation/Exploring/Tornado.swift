import Text

/// How far each assumption, moved by itself, moves the value of a share.
///
/// Every end is a full valuation. An assumption is moved by its usual swing, see ``AssumptionDefinition/swing``, or
/// all of them by the same part of themselves.
public struct Tornado: Sendable, Equatable {
  /// The value at one end of an assumption's swing.
  public struct End: Sendable, Equatable {
    /// The change of the assumption: an amount to add, or a factor if the swing is a part of it.
    public let change: Assumption.Shift
    /// The assumption after the change; `nil` if it differs from year to year.
    public let number: Double?
    /// The value of one share; `nil` if the model is refused.
    public let value: Double?
    /// Why the model is refused; `nil` if it is not, or if an assumption that was not given would leave its range:
    /// there is then no such end.
    public let refusal: ValuationError?
  }

  /// One assumption.
  public struct Row: Sendable, Equatable {
    /// Its name, prefixed with that of its part.
    public let parameter: String
    /// The swing: an amount, or a part of itself if ``isRelative``.
    public let swing: Double
    /// Whether the swing is a part of the assumption.
    public let isRelative: Bool
    /// The lower end.
    public let low: End
    /// The upper end.
    public let high: End
    /// How far apart the values are: between the ends, or between the base and the one end that has a value.
    public let width: Double
  }

  /// The assumptions, the one that moves the value most first; those that do not move it are left out.
  public let rows: [Row]
  /// The names of the assumptions that were moved and do not move the value.
  public let withoutInfluence: [String]
  /// The valuation that is moved.
  public let base: ValuationResult
  /// The part of themselves by which all assumptions were moved; `nil` for the usual swings.
  public let swing: Double?
  /// The assumptions that can be moved: more than were moved if the work was stopped.
  public let movableCount: Int

  /// The assumptions that were moved.
  public var movedCount: Int { rows.count + withoutInfluence.count }

  /// Moves each assumption that is a number and has a swing.
  ///
  /// - Parameters:
  ///   - assumptions: the model.
  ///   - swing: the part of itself by which each assumption is moved, such as 0.10; `nil` for the usual swings.
  ///   - isStopped: True once no more is to be moved; asked before each assumption. Those that were moved stay.
  /// - Throws: `swing` outside 0..100 %, `interrupted` before the first one was moved, and the errors of valuing the model itself.
  public init(
    of assumptions: Assumptions, swing: Double? = nil, isStopped: () -> Bool = { false }
  ) throws(ValuationError) {
    if let swing, !(swing > 0 && swing < 1) {
      throw ValuationError(
        code: .swing, message: "the swing is \(Wording.percent(swing)), but must be between 0% and 100%")
    }
    base = try DiscountedCashFlow.value(assumptions)
    self.swing = swing
    var rows: [Row] = []
    var still: [String] = []
    let levers = Lever.all(of: assumptions, base, swing: swing)
    for (place, lever) in levers.enumerated() {
      if isStopped() {
        guard place > 0 else {
          throw ValuationError(code: .interrupted, message: "stopped before the first assumption")
        }
        break
      }
      let row = lever.row(assumptions, base.valuePerShare)
      let isRefused = row.low.value == nil && row.high.value == nil
      if row.width > 0 || isRefused { rows.append(row) } else { still.append(row.parameter) }
    }
    self.rows = rows.enumerated().sorted { ($1.element.width, $0.offset) < ($0.element.width, $1.offset) }
      .map(\.element)
    withoutInfluence = still
    movableCount = levers.count
  }
}

/// An assumption that can be moved, and by how much it usually is.
struct Lever {
  let name: String
  let definition: AssumptionDefinition
  let swing: Double
  let isRelative: Bool
  /// The number that it is; `nil` if it differs from year to year.
  let number: Double?

  /// The assumptions of a model that are numbers and have a swing, in the order of the table.
  static func all(of assumptions: Assumptions, _ base: ValuationResult, swing: Double?) -> [Lever] {
    var names = base.assumptions.all.map(\.name)
    for assumption in assumptions.flat where !names.contains(assumption.name) { names.append(assumption.name) }
    return names.compactMap { name in
      guard let definition = AssumptionDefinition.named(name), !definition.unit.isWord, !definition.isList,
        definition.key != .horizon, definition.key != .price,
        let given = assumptions.holding(name) ?? base.assumptions.holding(name),
        // An assumption that is computed from others moves with them.
        assumptions.holding(name) != nil || definition.defaultValue != nil
      else { return nil }
      var number: Double?
      var metric: TerminalAssumption.Metric?
      switch given.value {
      case .scalar(let value):
        // A move of revenue moves the years that are listed, and not the base year's.
        let isListed = definition.key == .revenue && assumptions.listsRevenue(with: name)
        number = isListed ? nil : given.afterShifts(value)
      case .terminal(let terminal):
        number = given.afterShifts(terminal.number)
        if case .multiple(_, let multiplied) = terminal { metric = multiplied }
      case .priced(let multiple, _, let figure): number = given.afterShifts(multiple * figure)
      case .path: break
      case .word: return nil
      }
      if let swing {
        // A part of nothing is nothing.
        return number == 0 ? nil : Lever(name, definition, swing, true, number)
      }
      if let metric {
        return Lever(name, definition, AssumptionDefinition.terminalMultiple(of: metric).swing, false, number)
      }
      return definition.swing.map { Lever(name, definition, $0, definition.swingIsRelative, number) }
    }
  }

  private init(
    _ name: String, _ definition: AssumptionDefinition, _ swing: Double, _ isRelative: Bool, _ number: Double?
  ) {
    self.name = name
    self.definition = definition
    self.swing = swing
    self.isRelative = isRelative
    self.number = number
  }

  /// The change by a number of swings.
  func change(_ swings: Double) -> Assumption.Shift {
    if isRelative { return Assumption.Shift(.multiply, 1 + swings * swing) }
    return swings < 0 ? Assumption.Shift(.subtract, -swings * swing) : Assumption.Shift(.add, swings * swing)
  }

  func row(_ assumptions: Assumptions, _ base: Double) -> Tornado.Row {
    let low = end(-1, assumptions)
    let high = end(1, assumptions)
    let width =
      switch (low.value, high.value) {
      case (.some(let a), .some(let b)): max((a - b).magnitude, (a - base).magnitude, (b - base).magnitude)
      case (.some(let a), nil), (nil, .some(let a)): (a - base).magnitude
      case (nil, nil): 0.0
      }
    return Tornado.Row(
      parameter: name, swing: swing, isRelative: isRelative, low: low, high: high, width: width)
  }

  private func end(_ swings: Double, _ assumptions: Assumptions) -> Tornado.End {
    let shift = change(swings)
    let moved = number.map { shift.applied(to: $0) }
    do throws(ValuationError) {
      let value = try DiscountedCashFlow.valuePerShare(of: assumptions.with([.shift(name, shift)]))
      return Tornado.End(change: shift, number: moved, value: value, refusal: nil)
    } catch {
      // An assumption at the end of its range by default has no swing beyond it.
      let isUsual = assumptions.holding(name) == nil && error.code == .outOfRange
      return Tornado.End(change: shift, number: moved, value: nil, refusal: isUsual ? nil : error)
    }
  }
}
