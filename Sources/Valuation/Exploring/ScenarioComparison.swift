import Text

/// Valuations side by side: the assumptions in which they differ, and the results.
public struct ScenarioComparison: Sendable {
  /// One valuation of the comparison.
  public struct Column: Sendable {
    /// The scenario's name.
    public let name: String
    /// Its valuation.
    public let valuation: ValuationResult
    /// Its probability as a fraction; `nil` if none is given.
    public let weight: Double?

    /// Creates a column.
    public init(_ name: String, _ valuation: ValuationResult, weight: Double? = nil) {
      self.name = name
      self.valuation = valuation
      self.weight = weight
    }
  }

  /// The cells of a row.
  public enum Cell: Sendable, Equatable {
    /// One number.
    case number(Double)
    /// One number a year, and how they were written.
    case path([Double], written: String)
    /// Words, such as a terminal multiple or a convention of discounting.
    case text(String)
    /// Nothing is given.
    case missing
  }

  /// The kind of thing that a row is about.
  public enum Kind: String, Sendable, Equatable {
    /// An assumption in which the valuations differ.
    case assumption
    /// The free cash flow of one year.
    case flow
    /// A result.
    case result
  }

  /// One line of the comparison.
  public struct Row: Sendable, Equatable {
    /// The content of the row: the name of an assumption or of a result, or `free_cash_flow_3`.
    public let item: String
    /// The kind of the content.
    public let kind: Kind
    /// The unit of its numbers.
    public let unit: AssumptionDefinition.Unit
    /// The year of the forecast, for a flow.
    public let year: Int?
    /// A cell for each column.
    public let values: [Cell]
  }

  /// The valuations, in the order given.
  public let columns: [Column]
  /// The assumptions that differ, then the flows of each year, then the results.
  public let rows: [Row]
  /// The mean of the values per share by the weights; `nil` without weights.
  public let weightedValue: Double?
  /// The weighted value over the price, less one; `nil` without weights, without one price that all share, if the
  /// weighted value is not positive, or above 1000 %, which is a mistake of units.
  public let weightedUpside: Double?
  /// The highest value per share less the lowest.
  public let spread: Double

  /// Compares valuations.
  ///
  /// - Throws: `nothing-to-compare` without columns, `name-twice`; `weights-incomplete` if some columns have a weight
  ///   and some have none, `weights-not-one` if they do not add up to 1 within a billionth, `out-of-range` for a weight
  ///   outside 0..1.
  public init(_ columns: [Column]) throws(ValuationError) {
    guard !columns.isEmpty else {
      throw ValuationError(code: .nothingToCompare, message: "there is no valuation to compare")
    }
    var names: Set<String> = []
    for column in columns where !names.insert(column.name).inserted {
      throw ValuationError(code: .nameTwice, message: "`\(column.name)` is in the comparison twice")
    }
    self.columns = columns
    weightedValue = try ScenarioComparison.weighted(columns)
    let prices = columns.map(\.valuation.price)
    if let value = weightedValue, let price = prices[0], prices.allSatisfy({ $0 == price }) {
      weightedUpside = PriceComparison(value: value, price: price, years: 1).upside
    } else {
      weightedUpside = nil
    }
    let values = columns.map(\.valuation.valuePerShare)
    spread = (values.max() ?? 0) - (values.min() ?? 0)
    rows = ScenarioComparison.rows(columns.map(\.valuation))
  }

  private static func weighted(_ columns: [Column]) throws(ValuationError) -> Double? {
    let weights = columns.compactMap(\.weight)
    if weights.isEmpty { return nil }
    guard weights.count == columns.count else {
      let without = columns.filter { $0.weight == nil }.map { "`\($0.name)`" }
      throw ValuationError(
        code: .weightsIncomplete,
        message: "\(Wording.list(without)) \(Wording.plural(without.count, "has", "have")) no weight, while others do",
        hint: "give each scenario a weight, or none"
      )
    }
    for column in columns {
      guard let weight = column.weight, weight >= 0, weight <= 1 else {
        throw ValuationError(
          code: .outOfRange,
          message:
            "the weight of `\(column.name)` is \(Wording.percent(column.weight ?? .nan)), but must be 0%..100%"
        )
      }
    }
    let sum = weights.reduce(0, +)
    guard abs(sum - 1) <= 1e-9 else {
      throw ValuationError(
        code: .weightsNotOne,
        message: "the weights add up to \(Wording.percent(sum, places: 6)), but must add up to 100%"
      )
    }
    return zip(columns, weights).reduce(0) { $0 + $1.0.valuation.valuePerShare * $1.1 }
  }

