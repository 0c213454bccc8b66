import Calendar
import FileFormats
import Valuation

/// The assumptions of one scenario as cells.
package struct ScenarioInputs {
  /// The name of the scenario.
  let name: String
  /// The years of the forecast.
  let horizon: Int
  /// The cells of each row.
  private(set) var cells: [InputRow: InputCells] = [:]
  /// The assumptions that the rows are of, by the rows of their values.
  private(set) var assumptions: [InputRow: Assumption] = [:]
  /// Those of them that follow amounts or other assumptions, as typed.
  private(set) var derived: [InputRow: Assumption] = [:]
  /// The number of each year of those that have one a year.
  private(set) var years: [InputRow: [Double]] = [:]
  /// The paths that start from the base year's value.
  private(set) var fromBase: Set<InputRow> = []
  /// The assumptions outside the parts that a child moves together, and changes in no other way.
  var moved: Set<String> = []
  /// The assumptions that each part inherits from the company's rows.
  var taken: [String: Set<AssumptionName>] = [:]

  /// Reads the assumptions that a valuation used.
  ///
  /// - Parameters:
  ///   - given: the assumptions before defaults and rates that were built.
  init(name: String, given: Assumptions, result: ValuationResult) throws(WorkbookError) {
    if let sum = result.sumOfParts {
      self = try ScenarioInputs(name: name, given, sum, result)
    } else if !result.segments.isEmpty {
      self = try ScenarioInputs(name: name, segmentsOf: given, result)
    } else {
      self = try ScenarioInputs(name: name, InputContext(given: given, result))
    }
  }

  /// Reads the assumptions of one model.
  init(name: String, _ context: InputContext) throws(WorkbookError) {
    self.init(name: name, horizon: context.horizon)
    for assumption in context.used {
      guard let key = assumption.key, !context.isBuilt(key) else { continue }
      assumptions[InputRow(key)] = assumption
      if let typed = context.given[key], typed.isDerived {
        try read(derived: typed, key, context)
        if let basis = assumption.basis { cells[InputRow(key, .of)] = [0: .input(.text(basis.rawValue))] }
        continue
      }
      try read(assumption, key, context)
    }
  }

  /// The names of its parts that have rows, in their order.
  private(set) var parts: [String] = []

  /// A scenario without rows.
  init(name: String, horizon: Int) {
    self.name = name
    self.horizon = horizon
  }

  /// Takes the rows of an assumption from others, into a part or outside all parts.
  ///
  /// - Parameter given: the assumption as given there.
  mutating func take(
    _ name: AssumptionName, from other: ScenarioInputs, into part: String?, as given: Assumption? = nil
  ) {
    if let part, !parts.contains(part) { parts.append(part) }
    let own = InputRow(name, of: part)
    assumptions[own] = given ?? other.assumptions[InputRow(name)]
    derived[own] = other.derived[InputRow(name)]
    years[own] = other.years[InputRow(name)]
    if other.fromBase.contains(InputRow(name)) { fromBase.insert(own) }
    for (row, cells) in other.cells where row.name == name && row.part == nil { self.cells[row.of(part)] = cells }
  }

  /// Puts the cells of a row, with the assumption that they are of.
  mutating func put(_ cells: InputCells, _ row: InputRow, _ assumption: Assumption? = nil) {
    self.cells[row] = cells
    if let part = row.part, !parts.contains(part) { parts.append(part) }
    if let assumption { assumptions[row.with(.value)] = assumption }
  }

  /// Lets assumptions follow cells of another sheet: the one value, or the first year that the others follow.
  mutating func follow(_ links: [AssumptionName: Formula]) {
    for (name, formula) in links {
      let column = name.definition.isPath ? 1 : 0
      guard cells[InputRow(name)]?[column] != nil else { continue }
      cells[InputRow(name)]?[column] = .derived { _ in formula }
    }
  }

  /// The shifts that a row applies to its inherited value; `nil` if the row has a value of its own.
  func shifts(of row: InputRow, from parent: ScenarioInputs) -> [Assumption.Shift]? {
    if derived[row.with(.value)] != nil { return shifts(ofTyped: row, from: parent) }
    guard let own = assumptions[row.with(.value)], let theirs = parent.assumptions[row.with(.value)],
      cells[row].map(\.keys) == parent.cells[row].map(\.keys),
      own.value == theirs.value, own.basis == theirs.basis, own.exceptions == theirs.exceptions,
      own.start == theirs.start, own.shifts.starts(with: theirs.shifts)
    else { return nil }
    return row.aspect == .value ? Array(own.shifts.dropFirst(theirs.shifts.count)) : []
  }

  /// The shifts of amounts by year or of shares as typed, if a parent has the same, or they are moved alike; the
  /// resulting rates are the row's own.
  ///
  /// A factor moves the rates, and a sum the amounts.
  private func shifts(ofTyped row: InputRow, from parent: ScenarioInputs) -> [Assumption.Shift]? {
    guard row.aspect == .typed, parent.derived[row.with(.value)] != nil, let own = cells[row],
      let theirs = parent.cells[row], own.keys == theirs.keys
    else { return nil }
    let distances = own.compactMap { column, cell -> Double? in
      guard case .input(.number(let number)) = cell, case .input(.number(let other))? = theirs[column] else {
        return nil
      }
      return ReadPath.agree(number, other) ? 0 : number - other
    }
    guard let distance = distances.first, distances.allSatisfy({ ReadPath.agree($0, distance) }) else { return nil }
    if distance == 0 { return [] }
    return moved.contains(row.typedName) ? [Assumption.Shift(.add, distance)] : nil
  }

  /// The last column after the first one that a row uses.
  var width: Int { cells.values.flatMap(\.keys).max() ?? 0 }

  /// The assumptions that no formula reads.
  package static let descriptions: Set<AssumptionName> = [
    .horizon, .sector, .allow, .base, .roll, .market, .marketGrowth, .stockCompensation, .grossMargin, .currency,
    .priceCurrency, .model, .method,
  ]

  private mutating func read(
    _ assumption: Assumption, _ name: AssumptionName, _ context: InputContext
  ) throws(WorkbookError) {
    let row = InputRow(name)
    switch assumption.value {
    case .scalar where name.definition.isPath, .path where !name.definition.isList:
      cells[row] = try path(assumption, name, context)
    case .scalar(let number): cells[row] = [name == .research ? 1 : 0: cell(name, .number(assumption.shifted(number)))]
    case .path(let path):
      guard case .list(let values) = path.phases[0].shape else { throw Self.notCovered(name, assumption.text) }
      for (place, value) in values.enumerated() {
        cells[row, default: [:]][place + 1] = .input(.number(assumption.shifted(value)))
      }
    case .terminal(let terminal):
      cells[row] = [0: .input(.number(assumption.shifted(terminal.number)))]
      if case .multiple(_, let metric) = terminal {
        cells[InputRow(name, .of)] = [0: .input(.text(metric.rawValue))]
      }
    case .word(let word): try read(word, name)
    case .priced: throw Self.notCovered(name, assumption.text)
    }
    if let basis = assumption.basis { cells[InputRow(name, .of)] = [0: .input(.text(basis.rawValue))] }
  }

  /// Reads an assumption that follows amounts or another one.
  private mutating func read(
    derived typed: Assumption, _ name: AssumptionName, _ context: InputContext
  ) throws(WorkbookError) {
    guard let found = DerivedCells(typed, name, values: context.numbers(name), horizon: horizon) else {
      throw WorkbookError(
        "`\(typed.statement)` follows amounts or another assumption in a form that a workbook has no formulas for",
        hint: "give it as rates, or write the result as `.csv`")
    }
    derived[InputRow(name)] = typed
    cells[InputRow(name)] = found.rates
    if !found.typed.isEmpty { cells[InputRow(name, .typed)] = found.typed }
  }

  private mutating func read(_ word: String, _ name: AssumptionName) throws(WorkbookError) {
    if name == .options {
      for (index, tranche) in (OptionTranche.list(word) ?? []).enumerated() {
        let row = InputRow(name, .tranche(index))
        cells[row] = [0: .input(.number(tranche.count)), 1: .input(.number(tranche.strike))]
        if let life = tranche.life, let volatility = tranche.volatility {
          cells[row]?[2] = .input(.number(life))
          cells[row]?[3] = .input(.number(volatility))
        }
      }
    } else if name.definition.unit == .date, let day = CivilDate(iso8601: word) {
      cells[InputRow(name)] = [0: .input(.number(Double(DayNumber.of(day))))]
    } else {
      cells[InputRow(name)] = [0: cell(name, .text(word))]
    }
  }

  private func cell(_ name: AssumptionName, _ value: CellValue) -> InputCell {
    Self.descriptions.contains(name) ? .fixed(value) : .input(value)
  }

  // MARK: Paths

  private mutating func path(
    _ assumption: Assumption, _ name: AssumptionName, _ context: InputContext
  ) throws(WorkbookError) -> InputCells {
    var values = context.numbers(name) ?? []
    if values.isEmpty, case .path(let path) = assumption.value, assumption.exceptions.isEmpty {
      let base = context.given.baseYear[name.rawValue] ?? assumption.start
      let years = try? path.values(of: name.rawValue, horizon: horizon, base: base).years
      values = (years ?? []).map { assumption.shifted($0) }
    }
    if values.isEmpty, case .scalar(let number) = assumption.value { values = [assumption.shifted(number)] }
    if values.count == 1 { values = Array(repeating: values[0], count: horizon) }
    guard values.count == horizon else {
      // A path that the model has no use for has no years in it.
      guard context.isOfEquity else { throw Self.notCovered(name, assumption.text) }
      return [0: .fixed(.text(assumption.text))]
    }
    years[InputRow(name)] = values
    let path = PathCells(assumption, values: values)
    var cells: InputCells = [:]
    for (place, year) in path.years.enumerated() { cells[place + 1] = year.cell(InputRow(name)) }
    if path.usesBase {
      fromBase.insert(InputRow(name))
      cells[0] = try base(of: assumption, name, context)
    }
    return cells
  }

  /// The base year's value, the start of a path that begins with `to`, moved with the path.
  private func base(
    of assumption: Assumption, _ name: AssumptionName, _ context: InputContext
  ) throws(WorkbookError) -> InputCell {
    let given = context.given
    guard !context.built.contains(name) else {
      throw WorkbookError(
        "\(name) starts from the rate that is built from its parts, which a workbook cannot reproduce",
        hint: "write its start: `\(name) = 9% to 8%`")
    }
    let shifts = assumption.shifts
    if name == .margin {
      let number = given[.baseMargin] == nil ? given.baseYear[name.rawValue] ?? assumption.start : nil
      return .derived { block in
        let base = number.map { Formula.number($0) } ?? block.cell(.baseMargin)
        return (ResearchLines.addedMargin(block).map { base + $0 } ?? base).shifted(by: shifts)
      }
    }
    guard let number = given.baseYear[name.rawValue] ?? assumption.start else {
      throw Self.notCovered(name, assumption.text)
    }
    return .input(.number(assumption.shifted(number)))
  }

  private static func notCovered(_ name: AssumptionName, _ text: String) -> WorkbookError {
    WorkbookError("`\(name) = \(text)` has no formula in a workbook")
  }
}

extension Assumption {
  /// A number after the shifts.
  func shifted(_ number: Double) -> Double { shifts.reduce(number) { $1.applied(to: $0) } }
}

extension Formula {
  /// The formula after shifts.
  func shifted(by shifts: [Assumption.Shift]) -> Formula {
    shifts.reduce(self) { formula, shift in
      switch shift.operator {
      case .add: formula + .number(shift.amount)
      case .subtract: formula - .number(shift.amount)
      case .multiply: formula * .number(shift.amount)
      case .divide: formula / .number(shift.amount)
      }
    }
  }
}
