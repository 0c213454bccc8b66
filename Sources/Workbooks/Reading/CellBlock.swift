import FileFormats
import Valuation

/// The rows of one scenario in a workbook that was read, found by their labels.
///
/// Rows may have been moved, added or taken out since the workbook was written.
struct CellBlock {
  private let sheet: ReadWorkbook.Sheet
  /// The row of each label.
  private(set) var rows: [(label: String, row: Int)] = []

  /// The column of the reasons.
  private var reasonColumn: Int?

  /// Finds the block of a scenario; `nil` if its title is not there.
  init?(of scenario: String, on sheet: ReadWorkbook.Sheet) {
    self.sheet = sheet
    let last = sheet.lastRow
    guard
      let title = (1...max(1, last)).first(where: { sheet[$0, 1].value == .text(AssumptionSheet.title(of: scenario)) })
    else { return nil }
    reasonColumn =
      sheet.cells.first {
        $0.key.row == title && $0.value.value == .text(AssumptionSheet.reasonTitle)
      }?.key.column
    var row = title + 1
    while row <= last, let label = sheet[row, 1].value.text, !label.hasPrefix(AssumptionSheet.title(of: "")) {
      rows.append((label, row))
      row += 1
    }
  }

  /// The reason in a row; `nil` if there is none.
  func reason(_ row: Int) -> String? {
    guard let column = reasonColumn, let text = sheet[row, column].value.text, !text.isEmpty else { return nil }
    return text
  }

  /// The cell of a row in a column: 0 is the one value or that of the base year.
  func cell(_ row: Int, _ column: Int) -> ReadWorkbook.Cell { sheet[row, InputBlock.firstColumn + column] }

  /// The name of a cell: `Assumptions!B7`.
  static func name(_ row: Int, _ column: Int) -> String {
    "\(CellReference(AssumptionSheet.name, row, InputBlock.firstColumn + column))"
  }
}
