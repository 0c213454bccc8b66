import Text

/// The value of one share over a range of one or two assumptions.
///
/// Every cell is a full valuation, the same double as valuing the changed assumptions by themselves.
public struct Sensitivity: Sendable {
  /// One assumption and the values it takes.
  public struct Axis: Sendable, Equatable {
    /// The assumption and the effect of a value on it.
    public let variation: Variation
    /// The values, in the order of the rows or columns.
    public internal(set) var values: [Double]
    /// The place of the value that leaves the assumptions as they are; `nil` if none does.
    public internal(set) var base: Int?

    /// The name of the assumption.
    public var parameter: String { variation.parameter }

    /// Creates an axis.
    public init(_ variation: Variation, _ values: [Double]) {
      self.variation = variation
      self.values = values
    }

    /// An axis whose values replace an assumption.
    public init(_ parameter: String, _ values: [Double]) {
      self.init(Variation(parameter), values)
    }

    /// An axis whose values move every year of an assumption.
    public init(shifting parameter: String, _ values: [Double]) {
      self.init(Variation(parameter, .shift(.add)), values)
    }
  }

  /// The axes: that of the rows, and that of the columns if there are two.
  public let axes: [Axis]
  /// A row for each value of the first axis, with a cell for each value of the second, or with one cell; missing if the
  /// model is refused, see ``refusal(row:column:)``.
  public let values: [[Double]]
  /// The number of requested rows: more than valued if the work was stopped and its part kept.
  public let requestedRows: Int
  /// The valuation that the grid is about.
  public let base: ValuationResult

  private let given: Assumptions

  /// The cells that are valued before it is asked whether somebody still waits: some milliseconds.
  private static let cellsBetweenChecks = 1024

  /// Values the model in every cell.
  ///
  /// - Parameters:
  ///   - assumptions: the model.
  ///   - axes: one or two.
  ///   - includesBase: whether a value that is not on an axis but leaves the model as it is gets a row or column
  ///     of its own, between its neighbours.
  ///   - mostCells: the most cells that are valued.
  ///   - keepsPart: whether a stopped grid keeps its complete rows, if any.
  ///   - isStopped: true once the grid is wanted no longer; asked every few thousand cells.
  /// - Throws: `axes` for another number of axes, an empty one, one assumption twice or too many cells; `interrupted`;
  ///   `wrong-kind` for an assumption that cannot be an axis; `no-influence` for one that the value does not depend on;
  ///   and the errors of valuing the model itself.
  public init(
    of assumptions: Assumptions, axes: [Axis], includesBase: Bool = true, mostCells: Double = 1_000_000,
    keepsPart: Bool = false, isStopped: () -> Bool = { false }
  ) throws(ValuationError) {
    guard (1...2).contains(axes.count) else {
      throw ValuationError(code: .axes, message: "a sensitivity has one or two axes, not \(axes.count)")
    }
    var names: [String] = []
    for axis in axes {
      let definition = try axis.variation.checkedDefinition(in: assumptions)
      guard !axis.values.isEmpty else {
        throw ValuationError(
          code: .axes,
          message: "the axis of \(definition.name) has no values",
          assumptions: [definition.name]
        )
      }
      if definition.name == AssumptionName.fx.rawValue, assumptions.word(.currency) == nil,
        assumptions.word(.priceCurrency) == nil
      {
        throw ValuationError.withoutCurrencies("the axis is of fx")
      }
      names.append(AssumptionDefinition.canonical(axis.parameter) ?? definition.name)
    }
    guard axes.reduce(1.0, { $0 * Double($1.values.count) }) <= mostCells else {
      throw ValuationError(
        code: .axes,
        message: "the grid has \(axes.map { "\($0.values.count)" }.joined(separator: " by ")) cells, but "
          + "\(Wording.number(mostCells)) can be valued at most",
        assumptions: names,
        hint: "take wider steps"
      )
    }
    guard Set(names).count == names.count else {
      throw ValuationError(
        code: .axes,
        message: "both axes move \(names[0])",
        assumptions: [names[0]],
        hint: "use one axis, or two assumptions"
      )
    }
    base = try DiscountedCashFlow.value(assumptions)
    given = assumptions
    var marked: [Axis] = []
    for (axis, name) in zip(axes, names) {
      var axis = Axis(Variation(name, axis.variation.mode), axis.values)
      axis.mark(axis.variation.baseValue(in: base.assumptions), inserting: includesBase)
      marked.append(axis)
    }
    values = try Sensitivity.grid(of: assumptions, marked, keepsPart: keepsPart, isStopped)
    requestedRows = marked[0].values.count
    marked[0].keep(first: values.count)
    self.axes = marked
    try Sensitivity.refuseWithoutInfluence(marked, values)
  }

