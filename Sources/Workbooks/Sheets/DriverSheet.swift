import FileFormats
import Research
import Text
import Valuation

/// The sheet of drivers: a block for each scenario that is based on revenue drivers.
///
/// Its cells are the inputs of such a scenario. Their results, including growth, feed the scenario's block of
/// assumptions, and so the forecast and the value.
package struct DriverSheet {
  package static let name = "Drivers"

  /// The columns of a block.
  package enum Column: Int {
    case label = 1
    case value, today, low, high, effect, result, meaning
  }

  private(set) var sheet = Worksheet(name)
  /// The cells that the assumptions of a scenario follow, by the place of the scenario.
  private(set) var links: [Int: [AssumptionName: Formula]] = [:]
  private var row = 4
  /// The row after the last one of a scenario, with its value.
  private var ends: [(scenario: Int, row: Int, safety: Formula)] = []

  /// Writes the sheet; nil if no scenario has drivers.
  init?(company: String, _ scenarios: [Scenario]) throws(WorkbookError) {
    guard scenarios.contains(where: { $0.drivers != nil }) else { return nil }
    sheet.put(.text("\(company): drivers of revenue"), 1, 1, CellStyle(.general, .title))
    sheet.put(
      .text(
        "Blue cells on yellow may be changed. Revenue of the horizon's end is today's times the product of the effect of each driver "
          + "on it; growth is the same in each year."),
      2, 1, CellStyle(.general, .remark))
    for (place, scenario) in scenarios.enumerated() {
      guard let work = scenario.drivers else { continue }
      try Self.check(work)
      write(work.model, of: scenario.name, at: place)
    }
    setLooks()
  }

  /// Refuses a model that is valued by other rules than those of the formulas.
  static func check(_ work: DriverWork) throws(WorkbookError) {
    guard work.convention == .standard else {
      throw WorkbookError(
        "it is valued as the Investor Tool does, for which a workbook has no formulas",
        hint: "without `like \"investor\"` the same drivers work in a workbook")
    }
    guard work.method == .discounted else {
      throw WorkbookError(
        "it is valued by the approximation, for which a workbook has no formulas",
        hint: "`.csv`, `.json` and `.md` have the full result")
    }
  }

  // MARK: Writing

  private mutating func write(_ model: DriverModel, of scenario: String, at place: Int) {
    put(.text(AssumptionSheet.title(of: scenario)), .label, .init(.general, .header))
    let titles: [(Column, String)] = [
      (.value, "value"), (.today, "today"), (.low, "usually from"), (.high, "to"), (.effect, "effect on revenue"),
      (.result, "times"), (.meaning, "meaning"),
    ]
    for (column, title) in titles { put(.text(title), column, .init(.general, .header)) }
    row += 1
    let first = row
    for driver in model.drivers { write(driver) }
    let product = Formula.call(
      .product, [.range(CellReference(Self.name, first, Column.result.rawValue), address(row - 1, .result))])
    row += 1
    let fields = DriverField.allCases.filter { $0 != .exitMultiple || model.terminalMethod == .exitMultiple }
    var cells: [DriverField: Formula] = [:]
    for field in fields { cells[field] = write(field, model) }
    row += 1
    let index = item("revenue at the horizon, from 100 today", 100 * product, .decimal)
    let years = Formula.number(Double(model.lens.horizonYears))
    let growth = item("growth a year", (index / 100).power(1 / years) - 1, .percent)
    links[place] = follow(cells, growth, model)
    ends.append((place, row, cells[.marginOfSafety] ?? 0))
    row += 4
  }

  private mutating func write(_ driver: RevenueDriver) {
    let format: CellStyle.Format = driver.unit == .percent ? .percent : driver.unit == .multiple ? .decimal : .general
    put(.text(driver.id), .label)
    put(.number(driver.value), .value, .init(format, .input))
    if case .level(let base) = driver.effect { put(.number(base), .today, .init(format, .input)) }
    put(.number(driver.range.lowerBound), .low, .init(format, .remark))
    put(.number(driver.range.upperBound), .high, .init(format, .remark))
    let (words, multiplier) = effect(of: driver)
    put(.text(words), .effect, .init(.general, .remark))
    sheet.put(formula: multiplier, row, Column.result.rawValue, .init(.factor))
    put(.text("\(driver.title): \(driver.subtitle)"), .meaning, .init(.general, .remark))
    row += 1
  }

  /// The effect of a driver in words and as the factor on revenue.
  private func effect(of driver: RevenueDriver) -> (String, Formula) {
    guard driver.impactsRevenue else { return ("nothing", 1) }
    let (value, low, high) = (cell(.value), cell(.low), cell(.high))
    switch driver.effect {
    case .growth: return ("grows it by the value", 1 + value)
    case .multiplier: return ("multiplies it", value)
    case .retention: return ("keeps that share of it", value)
    case .level: return ("moves with the level", value / cell(.today))
    case .position:
      let place = 0.8 + 0.4 * (value - low) / (high - low)
      return ("0.8 to 1.2 by the place in the range", .choose(if: high.isAbove(low), place, else: 1))
    }
  }

  /// Writes a field, and returns the cell with its value.
  private mutating func write(_ field: DriverField, _ model: DriverModel) -> Formula {
    let format: CellStyle.Format = field == .exitMultiple ? .decimal : .percent
    put(.text(field.name), .label)
    put(.number(model[field] ?? field.defaultValue), .value, .init(format, .input))
    if field != .exitMultiple {
      put(.number(field.range.lowerBound), .low, .init(format, .remark))
      put(.number(field.range.upperBound), .high, .init(format, .remark))
    }
    put(.text(field.title), .meaning, .init(.general, .remark))
    defer { row += 1 }
    return cell(.value)
  }

  /// The cells that the assumptions follow, after the constraints that the model has.
  private mutating func follow(
    _ cells: [DriverField: Formula], _ growth: Formula, _ model: DriverModel
  ) -> [AssumptionName: Formula] {
    func value(_ field: DriverField) -> Formula { cells[field] ?? .number(field.defaultValue) }
    var links: [AssumptionName: Formula] = [
      .growth: growth, .tax: value(.tax), .capex: value(.capex), .workingCapital: value(.workingCapital),
      .discount: value(.discount),
    ]
    links[.margin] = item(
      "margin used, at most the gross margin", .smallest(value(.margin), value(.grossMargin)), .percent)
    if model.terminalMethod == .exitMultiple {
      links[.terminal] = value(.exitMultiple)
    } else {
      let highest = Formula.largest(0, value(.discount) - .number(DriverModel.terminalGap / 100))
      let isTooClose = Formula.call(
        .and, [value(.terminalGrowth).isAbove(highest + 1e-12), value(.terminalGrowth).isBelow(value(.discount))])
      links[.terminal] = item(
        "terminal growth used, half a point below the discount rate",
        .choose(if: isTooClose, highest, else: value(.terminalGrowth)), .percent)
    }
    return links
  }

  /// The assumptions of a plain model that follow the cells of drivers.
  static let followers: [AssumptionName] = [.growth, .margin, .tax, .capex, .workingCapital, .discount, .terminal]

  /// Writes the value of each scenario below its drivers, and the price to buy below with the margin of safety.
  ///
  /// - Returns: the cells of the prices to buy below.
  mutating func finish(_ values: [Formula]) -> [Formula] {
    ends.map { end in
      row = end.row
      let value = item("value per share", values[end.scenario], .decimal, .total)
      return item("to buy below, by the margin of safety", value * (1 - end.safety), .decimal)
    }
  }

  // MARK: Cells

  private func address(_ row: Int, _ column: Column) -> CellAddress { CellAddress(row, column.rawValue) }
  private func cell(_ column: Column) -> Formula { .cell(Self.name, row, column.rawValue) }

  private mutating func put(_ value: CellValue, _ column: Column, _ style: CellStyle = CellStyle(.general)) {
    sheet.put(value, row, column.rawValue, style)
  }

  private mutating func item(
    _ label: String, _ formula: Formula, _ format: CellStyle.Format, _ purpose: CellStyle.Purpose = .plain
  ) -> Formula {
    put(.text(label), .label, .init(.general, purpose))
    sheet.put(formula: formula, row, Column.value.rawValue, .init(format, purpose))
    defer { row += 1 }
    return cell(.value)
  }

  private mutating func setLooks() {
    sheet.widths[Column.label.rawValue] = 44
    for column in Column.value.rawValue...Column.high.rawValue { sheet.widths[column] = 14 }
    sheet.widths[Column.effect.rawValue] = 34
    sheet.widths[Column.meaning.rawValue] = 60
    sheet.scrollingFrom = CellAddress(4, 2)
  }
}