  private static func rows(_ valuations: [ValuationResult]) -> [Row] {
    var rows: [Row] = []
    for definition in AssumptionDefinition.all {
      let cells = valuations.map { cell(definition.name, $0) }
      guard cells.contains(where: { !same($0, cells[0]) }) else { continue }
      rows.append(
        Row(item: definition.name, kind: .assumption, unit: definition.unit, year: nil, values: cells)
      )
    }
    rows += partRows(valuations)
    let flows = valuations.map(\.flows)
    for year in 1...max(1, flows.map(\.count).max() ?? 1) where flows.contains(where: { !$0.isEmpty }) {
      let cells = flows.map { year <= $0.count ? Cell.number($0[year - 1]) : .missing }
      rows.append(
        Row(item: "free_cash_flow_\(year)", kind: .flow, unit: .money, year: year, values: cells)
      )
    }
    func result(_ item: String, _ unit: AssumptionDefinition.Unit, _ value: (ValuationResult) -> Double?) {
      rows.append(
        Row(
          item: item,
          kind: .result,
          unit: unit,
          year: nil,
          values: valuations.map { value($0).map(Cell.number) ?? .missing }
        )
      )
    }
    for name in partNames(valuations) where valuations.contains(where: { $0.sumOfParts?[name] != nil }) {
      result(name, .money) { $0.sumOfParts?[name]?.attributable }
    }
    result("enterprise_value", .money) { $0.enterpriseValue.isNaN ? nil : $0.enterpriseValue }
    result("equity_value", .money) { $0.equityValue }
    result("value_per_share", .perShare) { $0.valuePerShare }
    result("upside", .rate) { $0.upside }
    result("cagr", .rate) { $0.cagr }
    result("terminal_share", .rate) { $0.terminalShare }
    return rows
  }

  /// The parts of all valuations, those of the first one first.
  private static func partNames(_ valuations: [ValuationResult]) -> [String] {
    var names: [String] = []
    for part in valuations.flatMap(\.assumptions.parts) where !names.contains(part.name) { names.append(part.name) }
    return names
  }

  /// The assumptions of parts that differ.
  private static func partRows(_ valuations: [ValuationResult]) -> [Row] {
    var rows: [Row] = []
    for part in partNames(valuations) {
      for definition in AssumptionDefinition.all {
        let name = "\(part).\(definition.name)"
        let cells = valuations.map { cell(name, $0) }
        guard cells.contains(where: { !same($0, cells[0]) }) else { continue }
        rows.append(Row(item: name, kind: .assumption, unit: definition.unit, year: nil, values: cells))
      }
    }
    return rows
  }

  private static func cell(_ name: String, _ valuation: ValuationResult) -> Cell {
    guard let assumption = valuation.assumptions[name] else { return .missing }
    switch assumption.value {
    case .word: return .text(assumption.text)
    case .terminal(let given):
      let number = assumption.afterShifts(given.number)
      if case .growth = given { return .number(number) }
      return .text(given.with(number: number).text)
    case .scalar, .path, .priced:
      guard let numbers = valuation.numbers(of: name), let first = numbers.first else {
        return .text(assumption.text)
      }
      return numbers.allSatisfy { $0 == first } ? .number(first) : .path(numbers, written: assumption.text)
    }
  }

  /// Whether two cells say the same; the way a path was written does not count.
  private static func same(_ a: Cell, _ b: Cell) -> Bool {
    if case .path(let x, _) = a, case .path(let y, _) = b { return x == y }
    return a == b
  }
}
