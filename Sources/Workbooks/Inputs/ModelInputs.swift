import FileFormats
import Valuation

/// The assumptions that a model is computed from: the cells of a block, some of them replaced.
struct ModelInputs {
  var block: InputBlock
  var horizon: Int
  /// The formulas that replace the cells of an assumption, from the original formula.
  var replaced: [AssumptionName: (Formula) -> Formula] = [:]
  /// The formulas of assumptions that no cell holds, by the year: 0 is the one value or that of the base year.
  var computed: [AssumptionName: (Int) -> Formula] = [:]

  /// Whether any scenario of the workbook gives an assumption.
  func has(_ name: AssumptionName) -> Bool { block.has(name) || computed[name] != nil }

  /// The cell of an assumption with one value, which may be empty.
  func cell(_ name: AssumptionName) -> Formula { computed[name]?(0) ?? changed(name, block.cell(name)) }

  /// The number of an assumption, or another if it is not given.
  func number(_ name: AssumptionName, else other: Formula = 0) -> Formula {
    guard has(name) else { return other }
    if let formula = computed[name] { return formula(0) }
    let cell = block.cell(name)
    // An empty cell counts as 0 by itself; an empty text does not.
    if other == 0, !block.sparse.contains(InputRow(name)) { return changed(name, cell) }
    return changed(name, cell.given(else: other))
  }

  /// The number of a year of the forecast, from 1.
  func year(_ name: AssumptionName, _ year: Int) -> Formula {
    computed[name]?(year) ?? changed(name, block.cell(name, year))
  }

  /// The word for the figure of which an assumption's number is a share or a multiple, if there is one.
  func word(_ row: InputRow) -> Formula { block.cell(row) }

  /// A condition on a word: false if no scenario says it.
  func isWord(_ row: InputRow, _ word: String) -> Formula? {
    block.has(row) ? block.cell(row).equals(.text(word)) : nil
  }

  /// A formula for an assumption, replaced like its cells.
  func changed(_ name: AssumptionName, _ formula: Formula) -> Formula {
    replaced[name].map { $0(formula) } ?? formula
  }
}
