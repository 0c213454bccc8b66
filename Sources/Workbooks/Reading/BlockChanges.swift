import Calendar
import FileFormats
import Research
import Valuation

/// The changes made by the user to the cells of one scenario.
///
/// The cells are compared with those that the scenario would be written with. An unchanged input changes nothing, so
/// that texts, sources and relative changes of the scenario stay.
struct BlockChanges {
  private(set) var changes: [Assumptions.Change] = []

  let block: CellBlock
  let inputs: ScenarioInputs
  private(set) var rowOf: [InputRow: Int] = [:]

  init(_ scenario: Scenario, _ block: CellBlock) throws(WorkbookError) {
    self.block = block
    let result: ValuationResult
    do throws(ValuationError) { result = try DiscountedCashFlow.value(scenario.assumptions) } catch {
      throw WorkbookError("`\(scenario.name)`: \(error.message)")
    }
    var inputs = try ScenarioInputs(name: scenario.name, given: scenario.assumptions, result: result)
    if scenario.drivers != nil {
      inputs.follow(Dictionary(uniqueKeysWithValues: DriverSheet.followers.map { ($0, Formula.number(0)) }))
    }
    self.inputs = inputs
    var values: [InputRow] = []
    for (label, row) in block.rows {
      let input = try Self.input(label, row)
      guard rowOf.updateValue(row, forKey: input) == nil else {
        throw WorkbookError("\(AssumptionSheet.name)!A\(row): `\(label)` is there twice")
      }
      if !values.contains(input.with(.value)) { values.append(input.with(.value)) }
    }
    for input in inputs.assumptions.keys where rowOf[input] == nil && inputs.cells[input] != nil {
      throw WorkbookError("\(AssumptionSheet.name): the row `\(input.label)` of `\(scenario.name)` is missing")
    }
    for input in values where !followsOutside(input) {
      let reason = rowOf[input].flatMap { block.reason($0) }
      switch try change(of: input) {
      case .set(let assumption):
        changes.append(.set(assumption.because(reason).named(input.typedName)))
      case let change?: changes.append(change)
      case nil:
        if let reason, reason != inputs.assumptions[input]?.reason {
          changes.append(.because(input.typedName, reason))
        }
      }
    }
  }

  /// Whether a part has a row only as other scenarios do, and its cells still follow the company's.
  private func followsOutside(_ input: InputRow) -> Bool {
    guard input.part != nil, inputs.cells[input] == nil, let row = rowOf[input] else { return false }
    return (0...max(inputs.horizon, inputs.width)).allSatisfy { column in
      let cell = block.cell(row, column)
      return cell.isFormula || cell.value == .empty
    }
  }

