import Spreadsheet
import Valuation

/// Grids of the value of a share over two assumptions, each cell of which is a model of its own.
///
/// Data tables do not travel between spreadsheet programs, so that each cell of a grid has its model on the sheet of
/// workings. The steps beside and above a grid may be changed.
struct SensitivitySheet {
  static let name = "Sensitivity"

  /// An assumption that a grid moves, and the steps by which it does.
  private struct Axis {
    let name: AssumptionName
    let steps: [Double]
    /// The format of a step.
    let format: CellStyle.Format
  }

  private(set) var sheet = Worksheet(name)
  private var row = 3

  /// Writes the grids that the model has assumptions for.
  init(
    company: String, _ model: ModelLines, _ inputs: ModelInputs, base: Formula, workings: inout LineSheet
  ) {
    sheet.put(.text("\(company): value of a share"), 1, 1, CellStyle(.general, .title))
    sheet.put(
      .text("What is added to an assumption in every year stands beside and above each grid, and may be changed."),
      2, 1, CellStyle(.general, .remark))
    for (down, across) in Self.grids(inputs) { write(down, across, model, inputs, &workings) }
    sheet.widths[1] = 26
    for column in 2...7 { sheet.widths[column] = 14 }
  }

  private static func grids(_ inputs: ModelInputs) -> [(Axis, Axis)] {
    let points = { (name: AssumptionName, step: Double) -> Axis in
      Axis(name: name, steps: [-2, -1, 0, 1, 2].map { $0 * step }, format: .percent)
    }
    let isMultiple = inputs.block.has(InputRow(.terminal, .of))
    let terminal =
      isMultiple
      ? Axis(name: .terminal, steps: [-2, -1, 0, 1, 2], format: .decimal) : points(.terminal, 0.0025)
    let pairs = [
      (points(.discount, 0.005), terminal), (points(.costOfEquity, 0.005), terminal),
      (points(.growth, 0.01), points(.margin, 0.01)), (points(.roe, 0.01), points(.payout, 0.05)),
    ]
    // A rate that is built has no row of its own, and can be moved all the same.
    let moves = { (name: AssumptionName) -> Bool in
      inputs.has(name) || name == .discount && CapitalLines.areNeeded(inputs, ofEquity: false) && !inputs.has(.roe)
    }
    return pairs.filter { moves($0.0.name) && moves($0.1.name) }
  }

  private mutating func write(
    _ down: Axis, _ across: Axis, _ model: ModelLines, _ inputs: ModelInputs, _ workings: inout LineSheet
  ) {
    sheet.put(.text("\(down.name.rawValue) + \\ \(across.name.rawValue) +"), row, 1, CellStyle(.general, .header))
    for (column, step) in across.steps.enumerated() {
      sheet.put(.number(step), row, 2 + column, CellStyle(across.format, .input))
    }
    for (line, step) in down.steps.enumerated() {
      let own = row + 1 + line
      sheet.put(.number(step), own, 1, CellStyle(down.format, .input))
      for column in across.steps.indices {
        let cells = (Formula.cell(Self.name, own, 1), Formula.cell(Self.name, row, 2 + column))
        var moved = inputs
        moved.replaced[down.name] = { $0 + cells.0 }
        moved.replaced[across.name] = { $0 + cells.1 }
        workings.title(
          "Sensitivity, cell \(CellAddress(own, 2 + column))", purpose: .title)
        let finish = model.write(moved, forecast: &workings)
        sheet.put(formula: finish(&workings).valuePerShare, own, 2 + column, CellStyle(.decimal))
      }
    }
    row += down.steps.count + 3
  }
}