  /// Refuses an axis along which no cell differs from another, as a search for its assumption is refused.
  private static func refuseWithoutInfluence(_ axes: [Axis], _ cells: [[Double]]) throws(ValuationError) {
    let across = cells[0].indices.map { column in cells.map { $0[column] } }
    for (axis, lines) in zip(axes, [across, cells]) where axis.values.contains(where: { $0 != axis.values[0] }) {
      let values = lines.map { line in line.filter { !$0.isNaN } }
      guard values.contains(where: { $0.count > 1 }),
        values.allSatisfy({ line in line.allSatisfy { $0 == line[0] } })
      else { continue }
      throw ValuationError(
        code: .noInfluence,
        message: "the value does not depend on \(axis.parameter)",
        assumptions: [axis.parameter],
        hint: "`tornado` lists what it depends on"
      )
    }
  }

  /// Why a cell is missing; `nil` if it has a value.
  public func refusal(row: Int, column: Int = 0) -> ValuationError? {
    guard values[row][column].isNaN else { return nil }
    do {
      _ = try DiscountedCashFlow.value(assumptions(row: row, column: column))
      return nil
    } catch {
      return error
    }
  }

  /// The model of a cell: the assumptions with the values of its row and column.
  ///
  /// - Throws: the refusal of a value that the assumption cannot have.
  public func assumptions(row: Int, column: Int = 0) throws(ValuationError) -> Assumptions {
    var changes = [axes[0].variation.change(to: axes[0].values[row])]
    if axes.count > 1 { changes.append(axes[1].variation.change(to: axes[1].values[column])) }
    return try given.with(changes)
  }

  /// The cells without a value.
  public var refusedCount: Int {
    values.reduce(0) { $0 + $1.count { $0.isNaN } }
  }

  private static func grid(
    of assumptions: Assumptions, _ axes: [Axis], keepsPart: Bool, _ isStopped: () -> Bool
  ) throws(ValuationError) -> [[Double]] {
    let columns = axes.count > 1 ? axes[1].values : [.nan]
    // Without a single possible value on an axis there is nothing to compute.
    var placeholders: [Double] = []
    for axis in axes {
      guard let possible = axis.firstPossible else {
        return axes[0].values.map { _ in columns.map { _ in .nan } }
      }
      placeholders.append(possible)
    }
    var varied = try VariedModel(assumptions, axes.map(\.variation), placeholders: placeholders)
    var grid: [[Double]] = []
    grid.reserveCapacity(axes[0].values.count)
    var cells = 0
    for x in axes[0].values {
      let rowIsPossible = varied.put(x, at: 0)
      var row: [Double] = []
      row.reserveCapacity(columns.count)
      for y in columns {
        cells += 1
        if cells % Self.cellsBetweenChecks == 0, isStopped() {
          if keepsPart, !grid.isEmpty { return grid }
          throw ValuationError(
            code: .interrupted, message: "the sensitivity was stopped; its partial results are not used")
        }
        if axes.count == 1 {
          row.append(rowIsPossible ? varied.valuePerShare([x]) : .nan)
        } else {
          row.append(rowIsPossible && varied.put(y, at: 1) ? varied.valuePerShare([x, y]) : .nan)
        }
      }
      grid.append(row)
    }
    return grid
  }
}

extension Sensitivity.Axis {
  /// The first value that the assumption may have, as a placeholder while the model is resolved.
  fileprivate var firstPossible: Double? {
    guard let definition = AssumptionDefinition.named(parameter) else { return nil }
    switch variation.mode {
    case .shift: return variation.baseValue(in: Assumptions())
    case .set, .multiple, .path:
      return values.first { $0.isFinite && variation.bounds(definition)?.contains($0) ?? true }
    }
  }

  /// Keeps the first `count` values.
  fileprivate mutating func keep(first count: Int) {
    values = Array(values.prefix(count))
    base = base.flatMap { $0 < count ? $0 : nil }
  }

  /// Finds `base` among the values, or puts it between its neighbours.
  fileprivate mutating func mark(_ base: Double?, inserting: Bool) {
    guard let base else { return }
    let tolerance = 1e-9 * max(abs(base), 1e-6)
    if let place = values.firstIndex(where: { abs($0 - base) <= tolerance }) {
      // A value that differs by rounding only is the base itself, so that its cell is the headline's double.
      values[place] = base
      self.base = place
    } else if inserting {
      let isAscending = (values.last ?? 0) >= (values.first ?? 0)
      let place = values.firstIndex { isAscending ? $0 > base : $0 < base } ?? values.endIndex
      values.insert(base, at: place)
      self.base = place
    }
  }
}
