import FileFormats
import Valuation

/// The sheet of assumptions: a block for each scenario, and with several of them one that follows the chosen one.
package struct AssumptionSheet {
  package static let name = "Assumptions"

  /// The title of a scenario's block, by which it is found again.
  static func title(of scenario: String) -> String { "Scenario \(scenario)" }

  private(set) var sheet = Worksheet(name)
  /// The block that the model is computed from.
  private(set) var active: InputBlock
  /// The blocks of the scenarios, in their order.
  private(set) var blocks: [InputBlock] = []

  private let rows: [InputRow]
  private let width: Int
  private let scenarios: [ScenarioInputs]
  /// The scenario that each one inherits from, by its place; `nil` for one without a parent here.
  private let parents: [Int?]

  /// Writes the sheet.
  ///
  /// - Parameters:
  ///   - parents: for each scenario the place of the one that it inherits from.
  ///   - choice: the cell with the number of the chosen scenario, from 1.
  init(company: String, _ scenarios: [ScenarioInputs], parents: [Int?], choice: Formula) {
    self.scenarios = scenarios
    self.parents = parents
    rows = Self.rows(of: scenarios)
    width = max(4, scenarios.map(\.width).max() ?? 0, scenarios.map(\.horizon).max() ?? 0)
    active = InputBlock(sheet: Self.name, rows: [:], width: width)
    writeTitle(company)
    let count = scenarios.count
    blocks = scenarios.indices.map { block(at: header($0 + (count > 1 ? 1 : 0)) + 1) }
    active = blocks[0]
    if count > 1 {
      active = block(at: header(0) + 1)
      active.sparse = Set(rows.filter { row in row.aspect != .of && scenarios.contains { $0.cells[row] == nil } })
      writeHeader("The chosen scenario", at: header(0))
      writeChosen(choice)
    }
    for (index, scenario) in scenarios.enumerated() {
      writeHeader(Self.title(of: scenario.name), at: header(index + (count > 1 ? 1 : 0)))
      for input in rows { write(input, scenario, blocks[index], following: parents[index]) }
    }
    setLooks()
  }

  /// The row of the title of a block, from 0.
  private func header(_ block: Int) -> Int { 4 + block * (rows.count + 2) }

  /// The rows of all scenarios, in the order of the table of assumptions.
  private static func rows(of scenarios: [ScenarioInputs]) -> [InputRow] {
    let all = Set(scenarios.flatMap(\.cells.keys))
    // The company's rows come first, then those of each part.
    var parts: [String?] = [nil]
    for scenario in scenarios { for part in scenario.parts where !parts.contains(part) { parts.append(part) } }
    return parts.flatMap { part in
      AssumptionName.allCases.flatMap { name -> [InputRow] in
        let tranches = all.compactMap { row -> Int? in
          if row.name == name, row.part == part, case .tranche(let index) = row.aspect { index } else { nil }
        }
        return [.value, .typed, .of].map { InputRow(name, $0, of: part) }.filter(all.contains)
          + tranches.sorted().map { InputRow(name, .tranche($0), of: part) }
      }
    }
  }

  /// The rows of the numbers and words themselves, in their order.
  var valueRows: [InputRow] { rows.filter { $0.aspect == .value } }

  private func block(at first: Int) -> InputBlock {
    let places = rows.enumerated().map { ($0.element, first + $0.offset) }
    return InputBlock(sheet: Self.name, rows: Dictionary(places, uniquingKeysWith: { $1 }), width: width)
  }

  // MARK: Writing

  private mutating func writeTitle(_ company: String) {
    sheet.put(.text("\(company): assumptions"), 1, 1, CellStyle(.general, .title))
    sheet.put(
      .text(
        "Blue cells on yellow may be changed, and every sheet updates. Rates are fractions a year. The horizon is fixed: "
          + "each of its years is a column."),
      2, 1, CellStyle(.general, .remark))
  }

  private mutating func writeHeader(_ title: String, at row: Int) {
    let style = CellStyle(.general, .header)
    sheet.put(.text(title), row, 1, style)
    sheet.put(.text("value or base"), row, InputBlock.firstColumn, style)
    for year in 1...width {
      let isYear = year <= (scenarios.first?.horizon ?? 0)
      sheet.put(isYear ? .text("year \(year)") : .text(""), row, InputBlock.firstColumn + year, style)
    }
    for (place, title) in ["as written", "source", Self.reasonTitle, "meaning"].enumerated() {
      sheet.put(.text(title), row, textColumn + place, style)
    }
  }

  private var textColumn: Int { InputBlock.firstColumn + width + 1 }

  private mutating func write(
    _ input: InputRow, _ scenario: ScenarioInputs, _ block: InputBlock, following parent: Int?
  ) {
    guard let row = block.rows[input] else { return }
    sheet.put(.text(input.label), row, 1)
    var cells = scenario.cells[input] ?? [:]
    // The base of a rate has a default if a scenario does not state it.
    if cells.isEmpty, input.aspect == .of { cells = [0: .input(.text(input.words[0]))] }
    // An inherited assumption refers to the cells of its parent, with the scenario's own shifts applied.
    if let parent, let shifts = scenario.shifts(of: input, from: scenarios[parent]) {
      let source = blocks[parent]
      for column in cells.keys {
        cells[column] = .derived { _ in source.cell(input, column).shifted(by: shifts) }
      }
    }
    for (column, cell) in cells { put(cell, input, row, column, scenario, block) }
    if cells.isEmpty {
      let format = Self.format(input, 0, nil)
      sheet.put(.empty, row, InputBlock.firstColumn, CellStyle(format, .input))
    }
    if !input.words.isEmpty, !ScenarioInputs.descriptions.contains(input.name) {
      sheet.choices.append(.init(CellAddress(row, InputBlock.firstColumn), .words(input.words)))
    }
    guard input.aspect == .value || input.aspect == .tranche(0),
      let assumption = scenario.assumptions[input.with(.value)]
    else {
      return
    }
    let texts = [
      assumption.text, assumption.source.text, assumption.reason ?? "", input.name.definition.meaning,
    ]
    for (place, text) in texts.enumerated() where !text.isEmpty {
      sheet.put(.text(text), row, textColumn + place, CellStyle(.general, .remark))
    }
  }

  /// The title of the column of reasons, which are read back.
  static let reasonTitle = "reason"

  private mutating func put(
    _ cell: InputCell, _ input: InputRow, _ row: Int, _ column: Int, _ scenario: ScenarioInputs, _ block: InputBlock
  ) {
    let format = Self.format(
      input, column, scenario.assumptions[input.with(.value)],
      hasAmounts: scenario.derived[input.with(.value)]?.hasAmounts ?? false)
    let place = InputBlock.firstColumn + column
    switch cell {
    case .input(let value): sheet.put(value, row, place, CellStyle(format, .input))
    case .fixed(let value): sheet.put(value, row, place, CellStyle(format))
    case .derived(let formula):
      // A part's derived numbers refer to the rows that the part sees.
      let seen = input.part.map { block.view(of: $0) } ?? block
      sheet.put(formula: formula(seen), row, place, CellStyle(format))
    case .outside: sheet.put(formula: block.cell(input.of(nil), column), row, place, CellStyle(format))
    }
  }

  /// The block of the chosen scenario, each cell of which takes that of the scenario with the number in `choice`.
  private mutating func writeChosen(_ choice: Formula) {
    for input in rows {
      guard let row = active.rows[input] else { continue }
      sheet.put(.text(input.label), row, 1)
      let columns = Set(scenarios.flatMap { ($0.cells[input] ?? [:]).keys }).union(input.aspect == .of ? [0] : [])
      for column in columns {
        let picked = Formula.call(.choose, [choice] + blocks.map { $0.cell(input, column) })
        let isEverywhere =
          input.aspect == .of || scenarios.allSatisfy { $0.cells[input]?[column] != nil }
        let formula = isEverywhere ? picked : .choose(if: picked.isEmpty, "", else: picked)
        let format = Self.format(input, column, scenarios.compactMap { $0.assumptions[input.with(.value)] }.first)
        sheet.put(formula: formula, row, InputBlock.firstColumn + column, CellStyle(format))
      }
    }
  }

  private mutating func setLooks() {
    sheet.widths[1] = 24
    for column in 0...width { sheet.widths[InputBlock.firstColumn + column] = column == 0 ? 18 : 11 }
    for (place, width) in [26.0, 34, 40, 60].enumerated() { sheet.widths[textColumn + place] = width }
    sheet.scrollingFrom = CellAddress(3, 2)
  }

  static func format(
    _ row: InputRow, _ column: Int, _ assumption: Assumption?, hasAmounts: Bool = false
  ) -> CellStyle.Format {
    if case .tranche = row.aspect { return column == 0 ? .grouped : column == 3 ? .percent : .decimal }
    if case .typed = row.aspect, hasAmounts { return .grouped }
    if row.name == .value, case .priced = assumption?.value, column == 0 { return .decimal }
    switch row.name.definition.unit {
    case .money, .count: return .grouped
    case .rate: return .percent
    case .perShare: return .decimal
    case .terminal:
      if case .terminal(.multiple) = assumption?.value { return .decimal }
      return .percent
    case .date: return .day
    case .years, .number, .word, .text, .options: return .general
    }
  }
}

extension Assumption.Source {
  /// The source in words, with its tag, period and filing or the name of its scenario.
  fileprivate var text: String {
    switch self {
    case .fundamentals(let detail): detail
    case .scenario(let name): "scenario \(name)"
    case .typed, .default, .outside: name
    }
  }
}
