import FileFormats
import Valuation

/// Grids of the value of a share over two assumptions, each cell of which is its own model.
///
/// Data tables do not travel between spreadsheet programs, so that each cell of a grid has its model on the sheet of
/// workings. The steps next to and above a grid may be changed.
struct SensitivitySheet {
  static let name = "Sensitivity"

  /// An assumption that a grid moves, and the steps by which it does.
  private struct Axis {
    let name: AssumptionName
    let steps: [Double]
    /// The steps of a multiple, if the assumption may be one; `isGrowth` is true if it is not.
    var multiples: (steps: [Double], isGrowth: Formula)?
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
      .text("The amounts added to an assumption in every year are beside and above each grid, and may be changed."),
      2, 1, CellStyle(.general, .remark))
    for (down, across) in Self.grids(model, inputs) { write(down, across, model, inputs, &workings) }
    sheet.widths[1] = 26
    for column in 2...7 { sheet.widths[column] = 14 }
  }

  private static func grids(_ model: ModelLines, _ inputs: ModelInputs) -> [(Axis, Axis)] {
    let points = { (name: AssumptionName, step: Double) -> Axis in
      Axis(name: name, steps: [-2, -1, 0, 1, 2].map { $0 * step }, format: .percent)
    }
    var terminal = points(.terminal, 0.0025)
    if let isGrowth = inputs.isWord(InputRow(.terminal, .of), "growth") {
      // A rate and a multiple are moved by other amounts, whichever the chosen scenario has.
      terminal = Axis(
        name: .terminal, steps: terminal.steps, multiples: ([-2, -1, 0, 1, 2], isGrowth), format: .factor)
    }
    let pairs = [
      (points(model.rateName, 0.005), terminal), (points(.growth, 0.01), points(.margin, 0.01)),
      (points(.roe, 0.01), points(.payout, 0.05)), (points(.rote, 0.01), points(.payout, 0.05)),
    ]
    // A rate that is built has no row of its own, and can be moved all the same.
    let moves = { (name: AssumptionName) -> Bool in
      model.moves(name) && inputs.has(name)
        || name == model.rateName && CapitalLines.areNeeded(inputs, ofEquity: name == .costOfEquity)
    }
    return pairs.filter { moves($0.0.name) && moves($0.1.name) }
  }

  private mutating func write(
    _ down: Axis, _ across: Axis, _ model: ModelLines, _ inputs: ModelInputs, _ workings: inout LineSheet
  ) {
    sheet.put(.text("\(down.name.rawValue) + \\ \(across.name.rawValue) +"), row, 1, CellStyle(.general, .header))
    for (column, step) in across.steps.enumerated() {
      let style = CellStyle(across.format, .input)
      if let (multiples, isGrowth) = across.multiples {
        let formula = Formula.choose(if: isGrowth, .number(step), else: .number(multiples[column]))
        sheet.put(formula: formula, row, 2 + column, style.with(.header))
      } else {
        sheet.put(.number(step), row, 2 + column, style)
      }
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
