import FileFormats
import Research
import Valuation

/// The drivers of one scenario with a user's changes to their cells.
struct DriverChanges {
  /// The model with the changes.
  private(set) var model: DriverModel
  /// The changes, as typed.
  private(set) var texts: [String] = []

  private let sheet: ReadWorkbook.Sheet
  private var rows: [String: Int] = [:]

  init(_ model: DriverModel, of scenario: String, _ workbook: ReadWorkbook) throws(WorkbookError) {
    guard let sheet = workbook[DriverSheet.name] else {
      throw WorkbookError("the sheet `\(DriverSheet.name)` is not in the workbook")
    }
    self.model = model
    self.sheet = sheet
    try findRows(of: scenario)
    for driver in model.drivers { try read(driver) }
    for field in DriverField.allCases where field != .exitMultiple || model.terminalMethod == .exitMultiple {
      try read(field)
    }
  }

  private mutating func findRows(of scenario: String) throws(WorkbookError) {
    let title = AssumptionSheet.title(of: scenario)
    guard let start = (1...max(1, sheet.lastRow)).first(where: { sheet[$0, 1].value == .text(title) }) else {
      throw WorkbookError("\(DriverSheet.name): the block `\(title)` is missing")
    }
    var row = start + 1
    while row <= sheet.lastRow {
      if let label = sheet[row, 1].value.text {
        if label.hasPrefix(AssumptionSheet.title(of: "")) { break }
        rows[label] = rows[label] ?? row
      }
      row += 1
    }
  }

  // MARK: Cells

  private mutating func read(_ driver: RevenueDriver) throws(WorkbookError) {
    let value = try number(driver.id, .value)
    if case .level(let base) = driver.effect {
      let today = try number(driver.id, .today)
      guard !ReadPath.agree(value, driver.value) || !ReadPath.agree(today, base) else { return }
      try set(driver.id, .level(value, from: today), "\(driver.id) = \(driver.text(today)) to \(driver.text(value))")
    } else if !ReadPath.agree(value, driver.value) {
      try set(driver.id, .number(value), "\(driver.id) = \(driver.text(value))")
    }
  }

  private mutating func read(_ field: DriverField) throws(WorkbookError) {
    let value = try number(field.name, .value)
    guard !ReadPath.agree(value, model[field] ?? field.defaultValue) else { return }
    // Terminal growth that no perpetuity uses does not become one.
    if field == .terminalGrowth, model.terminalMethod == .exitMultiple { return }
    try set(
      field.name, field == .exitMultiple ? .multiple(value) : .number(value), "\(field.name) = \(field.text(value))")
  }

  private mutating func set(_ name: String, _ setting: DriverModel.Setting, _ text: String) throws(WorkbookError) {
    do throws(ValuationError) { model = try model.setting(name, setting) } catch {
      throw WorkbookError("\(DriverSheet.name): \(error.message)", hint: error.hint)
    }
    texts.append(text)
  }

  private func number(_ label: String, _ column: DriverSheet.Column) throws(WorkbookError) -> Double {
    guard let row = rows[label] else { throw WorkbookError("\(DriverSheet.name): the row `\(label)` is missing") }
    let cell = sheet[row, column.rawValue].value
    guard let number = cell.number else {
      let place = CellReference(DriverSheet.name, row, column.rawValue)
      throw WorkbookError("\(place): \(label) is a number" + (cell.text.map { ", not `\($0)`" } ?? ""))
    }
    return number
  }
}
