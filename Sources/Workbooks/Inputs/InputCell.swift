import FileFormats
import Valuation

/// The content of one cell of an assumption, before its row is known.
enum InputCell {
  /// A value that the user may change.
  case input(CellValue)
  /// A value that follows from other cells of the same scenario.
  case derived(@Sendable (InputBlock) -> Formula)
  /// The value that the company has outside its parts, in a part that says nothing of its own.
  case outside
  /// A value that describes the model, and that no formula reads.
  case fixed(CellValue)
}

/// The cells of one row for one scenario, by their columns: 0 is the one value, or that of the base year, 1 the
/// first year.
typealias InputCells = [Int: InputCell]

/// The place of one scenario's assumptions on the sheet.
struct InputBlock: Sendable {
  /// The column of the one value, or of the base year's.
  static let firstColumn = 2

  /// The name of the sheet.
  let sheet: String
  /// The row numbers by their content.
  private(set) var rows: [InputRow: Int]
  /// The number of columns after the first one that may hold numbers: years, amounts of research, terms of options.
  let width: Int
  /// The rows whose cells may hold an empty text, as some scenario says nothing there.
  var sparse: Set<InputRow> = []

  /// The block as a part of the company sees it: its own rows, and of the others those that it takes from outside.
  ///
  /// - Parameter taken: the assumptions that it takes; `nil` takes all that it does not have.
  func view(of part: String, taking taken: Set<AssumptionName>? = nil) -> InputBlock {
    var seen: [InputRow: Int] = [:]
    for (row, place) in rows where row.part == nil && taken?.contains(row.name) ?? true { seen[row] = place }
    let own = Set(rows.keys.filter { $0.part == part }.map(\.name))
    for (row, place) in rows where row.part == part { seen[row.of(nil)] = place }
    // The base of a part's own number is also in the part's rows, never in the company's.
    for row in seen.keys where own.contains(row.name) && rows[row.of(part)] == nil { seen[row] = nil }
    var view = InputBlock(sheet: sheet, rows: seen, width: width)
    view.sparse = Set(
      seen.keys.filter { row in sparse.contains(rows[row.of(part)] == nil ? row : row.of(part)) })
    return view
  }

  /// Takes the rows of an assumption out of sight.
  mutating func hide(_ name: AssumptionName) { rows = rows.filter { $0.key.name != name || $0.key.part != nil } }

  /// Whether the block has a row.
  func has(_ row: InputRow) -> Bool { rows[row] != nil }

  /// Whether the block has a row of an assumption.
  func has(_ name: AssumptionName) -> Bool { has(InputRow(name)) }

  /// A cell of a row; an empty text if there is no such row.
  func cell(_ row: InputRow, _ column: Int = 0) -> Formula {
    rows[row].map { .cell(sheet, $0, Self.firstColumn + column) } ?? .text("")
  }

  /// A cell of an assumption.
  func cell(_ name: AssumptionName, _ column: Int = 0) -> Formula { cell(InputRow(name), column) }

  /// The cells of a row from a column to another.
  func range(_ name: AssumptionName, _ first: Int, _ last: Int) -> Formula {
    guard let row = rows[InputRow(name)] else { return .number(0) }
    return .range(
      CellReference(sheet, row, Self.firstColumn + first), CellAddress(row, Self.firstColumn + last))
  }
}
