import FileFormats
import Valuation

/// The scenarios side by side, and the cell that chooses the one that the other sheets show.
struct ScenarioSheet {
  static let name = "Scenarios"
  /// The cell with the name of the chosen scenario.
  static let switchCell = CellReference(name, 3, 2)
  /// The number of the chosen scenario, from 1.
  static let choice = Formula.cell(name, 4, 2)

  /// The row of the values of a share.
  static let valueRow = 7

  private(set) var sheet = Worksheet(name)
  /// The value of a share of each scenario.
  private(set) var values: [Formula] = []

  /// Writes the sheet, and below each other on the sheet of workings a model for each scenario.
  init(
    company: String, _ entries: [ValuationWorkbook.Entry], _ inputs: [ScenarioInputs], _ assumptions: AssumptionSheet,
    _ model: ModelLines, active: ModelLines.Result, workings: inout LineSheet
  ) {
    var results = [active]
    if entries.count > 1 {
      results = zip(inputs, assumptions.blocks).map { scenario, block in
        workings.title("Scenario \(scenario.name)", purpose: .title)
        let finish = model.write(ModelInputs(block: block, horizon: scenario.horizon), forecast: &workings)
        return finish(&workings)
      }
    }
    values = results.map(\.valuePerShare)
    writeSwitch(company, inputs.map(\.name))
    var row = Self.valueRow
    func line(
      _ label: String, _ format: CellStyle.Format, _ purpose: CellStyle.Purpose = .plain, _ cell: (Int) -> Formula?
    ) {
      sheet.put(.text(label), row, 1, CellStyle(.general, purpose))
      for index in entries.indices {
        if let formula = cell(index) { sheet.put(formula: formula, row, 2 + index, CellStyle(format, purpose)) }
      }
      row += 1
    }
    line("value per share", .decimal, .total) { results[$0].valuePerShare }
    if inputs.contains(where: { $0.cells[InputRow(.price)] != nil }) {
      line("upside", .percent) { index in
        let price = assumptions.blocks[index].cell(.price)
        return .choose(if: price.isEmpty, "", else: results[index].valuePerShare / price - 1)
      }
    }
    line("equity value", .grouped) { results[$0].equityValue }
    if active.enterpriseValue != nil { line("enterprise value", .grouped) { results[$0].enterpriseValue } }
    sheet.put(.text("value per share computed by tas"), row, 1, CellStyle(.general, .remark))
    for (index, entry) in entries.enumerated() {
      sheet.put(.number(entry.result.valuePerShare), row, 2 + index, CellStyle(.decimal, .remark))
    }
    writeAssumptions(inputs, assumptions, from: row + 2)
    sheet.widths[1] = 30
    for index in entries.indices { sheet.widths[2 + index] = 20 }
    sheet.scrollingFrom = CellAddress(7, 2)
  }

  private mutating func writeSwitch(_ company: String, _ names: [String]) {
    let cell = Self.switchCell.address
    sheet.put(.text("\(company): scenarios"), 1, 1, CellStyle(.general, .title))
    sheet.put(.text("chosen scenario"), cell.row, 1)
    sheet.put(.text(names.first ?? ""), cell.row, cell.column, CellStyle(.general, .input))
    let (first, last) = (CellAddress(6, 2), CellAddress(6, 1 + names.count))
    sheet.choices = [.init(cell, .row(first, last))]
    sheet.put(.text("its number"), cell.row + 1, 1, CellStyle(.general, .remark))
    let found = Formula.call(
      .match, [.cell(Self.switchCell), .range(CellReference(Self.name, first.row, first.column), last), 0])
    sheet.put(formula: found, cell.row + 1, cell.column, CellStyle(.general, .remark))
    sheet.put(.text("scenario"), first.row, 1, CellStyle(.general, .header))
    for (index, name) in names.enumerated() {
      sheet.put(.text(name), first.row, 2 + index, CellStyle(.general, .header))
    }
  }

  /// The assumptions side by side: one value, or the first and the last year.
  private mutating func writeAssumptions(_ inputs: [ScenarioInputs], _ assumptions: AssumptionSheet, from first: Int) {
    var row = first
    for input in assumptions.valueRows {
      let name = input.name
      let isPath = name.definition.isPath && !name.definition.isList
      let horizon = inputs[0].horizon
      let columns = isPath ? (horizon > 1 ? [1, horizon] : [1]) : [name.definition.isList ? 1 : 0]
      for column in columns {
        let label = isPath ? "\(input.label), year \(column)" : input.label
        sheet.put(.text(label), row, 1)
        for (index, block) in assumptions.blocks.enumerated() where inputs[index].cells[input]?[column] != nil {
          let format = AssumptionSheet.format(input, column, inputs[index].assumptions[input])
          sheet.put(formula: block.cell(input, column), row, 2 + index, CellStyle(format))
        }
        row += 1
      }
    }
  }
}