  /// The row that a label names.
  private static func input(_ label: String, _ row: Int) throws(WorkbookError) -> InputRow {
    let parts = label.split(separator: ",", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
    let dotted = (parts.first ?? "").split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard let last = dotted.last, let name = AssumptionName(rawValue: last) else {
      let hint = (try? AssumptionDefinition.find(label)).map { "it is called `\($0.name)`" }
      throw WorkbookError(
        "\(AssumptionSheet.name)!A\(row): there is no assumption called `\(label)`",
        hint: hint ?? Self.hint(for: label))
    }
    let input = InputRow(name, of: dotted.count == 2 ? dotted.first : nil)
    guard parts.count == 2 else { return input }
    if parts[1] == "astyped" { return input.with(.typed) }
    if parts[1] == "of" { return input.with(.of) }
    guard name == .options, let number = Int(parts[1]), (1...1000).contains(number) else {
      throw WorkbookError("\(AssumptionSheet.name)!A\(row): `\(label)` is not a known row")
    }
    return input.with(.tranche(number - 1))
  }

  private static func hint(for label: String) -> String? {
    do throws(ValuationError) {
      _ = try AssumptionDefinition.find(label)
      return nil
    } catch {
      return error.hint
    }
  }

  // MARK: One assumption

  private func change(of input: InputRow) throws(WorkbookError) -> Assumptions.Change? {
    let name = input.name
    if name == .options { return try options() }
    guard let row = rowOf[input] else { return nil }
    let definition = name.definition
    if let given = inputs.derived[input] { return try derived(given, input, row) }
    if name == .value, case .priced(_, let metric, _) = inputs.assumptions[input]?.value {
      return try priced(metric, input, row)
    }
    if definition.isPath, !definition.isList { return try path(input, row) }
    if definition.isList { return try list(input, row) }
    let (cell, of) = (block.cell(row, 0), try word(of: input))
    if case .input = inputs.cells[input]?[0] { try Self.checkComputed(cell, CellBlock.name(row, 0)) }
    let isChanged =
      !Self.agrees(cell, inputs.cells[input]?[0]) || of != usualWord(of: input)
    guard isChanged else { return nil }
    if cell.value == .empty || cell.value == .text("") {
      return inputs.assumptions[input] == nil ? nil : .remove(input.typedName)
    }
    return .set(try assumption(name, cell, row, of: of))
  }

  /// The value of a part as a multiple of a figure.
  private func priced(
    _ metric: TerminalAssumption.Metric, _ input: InputRow, _ row: Int
  ) throws(WorkbookError) -> Assumptions.Change? {
    let word = try word(of: input).flatMap { TerminalAssumption.Metric(rawValue: $0) } ?? metric
    let expected = inputs.cells[input]
    let isChanged = word != metric || (0...1).contains { !Self.agrees(block.cell(row, $0), expected?[$0]) }
    guard isChanged else { return nil }
    let multiple = try number(block.cell(row, 0), .value, CellBlock.name(row, 0))
    let figure = try number(block.cell(row, 1), .value, CellBlock.name(row, 1))
    return .set(Assumption(.value, .priced(multiple, of: word, figure)))
  }

  private func assumption(
    _ name: AssumptionName, _ cell: ReadWorkbook.Cell, _ row: Int, of word: String?
  ) throws(WorkbookError) -> Assumption {
    let place = CellBlock.name(row, 0)
    if name.definition.unit.isWord { return Assumption(name, .word(try text(cell, name, place))) }
    let number = try self.number(cell, name, place)
    if name == .terminal {
      let metric = word.flatMap { TerminalAssumption.Metric(rawValue: $0) }
      return Assumption(terminal: metric.map { .multiple(number, of: $0) } ?? .growth(number))
    }
    return Assumption(name, .scalar(number), basis: word.flatMap { Assumption.Basis(rawValue: $0) })
  }

  /// The word next to an assumption for the base of its number; `nil` if there is no such row.
  private func word(of value: InputRow) throws(WorkbookError) -> String? {
    let input = value.with(.of)
    guard let row = rowOf[input] else { return nil }
    guard let word = block.cell(row, 0).value.text, input.words.contains(word) else {
      throw WorkbookError(
        "\(CellBlock.name(row, 0)): the base of \(value.label) is \(input.words.joined(separator: " or "))")
    }
    return word
  }

  /// The word that the scenario was written with.
  private func usualWord(of value: InputRow) -> String? {
    let input = value.with(.of)
    guard rowOf[input] != nil else { return nil }
    if case .input(.text(let word)) = inputs.cells[input]?[0] { return word }
    return input.words.first
  }

  private func list(_ input: InputRow, _ row: Int) throws(WorkbookError) -> Assumptions.Change? {
    let name = input.name
    let expected = inputs.cells[input] ?? [:]
    var values: [Double] = []
    var isChanged = false
    for column in 1...CellAddress.lastColumn {
      let cell = block.cell(row, column)
      try Self.checkComputed(cell, CellBlock.name(row, column))
      if !Self.agrees(cell, expected[column]) { isChanged = true }
      guard cell.value.number != nil else { break }
      values.append(try number(cell, name, CellBlock.name(row, column)))
    }
    guard isChanged else { return nil }
    return values.isEmpty ? .remove(input.typedName) : .set(Assumption(name, .path(.list(values))))
  }

  private func options() throws(WorkbookError) -> Assumptions.Change? {
    var tranches: [OptionTranche] = []
    var isChanged = false
    for (input, row) in rowOf.sorted(by: { $0.value < $1.value }) {
      guard case .tranche = input.aspect else { continue }
      let expected = inputs.cells[input]
      for column in 0...3 { try Self.checkComputed(block.cell(row, column), CellBlock.name(row, column)) }
      for column in 0...3 where !Self.agrees(block.cell(row, column), expected?[column]) { isChanged = true }
      guard block.cell(row, 0).value.number != nil else { continue }
      let count = try number(block.cell(row, 0), .options, CellBlock.name(row, 0))
      let strike = try number(block.cell(row, 1), .options, CellBlock.name(row, 1))
      guard count >= 0, strike >= 0 else {
        throw WorkbookError("\(CellBlock.name(row, 0)): a number of options and their strike are not negative")
      }
      tranches.append(try tranche(count, strike, row))
    }
    guard isChanged else { return nil }
    return tranches.isEmpty ? .remove(AssumptionName.options.rawValue) : .set(Assumption(options: tranches))
  }

  /// A tranche with its remaining time, if its row has one.
  private func tranche(_ count: Double, _ strike: Double, _ row: Int) throws(WorkbookError) -> OptionTranche {
    let cells = (2...3).map { block.cell(row, $0) }
    if cells.allSatisfy({ $0.value == .empty || $0.value == .text("") }) {
      return OptionTranche(count: count, strike: strike)
    }
    let life = try number(cells[0], .options, CellBlock.name(row, 2))
    let volatility = try number(cells[1], .options, CellBlock.name(row, 3))
    guard life > 0, life <= 50, volatility > 0, volatility <= 5 else {
      throw WorkbookError(
        "\(CellBlock.name(row, 2)): the life of options is above 0 and at most 50 years, and their volatility above 0 "
          + "and at most 500%",
        hint: "leave both cells empty to exercise the options at their strike")
    }
    return OptionTranche(count: count, strike: strike, life: life, volatility: volatility)
  }

  // MARK: Paths

  private func path(_ input: InputRow, _ row: Int) throws(WorkbookError) -> Assumptions.Change? {
    let name = input.name
    let expected = inputs.cells[input] ?? [:]
    let of = try word(of: input)
    // A part may have a forecast of its own length.
    let horizon = inputs.years[input]?.count ?? inputs.horizon
    let years = (1...horizon).map { block.cell(row, $0) }
    let isWordChanged = of != usualWord(of: input)
    if years.allSatisfy({ $0.value == .empty || $0.value == .text("") }) {
      return expected.isEmpty ? nil : .remove(input.typedName)
    }
    let changedYears = (1...horizon).filter { year in
      guard case .input = expected[year] else { return expected[year] == nil }
      return !Self.agrees(years[year - 1], expected[year])
    }
    let values = try known(years, name, row)
    let basis = of.flatMap { Assumption.Basis(rawValue: $0) }
    let follows = ReadPath(inputs.assumptions[input], inputs.years[input], horizon)
    let base = block.cell(row, 0).value.number
    let isBaseKept: Bool
    if case .input = expected[0] {
      isBaseKept = Self.agrees(block.cell(row, 0), expected[0])
    } else {
      isBaseKept = true
    }
    if isBaseKept, !isWordChanged, follows.isAsItWas(values) { return nil }
    if isBaseKept, let path = follows.path(with: values, base: base) {
      // The years in between follow from the ends, so the path keeps its typed form.
      guard !changedYears.isEmpty || isWordChanged else { return nil }
      return .set(Assumption(name, path, basis: basis))
    }
    let all = values.compactMap(\.self)
    guard all.count == values.count else {
      throw WorkbookError(
        "\(CellBlock.name(row, 1)): \(name) was changed, but not all of its years have a computed value",
        hint: Self.waysToValues)
    }
    return .set(Assumption(name, .path(.list(all)), basis: basis))
  }

  /// The numbers of the years; `nil` for a formula that no program has computed.
  private func known(
    _ years: [ReadWorkbook.Cell], _ name: AssumptionName, _ row: Int
  ) throws(WorkbookError) -> [Double?] {
    var values: [Double?] = []
    for (index, cell) in years.enumerated() {
      if cell.isFormula, cell.value == .empty {
        values.append(nil)
      } else {
        values.append(try number(cell, name, CellBlock.name(row, index + 1)))
      }
    }
    return values
  }

  // MARK: Cells

  /// Whether a cell is unchanged; a formula that was not computed counts as unchanged.
  static func agrees(_ cell: ReadWorkbook.Cell, _ expected: InputCell?) -> Bool {
    switch expected {
    case nil: cell.value == .empty || cell.value == .text("")
    case .derived, .outside: true
    case .input(let value), .fixed(let value): agrees(cell.value, value)
    }
  }

  private static func agrees(_ found: CellValue, _ written: CellValue) -> Bool {
    guard let a = found.number, let b = written.number else { return found == written }
    return ReadPath.agree(a, b)
  }

  /// Refuses a formula whose value no program has computed, as in a workbook that a library saved.
  private static func checkComputed(_ cell: ReadWorkbook.Cell, _ place: String) throws(WorkbookError) {
    guard cell.isFormula, cell.value == .empty else { return }
    throw WorkbookError(
      "\(place): the formula has no value, because no program has computed it", hint: Self.waysToValues)
  }

  private static let waysToValues = "open the workbook in a spreadsheet program and save it there"

  func number(
    _ cell: ReadWorkbook.Cell, _ name: AssumptionName, _ place: String
  ) throws(WorkbookError) -> Double {
    try Self.checkComputed(cell, place)
    switch cell.value {
    case .number(let number): return number
    case .text(let text): throw WorkbookError("\(place): \(name) is a number, not `\(text)`")
    case .error(let error): throw WorkbookError("\(place): \(name) is \(error.rawValue), which is not a number")
    case .flag: throw WorkbookError("\(place): \(name) must be a number, not true or false")
    case .empty: throw WorkbookError("\(place): \(name) has no value in this year")
    }
  }

  private func text(
    _ cell: ReadWorkbook.Cell, _ name: AssumptionName, _ place: String
  ) throws(WorkbookError) -> String {
    if name.definition.unit == .date, let number = cell.value.number {
      guard let day = DayNumber.day(number) else { throw WorkbookError("\(place): \(number) is not a day") }
      return "\(day)"
    }
    guard let text = cell.value.text else { throw WorkbookError("\(place): \(name) is a word") }
    return text
  }
}
